//! Tests of drafts of edits.

use super::*;
use crate::draft_testing::draft;
use crate::ports::{DraftRefused, MockDraftRepository, MockEditRepository, SaveDraftError};
use crate::services::editing::tests::service as editing;
use documents::visibility::testing::document;
use kernel::DomainError as _;
use kernel::testing::{actor, context, emergency_access};

/// The service with a document of level 3 of the account 9.
fn service(drafts: MockDraftRepository) -> EditDrafting {
    EditDrafting { drafts: Arc::new(drafts), editing: editing(MockEditRepository::new()) }
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
