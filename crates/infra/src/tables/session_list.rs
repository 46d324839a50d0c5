//! All sessions and locks, for administrators.

use crate::db::schema::{lockouts, sessions, users as accounts};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::tables::{exact, sessions::Row};
use ::users::session::{ActiveSession, Lockouts, MOST_LISTED};
use diesel::dsl::{count_star, max};
use diesel::prelude::*;
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

/// Counts the locks in force.
pub(crate) fn locks(conn: &mut AnyConn, now: Timestamp) -> Result<Lockouts, DbError> {
    let (count, until): (i64, Option<i64>) = lockouts::table
        .filter(lockouts::locked_until.gt(now.as_micros()))
        .select((count_star(), max(lockouts::locked_until)))
        .first(conn)?;
    Ok(Lockouts { count: exact(count), until: until.map(Timestamp::from_micros) })
}
