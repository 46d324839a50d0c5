//! The results of sign-ins, each recorded with all its effects in one transaction.
//!
//! Throttles are locked first, then the account, as everywhere.

use crate::db::applied::{Applied, ApplyResult};
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::users;
use crate::storage::audit::attempts;
use crate::storage::users::claimants::{self, Hold};
use crate::storage::users::second_factor::spend;
use crate::storage::users::{account_rows, credentials, pending_logins, sessions};
use diesel::prelude::*;
use facility_audit::activity::Metric;
use facility_audit::entry::Details;
use facility_kernel::{Secret, Timestamp, UserId};
use facility_users::credential::CredentialName;
use facility_users::lockout::Admission;
use facility_users::ports::{OpenEmergency, OpenSession, RefusedSignIn};
use facility_users::second_factor::TRIES_PER_TICKET;
use facility_users::second_factor::ports::{CodeOutcome, NewTicket, VerifiedSignIn, WrongCode, WrongCodeOutcome};
use facility_users::session::SignInMethod;
use facility_users::sign_in_record::SignInRecord;

/// Returns `Admitted` if the result was recorded, or else the throttle that refused it.
pub(crate) fn admission(recorded: Result<(), Admission>) -> Admission {
    recorded.err().unwrap_or(Admission::Admitted)
}

/// Opens a session after the right password.
pub(crate) fn open(conn: &mut AnyConn, opened: &OpenSession) -> Result<ApplyResult<(), Admission>, DbError> {
    let now = opened.session.created_at;
    let counters = claimants::hold(conn, &opened.claimant, false, now)?;
    match counters.admission(now) {
        Admission::Admitted => {}
        refused => return Ok(Err(refused)),
    }
    open_session(conn, opened, &SignInRecord::opened(&counters, opened))?;
    Ok(Ok(Applied::plain(())))
}

/// Opens the session of the emergency-access user.
pub(crate) fn open_emergency(conn: &mut AnyConn, opened: &OpenEmergency) -> Result<(), DbError> {
    credentials::hold(conn, CredentialName::EmergencyKey, &opened.checked_hash)?;
    let now = opened.session.created_at.as_micros();
    let user = users::table.filter(users::id.eq(opened.session.user_id.to_string()));
    let active = (users::last_activity.eq(Some(now)), users::last_login_attempt.eq(Some(now)));
    exactly_one(diesel::update(user).set(active).execute(conn)?)?;
    sessions::insert(conn, &opened.session, SignInMethod::EmergencyKey, opened.replaces)?;
    attempts::insert(conn, &opened.attempt, &Metric::of_attempt(&opened.attempt), 1)
}

/// Records a refused sign-in, unless a throttle took effect in the meantime.
pub(crate) fn refuse(conn: &mut AnyConn, refused: &RefusedSignIn) -> Result<ApplyResult<(), Admission>, DbError> {
    let now = refused.attempt.attempted_at;
    let counters = claimants::hold(conn, &refused.claimant, refused.is_failure, now)?;
    match counters.admission(now) {
        Admission::Admitted => {}
        limited => return Ok(Err(limited)),
    }
    let earlier = attempts::earlier_guesses(conn, &refused.attempt)?;
    let record = SignInRecord::refused(counters, refused, earlier);
    if let Some(user) = refused.user_id {
        record_attempt(conn, user, refused.is_failure, now)?;
    }
    if let Some(counters) = &record.counters {
        claimants::store(conn, &refused.claimant, counters, now)?;
    }
    attempts::insert(conn, &record.attempt, &record.metrics, 1)?;
    Ok(Ok(Applied { details: record.details(), ..Applied::plain(()) }))
}

/// Issues a ticket for a code after the right password. The attempt is recorded when the code is checked.
pub(crate) fn issue_ticket(conn: &mut AnyConn, new: &NewTicket) -> Result<ApplyResult<(), Admission>, DbError> {
    let now = new.ticket.created_at;
    match claimants::hold(conn, &new.claimant, false, now)?.admission(now) {
        Admission::Admitted => {}
        refused => return Ok(Err(refused)),
    }
    let password = Password { checked: new.checked_hash.as_ref(), rehash: new.rehash.as_ref() };
    record_step(conn, new.ticket.user_id, password, Step::Password, now)?;
    pending_logins::insert(conn, &new.ticket)?;
    Ok(Ok(Applied::plain(())))
}

/// Uses up a ticket and a code and opens the session. The password was right, so its limits no longer apply.
pub(crate) fn open_with_code(
    conn: &mut AnyConn,
    verified: &VerifiedSignIn,
) -> Result<ApplyResult<(), CodeOutcome>, DbError> {
    let opened = &verified.opened;
    let (user, now) = (opened.session.user_id.to_string(), opened.session.created_at);
    let counters = claimants::hold(conn, &opened.claimant, false, now)?;
    let device = opened.claimant.device.as_deref();
    if let Some(wait) = claimants::guesses(conn, &user, device, now, Hold::Existing)?.wait(now) {
        return Ok(Err(CodeOutcome::Locked(wait)));
    }
    open_session(conn, opened, &SignInRecord::opened(&counters, opened))?;
    if !pending_logins::spend(conn, &verified.ticket, &user, now)? {
        return Ok(Err(CodeOutcome::NoTicket));
    }
    if !spend(conn, &user, &verified.proof)? {
        return Ok(Err(CodeOutcome::Spent));
    }
    Ok(Ok(Applied { alert: verified.alert.clone(), ..Applied::plain(()) }))
}

