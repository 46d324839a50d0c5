//! What becomes of a sign-in: each verdict with everything that is recorded of it, in one transaction.
//!
//! Throttles are locked first, then the account, as everywhere.

use crate::db::applied::{Applied, Judged};
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

/// Returns whether the verdict was recorded.
pub(crate) fn admission(judged: Result<(), Admission>) -> Admission {
    judged.err().unwrap_or(Admission::Admitted)
}

/// Opens a session after the right password.
pub(crate) fn open(conn: &mut AnyConn, opened: &OpenSession) -> Result<Judged<(), Admission>, DbError> {
    let now = opened.session.created_at;
    let counters = claimants::hold(conn, &opened.claimant, false, now)?;
    match counters.admission(now) {
        Admission::Admitted => {}
        refused => return Ok(Err(refused)),
    }
    begin(conn, opened, &SignInRecord::opened(&counters, opened))?;
    Ok(Ok(Applied::plainly(())))
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
pub(crate) fn refuse(conn: &mut AnyConn, refused: &RefusedSignIn) -> Result<Judged<(), Admission>, DbError> {
    let now = refused.attempt.attempted_at;
    let counters = claimants::hold(conn, &refused.claimant, refused.is_failure, now)?;
    match counters.admission(now) {
        Admission::Admitted => {}
        limited => return Ok(Err(limited)),
    }
    let earlier = attempts::earlier_guesses(conn, &refused.attempt)?;
    let record = SignInRecord::refused(counters, refused, earlier);
    if let Some(user) = refused.user_id {
        tried(conn, user, refused.is_failure, now)?;
    }
    if let Some(counters) = &record.counters {
        claimants::store(conn, &refused.claimant, counters, now)?;
    }
    attempts::insert(conn, &record.attempt, &record.metrics, 1)?;
    Ok(Ok(Applied { details: record.details(), ..Applied::plainly(()) }))
}

/// Asks for a code after the right password. What it counts for is recorded when the code is judged.
pub(crate) fn ask(conn: &mut AnyConn, asked: &NewTicket) -> Result<Judged<(), Admission>, DbError> {
    let now = asked.ticket.created_at;
    match claimants::hold(conn, &asked.claimant, false, now)?.admission(now) {
        Admission::Admitted => {}
        refused => return Ok(Err(refused)),
    }
    let password = Password { checked: asked.checked_hash.as_ref(), rehash: asked.rehash.as_ref() };
    enter(conn, asked.ticket.user_id, password, Step::Password, now)?;
    pending_logins::insert(conn, &asked.ticket)?;
    Ok(Ok(Applied::plainly(())))
}

/// Uses up a ticket and a code and opens the session. The password was right, so its limits no longer apply.
pub(crate) fn open_with_code(
    conn: &mut AnyConn,
    verified: &VerifiedSignIn,
) -> Result<Judged<(), CodeOutcome>, DbError> {
    let opened = &verified.opened;
    let (user, now) = (opened.session.user_id.to_string(), opened.session.created_at);
    let counters = claimants::hold(conn, &opened.claimant, false, now)?;
    let device = opened.claimant.device.as_deref();
    if let Some(wait) = claimants::guesses(conn, &user, device, now, Hold::Existing)?.wait(now) {
        return Ok(Err(CodeOutcome::Locked(wait)));
    }
    begin(conn, opened, &SignInRecord::opened(&counters, opened))?;
    if !pending_logins::spend(conn, &verified.ticket, &user, now)? {
        return Ok(Err(CodeOutcome::NoTicket));
    }
    if !spend(conn, &user, &verified.proof)? {
        return Ok(Err(CodeOutcome::Spent));
    }
    Ok(Ok(Applied { alert: verified.alert.clone(), ..Applied::plainly(()) }))
}

/// Records a wrong code for its browser or account and for its ticket. Returns how many more would be checked.
pub(crate) fn refuse_code(conn: &mut AnyConn, wrong: &WrongCode) -> Result<Judged<u32, WrongCodeOutcome>, DbError> {
    let (user, now, device) = (wrong.user_id.to_string(), wrong.at, wrong.device.as_deref());
    let before = claimants::guesses(conn, &user, device, now, Hold::Made)?;
    if let Some(wait) = before.wait(now) {
        return Ok(Err(WrongCodeOutcome::Locked(wait)));
    }
    let guesses = before.counted(now);
    claimants::store_guesses(conn, &user, device, &guesses, now)?;
    let mut details = Details::new();
    if let Some(attempt) = &wrong.attempt {
        tried(conn, wrong.user_id, true, now)?;
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

/// Opens a session whose verdict may be reported, with everything that belongs to it.
fn begin(conn: &mut AnyConn, opened: &OpenSession, record: &SignInRecord) -> Result<(), DbError> {
    let (session, claimant) = (&opened.session, &opened.claimant);
    let step = if opened.method == SignInMethod::Password { Step::OnlyPassword } else { Step::Code };
    let password = Password { checked: opened.checked_hash.as_ref(), rehash: opened.rehash.as_ref() };
    if let Some(counters) = &record.counters {
        claimants::store(conn, claimant, counters, session.created_at)?;
    }
    enter(conn, session.user_id, password, step, session.created_at)?;
    sessions::insert(conn, session, opened.method, opened.replaces)?;
    let user = session.user_id.to_string();
    claimants::know(conn, &user, &opened.device, &claimant.network, session.created_at)?;
    attempts::insert(conn, &record.attempt, &record.metrics, 1)
}

/// The step of a sign-in that an account passes.
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

/// Writes to an account that it passed a step. Errors: since the check it lost its approval, received another password,
/// or turned on a second factor.
fn enter(conn: &mut AnyConn, user: UserId, password: Password<'_>, step: Step, now: Timestamp) -> Result<(), DbError> {
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

/// Writes to an account that somebody tried to sign in to it.
fn tried(conn: &mut AnyConn, user: UserId, is_failure: bool, now: Timestamp) -> Result<(), DbError> {
    diesel::update(users::table.filter(users::id.eq(user.to_string())))
        .set((
            users::last_login_attempt.eq(Some(now.as_micros())),
            users::failed_login_attempts.eq(users::failed_login_attempts + i32::from(is_failure)),
        ))
        .execute(conn)?;
    Ok(())
}
