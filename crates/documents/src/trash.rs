//! The trash: deleted documents, which administrators can restore for some time.

use crate::text::Category;
use facility_kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};
use std::time::Duration;

/// How long a deleted document stays in the trash.
pub const TRASH_RETENTION: Duration = Duration::from_hours(30 * 24);

/// A document in the trash, without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrashedDocument {
    pub id: DocumentId,
    pub title: String,
    pub category: Category,
    /// The level required to open, restore or purge it.
    pub clearance: Clearance,
    /// The user who submitted it.
    pub owner: UserId,
    pub owner_username: String,
    /// The number of its current version.
    pub version: i32,
    /// The archive section that contained it.
    pub archive_section: Option<SectionId>,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    pub trashed_by: UserId,
    /// Username of the user who deleted it.
    pub trashed_by_username: String,
    pub trashed_at: Timestamp,
}

impl TrashedDocument {
    /// Returns when it is purged, unless somebody restores or purges it first.
    pub fn purged_at(&self) -> Timestamp {
        self.trashed_at.plus(TRASH_RETENTION)
    }
}

/// The restoration of a document from the trash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restoration {
    pub id: DocumentId,
}

/// The permanent deletion of a document in the trash, with its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purge {
    pub id: DocumentId,
}
