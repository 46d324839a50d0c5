//! Proposing edits of documents.

use crate::case::MAX_COMMENT_CHARS;
use crate::case::{Case, REVIEW_WINDOW};
use crate::edits::change::{NewEdit, OwnEdit};
use crate::edits::error::EditError;
use crate::edits::view::EditView;
use crate::edits::{EditRecord, EditRequest};
use crate::ports::{EditRepository, WaitRepository};
use crate::services::usable_files::check_files;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::compare::Side;
use facility_documents::document::{Document, Text};
use facility_documents::pictures::{self, PictureAccess};
use facility_documents::portions;
use facility_documents::ports::VersionRepository;
use facility_documents::sealed::Sealed;
use facility_documents::services::documents::Documents;
use facility_documents::text::{DocumentText, check_length};
use facility_documents::view::{Stored, view};
use facility_documents::visibility::{Decision, Visibility, decide};
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_files::ports::UploadRepository;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{
    Actor, Clearance, DocumentId, EditId, IdGenerator, Page, PageRequest, RequestContext, StoreError, line_feeds, nfc,
    optional_comment,
};
use std::borrow::Cow;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub text: DocumentText,
    pub clearance: Clearance,
    /// The files of the document after the edit. `None`: it keeps those that it has.
    pub files: Option<AttachedFiles>,
    /// A description of the change, for the reviewer and the history.
    pub change_description: Option<String>,
    /// The version on which the edit is based. Defaults to the current one.
    pub base_version: Option<i32>,
    /// The edit that it revises.
    pub resubmission_of: Option<EditId>,
}

#[derive(Clone)]
pub struct Edits {
    pub edits: Arc<dyn EditRepository>,
    /// Review periods of edits.
    pub waits: Arc<dyn WaitRepository<EditId>>,
    pub reading: Documents,
    pub versions: Arc<dyn VersionRepository>,
    pub uploads: Arc<dyn UploadRepository>,
    pub pictures: Arc<dyn PictureAccess>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Edits {
    /// Adds an edit of one of the caller's documents to the queue. With `remember`, its id is stored with it, and the
    /// same request has no second effect.
    ///
    /// The text must contain the bars that the caller got for portions above their level, unchanged and in order. They
    /// are replaced with the portions.
    ///
    /// Errors: `protected_account`, `not_found`, `insufficient_clearance` (also for a level above the caller's),
    /// `owner_only`, `validation_failed` (also if nothing is changed), `portion_mismatch`; `already_resubmitted` if the
    /// edit to be revised is not the caller's edit of this document, was neither rejected nor timed out, or was already
    /// revised; [`EditError::Repeated`].
    pub async fn propose(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        proposal: Proposal,
        remember: Option<IdempotentRequest>,
    ) -> Result<EditView, EditError> {
        if actor.is_emergency_access() {
            return Err(EditError::ProtectedAccount);
        }
        let document = self.own(context, actor, id).await?;
        let Proposal { text, clearance, files, change_description, base_version, resubmission_of } = proposal;
        let attempt = self.attempt(context, actor, id, resubmission_of).await?;
        if !actor.is_cleared_for(clearance) {
            return Err(EditError::InsufficientClearance { required: clearance });
        }
        let change_description = optional_comment("changeDescription", change_description, MAX_COMMENT_CHARS)?;
        let Base { version: base_version, side: base, content } =
            self.base(context, actor, &document, base_version).await?;
        check_length(&text.content, &base.content)?;
        let by = (context, actor);
        pictures::check_new(&*self.pictures, by, &text.content, &base.content, EditError::invalid).await?;
        let whole = portions::stored::restore(&content, &text.content, actor.clearance)?;
        let files = files.filter(|files| *files != document.document.files);
        // The base text may be older than the rules for the new text.
        if files.is_none()
            && (nfc(&base.title), line_feeds(&base.content), base.category, base.clearance)
                == (Cow::from(&text.title), Cow::from(&text.content), text.category, clearance)
        {
            return Err(EditError::invalid("content", "Nothing has changed"));
        }
        let level = if clearance == base.clearance { document.document.clearance } else { clearance };
        // Checked in the text as sent, whose line numbers the editor knows. Portions that they cannot read are above
        // every level that they may propose.
        portions::check_levels(&text.content, level)?;
        let attachments = match &files {
            Some(files) => self.described(actor, &document, files).await?,
            None => Vec::new(),
        };
        let preview = portions::stored::previews(&whole);
        let case = Case::new(EditId::generate(&*self.ids), actor.user_id, context.now);
        let edit = EditRequest {
            case: Case { resubmission_of, attempt, ..case },
            document_id: id,
            text: Text { title: text.title, content: whole, category: text.category },
            clearance,
            base_version,
            base_clearance: base.clearance,
            files,
            change_description,
        };
        let details = Details::new()
            .with("documentId", id.to_string())
            .with("baseVersion", base_version)
            .with("clearanceLevel", clearance.level());
        let details = match resubmission_of {
            Some(previous) => details.with("resubmissionOf", previous.to_string()),
            None => details,
        };
        let entry = Entry::new(&*self.ids, context, actor, Action::EditProposed, EntityType::Edit)
            .on(&edit.case.id)
            .details(details);
        let attached = document.document.files.clone();
        let record = EditRecord {
            edit: edit.clone(),
            document,
            attachments,
            submitted_by_username: actor.username.clone(),
            steps: Vec::new(),
            previous: None,
            preview: preview.clone(),
        };
        let shown = EditView::new(record, actor, context.now, &[]);
        self.edits.propose(Audited::new(NewEdit { edit, attached, preview, shown }, entry), remember).await
    }

    /// Returns the metadata of the proposed files, which the document has or the caller has claimed. Errors:
    /// `validation_failed`.
    async fn described(
        &self,
        actor: &Actor,
        document: &Stored,
        files: &AttachedFiles,
    ) -> Result<Vec<AttachedFile>, EditError> {
        let new = check_files(&*self.uploads, actor, &files.without(&document.document.files)).await?;
        let new = new.ok_or_else(EditError::unusable_file)?;
        let known: Vec<&AttachedFile> = document.files.iter().chain(&new).collect();
        let described = |id| known.iter().find(|file| file.path.upload_id() == id).copied().cloned();
        Ok(files.uploads().filter_map(described).collect())
    }

    /// Returns the attempt number of an edit that revises this one.
    async fn attempt(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        revised: Option<EditId>,
    ) -> Result<i32, EditError> {
        let Some(id) = revised else { return Ok(1) };
        let revised = self.revisable(context, actor, document, id).await?;
        Ok(revised.ok_or(EditError::AlreadyResubmitted)?.case.attempt.saturating_add(1))
    }

    /// Returns an edit of this document that the caller may revise now. `None` if there is no such edit with this id.
    pub(super) async fn revisable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        id: EditId,
    ) -> Result<Option<EditRequest>, StoreError> {
        let found = self.edits.find(id).await?.map(|record| record.edit);
        Ok(found.filter(|edit| edit.document_id == document && edit.case.can_be_revised(actor.user_id, context.now)))
    }

