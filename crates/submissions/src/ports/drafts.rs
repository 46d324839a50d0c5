//! Storage for drafts.

use super::SubmissionRefused;
use crate::case::TooMuchWaiting;
use crate::draft::{
    Draft, DraftChange, DraftDeletion, DraftSubmission, DraftSummary, EditDraftChange, SavedDraft, SubmissionWithdrawal,
};
use crate::error::SubmissionError;
use crate::submission::Submission;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, DocumentId, DraftId, Repeat, StoreError, UploadId, UserId};

/// Why a draft was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DraftRefused {
    /// The owner has no such draft.
    Gone,
    /// It has another revision. Contains the stored draft.
    Stale(Box<Draft>),
    /// The owner has reached the maximum number of drafts.
    TooMany,
    /// One of its files cannot be attached.
    FileTaken,
    /// The submission cannot be written now.
    Submission(SubmissionRefused),
    /// It cannot be submitted because its owner has reached the maximum of what may wait for a review.
    TooMuchWaiting(TooMuchWaiting),
}

/// Why a write of a draft failed.
#[derive(Debug, thiserror::Error)]
pub enum SaveDraftError {
    /// The draft was not written.
    #[error("the draft was refused: {0:?}")]
    Refused(DraftRefused),
    /// The same request has completed or is in progress.
    #[error("the same request was already made")]
    Repeated(Repeat),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SaveDraftError> for SubmissionError {
    fn from(error: SaveDraftError) -> Self {
        match error {
            SaveDraftError::Refused(DraftRefused::Gone) => Self::NotFound,
            SaveDraftError::Refused(DraftRefused::Stale(draft)) => Self::StaleDraft(draft),
            SaveDraftError::Refused(DraftRefused::TooMany) => Self::TooManyDrafts,
            SaveDraftError::Refused(DraftRefused::FileTaken) => Self::unusable_file(),
            SaveDraftError::Refused(DraftRefused::Submission(refused)) => refused.into(),
            SaveDraftError::Refused(DraftRefused::TooMuchWaiting(full)) => Self::TooMuchWaiting(full),
            SaveDraftError::Repeated(repeat) => Self::Repeated(repeat),
            SaveDraftError::Store(error) => Self::Store(error),
        }
    }
}

/// Storage for drafts. Each draft is private to its owner: no method returns or changes one for another user.
///
/// Saving is not recorded in the audit log and MUST NOT wait for it. Each write MUST be announced to the owner's open
/// screens and to nobody else.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait DraftRepository: Send + Sync {
    /// Returns this user's drafts, most recently changed first, without those for edits of documents in the trash.
    /// Previews of edits MUST be those for a reader of this level, and empty if the document is above it.
    async fn list(&self, owner: UserId, reader: Clearance) -> Result<Vec<DraftSummary>, StoreError>;

    /// Returns the draft of this user's edit of this document.
    async fn find_edit(&self, owner: UserId, document: DocumentId) -> Result<Option<Draft>, StoreError>;

    /// Writes the text of an edit and returns its draft. If the draft already has this text, it is unchanged whatever
    /// the expected revision. Otherwise MUST fail with [`DraftRefused::Stale`] unless there is no draft and none is
    /// expected, or the draft has the expected revision; with [`DraftRefused::Gone`] if the expected draft or the
    /// document does not exist; and with [`DraftRefused::TooMany`] like [`Self::create`].
    async fn save_edit(&self, change: EditDraftChange) -> Result<Draft, SaveDraftError>;

    /// Returns this user's draft of a new record with this id.
    async fn find(&self, owner: UserId, id: DraftId) -> Result<Option<Draft>, StoreError>;

    /// Writes a new draft and returns it. It MUST hold its files from then on. MUST fail with
    /// [`DraftRefused::FileTaken`] if one is not the owner's, is not final, or is held by anything other than
    /// drafts and rejected submissions, and with [`DraftRefused::TooMany`] beyond [`crate::draft::MAX_DRAFTS`] drafts,
    /// even with concurrent calls.
    ///
    /// If the owner already has a draft that revises the same submission, MUST write nothing and return that draft.
    ///
    /// With `remember`, the id MUST be stored in the same transaction. If the key is already used, MUST fail with
    /// [`SaveDraftError::Repeated`] and write nothing.
    async fn create(&self, draft: Draft, remember: Option<IdempotentRequest>) -> Result<Draft, SaveDraftError>;

    /// Replaces the text of a draft. If the draft already has this text, it is unchanged whatever the expected
    /// revision. Otherwise MUST fail with [`DraftRefused::Stale`] unless the draft has the expected revision, so that
    /// only one of several concurrent changes succeeds. A file that the new text does not name is released.
    async fn save(&self, change: DraftChange) -> Result<SavedDraft, SaveDraftError>;

    /// Deletes a draft, records it and releases its file, in one transaction. Returns the uploads that nothing holds
    /// any longer. Fails with [`DraftRefused::Gone`] if there is no such draft.
    async fn delete(&self, deletion: Audited<DraftDeletion>) -> Result<Vec<UploadId>, SaveDraftError>;

    /// Replaces a pending submission with a draft that takes over its file, deletes its steps, marks the notification
    /// of its time-out as read, and records it, in one transaction. Returns the draft. MUST fail with
    /// [`DraftRefused::Gone`] unless the submission is pending, and with [`DraftRefused::TooMany`] like
    /// [`Self::create`].
    async fn withdraw(&self, withdrawal: Audited<SubmissionWithdrawal>) -> Result<Draft, SaveDraftError>;

    /// Replaces a draft with a submission and records it in one transaction, like
    /// [`super::SubmissionRepository::submit`]. The submission takes over the file. MUST fail with
    /// [`DraftRefused::Gone`] if the draft does not exist or has another revision than expected, so that a draft is
    /// submitted only once.
    async fn submit(
        &self,
        submission: Audited<DraftSubmission>,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SaveDraftError>;
}
