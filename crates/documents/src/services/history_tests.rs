//! Tests of versions: who can see them and revert to them.

use super::*;
use crate::compare::compare;
use crate::ports::{MockComparing, MockDocumentRepository, MockVersionRepository};
use crate::view::testing::record;
use crate::visibility::testing::{document, released_at};
use facility_audit::access::MockAccessLog;
use facility_kernel::testing::{SequentialIds, actor, context, numbered};
use facility_kernel::{Clearance, DomainError as _, StoreError, UserId};
use std::sync::Mutex;

fn version(number: i32, of: Document, is_current: bool) -> VersionRecord {
    VersionRecord {
        id: VersionId::from_uuid(numbered(u64::try_from(number).unwrap())),
        number,
        description: None,
        created_by: UserId::Account(numbered(9)),
        created_by_username: "owner".to_owned(),
        created_at: of.updated_at,
        is_current,
        document: record(of),
    }
}

/// Version 1 with this level, and version 2, which is the current document owned by account 9.
fn history(
    first: i64,
    present: Document,
    answer: Option<Result<(), StoreError>>,
) -> (History, Arc<Mutex<Vec<Document>>>) {
    history_of(first, "Once", present, answer)
}

/// The same, with this content for version 1.
fn history_of(
    first: i64,
    once: &str,
    present: Document,
    answer: Option<Result<(), StoreError>>,
) -> (History, Arc<Mutex<Vec<Document>>>) {
    let present = Document { version: 2, ..present };
    let was = Document { version: 1, clearance: Clearance::parse(first).unwrap(), ..present.clone() }.saying(once);
    let written = Arc::new(Mutex::new(Vec::new()));
    let mut documents = MockDocumentRepository::new();
    let found = present.clone();
    documents.expect_find().returning(move |_| Ok(Some(record(found.clone()))));
    let noted = Arc::clone(&written);
    let answer = Mutex::new(answer);
    documents.expect_commit().returning(move |audited| {
        assert_eq!(audited.entry().action, Action::DocumentReverted);
        let DocumentChange::Revise(revision) = audited.change() else { panic!("no revision") };
        assert_eq!((revision.before, revision.description.as_deref()), (2, Some("Reverted to version 1")));
        noted.lock().unwrap().push(revision.after.clone());
        answer.lock().unwrap().take().unwrap()
    });
    let mut versions = MockVersionRepository::new();
    versions.expect_find().returning(move |_, id| {
        let all = [version(1, was.clone(), false), version(2, present.clone(), true)];
        Ok(all.into_iter().find(|one| one.id == id))
    });
    let mut comparing = MockComparing::new();
    comparing.expect_compare().returning(|_reader, purpose, texts| Ok(compare(&texts, purpose)));
    let mut access = MockAccessLog::new();
    access.expect_note().return_const(());
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    let reading = Documents::over(documents, access);
    let service = History { reading, versions: Arc::new(versions), comparing: Arc::new(comparing), ids };
    (service, written)
}

fn id(number: u64) -> VersionId {
    VersionId::from_uuid(numbered(number))
}

async fn revert(service: &History, who: &Actor, to: u64) -> &'static str {
    match service.revert(&context(), who, document(1, 1, 9).id, id(to)).await {
        Ok(_) => "done",
        Err(error) => error.code(),
    }
}

#[tokio::test]
async fn owner_and_administrators_revert() {
    for (who, expected) in [
        (actor(9, 3, false), "done"),
        (actor(2, 3, true), "done"),
        (actor(2, 3, false), "owner_only"),
        (actor(9, 2, false), "insufficient_clearance"),
    ] {
        let (service, written) = history(1, document(1, 3, 9), Some(Ok(())));
        assert_eq!(revert(&service, &who, 1).await, expected);
        assert_eq!(written.lock().unwrap().len(), usize::from(expected == "done"));
    }
}

#[tokio::test]
async fn revert_takes_the_text_and_never_lowers_the_level() {
    for (first, present, after) in [(1, 3, 3), (4, 2, 4)] {
        let (service, written) = history(first, document(1, present, 9), Some(Ok(())));
        assert_eq!(revert(&service, &actor(9, 5, false), 1).await, "done");
        let written = written.lock().unwrap();
        assert_eq!((written[0].clearance.level(), written[0].version), (after, 3));
        assert_eq!(written[0].text.content, "Once".into());
    }
}

#[tokio::test]
async fn reverting_to_an_unknown_hidden_or_current_version_is_refused() {
    let (service, _) = history(4, document(1, 2, 9), None);
    assert_eq!(revert(&service, &actor(9, 3, false), 1).await, "not_found");
    assert_eq!(revert(&service, &actor(9, 3, false), 7).await, "not_found");
    assert_eq!(revert(&service, &actor(9, 3, false), 2).await, "current_version");
    let (raced, _) = history(1, document(1, 2, 9), Some(Err(StoreError::Stale)));
    assert_eq!(revert(&raced, &actor(9, 3, false), 1).await, "stale");
}

#[tokio::test]
async fn versions_above_the_reader_are_not_compared() {
    let of = document(1, 2, 9).id;
    let (service, _) = history(4, document(1, 2, 9), None);
    let compared = service.compare(&context(), &actor(2, 3, false), of, [id(1), id(2)]).await;
    assert_eq!(compared.unwrap_err().code(), "not_found");
    let diff = service.compare(&context(), &actor(2, 4, false), of, [id(1), id(2)]).await.unwrap();
    assert_eq!(diff.clearance.map(Clearance::level), [4, 2]);
    let (unreleased, _) = history(1, released_at(1, 1, 1), None);
    let hidden = unreleased.compare(&context(), &actor(2, 5, false), of, [id(1), id(2)]).await;
    assert_eq!(hidden.unwrap_err().code(), "not_found");
}

#[tokio::test]
async fn revert_requires_reading_every_portion_of_both_texts() {
    for (once, now, who, expected) in [
        ("{{3|a}}", "Now", actor(9, 2, false), "portion_mismatch"),
        ("Once", "{{3|a}}", actor(2, 2, true), "portion_mismatch"),
        ("{{3|a}}", "{{3|a}}", actor(9, 3, false), "done"),
    ] {
        let (service, written) = history_of(1, once, document(1, 2, 9).saying(now), Some(Ok(())));
        assert_eq!(revert(&service, &who, 1).await, expected, "{once} {now}");
        assert_eq!(written.lock().unwrap().len(), usize::from(expected == "done"));
    }
}

#[tokio::test]
async fn revert_leaves_no_portion_below_the_level_of_the_document() {
    let (service, _) = history_of(1, "Once\n{{2|a}}", document(1, 3, 9), None);
    let refused = service.revert(&context(), &actor(9, 5, false), document(1, 1, 9).id, id(1)).await;
    let error = refused.unwrap_err();
    let field = error.fields().first().unwrap();
    assert_eq!((error.code(), field.field, field.line), ("validation_failed", "content", Some(2)));
}

#[tokio::test]
async fn compared_texts_are_cut_for_their_reader() {
    let of = document(1, 1, 9).id;
    let (service, _) = history_of(1, "a {{3|once}}", document(1, 1, 9).saying("a {{3|now}} b"), None);
    let changes = async |level| {
        let diff = service.compare(&context(), &actor(2, level, false), of, [id(1), id(2)]).await.unwrap();
        format!("{:?}", diff.blocks)
    };
    let (below, cleared) = (changes(2).await, changes(3).await);
    assert!(!below.contains("once") && !below.contains("now") && below.contains("withheld 3"), "{below}");
    assert!(cleared.contains("once") && cleared.contains("now"), "{cleared}");
}
