//! Stored replies to idempotent requests, and the writes that store them.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::tables::replies;
use async_trait::async_trait;
use facility_audit::idempotency::{IdempotencyScope, Remember, StoredReplies, StoredReply};
use facility_kernel::{Repeat, StoreError, Timestamp};

/// Stored replies in the database.
#[derive(Clone)]
pub struct ReplyRepo(Database);

impl ReplyRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl StoredReplies for ReplyRepo {
    async fn find(
        &self,
        scope: &IdempotencyScope,
        now: Timestamp,
    ) -> Result<Option<StoredReply>, StoreError> {
        let scope = scope.clone();
        self.0.read(move |conn| replies::find(conn, &scope, now)).await
    }
}

/// Applies a change once per key: reserves the key, applies the change and stores what it made, as `item` names it, in one
/// transaction. Without a key it only applies the change. A refused change stores nothing. Errors: `Taken` for a repeated
/// request, which [`repeat`] interprets.
pub(crate) fn apply_idempotently<T, R>(
    conn: &mut AnyConn,
    remember: Option<&Remember>,
    item: impl FnOnce(&T) -> String,
    apply: impl FnOnce(&mut AnyConn) -> Result<Result<T, R>, DbError>,
) -> Result<Result<T, R>, DbError> {
    let Some(remember) = remember else { return apply(conn) };
    replies::begin(conn, &remember.scope, remember.now)?;
    let made = match apply(conn)? {
        Ok(made) => made,
        Err(refused) => return Ok(Err(refused)),
    };
    replies::keep(conn, remember, &item(&made))?;
    Ok(Ok(made))
}

/// Returns how a request repeats another, if a write failed because the same request is running or has completed.
pub(crate) fn repeat(error: &StoreError) -> Option<Repeat> {
    match error {
        StoreError::Taken(replies::IN_PROGRESS) => Some(Repeat::InProgress),
        StoreError::Taken(replies::DONE) => Some(Repeat::Done),
        _ => None,
    }
}
