//! Accounts.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::users;
use crate::tables::{exact, read};
use diesel::prelude::*;
use facility_kernel::{Clearance, Page, PageRequest, Secret, Timestamp, UserId};
use facility_users::ports::Administrator;
use facility_users::user::{Account, Theme, TickedSteps, User};

const TABLE: &str = "users";

#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct Row {
    position: i64,
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
            clearance_level: Clearance::parse(self.clearance_level.into())
                .map_err(|_refused| bad("clearance_level"))?,
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

/// Returns the account with this name, unless it is deleted.
pub(crate) fn find_by_name(conn: &mut AnyConn, key: &str) -> Result<Option<Account>, DbError> {
    let row: Option<Row> = users::table
        .filter(users::username_key.eq(key))
        .filter(users::deleted_at.is_null())
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(Row::account).transpose()
}

/// Returns a page of the accounts that are not deleted, oldest first, and their total number.
pub(crate) fn list(conn: &mut AnyConn, page: PageRequest) -> Result<(Page<User>, u64), DbError> {
    let total: i64 = users::table.filter(users::deleted_at.is_null()).count().get_result(conn)?;
    let after = page.after.map_or(0, facility_kernel::Cursor::position);
    let rows: Vec<Row> = users::table
        .filter(users::deleted_at.is_null())
        .filter(users::position.gt(after))
        .order(users::position.asc())
        .limit(i64::from(page.limit.get()) + 1)
        .select(Row::as_select())
        .load(conn)?;
    let found =
        rows.into_iter().map(|row| Ok((row.position, row.user()?))).collect::<Result<_, DbError>>()?;
    Ok((Page::from_rows(found, page.limit), exact(total)))
}

/// Returns the approved administrators that are not deleted, except `emergency-access`, with their levels.
pub(crate) fn administrators(conn: &mut AnyConn) -> Result<Vec<Administrator>, DbError> {
    let rows: Vec<(String, i32)> = users::table
        .filter(users::is_admin.eq(true))
        .filter(users::is_approved.eq(true))
        .filter(users::deleted_at.is_null())
        .filter(users::id.ne(UserId::EMERGENCY_ACCESS))
        .order(users::position.asc())
        .select((users::id, users::clearance_level))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, level)| {
            let column = "clearance_level";
            let bad = |_refused| DbError::Inconsistent { table: TABLE, column, row: id.clone() };
            let clearance = Clearance::parse(level.into()).map_err(bad)?;
            Ok(Administrator { id: read(&id, TABLE, "id", &id)?, clearance })
        })
        .collect()
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
