//! The table of sessions.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{sessions, site_settings, users as accounts};
use crate::on_both;
use crate::storage::users::{account_rows, site};
use diesel::prelude::*;
use facility_kernel::{SessionId, Timestamp, UserId};
use facility_users::session::{
    ABSOLUTE_LIFETIME, EMERGENCY_LIFETIME, MAX_SESSIONS, Session, SessionRecord, SignInMethod,
};

columns! {
    pub(crate) struct Row in sessions {
        id: SessionId,
        token_hash: String,
        user_id: UserId,
        created_at: Timestamp,
        last_active_at: Timestamp,
        expires_at: Timestamp,
        ip_address: Option<String>,
        user_agent: Option<String>,
    }
    pub(crate) fn session() -> Session = Session {
        token_fingerprint: token_hash,
        id, user_id, created_at, last_active_at, expires_at, ip_address, user_agent,
    }
}

type SessionRow = (Row, account_rows::Row, Option<site::Row>);
type SessionsByToken = Vec<(String, Result<SessionRecord, DbError>)>;

/// Joins sessions with their users and the site's settings. A macro, because the query's type differs per database.
macro_rules! with_users_and_site {
    () => {
        sessions::table
            .inner_join(accounts::table.on(accounts::id.eq(sessions::user_id)))
            .left_join(site_settings::table.on(site_settings::id.eq("site")))
            .select((Row::as_select(), account_rows::Row::as_select(), Option::<site::Row>::as_select()))
    };
}

/// Returns the session with this token, its user and the site's settings, in one statement.
pub(crate) fn find(conn: &mut AnyConn, token: &String) -> Result<Option<SessionRecord>, DbError> {
    // On the concrete connection the statement is cached by its type, so its SQL is not rebuilt for every call.
    let row: Option<SessionRow> =
        on_both!(conn, |c| with_users_and_site!().filter(sessions::token_hash.eq(token)).get_result(c)).optional()?;
    row.map(record).transpose()
}

/// Returns the sessions with any of these tokens, each with its token.
pub(crate) fn find_many(conn: &mut AnyConn, tokens: &[String]) -> Result<SessionsByToken, DbError> {
    let rows: Vec<SessionRow> =
        on_both!(conn, |c| with_users_and_site!().filter(sessions::token_hash.eq_any(tokens)).load(c))?;
    Ok(rows.into_iter().map(|row| (row.0.token_hash.clone(), record(row))).collect())
}

fn record((session, user, site): SessionRow) -> Result<SessionRecord, DbError> {
    let site = site.ok_or(DbError::NoSettings)?.into();
    Ok(SessionRecord { session: session.session()?, user: user.user()?, site })
}

/// Inserts a session and deletes the one that it replaces and the user's least recently used beyond the maximum.
pub(crate) fn insert(
    conn: &mut AnyConn,
    session: &Session,
    method: SignInMethod,
    replaces: Option<SessionId>,
) -> Result<(), DbError> {
    let user = session.user_id.to_string();
    if let Some(replaced) = replaces {
        close(conn, replaced)?;
    }
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session.id.to_string()),
            sessions::token_hash.eq(&session.token_fingerprint),
            sessions::user_id.eq(&user),
            sessions::method.eq(method.as_str()),
            sessions::created_at.eq(session.created_at.as_micros()),
            sessions::last_active_at.eq(session.last_active_at.as_micros()),
            sessions::expires_at.eq(session.expires_at.as_micros()),
            sessions::ip_address.eq(session.ip_address.as_deref()),
            sessions::user_agent.eq(session.user_agent.as_deref()),
        ))
        .execute(conn)?;
    let surplus: Vec<i64> = sessions::table
        .filter(sessions::user_id.eq(&user))
        .order((sessions::last_active_at.desc(), sessions::position.desc()))
        .offset(MAX_SESSIONS)
        .limit(MAX_SESSIONS)
        .select(sessions::position)
        .load(conn)?;
    diesel::delete(sessions::table.filter(sessions::position.eq_any(surplus))).execute(conn)?;
    Ok(())
}

/// Deletes a session, if it exists.
pub(crate) fn close(conn: &mut AnyConn, id: SessionId) -> Result<(), DbError> {
    diesel::delete(sessions::table.filter(sessions::id.eq(id.to_string()))).execute(conn)?;
    Ok(())
}

/// Limits the end and the last activity of sessions to those of a session that began now: later ones come from a clock
/// that was ahead.
pub(crate) fn clamp(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let emergency = UserId::EmergencyAccess.to_string();
    let ends = now.plus(ABSOLUTE_LIFETIME).as_micros();
    let later = sessions::table.filter(sessions::expires_at.gt(ends));
    diesel::update(later).set(sessions::expires_at.eq(ends)).execute(conn)?;
    let ends = now.plus(EMERGENCY_LIFETIME).as_micros();
    let later = sessions::table.filter(sessions::user_id.eq(emergency)).filter(sessions::expires_at.gt(ends));
    diesel::update(later).set(sessions::expires_at.eq(ends)).execute(conn)?;
    let active = sessions::table.filter(sessions::last_active_at.gt(now.as_micros()));
    diesel::update(active).set(sessions::last_active_at.eq(now.as_micros())).execute(conn)?;
    Ok(())
}

/// Deletes the sessions whose maximum lifetime is over.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    diesel::delete(sessions::table.filter(sessions::expires_at.le(now.as_micros()))).execute(conn)?;
    Ok(())
}

/// A foreground request of a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Touch {
    pub(crate) user: UserId,
    pub(crate) session: SessionId,
    pub(crate) at: Timestamp,
}

/// Moves activity timestamps forward, never back.
pub(crate) fn touch(conn: &mut AnyConn, touches: &[Touch]) -> Result<(), DbError> {
    // All nodes lock in the same order, and the user before the session, as everywhere, so that no two writes
    // deadlock.
    let mut touches = touches.to_vec();
    touches.sort_unstable();
    for touch in touches {
        let at = touch.at.as_micros();
        let user = accounts::table
            .filter(accounts::id.eq(touch.user.to_string()))
            .filter(accounts::last_activity.is_null().or(accounts::last_activity.lt(at)));
        diesel::update(user).set(accounts::last_activity.eq(Some(at))).execute(conn)?;
        let session =
            sessions::table.filter(sessions::id.eq(touch.session.to_string())).filter(sessions::last_active_at.lt(at));
        diesel::update(session).set(sessions::last_active_at.eq(at)).execute(conn)?;
    }
    Ok(())
}
