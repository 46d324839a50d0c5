//! Why an export or an import fails.

use facility_documents::error::DocumentError;
use facility_kernel::{Clearance, StoreError};
use facility_submissions::error::SubmissionError;
use std::time::Duration;

/// How long to wait before requesting another export.
const RETRY_AFTER: Duration = Duration::from_secs(10);

facility_kernel::errors! {
    /// Why an export or an import fails.
    pub enum TransferError {
        /// The administrator's level is too low.
        #[error("Only administrators of level {} can export the installation", required.level())]
        InsufficientClearance {
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The emergency-access account owns no records.
        #[error("Emergency access has no records of its own")]
        ProtectedAccount => Forbidden, "protected_account";
        /// Another export is being prepared.
        #[error("Another export is being prepared. Try again in a moment")]
        Busy => RateLimited, "rate_limited", after RETRY_AFTER;
        /// A member of the archive is damaged or not allowed. Nothing was changed.
        #[error("the archive is damaged: {member} {reason}")]
        Damaged {
            member: String,
            /// The problem, as the predicate of a sentence.
            reason: String,
        } => Invalid, "archive_damaged";
        /// The file is a backup. Nothing was changed.
        #[error("this is a backup, not an export: restore it with `facility restore`")]
        Backup => Invalid, "archive_damaged";
        /// A file of a folder cannot be imported. Nothing was changed.
        #[error("{path} {reason}")]
        File {
            /// The path of the file or folder.
            path: String,
            /// The problem, as the predicate of a sentence.
            reason: String,
        } => Invalid, "validation_failed";
        /// The archive exceeds a limit. Nothing was changed.
        #[error("the archive is too large: {0}")]
        TooLarge(what: String) => Invalid, "archive_too_large";
        /// A file in the object store is not what was uploaded. `message` contains its id.
        #[error("The file {id} in the object store is damaged or missing: {reason}")]
        BrokenFile {
            id: String,
            /// The problem.
            reason: String,
        } => Unavailable, "damaged_file";
        /// The disk or the object store failed.
        #[error("The archive could not be read or written")]
        Io(#[from] cause: std::io::Error) => Unavailable, "unavailable";
    } passing {
        /// The database failed.
        #[error("{0}")]
        Store(#[from] StoreError),
        /// A document could not be read.
        #[error("{0}")]
        Document(#[from] DocumentError),
        /// A submission, a draft or a file could not be read.
        #[error("{0}")]
        Submission(#[from] SubmissionError),
    }
}

impl TransferError {
    /// Creates an error about a damaged member. The reason is the predicate of a sentence.
    pub fn damaged(member: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Damaged { member: member.into(), reason: reason.into() }
    }
}
