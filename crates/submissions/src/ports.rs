//! What the rules for submissions and files need from outside.

pub mod drafts;

use crate::desk::Desk;
use crate::edits::TimedOutItem;
use crate::edits::{
    EditResubmission, EditReviewChange, EditTimeOut, EditTimeOutMark, EditWithdrawal, NewEdit, OwnEdit,
};
use crate::error::SubmissionError;
use crate::first_steps::{AdminProgress, UserProgress};
use crate::reclassification::Reclassification;
use crate::review::ReviewChange;
use crate::submission::{NewSubmission, Resubmission, Submission, SubmissionRecord, TimeOut, TimeOutMark};
use crate::upload::{Unattached, Upload};
use async_trait::async_trait;
use bytes::Bytes;
use facility_audit::action::EntityType;
use facility_audit::entry::Audited;
use facility_audit::idempotency::Remember;
use facility_documents::batch::Batch;
use facility_documents::edits::error::EditError;
use facility_documents::edits::view::EditView;
use facility_documents::edits::{EditRecord, TooMuchWaiting};
use facility_kernel::{
    Clearance, DocumentId, EditId, Page, PageRequest, Repeat, StoreError, SubmissionId, Timestamp, UploadId,
    UserId,
};
use facility_users::news::{Notification, ReadNews};
use futures_core::Stream;
use std::collections::HashMap;
use std::ops::Range;
use std::pin::Pin;

/// A file cannot be attached: it is not a completed upload of the author's, or something else holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the file cannot be attached")]
pub struct FileTaken;

/// What a submission needs was taken by another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SubmissionRefused {
    /// Its file cannot be attached.
    #[error(transparent)]
    FileTaken(FileTaken),
    /// The submission that it revises was revised before.
    #[error("another submission took the place of the one that it revises")]
    AlreadyResubmitted,
}

impl From<FileTaken> for SubmissionRefused {
    fn from(taken: FileTaken) -> Self {
        Self::FileTaken(taken)
    }
}

/// Why a submission was not written.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// It cannot be written now.
    #[error("the submission was refused: {0:?}")]
    Refused(SubmissionRefused),
    /// Its author has the maximum of what may wait for a review.
    #[error(transparent)]
    TooMuchWaiting(TooMuchWaiting),
    /// The same request has completed or is in progress.
    #[error("the same request was made before")]
    Repeated(Repeat),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SubmitError> for SubmissionError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Refused(refused) => refused.into(),
            SubmitError::TooMuchWaiting(full) => Self::TooMuchWaiting(full),
            SubmitError::Repeated(repeat) => Self::Repeated(repeat),
            SubmitError::Store(error) => Self::Store(error),
        }
    }
}

impl From<SubmissionRefused> for SubmissionError {
    fn from(refused: SubmissionRefused) -> Self {
        match refused {
            SubmissionRefused::FileTaken(_) => Self::unusable_file(),
            SubmissionRefused::AlreadyResubmitted => Self::AlreadyResubmitted,
        }
    }
}

/// A record that entries of the audit log can be about: its type and its id, as an entry has them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SubjectKey {
    /// The type of the record.
    pub entity_type: EntityType,
    /// Its id.
    pub id: String,
}

/// A record that entries of the audit log are about, as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Its title, or the name of an account.
    pub name: String,
    /// The level that is required to read the title. `None` if none is assigned.
    pub level: Option<Clearance>,
    /// The document that it is or became.
    pub document: Option<DocumentId>,
}

/// Finds the records that entries of the audit log are about.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubjectQueries: Send + Sync {
    /// Returns those of the documents, submissions, edits and accounts that still exist: not deleted accounts, and not
    /// published submissions whose document was deleted. MUST return a published submission with the title and level of
    /// its document. Other types of records have no name and MUST be left out.
    async fn find(&self, keys: Vec<SubjectKey>) -> Result<HashMap<SubjectKey, Subject>, StoreError>;
}

