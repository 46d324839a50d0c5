//! Submissions and edits that waited too long for a review.

use crate::case::Case;
use facility_documents::text::Category;
use facility_kernel::{Timestamp, UserId};
use facility_users::news::{Notification, Subject};

/// The time-out of a case. It is recorded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOut<Id> {
    pub id: Id,
    /// What its notifications are about: the submission, or the document of the edit.
    pub subject: Subject,
    /// When the review period ended: [`Case::times_out_at`].
    pub at: Timestamp,
    pub owner: UserId,
    pub title: String,
}

/// A time-out with the notification to the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOutMark<Id> {
    pub time_out: TimeOut<Id>,
    /// The notification to the author.
    pub news: Notification,
}

/// A resubmission by the author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resubmission<Id> {
    pub id: Id,
    /// What its notifications are about.
    pub subject: Subject,
    /// When the previous review period started: [`Case::waits_since`] as it was read.
    pub expected_start: Timestamp,
    /// When the new review period starts.
    pub at: Timestamp,
}

impl<Id: Copy> Case<Id> {
    /// Returns the resubmission of this case now. `None` if it has not timed out.
    pub fn resubmission(&self, subject: Subject, now: Timestamp) -> Option<Resubmission<Id>> {
        let again = Resubmission { id: self.id, subject, expected_start: self.waits_since(), at: now };
        self.is_timed_out(now).then_some(again)
    }
}

facility_kernel::named! {
    /// The kind of an item that timed out.
    pub enum TimedOutKind as "TimedOutType" {
        Submission => "submission",
        Edit => "edit",
    }
}

/// An item of a user that waited too long for its review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedOutItem {
    pub kind: TimedOutKind,
    pub id: String,
    pub title: String,
    pub category: Category,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When its review period ended.
    pub timed_out_at: Timestamp,
}
