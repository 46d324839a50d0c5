//! Errors of operations on files.

use crate::refusal::Refusal;
use crate::upload::{MAX_IN_FLIGHT, MAX_UNATTACHED_BYTES, MAX_UNATTACHED_FILES};
use facility_kernel::StoreError;
use std::time::Duration;

/// `Retry-After` for a user with too many concurrent uploads.
const IN_FLIGHT_RETRY: Duration = Duration::from_secs(5);

/// `Retry-After` while too many pictures are waiting.
const BUSY_RETRY: Duration = Duration::from_mins(1);

facility_kernel::errors! {
    /// Why an operation on files failed. Each message can be shown to the caller.
    pub enum FileError: Invalid, Store {
        /// The upload does not exist, or belongs to another user.
        #[error("Not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access account cannot own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The ticket has already been used.
        #[error("This upload ticket has already been used")]
        TicketUsed => Conflict, "ticket_used";
        /// The ticket has expired.
        #[error("This upload ticket has expired")]
        TicketExpired => Conflict, "ticket_expired";
        /// No file, or only part of one, was uploaded with this ticket.
        #[error("No file has been uploaded with this ticket")]
        NotUploaded => Conflict, "not_uploaded";
        /// The upload was interrupted.
        #[error("The upload was interrupted")]
        Interrupted => Invalid, "upload_interrupted";
        /// Too many of the caller's uploads are in progress.
        #[error("You already have {MAX_IN_FLIGHT} uploads in progress. Wait until one of them has finished")]
        TooManyUploads => RateLimited, "rate_limited", after IN_FLIGHT_RETRY;
        /// The caller has uploaded too many files, or too many bytes, that nothing uses yet.
        #[error(
            "You have reached the limit for uploaded files that no submission uses ({MAX_UNATTACHED_FILES} files or \
                {} MB). Attach them to a submission, or wait: unused files are deleted a day after they were uploaded",
            MAX_UNATTACHED_BYTES / 1024 / 1024
        )]
        UploadQuota => Conflict, "upload_quota";
        /// Too many other pictures are waiting to be read. The upload can be repeated with a new ticket.
        #[error("Too many pictures are being uploaded right now. Try again in a minute")]
        PicturesBusy => Unavailable, "pictures_busy", after BUSY_RETRY;
        /// The object store is unavailable.
        #[error("File storage is temporarily unavailable")]
        StorageUnavailable(#[source] cause: Box<dyn std::error::Error + Send + Sync>) => Unavailable, "unavailable";
        /// Too many requests.
        #[error("Too many requests. Try again later")]
        RateLimited {
            retry_after: Duration,
        } => RateLimited, "rate_limited", after *retry_after;
    } passing {
        /// The file is not accepted.
        #[error("{0}")]
        Refused(Refusal),
    }
}

impl From<StoreError> for FileError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
