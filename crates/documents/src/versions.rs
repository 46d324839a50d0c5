//! The versions of a document.

use crate::view::{Stored, Visible};
use facility_kernel::{DocumentId, Timestamp, UserId, VersionId};

/// A version of a document, with the document as it was: its level, its text and its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version<D> {
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
    pub document: D,
}

/// A version as the store returns it.
pub type VersionRecord = Version<Stored>;

/// A version as a reader may see it.
pub type VisibleVersion = Version<Visible>;

impl VersionRecord {
    /// Returns the id of the first version of a document, which needs no row of its own while it is current.
    pub const fn first_id(document: DocumentId) -> VersionId {
        VersionId::from_uuid(document.as_uuid())
    }
}
