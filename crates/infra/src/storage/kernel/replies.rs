//! The results of idempotent requests.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::stored_replies;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Text;
use facility_kernel::idempotency::{IdempotencyScope, IdempotentRequest, REPLY_RETENTION, StoredReplies, StoredReply};
use facility_kernel::{Repeat, StoreError, Timestamp};

/// The name in [`begin`]'s error when another transaction is carrying out the same request.
const IN_PROGRESS: &str = "stored_replies.in_progress";
/// The name in [`begin`]'s error when the same request has completed.
const DONE: &str = "stored_replies.key";

#[derive(Queryable, Selectable)]
#[diesel(table_name = stored_replies)]
struct Row {
    fingerprint: String,
    item: String,
}

named_row! { struct Locked { locked: bool } }

/// Returns the result of the request under this key, unless it has expired.
fn find(conn: &mut AnyConn, scope: &IdempotencyScope, now: Timestamp) -> Result<Option<StoredReply>, DbError> {
    let row: Option<Row> = stored_replies::table
        .find((scope.user.to_string(), &scope.method, &scope.path, scope.key.as_str()))
        .filter(stored_replies::created_at.gt(now.minus(REPLY_RETENTION).as_micros()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    Ok(row.map(|Row { fingerprint, item }| StoredReply { fingerprint, item }))
}

/// Reserves the key for this transaction, before any change. Errors: `Taken` with [`IN_PROGRESS`] or [`DONE`].
fn begin(conn: &mut AnyConn, scope: &IdempotencyScope, now: Timestamp) -> Result<(), DbError> {
    if let AnyConn::Pg(_) = conn {
        // The lock attempt does not wait, because the caller decides how long to wait. SQLite has one writer and
        // needs no lock.
        let text = format!("{} {} {} {}", scope.user, scope.method, scope.path, scope.key.as_str());
        let Locked { locked } =
            diesel::sql_query("SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked")
                .bind::<Text, _>(text)
                .get_result(conn)?;
        if !locked {
            return Err(DbError::Taken(IN_PROGRESS));
        }
    }
    if find(conn, scope, now)?.is_some() { Err(DbError::Taken(DONE)) } else { Ok(()) }
}

/// Stores the result of a request under its reserved key. It replaces an expired reply.
fn keep(conn: &mut AnyConn, remember: &IdempotentRequest, item: &str) -> Result<(), DbError> {
    let IdempotentRequest { scope, fingerprint, now } = remember;
    let user = scope.user.to_string();
    let old = stored_replies::table.find((&user, &scope.method, &scope.path, scope.key.as_str()));
    diesel::delete(old).execute(conn)?;
    diesel::insert_into(stored_replies::table)
        .values((
            stored_replies::user_id.eq(user),
            stored_replies::method.eq(&scope.method),
            stored_replies::path.eq(&scope.path),
            stored_replies::key.eq(scope.key.as_str()),
            stored_replies::fingerprint.eq(fingerprint),
            stored_replies::item.eq(item),
            stored_replies::created_at.eq(now.as_micros()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Deletes expired replies and returns their number.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<usize, DbError> {
    let limit = now.minus(REPLY_RETENTION).as_micros();
    Ok(diesel::delete(stored_replies::table.filter(stored_replies::created_at.le(limit))).execute(conn)?)
}

#[async_trait]
impl StoredReplies for Database {
    async fn find(&self, scope: &IdempotencyScope, now: Timestamp) -> Result<Option<StoredReply>, StoreError> {
        let scope = scope.clone();
        self.read(move |conn| find(conn, &scope, now)).await
    }
}

/// Applies a change once per key: reserves the key, applies the change and stores the id of its result, which `item`
/// returns, in one transaction. Without a key it only applies the change. A refused change stores nothing. Errors:
/// `Taken` for a repeated request, which [`repeat`] interprets.
pub(crate) fn apply_idempotently<T, R>(
    conn: &mut AnyConn,
    remember: Option<&IdempotentRequest>,
    item: impl FnOnce(&T) -> String,
    apply: impl FnOnce(&mut AnyConn) -> Result<Result<T, R>, DbError>,
) -> Result<Result<T, R>, DbError> {
    let Some(remember) = remember else { return apply(conn) };
    begin(conn, &remember.scope, remember.now)?;
    let made = match apply(conn)? {
        Ok(made) => made,
        Err(refused) => return Ok(Err(refused)),
    };
    keep(conn, remember, &item(&made))?;
    Ok(Ok(made))
}

/// Returns how a request repeats another, if a write failed because the same request is running or has completed.
pub(crate) fn repeat(error: &StoreError) -> Option<Repeat> {
    match error {
        StoreError::Taken(IN_PROGRESS) => Some(Repeat::InProgress),
        StoreError::Taken(DONE) => Some(Repeat::Done),
        _ => None,
    }
}
