//! Changes of documents.

use crate::document::Document;
use facility_kernel::{DocumentId, Timestamp, UserId, VersionId};

/// A change to documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// A new document, from an approved submission.
    Publish(Box<Document>),
    /// A new version of a document, with the one before it in its history.
    Revise(Box<Revision>),
    /// Moves a document into the trash, with its history, its comments and its files. Pending edits are withdrawn.
    Trash {
        /// Id of the document.
        id: DocumentId,
        /// The version on which the deletion was decided.
        version: i32,
        /// Who deletes it.
        by: UserId,
        /// When.
        at: Timestamp,
    },
}

/// A new version of a document. Written only while the document is at the version before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    /// The version before.
    pub before: i32,
    /// The document afterwards. Its placement and release are not written.
    pub after: Document,
    /// Id of the new version.
    pub version: VersionId,
    /// Who wrote it.
    pub author: UserId,
    /// The author's description of the change.
    pub description: Option<String>,
}
