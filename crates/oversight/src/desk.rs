//! What waits for people, for the home board.

use facility_kernel::Timestamp;
use facility_users::news::Notification;

/// The submissions, edits, requests or accounts that wait for an administrator.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Their number, at most [`Waiting::MOST_COUNTED`].
    pub count: u64,
    /// The one that has waited longest.
    pub oldest: Option<WaitingItem>,
}

impl Waiting {
    /// Counting stops at this number.
    pub const MOST_COUNTED: u32 = 10_000;
}

/// Something that waits for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingItem {
    /// Its id.
    pub id: String,
    /// The title of a submission, an edit or a document, or the name of an account.
    pub name: String,
    /// When the wait began.
    pub since: Timestamp,
}

/// What waits for administrators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queues {
    /// Submissions to review that have not timed out.
    pub submissions: Waiting,
    /// Edits to review that have not timed out.
    pub edits: Waiting,
    /// Requests to archive a document.
    pub archive_requests: Waiting,
    /// Accounts to approve.
    pub accounts: Waiting,
}

/// What the home board tells one user about their own items, and an administrator about the queues.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Desk {
    /// The queues. `None` for users who are not administrators.
    pub queues: Option<Queues>,
    /// Number of unread notifications, at most [`Waiting::MOST_COUNTED`].
    pub unread: u64,
    /// The newest unread notifications, at most [`Desk::MOST_NEWS`].
    pub news: Vec<Notification>,
    /// Number of the user's submissions and edits that have timed out, at most [`Waiting::MOST_COUNTED`].
    pub timed_out: u64,
    /// Number of the user's drafts.
    pub drafts: u64,
    /// Number of active sections of the archive.
    pub sections: u64,
}

impl Desk {
    /// Maximum number of notifications on the board.
    pub const MOST_NEWS: u32 = 20;
}