/// Submissions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubmissionRepository: Send + Sync {
    /// Returns the submission with this id, its author's name and its steps.
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError>;

    /// Returns pending submissions whose wait began after `started_after` (`resubmitted_at`, else `created_at`),
    /// oldest first. A page ends before a submission whose text, as a reader of this level reads it, would take it over a
    /// mebibyte, unless that is the first.
    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// Returns this user's submissions, newest first. A page ends as for [`pending`](Self::pending).
    async fn by_owner(
        &self,
        owner: UserId,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// Returns this user's pending submissions and edits whose wait began at `started_by` or earlier, newest first.
    async fn timed_out(
        &self,
        owner: UserId,
        started_by: Timestamp,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, StoreError>;

    /// Returns up to `limit` pending submissions whose wait began at `started_by` or earlier and that are not marked
    /// as timed out, oldest first.
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<TimeOut>, StoreError>;

    /// Returns the assigned levels of all submissions with this file, pending or decided; `None` for one to which no
    /// step has assigned a level.
    async fn levels_of_carriers(&self, file_path: &str) -> Result<Vec<Option<Clearance>>, StoreError>;

    /// Marks a submission as timed out, notifies its author and records it, all or nothing. MUST fail with `Stale`
    /// unless it is pending, not marked, and its wait ended at `at`: of several nodes only one succeeds.
    async fn mark_timed_out(&self, mark: Audited<TimeOutMark>) -> Result<(), StoreError>;

    /// Returns a submission to the queue with a new wait and without the mark, marks the notification of its time-out
    /// as read, and records it, all or nothing. MUST fail with `Stale` unless it is pending and has waited since
    /// `expected_start`.
    async fn resubmit(&self, resubmission: Audited<Resubmission>) -> Result<(), StoreError>;

    /// Writes a new submission and records it, both or neither. Returns it as written.
    ///
    /// The title of an incident MUST be replaced by the next [`crate::submission::IncidentNumber`], counted in the same
    /// transaction: unique and without gaps, however many are written concurrently. The submission MUST hold its
    /// upload from then on. If the upload is not the owner's, not final, or held by anything other than rejected
    /// submissions, MUST fail with [`SubmissionRefused::FileTaken`] and write nothing. What it revises MUST be marked as
    /// revised in the same transaction, and if it was before, or is no longer to be revised, MUST fail with
    /// [`SubmissionRefused::AlreadyResubmitted`]. If the owner's pending submissions and edits
    /// would be more than [`facility_documents::edits::MAX_WAITING_ITEMS`] or [`facility_documents::edits::MAX_WAITING_BYTES`], however many are written concurrently, MUST fail with
    /// [`SubmitError::TooMuchWaiting`] and write nothing.
    ///
    /// With `remember`, its id MUST be stored in the same transaction. If there is one already, MUST fail with
    /// [`SubmitError::Repeated`] and write nothing.
    async fn submit(
        &self,
        submission: Audited<NewSubmission>,
        remember: Option<Remember>,
    ) -> Result<Submission, SubmitError>;

    /// Writes a review, its step, the document it publishes and the notification of the author, and records it, all or
    /// nothing. The document MUST hold the submission's file from then on, in the submission's place.
    ///
    /// MUST fail with `Stale` unless the submission is pending at `expected_step`: of concurrent reviewers only one
    /// succeeds. Publishing MUST advance the content-changed timestamp.
    async fn review(&self, review: Audited<ReviewChange>) -> Result<(), StoreError>;
}

/// Edits of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EditRepository: Send + Sync {
    /// Returns the edit with this id, with its document as it is now, its author's name and its steps.
    async fn find(&self, id: EditId) -> Result<Option<EditRecord>, StoreError>;

    /// Returns pending edits whose wait began after `started_after`, oldest first. Without `with_content` no content is
    /// read. With it, a page ends before an edit whose two texts would take it over a mebibyte, unless that is the first.
    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<EditRecord>, StoreError>;

    /// Returns this user's pending edits whose wait began after `started_after`, newest first.
    async fn pending_of(
        &self,
        owner: UserId,
        started_after: Timestamp,
        page: PageRequest,
    ) -> Result<Page<OwnEdit>, StoreError>;

    /// Returns this user's edits, decided ones too, newest first, without contents.
    async fn authored(&self, owner: UserId, page: PageRequest) -> Result<Page<EditRecord>, StoreError>;

    /// Removes a pending edit with its steps, marks the notification of its time-out as read, and records it, all or
    /// nothing. MUST fail with `Stale` unless it is pending.
    async fn withdraw(&self, withdrawal: Audited<EditWithdrawal>) -> Result<(), StoreError>;

    /// Returns up to `limit` pending edits whose wait began at `started_by` or earlier and that are not marked as timed
    /// out, oldest first.
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<EditTimeOut>, StoreError>;

    /// Marks an edit as timed out, notifies its author and records it, all or nothing. MUST fail with `Stale` unless it is
    /// pending, not marked, and its wait ended at `at`: of several nodes only one succeeds.
    async fn mark_timed_out(&self, mark: Audited<EditTimeOutMark>) -> Result<(), StoreError>;

    /// Returns an edit to the queue with a new wait and without the mark, marks the notification of its time-out as read,
    /// and records it, all or nothing. MUST fail with `Stale` unless it is pending and has waited since `expected_start`.
    async fn resubmit(&self, resubmission: Audited<EditResubmission>) -> Result<(), StoreError>;

    /// Writes a new edit and records it, both or neither. Returns what its author sees. Errors: `NotFound` if the document
    /// is gone; `TooMuchWaiting` as for [`SubmissionRepository::submit`].
    ///
    /// With `remember`, its id MUST be stored in the same transaction. If there is one already, MUST fail with
    /// `Repeated` and write nothing.
    async fn propose(
        &self,
        edit: Audited<NewEdit>,
        remember: Option<Remember>,
    ) -> Result<EditView, EditError>;

    /// Writes a new version of a document and the notification of its owner, and records it, all or nothing. Errors: those of
    /// [`facility_documents::ports::DocumentRepository::commit`] for a revision; `EditPending` if an edit of it is in the queue, judged in
    /// the same transaction.
    async fn reclassify(&self, change: Audited<Reclassification>) -> Result<(), EditError>;

    /// Writes a review, its step, the new version of the document, and the notification of the author, and records it, all
    /// or nothing. The version before MUST be kept with its file.
    ///
    /// MUST fail with `Stale` unless the edit is pending at `expected_step` with `expected_base`, and the document is at the
    /// version before the new one: of concurrent reviewers only one succeeds. Approving MUST advance the content-changed
    /// timestamp.
    async fn review(&self, review: Audited<EditReviewChange>) -> Result<(), StoreError>;
}

