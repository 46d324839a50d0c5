//! Submitting texts and files.

use crate::case::Case;
use crate::error::SubmissionError;
use crate::ports::SubmissionRepository;
use crate::services::usable_files::check_files;
use crate::submission::Submission;
use crate::view::SubmissionView;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::pictures::{self, PictureAccess};
use facility_documents::text::DocumentText;
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_files::ports::UploadRepository;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Actor, IdGenerator, Page, PageRequest, RequestContext, SubmissionId, Timestamp};
use std::sync::Arc;

/// The content of a new submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionInput {
    /// Title, content and category. The title of an incident is replaced with its number.
    pub text: DocumentText,
    /// Claimed uploads.
    pub files: AttachedFiles,
    /// When the document is released.
    pub scheduled_release_at: Option<Timestamp>,
    /// The submission that it revises.
    pub resubmission_of: Option<SubmissionId>,
}

#[derive(Clone)]
pub struct Submissions {
    pub submissions: Arc<dyn SubmissionRepository>,
    pub uploads: Arc<dyn UploadRepository>,
    pub pictures: Arc<dyn PictureAccess>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Submissions {
    /// Adds a submission to the queue. Its files must be uploads that the caller claimed and that nothing holds
    /// yet. With `remember`, its id is stored with it, and the same request has no second effect.
    ///
    /// Errors: `protected_account`, `validation_failed`; `already_resubmitted` if the submission to be revised is not
    /// the caller's, was neither rejected nor timed out, or was already revised; [`SubmissionError::Repeated`].
    pub async fn submit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        manuscript: SubmissionInput,
        remember: Option<IdempotentRequest>,
    ) -> Result<Submission, SubmissionError> {
        if actor.is_emergency_access() {
            return Err(SubmissionError::ProtectedAccount);
        }
        let new = self.prepare(context, actor, manuscript).await?;
        let entry = self.entry(context, actor, &new, Details::new());
        Ok(self.submissions.submit(Audited::new(new, entry), remember).await?)
    }

    /// Creates a submission from this content, to be written. Errors: `validation_failed` if a file is not an upload
    /// that the caller claimed, or if the text shows a picture that the caller may not see.
    pub(super) async fn prepare(
        &self,
        context: &RequestContext,
        actor: &Actor,
        manuscript: SubmissionInput,
    ) -> Result<Submission, SubmissionError> {
        let SubmissionInput { text, files, scheduled_release_at, resubmission_of } = manuscript;
        let attempt = match resubmission_of {
            None => 1,
            Some(id) => {
                let previous = self.revisable(context, actor, id).await?;
                previous.ok_or(SubmissionError::AlreadyResubmitted)?.case.attempt.saturating_add(1)
            }
        };
        pictures::check(&*self.pictures, (context, actor), &text.content, SubmissionError::invalid).await?;
        let attachments = self.check_files(actor, &files).await?;
        let case = Case::new(SubmissionId::generate(&*self.ids), actor.user_id, context.now);
        Ok(Submission {
            files,
            attachments,
            scheduled_release_at,
            ..Submission::new(Case { resubmission_of, attempt, ..case }, text)
        })
    }

