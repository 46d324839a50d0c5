//! The rows of accounts.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::users;
use crate::storage::{clearance, read};
use diesel::prelude::*;
use facility_kernel::{Secret, Timestamp, UserId};
use facility_users::user::{Account, Theme, TickedSteps, User};

pub(crate) const TABLE: &str = "users";

#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct Row {
    pub(crate) position: i64,
    id: String,
    username: String,
    password_hash: Option<String>,
    access_key: String,
    clearance_level: i32,
    is_admin: bool,
    is_approved: bool,
    two_factor_enabled: bool,
    email: Option<String>,
    email_notifications: bool,
    phone: Option<String>,
    theme: String,
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

impl Row {
    /// Converts the row to an account with its password hash. Errors: as [`Self::user`].
    pub(crate) fn account(mut self) -> Result<Account, DbError> {
        let password_hash = self.password_hash.take().map(Secret::new);
        Ok(Account { user: self.user()?, password_hash })
    }

    /// Converts the row to an account. Errors: [`DbError::Inconsistent`] names the column that cannot be decoded.
    pub(crate) fn user(self) -> Result<User, DbError> {
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: self.id.clone() };
        Ok(User {
            id: read(&self.id, TABLE, "id", &self.id)?,
            access_key: read(&self.access_key, TABLE, "access_key", &self.id)?,
            clearance_level: clearance(self.clearance_level, TABLE, "clearance_level", &self.id)?,
            theme: Theme::parse(&self.theme).ok_or_else(|| bad("theme"))?,
            username: self.username,
            is_admin: self.is_admin,
            is_approved: self.is_approved,
            two_factor_enabled: self.two_factor_enabled,
            email: self.email,
            email_notifications: self.email_notifications,
            phone: self.phone,
            session_timeout: self.session_timeout,
            first_steps_hidden: self.first_steps_hidden,
            first_steps_ticked: TickedSteps { mail: self.mail_step_ticked, backup: self.backup_step_ticked },
            last_activity: self.last_activity.map(Timestamp::from_micros),
            last_login_attempt: self.last_login_attempt.map(Timestamp::from_micros),
            failed_login_attempts: self.failed_login_attempts,
            created_at: Timestamp::from_micros(self.created_at),
            deleted_at: self.deleted_at.map(Timestamp::from_micros),
            revision: self.revision,
        })
    }
}

/// Returns the account with this id, unless it is deleted.
pub(crate) fn find(conn: &mut AnyConn, id: UserId) -> Result<Option<User>, DbError> {
    let row: Option<Row> = users::table
        .filter(users::id.eq(id.to_string()))
        .filter(users::deleted_at.is_null())
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(Row::user).transpose()
}

/// Returns whether there is no account at all, including deleted ones.
pub(crate) fn is_empty(conn: &mut AnyConn) -> Result<bool, DbError> {
    let any: Option<i64> = users::table.select(users::position).first(conn).optional()?;
    Ok(any.is_none())
}

/// Sets or removes the password hash.
pub(crate) fn set_password(conn: &mut AnyConn, id: &str, hash: Option<&Secret>) -> Result<(), DbError> {
    let user = users::table.filter(users::id.eq(id));
    exactly_one(diesel::update(user).set(users::password_hash.eq(hash.map(Secret::expose))).execute(conn)?)
}
