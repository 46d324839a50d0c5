//! Text that must not be printed.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;

/// An unencrypted password, key or token. It has no `Display`, and its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps the text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text of random bits, in base64url (RFC 4648, 5).
    pub fn from_bits(bits: &[u8]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bits))
    }

    /// SHA-256 of the text, in hexadecimal: what the database may know a random secret by. Never for what a person
    /// chose: that takes a slow hash.
    pub fn fingerprint(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }

    /// The text, for hashing it or for handing it to its owner once.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