    /// Returns a submission that the caller may revise now. `None` if there is no such submission with this id.
    pub(super) async fn revisable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: SubmissionId,
    ) -> Result<Option<Submission>, SubmissionError> {
        let found = self.submissions.find(id).await?.map(|record| record.submission);
        Ok(found.filter(|submission| submission.case.can_be_revised(actor.user_id, context.now)))
    }

    /// Returns the audit entry of a new submission, with these additional details.
    pub(super) fn entry(&self, context: &RequestContext, actor: &Actor, new: &Submission, details: Details) -> Entry {
        let details = details.with("category", new.category.as_str()).with("file", !new.files.is_empty());
        let details = match new.case.resubmission_of {
            Some(previous) => details.with("resubmissionOf", previous.to_string()),
            None => details,
        };
        Entry::new(&*self.ids, context, actor, Action::SubmissionCreated, EntityType::Submission)
            .on(&new.case.id)
            .details(details)
    }

    /// Returns a submission of the caller as they may read it now. Errors: `not_found`, also for those of others.
    pub async fn own_submission(&self, actor: &Actor, id: SubmissionId) -> Result<SubmissionView, SubmissionError> {
        let found = self.submissions.find(id).await?;
        let own = found.filter(|record| record.submission.case.author == actor.user_id);
        Ok(SubmissionView::for_author(own.ok_or(SubmissionError::NotFound)?, actor))
    }

    /// Returns the caller's submissions, newest first, with their reviewers' comments.
    pub async fn own(&self, actor: &Actor, page: PageRequest) -> Result<Page<SubmissionView>, SubmissionError> {
        let page = self.submissions.by_owner(actor.user_id, actor.clearance, page).await?;
        Ok(page.map(|record| SubmissionView::for_author(record, actor)))
    }

    /// Returns the metadata of these files, which the caller has claimed. Errors: `validation_failed`.
    pub(super) async fn check_files(
        &self,
        actor: &Actor,
        files: &AttachedFiles,
    ) -> Result<Vec<AttachedFile>, SubmissionError> {
        check_files(&*self.uploads, actor, files).await?.ok_or_else(SubmissionError::unusable_file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Status;
    use crate::ports::{FileTaken, MockSubmissionRepository, SubmissionRefused, SubmitError};
    use facility_files::file::{Attachment, FilePath};
    use facility_files::ports::MockUploadRepository;
    use facility_files::upload::{Upload, UploadStatus, UploadTicket};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, emergency_access, numbered};
    use facility_kernel::{DomainError, UploadId, UserId};

    fn manuscript(files: &[FilePath]) -> SubmissionInput {
        let text = DocumentText::parse("The lighthouse", "It answers.", "ENTITY").unwrap();
        let files = files.iter().copied().collect();
        SubmissionInput { text, files, scheduled_release_at: None, resubmission_of: None }
    }

    fn attachment() -> Attachment {
        Attachment { name: "notes.md".to_owned(), size: 19, content_type: "text/markdown".to_owned() }
    }

    fn path() -> FilePath {
        FilePath::of(UploadId::from_uuid(numbered(50)))
    }

    fn service(submissions: MockSubmissionRepository, status: UploadStatus) -> Submissions {
        let mut uploads = MockUploadRepository::new();
        uploads.expect_find().returning(move |id| {
            let owner = UserId::Account(numbered(1));
            let upload = Upload::issue(id, &UploadTicket::from_bits([1; 32]), owner, TEST_NOW);
            let Attachment { name, content_type, .. } = attachment();
            let upload =
                Upload { status, filename: Some(name), content_type: Some(content_type), size: Some(19), ..upload };
            Ok((id == UploadId::from_uuid(numbered(50))).then_some(upload))
        });
        Submissions {
            submissions: Arc::new(submissions),
            uploads: Arc::new(uploads),
            pictures: pictures::testing::all_shown(),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    #[tokio::test]
    async fn a_submission_is_written_with_its_file_and_entry() {
        let mut submissions = MockSubmissionRepository::new();
        submissions
            .expect_submit()
            .times(1)
            .withf(|new, _| {
                let (change, entry) = (new.change(), new.entry());
                change.files.uploads().eq([UploadId::from_uuid(numbered(50))])
                    && change.case.status == Status::Pending
                    && entry.action == Action::SubmissionCreated
                    && entry.details.to_json().as_deref() == Some(r#"{"category":"ENTITY","file":true}"#)
            })
            .returning(|new, _| Ok(new.change().clone()));
        let service = service(submissions, UploadStatus::Final);
        let written = service.submit(&context(), &actor(1, 1, false), manuscript(&[path()]), None).await.unwrap();
        assert_eq!(written.title, "The lighthouse");
        assert_eq!(written.attachments, [AttachedFile { path: path(), attachment: attachment() }]);
    }

    #[tokio::test]
    async fn only_the_authors_claimed_file_can_be_attached() {
        let missing = FilePath::of(UploadId::from_uuid(numbered(51)));
        for (status, who, file) in [
            (UploadStatus::Stored, 1, path()),
            (UploadStatus::Deleted, 1, path()),
            (UploadStatus::Final, 2, path()),
            (UploadStatus::Final, 1, missing),
        ] {
            let service = service(MockSubmissionRepository::new(), status);
            let error = service.submit(&context(), &actor(who, 1, false), manuscript(&[file]), None).await.unwrap_err();
            assert_eq!(error.fields().first().map(|field| field.field), Some("filePath"));
        }
    }

    #[tokio::test]
    async fn file_taken_in_the_meantime_is_refused() {
        let mut submissions = MockSubmissionRepository::new();
        submissions
            .expect_submit()
            .times(1)
            .returning(|_, _| Err(SubmitError::Refused(SubmissionRefused::FileTaken(FileTaken))));
        let service = service(submissions, UploadStatus::Final);
        let error = service.submit(&context(), &actor(1, 1, false), manuscript(&[path()]), None).await.unwrap_err();
        assert_eq!(error.code(), "validation_failed");
    }

    #[tokio::test]
    async fn emergency_access_cannot_submit() {
        let service = service(MockSubmissionRepository::new(), UploadStatus::Final);
        let error = service.submit(&context(), &emergency_access(), manuscript(&[]), None).await.unwrap_err();
        assert_eq!(error.code(), "protected_account");
    }
}
