//! Errors of operations on edits.

use super::TooMuchWaiting;
use crate::error::DocumentError;
use crate::portions::put_back::PortionMismatch;
use crate::portions::scan::PortionFault;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, Repeat, StoreError};

/// Why an operation on edits failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The request's form is invalid.
    #[error("{}", .0.first().map_or("Invalid request", |field| field.message.as_str()))]
    Invalid(Vec<FieldError>),
    /// The edit or the document does not exist, or the caller may not know of it.
    #[error("Not found")]
    NotFound,
    /// The emergency-access user may not own anything.
    #[error("The emergency-access account is protected")]
    ProtectedAccount,
    /// The caller's clearance is too low.
    #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
    InsufficientClearance {
        /// The required level.
        required: Clearance,
    },
    /// Only the document's owner may propose an edit, and only an edit's author may resubmit it.
    #[error("You can only edit documents you created.")]
    OwnerOnly,
    /// Administrators may not review their own edits if there is another administrator.
    #[error("You cannot review your own edit")]
    SelfReview,
    /// Each step needs a different administrator.
    #[error("Each approval step requires a different administrator")]
    DistinctApprover,
    /// The edit has already been reviewed.
    #[error("This edit has already been reviewed")]
    AlreadyReviewed,
    /// The edit waited too long and has to be resubmitted first.
    #[error("This edit has timed out and must be resubmitted")]
    TimedOut,
    /// Another edit was sent in place of the one that this revises, or it cannot be revised.
    #[error("This edit has already been resubmitted, or cannot be resubmitted")]
    AlreadyResubmitted,
    /// The edit has not timed out, so it cannot be resubmitted.
    #[error("This edit has not timed out")]
    NotTimedOut,
    /// The document changed since the edit was written, or since the reviewer compared both.
    #[error("The document has changed since this edit was written. Compare both again")]
    Stale,
    /// An edit of the document waits for its review.
    #[error("An edit of this document is waiting for review. Decide it first")]
    EditPending,
    /// The marks of the passages that the editor cannot read are not those of the document.
    #[error(
        "Withheld passages must stay where they are, unchanged and in their order. Reload the document and edit it again"
    )]
    PortionMismatch,
    /// The author has the maximum of what may wait for a review.
    #[error(transparent)]
    TooMuchWaiting(#[from] TooMuchWaiting),
    /// The same request has completed or is in progress.
    #[error("The same request is still in progress")]
    Repeated(Repeat),
    /// The database failed.
    #[error("{}", .0.sentence())]
    Store(#[source] StoreError),
}

impl EditError {
    /// Creates an error for an invalid field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ParseError::new(field, message.into()).into()])
    }
}

impl From<ParseError> for EditError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![error.into()])
    }
}

impl From<PortionFault> for EditError {
    fn from(fault: PortionFault) -> Self {
        Self::Invalid(vec![fault.into()])
    }
}

impl From<PortionMismatch> for EditError {
    fn from(mismatch: PortionMismatch) -> Self {
        match mismatch {
            PortionMismatch::Fault(fault) => fault.into(),
            PortionMismatch::Bars => Self::PortionMismatch,
            PortionMismatch::TooLong => {
                Self::invalid("content", "Content with its withheld passages is too long")
            }
        }
    }
}

impl From<StoreError> for EditError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<DocumentError> for EditError {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Invalid(fields) => Self::Invalid(fields),
            DocumentError::NotFound => Self::NotFound,
            DocumentError::InsufficientClearance { required } => Self::InsufficientClearance { required },
            DocumentError::OwnerOnly => Self::OwnerOnly,
            DocumentError::Stale | DocumentError::CurrentVersion => Self::Stale,
            DocumentError::PortionMismatch => Self::PortionMismatch,
            DocumentError::Store(error) => Self::Store(error),
        }
    }
}

impl DomainError for EditError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::ProtectedAccount
            | Self::InsufficientClearance { .. }
            | Self::OwnerOnly
            | Self::SelfReview
            | Self::DistinctApprover => ErrorKind::Forbidden,
            Self::AlreadyReviewed
            | Self::TimedOut
            | Self::NotTimedOut
            | Self::AlreadyResubmitted
            | Self::Stale
            | Self::EditPending
            | Self::PortionMismatch
            | Self::TooMuchWaiting(_)
            | Self::Repeated(_) => ErrorKind::Conflict,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound => "not_found",
            Self::ProtectedAccount => "protected_account",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::OwnerOnly => "owner_only",
            Self::SelfReview => "self_review",
            Self::DistinctApprover => "distinct_approver",
            Self::AlreadyReviewed => "already_reviewed",
            Self::TimedOut => "timed_out",
            Self::NotTimedOut => "not_timed_out",
            Self::AlreadyResubmitted => "already_resubmitted",
            Self::Stale => "stale",
            Self::EditPending => "edit_pending",
            Self::PortionMismatch => "portion_mismatch",
            Self::TooMuchWaiting(_) => "too_much_waiting",
            Self::Repeated(_) => "in_progress",
            Self::Store(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        if let Self::Invalid(fields) = self { fields } else { &[] }
    }

    fn repeat(&self) -> Option<Repeat> {
        if let Self::Repeated(repeat) = self { Some(*repeat) } else { None }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        if let Self::InsufficientClearance { required } = self { Some(*required) } else { None }
    }
}
