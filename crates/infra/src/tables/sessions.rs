//! Sessions and sign-in attempts.

use crate::db::applied::{Applied, Judged};
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{login_attempts, sessions, site_settings, users as accounts};
use crate::on_both;
use crate::tables::throttle::capped;
use crate::tables::{activity, credentials, read, sign_in, site, users};
use diesel::prelude::*;
use facility_audit::activity::Metric;
use facility_audit::attempts::{FailureReason, LoginAttempt, SUSPICION_WINDOW, SUSPICIOUS_FROM};
use facility_audit::entry::Details;
use facility_kernel::{SessionId, Timestamp, UserId};
use facility_users::credential::CredentialName;
use facility_users::lockout::{Admission, Counters};
use facility_users::ports::{OpenEmergency, OpenSession, RefusedSignIn};
use facility_users::session::{
    ABSOLUTE_LIFETIME, EMERGENCY_LIFETIME, MAX_SESSIONS, OwnedSession, Session, SessionRecord, SignInMethod,
};
use facility_users::user::Username;
use std::ops::ControlFlow;

const TABLE: &str = "sessions";

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub(crate) struct Row {
    id: String,
    token_hash: String,
    user_id: String,
    created_at: i64,
    last_active_at: i64,
    expires_at: i64,
    ip_address: Option<String>,
    user_agent: Option<String>,
}

impl Row {
    pub(crate) fn session(self) -> Result<Session, DbError> {
        Ok(Session {
            user_id: read(&self.user_id, TABLE, "user_id", &self.id)?,
            id: read(&self.id, TABLE, "id", &self.id)?,
            token_fingerprint: self.token_hash,
            created_at: Timestamp::from_micros(self.created_at),
            last_active_at: Timestamp::from_micros(self.last_active_at),
            expires_at: Timestamp::from_micros(self.expires_at),
            ip_address: self.ip_address,
            user_agent: self.user_agent,
        })
    }
}

type Joined = (Row, users::Row, Option<site::Row>);
type Found = Vec<(String, Result<SessionRecord, DbError>)>;

/// Joins sessions with their users and the site's settings. A macro, because the query's type differs per database.
macro_rules! joined {
    () => {
        sessions::table
            .inner_join(accounts::table.on(accounts::id.eq(sessions::user_id)))
            .left_join(site_settings::table.on(site_settings::id.eq("site")))
            .select((Row::as_select(), users::Row::as_select(), Option::<site::Row>::as_select()))
    };
}

/// Returns the session with this token, its user and the site's settings, in one statement.
pub(crate) fn find(conn: &mut AnyConn, token: &String) -> Result<Option<SessionRecord>, DbError> {
    // On the concrete connection the statement is cached by its type, so its SQL is not rebuilt for every call.
    let row: Option<Joined> =
        on_both!(conn, |c| joined!().filter(sessions::token_hash.eq(token)).get_result(c)).optional()?;
    row.map(record).transpose()
}

/// Returns the sessions with any of these tokens, each with its token.
pub(crate) fn find_many(conn: &mut AnyConn, tokens: &[String]) -> Result<Found, DbError> {
    let rows: Vec<Joined> =
        on_both!(conn, |c| joined!().filter(sessions::token_hash.eq_any(tokens)).load(c))?;
    Ok(rows.into_iter().map(|row| (row.0.token_hash.clone(), record(row))).collect())
}

fn record((session, user, site): Joined) -> Result<SessionRecord, DbError> {
    let site = site.ok_or(DbError::NoSettings)?.into();
    Ok(SessionRecord { session: session.session()?, user: user.user()?, site })
}

/// Whether a verdict may be reported, or the throttle that prevents it.
type OpenOutcome = ControlFlow<Admission>;

/// Opens a session with everything that belongs to it. If a throttle took effect in the meantime, returns it and
/// changes nothing.
pub(crate) fn open(conn: &mut AnyConn, opened: &OpenSession) -> Result<OpenOutcome, DbError> {
    let session = &opened.session;
    let counters = sign_in::hold(conn, &opened.claimant, false, session.created_at)?;
    match counters.admission(session.created_at) {
        Admission::Admitted => {}
        refused => return Ok(ControlFlow::Break(refused)),
    }
    begin(conn, opened, &counters)?;
    Ok(ControlFlow::Continue(()))
}

