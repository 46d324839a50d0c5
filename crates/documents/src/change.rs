//! Changes to documents.

use crate::document::Document;
use facility_kernel::{DocumentId, Timestamp, UserId, VersionId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// A new document, from an approved submission.
    Publish(Box<Document>),
    /// A new version of a document. The previous one becomes part of its history.
    Revise(Box<Revision>),
    /// Moves a document to the trash with its history, comments and files. Pending edits are withdrawn.
    Trash {
        id: DocumentId,
        /// The version on which the decision is based.
        version: i32,
        by: UserId,
        at: Timestamp,
    },
}

/// A new version of a document. Written only if the document is still at the previous version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    /// The previous version.
    pub before: i32,
    /// The document after the change. Its placement and release date are not written.
    pub after: Document,
    /// Id of the new version.
    pub version: VersionId,
    /// Who wrote it.
    pub author: UserId,
    /// The author's description of the change.
    pub description: Option<String>,
}
