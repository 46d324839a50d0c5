//! Errors of operations on edits.

use crate::case::TooMuchWaiting;
use facility_documents::error::DocumentError;
use facility_documents::portions::put_back::PortionMismatch;
use facility_documents::portions::scan::PortionFault;
use facility_kernel::{Clearance, Repeat, StoreError};

facility_kernel::errors! {
    /// Why an operation on edits failed. Each message can be shown to the caller.
    pub enum EditError: Invalid, Store {
        /// The edit or the document does not exist, or is hidden from the caller.
        #[error("Not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access account cannot own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The document, a passage of it or the requested level is above the caller's level.
        #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
        InsufficientClearance {
            /// The required level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The document or the edit belongs to another user.
        #[error("You can only edit documents you created.")]
        OwnerOnly => Forbidden, "owner_only";
        /// The caller proposed the edit, and another administrator can review it.
        #[error("You cannot review your own edit")]
        SelfReview => Forbidden, "self_review";
        /// The caller took an earlier step. Each step needs a different administrator.
        #[error("Each approval step requires a different administrator")]
        DistinctApprover => Forbidden, "distinct_approver";
        /// The edit has already been reviewed.
        #[error("This edit has already been reviewed")]
        AlreadyReviewed => Conflict, "already_reviewed";
        /// The edit has timed out and must be resubmitted first.
        #[error("This edit has timed out and must be resubmitted")]
        TimedOut => Conflict, "timed_out";
        /// The edit to be revised cannot be revised by the caller, or was already revised.
        #[error("This edit has already been resubmitted, or cannot be resubmitted")]
        AlreadyResubmitted => Conflict, "already_resubmitted";
        /// The edit has not timed out.
        #[error("This edit has not timed out")]
        NotTimedOut => Conflict, "not_timed_out";
        /// The document changed since the edit was written, or since the reviewer compared the two.
        #[error("The document has changed since this edit was written. Compare both again")]
        Stale => Conflict, "stale";
        /// An edit of the document is waiting for review.
        #[error("An edit of this document is waiting for review. Decide it first")]
        EditPending => Conflict, "edit_pending";
        /// A mark of a withheld passage is missing, moved or changed.
        #[error(
            "Withheld passages must stay where they are, unchanged and in their order. Reload the document and edit it again"
        )]
        PortionMismatch => Conflict, "portion_mismatch";
        /// 200 submissions and edits of the caller, or 32 MiB of their text, are already waiting for review.
        #[error("{0}")]
        TooMuchWaiting(#[from] cause: TooMuchWaiting) => Conflict, "too_much_waiting";
        /// The same request has completed or is in progress.
        #[error("The same request is still in progress")]
        Repeated(repeat: Repeat) => Conflict, "in_progress", repeats *repeat;
    }
}

crate::case::decision::not_decidable_as!(EditError);

impl EditError {
    /// Creates the error about a file that cannot be attached.
    pub fn unusable_file() -> Self {
        Self::invalid("files", "A file is not available. Upload it again")
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
            PortionMismatch::TooLong => Self::invalid("content", "Content with its withheld passages is too long"),
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
