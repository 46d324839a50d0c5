//! Changes of accounts, with everything that ends with them.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{sessions, site_settings, users};
use crate::storage::users::{
    account_rows, administrators, credentials, password_resets, pending_logins, second_factor, sign_in, site,
};
use crate::storage::{AdvisoryLock, lock};
use diesel::prelude::*;
use facility_kernel::{Secret, Timestamp};
use facility_users::credential::CredentialName;
use facility_users::user::{
    EndSessions, Initialization, PasswordChange, User, UserChange, UserUpdate, Username,
};

/// Name of the unique constraint on account names.
pub(crate) const USERNAME: &str = "users.username";
/// Name of the rule that at least one administrator remains.
pub(crate) const OTHER_ADMIN: &str = "users.last_admin";
/// Name of the rule that an administrator with a second factor remains while the site requires them.
pub(crate) const OTHER_FACTOR: &str = "users.last_second_factor";
/// Name of the rule that a key on which somebody depends is not rotated.
pub(crate) const NEEDED_KEY: &str = "credentials.needed";
/// The "constraint" that an administrator violates who has lost the rights on which a change was decided.
pub(crate) const NO_AUTHORITY: &str = "users.no_authority";

#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
#[derive(Insertable)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
struct NewRow<'a> {
    id: String,
    username: &'a str,
    username_key: String,
    password_hash: Option<&'a str>,
    access_key: &'static str,
    clearance_level: i32,
    is_admin: bool,
    is_approved: bool,
    two_factor_enabled: bool,
    email: Option<&'a str>,
    email_notifications: bool,
    phone: Option<&'a str>,
    theme: &'static str,
    session_timeout: i32,
    first_steps_hidden: bool,
    mail_step_ticked: bool,
    backup_step_ticked: bool,
    last_activity: Option<i64>,
    last_login_attempt: Option<i64>,
    failed_login_attempts: i32,
    created_at: i64,
    deleted_at: Option<i64>,
    revision: i64,
}

/// The columns that an update writes. It excludes activity and sign-in attempts: they change without a revision, and
/// an update decided earlier must not set them back.
#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
#[derive(AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
struct Changed<'a> {
    access_key: &'static str,
    clearance_level: i32,
    is_admin: bool,
    is_approved: bool,
    two_factor_enabled: bool,
    email: Option<&'a str>,
    email_notifications: bool,
    phone: Option<&'a str>,
    theme: &'static str,
    session_timeout: i32,
    first_steps_hidden: bool,
    mail_step_ticked: bool,
    backup_step_ticked: bool,
    deleted_at: Option<i64>,
    revision: i64,
}

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

fn insert(conn: &mut AnyConn, user: &User, password_hash: Option<&Secret>) -> Result<(), DbError> {
    let row = NewRow {
        id: user.id.to_string(),
        username: &user.username,
        username_key: Username::key_of(&user.username),
        password_hash: password_hash.map(Secret::expose),
        access_key: user.access_key.as_str(),
        clearance_level: user.clearance_level.level().into(),
        is_admin: user.is_admin,
        is_approved: user.is_approved,
        two_factor_enabled: user.two_factor_enabled,
        email: user.email.as_deref(),
        email_notifications: user.email_notifications,
        phone: user.phone.as_deref(),
        theme: user.theme.as_str(),
        session_timeout: user.session_timeout,
        first_steps_hidden: user.first_steps_hidden,
        mail_step_ticked: user.first_steps_ticked.mail,
        backup_step_ticked: user.first_steps_ticked.backup,
        last_activity: user.last_activity.map(Timestamp::as_micros),
        last_login_attempt: user.last_login_attempt.map(Timestamp::as_micros),
        failed_login_attempts: user.failed_login_attempts,
        created_at: user.created_at.as_micros(),
        deleted_at: user.deleted_at.map(Timestamp::as_micros),
        revision: user.revision,
    };
    diesel::insert_into(users::table).values(&row).execute(conn)?;
    Ok(())
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
    let touched = diesel::update(site_settings::table)
        .set(site_settings::updated_at.eq(now.as_micros()))
        .execute(conn)?;
    exactly_one(touched)
}

/// Applies a change of an account. Errors: [`DbError::Stale`] if its revision is another.
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
        sign_in::forgive_passwords(conn, &id, &Username::key_of(&after.username))?;
        sign_in::forgive_codes(conn, &id)?;
    }
    let row = Changed {
        access_key: after.access_key.as_str(),
        clearance_level: after.clearance_level.level().into(),
        is_admin: after.is_admin,
        is_approved: after.is_approved,
        two_factor_enabled: after.two_factor_enabled,
        email: after.email.as_deref(),
        email_notifications: after.email_notifications,
        phone: after.phone.as_deref(),
        theme: after.theme.as_str(),
        session_timeout: after.session_timeout,
        first_steps_hidden: after.first_steps_hidden,
        mail_step_ticked: after.first_steps_ticked.mail,
        backup_step_ticked: after.first_steps_ticked.backup,
        deleted_at: after.deleted_at.map(Timestamp::as_micros),
        revision: after.revision.saturating_add(1),
    };
    let takes_factor =
        change.needs_other_admin || (change.authority.is_some() && change.removes_second_factor);
    let had_factor = takes_factor && administrators::have_second_factor(conn, Some(&id))?;
    let expected = users::table
        .filter(users::id.eq(&id))
        .filter(users::revision.eq(after.revision))
        .filter(users::deleted_at.is_null());
    exactly_one(diesel::update(expected).set(&row).execute(conn)?)?;
    if change.needs_other_admin && administrators::count_besides(conn, after.id)? == 0 {
        return Err(DbError::Taken(OTHER_ADMIN));
    }
    if had_factor
        && site::settings(conn)?.two_factor_required
        && !administrators::have_second_factor(conn, None)?
    {
        return Err(DbError::Taken(OTHER_FACTOR));
    }
    match &change.password {
        PasswordChange::Keep => {}
        PasswordChange::Set(hash) => account_rows::set_password(conn, &id, Some(hash))?,
        PasswordChange::Clear => account_rows::set_password(conn, &id, None)?,
    }
    if change.password != PasswordChange::Keep {
        sign_in::know_none(conn, &id)?;
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
            let others =
                sessions::table.filter(sessions::user_id.eq(&id)).filter(sessions::id.ne(kept.to_string()));
            diesel::delete(others).execute(conn)?;
        }
    }
    if change.clear_lockout {
        let user = users::table.filter(users::id.eq(&id));
        exactly_one(diesel::update(user).set(users::failed_login_attempts.eq(0)).execute(conn)?)?;
    }
    Ok(())
}
