//! Errors of operations on submissions and files.

use crate::case::TooMuchWaiting;
use crate::draft::{Draft, MAX_DRAFTS};
use crate::edits::error::EditError;
use facility_files::error::FileError;
use facility_kernel::{Clearance, Repeat, StoreError};
use std::time::Duration;

facility_kernel::errors! {
    /// Why an operation on submissions or files failed. Each message can be shown to the caller.
    pub enum SubmissionError: Invalid, Store {
        /// The item does not exist, or is hidden from the caller.
        #[error("Not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access account cannot own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The record, a passage of it or the requested level is above the caller's level.
        #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
        InsufficientClearance {
            /// The required level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The submission belongs to another user. Only administrators learn that it exists.
        #[error("You can only resubmit and withdraw your own submissions")]
        OwnerOnly => Forbidden, "owner_only";
        /// The caller wrote the submission, and another administrator can review it.
        #[error("You cannot review your own submission")]
        SelfReview => Forbidden, "self_review";
        /// The caller took an earlier step. Each step needs a different administrator.
        #[error("Each approval step requires a different administrator")]
        DistinctApprover => Forbidden, "distinct_approver";
        /// The submission has already been reviewed.
        #[error("This submission has already been reviewed")]
        AlreadyReviewed => Conflict, "already_reviewed";
        /// The submission has timed out and must be resubmitted first.
        #[error("This submission has timed out and must be resubmitted")]
        TimedOut => Conflict, "timed_out";
        /// The submission has not timed out.
        #[error("This submission has not timed out")]
        NotTimedOut => Conflict, "not_timed_out";
        /// The submission to be revised cannot be revised by the caller, or was already revised.
        #[error("This submission has already been resubmitted, or cannot be resubmitted")]
        AlreadyResubmitted => Conflict, "already_resubmitted";
        /// An earlier step assigned another level.
        #[error("An earlier step assigned clearance level {assigned}. Approve at that level or reject")]
        LevelDiffers {
            /// The level of the earlier step.
            assigned: Clearance,
        } => Conflict, "level_differs";
        /// The draft has another revision. `draft` is the stored one.
        #[error("This draft was changed in another window")]
        StaleDraft(cause: Box<Draft>) => Conflict, "stale";
        /// The caller has 100 drafts.
        #[error("You have {MAX_DRAFTS} drafts, which is the limit. Submit or delete one of them first")]
        TooManyDrafts => Conflict, "too_many_drafts";
        /// 200 submissions and edits of the caller, or 32 MiB of their text, are already waiting for review.
        #[error("{0}")]
        TooMuchWaiting(#[from] cause: TooMuchWaiting) => Conflict, "too_much_waiting";
        /// The same request has completed or is in progress.
        #[error("The same request is still in progress")]
        Repeated(repeat: Repeat) => Conflict, "in_progress", repeats *repeat;
        /// Too many requests.
        #[error("Too many requests. Try again later")]
        RateLimited {
            retry_after: Duration,
        } => RateLimited, "rate_limited", after *retry_after;
    } passing {
        /// A file cannot be uploaded, attached or read.
        #[error("{0}")]
        File(#[from] FileError),
        /// The caller cannot edit the document.
        #[error("{0}")]
        Edit(#[from] EditError),
    }
}

impl SubmissionError {
    /// Creates the error about a file that cannot be attached.
    pub(crate) fn unusable_file() -> Self {
        Self::invalid("filePath", "A file is not available. Upload it again")
    }
}

crate::case::decision::not_decidable_as!(SubmissionError);

impl From<StoreError> for SubmissionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
