//! Tests of drafts of edits.

use super::*;
use crate::case::Status;
use crate::draft::testing::draft;
use crate::edits::testing::record;
use crate::ports::MockEditRepository;
use crate::ports::drafts::{DraftRefused, MockDraftRepository, SaveDraftError};
use crate::services::edits::tests::service as editing;
use facility_documents::visibility::testing::document;
use facility_kernel::DomainError as _;
use facility_kernel::testing::{actor, context, emergency_access};

/// The service with a document of level 3 owned by account 9.
fn service(drafts: MockDraftRepository) -> EditDrafts {
    service_with(drafts, MockEditRepository::new())
}

fn service_with(drafts: MockDraftRepository, edits: MockEditRepository) -> EditDrafts {
    EditDrafts { drafts: Arc::new(drafts), edits: editing(edits) }
}

/// Every edit is one of that document by its author, with this status.
fn edits(status: Status) -> MockEditRepository {
    let mut edits = MockEditRepository::new();
    edits.expect_find().returning(move |_| {
        let mut record = record(1, 3);
        record.edit.case.status = status;
        Ok(Some(record))
    });
    edits
}

fn of(content: &str) -> Draft {
    let mut draft = Draft { edits: Some(document(1, 3, 9).id), ..draft(1, 9) };
    draft.text.content = Some(content.to_owned());
    draft
}

#[tokio::test]
async fn draft_is_cut_for_the_present_level_of_its_owner() {
    let mut drafts = MockDraftRepository::new();
    drafts.expect_find_edit().returning(|_, _| Ok(Some(of("A {{4|dusk}} {{5|key}}."))));
    drafts
        .expect_save_edit()
        .returning(|_| Err(SaveDraftError::Refused(DraftRefused::Stale(Box::new(of("A {{4|dusk}}."))))));
    let service = service(drafts);
    let id = document(1, 3, 9).id;
    let (found, _document) = service.find(&context(), &actor(9, 4, false), id).await.unwrap();
    assert_eq!(found.text.content.as_deref(), Some("A {{4|dusk}} {{withheld 5}}."));
    let refused = service.save(&context(), &actor(9, 3, false), id, None, DraftText::default()).await;
    let SubmissionError::StaleDraft(stored) = refused.unwrap_err() else { panic!("not stale") };
    assert_eq!(stored.text.content.as_deref(), Some("A {{withheld 4}}."));
}

#[tokio::test]
async fn draft_is_refused_to_everybody_but_the_author_who_may_read_the_document() {
    let service = service(MockDraftRepository::new());
    let id = document(1, 3, 9).id;
    for (who, code) in [
        (actor(8, 5, true), "owner_only"),
        (actor(9, 2, false), "insufficient_clearance"),
        (Actor::clone(&emergency_access()), "protected_account"),
    ] {
        let saved = service.save(&context(), &who, id, None, DraftText::default()).await;
        assert_eq!(saved.unwrap_err().code(), code);
        assert_eq!(service.find(&context(), &who, id).await.unwrap_err().code(), code);
        assert_eq!(service.delete(&context(), &who, id).await.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn draft_names_only_an_edit_that_its_author_may_revise() {
    let (id, edit) = (document(1, 3, 9).id, record(1, 3).edit.case.id);
    let naming = || DraftText { revised_edit: Some(edit), ..DraftText::default() };
    let named = || Draft { text: naming(), ..of("A") };
    for (status, stored, expected, accepted) in [
        (Status::Rejected, None, None, true),
        (Status::Pending, None, None, false),
        (Status::Rejected, Some(of("A")), Some("revision 1"), true),
        (Status::Pending, Some(of("A")), Some("revision 1"), false),
        // A draft that already names the edit is kept. Whether it still exists is checked by the store.
        (Status::Pending, Some(named()), Some("revision 1"), true),
        (Status::Pending, None, Some("revision 1"), true),
    ] {
        let mut drafts = MockDraftRepository::new();
        drafts.expect_find_edit().returning(move |_, _| Ok(stored.clone()));
        drafts.expect_save_edit().times(usize::from(accepted)).returning(|change| Ok(change.draft));
        let expected = expected.map(DraftRevision::named);
        let service = service_with(drafts, edits(status));
        match service.save(&context(), &actor(9, 3, false), id, expected, naming()).await {
            Ok(saved) => assert_eq!((accepted, saved.text.revised_edit), (true, Some(edit))),
            Err(error) => {
                let field = error.fields().first().map(|error| error.field);
                assert_eq!((accepted, field), (false, Some("revises")));
            }
        }
    }
}

#[tokio::test]
async fn draft_becomes_independent_once_its_edit_cannot_be_revised() {
    let edit = record(1, 3).edit.case.id;
    for (status, shown) in [(Status::Rejected, Some(edit)), (Status::Pending, None)] {
        let mut drafts = MockDraftRepository::new();
        drafts.expect_find_edit().returning(move |_, _| {
            let mut draft = of("A");
            draft.text.revised_edit = Some(edit);
            Ok(Some(draft))
        });
        let service = service_with(drafts, edits(status));
        let found = service.find(&context(), &actor(9, 3, false), document(1, 3, 9).id).await;
        assert_eq!(found.unwrap().0.text.revised_edit, shown);
    }
}
