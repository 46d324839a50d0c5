//! Where an uploaded file is used.

use facility_kernel::{CommentId, DocumentId, DraftId, EditId, SubmissionId, TemplateId, VersionId};

/// A record that holds a file, which is kept as long as one does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    Document(DocumentId),
    /// An earlier version of a document.
    Version(DocumentId, VersionId),
    Template(TemplateId),
    Comment(DocumentId, CommentId),
    /// A submission that is not approved. After the approval its document holds the file.
    Submission(SubmissionId),
    Edit(EditId),
    Draft(DraftId),
    /// Something in the trash.
    Trash,
}
