//! Second factors.

use crate::db::schema::{second_factor_codes, second_factors, users as accounts};
use crate::db::{AnyConn, DbError, exactly_one};
use crate::on_both;
use crate::tables::sign_in::Hold;
use crate::tables::{Turn, credentials, sign_in, site, take_turn, users};
use ::users::ports::CredentialName;
use ::users::second_factor::ports::{FactorChange, Outcome, Typed, Warrant};
use ::users::second_factor::{CodeKind, Proof, SecondFactor};
use ::users::{EndSessions, UserUpdate};
use diesel::prelude::*;
use kernel::{SessionId, Timestamp, UserId};

const CODES: &str = "second_factor_codes";

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct Row {
    secret: Option<String>,
    last_step: Option<i64>,
    pending_secret: Option<String>,
    syncs: i64,
}

/// Returns the second factor of an account, with the wrong codes that count for this browser.
pub(crate) fn find(
    conn: &mut AnyConn,
    user: UserId,
    device: Option<&str>,
    now: Timestamp,
) -> Result<SecondFactor, DbError> {
    let id = user.to_string();
    let guesses = sign_in::guesses(conn, &id, device, now, Hold::No)?;
    let row: Option<Row> = second_factors::table.find(&id).select(Row::as_select()).first(conn).optional()?;
    let Some(row) = row else { return Ok(SecondFactor { guesses, ..SecondFactor::none() }) };
    let codes: Vec<(String, String)> = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(&id))
        .filter(second_factor_codes::is_pending.eq(false))
        .select((second_factor_codes::kind, second_factor_codes::code_hash))
        .load(conn)?;
    let codes = codes.into_iter().map(|(kind, hash)| Ok((kind_of(&kind, &id)?, hash)));
    Ok(SecondFactor {
        secret: row.secret,
        last_step: row.last_step,
        pending_secret: row.pending_secret,
        syncs: row.syncs,
        codes: codes.collect::<Result<_, DbError>>()?,
        guesses,
    })
}

fn kind_of(text: &str, row: &str) -> Result<CodeKind, DbError> {
    let kinds = [CodeKind::Backup, CodeKind::Static];
    let bad = || DbError::Inconsistent { table: CODES, column: "kind", row: row.to_owned() };
    kinds.into_iter().find(|kind| kind.as_str() == text).ok_or_else(bad)
}

/// Spends a code. Returns whether it was still valid: of concurrent transactions one finds it so.
pub(crate) fn spend(conn: &mut AnyConn, user: &str, proof: &Proof) -> Result<bool, DbError> {
    let code = |hash: &str, kind: CodeKind| {
        second_factor_codes::table
            .filter(second_factor_codes::user_id.eq(user.to_owned()))
            .filter(second_factor_codes::is_pending.eq(false))
            .filter(second_factor_codes::code_hash.eq(hash.to_owned()))
            .filter(second_factor_codes::kind.eq(kind.as_str()))
    };
    let touched = match proof {
        Proof::App { secret, step } => {
            let later = second_factors::last_step.is_null().or(second_factors::last_step.lt(step));
            let row = second_factors::table
                .filter(second_factors::user_id.eq(user))
                .filter(second_factors::secret.eq(secret))
                .filter(later.assume_not_null());
            diesel::update(row).set(second_factors::last_step.eq(step)).execute(conn)?
        }
        Proof::Backup(hash) => diesel::delete(code(hash, CodeKind::Backup)).execute(conn)?,
        Proof::Static(hash) => {
            let found: i64 = code(hash, CodeKind::Static).count().get_result(conn)?;
            usize::try_from(found).unwrap_or(0)
        }
    };
    Ok(touched == 1)
}

/// Applies a change of a second factor, or returns why it is refused.
pub(crate) fn apply(conn: &mut AnyConn, change: &FactorChange) -> Result<Result<(), Outcome>, DbError> {
    match change {
        FactorChange::SetUp { user_id, secret, codes } => {
            let user = user_id.to_string();
            hold(conn, &user)?;
            let row = second_factors::table.filter(second_factors::user_id.eq(&user));
            diesel::update(row).set(second_factors::pending_secret.eq(Some(secret))).execute(conn)?;
            delete_codes(conn, &user, true)?;
            insert_codes(conn, &user, codes, true)?;
        }
        FactorChange::Complete { user, secret, step, session, typed } => {
            if let Some(locked) = locked(conn, user, typed)? {
                return Ok(Err(locked));
            }
            users::update(conn, &ending(user, *session))?;
            complete(conn, &user.id.to_string(), secret, *step)?;
        }
        FactorChange::Disable { user, proof, session, typed } => {
            // Two administrators who turn theirs off at the same time wait for each other.
            take_turn(conn, Turn::Administrators)?;
            if let Some(locked) = locked(conn, user, typed)? {
                return Ok(Err(locked));
            }
            users::update(conn, &ending(user, *session))?;
            let id = user.id.to_string();
            if let Some(proof) = proof {
                if !spend(conn, &id, proof)? {
                    return Ok(Err(Outcome::Spent));
                }
                if user.is_admin && site::settings(conn)?.two_factor_required && !is_of_admin(conn, None)? {
                    return Ok(Err(Outcome::LastAdmin));
                }
            }
            remove(conn, &id)?;
        }
        FactorChange::Sync { user_id, warrant, syncs, codes } => {
            match warrant {
                Warrant::Administrator(authority) => {
                    if users::hold_authority(conn, *authority)?.is_err() {
                        return Ok(Err(Outcome::NoAuthority));
                    }
                }
                Warrant::MasterKey(hash) => credentials::hold(conn, CredentialName::MasterKey, hash)?,
            }
            let user = user_id.to_string();
            hold(conn, &user)?;
            let row = second_factors::table
                .filter(second_factors::user_id.eq(&user))
                .filter(second_factors::syncs.eq(syncs));
            let counted = diesel::update(row).set(second_factors::syncs.eq(syncs + 1)).execute(conn)?;
            exactly_one(counted)?;
            delete_codes(conn, &user, false)?;
            insert_codes(conn, &user, codes, false)?;
        }
        FactorChange::SetStatic { user_id, authority, code } => {
            if users::hold_authority(conn, *authority)?.is_err() {
                return Ok(Err(Outcome::NoAuthority));
            }
            let user = user_id.to_string();
            hold(conn, &user)?;
            let old = second_factor_codes::table
                .filter(second_factor_codes::user_id.eq(&user))
                .filter(second_factor_codes::is_pending.eq(false))
                .filter(second_factor_codes::kind.eq(CodeKind::Static.as_str()));
            diesel::delete(old).execute(conn)?;
            insert_codes(conn, &user, &[(CodeKind::Static, code.clone())], false)?;
        }
    }
    Ok(Ok(()))
}

