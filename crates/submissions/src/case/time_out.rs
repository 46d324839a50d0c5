//! Submissions and edits that waited too long for a review.

use crate::case::Case;
use facility_documents::text::Category;
use facility_kernel::{Timestamp, UserId};
use facility_users::news::{Notification, Subject};

/// The time-out of a case, to be recorded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOut<Id> {
    /// Id of the case.
    pub id: Id,
    /// What its news are about: a submission itself, or the document of an edit.
    pub subject: Subject,
    /// When its wait ended: [`Case::times_out_at`].
    pub at: Timestamp,
    /// Its author.
    pub owner: UserId,
    /// Its title.
    pub title: String,
}

/// A time-out with the notification of the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOutMark<Id> {
    /// The time-out.
    pub time_out: TimeOut<Id>,
    /// Tells the author.
    pub news: Notification,
}

/// A resubmission by the author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resubmission<Id> {
    /// Id of the case.
    pub id: Id,
    /// What its news are about.
    pub subject: Subject,
    /// When the previous wait began: [`Case::waits_since`] as it was read.
    pub expected_start: Timestamp,
    /// When the new wait begins.
    pub at: Timestamp,
}

impl<Id: Copy> Case<Id> {
    /// Returns the resubmission of this case now, or `None` if it has not timed out.
    pub fn resubmission(&self, subject: Subject, now: Timestamp) -> Option<Resubmission<Id>> {
        let again = Resubmission { id: self.id, subject, expected_start: self.waits_since(), at: now };
        self.is_timed_out(now).then_some(again)
    }
}

facility_kernel::named! {
    /// The kind of an item that timed out.
    pub enum TimedOutKind as "TimedOutType" {
        /// A submission.
        Submission => "submission",
        /// An edit of a document.
        Edit => "edit",
    }
}

/// An item of a user that waited too long for its review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedOutItem {
    /// Its kind.
    pub kind: TimedOutKind,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its category.
    pub category: Category,
    /// When it was sent.
    pub created_at: Timestamp,
    /// When its wait ended.
    pub timed_out_at: Timestamp,
}