    /// Returns the caller's edits waiting for review, newest first.
    pub async fn pending(
        &self,
        context: &RequestContext,
        actor: &Actor,
        page: PageRequest,
    ) -> Result<Page<OwnEdit>, EditError> {
        Ok(self.edits.pending_of(actor.user_id, context.now.minus(REVIEW_WINDOW), page).await?)
    }

    /// Returns a document that the caller owns and may read.
    pub(super) async fn own(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Stored, EditError> {
        let record = self.reading.documents.find(id).await?.ok_or(EditError::NotFound)?;
        check_readable(context, actor, &record.document)?;
        if record.document.owner == actor.user_id { Ok(record) } else { Err(EditError::OwnerOnly) }
    }

    /// Returns the version on which an edit is based.
    async fn base(
        &self,
        context: &RequestContext,
        actor: &Actor,
        record: &Stored,
        version: Option<i32>,
    ) -> Result<Base, EditError> {
        let reader = Visibility::of(actor, context.now);
        let (current, id) = (record.document.version, record.document.id);
        let version = version.unwrap_or(current);
        let stored = if version == current {
            Some(record.clone())
        } else {
            self.versions.numbered(id, version).await?.map(|found| found.document)
        };
        stored
            .and_then(|stored| {
                let content = stored.document.text.content.clone();
                Some(Base { version, side: Side::of_document(&view(stored, &reader))?, content })
            })
            .ok_or_else(|| EditError::invalid("baseVersion", "This document has no such version"))
    }
}

/// The version on which an edit is based.
struct Base {
    version: i32,
    /// The text that its author saw.
    side: Side,
    /// The whole content.
    content: Sealed<String>,
}

pub(super) fn check_readable(context: &RequestContext, actor: &Actor, document: &Document) -> Result<(), EditError> {
    match decide(actor, document, context.now) {
        Decision::Hidden => Err(EditError::NotFound),
        Decision::Denied { required } => Err(EditError::InsufficientClearance { required }),
        Decision::Allowed => Ok(()),
    }
}

#[cfg(test)]
#[path = "edits_tests.rs"]
pub(super) mod tests;
