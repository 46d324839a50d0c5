//! Edits of documents in the queue: what is written together with them.

use crate::edits::EditRequest;
use crate::edits::review::EditDecision;
use crate::edits::view::EditView;
use facility_documents::sealed::Sealed;
use facility_documents::text::Category;
use facility_kernel::{DocumentId, EditId, Timestamp, UserId};
use facility_users::news::Notification;

/// A new edit to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEdit {
    /// The edit.
    pub edit: EditRequest,
    /// What lists show of its text: [`facility_documents::previews::previews`].
    pub preview: Sealed<String>,
    /// What its author sees of it, for the reply.
    pub shown: EditView,
}

/// A review of an edit, with the notification of the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditReviewChange {
    /// The decision.
    pub decision: EditDecision,
    /// Tells the author, if this was the last step.
    pub news: Option<Notification>,
}

/// A pending edit in its author's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnEdit {
    /// Its id.
    pub id: EditId,
    /// The document.
    pub document_id: DocumentId,
    /// The proposed title.
    pub title: String,
    /// When it was proposed.
    pub created_at: Timestamp,
}

/// The time-out of an edit, to be recorded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditTimeOut {
    /// Id of the edit.
    pub id: EditId,
    /// Its document.
    pub document_id: DocumentId,
    /// When its wait ended: [`EditRequest::times_out_at`].
    pub at: Timestamp,
    /// Its author.
    pub owner: UserId,
    /// Its title.
    pub title: String,
}

/// The time-out of an edit with the notification of its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditTimeOutMark {
    /// The time-out.
    pub time_out: EditTimeOut,
    /// Tells the author.
    pub news: Notification,
}

/// A resubmission of an edit by its author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditResubmission {
    /// Id of the edit.
    pub id: EditId,
    /// Its document.
    pub document_id: DocumentId,
    /// When the previous wait began: [`EditRequest::waits_since`] as it was read.
    pub expected_start: Timestamp,
    /// When the new wait begins.
    pub at: Timestamp,
}

/// The withdrawal of a pending edit by its author. The edit is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditWithdrawal {
    /// Id of the edit.
    pub id: EditId,
    /// Its document.
    pub document_id: DocumentId,
    /// Its author.
    pub owner: UserId,
    /// When it is withdrawn.
    pub at: Timestamp,
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
