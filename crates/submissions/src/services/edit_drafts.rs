//! Drafts of edits: unsent changes to documents by their authors.

use super::drafts::check_owner;
use crate::draft::{Draft, DraftDeletion, DraftRevision, DraftText, EditDraftChange};
use crate::error::SubmissionError;
use crate::ports::drafts::DraftRepository;
use crate::services::edits::Edits;
use crate::services::usable_files::check_files;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Entry};
use facility_documents::portions;
use facility_documents::view::Stored;
use facility_kernel::{Actor, DocumentId, DraftId, RequestContext};
use std::sync::Arc;

/// Stores one draft per document for its author, as long as they may read the document. Nobody else sees it.
///
/// The draft's text is the content of the author's form, with bars for withheld passages. It is cut for their current
/// level, which may be lower than the one at which they wrote it.
#[derive(Clone)]
pub struct EditDrafts {
    pub drafts: Arc<dyn DraftRepository>,
    /// Checks who owns the document.
    pub edits: Edits,
}

impl EditDrafts {
    /// Returns the draft of the caller's edit of a document, and the document. Errors: `protected_account`, `not_found`
    /// (also if there is no draft), `insufficient_clearance`, `owner_only`.
    pub async fn find(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<(Draft, Stored), SubmissionError> {
        let document = self.document(context, actor, id).await?;
        let draft = self.drafts.find_edit(actor.user_id, id).await?.ok_or(SubmissionError::NotFound)?;
        Ok((self.shown(context, actor, draft).await?, document))
    }

    /// Replaces the text of the draft, or creates the draft if no revision is expected, and returns it. Saving an
    /// unchanged text succeeds with any revision.
    ///
    /// Errors: `protected_account`, `not_found`, `insufficient_clearance`, `owner_only`, `stale` with the stored draft,
    /// `too_many_drafts`, `validation_failed`.
    pub async fn save(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        expected: Option<DraftRevision>,
        text: DraftText,
    ) -> Result<Draft, SubmissionError> {
        let document = self.document(context, actor, id).await?;
        let had = &document.document.files;
        // So that the draft follows the document as long as its author leaves the files as they are.
        let files = text.files.filter(|files| files != had);
        let stored = self.drafts.find_edit(actor.user_id, id).await?;
        let known = stored.as_ref().map(|draft| draft.text.attached()).unwrap_or_default();
        let new = files.as_ref().map(|files| files.without(had).without(&known)).unwrap_or_default();
        check_files(&*self.edits.uploads, actor, &new).await?.ok_or_else(SubmissionError::unusable_file)?;
        if let Some(edit) = text.revised_edit {
            // The revised edit is checked only when a draft first names it. If the expected draft is gone, it is not
            // created again.
            let is_new = stored.map_or(expected.is_none(), |draft| draft.text.revised_edit != Some(edit));
            if is_new && self.edits.revisable(context, actor, id, edit).await?.is_none() {
                return Err(SubmissionError::invalid("revises", "This is not an edit of yours to revise"));
            }
        }
        let ids = &*self.edits.ids;
        let draft = Draft {
            id: DraftId::generate(ids),
            owner: actor.user_id,
            text: DraftText { files, ..text },
            revises: None,
            edits: Some(id),
            attachments: Vec::new(),
            revision: DraftRevision::generate(ids),
            created_at: context.now,
            updated_at: context.now,
        };
        let attached = document.document.files;
        let saved = self.drafts.save_edit(EditDraftChange { attached, draft, expected }).await;
        match saved.map_err(SubmissionError::from) {
            Err(SubmissionError::StaleDraft(stored)) => {
                Err(SubmissionError::StaleDraft(Box::new(self.shown(context, actor, *stored).await?)))
            }
            saved => saved,
        }
    }

    /// Deletes the draft of the caller's edit of a document. Errors: `protected_account`, `not_found` (also if there is
    /// no draft), `insufficient_clearance`, `owner_only`.
    pub async fn delete(&self, context: &RequestContext, actor: &Actor, id: DocumentId) -> Result<(), SubmissionError> {
        let (draft, _document) = self.find(context, actor, id).await?;
        let entry = Entry::new(&*self.edits.ids, context, actor, Action::DraftDeleted, EntityType::Draft).on(&draft.id);
        let deletion = DraftDeletion { id: draft.id, owner: actor.user_id, at: context.now };
        self.drafts.delete(Audited::new(deletion, entry)).await?;
        Ok(())
    }

    async fn document(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Stored, SubmissionError> {
        check_owner(actor)?;
        Ok(self.edits.own(context, actor, id).await?)
    }

    /// Returns the draft as its owner may read it now. If its edit can no longer be revised, the draft becomes
    /// independent of it.
    async fn shown(&self, context: &RequestContext, actor: &Actor, mut draft: Draft) -> Result<Draft, SubmissionError> {
        draft.text.content = draft.text.content.map(|content| portions::cut(content, actor.clearance).text);
        if let (Some(document), Some(edit)) = (draft.edits, draft.text.revised_edit)
            && self.edits.revisable(context, actor, document, edit).await?.is_none()
        {
            draft.text.revised_edit = None;
        }
        Ok(draft)
    }
}

#[cfg(test)]
#[path = "edit_drafts_tests.rs"]
mod tests;
