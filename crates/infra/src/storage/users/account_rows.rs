//! The rows of accounts.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::users;
use crate::storage::read;
use crate::storage::stored::{Stored, value};
use diesel::prelude::*;
use facility_kernel::{Secret, Timestamp, UserId};
use facility_users::user::{Account, TickedSteps, User, Username};

pub(crate) const TABLE: &str = "users";

/// The columns that an update writes. It excludes activity and sign-in attempts: they change without a revision, and
/// an update decided earlier must not set them back.
#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct Settings {
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
    deleted_at: Option<i64>,
    pub(crate) revision: i64,
}

impl Settings {
    pub(crate) fn of(user: &User) -> Self {
        Self {
            access_key: user.access_key.store(),
            clearance_level: user.clearance_level.store(),
            is_admin: user.is_admin,
            is_approved: user.is_approved,
            two_factor_enabled: user.two_factor_enabled,
            email: user.email.clone(),
            email_notifications: user.email_notifications,
            phone: user.phone.clone(),
            theme: user.theme.store(),
            session_timeout: user.session_timeout,
            first_steps_hidden: user.first_steps_hidden,
            mail_step_ticked: user.first_steps_ticked.mail,
            backup_step_ticked: user.first_steps_ticked.backup,
            deleted_at: user.deleted_at.store(),
            revision: user.revision,
        }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
pub(crate) struct Columns {
    id: String,
    username: String,
    password_hash: Option<String>,
    #[diesel(embed)]
    settings: Settings,
    last_activity: Option<i64>,
    last_login_attempt: Option<i64>,
    failed_login_attempts: i32,
    created_at: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct Row {
    pub(crate) position: i64,
    #[diesel(embed)]
    columns: Columns,
}

impl Row {
    /// Converts the row to an account with its password hash. Errors: as [`Self::user`].
    pub(crate) fn account(mut self) -> Result<Account, DbError> {
        let password_hash = self.columns.password_hash.take().map(Secret::new);
        Ok(Account { user: self.user()?, password_hash })
    }

    /// Converts the row to an account. Errors: [`DbError::Inconsistent`] names the column that cannot be decoded.
    pub(crate) fn user(self) -> Result<User, DbError> {
        let Columns { id, settings, .. } = self.columns;
        Ok(User {
            id: read(&id, TABLE, "id", &id)?,
            access_key: value(settings.access_key, TABLE, "access_key", &id)?,
            clearance_level: value(settings.clearance_level, TABLE, "clearance_level", &id)?,
            theme: value(settings.theme, TABLE, "theme", &id)?,
            username: self.columns.username,
            is_admin: settings.is_admin,
            is_approved: settings.is_approved,
            two_factor_enabled: settings.two_factor_enabled,
            email: settings.email,
            email_notifications: settings.email_notifications,
            phone: settings.phone,
            session_timeout: settings.session_timeout,
            first_steps_hidden: settings.first_steps_hidden,
            first_steps_ticked: TickedSteps { mail: settings.mail_step_ticked, backup: settings.backup_step_ticked },
            last_activity: self.columns.last_activity.map(Timestamp::from_micros),
            last_login_attempt: self.columns.last_login_attempt.map(Timestamp::from_micros),
            failed_login_attempts: self.columns.failed_login_attempts,
            created_at: Timestamp::from_micros(self.columns.created_at),
            deleted_at: settings.deleted_at.map(Timestamp::from_micros),
            revision: settings.revision,
        })
    }
}

pub(crate) fn insert(conn: &mut AnyConn, user: &User, password_hash: Option<&Secret>) -> Result<(), DbError> {
    let columns = Columns {
        id: user.id.to_string(),
        username: user.username.clone(),
        password_hash: password_hash.map(|hash| hash.expose().to_owned()),
        settings: Settings::of(user),
        last_activity: user.last_activity.store(),
        last_login_attempt: user.last_login_attempt.store(),
        failed_login_attempts: user.failed_login_attempts,
        created_at: user.created_at.store(),
    };
    let key = users::username_key.eq(Username::key_of(&user.username));
    diesel::insert_into(users::table).values((columns, key)).execute(conn)?;
    Ok(())
}

/// Returns the id of the account with this name, also of a deleted one: its name is not given again.
pub(crate) fn id_of_name(conn: &mut AnyConn, name: &Username) -> Result<Option<UserId>, DbError> {
    let named = users::table.filter(users::username_key.eq(name.key()));
    let id: Option<String> = named.select(users::id).first(conn).optional()?;
    id.map(|id| read(&id, TABLE, "id", &id)).transpose()
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
