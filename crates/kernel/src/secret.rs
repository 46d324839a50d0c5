//! Text that must not be printed, its random bits, and tokens made of them.

use crate::StoreError;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;
use std::marker::PhantomData;

/// An unencrypted password, key or token. It has no `Display`, and its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps the text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Encodes random bits in base64url (RFC 4648, 5).
    pub fn from_bits(bits: &[u8]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bits))
    }

    /// Returns SHA-256 of the text, in hexadecimal, by which the database stores a random secret. Never use it for
    /// what a person chose: that requires a slow hash.
    pub fn fingerprint(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }

    /// Returns the text, to hash it or to show it to its owner once.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// 256 random bits in base64url, which a client presents again. The database stores only their SHA-256. Tokens of
/// different purposes `P` are different types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<P> {
    secret: Secret,
    purpose: PhantomData<fn() -> P>,
}

impl<P> Token<P> {
    /// Creates the token of these random bits.
    pub fn from_bits(bits: [u8; 32]) -> Self {
        Self { secret: Secret::from_bits(&bits), purpose: PhantomData }
    }

    /// Wraps a token from a client. Any text is accepted: text that is not a token matches nothing.
    pub fn received(text: &str) -> Self {
        Self { secret: Secret::new(text), purpose: PhantomData }
    }

    /// Returns the token, for its owner.
    pub fn expose(&self) -> &str {
        self.secret.expose()
    }

    /// Returns the [`Secret::fingerprint`] by which the database stores the token.
    pub fn fingerprint(&self) -> String {
        self.secret.fingerprint()
    }
}

/// Random bits from the operating system.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Randomness: Send + Sync {
    /// 256 random bits.
    fn bits(&self) -> Result<[u8; 32], StoreError>;
}
