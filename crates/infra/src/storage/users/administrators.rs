//! The rights of administrators, and how many of them there are.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::users;
use crate::storage::{AdvisoryLock, exact, lock};
use diesel::dsl::auto_type;
use diesel::prelude::*;
use facility_kernel::UserId;
use facility_users::authority::{Authority, NoAuthority};

/// The accounts of approved administrators.
#[auto_type]
pub(crate) fn approved() -> _ {
    let yes: bool = true;
    users::table.filter(users::is_admin.eq(yes)).filter(users::is_approved.eq(yes)).filter(users::deleted_at.is_null())
}

/// Serializes changes that depend on the rights of administrators, and returns whether this administrator still has the
/// rights on which the change was decided. Call it before any other read of accounts. Emergency access cannot lose its
/// rights.
pub(crate) fn hold_authority(conn: &mut AnyConn, authority: Authority) -> Result<Result<(), NoAuthority>, DbError> {
    lock(conn, AdvisoryLock::Administrators)?;
    let holds = authority.id.is_emergency_access() || has_authority(conn, authority)?;
    Ok(if holds { Ok(()) } else { Err(NoAuthority) })
}

/// Returns whether an administrator still has the rights and the level that they had.
fn has_authority(conn: &mut AnyConn, authority: Authority) -> Result<bool, DbError> {
    let holder = approved()
        .filter(users::id.eq(authority.id.to_string()))
        .filter(users::clearance_level.ge(i32::from(authority.clearance.level())));
    Ok(diesel::select(diesel::dsl::exists(holder)).get_result(conn)?)
}

/// Counts the approved administrators other than this account and `emergency-access`.
pub(crate) fn count_besides(conn: &mut AnyConn, user: UserId) -> Result<u64, DbError> {
    let count: i64 = approved()
        .filter(users::id.ne(UserId::EMERGENCY_ACCESS))
        .filter(users::id.ne(user.to_string()))
        .count()
        .get_result(conn)?;
    Ok(exact(count))
}

/// Returns whether this account, or any account if `user` is `None`, belongs to an approved administrator with a second
/// factor. `emergency-access` does not count.
pub(crate) fn have_second_factor(conn: &mut AnyConn, user: Option<&str>) -> Result<bool, DbError> {
    let mut with_one = approved()
        .filter(users::two_factor_enabled.eq(true))
        .filter(users::id.ne(UserId::EMERGENCY_ACCESS))
        .select(users::position)
        .into_boxed();
    if let Some(user) = user {
        with_one = with_one.filter(users::id.eq(user.to_owned()));
    }
    let found: Option<i64> = with_one.first(conn).optional()?;
    Ok(found.is_some())
}
