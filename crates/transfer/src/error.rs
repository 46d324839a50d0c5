//! Why an export or an import fails.

use facility_documents::error::DocumentError;
use facility_kernel::{Clearance, DomainError, ErrorKind, StoreError};
use facility_submissions::error::SubmissionError;
use std::time::Duration;

/// Time after which another export can begin.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// Why an export or an import fails.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// Only administrators of this level may export the installation.
    #[error("Only administrators of level {} can export the installation", required.level())]
    InsufficientClearance {
        /// The required level.
        required: Clearance,
    },
    /// Emergency access owns no records.
    #[error("Emergency access has no records of its own")]
    ProtectedAccount,
    /// Another export is being prepared.
    #[error("Another export is being prepared. Try again in a moment")]
    Busy,
    /// A member of the archive is damaged or not allowed. Nothing was changed.
    #[error("the archive is damaged: {member} {reason}")]
    Damaged {
        /// The member's name.
        member: String,
        /// What is wrong with it, as the predicate of a sentence.
        reason: String,
    },
    /// The file is a backup. Nothing was changed.
    #[error("this is a backup, not an export: restore it with `facility restore`")]
    Backup,
    /// A file of a folder cannot be imported. Nothing was changed.
    #[error("{path} {reason}")]
    File {
        /// The file, or the folder.
        path: String,
        /// What is wrong with it, as the predicate of a sentence.
        reason: String,
    },
    /// The archive exceeds a limit. Nothing was changed.
    #[error("the archive is too large: {0}")]
    TooLarge(String),
    /// A file of the installation does not have the bytes that its record promises.
    #[error("The file {id} in the object store is damaged or missing: {reason}")]
    BrokenFile {
        /// Id of the file.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A document could not be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A submission, a draft or a file could not be read.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// The disk or the object store failed.
    #[error("The archive could not be read or written")]
    Io(#[from] std::io::Error),
}

impl TransferError {
    /// A damaged member, with the predicate of a sentence about it.
    pub fn damaged(member: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Damaged { member: member.into(), reason: reason.into() }
    }
}

impl DomainError for TransferError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::InsufficientClearance { .. } | Self::ProtectedAccount => ErrorKind::Forbidden,
            Self::Busy => ErrorKind::RateLimited { retry_after: RETRY_AFTER },
            Self::Damaged { .. } | Self::Backup | Self::File { .. } | Self::TooLarge(_) => ErrorKind::Invalid,
            Self::BrokenFile { .. } | Self::Io(_) => ErrorKind::Unavailable,
            Self::Store(source) => source.kind(),
            Self::Document(source) => source.kind(),
            Self::Submission(source) => source.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::ProtectedAccount => "protected_account",
            Self::Busy => "rate_limited",
            Self::Damaged { .. } | Self::Backup => "archive_damaged",
            Self::File { .. } => "validation_failed",
            Self::TooLarge(_) => "archive_too_large",
            Self::BrokenFile { .. } => "damaged_file",
            Self::Io(_) => "unavailable",
            Self::Store(source) => source.code(),
            Self::Document(source) => source.code(),
            Self::Submission(source) => source.code(),
        }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        match self {
            Self::InsufficientClearance { required } => Some(*required),
            Self::Document(source) => source.required_clearance(),
            Self::Submission(source) => source.required_clearance(),
            _ => None,
        }
    }
}
