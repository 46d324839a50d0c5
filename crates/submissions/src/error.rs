//! Errors of operations on submissions and files.

use crate::draft::{Draft, MAX_DRAFTS};
use crate::files::refusal::Refusal;
use crate::upload::{MAX_IN_FLIGHT, MAX_UNATTACHED_BYTES, MAX_UNATTACHED_FILES};
use facility_documents::edits::TooMuchWaiting;
use facility_documents::edits::error::EditError;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, Repeat, StoreError};
use std::time::Duration;

/// `Retry-After` for a user with too many uploads in progress.
const IN_FLIGHT_RETRY: Duration = Duration::from_secs(5);

/// Why an operation on submissions or files failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// The request's form is invalid.
    #[error("{}", .0.first().map_or("Invalid request", |field| field.message.as_str()))]
    Invalid(Vec<FieldError>),
    /// The item does not exist, or the caller may not know of it.
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
    /// The submission belongs to another user.
    #[error("You can only resubmit and withdraw your own submissions")]
    OwnerOnly,
    /// Administrators may not review their own submissions if there is another administrator.
    #[error("You cannot review your own submission")]
    SelfReview,
    /// Each step needs a different administrator.
    #[error("Each approval step requires a different administrator")]
    DistinctApprover,
    /// The submission has already been reviewed.
    #[error("This submission has already been reviewed")]
    AlreadyReviewed,
    /// The submission waited too long and has to be resubmitted first.
    #[error("This submission has timed out and must be resubmitted")]
    TimedOut,
    /// The submission has not timed out, so it cannot be resubmitted.
    #[error("This submission has not timed out")]
    NotTimedOut,
    /// Another submission was sent in place of the one that this revises, or it cannot be revised.
    #[error("This submission has already been resubmitted, or cannot be resubmitted")]
    AlreadyResubmitted,
    /// An earlier step assigned another level.
    #[error("An earlier step assigned clearance level {assigned}. Approve at that level or reject")]
    LevelDiffers {
        /// The level of the earlier step.
        assigned: Clearance,
    },
    /// The ticket has already been used.
    #[error("This upload ticket has already been used")]
    TicketUsed,
    /// The ticket has expired.
    #[error("This upload ticket has expired")]
    TicketExpired,
    /// Nothing was uploaded with this ticket, or not completely.
    #[error("No file has been uploaded with this ticket")]
    NotUploaded,
    /// The upload was interrupted.
    #[error("The upload was interrupted")]
    Interrupted,
    /// The file is not accepted.
    #[error("{0}")]
    Refused(Refusal),
    /// The user has the maximum number of uploads in progress.
    #[error("You already have {MAX_IN_FLIGHT} uploads in progress. Wait until one of them has finished")]
    TooManyUploads,
    /// The user has the maximum number of uploaded files without a submission.
    #[error(
        "You have reached the limit for uploaded files that no submission uses ({MAX_UNATTACHED_FILES} files or \
         {} MB). Attach them to a submission, or wait: unused files are deleted a day after they were uploaded",
        MAX_UNATTACHED_BYTES / 1024 / 1024
    )]
    UploadQuota,
    /// The draft was changed elsewhere since the caller saw it.
    #[error("This draft was changed in another window")]
    StaleDraft(Box<Draft>),
    /// The caller cannot edit the document.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The user has the maximum number of drafts.
    #[error("You have {MAX_DRAFTS} drafts, which is the limit. Submit or delete one of them first")]
    TooManyDrafts,
    /// The author has the maximum of what may wait for a review.
    #[error(transparent)]
    TooMuchWaiting(#[from] TooMuchWaiting),
    /// The same request has completed or is in progress.
    #[error("The same request is still in progress")]
    Repeated(Repeat),
    /// Too many requests.
    #[error("Too many requests. Try again later")]
    RateLimited {
        /// Time to wait.
        retry_after: Duration,
    },
    /// The object store is unavailable.
    #[error("File storage is temporarily unavailable")]
    StorageUnavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error("{}", .0.sentence())]
    Store(#[source] StoreError),
}

impl SubmissionError {
    /// Creates an error for an invalid field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ParseError::new(field, message.into()).into()])
    }

    /// Creates the error for a named file that cannot be attached.
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
        Self::Store(error)
    }
}

impl DomainError for SubmissionError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) | Self::Interrupted => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::Edit(error) => error.kind(),
            Self::ProtectedAccount
            | Self::InsufficientClearance { .. }
            | Self::OwnerOnly
            | Self::SelfReview
            | Self::DistinctApprover => ErrorKind::Forbidden,
            Self::AlreadyReviewed
            | Self::TimedOut
            | Self::NotTimedOut
            | Self::AlreadyResubmitted
            | Self::UploadQuota
            | Self::StaleDraft(_)
            | Self::TooManyDrafts
            | Self::TooMuchWaiting(_)
            | Self::Repeated(_)
            | Self::LevelDiffers { .. }
            | Self::TicketUsed
            | Self::TicketExpired
            | Self::NotUploaded => ErrorKind::Conflict,
            Self::Refused(refusal) => refusal.kind(),
            Self::RateLimited { retry_after } => ErrorKind::RateLimited { retry_after: *retry_after },
            Self::TooManyUploads => ErrorKind::RateLimited { retry_after: IN_FLIGHT_RETRY },
            Self::StorageUnavailable(_) => ErrorKind::Unavailable,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound => "not_found",
            Self::Edit(error) => error.code(),
            Self::ProtectedAccount => "protected_account",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::SelfReview => "self_review",
            Self::DistinctApprover => "distinct_approver",
            Self::AlreadyReviewed => "already_reviewed",
            Self::TimedOut => "timed_out",
            Self::NotTimedOut => "not_timed_out",
            Self::AlreadyResubmitted => "already_resubmitted",
            Self::OwnerOnly => "owner_only",
            Self::UploadQuota => "upload_quota",
            Self::StaleDraft(_) => "stale",
            Self::TooManyDrafts => "too_many_drafts",
            Self::TooMuchWaiting(_) => "too_much_waiting",
            Self::Repeated(_) => "in_progress",
            Self::LevelDiffers { .. } => "level_differs",
            Self::TicketUsed => "ticket_used",
            Self::TicketExpired => "ticket_expired",
            Self::NotUploaded => "not_uploaded",
            Self::Interrupted => "upload_interrupted",
            Self::Refused(refusal) => refusal.code(),
            Self::RateLimited { .. } | Self::TooManyUploads => "rate_limited",
            Self::StorageUnavailable(_) => "unavailable",
            Self::Store(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        match self {
            Self::Invalid(fields) => fields,
            Self::Edit(error) => error.fields(),
            _ => &[],
        }
    }

    fn repeat(&self) -> Option<Repeat> {
        if let Self::Repeated(repeat) = self { Some(*repeat) } else { None }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        match self {
            Self::InsufficientClearance { required } => Some(*required),
            Self::Edit(error) => error.required_clearance(),
            _ => None,
        }
    }
}
