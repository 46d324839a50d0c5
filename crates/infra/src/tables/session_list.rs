//! All sessions, for administrators.

use crate::db::phrase::Phrase;
use crate::db::schema::{sessions, users as accounts};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::on_both;
use crate::tables::{exact, sessions::Row};
use ::users::session::{ActiveSession, MOST_LISTED};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use kernel::{Clearance, SessionId, Timestamp};

type Joined = (Row, String, i32, bool, i32);

/// Joins sessions with what is shown of their users. A macro, because the type of the query is hard to name.
macro_rules! joined {
    () => {
        sessions::table.inner_join(accounts::table.on(accounts::id.eq(sessions::user_id))).select((
            Row::as_select(),
            accounts::username,
            accounts::clearance_level,
            accounts::is_admin,
            accounts::session_timeout,
        ))
    };
}

fn active((session, username, level, is_admin, timeout_minutes): Joined) -> Result<ActiveSession, DbError> {
    let clearance = Clearance::parse(level.into()).map_err(|_refused| DbError::Inconsistent {
        table: "users",
        column: "clearance_level",
        row: username.clone(),
    })?;
    Ok(ActiveSession { session: session.session()?, username, clearance, is_admin, timeout_minutes })
}

/// Returns the sessions before their end, the most recently active first.
pub(crate) fn open(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<ActiveSession>, DbError> {
    let rows: Vec<Joined> = joined!()
        .filter(sessions::expires_at.gt(now.as_micros()))
        .filter(accounts::is_approved)
        .order((sessions::last_active_at.desc(), sessions::position.desc()))
        .limit(MOST_LISTED)
        .load(conn)?;
    rows.into_iter().map(active).collect()
}

/// Returns the session with this id.
pub(crate) fn find(conn: &mut AnyConn, id: SessionId) -> Result<Option<ActiveSession>, DbError> {
    let row: Option<Joined> = joined!().filter(sessions::id.eq(id.to_string())).first(conn).optional()?;
    row.map(active).transpose()
}

/// Deletes a session. Errors: [`DbError::Stale`] if there is none.
pub(crate) fn terminate(conn: &mut AnyConn, id: SessionId) -> Result<(), DbError> {
    exactly_one(diesel::delete(sessions::table.filter(sessions::id.eq(id.to_string()))).execute(conn)?)
}

/// Selects sessions that are valid, as `Session::ends_at` says: none has ended or was idle for too long.
fn valid(sql: &'static str, now: Timestamp) -> Phrase<BigInt> {
    Phrase::sql(sql)
        .then(" FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.expires_at > ")
        .number(now.as_micros())
        .then(" AND sessions.last_active_at + users.session_timeout * CAST(60000000 AS BIGINT) > ")
        .number(now.as_micros())
        .then(" AND users.is_approved AND users.deleted_at IS NULL")
}

/// Counts the valid sessions.
pub(crate) fn count(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    number(conn, valid("SELECT COUNT(*)", now))
}

/// Counts the valid sessions of administrators.
pub(crate) fn count_of_administrators(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    number(conn, valid("SELECT COUNT(*)", now).then(" AND users.is_admin"))
}

/// Counts the accounts with a valid session, without the emergency access.
pub(crate) fn count_of_accounts(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    let accounts = valid("SELECT COUNT(DISTINCT sessions.user_id)", now);
    number(conn, accounts.then(" AND users.id <> 'emergency-access'"))
}

fn number(conn: &mut AnyConn, statement: Phrase<BigInt>) -> Result<u64, DbError> {
    let count: i64 = on_both!(conn, |c| statement.statement().get_result(c))?;
    Ok(exact(count))
}
