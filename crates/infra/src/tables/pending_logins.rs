//! Sign-ins that wait for a code, and what becomes of the code.

use crate::db::schema::{pending_logins, rate_windows, users as accounts};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::tables::second_factor::{day_key, held_day, spend};
use crate::tables::throttle::capped;
use crate::tables::{read, sessions, sign_in, users};
use ::users::lockout::{Admission, DAY};
use ::users::second_factor::ports::{NewTicket, Outcome, VerifiedSignIn, WrongCode};
use ::users::second_factor::{FAILURES_A_DAY, MAX_TICKETS, TRIES_PER_TICKET, Ticket, wait};
use audit::Entry;
use diesel::prelude::*;
use kernel::Timestamp;
use std::ops::ControlFlow;

/// Returns the ticket with this fingerprint if it can still be used.
pub(crate) fn ticket(
    conn: &mut AnyConn,
    fingerprint: &str,
    now: Timestamp,
) -> Result<Option<Ticket>, DbError> {
    let row: Option<(String, i64)> = pending_logins::table
        .filter(pending_logins::token_hash.eq(fingerprint))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(TRIES_PER_TICKET))
        .select((pending_logins::user_id, pending_logins::created_at))
        .first(conn)
        .optional()?;
    row.map(|(user, created_at)| {
        Ok(Ticket {
            fingerprint: fingerprint.to_owned(),
            user_id: read(&user, "pending_logins", "user_id", fingerprint)?,
            created_at: Timestamp::from_micros(created_at),
        })
    })
    .transpose()
}

/// Opens a ticket after the right password. If a throttle took effect in the meantime, returns it and changes nothing.
pub(crate) fn ask(conn: &mut AnyConn, asked: &NewTicket) -> Result<ControlFlow<Admission>, DbError> {
    let Ticket { fingerprint, user_id, created_at } = &asked.ticket;
    match sign_in::hold(conn, &asked.claimant, false, *created_at)?.admission(*created_at) {
        Admission::Admitted => {}
        refused => return Ok(ControlFlow::Break(refused)),
    }
    let user = user_id.to_string();
    // Since the password check the account may have lost its approval or received a new password.
    let mut standing = diesel::update(accounts::table).into_boxed();
    standing = standing
        .filter(accounts::id.eq(&user))
        .filter(accounts::is_approved.eq(true))
        .filter(accounts::deleted_at.is_null());
    if let Some(hash) = &asked.checked_hash {
        standing = standing.filter(accounts::password_hash.eq(hash.expose()));
    }
    let touched =
        standing.set(accounts::last_login_attempt.eq(Some(created_at.as_micros()))).execute(conn)?;
    exactly_one(touched)?;
    if let Some(hash) = &asked.rehash {
        users::set_password(conn, &user, Some(hash))?;
    }
    diesel::insert_into(pending_logins::table)
        .values((
            pending_logins::token_hash.eq(fingerprint),
            pending_logins::user_id.eq(&user),
            pending_logins::created_at.eq(created_at.as_micros()),
            pending_logins::expires_at.eq(asked.ticket.expires_at().as_micros()),
            pending_logins::tries.eq(0),
        ))
        .execute(conn)?;
    let surplus: Vec<String> = pending_logins::table
        .filter(pending_logins::user_id.eq(&user))
        .order((pending_logins::created_at.desc(), pending_logins::token_hash.desc()))
        .offset(MAX_TICKETS)
        .limit(MAX_TICKETS)
        .select(pending_logins::token_hash)
        .load(conn)?;
    let surplus = pending_logins::table.filter(pending_logins::token_hash.eq_any(surplus));
    diesel::delete(surplus).execute(conn)?;
    Ok(ControlFlow::Continue(()))
}

/// Whether a verdict was recorded, with its alert, or why not.
type Judged = Result<((), Option<Entry>), Outcome>;

/// Uses up a ticket and a code and opens the session. Throttles come first, then the account, as everywhere.
pub(crate) fn open(conn: &mut AnyConn, verified: &VerifiedSignIn) -> Result<Judged, DbError> {
    let opened = &verified.opened;
    let (user, now) = (opened.session.user_id.to_string(), opened.session.created_at);
    // The password was right, so the limits of wrong passwords no longer apply.
    let counters = sign_in::hold(conn, &opened.claimant, false, now)?;
    if let Some(wait) = wait(held_day(conn, &user, now)?, now) {
        return Ok(Err(Outcome::Locked(wait)));
    }
    sessions::begin(conn, opened, &counters)?;
    let ticket = pending_logins::table
        .filter(pending_logins::token_hash.eq(&verified.ticket))
        .filter(pending_logins::user_id.eq(&user))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(TRIES_PER_TICKET));
    if diesel::delete(ticket).execute(conn)? != 1 {
        return Ok(Err(Outcome::NoTicket));
    }
    if !spend(conn, &user, &verified.proof)? {
        return Ok(Err(Outcome::Spent));
    }
    Ok(Ok(((), verified.alert.clone())))
}

/// Records a wrong code for its account and its ticket.
pub(crate) fn refuse(conn: &mut AnyConn, wrong: &WrongCode) -> Result<Judged, DbError> {
    let (user, now) = (wrong.user_id.to_string(), wrong.at);
    let before = held_day(conn, &user, now)?;
    if let Some(wait) = wait(before, now) {
        return Ok(Err(Outcome::Locked(wait)));
    }
    let day = before.counted(DAY, now);
    diesel::update(rate_windows::table.find(day_key(&user)))
        .set((
            rate_windows::window_started_at.eq(day.started_at.as_micros()),
            rate_windows::count.eq(capped(day.count)),
        ))
        .execute(conn)?;
    if let Some(attempt) = &wrong.attempt {
        diesel::update(accounts::table.filter(accounts::id.eq(&user)))
            .set((
                accounts::last_login_attempt.eq(Some(now.as_micros())),
                accounts::failed_login_attempts.eq(accounts::failed_login_attempts + 1),
            ))
            .execute(conn)?;
        sessions::insert_attempt(conn, attempt, 1)?;
    }
    if let Some(ticket) = &wrong.ticket {
        let row = pending_logins::table
            .filter(pending_logins::token_hash.eq(ticket))
            .filter(pending_logins::expires_at.gt(now.as_micros()))
            .filter(pending_logins::tries.lt(TRIES_PER_TICKET));
        let counted =
            diesel::update(row).set(pending_logins::tries.eq(pending_logins::tries + 1)).execute(conn)?;
        if counted != 1 {
            return Ok(Err(Outcome::NoTicket));
        }
    }
    let alert = (day.count == FAILURES_A_DAY).then(|| wrong.lock_alert.clone());
    Ok(Ok(((), alert)))
}

/// Ends the account's sign-ins that wait for a code.
pub(crate) fn end_all(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    diesel::delete(pending_logins::table.filter(pending_logins::user_id.eq(user))).execute(conn)?;
    Ok(())
}

/// Deletes tickets that are too old.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let over = pending_logins::table.filter(pending_logins::expires_at.le(now.as_micros()));
    diesel::delete(over).execute(conn)?;
    Ok(())
}