/// Records a wrong code for its browser or account and for its ticket. Returns how many more would be checked.
pub(crate) fn refuse_code(
    conn: &mut AnyConn,
    wrong: &WrongCode,
) -> Result<ApplyResult<u32, WrongCodeOutcome>, DbError> {
    let (user, now, device) = (wrong.user_id.to_string(), wrong.at, wrong.device.as_deref());
    let before = claimants::guesses(conn, &user, device, now, Hold::Create)?;
    if let Some(wait) = before.wait(now) {
        return Ok(Err(WrongCodeOutcome::Locked(wait)));
    }
    let guesses = before.counted(now);
    claimants::store_guesses(conn, &user, device, &guesses, now)?;
    let mut details = Details::new();
    if let Some(attempt) = &wrong.attempt {
        record_attempt(conn, wrong.user_id, true, now)?;
        let record = SignInRecord::wrong_code(attempt, attempts::earlier_guesses(conn, attempt)?);
        attempts::insert(conn, &record.attempt, &record.metrics, 1)?;
        details = record.details();
    }
    let mut left = guesses.left(now);
    if let Some(ticket) = &wrong.ticket {
        let Some(tries) = pending_logins::count_try(conn, ticket, now)? else {
            return Ok(Err(WrongCodeOutcome::NoTicket));
        };
        left = left.min(TRIES_PER_TICKET.saturating_sub(tries));
    }
    let alert = guesses.wait(now).is_some().then(|| wrong.lock_alert.clone());
    Ok(Ok(Applied { answer: left, details, alert }))
}

/// Opens an admitted session, with everything that belongs to it.
fn open_session(conn: &mut AnyConn, opened: &OpenSession, record: &SignInRecord) -> Result<(), DbError> {
    let (session, claimant) = (&opened.session, &opened.claimant);
    let step = if opened.method == SignInMethod::Password { Step::OnlyPassword } else { Step::Code };
    let password = Password { checked: opened.checked_hash.as_ref(), rehash: opened.rehash.as_ref() };
    if let Some(counters) = &record.counters {
        claimants::store(conn, claimant, counters, session.created_at)?;
    }
    record_step(conn, session.user_id, password, step, session.created_at)?;
    sessions::insert(conn, session, opened.method, opened.replaces)?;
    let user = session.user_id.to_string();
    claimants::know(conn, &user, &opened.device, &claimant.network, session.created_at)?;
    attempts::insert(conn, &record.attempt, &record.metrics, 1)
}

/// A step of a sign-in that was passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The password of an account with a second factor, whose code has to follow.
    Password,
    /// The password of an account without a second factor, which opens the session.
    OnlyPassword,
    /// The code.
    Code,
}

/// The password that was checked, by its hash, and a new hash of it if that is outdated.
#[derive(Clone, Copy)]
struct Password<'a> {
    checked: Option<&'a Secret>,
    rehash: Option<&'a Secret>,
}

/// Records in the account that a step was passed. Errors: [`DbError::Stale`] if, since the check, the account lost its
/// approval, got another password, or turned on a second factor.
fn record_step(
    conn: &mut AnyConn,
    user: UserId,
    password: Password<'_>,
    step: Step,
    now: Timestamp,
) -> Result<(), DbError> {
    let (id, at) = (user.to_string(), Some(now.as_micros()));
    let mut standing = diesel::update(users::table).into_boxed();
    standing =
        standing.filter(users::id.eq(&id)).filter(users::is_approved.eq(true)).filter(users::deleted_at.is_null());
    if let Some(hash) = password.checked {
        standing = standing.filter(users::password_hash.eq(hash.expose()));
    }
    if step == Step::OnlyPassword {
        standing = standing.filter(users::two_factor_enabled.eq(false));
    }
    let is_in = step != Step::Password;
    let touched = standing
        .set((
            users::last_login_attempt.eq(at),
            is_in.then(|| users::last_activity.eq(at)),
            is_in.then(|| users::failed_login_attempts.eq(0)),
        ))
        .execute(conn)?;
    exactly_one(touched)?;
    password.rehash.map_or(Ok(()), |hash| account_rows::set_password(conn, &id, Some(hash)))
}

/// Records an attempt to sign in to an account.
fn record_attempt(conn: &mut AnyConn, user: UserId, is_failure: bool, now: Timestamp) -> Result<(), DbError> {
    diesel::update(users::table.filter(users::id.eq(user.to_string())))
        .set((
            users::last_login_attempt.eq(Some(now.as_micros())),
            users::failed_login_attempts.eq(users::failed_login_attempts + i32::from(is_failure)),
        ))
        .execute(conn)?;
    Ok(())
}
