//! Accounts, throttles and the site's settings.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::throttle::Throttle;
use facility_kernel::{Page, PageRequest, Secret, StoreError, Timestamp, UserId};
use facility_users::credential::CredentialName;
use facility_users::lockout::Claimant;
use facility_users::ports::{
    Administrator, SignInThrottle, SiteRepository, Standing, UserCommitError, UserRepository,
};
use facility_users::site::{SiteChange, SiteSettings};
use facility_users::user::{Account, User, UserChange};
use std::time::Duration;

/// Accounts in the database.
#[derive(Clone)]
pub struct UserRepo(Database);

impl UserRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl UserRepository for UserRepo {
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.0.read(move |conn| tables::users::find(conn, id)).await
    }

    async fn find_by_name(&self, username_key: &str) -> Result<Option<Account>, StoreError> {
        let key = username_key.to_owned();
        self.0.read(move |conn| tables::users::find_by_name(conn, &key)).await
    }

    async fn list(&self, page: PageRequest) -> Result<(Page<User>, u64), StoreError> {
        self.0.read(move |conn| tables::users::list(conn, page)).await
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        self.0.read(tables::users::administrators).await
    }

    async fn is_empty(&self) -> Result<bool, StoreError> {
        self.0.read(tables::users::is_empty).await
    }

    async fn credential(&self, name: CredentialName) -> Result<Option<Secret>, StoreError> {
        self.0.read(move |conn| tables::credentials::find(conn, name)).await
    }

    async fn commit(&self, change: Audited<UserChange>) -> Result<(), UserCommitError> {
        let now = change.entry().timestamp;
        let done = self.0.commit(change, move |conn, change| {
            tables::user_changes::apply(conn, change, now)?;
            match change {
                UserChange::Update(update) if update.after.deleted_at.is_some() => {
                    tables::drafts::delete_all(conn, update.after.id)
                }
                _ => Ok(()),
            }
        });
        let done = done.await;
        done.map_err(|error| match error {
            StoreError::Taken(tables::user_changes::USERNAME) => UserCommitError::UsernameTaken,
            StoreError::Taken(tables::user_changes::OTHER_ADMIN) => UserCommitError::NoOtherAdmin,
            StoreError::Taken(tables::user_changes::OTHER_FACTOR) => UserCommitError::NoOtherFactor,
            StoreError::Taken(tables::user_changes::NEEDED_KEY) => UserCommitError::NeededKey,
            StoreError::Taken(tables::user_changes::NO_AUTHORITY) => UserCommitError::NoAuthority,
            other => UserCommitError::Store(other),
        })
    }
}

/// Throttles counted in the database, across all nodes.
#[derive(Clone)]
pub struct ThrottleRepo(Database);

impl ThrottleRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl SignInThrottle for ThrottleRepo {
    async fn standing(&self, claimant: &Claimant, now: Timestamp) -> Result<Standing, StoreError> {
        let claimant = claimant.clone();
        self.0.read_at_once(move |conn| tables::sign_in::standing(conn, &claimant, now)).await
    }
}

#[async_trait]
impl Throttle for ThrottleRepo {
    async fn count_call(
        &self,
        key: &str,
        limit: u32,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError> {
        let key = key.to_owned();
        self.0.write(move |conn| tables::throttle::count_call(conn, &key, limit, window, now)).await
    }

    async fn give_back(&self, keys: &[String]) -> Result<(), StoreError> {
        let keys = keys.to_vec();
        self.0.write(move |conn| tables::throttle::give_back(conn, &keys)).await
    }
}

/// The site's settings in the database.
#[derive(Clone)]
pub struct SiteRepo(Database);

impl SiteRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl SiteRepository for SiteRepo {
    async fn settings(&self) -> Result<SiteSettings, StoreError> {
        self.0.read_at_once(tables::site::settings).await
    }

    async fn commit(&self, change: Audited<SiteChange>) -> Result<(), StoreError> {
        let now = change.entry().timestamp;
        self.0.commit(change, move |conn, change| tables::site::apply(conn, *change, now)).await
    }
}
