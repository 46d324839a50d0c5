//! Ports of the submission services.

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
use crate::submission::{Submission, SubmissionRecord};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::batch::Batch;
use facility_files::file::FilePath;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, EditId, Page, PageRequest, Repeat, StoreError, SubmissionId, Timestamp, UserId};

/// A file cannot be attached: it is not a completed upload of the author's, or something else holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the file cannot be attached")]
pub struct FileTaken;

/// Why a submission was not written: another one took what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SubmissionRefused {
    /// Its file cannot be attached.
    #[error(transparent)]
    FileTaken(FileTaken),
    /// The submission that it revises was already revised.
    #[error("the submission that it revises was already revised")]
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
    /// Its author has reached the maximum of what may wait for a review.
    #[error(transparent)]
    TooMuchWaiting(TooMuchWaiting),
    /// The same request has completed or is in progress.
    #[error("the same request was already made")]
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

/// Storage for submissions.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SubmissionRepository: Send + Sync {
    /// Returns the submission with this id, with its author's name and its steps.
    async fn find(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError>;

    /// Returns pending submissions whose review period (from `resubmitted_at` or `created_at`) started after
    /// `started_after`, oldest first. A page ends before a submission whose text, as a reader of this level reads it,
    /// would make it larger than a mebibyte, unless that is the first.
    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// Returns this user's submissions, newest first. Pages end like those of [`pending`](Self::pending).
    async fn by_owner(
        &self,
        owner: UserId,
        reader: Clearance,
        page: PageRequest,
    ) -> Result<Page<SubmissionRecord>, StoreError>;

    /// Returns this user's pending submissions and edits whose review period started no later than `started_by`, newest
    /// first.
    async fn timed_out(
        &self,
        owner: UserId,
        started_by: Timestamp,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, StoreError>;

    /// Returns the assigned levels of all submissions of this user with this file, pending or decided, and the levels
    /// required to read the edits that propose it. `None` for a submission without an assigned level.
    async fn levels_of_carriers(&self, owner: UserId, file: FilePath) -> Result<Vec<Option<Clearance>>, StoreError>;

    /// Writes a new submission and records it in one transaction. Returns it as written.
    ///
    /// The title of an incident MUST be replaced with the next [`crate::submission::IncidentNumber`], counted in the
    /// same transaction: unique and without gaps, even with concurrent submissions. The submission MUST hold its files
    /// from then on.
    ///
    /// If a file is not the owner's, is not final, or is held by anything other than rejected submissions, MUST
    /// fail with [`SubmissionRefused::FileTaken`]. The submission that it revises MUST be marked as revised in the same
    /// transaction; if it was already revised or can no longer be revised, MUST fail with
    /// [`SubmissionRefused::AlreadyResubmitted`]. If the owner's pending submissions and edits would exceed
    /// [`crate::case::MAX_WAITING_ITEMS`] or [`crate::case::MAX_WAITING_BYTES`], even with concurrent submissions, MUST
    /// fail with [`SubmitError::TooMuchWaiting`]. In each case, nothing is written.
    ///
    /// With `remember`, the id MUST be stored in the same transaction. If the key is already used, MUST fail with
    /// [`SubmitError::Repeated`] and write nothing.
    async fn submit(
        &self,
        submission: Audited<Submission>,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SubmitError>;

    /// Writes a review, its step, the document that it publishes, the notification to the author and the audit entry,
    /// in one transaction. From then on the document MUST hold the submission's files in its place.
    ///
    /// MUST fail with `Stale` unless the submission is pending at `expected_step`, so that only one of several
    /// concurrent reviewers succeeds. Publishing MUST advance the content-changed timestamp.
    async fn review(&self, review: Audited<ReviewChange>) -> Result<(), StoreError>;
}

/// Storage for the review periods of submissions or of edits. `Id` is the type of their ids.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait WaitRepository<Id: Send + Sync + 'static>: Send + Sync {
    /// Returns up to `limit` pending items whose review period started no later than `started_by` and that are not
    /// marked as timed out, oldest first.
    async fn unmarked(&self, started_by: Timestamp, limit: u32) -> Result<Batch<TimeOut<Id>>, StoreError>;

    /// Marks an item as timed out, notifies its author and records it, in one transaction. MUST fail with `Stale`
    /// unless the item is pending, not marked, and its review period ended at `at`, so that only one of several nodes
    /// succeeds.
    async fn mark_timed_out(&self, mark: Audited<TimeOutMark<Id>>) -> Result<(), StoreError>;

    /// Returns an item to the queue with a new review period and without the mark, marks the notification of its
    /// time-out as read, and records it, in one transaction. MUST fail with `Stale` unless the item is pending and its
    /// review period started at `expected_start`.
    async fn resubmit(&self, resubmission: Audited<Resubmission<Id>>) -> Result<(), StoreError>;
}

/// Storage for edits.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EditRepository: Send + Sync {
    /// Returns the edit with this id, with its current document, its author's name and its steps.
    async fn find(&self, id: EditId) -> Result<Option<EditRecord>, StoreError>;

    /// Returns pending edits whose review period started after `started_after`, oldest first. Without `with_content`,
    /// no content is read. With it, a page ends before an edit whose two texts would make it larger than a mebibyte,
    /// unless that is the first.
    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<EditRecord>, StoreError>;

    /// Returns this user's pending edits whose review period started after `started_after`, newest first.
    async fn pending_of(
        &self,
        owner: UserId,
        started_after: Timestamp,
        page: PageRequest,
    ) -> Result<Page<OwnEdit>, StoreError>;

    /// Returns this user's edits, including decided ones, newest first, without contents.
    async fn authored(&self, owner: UserId, page: PageRequest) -> Result<Page<EditRecord>, StoreError>;

    /// Deletes a pending edit with its steps, marks the notification of its time-out as read, and records it, in one
    /// transaction. MUST fail with `Stale` unless the edit is pending.
    async fn withdraw(&self, withdrawal: Audited<EditWithdrawal>) -> Result<(), StoreError>;

    /// Writes a new edit and records it in one transaction. Returns it as its author sees it. Errors: `NotFound` if the
    /// document is gone; `TooMuchWaiting` as for [`SubmissionRepository::submit`].
    ///
    /// With `remember`, the id MUST be stored in the same transaction. If the key is already used, MUST fail with
    /// `Repeated` and write nothing.
    async fn propose(&self, edit: Audited<NewEdit>, remember: Option<IdempotentRequest>)
    -> Result<EditView, EditError>;

    /// Writes a new version of a document and the notification to its owner, and records it, in one transaction.
    /// Errors: those of [`facility_documents::ports::DocumentRepository::commit`] for a revision; `EditPending` if an
    /// edit of the document is in the queue, checked in the same transaction.
    async fn reclassify(&self, change: Audited<Reclassification>) -> Result<(), EditError>;

    /// Writes a review, its step, the new version of the document, the notification to the author and the audit entry,
    /// in one transaction. The previous version MUST be kept with its file.
    ///
    /// MUST fail with `Stale` unless the edit is pending at `expected_step` with `expected_base`, and the document is
    /// at the version before the new one, so that only one of several concurrent reviewers succeeds. Approving MUST
    /// advance the content-changed timestamp.
    async fn review(&self, review: Audited<EditReviewChange>) -> Result<(), StoreError>;
}
