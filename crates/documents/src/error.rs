//! Errors of operations on documents.

use crate::portions::scan::PortionFault;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError};

/// Why an operation on documents failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The request's form is invalid.
    #[error("{}", .0.first().map_or("Invalid request", |field| field.message.as_str()))]
    Invalid(Vec<FieldError>),
    /// The document does not exist, or the caller may not know of it.
    #[error("Document not found")]
    NotFound,
    /// The caller's clearance is below the document's.
    #[error(
        "Your clearance level is insufficient to access this document. Required clearance: Level {required}"
    )]
    InsufficientClearance {
        /// The document's level.
        required: Clearance,
    },
    /// Only the document's owner may do this.
    #[error("You can only do this with documents you created")]
    OwnerOnly,
    /// Another user has changed the document in the meantime.
    #[error("Someone else has changed this document. Reload and try again")]
    Stale,
    /// The document already has this version.
    #[error("The document is at this version already")]
    CurrentVersion,
    /// The caller cannot read every passage of the texts.
    #[error("A passage of one of the versions is above your clearance level")]
    PortionMismatch,
    /// The store failed.
    #[error("{}", .0.sentence())]
    Store(#[source] StoreError),
}

impl From<ParseError> for DocumentError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![error.into()])
    }
}

impl From<PortionFault> for DocumentError {
    fn from(fault: PortionFault) -> Self {
        Self::Invalid(vec![fault.into()])
    }
}

impl From<StoreError> for DocumentError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::Stale,
            other => Self::Store(other),
        }
    }
}

impl DomainError for DocumentError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::InsufficientClearance { .. } | Self::OwnerOnly => ErrorKind::Forbidden,
            Self::Stale | Self::CurrentVersion | Self::PortionMismatch => ErrorKind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound => "not_found",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::OwnerOnly => "owner_only",
            Self::Stale => "stale",
            Self::CurrentVersion => "current_version",
            Self::PortionMismatch => "portion_mismatch",
            Self::Store(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        if let Self::Invalid(fields) = self { fields } else { &[] }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        if let Self::InsufficientClearance { required } = self { Some(*required) } else { None }
    }
}
