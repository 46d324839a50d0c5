//! Idempotent requests: a request that is repeated with the same `Idempotency-Key` header takes effect once.
//!
//! The reply is stored in the transaction of the change. Either both exist or neither does, so a crash, a lost response
//! or a second node cannot repeat the change.

use crate::{ParseError, StoreError, Timestamp, UserId};
use async_trait::async_trait;
use std::time::Duration;

/// How long replies are stored.
pub const REPLY_RETENTION: Duration = Duration::from_hours(24);

const MAX_KEY_CHARS: usize = 64;

/// A key chosen by the client: 1 to 64 visible ASCII characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Parses a key. Errors: the text is not 1 to 64 visible ASCII characters.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let is_valid = (1..=MAX_KEY_CHARS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_valid {
            Ok(Self(text.to_owned()))
        } else {
            let message = format!("Idempotency-Key must have 1 to {MAX_KEY_CHARS} visible ASCII characters");
            Err(ParseError::new("Idempotency-Key", message))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The scope of a key: one user's requests with one method and path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyScope {
    pub user: UserId,
    pub method: String,
    /// The path, without its query.
    pub path: String,
    pub key: IdempotencyKey,
}

/// The result of an earlier request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReply {
    /// SHA-256 of the raw request body, in hexadecimal.
    pub fingerprint: String,
    /// Identifies the created item: its id, and for a draft its revision. No text is stored: the response to a repeated
    /// request contains only what its author may read at that time.
    pub item: String,
}

/// Identifies a request that creates an item. It is stored with the change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotentRequest {
    /// The scope of the key.
    pub scope: IdempotencyScope,
    /// SHA-256 of the raw request body, in hexadecimal.
    pub fingerprint: String,
    /// When the request was received.
    pub now: Timestamp,
}

/// Storage for replies.
#[async_trait]
pub trait StoredReplies: Send + Sync {
    /// Returns the reply for this key, unless it is older than [`REPLY_RETENTION`].
    async fn find(&self, scope: &IdempotencyScope, now: Timestamp) -> Result<Option<StoredReply>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_64_visible_ascii_characters() {
        for valid in ["a", "3f9c2b1e-0000", "!~", &"x".repeat(64)] {
            assert_eq!(IdempotencyKey::parse(valid).unwrap().as_str(), valid);
        }
        for invalid in ["", " ", "a b", "ä", "a\n", "\u{7f}", &"x".repeat(65)] {
            assert!(IdempotencyKey::parse(invalid).is_err(), "{invalid:?}");
        }
    }
}
