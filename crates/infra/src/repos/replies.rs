//! Replies to requests that may be sent twice, and the writes that keep them.

use crate::db::{AnyConn, Database, DbError};
use crate::tables::replies;
use async_trait::async_trait;
use audit::{IdempotencyScope, Remember, StoredReplies, StoredReply};
use kernel::{Repeat, StoreError, Timestamp};

/// Stored replies in the database.
#[derive(Clone)]
pub struct ReplyRepo(Database);

impl ReplyRepo {
    /// Over this database.
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

/// Makes a change once per key: reserves the key, applies the change, and keeps its reply, all in the transaction of the
/// change. Without a key it only applies the change. Errors: `Taken`, which [`repeat`] reads.
pub(crate) fn once<T>(
    conn: &mut AnyConn,
    remember: Option<&Remember<T>>,
    apply: impl FnOnce(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let Some(remember) = remember else { return apply(conn) };
    replies::begin(conn, &remember.scope, remember.now)?;
    let made = apply(conn)?;
    let reply = remember.reply(&made).map_err(|error| DbError::Fault(error.to_string()))?;
    replies::keep(conn, &remember.scope, &reply, remember.now)?;
    Ok(made)
}

/// Whether a write failed because the same request is in work or was carried out before.
pub(crate) fn repeat(error: &StoreError) -> Option<Repeat> {
    match error {
        StoreError::Taken(replies::IN_PROGRESS) => Some(Repeat::InProgress),
        StoreError::Taken(replies::DONE) => Some(Repeat::Done),
        _ => None,
    }
}
