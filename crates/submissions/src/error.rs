//! Errors of operations on submissions and files.

use crate::draft::{Draft, MAX_DRAFTS};
use crate::files::refusal::Refusal;
use crate::upload::{MAX_IN_FLIGHT, MAX_UNATTACHED_BYTES, MAX_UNATTACHED_FILES};
use facility_documents::edits::TooMuchWaiting;
use facility_documents::edits::error::EditError;
use facility_kernel::{Clearance, Repeat, StoreError};
use std::time::Duration;

/// `Retry-After` for a user with too many uploads in progress.
const IN_FLIGHT_RETRY: Duration = Duration::from_secs(5);

facility_kernel::errors! {
    /// Why an operation on submissions or files failed. Each message can be shown to the caller.
    pub enum SubmissionError: Invalid, Store {
        /// The item does not exist, or the caller may not know of it.
        #[error("Not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access user may not own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The caller's clearance is too low.
        #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
        InsufficientClearance {
            /// The required level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The submission belongs to another user.
        #[error("You can only resubmit and withdraw your own submissions")]
        OwnerOnly => Forbidden, "owner_only";
        /// Administrators may not review their own submissions if there is another administrator.
        #[error("You cannot review your own submission")]
        SelfReview => Forbidden, "self_review";
        /// Each step needs a different administrator.
        #[error("Each approval step requires a different administrator")]
        DistinctApprover => Forbidden, "distinct_approver";
        /// The submission has already been reviewed.
        #[error("This submission has already been reviewed")]
        AlreadyReviewed => Conflict, "already_reviewed";
        /// The submission waited too long and has to be resubmitted first.
        #[error("This submission has timed out and must be resubmitted")]
        TimedOut => Conflict, "timed_out";
        /// The submission has not timed out, so it cannot be resubmitted.
        #[error("This submission has not timed out")]
        NotTimedOut => Conflict, "not_timed_out";
        /// Another submission was sent in place of the one that this revises, or it cannot be revised.
        #[error("This submission has already been resubmitted, or cannot be resubmitted")]
        AlreadyResubmitted => Conflict, "already_resubmitted";
        /// An earlier step assigned another level.
        #[error("An earlier step assigned clearance level {assigned}. Approve at that level or reject")]
        LevelDiffers {
            /// The level of the earlier step.
            assigned: Clearance,
        } => Conflict, "level_differs";
        /// The ticket has already been used.
        #[error("This upload ticket has already been used")]
        TicketUsed => Conflict, "ticket_used";
        /// The ticket has expired.
        #[error("This upload ticket has expired")]
        TicketExpired => Conflict, "ticket_expired";
        /// Nothing was uploaded with this ticket, or not completely.
        #[error("No file has been uploaded with this ticket")]
        NotUploaded => Conflict, "not_uploaded";
        /// The upload was interrupted.
        #[error("The upload was interrupted")]
        Interrupted => Invalid, "upload_interrupted";
        /// The file is not accepted.
        #[error("{0}")]
        Refused(refusal: Refusal) => refusal.kind(), refusal.code();
        /// The user has the maximum number of uploads in progress.
        #[error("You already have {MAX_IN_FLIGHT} uploads in progress. Wait until one of them has finished")]
        TooManyUploads => RateLimited { retry_after: IN_FLIGHT_RETRY }, "rate_limited";
        /// The user has the maximum number of uploaded files without a submission.
        #[error(
            "You have reached the limit for uploaded files that no submission uses ({MAX_UNATTACHED_FILES} files or \
                {} MB). Attach them to a submission, or wait: unused files are deleted a day after they were uploaded",
            MAX_UNATTACHED_BYTES / 1024 / 1024
        )]
        UploadQuota => Conflict, "upload_quota";
        /// The draft was changed elsewhere since the caller saw it.
        #[error("This draft was changed in another window")]
        StaleDraft(cause: Box<Draft>) => Conflict, "stale";
        /// The user has the maximum number of drafts.
        #[error("You have {MAX_DRAFTS} drafts, which is the limit. Submit or delete one of them first")]
        TooManyDrafts => Conflict, "too_many_drafts";
        /// The author has the maximum of what may wait for a review.
        #[error("{0}")]
        TooMuchWaiting(#[from] cause: TooMuchWaiting) => Conflict, "too_much_waiting";
        /// The same request has completed or is in progress.
        #[error("The same request is still in progress")]
        Repeated(repeat: Repeat) => Conflict, "in_progress", repeats *repeat;
        /// Too many requests.
        #[error("Too many requests. Try again later")]
        RateLimited {
            /// Time to wait.
            retry_after: Duration,
        } => RateLimited { retry_after: *retry_after }, "rate_limited";
        /// The object store is unavailable.
        #[error("File storage is temporarily unavailable")]
        StorageUnavailable(#[source] cause: Box<dyn std::error::Error + Send + Sync>) => Unavailable, "unavailable";
    } passing {
        /// The caller cannot edit the document.
        #[error("{0}")]
        Edit(#[from] EditError),
    }
}

impl SubmissionError {
    /// Creates the error for a named file that cannot be attached.
    pub(crate) fn unusable_file() -> Self {
        Self::invalid("filePath", "This file is not available. Upload it again")
    }
}

impl From<StoreError> for SubmissionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
