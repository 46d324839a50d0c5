//! Changes of second factors, with the rights that they take and the sessions that they end.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{second_factor_codes, second_factors};
use crate::tables::sign_in::Hold;
use crate::tables::{
    AdvisoryLock, administrators, credentials, lock, second_factor, sign_in, site, user_changes,
};
use diesel::prelude::*;
use facility_kernel::SessionId;
use facility_users::credential::CredentialName;
use facility_users::second_factor::codes::CodeKind;
use facility_users::second_factor::ports::{FactorChange, Outcome, Typed, Warrant};
use facility_users::user::{EndSessions, User, UserUpdate};

/// Applies a change of a second factor, or returns why it is refused.
pub(crate) fn apply(conn: &mut AnyConn, change: &FactorChange) -> Result<Result<(), Outcome>, DbError> {
    match change {
        FactorChange::SetUp { user_id, secret, codes } => {
            let user = user_id.to_string();
            second_factor::hold(conn, &user)?;
            let row = second_factors::table.filter(second_factors::user_id.eq(&user));
            diesel::update(row).set(second_factors::pending_secret.eq(Some(secret))).execute(conn)?;
            second_factor::delete_codes(conn, &user, true)?;
            second_factor::insert_codes(conn, &user, codes, true)?;
        }
        FactorChange::Complete { user, secret, step, session, typed } => {
            if let Some(locked) = locked(conn, user, typed)? {
                return Ok(Err(locked));
            }
            user_changes::update(conn, &ending(user, *session))?;
            second_factor::complete(conn, &user.id.to_string(), secret, *step)?;
        }
        FactorChange::Disable { user, proof, session, typed } => {
            // Two administrators who turn theirs off at the same time wait for each other.
            lock(conn, AdvisoryLock::Administrators)?;
            if let Some(locked) = locked(conn, user, typed)? {
                return Ok(Err(locked));
            }
            user_changes::update(conn, &ending(user, *session))?;
            let id = user.id.to_string();
            if let Some(proof) = proof {
                if !second_factor::spend(conn, &id, proof)? {
                    return Ok(Err(Outcome::Spent));
                }
                if user.is_admin
                    && site::settings(conn)?.two_factor_required
                    && !administrators::have_second_factor(conn, None)?
                {
                    return Ok(Err(Outcome::LastAdmin));
                }
            }
            second_factor::remove(conn, &id)?;
        }
        FactorChange::Sync { user_id, warrant, syncs, codes } => {
            match warrant {
                Warrant::Administrator(authority) => {
                    if administrators::hold_authority(conn, *authority)?.is_err() {
                        return Ok(Err(Outcome::NoAuthority));
                    }
                }
                Warrant::MasterKey(hash) => credentials::hold(conn, CredentialName::MasterKey, hash)?,
            }
            let user = user_id.to_string();
            second_factor::hold(conn, &user)?;
            let row = second_factors::table
                .filter(second_factors::user_id.eq(&user))
                .filter(second_factors::syncs.eq(syncs));
            let counted = diesel::update(row).set(second_factors::syncs.eq(syncs + 1)).execute(conn)?;
            exactly_one(counted)?;
            second_factor::delete_codes(conn, &user, false)?;
            second_factor::insert_codes(conn, &user, codes, false)?;
        }
        FactorChange::SetStatic { user_id, authority, code } => {
            if administrators::hold_authority(conn, *authority)?.is_err() {
                return Ok(Err(Outcome::NoAuthority));
            }
            let user = user_id.to_string();
            second_factor::hold(conn, &user)?;
            let old = second_factor_codes::table
                .filter(second_factor_codes::user_id.eq(&user))
                .filter(second_factor_codes::is_pending.eq(false))
                .filter(second_factor_codes::kind.eq(CodeKind::Static.as_str()));
            diesel::delete(old).execute(conn)?;
            second_factor::insert_codes(conn, &user, &[(CodeKind::Static, code.clone())], false)?;
        }
    }
    Ok(Ok(()))
}

/// Returns why no code of this user is checked. Locks the count, so that no other verdict intervenes.
fn locked(conn: &mut AnyConn, user: &User, typed: &Typed) -> Result<Option<Outcome>, DbError> {
    let (user, device) = (user.id.to_string(), typed.device.as_deref());
    let guesses = sign_in::guesses(conn, &user, device, typed.at, Hold::Existing)?;
    Ok(guesses.wait(typed.at).map(Outcome::Locked))
}

/// The change of the account's row, which ends its other sessions.
fn ending(user: &User, session: Option<SessionId>) -> UserUpdate {
    let end_sessions = session.map_or(EndSessions::All, EndSessions::AllBut);
    UserUpdate { end_sessions, ..UserUpdate::to(user.clone()) }
}
