//! Tests of proposing and resubmitting edits.

use super::*;
use crate::edits::testing::record;
use crate::ports::{MockEditRepository, MockWaitRepository};
use facility_audit::access::MockAccessLog;
use facility_documents::ports::{MockDocumentRepository, MockVersionRepository};
use facility_documents::visibility::testing::document;
use facility_kernel::testing::{SequentialIds, actor, context};
use facility_kernel::{DomainError as _, UserId};

fn proposal(content: &str, level: i64) -> Proposal {
    Proposal {
        text: DocumentText::parse_edited("Document 1", content, "ENTITY").unwrap(),
        clearance: Clearance::parse(level).unwrap(),
        files: None,
        change_description: None,
        base_version: None,
        resubmission_of: None,
    }
}

/// The service with a document of level 3 at version 2, owned by account 9. Version 1 is unknown.
pub(in crate::services) fn service(edits: MockEditRepository) -> Edits {
    service_with(edits, "The content of document 1.")
}

/// The same with this content.
fn service_with(edits: MockEditRepository, content: &'static str) -> Edits {
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(move |_| {
        let record = record(1, 3).document;
        let document = Document { version: 2, ..record.document }.saying(content);
        Ok(Some(Stored { document, ..record }))
    });
    let mut versions = MockVersionRepository::new();
    versions.expect_numbered().returning(|_, _| Ok(None));
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    let reading = Documents::over(documents, MockAccessLog::new());
    let waits = Arc::new(MockWaitRepository::<EditId>::new());
    let pictures = pictures::testing::all_shown();
    let uploads = Arc::new(facility_files::ports::MockUploadRepository::new());
    Edits { edits: Arc::new(edits), waits, reading, versions: Arc::new(versions), uploads, pictures, ids }
}

async fn propose(edits: MockEditRepository, who: Actor, proposal: Proposal) -> Result<EditView, &'static str> {
    let id = document(1, 3, 9).id;
    service(edits).propose(&context(), &who, id, proposal, None).await.map_err(|error| error.code())
}

#[tokio::test]
async fn owner_proposes_an_edit_of_the_present_version() {
    let mut edits = MockEditRepository::new();
    edits
        .expect_propose()
        .times(1)
        .withf(|audited, remember| {
            let details = audited.entry().details.to_json().unwrap_or_default();
            audited.entry().action == Action::EditProposed
                && !audited.entry().is_admin_action
                && !details.contains("Other words")
                && audited.change().edit.base_version == 2
                && remember.is_none()
        })
        .returning(|audited, _| Ok(audited.change().shown.clone()));
    let view = propose(edits, actor(9, 4, false), proposal("Other words", 4)).await.unwrap();
    assert_eq!(view.proposed().unwrap().content, "Other words");
    assert_eq!((view.is_stale, view.clearance_after.level()), (false, 4));
}

#[tokio::test]
async fn edits_that_may_not_be_proposed_are_refused() {
    let emergency = Actor { user_id: UserId::EmergencyAccess, ..actor(1, 5, true) };
    let based = |version| Proposal { base_version: Some(version), ..proposal("Other words", 3) };
    let long = Proposal { change_description: Some("x".repeat(2001)), ..proposal("Other words", 3) };
    for (who, proposal, code) in [
        (actor(2, 5, true), proposal("Other words", 3), "owner_only"),
        (actor(9, 2, false), proposal("Other words", 3), "insufficient_clearance"),
        (actor(9, 3, false), proposal("Other words", 4), "insufficient_clearance"),
        (emergency, proposal("Other words", 3), "protected_account"),
        (actor(9, 3, false), proposal("The content of document 1.", 3), "validation_failed"),
        (actor(9, 3, false), based(1), "validation_failed"),
        (actor(9, 3, false), based(3), "validation_failed"),
        (actor(9, 3, false), long, "validation_failed"),
    ] {
        let refused = propose(MockEditRepository::new(), who, proposal).await;
        assert_eq!(refused.unwrap_err(), code);
    }
}

#[tokio::test]
async fn withheld_portions_are_put_back() {
    let mut edits = MockEditRepository::new();
    edits
        .expect_propose()
        .times(1)
        .withf(|audited, _| audited.change().edit.text.content == "b {{5|x}} {{3|y}}".into())
        .returning(|audited, _| Ok(audited.change().shown.clone()));
    let service = service_with(edits, "a {{5|x}} {{3|y}}");
    let sent = proposal("b {{withheld 5}} {{3|y}}", 3);
    let view = service.propose(&context(), &actor(9, 3, false), document(1, 3, 9).id, sent, None).await.unwrap();
    assert_eq!(view.proposed().unwrap().content, "b {{withheld 5}} {{3|y}}");
}

#[tokio::test]
async fn old_line_ends_are_normalized_for_editing_and_comparison() {
    let stored = "one\r\n:::level 5\r\nx\r\n:::\r\ntwo";
    let mut edits = MockEditRepository::new();
    edits
        .expect_propose()
        .times(1)
        .withf(|audited, _| audited.change().edit.text.content == "one\n:::level 5\r\nx\r\n:::\nthree".into())
        .returning(|audited, _| Ok(audited.change().shown.clone()));
    let service = service_with(edits, stored);
    for (sent, code) in [
        ("one\n:::withheld 5\n:::\ntwo", Some("validation_failed")),
        ("one\r\n:::withheld 5\r\n:::\r\ntwo", Some("validation_failed")),
        ("one\n:::withheld 5\n:::\nthree", None),
    ] {
        let sent = proposal(sent, 3);
        let answer = service.propose(&context(), &actor(9, 3, false), document(1, 3, 9).id, sent, None).await;
        assert_eq!(answer.err().map(|error| error.code()), code);
    }
}

#[tokio::test]
async fn faults_of_portions_are_refused_at_the_line_that_was_sent() {
    for (sent, level, code, line) in [
        ("b", 3, "portion_mismatch", None),
        ("b {{withheld 5}} {{withheld 5}}", 3, "portion_mismatch", None),
        ("a {{withheld 5}}", 3, "validation_failed", None),
        ("{{withheld 5}}\n{{2|y}}", 3, "validation_failed", Some(2)),
        ("{{withheld 5}}\n\n{{3|y}}", 4, "validation_failed", Some(3)),
        ("{{withheld 5}}\n:::", 3, "validation_failed", Some(2)),
    ] {
        let service = service_with(MockEditRepository::new(), "a {{5|x}}");
        let id = document(1, 3, 9).id;
        let refused = service.propose(&context(), &actor(9, 4, false), id, proposal(sent, level), None).await;
        let error = refused.unwrap_err();
        assert_eq!((error.code(), error.fields().first().and_then(|field| field.line)), (code, line), "{sent}");
    }
}
