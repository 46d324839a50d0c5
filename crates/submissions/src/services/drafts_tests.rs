//! Tests of drafts.

use super::*;
use crate::draft::SavedDraft;
use crate::draft::testing::draft;
use crate::ports::MockSubmissionRepository;
use crate::ports::drafts::MockDraftRepository;
use facility_files::ports::MockHeldFiles;
use facility_files::ports::MockUploadRepository;
use facility_files::upload::{Upload, UploadStatus, UploadTicket};
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, emergency_access, numbered};
use facility_kernel::{DomainError, UploadId, UserId};

fn file(n: u64) -> UploadId {
    UploadId::from_uuid(numbered(n))
}

fn with_file(mut draft: Draft, n: u64) -> Draft {
    draft.text.files = Some([file(n)].into_iter().collect());
    draft
}

/// The service with these drafts. Account 9 has claimed every file, and the bytes of `discarded` are expected to be
/// deleted.
fn service(drafts: MockDraftRepository, discarded: &[UploadId]) -> Drafts {
    with(drafts, MockSubmissionRepository::new(), discarded)
}

/// The service with these drafts and submissions.
pub(in crate::services) fn service_over(drafts: MockDraftRepository, submissions: MockSubmissionRepository) -> Drafts {
    with(drafts, submissions, &[])
}

fn with(drafts: MockDraftRepository, submissions: MockSubmissionRepository, discarded: &[UploadId]) -> Drafts {
    let mut uploads = MockUploadRepository::new();
    uploads.expect_find().returning(|id| {
        let owner = UserId::Account(numbered(9));
        let upload = Upload::issue(id, &UploadTicket::from_bits([1; 32]), owner, TEST_NOW);
        Ok(Some(Upload { status: UploadStatus::Final, ..upload }))
    });
    let mut files = MockHeldFiles::new();
    for upload in discarded.iter().copied() {
        files.expect_discard().times(1).withf(move |id| *id == upload).returning(|_| ());
    }
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    Drafts {
        drafts: Arc::new(drafts),
        submissions: Submissions {
            submissions: Arc::new(submissions),
            uploads: Arc::new(uploads),
            pictures: facility_documents::pictures::testing::all_shown(),
            ids: Arc::clone(&ids),
        },
        files: Arc::new(files),
        ids,
    }
}

/// A repository in which account 9 has this draft.
fn holding(stored: Draft) -> MockDraftRepository {
    let mut drafts = MockDraftRepository::new();
    drafts
        .expect_find()
        .returning(move |owner, id| Ok((owner == stored.owner && id == stored.id).then(|| stored.clone())));
    drafts
}

fn wanted(revision: &str) -> SubmitDraft {
    SubmitDraft { expected: DraftRevision::named(revision), scheduled_release_at: None }
}

#[tokio::test]
async fn draft_begins_with_its_own_revision() {
    let mut drafts = MockDraftRepository::new();
    drafts.expect_create().times(1).returning(|draft, _| Ok(draft));
    let text = with_file(draft(1, 9), 50).text;
    let made = service(drafts, &[]).create(&context(), &actor(9, 1, false), text.clone(), None, None).await.unwrap();
    assert_eq!((made.owner, made.text, made.created_at), (UserId::Account(numbered(9)), text, TEST_NOW));
    assert!(!made.revision.as_str().is_empty());
}

#[tokio::test]
async fn file_of_another_user_is_refused() {
    let who = actor(8, 1, false);
    let text = with_file(draft(1, 8), 50).text;
    let service = service(holding(draft(1, 8)), &[]);
    let begun = service.create(&context(), &who, text.clone(), None, None).await.unwrap_err();
    let revision = DraftRevision::named("revision 1");
    let saved = service.save(&context(), &who, draft(1, 8).id, revision, text).await.unwrap_err();
    for error in [begun, saved] {
        assert_eq!(error.fields().first().map(|field| field.field), Some("filePath"));
    }
}

