//! Errors of operations on the archive.

use crate::tree::{MAX_LEVELS, MAX_SECTIONS, Misplaced};
use facility_documents::error::DocumentError;
use facility_kernel::{Clearance, StoreError};

/// The store's name for the unique constraint on section names.
const UNIQUE_NAME: &str = "archive_sections.name";

facility_kernel::errors! {
    /// Why an operation on the archive failed. Each message can be shown to the caller.
    pub enum ArchiveError: Invalid, Store {
        /// The document does not exist, or is hidden from the caller.
        #[error("Document not found")]
        NotFound => NotFound, "not_found";
        /// The section does not exist, or is not active.
        #[error("Archive section not found")]
        SectionNotFound => NotFound, "not_found";
        /// Only administrators see inactive sections.
        #[error("Only administrators can see inactive sections")]
        AdminOnly => Forbidden, "admin_only";
        /// The document is above the caller's level.
        #[error(
            "Your clearance level is insufficient to access this document. Required clearance: Level {required}"
        )]
        InsufficientClearance {
            /// The document's level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The caller is neither the document's owner nor an administrator.
        #[error("You can only archive documents you created")]
        OwnerOnly => Forbidden, "owner_only";
        /// The caller made the request, and another administrator can decide it.
        #[error("You cannot decide your own archive request")]
        SelfReview => Forbidden, "self_review";
        /// The document is already in the archive.
        #[error("This document is already archived")]
        AlreadyArchived => Conflict, "already_archived";
        /// A request to archive the document is pending.
        #[error("An archive request for this document is already pending")]
        AlreadyRequested => Conflict, "already_requested";
        /// No request to archive the document is pending.
        #[error("No archive request is pending for this document")]
        NoRequest => Conflict, "no_request";
        /// The document is not in the archive.
        #[error("This document is not archived")]
        NotArchived => Conflict, "not_archived";
        /// The requested section is no longer active.
        #[error("The requested section is no longer active. Activate it or reject the request")]
        SectionInactive => Conflict, "section_inactive";
        /// Another section has this name.
        #[error("A section with this name already exists")]
        NameTaken => Conflict, "name_taken";
        /// There are already 500 sections.
        #[error("There are already {MAX_SECTIONS} sections. Rename one that is not needed")]
        TooManySections => Conflict, "too_many_sections";
        /// The parent is the section itself or below it.
        #[error("A section cannot be inside itself")]
        SectionCycle => Conflict, "section_cycle";
        /// The section, or one below it, would be deeper than five levels.
        #[error("Sections can be nested {MAX_LEVELS} levels deep")]
        SectionTooDeep => Conflict, "section_too_deep";
        /// Somebody else has changed the document or the section in the meantime.
        #[error("Someone else has changed this. Reload and try again")]
        Stale => Conflict, "stale";
    } passing {
        /// Reading documents failed.
        #[error("{0}")]
        Reading(#[from] DocumentError),
    }
}

impl From<StoreError> for ArchiveError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::Stale,
            StoreError::Taken(UNIQUE_NAME) => Self::NameTaken,
            other => Self::Store(other),
        }
    }
}

impl From<Misplaced> for ArchiveError {
    fn from(error: Misplaced) -> Self {
        match error {
            Misplaced::UnknownParent => Self::SectionNotFound,
            Misplaced::Cycle => Self::SectionCycle,
            Misplaced::TooDeep => Self::SectionTooDeep,
        }
    }
}
