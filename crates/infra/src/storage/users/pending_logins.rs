//! The table of sign-ins that wait for a code.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::pending_logins;
use crate::storage::kernel::throttle::capped;
use crate::storage::read;
use diesel::prelude::*;
use facility_kernel::Timestamp;
use facility_users::second_factor::{MAX_TICKETS, TRIES_PER_TICKET, Ticket};

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

/// Inserts a ticket, and deletes the account's oldest beyond the maximum.
pub(crate) fn insert(conn: &mut AnyConn, ticket: &Ticket) -> Result<(), DbError> {
    let user = ticket.user_id.to_string();
    diesel::insert_into(pending_logins::table)
        .values((
            pending_logins::token_hash.eq(&ticket.fingerprint),
            pending_logins::user_id.eq(&user),
            pending_logins::created_at.eq(ticket.created_at.as_micros()),
            pending_logins::expires_at.eq(ticket.expires_at().as_micros()),
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
    Ok(())
}

/// Uses up a ticket of this account. Returns whether it could still be used.
pub(crate) fn spend(conn: &mut AnyConn, fingerprint: &str, user: &str, now: Timestamp) -> Result<bool, DbError> {
    let ticket = pending_logins::table
        .filter(pending_logins::token_hash.eq(fingerprint))
        .filter(pending_logins::user_id.eq(user))
        .filter(pending_logins::expires_at.gt(now.as_micros()))
        .filter(pending_logins::tries.lt(capped(TRIES_PER_TICKET)));
    Ok(diesel::delete(ticket).execute(conn)? == 1)
}

/// Counts a wrong code for its ticket. Returns how many there are, or `None` if the ticket can no longer be used.
pub(crate) fn count_try(conn: &mut AnyConn, ticket: &str, now: Timestamp) -> Result<Option<u32>, DbError> {
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