/// Returns why no code of this user is checked. Locks the count, so that no other verdict intervenes.
fn locked(conn: &mut AnyConn, user: &::users::User, typed: &Typed) -> Result<Option<Outcome>, DbError> {
    let (user, device) = (user.id.to_string(), typed.device.as_deref());
    let guesses = sign_in::guesses(conn, &user, device, typed.at, Hold::Existing)?;
    Ok(guesses.wait(typed.at).map(Outcome::Locked))
}

/// The change of the account's row, which ends its other sessions.
fn ending(user: &::users::User, session: Option<SessionId>) -> UserUpdate {
    let end_sessions = session.map_or(EndSessions::All, EndSessions::AllBut);
    UserUpdate { end_sessions, ..UserUpdate::to(user.clone()) }
}

/// Makes the secret and the codes of a set-up valid.
fn complete(conn: &mut AnyConn, user: &str, secret: &str, step: i64) -> Result<(), DbError> {
    let row = second_factors::table
        .filter(second_factors::user_id.eq(user))
        .filter(second_factors::pending_secret.eq(secret));
    let completed = diesel::update(row)
        .set((
            second_factors::secret.eq(Some(secret)),
            second_factors::last_step.eq(Some(step)),
            second_factors::pending_secret.eq(None::<String>),
        ))
        .execute(conn)?;
    exactly_one(completed)?;
    delete_codes(conn, user, false)?;
    let pending = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(user))
        .filter(second_factor_codes::is_pending.eq(true));
    diesel::update(pending).set(second_factor_codes::is_pending.eq(false)).execute(conn)?;
    Ok(())
}

/// Returns whether this account, or else any, is that of an approved administrator other than `emergency-access` with a
/// second factor.
pub(super) fn is_of_admin(conn: &mut AnyConn, user: Option<&str>) -> Result<bool, DbError> {
    let mut with_one = accounts::table
        .filter(accounts::is_admin.eq(true))
        .filter(accounts::is_approved.eq(true))
        .filter(accounts::deleted_at.is_null())
        .filter(accounts::two_factor_enabled.eq(true))
        .filter(accounts::id.ne(UserId::EMERGENCY_ACCESS))
        .select(accounts::position)
        .into_boxed();
    if let Some(user) = user {
        with_one = with_one.filter(accounts::id.eq(user.to_owned()));
    }
    let found: Option<i64> = with_one.first(conn).optional()?;
    Ok(found.is_some())
}

/// Inserts the row of an account if it has none, and locks it, so that changes of its codes wait for each other.
fn hold(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    let row = (second_factors::user_id.eq(user), second_factors::syncs.eq(0_i64));
    on_both!(conn, |c| diesel::insert_into(second_factors::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    if let AnyConn::Pg(c) = conn {
        let row = second_factors::table.find(user).select(second_factors::syncs);
        row.for_update().first::<i64>(c)?;
    }
    Ok(())
}

fn delete_codes(conn: &mut AnyConn, user: &str, is_pending: bool) -> Result<(), DbError> {
    let codes = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(user))
        .filter(second_factor_codes::is_pending.eq(is_pending));
    diesel::delete(codes).execute(conn)?;
    Ok(())
}

fn insert_codes(
    conn: &mut AnyConn,
    user: &str,
    codes: &[(CodeKind, String)],
    is_pending: bool,
) -> Result<(), DbError> {
    for (kind, hash) in codes {
        let row = (
            second_factor_codes::user_id.eq(user),
            second_factor_codes::is_pending.eq(is_pending),
            second_factor_codes::code_hash.eq(hash),
            second_factor_codes::kind.eq(kind.as_str()),
        );
        diesel::insert_into(second_factor_codes::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// Deletes the secret, the set-up and all codes of an account. The number of syncs stays, so that no derived code
/// returns.
pub(crate) fn remove(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    let codes = second_factor_codes::table.filter(second_factor_codes::user_id.eq(user));
    diesel::delete(codes).execute(conn)?;
    diesel::update(second_factors::table.filter(second_factors::user_id.eq(user)))
        .set((
            second_factors::secret.eq(None::<String>),
            second_factors::last_step.eq(None::<i64>),
            second_factors::pending_secret.eq(None::<String>),
        ))
        .execute(conn)?;
    Ok(())
}
