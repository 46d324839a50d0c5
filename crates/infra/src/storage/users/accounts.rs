//! Accounts.

use crate::db::Database;
use crate::db::error::DbError;
use crate::db::schema::users;
use crate::storage::submissions::drafts;
use crate::storage::users::account_rows::{Row, TABLE, find, is_empty};
use crate::storage::users::{account_changes, administrators, credentials};
use crate::storage::{clearance, exact, read};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_kernel::{Page, PageRequest, Secret, StoreError, UserId};
use facility_users::credential::CredentialName;
use facility_users::ports::{Administrator, UserCommitError, UserRepository};
use facility_users::user::{Account, User, UserChange};

#[async_trait]
impl UserRepository for Database {
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.read(move |conn| find(conn, id)).await
    }

    async fn find_by_name(&self, username_key: &str) -> Result<Option<Account>, StoreError> {
        let key = username_key.to_owned();
        self.read(move |conn| {
            let row: Option<Row> = users::table
                .filter(users::username_key.eq(&key))
                .filter(users::deleted_at.is_null())
                .select(Row::as_select())
                .first(conn)
                .optional()?;
            row.map(Row::account).transpose()
        })
        .await
    }

    async fn list(&self, page: PageRequest) -> Result<(Page<User>, u64), StoreError> {
        self.read(move |conn| {
            let total: i64 = users::table.filter(users::deleted_at.is_null()).count().get_result(conn)?;
            let after = page.after.map_or(0, facility_kernel::Cursor::position);
            let rows: Vec<Row> = users::table
                .filter(users::deleted_at.is_null())
                .filter(users::position.gt(after))
                .order(users::position.asc())
                .limit(i64::from(page.limit.get()) + 1)
                .select(Row::as_select())
                .load(conn)?;
            let found = rows.into_iter().map(|row| Ok((row.position, row.user()?))).collect::<Result<_, DbError>>()?;
            Ok((Page::from_rows(found, page.limit), exact(total)))
        })
        .await
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        self.read(|conn| {
            let rows: Vec<(String, i32)> = administrators::approved()
                .filter(users::id.ne(UserId::EMERGENCY_ACCESS))
                .order(users::position.asc())
                .select((users::id, users::clearance_level))
                .load(conn)?;
            rows.into_iter()
                .map(|(id, level)| {
                    let clearance = clearance(level, TABLE, "clearance_level", &id)?;
                    Ok(Administrator { id: read(&id, TABLE, "id", &id)?, clearance })
                })
                .collect()
        })
        .await
    }

    async fn is_empty(&self) -> Result<bool, StoreError> {
        self.read(is_empty).await
    }

    async fn credential(&self, name: CredentialName) -> Result<Option<Secret>, StoreError> {
        self.read(move |conn| credentials::find(conn, name)).await
    }

    async fn commit(&self, change: Audited<UserChange>) -> Result<(), UserCommitError> {
        let now = change.entry().timestamp;
        let done = self.commit(change, move |conn, change| {
            account_changes::apply(conn, change, now)?;
            match change {
                UserChange::Update(update) if update.after.deleted_at.is_some() => {
                    drafts::delete_all(conn, update.after.id)
                }
                _ => Ok(()),
            }
        });
        let done = done.await;
        done.map_err(|error| match error {
            StoreError::Taken(account_changes::USERNAME) => UserCommitError::UsernameTaken,
            StoreError::Taken(account_changes::OTHER_ADMIN) => UserCommitError::NoOtherAdmin,
            StoreError::Taken(account_changes::OTHER_FACTOR) => UserCommitError::NoOtherFactor,
            StoreError::Taken(account_changes::NEEDED_KEY) => UserCommitError::NeededKey,
            StoreError::Taken(account_changes::NO_AUTHORITY) => UserCommitError::NoAuthority,
            other => UserCommitError::Store(other),
        })
    }
}
