//! The site's own keys: the emergency key and the master key.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{credentials, second_factor_codes, sessions, users};
use crate::on_both;
use crate::storage::users::{administrators, site};
use diesel::dsl::exists;
use diesel::prelude::*;
use facility_kernel::{Secret, Timestamp, UserId};
use facility_users::credential::CredentialName;

/// Returns whether rotating this key would lock somebody out: those who use emergency access now, or, while no
/// administrator can sign in, those who have the key, because it is the only way in.
pub(crate) fn is_needed(conn: &mut AnyConn, name: CredentialName, now: Timestamp) -> Result<bool, DbError> {
    let open = sessions::table
        .filter(sessions::user_id.eq(UserId::EMERGENCY_ACCESS))
        .filter(sessions::expires_at.gt(now.as_micros()));
    let in_use = name == CredentialName::EmergencyKey && diesel::select(exists(open)).get_result(conn)?;
    Ok(in_use || !can_any_admin_sign_in(conn)?)
}

/// Returns whether an administrator has a password, and a second factor or codes if the site requires one.
fn can_any_admin_sign_in(conn: &mut AnyConn) -> Result<bool, DbError> {
    let mut able =
        administrators::approved().filter(users::password_hash.is_not_null()).select(users::position).into_boxed();
    if site::settings(conn)?.two_factor_required {
        let with_codes = second_factor_codes::table
            .filter(second_factor_codes::is_pending.eq(false))
            .select(second_factor_codes::user_id);
        able = able.filter(users::two_factor_enabled.eq(true).or(users::id.eq_any(with_codes)));
    }
    let found: Option<i64> = able.first(conn).optional()?;
    Ok(found.is_some())
}

/// Replaces a key, and ends the sessions of the old one.
pub(crate) fn rotate(conn: &mut AnyConn, name: CredentialName, hash: &Secret, now: Timestamp) -> Result<(), DbError> {
    set(conn, name, hash, now)?;
    if name == CredentialName::EmergencyKey {
        let ended = sessions::table.filter(sessions::user_id.eq(UserId::EMERGENCY_ACCESS));
        diesel::delete(ended).execute(conn)?;
    }
    Ok(())
}

/// Returns the hash of one of the site's own keys.
pub(crate) fn find(conn: &mut AnyConn, name: CredentialName) -> Result<Option<Secret>, DbError> {
    let hash: Option<String> =
        credentials::table.find(name.as_str()).select(credentials::hash).first(conn).optional()?;
    Ok(hash.map(Secret::new))
}

/// Prevents the key from being rotated until the transaction ends. Errors: [`DbError::Stale`] if its hash has changed.
pub(crate) fn hold(conn: &mut AnyConn, name: CredentialName, hash: &Secret) -> Result<(), DbError> {
    let stored = || credentials::table.find(name.as_str()).select(credentials::hash);
    let found: Option<String> = match conn {
        AnyConn::Pg(c) => stored().for_share().first(c).optional()?,
        AnyConn::Sqlite(c) => stored().first(c).optional()?,
    };
    if found.as_deref() == Some(hash.expose()) { Ok(()) } else { Err(DbError::Stale) }
}

pub(crate) fn set(conn: &mut AnyConn, name: CredentialName, hash: &Secret, now: Timestamp) -> Result<(), DbError> {
    let row = (
        credentials::name.eq(name.as_str()),
        credentials::hash.eq(hash.expose()),
        credentials::updated_at.eq(now.as_micros()),
    );
    on_both!(conn, |c| diesel::insert_into(credentials::table)
        .values(row)
        .on_conflict(credentials::name)
        .do_update()
        .set((credentials::hash.eq(hash.expose()), credentials::updated_at.eq(now.as_micros())))
        .execute(c))?;
    Ok(())
}
