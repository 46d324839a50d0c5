//! Saving and submitting drafts.

use crate::draft::{
    Draft, DraftChange, DraftDeletion, DraftRevision, DraftState, DraftSubmission, DraftSummary, DraftText,
};
use crate::error::SubmissionError;
use crate::ports::drafts::{DraftRefused, DraftRepository, SaveDraftError};
use crate::services::submissions::{SubmissionInput, Submissions};
use crate::submission::Submission;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_files::ports::HeldFiles;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Actor, DraftId, IdGenerator, RequestContext, SubmissionId, Timestamp};
use std::sync::Arc;

/// Stores the drafts of users. Nobody else sees them, not even administrators.
#[derive(Clone)]
pub struct Drafts {
    pub drafts: Arc<dyn DraftRepository>,
    /// Creates the submissions.
    pub submissions: Submissions,
    /// The bytes of files that drafts hold.
    pub files: Arc<dyn HeldFiles>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Drafts {
    /// Returns the caller's drafts, including those of edits, most recently changed first. Errors: `protected_account`.
    pub async fn list(&self, actor: &Actor) -> Result<Vec<DraftSummary>, SubmissionError> {
        check_owner(actor)?;
        Ok(self.drafts.list(actor.user_id, actor.clearance).await?)
    }

    /// Returns the caller's draft of a new record. Errors: `protected_account`, `not_found`.
    pub async fn find(&self, actor: &Actor, id: DraftId) -> Result<Draft, SubmissionError> {
        check_owner(actor)?;
        self.drafts.find(actor.user_id, id).await?.ok_or(SubmissionError::NotFound)
    }

    /// Returns a draft that an earlier request of the caller created, if it has not changed since: a client that
    /// repeats its request has not seen later changes. Errors: `protected_account`, `not_found`, `stale` with the
    /// stored draft.
    pub async fn begun(&self, actor: &Actor, was: &DraftState) -> Result<Draft, SubmissionError> {
        let draft = self.find(actor, was.id).await?;
        if draft.revision == was.revision { Ok(draft) } else { Err(SubmissionError::StaleDraft(Box::new(draft))) }
    }

    /// Creates a draft. If it would revise a submission that another draft already revises, returns that draft
    /// unchanged. With `remember`, the same request has no second effect.
    ///
    /// Errors: `protected_account`, `validation_failed` for an unusable file or submission, `too_many_drafts`,
    /// [`SubmissionError::Repeated`].
    pub async fn create(
        &self,
        context: &RequestContext,
        actor: &Actor,
        text: DraftText,
        revises: Option<SubmissionId>,
        remember: Option<IdempotentRequest>,
    ) -> Result<Draft, SubmissionError> {
        check_owner(actor)?;
        self.submissions.check_files(actor, &text.attached()).await?;
        if let Some(submission) = revises {
            self.check_revisable(context, actor, submission).await?;
        }
        let draft = Draft {
            id: DraftId::generate(&*self.ids),
            owner: actor.user_id,
            text,
            revises,
            edits: None,
            attachments: Vec::new(),
            revision: DraftRevision::generate(&*self.ids),
            created_at: context.now,
            updated_at: context.now,
        };
        Ok(self.drafts.create(draft, remember).await?)
    }

    /// Replaces the text of a draft that has this revision, and returns the stored draft. Saving an unchanged text
    /// succeeds with any revision.
    ///
    /// Errors: `protected_account`, `not_found`, `stale` with the stored draft, `validation_failed` for an unusable
    /// file.
    pub async fn save(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DraftId,
        expected: DraftRevision,
        text: DraftText,
    ) -> Result<Draft, SubmissionError> {
        let stored = self.find(actor, id).await?;
        self.submissions.check_files(actor, &text.attached().without(&stored.text.attached())).await?;
        let revision = DraftRevision::generate(&*self.ids);
        let change = DraftChange { id, owner: actor.user_id, expected, text, revision, at: context.now };
        let saved = self.drafts.save(change).await?;
        // Rows are deleted first and bytes afterwards: a crash in between leaves unreachable bytes, but never a row
        // without bytes.
        for upload in saved.released {
            self.files.discard(upload).await;
        }
        Ok(saved.draft)
    }

    /// Permanently deletes a draft of the caller, whether of a new record or of an edit. Errors: `protected_account`,
    /// `not_found`.
    pub async fn delete(&self, context: &RequestContext, actor: &Actor, id: DraftId) -> Result<(), SubmissionError> {
        check_owner(actor)?;
        let entry = Entry::new(&*self.ids, context, actor, Action::DraftDeleted, EntityType::Draft).on(&id);
        let deletion = DraftDeletion { id, owner: actor.user_id, at: context.now };
        for upload in self.drafts.delete(Audited::new(deletion, entry)).await? {
            self.files.discard(upload).await;
        }
        Ok(())
    }

    /// Submits a draft that has this revision, and deletes the draft in the same transaction. With `remember`, the same
    /// request has no second effect.
    ///
    /// Errors: `protected_account`, `not_found`, `stale` with the stored draft, `validation_failed`,
    /// [`SubmissionError::Repeated`].
    pub async fn submit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DraftId,
        submit: SubmitDraft,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SubmissionError> {
        let draft = self.find(actor, id).await?;
        if draft.revision != submit.expected {
            return Err(SubmissionError::StaleDraft(Box::new(draft)));
        }
        let revised = match draft.revises {
            // If the submission was revised otherwise in the meantime, the draft becomes independent.
            Some(id) => self.submissions.revisable(context, actor, id).await?,
            None => None,
        };
        let manuscript = SubmissionInput {
            text: draft.text.to_submit().map_err(SubmissionError::Invalid)?,
            files: draft.text.attached(),
            scheduled_release_at: submit.scheduled_release_at.or(draft.text.release_at),
            resubmission_of: revised.map(|submission| submission.case.id),
        };
        let new = self.submissions.prepare(context, actor, manuscript).await?;
        let details = Details::new().with("draft", id.to_string());
        let entry = self.submissions.entry(context, actor, &new, details);
        let change = DraftSubmission { id, expected: submit.expected, new };
        match self.drafts.submit(Audited::new(change, entry), remember).await {
            // It was changed, deleted or submitted since it was read.
            Err(SaveDraftError::Refused(DraftRefused::Gone)) => {
                Err(SubmissionError::StaleDraft(Box::new(self.find(actor, id).await?)))
            }
            written => Ok(written?),
        }
    }

    async fn check_revisable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: SubmissionId,
    ) -> Result<(), SubmissionError> {
        match self.submissions.revisable(context, actor, id).await? {
            Some(_) => Ok(()),
            None => Err(SubmissionError::invalid("revises", "This is not a submission of yours to revise")),
        }
    }
}

/// Request to submit a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmitDraft {
    /// The revision that the caller saw.
    pub expected: DraftRevision,
    /// When the document is released. Defaults to the draft's own date.
    pub scheduled_release_at: Option<Timestamp>,
}

pub(super) fn check_owner(actor: &Actor) -> Result<(), SubmissionError> {
    if actor.is_emergency_access() { Err(SubmissionError::ProtectedAccount) } else { Ok(()) }
}

#[cfg(test)]
#[path = "drafts_tests.rs"]
pub(super) mod tests;
