//! Notifications, reminders, and what the home board shows.

use super::{batch, log_damaged};
use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_submissions::desk::Desk;
use facility_submissions::expiring_items::ReminderRepository;
use facility_submissions::expiring_items::{ExpiringItem, ReminderMark};
use facility_submissions::first_steps::{AdminProgress, UserProgress};
use facility_submissions::ports::NewsRepository;
use facility_users::news::{Notification, ReadNews};

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
    async fn group(
        &self,
        recipient: UserId,
        is_read: bool,
        before: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError> {
        let limit = i64::from(limit);
        self.0
            .read(move |conn| {
                let reader = tables::notifications::Reader::of(conn, recipient, now)?;
                tables::notifications::group(conn, &reader, is_read, before, limit)
            })
            .await
    }

    async fn unread(&self, recipient: UserId, now: Timestamp) -> Result<u64, StoreError> {
        self.0.read(move |conn| Ok(tables::notifications::unread(conn, recipient, now)?.0)).await
    }

    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError> {
        self.0.write(move |conn| tables::notifications::mark_read(conn, recipient, &which, now)).await
    }

    async fn desk(&self, user: UserId, with_queues: bool, now: Timestamp) -> Result<Desk, StoreError> {
        self.0.read(move |conn| tables::board::desk(conn, user, with_queues, now)).await
    }

    async fn user_progress(&self, user: UserId, now: Timestamp) -> Result<UserProgress, StoreError> {
        self.0.read(move |conn| tables::first_steps::of_user(conn, user, now)).await
    }

    async fn admin_progress(&self, user: UserId) -> Result<AdminProgress, StoreError> {
        self.0.read(move |conn| tables::first_steps::of_administrator(conn, user)).await
    }
}

#[async_trait]
impl ReminderRepository for NewsRepo {
    async fn leaving(
        &self,
        after: Timestamp,
        by: Timestamp,
        limit: u32,
    ) -> Result<Batch<ExpiringItem>, StoreError> {
        self.0.read(move |conn| tables::reminders::leaving(conn, after, by, limit)).await.map(batch)
    }

    async fn remind(&self, mark: Audited<ReminderMark>) -> Result<(), StoreError> {
        log_damaged(self.0.commit(mark, tables::reminders::remind).await)
    }
}