/// Opens a session whose verdict may be reported, with everything that belongs to it.
pub(crate) fn begin(conn: &mut AnyConn, opened: &OpenSession, counters: &Counters) -> Result<(), DbError> {
    let session = &opened.session;
    let after = counters.clone().succeeded(session.created_at);
    if after != *counters {
        sign_in::store(conn, &opened.claimant, &after, session.created_at)?;
    }
    let user = session.user_id.to_string();
    let now = session.created_at.as_micros();
    // Since the password check the account may have lost its approval, received a new password, or turned on a second
    // factor.
    let mut standing = diesel::update(accounts::table).into_boxed();
    standing = standing
        .filter(accounts::id.eq(&user))
        .filter(accounts::is_approved.eq(true))
        .filter(accounts::deleted_at.is_null());
    if let Some(hash) = &opened.checked_hash {
        standing = standing.filter(accounts::password_hash.eq(hash.expose()));
    }
    if opened.method == SignInMethod::Password {
        standing = standing.filter(accounts::two_factor_enabled.eq(false));
    }
    let touched = standing
        .set((
            accounts::last_activity.eq(Some(now)),
            accounts::last_login_attempt.eq(Some(now)),
            accounts::failed_login_attempts.eq(0),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    if let Some(hash) = &opened.rehash {
        users::set_password(conn, &user, Some(hash))?;
    }
    insert(conn, session, opened.method, opened.replaces)?;
    sign_in::know(conn, &user, &opened.device, &opened.claimant.network, session.created_at)?;
    if opened.method != SignInMethod::Password {
        activity::add(conn, Metric::SecondFactorChecks, 1, session.created_at)?;
    }
    insert_attempt(conn, &opened.attempt, 1)
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

/// Opens a session of the emergency-access user. Errors: [`DbError::Stale`] if the key was rotated since it was checked.
pub(crate) fn open_emergency(conn: &mut AnyConn, opened: &OpenEmergency) -> Result<(), DbError> {
    credentials::hold(conn, CredentialName::EmergencyKey, &opened.checked_hash)?;
    let now = opened.session.created_at.as_micros();
    let user = accounts::table.filter(accounts::id.eq(opened.session.user_id.to_string()));
    let touched = diesel::update(user)
        .set((accounts::last_activity.eq(Some(now)), accounts::last_login_attempt.eq(Some(now))))
        .execute(conn)?;
    exactly_one(touched)?;
    insert(conn, &opened.session, SignInMethod::EmergencyKey, opened.replaces)?;
    insert_attempt(conn, &opened.attempt, 1)
}

/// Records a refused sign-in and counts it if it is a failure. Refused if a throttle took effect in the meantime.
pub(crate) fn refuse(conn: &mut AnyConn, refused: &RefusedSignIn) -> Result<Judged<(), Admission>, DbError> {
    let now = refused.attempt.attempted_at;
    let counters = sign_in::hold(conn, &refused.claimant, refused.is_failure, now)?;
    match counters.admission(now) {
        Admission::Admitted => {}
        refused => return Ok(Err(refused)),
    }
    if refused.is_failure {
        sign_in::store(conn, &refused.claimant, &counters.failed(now), now)?;
    }
    if let Some(user) = refused.user_id {
        diesel::update(accounts::table.filter(accounts::id.eq(user.to_string())))
            .set((
                accounts::last_login_attempt.eq(Some(refused.attempt.attempted_at.as_micros())),
                accounts::failed_login_attempts
                    .eq(accounts::failed_login_attempts + i32::from(refused.is_failure)),
            ))
            .execute(conn)?;
    }
    let details = insert_judged(conn, &refused.attempt)?;
    Ok(Ok(Applied { details, ..Applied::plainly(()) }))
}

/// Deletes a session, if it exists.
pub(crate) fn close(conn: &mut AnyConn, id: SessionId) -> Result<(), DbError> {
    diesel::delete(sessions::table.filter(sessions::id.eq(id.to_string()))).execute(conn)?;
    Ok(())
}

/// Returns the sessions of a user, the most recently used first.
pub(crate) fn of_user(conn: &mut AnyConn, user: UserId) -> Result<Vec<Session>, DbError> {
    let rows: Vec<Row> = sessions::table
        .filter(sessions::user_id.eq(user.to_string()))
        .order((sessions::last_active_at.desc(), sessions::position.desc()))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(Row::session).collect()
}

/// Deletes a session of a user. Errors: [`DbError::Stale`] if the user has no such session.
pub(crate) fn end(conn: &mut AnyConn, owned: &OwnedSession) -> Result<(), DbError> {
    let session = sessions::table
        .filter(sessions::id.eq(owned.id.to_string()))
        .filter(sessions::user_id.eq(owned.user_id.to_string()));
    exactly_one(diesel::delete(session).execute(conn)?)
}

/// Ends sessions no later, absolutely and by their activity, than they would end if they began now: one that lasts longer comes
/// from a clock that was ahead.
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
        let session = sessions::table
            .filter(sessions::id.eq(touch.session.to_string()))
            .filter(sessions::last_active_at.lt(at));
        diesel::update(session).set(sessions::last_active_at.eq(at)).execute(conn)?;
    }
    Ok(())
}

/// Records an attempt, and whether it is suspicious after those before it. The counters of its claimant MUST be held: of
/// attempts at the same time each then sees those that were recorded before it. Returns what its entry says about it.
pub(crate) fn insert_judged(conn: &mut AnyConn, attempt: &LoginAttempt) -> Result<Details, DbError> {
    let Some(reason) = attempt.failure else {
        return insert_attempt(conn, attempt, 1).map(|()| Details::new());
    };
    let since = attempt.attempted_at.minus(SUSPICION_WINDOW);
    let (name, address) = (Username::key_of(&attempt.username), attempt.ip_address.as_deref());
    let earlier = recent_guesses(conn, &name, address, since, SUSPICIOUS_FROM - 1)?;
    let is_suspicious = reason.is_suspicious(earlier);
    insert_attempt(conn, &LoginAttempt { is_suspicious, ..attempt.clone() }, 1)?;
    Ok(Details::new().with("suspicious", is_suspicious))
}

/// Counts failed guesses since `since` for this name and from this address, and returns the larger number, at most
/// `at_most`.
fn recent_guesses(
    conn: &mut AnyConn,
    username_key: &str,
    ip_address: Option<&str>,
    since: Timestamp,
    at_most: u64,
) -> Result<u64, DbError> {
    let no_guesses = FailureReason::NO_GUESSES.map(FailureReason::as_str);
    // This wording matches the partial indexes, so the query reads only failures, and no more than needed.
    let failed = || {
        login_attempts::table
            .filter(diesel::dsl::not(login_attempts::success))
            .filter(login_attempts::attempted_at.ge(since.as_micros()))
            .filter(login_attempts::failure_reason.ne_all(no_guesses).assume_not_null())
            .select(login_attempts::count)
            .limit(i64::try_from(at_most).unwrap_or(i64::MAX))
    };
    let for_name: Vec<i32> = failed().filter(login_attempts::username_key.eq(username_key)).load(conn)?;
    let from_address: Vec<i32> = match ip_address {
        None => Vec::new(),
        Some(address) => failed().filter(login_attempts::ip_address.eq(address)).load(conn)?,
    };
    // A row counts at least one attempt, so the rows read suffice.
    let sum = |counts: Vec<i32>| counts.into_iter().map(i64::from).sum::<i64>().unsigned_abs().min(at_most);
    Ok(sum(for_name).max(sum(from_address)))
}

/// Deletes at most `limit` attempts made before `before` and returns their number.
pub(crate) fn prune_attempts(conn: &mut AnyConn, before: Timestamp, limit: i64) -> Result<usize, DbError> {
    let old: Vec<i64> = login_attempts::table
        .filter(login_attempts::attempted_at.lt(before.as_micros()))
        .order(login_attempts::attempted_at.asc())
        .limit(limit)
        .select(login_attempts::position)
        .load(conn)?;
    // By position, not by a list of ids: SQLite limits the number of bound values.
    let mut deleted = 0;
    for part in old.chunks(500) {
        let rows = login_attempts::table.filter(login_attempts::position.eq_any(part));
        deleted += diesel::delete(rows).execute(conn)?;
    }
    Ok(deleted)
}

/// Inserts an attempt that happened `count` times.
pub(crate) fn insert_attempt(conn: &mut AnyConn, attempt: &LoginAttempt, count: u32) -> Result<(), DbError> {
    diesel::insert_into(login_attempts::table)
        .values((
            login_attempts::id.eq(attempt.id.to_string()),
            login_attempts::username.eq(&attempt.username),
            login_attempts::username_key.eq(Username::key_of(&attempt.username)),
            login_attempts::ip_address.eq(attempt.ip_address.as_deref()),
            login_attempts::user_agent.eq(attempt.user_agent.as_deref()),
            login_attempts::success.eq(attempt.failure.is_none()),
            login_attempts::failure_reason.eq(attempt.failure.map(FailureReason::as_str)),
            login_attempts::is_suspicious.eq(attempt.is_suspicious),
            login_attempts::attempted_at.eq(attempt.attempted_at.as_micros()),
            login_attempts::count.eq(capped(count)),
        ))
        .execute(conn)?;
    activity::count_attempt(conn, attempt, count)
}