/// Notifications, and what the home board shows.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait NewsRepository: Send + Sync {
    /// Returns up to `limit` of this user's unread or read notifications that they may read at `now`, before this position, newest first, each with its
    /// position, which is positive and grows with time.
    async fn group(
        &self,
        recipient: UserId,
        is_read: bool,
        before: i64,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError>;

    /// Counts this user's unread notifications, up to [`Waiting::MOST_COUNTED`](crate::desk::Waiting::MOST_COUNTED).
    async fn unread(&self, recipient: UserId, now: Timestamp) -> Result<u64, StoreError>;

    /// Marks notifications of this user as read at `now`. Those of others, unknown ones and read ones stay unchanged.
    async fn mark_read(&self, recipient: UserId, which: ReadNews, now: Timestamp) -> Result<(), StoreError>;

    /// Returns what the home board shows to this user: their unread notifications, their submissions that timed out,
    /// and with `with_queues` what waits for administrators. MUST take time that does not grow with the number of documents, submissions or accounts.
    async fn desk(&self, user: UserId, with_queues: bool, now: Timestamp) -> Result<Desk, StoreError>;

    /// Returns how far this user has come with the first steps. Bounded in time as [`desk`](Self::desk).
    async fn user_progress(&self, user: UserId, now: Timestamp) -> Result<UserProgress, StoreError>;

    /// Returns how far the installation has come with the first steps of this administrator. Bounded in time as
    /// [`desk`](Self::desk).
    async fn admin_progress(&self, user: UserId) -> Result<AdminProgress, StoreError>;
}

/// Uploads.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UploadRepository: Send + Sync {
    /// Returns the upload with this id.
    async fn find(&self, id: UploadId) -> Result<Option<Upload>, StoreError>;

    /// Returns the upload whose ticket has this fingerprint.
    async fn find_by_ticket(&self, ticket_fingerprint: &str) -> Result<Option<Upload>, StoreError>;

    /// Returns the totals of this user's files without a submission, including those in progress.
    async fn unattached(&self, owner: UserId) -> Result<Unattached, StoreError>;

    /// Writes a new ticket.
    async fn issue(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Uses the ticket: issued becomes uploading, for one caller only. Errors: `Stale` for all others. It is not
    /// recorded; `finish` records the result.
    async fn spend(&self, id: UploadId) -> Result<(), StoreError>;

    /// Writes the result of an upload: uploading becomes stored or refused. Errors: `Stale` otherwise.
    async fn finish(&self, upload: Audited<Upload>) -> Result<(), StoreError>;

    /// Claims a file: stored becomes final. Errors: `Stale` otherwise.
    async fn claim(&self, id: Audited<UploadId>) -> Result<(), StoreError>;
}

/// Bytes that arrive in pieces.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

/// A stored object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBlob {
    /// Size in bytes.
    pub size: u64,
}

/// An object in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlobEntry {
    /// Its key. An interrupted write may leave an object under a key that no caller chose.
    pub key: String,
    /// When it was last written, according to the store's clock.
    pub written_at: Timestamp,
}

/// Why storing or reading bytes failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The sender disconnected or sent an error; nothing is kept.
    #[error("the body was interrupted")]
    Interrupted(#[source] std::io::Error),
    /// The object does not exist.
    #[error("no such object")]
    NotFound,
    /// The store does not answer, or refuses the call.
    #[error("the object store is unavailable: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The object store.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores a body under a key. MUST be durable when it returns, MUST keep nothing when the body ends with an
    /// error, and MUST NOT hold more than a few pieces of it in memory.
    async fn put(&self, key: &str, body: ByteStream) -> Result<StoredBlob, BlobError>;

    /// Returns the bytes in this range, or all.
    async fn get(&self, key: &str, range: Option<Range<u64>>) -> Result<ByteStream, BlobError>;

    /// Deletes an object. A missing object is not an error.
    async fn delete(&self, key: &str) -> Result<(), BlobError>;

    /// Lists objects under `uploads/` in key order, starting after `after`: at most `limit`, up to 1000. Fewer mean
    /// the end of the list. An empty `after` starts at the first key.
    async fn list(&self, after: &str, limit: usize) -> Result<Vec<BlobEntry>, BlobError>;

    /// Checks that the store answers. Errors: it does not.
    async fn ping(&self) -> Result<(), BlobError>;
}
