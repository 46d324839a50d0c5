//! Export of a user's own records.

use crate::error::TransferError;
use crate::front_matter;
use crate::manifest::{Contents, FORMAT, Manifest, VERSION};
use crate::ports::{ArchiveWriter, Exports, OwnRecords};
use crate::record::{fields, ids};
use crate::staged::Staged;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Entry};
use facility_documents::comments::view::VisibleComment;
use facility_documents::error::DocumentError;
use facility_documents::pictures::named;
use facility_documents::services::comments::Comments;
use facility_documents::services::documents::Documents;
use facility_kernel::{Actor, DocumentId, IdGenerator, PageRequest, RequestContext, UploadId};
use facility_submissions::draft::{Draft, DraftSummary};
use facility_submissions::edits::error::EditError;
use facility_submissions::error::SubmissionError;
use facility_submissions::services::attachments::Attachments;
use facility_submissions::services::drafts::Drafts;
use facility_submissions::services::edit_drafts::EditDrafts;
use facility_submissions::services::submissions::Submissions;
use facility_submissions::submission::SubmissionRecord;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::sync::Arc;

/// Exports users' own records, as far as they may read them.
#[derive(Clone)]
pub struct OwnExports {
    pub exports: Arc<dyn Exports>,
    pub records: Arc<dyn OwnRecords>,
    pub reading: Documents,
    pub submissions: Submissions,
    pub drafts: Drafts,
    pub edit_drafts: EditDrafts,
    pub comments: Comments,
    pub attachments: Attachments,
    pub ids: Arc<dyn IdGenerator>,
}

/// Number of documents whose texts are read together for the comments on them.
const DOCUMENTS_PER_READ: usize = 16;

/// An archive that is being created, with what it contains so far.
struct ArchiveInProgress {
    pack: Box<dyn ArchiveWriter>,
    counts: BTreeMap<String, u64>,
    files: BTreeSet<UploadId>,
}

impl ArchiveInProgress {
    fn count(&mut self, kind: &str) {
        *self.counts.entry(kind.to_owned()).or_default() += 1;
    }

    async fn line(&mut self, kind: &str, line: Value) -> Result<(), TransferError> {
        self.count(kind);
        self.pack.line(&format!("{kind}.jsonl"), &line).await
    }
}

