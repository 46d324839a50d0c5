//! Errors of operations on the archive.

use crate::tree::{MAX_LEVELS, MAX_SECTIONS, Misplaced};
use facility_documents::error::DocumentError;
use facility_kernel::{Clearance, StoreError};

/// The store's name for the rule that names of sections are unique.
const UNIQUE_NAME: &str = "archive_sections.name";

facility_kernel::errors! {
    /// Why an operation on the archive failed. Each message can be shown to the caller.
    pub enum ArchiveError: Invalid, Store {
        /// The document does not exist, or the caller may not know of it.
        #[error("Document not found")]
        NotFound => NotFound, "not_found";
        /// The section does not exist, or takes no documents.
        #[error("Archive section not found")]
        SectionNotFound => NotFound, "not_found";
        /// Only administrators see sections that are not active.
        #[error("Only administrators can see inactive sections")]
        AdminOnly => Forbidden, "admin_only";
        /// The caller's clearance is below the document's.
        #[error(
            "Your clearance level is insufficient to access this document. Required clearance: Level {required}"
        )]
        InsufficientClearance {
            /// The document's level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// Only the document's owner or an administrator may archive it.
        #[error("You can only archive documents you created")]
        OwnerOnly => Forbidden, "owner_only";
        /// Administrators may not decide their own requests if there is another administrator.
        #[error("You cannot decide your own archive request")]
        SelfReview => Forbidden, "self_review";
        /// The document is in the archive already.
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
        /// The requested section takes no documents any more.
        #[error("The requested section is no longer active. Activate it or reject the request")]
        SectionInactive => Conflict, "section_inactive";
        /// Another section has this name.
        #[error("A section with this name already exists")]
        NameTaken => Conflict, "name_taken";
        /// There are as many sections as there can be.
        #[error("There are already {MAX_SECTIONS} sections. Rename one that is not needed")]
        TooManySections => Conflict, "too_many_sections";
        /// The parent of a section cannot be the section itself or one below it.
        #[error("A section cannot be below itself")]
        SectionCycle => Conflict, "section_cycle";
        /// The section, or one below it, would be too deep.
        #[error("Sections can be nested {MAX_LEVELS} levels deep")]
        SectionTooDeep => Conflict, "section_too_deep";
        /// Another user has changed the record in the meantime.
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
