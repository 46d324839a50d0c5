//! Texts that show pictures.

use facility_kernel::{CommentId, DocumentId, EditId, SubmissionId, TemplateId, VersionId};

/// The record of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Document(DocumentId),
    /// An earlier version of a document.
    Version(DocumentId, VersionId),
    Template(TemplateId),
    /// A submission. An approved one counts for its author until its document is released.
    Submission(SubmissionId),
    Edit(EditId),
    Comment(DocumentId, CommentId),
}
