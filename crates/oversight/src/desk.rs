//! Pending items and news for the home screen.

use facility_kernel::Timestamp;
use facility_users::news::Notification;

/// Items waiting for an administrator: submissions, edits, requests or accounts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Their number, at most [`Waiting::MAX_COUNTED`].
    pub count: u64,
    /// The item that has waited longest.
    pub oldest: Option<WaitingItem>,
}

impl Waiting {
    /// Counting stops at this number.
    pub const MAX_COUNTED: u32 = 10_000;
}

/// An item waiting for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingItem {
    pub id: String,
    /// The title of a submission, edit or document, or the name of an account.
    pub name: String,
    /// When it started waiting.
    pub since: Timestamp,
}

/// The queues of administrators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queues {
    /// Submissions to review, without timed-out ones.
    pub submissions: Waiting,
    /// Edits to review, without timed-out ones.
    pub edits: Waiting,
    pub archive_requests: Waiting,
    /// Accounts to approve.
    pub accounts: Waiting,
}

/// A user's own items and news for the home screen, and the queues for administrators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Desk {
    /// The queues. `None` for users who are not administrators.
    pub queues: Option<Queues>,
    /// Number of unread notifications, at most [`Waiting::MAX_COUNTED`].
    pub unread: u64,
    /// The newest unread notifications, at most [`Desk::MAX_NEWS`].
    pub news: Vec<Notification>,
    /// Number of the user's timed-out submissions and edits, at most [`Waiting::MAX_COUNTED`].
    pub timed_out: u64,
    pub drafts: u64,
    /// Number of active archive sections.
    pub sections: u64,
}

impl Desk {
    /// Maximum number of notifications on the home screen.
    pub const MAX_NEWS: u32 = 20;
}
