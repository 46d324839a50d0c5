//! Changes of accounts, with the sessions, sign-ins, codes and locks that they end.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{sessions, site_settings, users};
use crate::storage::users::account_rows::{Settings, insert};
use crate::storage::users::{
    account_rows, administrators, claimants, credentials, password_resets, pending_logins, second_factor, site,
};
use crate::storage::{AdvisoryLock, lock};
use diesel::prelude::*;
use facility_kernel::Timestamp;
use facility_users::credential::CredentialName;
use facility_users::user::{EndSessions, Initialization, PasswordChange, UserChange, UserUpdate, Username};

/// Name of the unique constraint on account names.
pub(crate) const USERNAME: &str = "users.username";
/// Name of the rule that at least one administrator remains.
pub(crate) const OTHER_ADMIN: &str = "users.last_admin";
/// Name of the rule that an administrator with a second factor remains while the site requires them.
pub(crate) const OTHER_FACTOR: &str = "users.last_second_factor";
/// Name of the rule that a key which somebody needs to sign in is not rotated.
pub(crate) const NEEDED_KEY: &str = "credentials.needed";
/// Name of the rule that the administrator who decided a change still has the rights for it.
pub(crate) const NO_AUTHORITY: &str = "users.no_authority";

/// Applies the change that was decided at `now`.
pub(crate) fn apply(conn: &mut AnyConn, change: &UserChange, now: Timestamp) -> Result<(), DbError> {
    match change {
        UserChange::Create { user, password_hash } => insert(conn, user, Some(password_hash)),
        UserChange::Initialize(site) => initialize(conn, site, now),
        UserChange::Update(change) => update(conn, change),
        UserChange::RotateKey { name, hash, even_if_needed } => {
            if !even_if_needed && credentials::is_needed(conn, *name, now)? {
                return Err(DbError::Taken(NEEDED_KEY));
            }
            credentials::rotate(conn, *name, hash, now)
        }
    }
}

fn initialize(conn: &mut AnyConn, site: &Initialization, now: Timestamp) -> Result<(), DbError> {
    lock(conn, AdvisoryLock::Administrators)?;
    if !account_rows::is_empty(conn)? {
        return Err(DbError::Stale);
    }
    insert(conn, &site.administrator.user, site.administrator.password_hash.as_ref())?;
    insert(conn, &site.emergency_access, None)?;
    credentials::set(conn, CredentialName::EmergencyKey, &site.emergency_key_hash, now)?;
    credentials::set(conn, CredentialName::MasterKey, &site.master_key_hash, now)?;
    let touched =
        diesel::update(site_settings::table).set(site_settings::updated_at.eq(now.as_micros())).execute(conn)?;
    exactly_one(touched)
}

/// Applies a change of an account. Errors: [`DbError::Stale`] if its revision has changed.
pub(crate) fn update(conn: &mut AnyConn, change: &UserUpdate) -> Result<(), DbError> {
    if change.needs_other_admin {
        // Lock before any read, so that two administrators who demote each other are serialized.
        lock(conn, AdvisoryLock::Administrators)?;
    }
    if let Some(authority) = change.authority
        && administrators::hold_authority(conn, authority)?.is_err()
    {
        return Err(DbError::Taken(NO_AUTHORITY));
    }
    let after = &change.after;
    let id = after.id.to_string();
    if change.clear_lockout {
        claimants::forgive_passwords(conn, &id, &Username::key_of(&after.username))?;
        claimants::forgive_codes(conn, &id)?;
    }
    let mut row = Settings::of(after);
    row.revision = row.revision.saturating_add(1);
    let takes_factor = change.needs_other_admin || (change.authority.is_some() && change.removes_second_factor);
    let had_factor = takes_factor && administrators::have_second_factor(conn, Some(&id))?;
    let expected = users::table
        .filter(users::id.eq(&id))
        .filter(users::revision.eq(after.revision))
        .filter(users::deleted_at.is_null());
    exactly_one(diesel::update(expected).set(&row).execute(conn)?)?;
    if change.needs_other_admin && administrators::count_besides(conn, after.id)? == 0 {
        return Err(DbError::Taken(OTHER_ADMIN));
    }
    if had_factor && site::settings(conn)?.two_factor_required && !administrators::have_second_factor(conn, None)? {
        return Err(DbError::Taken(OTHER_FACTOR));
    }
    match &change.password {
        PasswordChange::Keep => {}
        PasswordChange::Set(hash) => account_rows::set_password(conn, &id, Some(hash))?,
        PasswordChange::Clear => account_rows::set_password(conn, &id, None)?,
    }
    if change.password != PasswordChange::Keep {
        claimants::forget_all(conn, &id)?;
        password_resets::withdraw(conn, &id)?;
    }
    if change.removes_second_factor {
        second_factor::remove(conn, &id)?;
    }
    if change.end_sessions != EndSessions::None {
        pending_logins::end_all(conn, &id)?;
    }
    match change.end_sessions {
        EndSessions::None => {}
        EndSessions::All => {
            diesel::delete(sessions::table.filter(sessions::user_id.eq(&id))).execute(conn)?;
        }
        EndSessions::AllBut(kept) => {
            let others = sessions::table.filter(sessions::user_id.eq(&id)).filter(sessions::id.ne(kept.to_string()));
            diesel::delete(others).execute(conn)?;
        }
    }
    if change.clear_lockout {
        let user = users::table.filter(users::id.eq(&id));
        exactly_one(diesel::update(user).set(users::failed_login_attempts.eq(0)).execute(conn)?)?;
    }
    Ok(())
}
