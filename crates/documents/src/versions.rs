//! The versions of a document.

use crate::view::{Stored, Visible};
use facility_kernel::{DocumentId, Timestamp, UserId, VersionId};

/// A version of a document, with the document as it was: its level, text and file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version<D> {
    /// The version's id. The first version has the id of the document.
    pub id: VersionId,
    /// The version number, from 1.
    pub number: i32,
    /// The author's description of the change.
    pub description: Option<String>,
    /// The user who wrote it.
    pub created_by: UserId,
    /// The author's username, even if the account was deleted.
    pub created_by_username: String,
    /// When it was published.
    pub created_at: Timestamp,
    /// Whether this is the document's current version.
    pub is_current: bool,
    /// The document as it was.
    pub document: D,
}

/// A version as the store returns it.
pub type VersionRecord = Version<Stored>;

/// A version as a reader may see it.
pub type VisibleVersion = Version<Visible>;

impl VersionRecord {
    /// Returns the id of a document's first version, which has no row of its own while it is current.
    pub const fn first_id(document: DocumentId) -> VersionId {
        VersionId::from_uuid(document.as_uuid())
    }
}
