//! The versions of a document.

use crate::view::{Stored, Visible};
use facility_kernel::{DocumentId, Timestamp, UserId, VersionId};

/// A version of a document as the store returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionRecord {
    /// Its id; of the first version, the document's.
    pub id: VersionId,
    /// Its number, from 1.
    pub number: i32,
    /// The author's description of the change.
    pub description: Option<String>,
    /// Who wrote it.
    pub created_by: UserId,
    /// The author's name, also of a deleted account.
    pub created_by_username: String,
    /// When it was published.
    pub created_at: Timestamp,
    /// Whether the document is at this version.
    pub is_current: bool,
    /// The document as it was, with the level, the text and the file of this version.
    pub stored: Stored,
}

impl VersionRecord {
    /// Returns the id of the first version of a document, which needs no row of its own while it is current.
    pub const fn first_id(document: DocumentId) -> VersionId {
        VersionId::from_uuid(document.as_uuid())
    }
}

/// A version of a document as a reader may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleVersion {
    /// Its id; of the first version, the document's.
    pub id: VersionId,
    /// Its number, from 1.
    pub number: i32,
    /// The author's description of the change.
    pub description: Option<String>,
    /// Who wrote it.
    pub created_by: UserId,
    /// The author's name, also of a deleted account.
    pub created_by_username: String,
    /// When it was published.
    pub created_at: Timestamp,
    /// Whether the document is at this version.
    pub is_current: bool,
    /// The document as it was.
    pub document: Visible,
}
