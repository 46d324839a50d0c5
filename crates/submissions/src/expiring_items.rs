//! Items that will leave the review queue soon.

use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_users::news::{Notification, Subject};
use std::time::Duration;

/// How long before an item leaves the queue its author is reminded.
pub const REMINDER_LEAD_TIME: Duration = Duration::from_hours(12);

/// A pending submission or edit that will leave the queue soon and whose author has not been reminded yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpiringItem {
    /// What the reminder is about: the submission, or the document of the edit.
    pub item: Subject,
    /// The id of the submission or edit.
    pub id: String,
    pub owner: UserId,
    pub title: String,
    /// When it leaves the queue.
    pub at: Timestamp,
}

/// A reminder to an author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReminderMark {
    pub expiring: ExpiringItem,
    /// The notification to the author.
    pub news: Notification,
}

/// Storage for reminders.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReminderRepository: Send + Sync {
    /// Returns up to `limit` pending items whose review period started after `after` and no later than `by`, longest
    /// waiting first, and whose authors have not been reminded in this period.
    async fn expiring(&self, after: Timestamp, by: Timestamp, limit: u32) -> Result<Batch<ExpiringItem>, StoreError>;

    /// Reminds the author of an item. Errors: [`StoreError::Stale`] if they were already reminded, or if the item was
    /// decided, withdrawn or resubmitted.
    async fn remind(&self, mark: Audited<ReminderMark>) -> Result<(), StoreError>;
}
