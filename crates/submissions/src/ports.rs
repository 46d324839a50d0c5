//! What the rules for submissions and files need from outside.

pub mod drafts;

use crate::case::TooMuchWaiting;
use crate::case::time_out::{Resubmission, TimeOut, TimeOutMark, TimedOutItem};
use crate::edits::EditRecord;
use crate::edits::change::{EditReviewChange, EditWithdrawal, NewEdit, OwnEdit};
use crate::edits::error::EditError;
use crate::edits::view::EditView;
use crate::error::SubmissionError;
use crate::reclassification::Reclassification;
use crate::review::ReviewChange;
use crate::submission::{NewSubmission, Submission, SubmissionRecord};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_kernel::idempotency::Remember;
use facility_kernel::{Clearance, EditId, Page, PageRequest, Repeat, StoreError, SubmissionId, Timestamp, UserId};

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

/// Submissions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubmissionRepository: Send + Sync {
    /// Returns the submission with this id, its author's name and its steps.
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError>;

    /// Returns pending submissions whose wait began after `started_after` (`resubmitted_at`, else `created_at`),
    /// oldest first. A page ends before a submission whose text, as a reader of this level reads it, would take it over
    /// a mebibyte, unless that is the first.
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

    /// Returns the assigned levels of all submissions with this file, pending or decided; `None` for one to which no
    /// step has assigned a level.
    async fn levels_of_carriers(&self, file_path: &str) -> Result<Vec<Option<Clearance>>, StoreError>;

    /// Writes a new submission and records it, both or neither. Returns it as written.
    ///
    /// The title of an incident MUST be replaced by the next [`crate::submission::IncidentNumber`], counted in the same
    /// transaction: unique and without gaps, however many are written concurrently. The submission MUST hold its
    /// upload from then on. If the upload is not the owner's, not final, or held by anything other than rejected
    /// submissions, MUST fail with [`SubmissionRefused::FileTaken`] and write nothing. What it revises MUST be marked
    /// as revised in the same transaction, and if it was before, or is no longer to be revised, MUST fail with
    /// [`SubmissionRefused::AlreadyResubmitted`]. If the owner's pending submissions and edits would be more than
    /// [`crate::case::MAX_WAITING_ITEMS`] or [`crate::case::MAX_WAITING_BYTES`], however many are written concurrently,
    /// MUST fail with [`SubmitError::TooMuchWaiting`] and write nothing.
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

/// The waits of submissions or of edits, which have ids of this type.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait WaitRepository<Id: Send + Sync + 'static>: Send + Sync {
    /// Returns up to `limit` pending items whose wait began at `started_by` or earlier and that are not marked as timed
    /// out, oldest first.
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<TimeOut<Id>>, StoreError>;

    /// Marks an item as timed out, notifies its author and records it, all or nothing. MUST fail with `Stale` unless it
    /// is pending, not marked, and its wait ended at `at`: of several nodes only one succeeds.
    async fn mark_timed_out(&self, mark: Audited<TimeOutMark<Id>>) -> Result<(), StoreError>;

    /// Returns an item to the queue with a new wait and without the mark, marks the notification of its time-out as
    /// read, and records it, all or nothing. MUST fail with `Stale` unless it is pending and has waited since
    /// `expected_start`.
    async fn resubmit(&self, resubmission: Audited<Resubmission<Id>>) -> Result<(), StoreError>;
}

/// Edits of documents.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EditRepository: Send + Sync {
    /// Returns the edit with this id, with its document as it is now, its author's name and its steps.
    async fn find(&self, id: EditId) -> Result<Option<EditRecord>, StoreError>;

    /// Returns pending edits whose wait began after `started_after`, oldest first. Without `with_content` no content is
    /// read. With it, a page ends before an edit whose two texts would take it over a mebibyte, unless that is the
    /// first.
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

    /// Writes a new edit and records it, both or neither. Returns what its author sees. Errors: `NotFound` if the
    /// document is gone; `TooMuchWaiting` as for [`SubmissionRepository::submit`].
    ///
    /// With `remember`, its id MUST be stored in the same transaction. If there is one already, MUST fail with
    /// `Repeated` and write nothing.
    async fn propose(&self, edit: Audited<NewEdit>, remember: Option<Remember>) -> Result<EditView, EditError>;

    /// Writes a new version of a document and the notification of its owner, and records it, all or nothing. Errors:
    /// those of [`facility_documents::ports::DocumentRepository::commit`] for a revision; `EditPending` if an edit of
    /// it is in the queue, judged in the same transaction.
    async fn reclassify(&self, change: Audited<Reclassification>) -> Result<(), EditError>;

    /// Writes a review, its step, the new version of the document, and the notification of the author, and records it,
    /// all or nothing. The version before MUST be kept with its file.
    ///
    /// MUST fail with `Stale` unless the edit is pending at `expected_step` with `expected_base`, and the document is
    /// at the version before the new one: of concurrent reviewers only one succeeds. Approving MUST advance the
    /// content-changed timestamp.
    async fn review(&self, review: Audited<EditReviewChange>) -> Result<(), StoreError>;
}
