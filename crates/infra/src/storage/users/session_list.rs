//! All sessions, for administrators.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{sessions, users as accounts};
use crate::storage::users::locked_names;
use crate::storage::users::session_store::SessionStore;
use crate::storage::users::sessions::Row;
use crate::storage::{clearance, counted};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_audit::entry::Audited;
use facility_kernel::{Cursor, Page, PageRequest, SessionId, StoreError, Timestamp};
use facility_users::ports::SessionDirectory;
use facility_users::session::{ActiveSession, LockedName};

type SessionRow = (i64, Row, String, i32, bool, i32);

/// Joins sessions with the shown columns of their users. A macro, because the type of the query is hard to name.
macro_rules! with_users {
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

/// Returns a session with its cursor in the list.
fn active(
    (position, session, username, level, is_admin, timeout_minutes): SessionRow,
) -> Result<(Cursor, ActiveSession), DbError> {
    let clearance = clearance(level, "users", "clearance_level", &username)?;
    let session = session.session()?;
    let cursor = Cursor::after_both(session.last_active_at.as_micros(), position);
    Ok((cursor, ActiveSession { session, username, clearance, is_admin, timeout_minutes }))
}

/// Appends the condition that a session is valid (see `Session::ends_at`): it has not ended and was not idle for too
/// long.
fn valid<ST>(phrase: Phrase<ST>, now: Timestamp) -> Phrase<ST> {
    phrase
        .then("sessions.expires_at > ")
        .number(now.as_micros())
        .then(" AND sessions.last_active_at + users.session_timeout * CAST(60000000 AS BIGINT) > ")
        .number(now.as_micros())
        .then(" AND users.is_approved AND users.deleted_at IS NULL")
}

/// Appends FROM and WHERE for the valid sessions.
fn of_valid(sql: &'static str, now: Timestamp) -> Phrase<BigInt> {
    let joined = Phrase::sql(sql).then(" FROM sessions JOIN users ON users.id = sessions.user_id WHERE ");
    valid(joined, now)
}

/// Counts the valid sessions.
pub(crate) fn count(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    counted(conn, of_valid("SELECT COUNT(*)", now))
}

/// Counts the valid sessions of administrators.
fn count_of_administrators(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    counted(conn, of_valid("SELECT COUNT(*)", now).then(" AND users.is_admin"))
}

/// Counts the accounts with a valid session, except emergency access.
pub(crate) fn count_of_accounts(conn: &mut AnyConn, now: Timestamp) -> Result<u64, DbError> {
    let accounts = of_valid("SELECT COUNT(DISTINCT sessions.user_id)", now);
    counted(conn, accounts.then(" AND users.id <> 'emergency-access'"))
}

#[async_trait]
impl SessionDirectory for SessionStore {
    async fn valid_sessions(
        &self,
        now: Timestamp,
        page: PageRequest,
    ) -> Result<(Page<ActiveSession>, u64), StoreError> {
        self.db()
            .read(move |conn| {
                let total = count(conn, now)?;
                let (at, position) = page.after.map_or((i64::MAX, i64::MAX), Cursor::both);
                let after = Phrase::<Bool>::sql("(sessions.last_active_at, sessions.position) < (")
                    .number(at)
                    .then(", ")
                    .number(position)
                    .then(") AND ");
                let rows: Vec<SessionRow> = with_users!()
                    .filter(valid(after, now))
                    .order((sessions::last_active_at.desc(), sessions::position.desc()))
                    .limit(i64::from(page.limit.get()) + 1)
                    .load(conn)?;
                let rows = rows.into_iter().map(active).collect::<Result<_, _>>()?;
                Ok((Page::from_rows(rows, page.limit), total))
            })
            .await
    }

    async fn find_session(&self, id: SessionId) -> Result<Option<ActiveSession>, StoreError> {
        self.db()
            .read(move |conn| {
                let row: Option<SessionRow> =
                    with_users!().filter(sessions::id.eq(id.to_string())).first(conn).optional()?;
                Ok(row.map(active).transpose()?.map(|(_cursor, session)| session))
            })
            .await
    }

    async fn terminate(&self, ended: Audited<SessionId>) -> Result<(), StoreError> {
        self.db()
            .commit(ended, |conn, id| {
                exactly_one(diesel::delete(sessions::table.filter(sessions::id.eq(id.to_string()))).execute(conn)?)
            })
            .await
    }

    async fn count_valid(&self, now: Timestamp) -> Result<(u64, u64), StoreError> {
        self.db().read(move |conn| Ok((count(conn, now)?, count_of_administrators(conn, now)?))).await
    }

    async fn locked_names(&self, now: Timestamp) -> Result<Vec<LockedName>, StoreError> {
        self.db().read(move |conn| locked_names::locked_names(conn, now)).await
    }
}
