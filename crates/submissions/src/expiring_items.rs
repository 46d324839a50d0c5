//! Items that leave the review queue soon.

use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_users::news::{Notification, Subject};
use std::time::Duration;

/// The author of an item is reminded this long before it leaves the queue.
pub const REMINDED_BEFORE: Duration = Duration::from_hours(12);

/// A pending submission or edit that leaves the queue soon, and of whose wait its author was not reminded yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpiringItem {
    /// What the reminder is about: the submission, or the document of the edit.
    pub item: Subject,
    /// Id of the submission or of the edit.
    pub id: String,
    /// Its author.
    pub owner: UserId,
    /// Its title.
    pub title: String,
    /// When it leaves the queue.
    pub at: Timestamp,
}

/// The reminder of an author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReminderMark {
    /// The item.
    pub leaving: ExpiringItem,
    /// Tells the author.
    pub news: Notification,
}

/// Reminders of items that leave the review queue soon.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReminderRepository: Send + Sync {
    /// Returns up to `limit` pending items whose wait began after `after` and at `by` or earlier, the longest first,
    /// and of whose wait their authors were not reminded yet.
    async fn leaving(&self, after: Timestamp, by: Timestamp, limit: u32) -> Result<Batch<ExpiringItem>, StoreError>;

    /// Reminds the author of an item. Errors: [`StoreError::Stale`] if they were reminded already, or if it was
    /// decided, withdrawn or resubmitted.
    async fn remind(&self, mark: Audited<ReminderMark>) -> Result<(), StoreError>;
}
