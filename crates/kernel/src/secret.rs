//! Secrets, the random bits they are made of, and tokens.

use crate::StoreError;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;
use std::marker::PhantomData;

/// A password, key or token in plain text. It has no `Display`, and its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Encodes random bits in base64url (RFC 4648, section 5).
    pub fn from_bits(bits: &[u8]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bits))
    }

    /// Returns the SHA-256 of the text in hexadecimal. The database stores random secrets in this form. Never use it
    /// for passwords that people choose: they require a slow hash.
    pub fn fingerprint(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }

    /// Returns the text, for hashing or for showing it once to its owner.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// 256 random bits in base64url, which a client sends back to identify itself. The database stores only their SHA-256.
/// `P` is the purpose: tokens for different purposes have different types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<P> {
    secret: Secret,
    purpose: PhantomData<fn() -> P>,
}

impl<P> Token<P> {
    /// Creates a token from random bits.
    pub fn from_bits(bits: [u8; 32]) -> Self {
        Self { secret: Secret::from_bits(&bits), purpose: PhantomData }
    }

    /// Wraps a token received from a client. Any text is accepted; a text that is not a token matches nothing.
    pub fn received(text: &str) -> Self {
        Self { secret: Secret::new(text), purpose: PhantomData }
    }

    /// Returns the token as text, for its owner.
    pub fn expose(&self) -> &str {
        self.secret.expose()
    }

    /// Returns the [fingerprint](Secret::fingerprint) that the database stores.
    pub fn fingerprint(&self) -> String {
        self.secret.fingerprint()
    }
}

/// Random bits from the operating system.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Randomness: Send + Sync {
    /// Returns 256 random bits.
    fn bits(&self) -> Result<[u8; 32], StoreError>;
}
