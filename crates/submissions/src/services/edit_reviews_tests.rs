//! Tests of reviewing edits.

use super::*;
use crate::edits::testing::record;
use crate::ports::MockEditRepository;
use facility_audit::access::MockAccessLog;
use facility_documents::compare::compare;
use facility_documents::document::Document;
use facility_documents::ports::{MockComparing, MockDocumentRepository, MockVersionRepository};
use facility_documents::versions::VersionRecord;
use facility_documents::visibility::testing::document;
use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, numbered};
use facility_kernel::{Clearance, DomainError as _, UserId, VersionId};
use facility_users::ports::{Administrator, MockUserRepository};

/// The service with this edit. Version 1 of its document has the words "a", "b" and "c" on separate lines.
fn service(found: Option<EditRecord>, edits: MockEditRepository) -> EditReviews {
    let mut edits = edits;
    edits.expect_find().returning(move |_| Ok(found.clone()));
    let mut versions = MockVersionRepository::new();
    versions.expect_numbered().returning(|_, number| {
        let document = document(1, 1, 9).saying("a\nb\nc");
        let stored = facility_documents::view::testing::record(document.clone());
        Ok(Some(VersionRecord {
            id: VersionId::from_uuid(numbered(1)),
            number,
            description: None,
            created_by: document.owner,
            created_by_username: "owner".to_owned(),
            created_at: TEST_NOW,
            is_current: false,
            document: stored,
        }))
    });
    let mut comparing = MockComparing::new();
    comparing.expect_compare().returning(|_reader, purpose, texts| Ok(compare(&texts, purpose)));
    let mut users = MockUserRepository::new();
    users.expect_administrators().returning(|| {
        let listed = |n| Administrator { id: UserId::Account(numbered(n)), clearance: Clearance::MAX };
        Ok(vec![listed(2), listed(3)])
    });
    let mut access = MockAccessLog::new();
    access.expect_note().return_const(());
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    EditReviews {
        edits: Arc::new(edits),
        reading: Documents::over(MockDocumentRepository::new(), access),
        versions: Arc::new(versions),
        comparing: Arc::new(comparing),
        users: Arc::new(users),
        ids,
        two_steps_at_top_level: true,
    }
}

fn approve() -> EditReview {
    EditReview::parse("approved", None).unwrap()
}

/// An edit from "a b c" to "a b C" of a document that is now "A b c".
fn stale() -> EditRecord {
    let mut stale = record(1, 1);
    stale.edit.text.content = "a\nb\nC".into();
    stale.document.document = Document { version: 2, ..document(1, 1, 9).saying("A\nb\nc") };
    stale
}

async fn review(service: &EditReviews, review: EditReview) -> Result<EditView, &'static str> {
    let id = record(1, 1).edit.case.id;
    service.review(&context(), &admin(2, 5), id, review).await.map_err(|error| error.code())
}

#[tokio::test]
async fn approval_is_recorded_without_text_and_the_author_is_told() {
    let mut edits = MockEditRepository::new();
    edits
        .expect_review()
        .times(1)
        .withf(|audited| {
            let details = audited.entry().details.to_json().unwrap_or_default();
            audited.entry().action == Action::EditApproved
                && audited.entry().is_admin_action
                && details.contains(r#""version":2"#)
                && !details.contains("content")
                && !details.contains("forced")
                && audited.change().news.is_some()
        })
        .returning(|_| Ok(()));
    let view = review(&service(Some(record(1, 1)), edits), approve()).await.unwrap();
    assert_eq!((view.edit.case.status, view.steps.len()), (Status::Approved, 1));
}

#[tokio::test]
async fn only_the_merge_itself_is_accepted_for_a_stale_edit() {
    let merged = |content: &str| EditReview { merged: Some(content.to_owned()), ..approve() };
    for (found, given, code) in [
        (stale(), approve(), "stale"),
        (stale(), merged("A\nb\nC\nand my own line"), "stale"),
        (record(1, 1), merged("anything"), "validation_failed"),
    ] {
        assert_eq!(review(&service(Some(found), MockEditRepository::new()), given).await.unwrap_err(), code);
    }
    for (given, detail) in [(merged("A\nb\nC"), "merged"), (EditReview { force: true, ..approve() }, "forced")] {
        let mut edits = MockEditRepository::new();
        edits
            .expect_review()
            .times(1)
            .withf(move |audited| audited.entry().details.to_json().is_some_and(|json| json.contains(detail)))
            .returning(|_| Ok(()));
        assert!(review(&service(Some(stale()), edits), given).await.is_ok());
    }
}

#[tokio::test]
async fn overtaken_review_names_the_reason() {
    let mut edits = MockEditRepository::new();
    edits.expect_review().times(1).returning(|_| Err(StoreError::Stale));
    // The edit is still pending, so the document changed.
    assert_eq!(review(&service(Some(record(1, 1)), edits), approve()).await.unwrap_err(), "stale");
    assert_eq!(review(&service(None, MockEditRepository::new()), approve()).await.unwrap_err(), "not_found");
}

#[tokio::test]
async fn case_compares_with_the_present_document_or_what_it_was_made_from() {
    let case = async |found| {
        let service = service(Some(found), MockEditRepository::new());
        service.case(&context(), &admin(2, 5), record(1, 1).edit.case.id).await.unwrap()
    };
    let comparison = case(stale()).await.comparison.unwrap();
    assert_eq!(comparison.three_way.unwrap().merged.as_deref(), Some("A\nb\nC"));
    let mut decided = stale();
    decided.edit.case.status = Status::Approved;
    let comparison = case(decided).await.comparison.unwrap();
    assert!(comparison.three_way.is_none());
    assert_eq!((comparison.diff.added, comparison.diff.removed), (1, 1), "from \"c\" to \"C\" only");
    let hidden = service(Some(record(1, 4)), MockEditRepository::new());
    let hidden = hidden.case(&context(), &admin(2, 3), record(1, 4).edit.case.id).await.unwrap();
    assert!(hidden.view.is_redacted && hidden.comparison.is_none());
}
