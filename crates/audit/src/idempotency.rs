//! Requests that may be sent twice and act once (the `Idempotency-Key` header).
//!
//! The reply is kept in the transaction of the change it tells of: either both are there or neither, so that a crash, a
//! lost answer or a second node can never make the change happen twice.

use async_trait::async_trait;
use kernel::{ParseError, StoreError, Timestamp, UserId};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long a reply is kept.
pub const REPLIES_KEPT: Duration = Duration::from_hours(24);

/// The longest key, in characters.
const MAX_KEY_CHARS: usize = 64;

/// The key that a client gives a request: 1 to 64 visible ASCII characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Takes the key as it is; refuses anything else than 1 to 64 visible ASCII characters.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let is_valid =
            (1..=MAX_KEY_CHARS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_valid {
            Ok(Self(text.to_owned()))
        } else {
            let message = format!("Idempotency-Key must have 1 to {MAX_KEY_CHARS} visible ASCII characters");
            Err(ParseError::new("Idempotency-Key", message))
        }
    }

    /// The key.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a key counts: one user's calls of one method and path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdempotencyScope {
    /// Who calls.
    pub user: UserId,
    /// The method.
    pub method: String,
    /// The path, without its query.
    pub path: String,
    /// The key.
    pub key: IdempotencyKey,
}

/// A reply that was given before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReply {
    /// SHA-256 of the request's body as it was sent, in hexadecimal.
    pub fingerprint: String,
    /// The status.
    pub status: u16,
    /// The body.
    pub body: String,
}

type Render<T> = dyn Fn(&T) -> Result<String, StoreError> + Send + Sync;

/// What to keep with a change that makes a `T`: under which key, and the reply it gets.
pub struct Remember<T> {
    /// Where the key counts.
    pub scope: IdempotencyScope,
    /// SHA-256 of the request's body as it was sent, in hexadecimal.
    pub fingerprint: String,
    /// When the request was received.
    pub now: Timestamp,
    /// The status of the reply.
    pub status: u16,
    render: Arc<Render<T>>,
}

impl<T> Remember<T> {
    /// To keep, under this key, the reply that `render` makes of what was written.
    pub fn new(
        scope: IdempotencyScope,
        fingerprint: String,
        now: Timestamp,
        status: u16,
        render: impl Fn(&T) -> Result<String, StoreError> + Send + Sync + 'static,
    ) -> Self {
        Self { scope, fingerprint, now, status, render: Arc::new(render) }
    }

    /// The reply to what was written.
    pub fn reply(&self, made: &T) -> Result<StoredReply, StoreError> {
        let body = (self.render)(made)?;
        Ok(StoredReply { fingerprint: self.fingerprint.clone(), status: self.status, body })
    }
}

impl<T> fmt::Debug for Remember<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remember").field("scope", &self.scope).finish_non_exhaustive()
    }
}

/// The replies that are kept.
#[async_trait]
pub trait StoredReplies: Send + Sync {
    /// The reply under this key, unless it is older than [`REPLIES_KEPT`].
    async fn find(&self, scope: &IdempotencyScope, now: Timestamp)
    -> Result<Option<StoredReply>, StoreError>;
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