impl OwnExports {
    /// Records the export and creates an archive of the caller's documents, submissions, drafts, comments and
    /// files, with the pictures that they show.
    /// Each is included as the caller may read it now. Withheld documents, comments and quotes are omitted. Each
    /// document is recorded in the access log.
    ///
    /// Errors: `protected_account`; `rate_limited` while too many others are being created; `damaged_file` if the bytes
    /// of a file in the object store are not those that were uploaded.
    pub async fn export(&self, context: &RequestContext, actor: &Actor) -> Result<Staged, TransferError> {
        if actor.is_emergency_access() {
            return Err(TransferError::ProtectedAccount);
        }
        let pack = self.exports.begin().await?;
        let entry =
            Entry::new(&*self.ids, context, actor, Action::RecordsExported, EntityType::User).on(&actor.user_id);
        self.exports.record(Audited::new((), entry)).await?;
        let mut archive = ArchiveInProgress { pack, counts: BTreeMap::new(), files: BTreeSet::new() };
        for id in self.records.documents(actor.user_id).await? {
            self.document(context, actor, id, &mut archive).await?;
        }
        self.submissions(actor, &mut archive).await?;
        self.comments(context, actor, &mut archive).await?;
        self.drafts(context, actor, &mut archive).await?;
        self.files(context, actor, &mut archive).await?;
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            contents: Contents::OwnRecords,
            created_at: context.now.to_string(),
            with_credentials: false,
            credentials_key: None,
            counts: archive.counts,
            members: BTreeMap::new(),
        };
        archive.pack.finish(manifest).await
    }

    async fn document(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        archive: &mut ArchiveInProgress,
    ) -> Result<(), TransferError> {
        let seen = match self.reading.open(context, actor, id).await {
            Ok(seen) => seen,
            // It was deleted in the meantime, or is above its owner's current level.
            Err(DocumentError::NotFound | DocumentError::InsufficientClearance { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let fields = fields(&seen);
        let Some(content) = seen.text.and_then(|text| text.content) else { return Ok(()) };
        archive.files.extend(seen.document.files.uploads());
        archive.files.extend(named(&content));
        archive.count("documents");
        let document = front_matter::join(&fields, &content);
        archive.pack.add(&format!("documents/{id}.md"), document.into()).await
    }

    async fn submissions(&self, actor: &Actor, archive: &mut ArchiveInProgress) -> Result<(), TransferError> {
        let mut wanted = PageRequest::FIRST;
        loop {
            let page = self.submissions.own(actor, wanted).await?;
            for view in page.items {
                let (record, text) = view.into_parts();
                archive.files.extend(record.submission.files.uploads());
                let content = text.and_then(|text| text.content);
                archive.files.extend(content.as_deref().into_iter().flat_map(named));
                archive.line("submissions", submission(&record, content.as_deref())).await?;
            }
            let Some(next) = page.next else { return Ok(()) };
            wanted.after = Some(next);
        }
    }

    async fn drafts(
        &self,
        context: &RequestContext,
        actor: &Actor,
        archive: &mut ArchiveInProgress,
    ) -> Result<(), TransferError> {
        for DraftSummary { draft: listed, .. } in self.drafts.list(actor).await? {
            let found = match listed.edits {
                None => self.drafts.find(actor, listed.id).await,
                Some(id) => self.edit_drafts.find(context, actor, id).await.map(|(draft, _document)| draft),
            };
            match found {
                Ok(found) => {
                    archive.files.extend(found.text.attached().uploads());
                    archive.files.extend(found.text.content.as_deref().into_iter().flat_map(named));
                    archive.line("drafts", draft(&found)).await?;
                }
                // It was submitted or deleted in the meantime, or its document is above the caller's current level.
                Err(
                    SubmissionError::NotFound
                    | SubmissionError::Edit(EditError::NotFound | EditError::InsufficientClearance { .. }),
                ) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn comments(
        &self,
        context: &RequestContext,
        actor: &Actor,
        archive: &mut ArchiveInProgress,
    ) -> Result<(), TransferError> {
        for some in self.records.comments(actor.user_id).await?.chunks(DOCUMENTS_PER_READ) {
            for one in self.comments.some(context, actor, some).await? {
                archive.files.extend(one.text.iter().flat_map(|text| named(&text.content)));
                archive.line("comments", comment(&one)).await?;
            }
        }
        Ok(())
    }

    async fn files(
        &self,
        context: &RequestContext,
        actor: &Actor,
        archive: &mut ArchiveInProgress,
    ) -> Result<(), TransferError> {
        for id in std::mem::take(&mut archive.files) {
            let download = match self.attachments.open(context, actor, id).await {
                Ok(download) => download,
                Err(SubmissionError::NotFound | SubmissionError::InsufficientClearance { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            let Some(size) = download.upload.size.and_then(|size| u64::try_from(size).ok()) else { continue };
            let bytes = match self.attachments.bytes(&download, None).await {
                Err(SubmissionError::NotFound) => {
                    let reason = "it does not exist".to_owned();
                    return Err(TransferError::BrokenFile { id: id.to_string(), reason });
                }
                bytes => bytes?,
            };
            archive.count("files");
            let written = archive.pack.stream(&format!("files/{id}"), size, bytes).await;
            written.map_err(|error| of_file(id, error))?;
        }
        Ok(())
    }
}

/// Adds the id of the file whose bytes differ from its upload.
fn of_file(id: UploadId, error: TransferError) -> TransferError {
    match error {
        TransferError::Io(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) => {
            TransferError::BrokenFile { id: id.to_string(), reason: error.to_string() }
        }
        other => other,
    }
}

fn submission(record: &SubmissionRecord, content: Option<&str>) -> Value {
    let submission = &record.submission;
    json!({
        "id": submission.case.id.to_string(),
        "title": submission.title,
        "content": content,
        "category": submission.category.as_str(),
        "filePath": submission.files.first().map(|path| path.to_string()),
        "files": ids(&submission.files),
        "status": submission.case.status.as_str(),
        "assignedClearanceLevel": submission.assigned_clearance_level.map(facility_kernel::Clearance::level),
        "reviewComments": submission.case.review_comments,
        "scheduledReleaseAt": submission.scheduled_release_at.map(|at| at.to_string()),
        "documentId": submission.document_id.map(|id| id.to_string()),
        "createdAt": submission.case.created_at.to_string(),
        "reviewedAt": submission.case.reviewed_at.map(|at| at.to_string()),
    })
}

fn comment(comment: &VisibleComment) -> Value {
    let text = comment.text.as_ref();
    json!({
        "id": comment.id.to_string(),
        "documentId": comment.document_id.to_string(),
        "content": text.map(|text| text.content.as_str()),
        "quote": text.and_then(|text| text.quote.as_deref()),
        "isDeleted": comment.deleted_by.is_some(),
        "deletedBy": comment.deleted_by.map(|id| id.to_string()),
        "createdAt": comment.created_at.to_string(),
        "updatedAt": comment.updated_at.to_string(),
    })
}

fn draft(draft: &Draft) -> Value {
    let text = &draft.text;
    json!({
        "id": draft.id.to_string(),
        "title": text.title,
        "content": text.content,
        "category": text.category.map(facility_documents::text::Category::as_str),
        "clearanceLevel": text.clearance.map(facility_kernel::Clearance::level),
        "filePath": text.attached().first().map(|path| path.to_string()),
        "files": ids(&text.attached()),
        "documentId": draft.edits.map(|id| id.to_string()),
        "basedOnVersion": text.based_on,
        "changeDescription": text.change_description,
        "createdAt": draft.created_at.to_string(),
        "updatedAt": draft.updated_at.to_string(),
    })
}
