//! Edits of documents in the queue: what is written together with them.

use crate::edits::EditRequest;
use crate::edits::review::EditDecision;
use crate::edits::view::EditView;
use facility_documents::sealed::Sealed;
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
