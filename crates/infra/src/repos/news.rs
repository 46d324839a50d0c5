//! Notifications, and what the home board shows.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use kernel::{Page, PageRequest, StoreError, Timestamp, UserId};
use submissions::ports::NewsRepository;
use submissions::{Desk, Notification, ReadNews};

/// Notifications in the database.
#[derive(Clone)]
pub struct NewsRepo(Database);

impl NewsRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl NewsRepository for NewsRepo {
    async fn list(&self, recipient: UserId, page: PageRequest) -> Result<Page<Notification>, StoreError> {
        self.0.read(move |conn| tables::notifications::list(conn, recipient, page)).await
    }

    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError> {
        self.0.write(move |conn| tables::notifications::mark_read(conn, recipient, &which, now)).await
    }

    async fn desk(&self, user: UserId, with_queues: bool, started_by: Timestamp) -> Result<Desk, StoreError> {
        self.0.read(move |conn| tables::board::desk(conn, user, with_queues, started_by)).await
    }
}
