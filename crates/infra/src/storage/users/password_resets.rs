//! New passwords, and reset codes.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{password_resets, sessions, users as accounts};
use crate::on_both;
use crate::storage::kernel::throttle;
use crate::storage::users::{account_rows, administrators, claimants, pending_logins};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_kernel::{StoreError, Timestamp};
use facility_users::authority::NoAuthority;
use facility_users::lockout::Admission;
use facility_users::reset::{
    IssuedReset, NewPassword, PasswordNotSet, PasswordProof, PasswordRepository, StoredReset, tries_prefix,
};
use facility_users::user::{Account, Username};

/// Stores a reset code, which replaces the account's earlier one.
fn issue(conn: &mut AnyConn, issued: &IssuedReset) -> Result<Result<(), NoAuthority>, DbError> {
    if let Err(gone) = administrators::hold_authority(conn, issued.authority)? {
        return Ok(Err(gone));
    }
    let user = issued.user.id.to_string();
    let same = accounts::table
        .filter(accounts::id.eq(&user))
        .filter(accounts::revision.eq(issued.user.revision))
        .filter(accounts::deleted_at.is_null())
        .count();
    exactly_one(usize::try_from(same.get_result::<i64>(conn)?).unwrap_or(0))?;
    let values = (
        password_resets::code_hash.eq(&issued.stored.fingerprint),
        password_resets::issued_at.eq(issued.issued_at.as_micros()),
        password_resets::expires_at.eq(issued.stored.expires_at.as_micros()),
    );
    let row = (password_resets::user_id.eq(&user), values);
    on_both!(conn, |c| diesel::insert_into(password_resets::table)
        .values(row)
        .on_conflict(password_resets::user_id)
        .do_update()
        .set(values)
        .execute(c))?;
    // A new code has its own attempts.
    throttle::clear(conn, &tries_prefix(&Username::key_of(issued.user.username.as_str())))?;
    Ok(Ok(()))
}

/// Sets a password with everything that depends on it. If its proof is no longer valid, returns why, and everything is
/// rolled back.
fn set(conn: &mut AnyConn, change: &NewPassword) -> Result<Result<(), PasswordNotSet>, DbError> {
    let user = change.user_id.to_string();
    let counters = claimants::hold(conn, &change.claimant, false, change.at)?;
    match (&change.proof, counters.admission(change.at)) {
        // A code has its own attempts, which other people's wrong passwords do not use up.
        (PasswordProof::Code(_), _) => claimants::forgive_passwords(conn, &user, &change.claimant.username_key)?,
        (PasswordProof::Password { .. }, Admission::Admitted) => {}
        (PasswordProof::Password { .. }, refused) => return Ok(Err(PasswordNotSet::Limited(refused))),
    }
    write_hash(conn, &user, change)?;
    let codes = password_resets::table.filter(password_resets::user_id.eq(&user));
    match &change.proof {
        PasswordProof::Password { .. } => {
            diesel::delete(codes).execute(conn)?;
        }
        PasswordProof::Code(given) => {
            let valid = codes
                .filter(password_resets::code_hash.eq(given))
                .filter(password_resets::expires_at.gt(change.at.as_micros()));
            if diesel::delete(valid).execute(conn)? != 1 {
                return Ok(Err(PasswordNotSet::Spent));
            }
        }
    }
    claimants::forget_all(conn, &user)?;
    // A sign-in that waits for a code was started with the old password.
    pending_logins::end_all(conn, &user)?;
    let ended = sessions::table.filter(sessions::user_id.eq(&user));
    match &change.proof {
        PasswordProof::Password { keeps, .. } => {
            diesel::delete(ended.filter(sessions::id.ne(keeps.to_string()))).execute(conn)?
        }
        PasswordProof::Code(_) => diesel::delete(ended).execute(conn)?,
    };
    Ok(Ok(()))
}

/// Writes the hash if the account is still the one that the proof was checked for.
fn write_hash(conn: &mut AnyConn, user: &str, change: &NewPassword) -> Result<(), DbError> {
    let mut same = diesel::update(accounts::table).into_boxed();
    same = same
        .filter(accounts::id.eq(user))
        .filter(accounts::is_approved.eq(true))
        .filter(accounts::deleted_at.is_null());
    let values =
        (accounts::password_hash.eq(Some(change.hash.expose())), accounts::revision.eq(accounts::revision + 1));
    let written = match &change.proof {
        PasswordProof::Password { checked, .. } => {
            same.filter(accounts::password_hash.eq(checked.expose())).set(values).execute(conn)?
        }
        PasswordProof::Code(_) => same.set((values, accounts::failed_login_attempts.eq(0))).execute(conn)?,
    };
    exactly_one(written)
}

/// Deletes the code of an account whose password changes in another way.
pub(crate) fn withdraw(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    diesel::delete(password_resets::table.filter(password_resets::user_id.eq(user))).execute(conn)?;
    Ok(())
}

/// Deletes expired codes.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let expired = password_resets::table.filter(password_resets::expires_at.le(now.as_micros()));
    diesel::delete(expired).execute(conn)?;
    Ok(())
}

#[async_trait]
impl PasswordRepository for Database {
    async fn find(&self, username_key: &str) -> Result<Option<(Account, Option<StoredReset>)>, StoreError> {
        let key = username_key.to_owned();
        self.read(move |conn| {
            let row: Option<(account_rows::Row, Option<(String, i64)>)> = accounts::table
                .left_join(password_resets::table.on(password_resets::user_id.eq(accounts::id)))
                .filter(accounts::username_key.eq(&key))
                .filter(accounts::deleted_at.is_null())
                .select((
                    account_rows::Row::as_select(),
                    (password_resets::code_hash, password_resets::expires_at).nullable(),
                ))
                .first(conn)
                .optional()?;
            let Some((row, reset)) = row else { return Ok(None) };
            let reset = reset.map(|(fingerprint, expires_at)| StoredReset {
                fingerprint,
                expires_at: Timestamp::from_micros(expires_at),
            });
            Ok(Some((row.account()?, reset)))
        })
        .await
    }

    async fn issue(&self, issued: Audited<IssuedReset>) -> Result<Result<(), NoAuthority>, StoreError> {
        self.commit_or_refuse(issued, issue).await
    }

    async fn set(&self, change: Audited<NewPassword>) -> Result<Result<(), PasswordNotSet>, StoreError> {
        self.commit_or_refuse(change, set).await
    }
}
