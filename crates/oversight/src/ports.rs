//! What oversight needs from outside.

use crate::desk::Desk;
use crate::first_steps::{AdminProgress, UserProgress};
use async_trait::async_trait;
use facility_audit::action::EntityType;
use facility_kernel::{Clearance, DocumentId, StoreError, Timestamp, UserId};
use facility_users::news::{Notification, ReadNews};
use std::collections::HashMap;

/// A record that entries of the audit log can be about: its type and its id, as an entry has them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SubjectKey {
    /// The type of the record.
    pub entity_type: EntityType,
    /// Its id.
    pub id: String,
}

/// A record that entries of the audit log are about, as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Its title, or the name of an account.
    pub name: String,
    /// The level that is required to read the title. `None` if none is assigned.
    pub level: Option<Clearance>,
    /// The document that it is or became.
    pub document: Option<DocumentId>,
}

/// Finds the records that entries of the audit log are about.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubjectQueries: Send + Sync {
    /// Returns those of the documents, submissions, edits and accounts that still exist: not deleted accounts, and not
    /// published submissions whose document was deleted. MUST return a published submission with the title and level of
    /// its document. Other types of records have no name and MUST be left out.
    async fn find(&self, keys: Vec<SubjectKey>) -> Result<HashMap<SubjectKey, Subject>, StoreError>;
}

/// Notifications, and what the home board shows.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait NewsRepository: Send + Sync {
    /// Returns up to `limit` of this user's unread or read notifications that they may read at `now`, before this
    /// position, newest first, each with its position, which is positive and grows with time.
    async fn group(
        &self,
        recipient: UserId,
        is_read: bool,
        before: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError>;

    /// Counts this user's unread notifications, up to [`Waiting::MOST_COUNTED`](crate::desk::Waiting::MOST_COUNTED).
    async fn unread(&self, recipient: UserId, now: Timestamp) -> Result<u64, StoreError>;

    /// Marks notifications of this user as read at `now`. Those of others, unknown ones and read ones stay unchanged.
    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError>;

    /// Returns what the home board shows to this user: their unread notifications, their submissions that timed out,
    /// and with `with_queues` what waits for administrators. MUST take time that does not grow with the number of
    /// documents, submissions or accounts.
    async fn desk(&self, user: UserId, with_queues: bool, now: Timestamp) -> Result<Desk, StoreError>;

    /// Returns how far this user has come with the first steps. Bounded in time as [`desk`](Self::desk).
    async fn user_progress(&self, user: UserId, now: Timestamp) -> Result<UserProgress, StoreError>;

    /// Returns how far the installation has come with the first steps of this administrator. Bounded in time as
    /// [`desk`](Self::desk).
    async fn admin_progress(&self, user: UserId) -> Result<AdminProgress, StoreError>;
}
