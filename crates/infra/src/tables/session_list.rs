//! All sessions, for administrators.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{sessions, users as accounts};
use crate::on_both;
use crate::tables::{exact, sessions::Row};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_kernel::{Clearance, Cursor, Page, PageRequest, SessionId, Timestamp};
use facility_users::session::ActiveSession;

type Joined = (i64, Row, String, i32, bool, i32);

/// Joins sessions with what is shown of their users. A macro, because the type of the query is hard to name.
macro_rules! joined {
    () => {
        sessions::table.inner_join(accounts::table.on(accounts::id.eq(sessions::user_id))).select((
            sessions::position,
            Row::as_select(),
            accounts::username,
            accounts::clearance_level,
            accounts::is_admin,
            accounts::session_timeout,
        ))
    };
}

/// Returns a session with its place in the list.
fn active(
    (position, session, username, level, is_admin, timeout_minutes): Joined,
) -> Result<(Cursor, ActiveSession), DbError> {
    let clearance = Clearance::parse(level.into()).map_err(|_refused| DbError::Inconsistent {
        table: "users",
        column: "clearance_level",
        row: username.clone(),
    })?;
    let session = session.session()?;
    let place = Cursor::after_both(session.last_active_at.as_micros(), position);
    Ok((place, ActiveSession { session, username, clearance, is_admin, timeout_minutes }))
}

/// Returns a page of the valid sessions, the most recently active first, and their number.
pub(crate) fn list(
    conn: &mut AnyConn,
    now: Timestamp,
    page: PageRequest,
) -> Result<(Page<ActiveSession>, u64), DbError> {
    let total = count(conn, now)?;
    let (at, position) = page.after.map_or((i64::MAX, i64::MAX), Cursor::both);
    let after = Phrase::<Bool>::sql("(sessions.last_active_at, sessions.position) < (")
        .number(at)
        .then(", ")
        .number(position)
        .then(") AND ");
    let rows: Vec<Joined> = joined!()
        .filter(valid(after, now))
        .order((sessions::last_active_at.desc(), sessions::position.desc()))
        .limit(i64::from(page.limit.get()) + 1)
        .load(conn)?;
    let rows = rows.into_iter().map(active).collect::<Result<_, _>>()?;
    Ok((Page::from_rows(rows, page.limit), total))
}

/// Returns the session with this id.
pub(crate) fn find(conn: &mut AnyConn, id: SessionId) -> Result<Option<ActiveSession>, DbError> {
    let row: Option<Joined> = joined!().filter(sessions::id.eq(id.to_string())).first(conn).optional()?;
    Ok(row.map(active).transpose()?.map(|(_place, session)| session))
}

/// Deletes a session. Errors: [`DbError::Stale`] if there is none.
pub(crate) fn terminate(conn: &mut AnyConn, id: SessionId) -> Result<(), DbError> {
    exactly_one(diesel::delete(sessions::table.filter(sessions::id.eq(id.to_string()))).execute(conn)?)
}

/// Appends the condition that a session is valid, as `Session::ends_at` says: it has not ended and was not idle for too long.
fn valid<ST>(phrase: Phrase<ST>, now: Timestamp) -> Phrase<ST> {
    phrase
        .then("sessions.expires_at > ")
        .number(now.as_micros())
        .then(" AND sessions.last_active_at + users.session_timeout * CAST(60000000 AS BIGINT) > ")
        .number(now.as_micros())
        .then(" AND users.is_approved AND users.deleted_at IS NULL")
}

/// Selects this of the valid sessions.
fn of_valid(sql: &'static str, now: Timestamp) -> Phrase<BigInt> {
    let joined = Phrase::sql(sql).then(" FROM sessions JOIN users ON users.id = sessions.user_id WHERE ");
    valid(joined, now)
}

/// Counts the valid sessions.
pub(crate) fn count(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    number(conn, of_valid("SELECT COUNT(*)", now))
}

/// Counts the valid sessions of administrators.
pub(crate) fn count_of_administrators(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    number(conn, of_valid("SELECT COUNT(*)", now).then(" AND users.is_admin"))
}

/// Counts the accounts with a valid session, without the emergency access.
pub(crate) fn count_of_accounts(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    let accounts = of_valid("SELECT COUNT(DISTINCT sessions.user_id)", now);
    number(conn, accounts.then(" AND users.id <> 'emergency-access'"))
}

fn number(conn: &mut AnyConn, statement: Phrase<BigInt>) -> Result<u64, DbError> {
    let count: i64 = on_both!(conn, |c| statement.statement().get_result(c))?;
    Ok(exact(count))
}
