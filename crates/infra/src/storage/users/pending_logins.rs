//! Sign-ins that wait for a code, and what becomes of the code.

use crate::db::applied::{Applied, Judged};
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{pending_logins, users as accounts};
use crate::storage::audit::attempts;
use crate::storage::kernel::throttle::capped;
use crate::storage::read;
use crate::storage::users::second_factor::spend;
use crate::storage::users::sign_in::{self, Hold};
use crate::storage::users::{account_rows, sessions};
use diesel::prelude::*;
use facility_audit::entry::Details;
use facility_kernel::Timestamp;
use facility_users::lockout::Admission;
use facility_users::second_factor::ports::{NewTicket, Outcome, Refusal, VerifiedSignIn, WrongCode};
use facility_users::second_factor::{MAX_TICKETS, TRIES_PER_TICKET, Ticket};
use std::ops::ControlFlow;

/// Returns the ticket with this fingerprint if it can still be used.
pub(crate) fn ticket(conn: &mut AnyConn, fingerprint: &str, now: Timestamp) -> Result<Option<Ticket>, DbError> {
    let row: Option<(String, i64)> = pending_logins::table
        .filter(pending_logins::token_hash.eq(fingerprint))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(capped(TRIES_PER_TICKET)))
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
    let touched = standing.set(accounts::last_login_attempt.eq(Some(created_at.as_micros()))).execute(conn)?;
    exactly_one(touched)?;
    if let Some(hash) = &asked.rehash {
        account_rows::set_password(conn, &user, Some(hash))?;
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

/// Uses up a ticket and a code and opens the session. Throttles come first, then the account, as everywhere.
pub(crate) fn open(conn: &mut AnyConn, verified: &VerifiedSignIn) -> Result<Judged<(), Outcome>, DbError> {
    let opened = &verified.opened;
    let (user, now) = (opened.session.user_id.to_string(), opened.session.created_at);
    // The password was right, so the limits of wrong passwords no longer apply.
    let counters = sign_in::hold(conn, &opened.claimant, false, now)?;
    let device = opened.claimant.device.as_deref();
    if let Some(wait) = sign_in::guesses(conn, &user, device, now, Hold::Existing)?.wait(now) {
        return Ok(Err(Outcome::Locked(wait)));
    }
    sessions::begin(conn, opened, &counters)?;
    let ticket = pending_logins::table
        .filter(pending_logins::token_hash.eq(&verified.ticket))
        .filter(pending_logins::user_id.eq(&user))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(capped(TRIES_PER_TICKET)));
    if diesel::delete(ticket).execute(conn)? != 1 {
        return Ok(Err(Outcome::NoTicket));
    }
    if !spend(conn, &user, &verified.proof)? {
        return Ok(Err(Outcome::Spent));
    }
    Ok(Ok(Applied { alert: verified.alert.clone(), ..Applied::plainly(()) }))
}

/// Records a wrong code for its browser or account and for its ticket. Returns how many more would be checked.
pub(crate) fn refuse(conn: &mut AnyConn, wrong: &WrongCode) -> Result<Judged<u32, Refusal>, DbError> {
    let (user, now, device) = (wrong.user_id.to_string(), wrong.at, wrong.device.as_deref());
    let before = sign_in::guesses(conn, &user, device, now, Hold::Made)?;
    if let Some(wait) = before.wait(now) {
        return Ok(Err(Refusal::Locked(wait)));
    }
    let guesses = before.counted(now);
    sign_in::store_guesses(conn, &user, device, &guesses, now)?;
    let mut details = Details::new();
    if let Some(attempt) = &wrong.attempt {
        diesel::update(accounts::table.filter(accounts::id.eq(&user)))
            .set((
                accounts::last_login_attempt.eq(Some(now.as_micros())),
                accounts::failed_login_attempts.eq(accounts::failed_login_attempts + 1),
            ))
            .execute(conn)?;
        details = attempts::insert_judged(conn, attempt)?;
    }
    let mut left = guesses.left(now);
    if let Some(ticket) = &wrong.ticket {
        let Some(tries) = count_try(conn, ticket, now)? else { return Ok(Err(Refusal::NoTicket)) };
        left = left.min(TRIES_PER_TICKET.saturating_sub(tries));
    }
    let alert = guesses.wait(now).is_some().then(|| wrong.lock_alert.clone());
    Ok(Ok(Applied { answer: left, details, alert }))
}

/// Counts a wrong code for its ticket. Returns how many there are, or `None` if the ticket can no longer be used.
fn count_try(conn: &mut AnyConn, ticket: &str, now: Timestamp) -> Result<Option<u32>, DbError> {
    let row = pending_logins::table
        .filter(pending_logins::token_hash.eq(ticket))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(capped(TRIES_PER_TICKET)));
    if diesel::update(row).set(pending_logins::tries.eq(pending_logins::tries + 1)).execute(conn)? != 1 {
        return Ok(None);
    }
    let tries: i32 = pending_logins::table.find(ticket).select(pending_logins::tries).first(conn)?;
    Ok(Some(u32::try_from(tries).unwrap_or(TRIES_PER_TICKET)))
}

/// Ends the sign-in with this ticket.
pub(crate) fn end(conn: &mut AnyConn, fingerprint: &str) -> Result<(), DbError> {
    diesel::delete(pending_logins::table.find(fingerprint)).execute(conn)?;
    Ok(())
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
