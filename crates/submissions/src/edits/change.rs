//! Changes to edits, as the store writes them.

use crate::edits::EditRequest;
use crate::edits::review::EditReviewResult;
use crate::edits::view::EditView;
use facility_documents::sealed::Sealed;
use facility_files::file::AttachedFiles;
use facility_kernel::{DocumentId, EditId, Timestamp, UserId};
use facility_users::news::Notification;

/// A new edit, to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEdit {
    pub edit: EditRequest,
    /// The files of the document, which may be proposed again.
    pub attached: AttachedFiles,
    /// The previews of its text: [`facility_documents::previews::previews`].
    pub preview: Sealed<String>,
    /// The edit as its author sees it, for the response.
    pub shown: EditView,
}

/// A review of an edit, with the notification to the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditReviewChange {
    pub decision: EditReviewResult,
    /// The notification to the author, if this was the last step.
    pub news: Option<Notification>,
}

/// A pending edit in its author's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnEdit {
    pub id: EditId,
    pub document_id: DocumentId,
    /// The proposed title.
    pub title: String,
    /// When it was proposed.
    pub created_at: Timestamp,
}

/// The withdrawal of a pending edit by its author. The edit is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditWithdrawal {
    pub id: EditId,
    pub document_id: DocumentId,
    pub owner: UserId,
    pub at: Timestamp,
}