#[tokio::test]
async fn saving_deletes_the_bytes_of_the_released_file() {
    let mut drafts = holding(with_file(draft(1, 9), 50));
    drafts
        .expect_save()
        .times(1)
        .withf(|change| change.expected.as_str() == "revision 1" && change.revision.as_str() != "revision 1")
        .returning(|change| {
            let draft = Draft { text: change.text, revision: change.revision, ..draft(1, 9) };
            Ok(SavedDraft { draft, released: vec![file(50)] })
        });
    let text = draft(1, 9).text;
    let revision = DraftRevision::named("revision 1");
    let saved = service(drafts, &[file(50)])
        .save(&context(), &actor(9, 1, false), draft(1, 9).id, revision, text.clone())
        .await
        .unwrap();
    assert_eq!(saved.text, text);
}

#[tokio::test]
async fn deletion_is_recorded_without_the_text() {
    let mut drafts = MockDraftRepository::new();
    drafts
        .expect_delete()
        .times(1)
        .withf(|audited| {
            let entry = audited.entry();
            entry.action == Action::DraftDeleted && entry.details.to_json().is_none()
        })
        .returning(|_| Ok(vec![file(50)]));
    let service = service(drafts, &[file(50)]);
    service.delete(&context(), &actor(9, 1, false), draft(1, 9).id).await.unwrap();
}

#[tokio::test]
async fn submitted_draft_becomes_a_submission_with_its_file() {
    let mut drafts = holding(with_file(draft(1, 9), 50));
    drafts
        .expect_submit()
        .times(1)
        .withf(|audited, _| {
            let (change, entry) = (audited.change(), audited.entry());
            let details = format!(r#"{{"category":"SITE","draft":"{}","file":true}}"#, draft(1, 9).id);
            change.new.files.uploads().eq([file(50)])
                && entry.action == Action::SubmissionCreated
                && entry.details.to_json() == Some(details)
        })
        .returning(|audited, _| Ok(audited.change().new.clone()));
    let service = service(drafts, &[]);
    let (who, id) = (actor(9, 1, false), draft(1, 9).id);
    let submission = service.submit(&context(), &who, id, wanted("revision 1"), None).await.unwrap();
    assert_eq!((submission.title.as_str(), &submission.content), ("Draft 1", &"The **first** words.".into()));
}

#[tokio::test]
async fn draft_that_changed_is_not_submitted() {
    let service = service(holding(draft(1, 9)), &[]);
    let id = draft(1, 9).id;
    let error = service.submit(&context(), &actor(9, 1, false), id, wanted("revision 0"), None).await.unwrap_err();
    let SubmissionError::StaleDraft(stored) = error else { panic!("{error:?}") };
    assert_eq!(*stored, draft(1, 9));
}

#[tokio::test]
async fn draft_without_content_is_not_submitted() {
    let mut unfinished = draft(1, 9);
    unfinished.text.content = None;
    let service = service(holding(unfinished), &[]);
    let id = draft(1, 9).id;
    let error = service.submit(&context(), &actor(9, 1, false), id, wanted("revision 1"), None).await.unwrap_err();
    assert_eq!(error.fields().first().map(|field| field.field), Some("content"));
}

#[tokio::test]
async fn nobody_but_the_owner_finds_a_draft() {
    let service = service(holding(draft(1, 9)), &[]);
    let id = draft(1, 9).id;
    for who in [actor(8, 5, false), actor(7, 5, true)] {
        let error = service.find(&who, id).await.unwrap_err();
        assert_eq!(error.code(), "not_found");
        let error = service.submit(&context(), &who, id, wanted("revision 1"), None).await.unwrap_err();
        assert_eq!(error.code(), "not_found");
    }
    assert_eq!(service.find(&actor(9, 1, false), id).await.unwrap(), draft(1, 9));
}

#[tokio::test]
async fn emergency_access_has_no_drafts() {
    let service = service(MockDraftRepository::new(), &[]);
    let (who, id) = (emergency_access(), draft(1, 9).id);
    let revision = DraftRevision::named("x");
    let errors = [
        service.list(&who).await.unwrap_err(),
        service.find(&who, id).await.unwrap_err(),
        service.create(&context(), &who, DraftText::default(), None, None).await.unwrap_err(),
        service.save(&context(), &who, id, revision, DraftText::default()).await.unwrap_err(),
        service.delete(&context(), &who, id).await.unwrap_err(),
        service.submit(&context(), &who, id, wanted("x"), None).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.code(), "protected_account");
    }
}
