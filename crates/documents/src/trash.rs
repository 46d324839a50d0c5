//! The trash: deleted documents, which administrators can restore for a while.

use crate::text::Category;
use facility_kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};
use std::time::Duration;

/// How long a deleted document stays in the trash.
pub const TRASH_KEPT: Duration = Duration::from_hours(30 * 24);

/// A document in the trash, without its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrashedDocument {
    /// Its id.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Its category.
    pub category: Category,
    /// The level required to open it, and to restore or purge it.
    pub clearance: Clearance,
    /// Who submitted it.
    pub owner: UserId,
    /// Its owner's name.
    pub owner_username: String,
    /// Number of its version.
    pub version: i32,
    /// The archive section that it was in.
    pub archive_section: Option<SectionId>,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Who deleted it.
    pub trashed_by: UserId,
    /// Name of who deleted it.
    pub trashed_by_username: String,
    /// When it was deleted.
    pub trashed_at: Timestamp,
}

impl TrashedDocument {
    /// When it is purged, if nobody restores or purges it before.
    pub fn purged_at(&self) -> Timestamp {
        self.trashed_at.plus(TRASH_KEPT)
    }
}

/// The return of a document from the trash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restoration {
    /// The document.
    pub id: DocumentId,
}

/// The final deletion of a document in the trash, with its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purge {
    /// The document.
    pub id: DocumentId,
}
