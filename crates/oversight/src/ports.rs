//! Ports of oversight.

use crate::desk::Desk;
use crate::first_steps::{AdminProgress, UserProgress};
use async_trait::async_trait;
use facility_audit::action::EntityType;
use facility_kernel::{Clearance, DocumentId, StoreError, Timestamp, UserId};
use facility_users::news::{Notification, ReadNews};
use std::collections::HashMap;

/// The type and id of a record that audit entries refer to, as in the entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SubjectKey {
    pub entity_type: EntityType,
    pub id: String,
}

/// The current data of a record that audit entries refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Its title, or the name of an account.
    pub name: String,
    /// The level required to read the title. `None` if no level is assigned.
    pub level: Option<Clearance>,
    /// The document that it is or became.
    pub document: Option<DocumentId>,
}

/// Finds the records that audit entries refer to.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubjectQueries: Send + Sync {
    /// Returns those of the documents, submissions, edits and accounts that still exist. Omits deleted accounts, and
    /// published submissions whose document was deleted. MUST return a published submission with the title and level of
    /// its document. Records of other types have no name and MUST be omitted.
    async fn find(&self, keys: Vec<SubjectKey>) -> Result<HashMap<SubjectKey, Subject>, StoreError>;
}

/// Notifications and the data of the home screen.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait NewsRepository: Send + Sync {
    /// Returns up to `limit` of this user's notifications, either unread or read, that they may read at `now` and that
    /// precede this position. Newest first, each with its position, which is positive and increases with time.
    async fn group(
        &self,
        recipient: UserId,
        is_read: bool,
        before: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError>;

    /// Counts this user's unread notifications, up to [`Waiting::MAX_COUNTED`](crate::desk::Waiting::MAX_COUNTED).
    async fn unread(&self, recipient: UserId, now: Timestamp) -> Result<u64, StoreError>;

    /// Marks notifications of this user as read at `now`. Ignores those of others, unknown ones, and those already
    /// read.
    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError>;

    /// Returns the data of this user's home screen: their unread notifications, their timed-out submissions, and with
    /// `with_queues` the queues of administrators. The time MUST NOT grow with the number of documents, submissions or
    /// accounts.
    async fn desk(&self, user: UserId, with_queues: bool, now: Timestamp) -> Result<Desk, StoreError>;

    /// Returns this user's progress with the first steps. Limited in time like [`desk`](Self::desk).
    async fn user_progress(&self, user: UserId, now: Timestamp) -> Result<UserProgress, StoreError>;

    /// Returns the installation's progress with the first steps of this administrator. Limited in time like
    /// [`desk`](Self::desk).
    async fn admin_progress(&self, user: UserId) -> Result<AdminProgress, StoreError>;
}
