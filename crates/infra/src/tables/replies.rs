//! Replies to requests that may be sent twice.

use crate::db::schema::stored_replies;
use crate::db::{AnyConn, DbError};
use audit::{IdempotencyScope, REPLIES_KEPT, StoredReply};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use kernel::Timestamp;

/// What [`begin`] answers where the same request is being carried out by another transaction.
pub(crate) const IN_PROGRESS: &str = "stored_replies.in_progress";
/// What [`begin`] answers where the same request was carried out before.
pub(crate) const DONE: &str = "stored_replies.key";

#[derive(Queryable, Selectable)]
#[diesel(table_name = stored_replies)]
struct Row {
    fingerprint: String,
    status: i32,
    body: String,
}

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    locked: bool,
}

/// The reply under this key, unless it is too old.
pub(crate) fn find(
    conn: &mut AnyConn,
    scope: &IdempotencyScope,
    now: Timestamp,
) -> Result<Option<StoredReply>, DbError> {
    let row: Option<Row> = stored_replies::table
        .find((scope.user.to_string(), &scope.method, &scope.path, scope.key.as_str()))
        .filter(stored_replies::created_at.gt(now.minus(REPLIES_KEPT).as_micros()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    let reply = |row: Row| {
        let status = u16::try_from(row.status).map_err(|_negative| DbError::Inconsistent {
            table: "stored_replies",
            column: "status",
            row: scope.key.as_str().to_owned(),
        })?;
        Ok(StoredReply { fingerprint: row.fingerprint, status, body: row.body })
    };
    row.map(reply).transpose()
}

/// Reserves the key for this transaction, before it changes anything. Errors: `Taken`, with [`IN_PROGRESS`] or
/// [`DONE`].
pub(crate) fn begin(conn: &mut AnyConn, scope: &IdempotencyScope, now: Timestamp) -> Result<(), DbError> {
    if let AnyConn::Pg(_) = conn {
        // Not waited for: the caller decides how long it waits. SQLite has one writer and needs no lock.
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

/// Keeps a reply under a key that was reserved; one that was too old gives way.
pub(crate) fn keep(
    conn: &mut AnyConn,
    scope: &IdempotencyScope,
    reply: &StoredReply,
    now: Timestamp,
) -> Result<(), DbError> {
    let user = scope.user.to_string();
    let old = stored_replies::table.find((&user, &scope.method, &scope.path, scope.key.as_str()));
    diesel::delete(old).execute(conn)?;
    diesel::insert_into(stored_replies::table)
        .values((
            stored_replies::user_id.eq(user),
            stored_replies::method.eq(&scope.method),
            stored_replies::path.eq(&scope.path),
            stored_replies::key.eq(scope.key.as_str()),
            stored_replies::fingerprint.eq(&reply.fingerprint),
            stored_replies::status.eq(i32::from(reply.status)),
            stored_replies::body.eq(&reply.body),
            stored_replies::created_at.eq(now.as_micros()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Deletes replies that are older than they are kept; answers how many.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<usize, DbError> {
    let limit = now.minus(REPLIES_KEPT).as_micros();
    Ok(diesel::delete(stored_replies::table.filter(stored_replies::created_at.le(limit))).execute(conn)?)
}
