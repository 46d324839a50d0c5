//! What the rules about submissions and files need from outside.

use crate::review::ReviewChange;
use crate::{NewSubmission, Resubmission, Submission, SubmissionRecord, TimeOut, Unattached, Upload};
use async_trait::async_trait;
use audit::{Audited, Remember};
use bytes::Bytes;
use futures_core::Stream;
use kernel::{Clearance, Page, PageRequest, Repeat, StoreError, SubmissionId, Timestamp, UploadId, UserId};
use std::ops::Range;
use std::pin::Pin;

/// A file that cannot be attached: it is not a finished upload of the author's, or something else holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the file cannot be attached")]
pub struct FileTaken;

/// Why a submission was not written.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// Its file cannot be attached.
    #[error(transparent)]
    FileTaken(FileTaken),
    /// The same request was made before, or is being made.
    #[error("the same request was made before")]
    Repeated(Repeat),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Submissions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubmissionRepository: Send + Sync {
    /// The submission with this id, its author's name and its steps.
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError>;

    /// What is pending and had its clock started after `started_after` (`resubmitted_at`, else `created_at`), oldest
    /// first.
    async fn pending(
        &self,
        started_after: Timestamp,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// What this user sent in, newest first.
    async fn by_owner(&self, owner: UserId, page: PageRequest) -> Result<Page<SubmissionRecord>, StoreError>;

    /// What this user submitted that is pending and began to wait at `started_by` or earlier, newest first.
    async fn timed_out(
        &self,
        owner: UserId,
        started_by: Timestamp,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// Up to `limit` submissions that are pending, began to wait at `started_by` or earlier and are not marked as
    /// timed out, oldest first.
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Vec<TimeOut>, StoreError>;

    /// The assigned levels of the submissions that carry this file, pending ones and decided ones; `None` for one to
    /// which no step has assigned a level.
    async fn levels_of_carriers(&self, file_path: &str) -> Result<Vec<Option<Clearance>>, StoreError>;

    /// Marks a submission as timed out and records it, both or neither. MUST answer `Stale` unless it is pending, not
    /// marked, and its wait ended at `at`: of several nodes one does it.
    async fn mark_timed_out(&self, time_out: Audited<TimeOut>) -> Result<(), StoreError>;

    /// Puts a submission back into the queue with a new wait, without the mark, and records it, both or neither. MUST
    /// answer `Stale` unless it is pending and has waited since `expected_start`.
    async fn resubmit(&self, resubmission: Audited<Resubmission>) -> Result<(), StoreError>;

    /// Writes a new submission and records it, both or neither; answers it as written.
    ///
    /// The title of an incident MUST be replaced by the next [`crate::IncidentNumber`], counted in the same
    /// transaction: unique and without gaps, however many are written at once. The submission MUST hold its upload from
    /// then on; where that is not the owner's, not final or held by anything but rejected submissions, the answer is
    /// [`SubmitError::FileTaken`] and nothing is written.
    ///
    /// With `remember`, the reply MUST be kept in the same transaction, and nothing is written where there is one
    /// already ([`SubmitError::Repeated`]).
    async fn submit(
        &self,
        submission: Audited<NewSubmission>,
        remember: Option<Remember<Submission>>,
    ) -> Result<Submission, SubmitError>;

    /// Writes a review, its step and the document it publishes, and records it, all or nothing. The document MUST hold
    /// the submission's file from then on, in the submission's place.
    ///
    /// MUST answer `Stale` unless the submission is pending at `expected_step`: of two reviewers at once one wins.
    /// Publishing MUST advance the content-changed timestamp.
    async fn review(&self, review: Audited<ReviewChange>) -> Result<(), StoreError>;
}

/// Uploads.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UploadRepository: Send + Sync {
    /// The upload with this id.
    async fn find(&self, id: UploadId) -> Result<Option<Upload>, StoreError>;

    /// The upload whose ticket has this fingerprint.
    async fn find_by_ticket(&self, ticket_fingerprint: &str) -> Result<Option<Upload>, StoreError>;

    /// The files of this user that no submission uses, those that are arriving among them.
    async fn unattached(&self, owner: UserId) -> Result<Unattached, StoreError>;

    /// Writes a new ticket.
    async fn issue(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Spends the ticket: issued becomes uploading, for one caller only; others get `Stale`. Not a change of record:
    /// what came of it is recorded by `finish`.
    async fn spend(&self, id: UploadId) -> Result<(), StoreError>;

    /// Writes what came of an upload: uploading becomes stored or refused; else `Stale`.
    async fn finish(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Stored becomes final; else `Stale`.
    async fn claim(&self, id: Audited<UploadId>) -> Result<(), StoreError>;
}

/// Bytes that arrive in pieces.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

/// What was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBlob {
    /// How many bytes.
    pub size: u64,
}

/// An object that is in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlobEntry {
    /// Its key. What a write that never ended left behind may stand under a key that nobody gave.
    pub key: String,
    /// When it was last written, by the store's clock.
    pub written_at: Timestamp,
}

/// How storing or reading bytes may fail.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The sender broke off or sent an error; nothing is kept.
    #[error("the body was interrupted")]
    Interrupted(#[source] std::io::Error),
    /// There is no such object.
    #[error("no such object")]
    NotFound,
    /// The store does not answer, or refuses.
    #[error("the object store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The object store.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores a body under a key. MUST be durable when it answers, MUST keep nothing when the body ends in an error,
    /// and MUST NOT hold more of it in memory than a few pieces.
    async fn put(&self, key: &str, body: ByteStream) -> Result<StoredBlob, BlobError>;

    /// The bytes in this range, or all of them.
    async fn get(&self, key: &str, range: Option<Range<u64>>) -> Result<ByteStream, BlobError>;

    /// Removes an object. Removing one that is not there is no error.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;

    /// What is stored under `uploads/`, in the order of the keys, from the first one after `after` on; at most `limit`,
    /// up to 1000. Fewer mean that there are no more. Empty text comes before every key.
    async fn list(&self, after: &str, limit: usize) -> Result<Vec<BlobEntry>, BlobError>;

    /// Whether the store answers.
    async fn ping(&self) -> Result<(), BlobError>;
}
