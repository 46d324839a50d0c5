//! New passwords, and the codes for them.

use crate::db::Database;
use crate::tables::password_resets;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_kernel::StoreError;
use facility_users::authority::NoAuthority;
use facility_users::reset::{IssuedReset, NewPassword, NotSet, PasswordRepository, StoredReset};
use facility_users::user::Account;

/// New passwords and the codes for them, in the database.
#[derive(Clone)]
pub struct PasswordRepo(Database);

impl PasswordRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl PasswordRepository for PasswordRepo {
    async fn find(&self, username_key: &str) -> Result<Option<(Account, Option<StoredReset>)>, StoreError> {
        let key = username_key.to_owned();
        self.0.read(move |conn| password_resets::find(conn, &key)).await
    }

    async fn issue(&self, issued: Audited<IssuedReset>) -> Result<Result<(), NoAuthority>, StoreError> {
        self.0.commit_or_refuse(issued, password_resets::issue).await
    }

    async fn set(&self, change: Audited<NewPassword>) -> Result<Result<(), NotSet>, StoreError> {
        self.0.commit_or_refuse(change, password_resets::set).await
    }
}
