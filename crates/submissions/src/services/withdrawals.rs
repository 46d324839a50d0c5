//! Withdrawing submissions.

use super::drafts::check_owner;
use crate::case::Status;
use crate::draft::{Draft, DraftRevision, DraftText, SubmissionWithdrawal};
use crate::error::SubmissionError;
use crate::ports::drafts::{DraftRefused, SaveDraftError};
use crate::services::drafts::Drafts;
use crate::submission::{Submission, SubmissionRecord};
use crate::view::SubmissionView;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::text::Category;
use facility_kernel::{Actor, DraftId, RequestContext, SubmissionId};

impl Drafts {
    /// Withdraws a pending submission of the caller from review, even if it has timed out or has steps, and returns the
    /// draft that replaces it, with the text as the caller may read it, the files and the release date. An incident's
    /// number is not reused.
    ///
    /// Errors: `protected_account`, `not_found` (also for submissions of others, unless the caller is an administrator:
    /// `owner_only`), `already_reviewed`, `too_many_drafts`.
    pub async fn withdraw(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: SubmissionId,
    ) -> Result<Draft, SubmissionError> {
        check_owner(actor)?;
        let record = self.submissions.submissions.find(id).await?.ok_or(SubmissionError::NotFound)?;
        let submission = record.submission;
        if submission.case.author != actor.user_id {
            return Err(if actor.is_admin { SubmissionError::OwnerOnly } else { SubmissionError::NotFound });
        }
        if submission.case.status != Status::Pending {
            return Err(SubmissionError::AlreadyReviewed);
        }
        let draft = Draft {
            id: DraftId::generate(&*self.ids),
            owner: actor.user_id,
            revises: submission.case.resubmission_of,
            text: text_of(submission, actor),
            edits: None,
            attachments: Vec::new(),
            revision: DraftRevision::generate(&*self.ids),
            created_at: context.now,
            updated_at: context.now,
        };
        let details = Details::new().with("draft", draft.id.to_string());
        let entry = Entry::new(&*self.ids, context, actor, Action::SubmissionWithdrawn, EntityType::Submission)
            .on(&id)
            .details(details);
        let withdrawal = SubmissionWithdrawal { id, draft };
        self.drafts.withdraw(Audited::new(withdrawal, entry)).await.map_err(|error| match error {
            // It was decided or withdrawn in the meantime.
            SaveDraftError::Refused(DraftRefused::Gone) => SubmissionError::AlreadyReviewed,
            other => other.into(),
        })
    }
}

/// Returns the submission's text as a draft of this author.
fn text_of(submission: Submission, author: &Actor) -> DraftText {
    let is_numbered = submission.category == Category::Incident;
    let (SubmissionRecord { submission, .. }, text) = SubmissionView::of_new(submission, author).into_parts();
    DraftText {
        title: (!is_numbered).then_some(submission.title),
        content: text.and_then(|text| text.content),
        category: Some(submission.category),
        clearance: None,
        files: Some(submission.files),
        release_at: submission.scheduled_release_at,
        ..DraftText::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::drafts::tests::service_over;
    use super::*;
    use crate::case::Case;
    use crate::ports::MockSubmissionRepository;
    use crate::ports::drafts::MockDraftRepository;
    use crate::submission::testing::submission;
    use facility_files::file::FilePath;
    use facility_kernel::testing::{TEST_NOW, actor, context, emergency_access, numbered};
    use facility_kernel::{DomainError as _, UploadId};

    fn holding(submission: Submission) -> MockSubmissionRepository {
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_find().returning(move |_| {
            Ok(Some(SubmissionRecord {
                submission: submission.clone(),
                submitted_by_username: "author".to_owned(),
                steps: vec![],
                previous: None,
                preview: "".into(),
            }))
        });
        submissions
    }

    #[tokio::test]
    async fn withdrawn_submission_becomes_a_draft_of_what_its_author_reads() {
        let file = FilePath::of(UploadId::from_uuid(numbered(50)));
        let sent = Submission {
            content: "Seen.\n:::level 4\nWho holds the key.\n:::\n".into(),
            files: [file].into_iter().collect(),
            scheduled_release_at: Some(TEST_NOW),
            ..submission(1, 9)
        };
        let mut drafts = MockDraftRepository::new();
        drafts
            .expect_withdraw()
            .times(1)
            .withf(|audited| {
                audited.entry().action == Action::SubmissionWithdrawn
                    && audited.change().id == submission(1, 9).case.id
                    && !audited.entry().details.to_json().unwrap_or_default().contains("Seen")
            })
            .returning(|audited| Ok(audited.change().draft.clone()));
        let service = service_over(drafts, holding(sent));
        let draft = service.withdraw(&context(), &actor(9, 3, false), submission(1, 9).case.id).await.unwrap();
        assert_eq!(draft.text.title.as_deref(), Some("Submission 1"));
        assert_eq!(draft.text.content.as_deref(), Some("Seen.\n:::withheld 4\n:::\n"));
        assert_eq!((draft.text.attached().first(), draft.text.release_at), (Some(file), Some(TEST_NOW)));
    }

    #[tokio::test]
    async fn only_a_pending_submission_is_withdrawn_and_only_by_its_author() {
        let decided = |status| Submission { case: Case { status, ..submission(1, 9).case }, ..submission(1, 9) };
        for (sent, who, code) in [
            (decided(Status::Approved), actor(9, 1, false), "already_reviewed"),
            (decided(Status::Rejected), actor(9, 1, false), "already_reviewed"),
            (submission(1, 9), actor(1, 1, false), "not_found"),
            (submission(1, 9), actor(1, 5, true), "owner_only"),
            (submission(1, 9), Actor::clone(&emergency_access()), "protected_account"),
        ] {
            let service = service_over(MockDraftRepository::new(), holding(sent));
            let refused = service.withdraw(&context(), &who, submission(1, 9).case.id).await;
            assert_eq!(refused.unwrap_err().code(), code);
        }
        let mut raced = MockDraftRepository::new();
        raced.expect_withdraw().returning(|_| Err(SaveDraftError::Refused(DraftRefused::Gone)));
        let service = service_over(raced, holding(submission(1, 9)));
        let refused = service.withdraw(&context(), &actor(9, 1, false), submission(1, 9).case.id).await;
        assert_eq!(refused.unwrap_err().code(), "already_reviewed");
    }
}
