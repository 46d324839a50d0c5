//! Errors of operations on the archive.

use crate::tree::{MAX_LEVELS, MAX_SECTIONS, Misplaced};
use facility_documents::error::DocumentError;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError};

/// The store's name for the rule that names of sections are unique.
const UNIQUE_NAME: &str = "archive_sections.name";

/// Why an operation on the archive failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The request's form is invalid.
    #[error("{}", .0.first().map_or("Invalid request", |field| field.message.as_str()))]
    Invalid(Vec<FieldError>),
    /// The document does not exist, or the caller may not know of it.
    #[error("Document not found")]
    NotFound,
    /// The section does not exist, or takes no documents.
    #[error("Archive section not found")]
    SectionNotFound,
    /// Only administrators see sections that are not active.
    #[error("Only administrators can see inactive sections")]
    AdminOnly,
    /// The caller's clearance is below the document's.
    #[error(
        "Your clearance level is insufficient to access this document. Required clearance: Level {required}"
    )]
    InsufficientClearance {
        /// The document's level.
        required: Clearance,
    },
    /// Only the document's owner or an administrator may archive it.
    #[error("You can only archive documents you created")]
    OwnerOnly,
    /// Administrators may not decide their own requests if there is another administrator.
    #[error("You cannot decide your own archive request")]
    SelfReview,
    /// The document is in the archive already.
    #[error("This document is already archived")]
    AlreadyArchived,
    /// A request to archive the document is pending.
    #[error("An archive request for this document is already pending")]
    AlreadyRequested,
    /// No request to archive the document is pending.
    #[error("No archive request is pending for this document")]
    NoRequest,
    /// The document is not in the archive.
    #[error("This document is not archived")]
    NotArchived,
    /// The requested section takes no documents any more.
    #[error("The requested section is no longer active. Activate it or reject the request")]
    SectionInactive,
    /// Another section has this name.
    #[error("A section with this name already exists")]
    NameTaken,
    /// There are as many sections as there can be.
    #[error("There are already {MAX_SECTIONS} sections. Rename one that is not needed")]
    TooManySections,
    /// The parent of a section cannot be the section itself or one below it.
    #[error("A section cannot be below itself")]
    SectionCycle,
    /// The section, or one below it, would be too deep.
    #[error("Sections can be nested {MAX_LEVELS} levels deep")]
    SectionTooDeep,
    /// Another user has changed the record in the meantime.
    #[error("Someone else has changed this. Reload and try again")]
    Stale,
    /// Reading documents failed.
    #[error(transparent)]
    Reading(#[from] DocumentError),
    /// The store failed.
    #[error("{}", .0.sentence())]
    Store(#[source] StoreError),
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

impl From<ParseError> for ArchiveError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![error.into()])
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

impl DomainError for ArchiveError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound | Self::SectionNotFound => ErrorKind::NotFound,
            Self::AdminOnly | Self::InsufficientClearance { .. } | Self::OwnerOnly | Self::SelfReview => {
                ErrorKind::Forbidden
            }
            Self::AlreadyArchived
            | Self::AlreadyRequested
            | Self::NoRequest
            | Self::NotArchived
            | Self::SectionInactive
            | Self::NameTaken
            | Self::TooManySections
            | Self::SectionCycle
            | Self::SectionTooDeep
            | Self::Stale => ErrorKind::Conflict,
            Self::Reading(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound | Self::SectionNotFound => "not_found",
            Self::AdminOnly => "admin_only",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::OwnerOnly => "owner_only",
            Self::SelfReview => "self_review",
            Self::AlreadyArchived => "already_archived",
            Self::AlreadyRequested => "already_requested",
            Self::NoRequest => "no_request",
            Self::NotArchived => "not_archived",
            Self::SectionInactive => "section_inactive",
            Self::NameTaken => "name_taken",
            Self::TooManySections => "too_many_sections",
            Self::SectionCycle => "section_cycle",
            Self::SectionTooDeep => "section_too_deep",
            Self::Stale => "stale",
            Self::Reading(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        match self {
            Self::Invalid(fields) => fields,
            Self::Reading(error) => error.fields(),
            _ => &[],
        }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        match self {
            Self::InsufficientClearance { required } => Some(*required),
            Self::Reading(error) => error.required_clearance(),
            _ => None,
        }
    }
}
