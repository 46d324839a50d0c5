//! Why a call about submissions and files fails.

use crate::files::Refusal;
use kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError};
use std::time::Duration;

/// Why a call about submissions and files fails. The text of each is fit to be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// Rules about the form of the request are broken.
    #[error("{}", .0.first().map_or("The request is not valid", |field| field.message.as_str()))]
    Invalid(Vec<FieldError>),
    /// No such thing, or none the caller may know of.
    #[error("Not found")]
    NotFound,
    /// Only administrators may.
    #[error("Administrator access required")]
    AdminOnly,
    /// The emergency-access user may not own things.
    #[error("The emergency-access account is protected")]
    ProtectedAccount,
    /// The caller's clearance is below what it takes.
    #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
    InsufficientClearance {
        /// The level it takes.
        required: Clearance,
    },
    /// Nobody reviews their own where another administrator exists.
    #[error("You cannot review your own submission")]
    SelfReview,
    /// Each step needs a different administrator.
    #[error("Each approval step needs a different administrator")]
    DistinctApprover,
    /// It was decided already.
    #[error("This submission has already been reviewed")]
    AlreadyReviewed,
    /// It waited too long and has to be sent in again first.
    #[error("This submission has timed out and must be resubmitted")]
    TimedOut,
    /// An earlier step assigned another level.
    #[error("An earlier step assigned clearance level {assigned}. Approve at that level or reject")]
    LevelDiffers {
        /// The level of the earlier step.
        assigned: Clearance,
    },
    /// The ticket was used already.
    #[error("This upload ticket has already been used")]
    TicketUsed,
    /// The ticket is too old.
    #[error("This upload ticket has expired")]
    TicketExpired,
    /// Nothing, or not everything, has been uploaded with this ticket.
    #[error("No file has been uploaded with this ticket")]
    NotUploaded,
    /// The upload broke off.
    #[error("The upload was interrupted")]
    Interrupted,
    /// The file is not one that is taken.
    #[error("{0}")]
    Refused(Refusal),
    /// Too many calls.
    #[error("Too many requests. Try again later")]
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
    },
    /// The object store does not answer.
    #[error("File storage is temporarily unavailable")]
    StorageUnavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error("The request could not be completed")]
    Store(#[source] StoreError),
}

impl SubmissionError {
    /// One broken rule of one field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError { field, message: message.into() }])
    }

    /// The file that was named cannot be attached.
    pub(crate) fn unusable_file() -> Self {
        Self::invalid("filePath", "This file is not available. Upload it again")
    }
}

impl From<ParseError> for SubmissionError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![error.into()])
    }
}

impl From<StoreError> for SubmissionError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::AlreadyReviewed,
            StoreError::Taken("uploads.carried_by") => Self::unusable_file(),
            other => Self::Store(other),
        }
    }
}

impl DomainError for SubmissionError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) | Self::Interrupted => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::AdminOnly
            | Self::ProtectedAccount
            | Self::InsufficientClearance { .. }
            | Self::SelfReview
            | Self::DistinctApprover => ErrorKind::Forbidden,
            Self::AlreadyReviewed
            | Self::TimedOut
            | Self::LevelDiffers { .. }
            | Self::TicketUsed
            | Self::TicketExpired
            | Self::NotUploaded => ErrorKind::Conflict,
            Self::Refused(refusal) => refusal.kind(),
            Self::RateLimited { retry_after } => ErrorKind::RateLimited { retry_after: *retry_after },
            Self::StorageUnavailable(_) => ErrorKind::Unavailable,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound => "not_found",
            Self::AdminOnly => "admin_only",
            Self::ProtectedAccount => "protected_account",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::SelfReview => "self_review",
            Self::DistinctApprover => "distinct_approver",
            Self::AlreadyReviewed => "already_reviewed",
            Self::TimedOut => "timed_out",
            Self::LevelDiffers { .. } => "level_differs",
            Self::TicketUsed => "ticket_used",
            Self::TicketExpired => "ticket_expired",
            Self::NotUploaded => "not_uploaded",
            Self::Interrupted => "upload_interrupted",
            Self::Refused(refusal) => refusal.code(),
            Self::RateLimited { .. } => "rate_limited",
            Self::StorageUnavailable(_) => "unavailable",
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
