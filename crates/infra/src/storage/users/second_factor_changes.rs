//! Changes of second factors, with the rights that they require and the sessions that they end.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{second_factor_codes, second_factors};
use crate::storage::users::claimants::{self, Hold};
use crate::storage::users::sign_in::{self, admission};
use crate::storage::users::{account_changes, administrators, credentials, pending_logins, second_factor, site};
use crate::storage::{AdvisoryLock, lock};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_kernel::{SessionId, StoreError, Timestamp, UserId};
use facility_users::credential::CredentialName;
use facility_users::lockout::Admission;
use facility_users::second_factor::codes::CodeKind;
use facility_users::second_factor::ports::{
    CodeEntry, CodeIssuer, CodeOutcome, FactorChange, NewTicket, SecondFactorRepository, VerifiedSignIn, WrongCode,
    WrongCodeOutcome,
};
use facility_users::second_factor::{SecondFactor, Ticket};
use facility_users::user::{EndSessions, User, UserUpdate};

/// Applies a change of a second factor, or returns why it is refused.
fn apply(conn: &mut AnyConn, change: &FactorChange) -> Result<Result<(), CodeOutcome>, DbError> {
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
            account_changes::update(conn, &ending(user, *session))?;
            second_factor::complete(conn, &user.id.to_string(), secret, *step)?;
        }
        FactorChange::Disable { user, proof, session, typed } => {
            // Serializes administrators who turn theirs off at the same time.
            lock(conn, AdvisoryLock::Administrators)?;
            if let Some(locked) = locked(conn, user, typed)? {
                return Ok(Err(locked));
            }
            account_changes::update(conn, &ending(user, *session))?;
            let id = user.id.to_string();
            if let Some(proof) = proof {
                if !second_factor::spend(conn, &id, proof)? {
                    return Ok(Err(CodeOutcome::Spent));
                }
                if user.is_admin
                    && site::settings(conn)?.two_factor_required
                    && !administrators::have_second_factor(conn, None)?
                {
                    return Ok(Err(CodeOutcome::LastAdmin));
                }
            }
            second_factor::remove(conn, &id)?;
        }
        FactorChange::Sync { user_id, warrant, syncs, codes } => {
            match warrant {
                CodeIssuer::Administrator(authority) => {
                    if administrators::hold_authority(conn, *authority)?.is_err() {
                        return Ok(Err(CodeOutcome::NoAuthority));
                    }
                }
                CodeIssuer::MasterKey(hash) => credentials::hold(conn, CredentialName::MasterKey, hash)?,
            }
            let user = user_id.to_string();
            second_factor::hold(conn, &user)?;
            let row =
                second_factors::table.filter(second_factors::user_id.eq(&user)).filter(second_factors::syncs.eq(syncs));
            let counted = diesel::update(row).set(second_factors::syncs.eq(syncs + 1)).execute(conn)?;
            exactly_one(counted)?;
            second_factor::delete_codes(conn, &user, false)?;
            second_factor::insert_codes(conn, &user, codes, false)?;
        }
        FactorChange::SetStatic { user_id, authority, code } => {
            if administrators::hold_authority(conn, *authority)?.is_err() {
                return Ok(Err(CodeOutcome::NoAuthority));
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

/// Returns how long this user's codes are locked, if they are. Locks the counter, so that no other code is recorded in
/// between.
fn locked(conn: &mut AnyConn, user: &User, typed: &CodeEntry) -> Result<Option<CodeOutcome>, DbError> {
    let (user, device) = (user.id.to_string(), typed.device.as_deref());
    let guesses = claimants::guesses(conn, &user, device, typed.at, Hold::Existing)?;
    Ok(guesses.wait(typed.at).map(CodeOutcome::Locked))
}

/// The change of the account's row, which ends its other sessions.
fn ending(user: &User, session: Option<SessionId>) -> UserUpdate {
    let end_sessions = session.map_or(EndSessions::All, EndSessions::AllBut);
    UserUpdate { end_sessions, ..UserUpdate::to(user.clone()) }
}

fn outcome(done: Result<(), CodeOutcome>) -> CodeOutcome {
    done.err().unwrap_or(CodeOutcome::Recorded)
}

#[async_trait]
impl SecondFactorRepository for Database {
    async fn find(&self, user: UserId, device: Option<String>, now: Timestamp) -> Result<SecondFactor, StoreError> {
        self.read(move |conn| second_factor::find(conn, user, device.as_deref(), now)).await
    }

    async fn ticket(&self, fingerprint: &str, now: Timestamp) -> Result<Option<Ticket>, StoreError> {
        let fingerprint = fingerprint.to_owned();
        self.read(move |conn| pending_logins::ticket(conn, &fingerprint, now)).await
    }

    async fn ask(&self, ticket: Audited<NewTicket>) -> Result<Admission, StoreError> {
        Ok(admission(self.commit_with_details(ticket, sign_in::issue_ticket).await?))
    }

    async fn open(&self, verified: Audited<VerifiedSignIn>) -> Result<CodeOutcome, StoreError> {
        Ok(outcome(self.commit_with_details(verified, sign_in::open_with_code).await?))
    }

    async fn give_up(&self, fingerprint: &str) -> Result<(), StoreError> {
        let fingerprint = fingerprint.to_owned();
        self.write(move |conn| pending_logins::end(conn, &fingerprint)).await
    }

    async fn refuse(&self, wrong: Audited<WrongCode>) -> Result<WrongCodeOutcome, StoreError> {
        Ok(match self.commit_with_details(wrong, sign_in::refuse_code).await? {
            Ok(tries_left) => WrongCodeOutcome::Recorded(tries_left),
            Err(refusal) => refusal,
        })
    }

    async fn commit(&self, change: Audited<FactorChange>) -> Result<CodeOutcome, StoreError> {
        Ok(outcome(self.commit_or_refuse(change, apply).await?))
    }
}
