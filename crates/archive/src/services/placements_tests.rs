//! Tests of what archiving returns, writes and records.

use super::*;
use crate::ports::{MockArchiveQueries, MockPlacementRepository, MockSectionRepository, SectionClosed};
use crate::section::testing::{record as section_record, section};
use facility_audit::access::MockAccessLog;
use facility_documents::ports::MockDocumentRepository;
use facility_documents::view::testing::record;
use facility_documents::visibility::testing::document;
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, admin, context, numbered};
use facility_kernel::{AccessKey, Clearance, DomainError as _, UserId};
use facility_users::ports::{Administrator, MockUserRepository};
use facility_users::user::{User, Username};
use std::sync::Mutex;

type Written = Result<Result<(), SectionClosed>, StoreError>;

/// The state and the responses of the store.
struct World {
    /// The document on each read. The last one is repeated.
    found: Vec<Document>,
    section_is_active: bool,
    /// The level of the requester's account.
    requester: i64,
    administrators: Vec<u64>,
    written: Vec<Written>,
}

impl World {
    fn with(document: Document) -> Self {
        Self {
            found: vec![document],
            section_is_active: true,
            requester: 3,
            administrators: vec![2, 3],
            written: vec![Ok(Ok(()))],
        }
    }
}

/// The written changes with their entries.
type Changes = Arc<Mutex<Vec<(PlacementChange, Entry)>>>;

fn service(world: World) -> (Placements, Changes) {
    let changes = Changes::default();
    let mut documents = MockDocumentRepository::new();
    let found = Mutex::new(world.found);
    documents.expect_find().returning(move |_| {
        let mut found = found.lock().unwrap();
        let document = if found.len() > 1 { found.remove(0) } else { found[0].clone() };
        Ok(Some(record(document)))
    });
    let mut sections = MockSectionRepository::new();
    let is_active = world.section_is_active;
    sections.expect_find().returning(move |id| {
        let mut record = section_record(40);
        record.section.is_active = is_active;
        Ok((id == record.section.id).then_some(record))
    });
    let mut places = MockPlacementRepository::new();
    let (noted, written) = (Arc::clone(&changes), Mutex::new(world.written));
    places.expect_commit().returning(move |change| {
        let answer = written.lock().unwrap().remove(0);
        let after = change.change().after;
        if matches!(answer, Ok(Ok(()))) {
            noted.lock().unwrap().push((change.change().clone(), change.entry().clone()));
        }
        answer.map(|answer| answer.map(|()| after))
    });
    let mut users = MockUserRepository::new();
    let listed: Vec<Administrator> = world
        .administrators
        .iter()
        .map(|n| Administrator { id: UserId::Account(numbered(*n)), clearance: Clearance::MAX })
        .collect();
    users.expect_administrators().returning(move || Ok(listed.clone()));
    let level = Clearance::parse(world.requester).unwrap();
    users.expect_find().returning(move |id| {
        let name = Username::parse("requester").unwrap();
        let user = User::register(id, &name, AccessKey::Subject, TEST_NOW);
        Ok(Some(User { clearance_level: level, ..user }))
    });
    let mut access = MockAccessLog::new();
    access.expect_note().return_const(());
    access.expect_note_all().returning(|_| Ok(()));
    let ids: Arc<SequentialIds> = Arc::default();
    let service = Placements {
        sections: Arc::new(sections),
        queries: Arc::new(MockArchiveQueries::new()),
        places: Arc::new(places),
        reading: Documents::over(documents, access),
        users: Arc::new(users),
        ids,
    };
    (service, changes)
}

/// The section that the store knows.
fn open_section() -> SectionId {
    section(40).id
}

fn requested(level: i64) -> Document {
    let request = ArchiveRequest { section: open_section(), at: TEST_NOW, by: UserId::Account(numbered(1)) };
    Document { placement: Placement::Repository { archive_request: Some(request) }, ..document(1, level, 1) }
}

#[tokio::test]
async fn owner_requests_and_administrator_archives() {
    for (actor, is_pending, action) in [
        (actor(1, 3, false), true, Action::ArchiveRequested),
        (actor(1, 3, true), false, Action::DocumentArchived),
        (actor(2, 3, true), false, Action::DocumentArchived),
    ] {
        let (service, changes) = service(World::with(document(1, 3, 1)));
        let done = service.archive(&context(), &actor, document(1, 3, 1).id, open_section()).await.unwrap();
        assert_eq!(done.is_pending, is_pending);
        assert_eq!(done.document.document.placement.is_archived(), !is_pending);
        let (change, entry) = changes.lock().unwrap().remove(0);
        assert_eq!((change.before, change.news), (Placement::REPOSITORY, None));
        assert_eq!((entry.action, entry.is_admin_action), (action, actor.is_admin));
        let details = entry.details.to_json().unwrap();
        assert!(details.contains(&open_section().to_string()) && !details.contains("Document"), "{details}");
    }
}

#[tokio::test]
async fn closed_and_unknown_sections_are_not_found() {
    let closed = World { section_is_active: false, ..World::with(document(1, 3, 1)) };
    let closing = World { written: vec![Ok(Err(SectionClosed))], ..World::with(document(1, 3, 1)) };
    for (world, section) in [
        (closed, open_section()),
        (World::with(document(1, 3, 1)), SectionId::from_uuid(numbered(41))),
        (closing, open_section()),
    ] {
        let (service, _) = service(world);
        let refused = service.archive(&context(), &admin(2, 3), document(1, 3, 1).id, section).await;
        let error = refused.unwrap_err();
        assert_eq!((error.code(), error.to_string().as_str()), ("not_found", "Archive section not found"));
    }
}

#[tokio::test]
async fn rights_are_checked_before_the_section() {
    let (service, _) = service(World { section_is_active: false, ..World::with(document(1, 3, 1)) });
    let refused = service.archive(&context(), &actor(2, 3, false), document(1, 3, 1).id, open_section()).await;
    assert_eq!(refused.unwrap_err().code(), "owner_only");
}

#[tokio::test]
async fn a_change_in_between_is_decided_again() {
    let stale = || Err(StoreError::Stale);
    let world = World {
        found: vec![document(1, 3, 1), requested(3)],
        written: vec![stale()],
        ..World::with(document(1, 3, 1))
    };
    let (raced, _) = service(world);
    let refused = raced.archive(&context(), &actor(1, 3, false), document(1, 3, 1).id, open_section()).await;
    assert_eq!(refused.unwrap_err().code(), "already_requested");
    let world = World {
        found: vec![requested(3), document(1, 3, 1).archived()],
        written: vec![stale()],
        ..World::with(document(1, 3, 1))
    };
    let (raced, _) = service(world);
    let decision = (RequestDecision::Approve, None);
    let refused = raced.review(&context(), &admin(2, 3), document(1, 3, 1).id, decision).await;
    assert_eq!(refused.unwrap_err().code(), "no_request");
    let (unlucky, _) = service(World { written: vec![stale(), stale(), stale()], ..World::with(requested(3)) });
    let refused = unlucky.review(&context(), &admin(2, 3), document(1, 3, 1).id, (RequestDecision::Reject, None)).await;
    assert_eq!(refused.unwrap_err().code(), "stale");
}

#[tokio::test]
async fn requester_is_notified_of_the_decision_with_its_comment() {
    for (decision, approved, action) in [
        (RequestDecision::Approve, true, Action::ArchiveApproved),
        (RequestDecision::Reject, false, Action::ArchiveRejected),
    ] {
        let (service, changes) = service(World::with(requested(3)));
        let decision = (decision, Some("Not yet.".to_owned()));
        let after = service.review(&context(), &admin(2, 3), document(1, 3, 1).id, decision).await.unwrap();
        assert_eq!(after.document.placement.is_archived(), approved);
        let (change, entry) = changes.lock().unwrap().remove(0);
        let news = change.news.unwrap();
        let kind = if approved { NewsKind::ArchiveApproved } else { NewsKind::ArchiveRejected };
        assert_eq!((news.recipient, news.kind), (UserId::Account(numbered(1)), kind));
        assert_eq!((news.title.as_str(), news.comment.as_deref()), ("Document 1", Some("Not yet.")));
        assert_eq!((entry.action, entry.is_admin_action), (action, true));
        assert!(entry.details.to_json().unwrap().contains(r#""commented":true"#));
    }
}

#[tokio::test]
async fn requester_below_the_level_is_sent_only_the_short_label() {
    let (service, changes) = service(World { requester: 2, ..World::with(requested(3)) });
    service.review(&context(), &admin(2, 3), document(1, 3, 1).id, (RequestDecision::Reject, None)).await.unwrap();
    let (change, _) = changes.lock().unwrap().remove(0);
    assert_eq!(change.news.unwrap().title, "DOC-000000");
}

#[tokio::test]
async fn archiving_directly_settles_the_request_and_tells_the_requester() {
    let (service, changes) = service(World::with(requested(3)));
    service.archive(&context(), &admin(2, 3), document(1, 3, 1).id, open_section()).await.unwrap();
    let (change, entry) = changes.lock().unwrap().remove(0);
    assert!(change.news.is_some_and(|news| news.kind == NewsKind::ArchiveApproved));
    assert_eq!(entry.action, Action::DocumentArchived);
}

#[tokio::test]
async fn decision_of_the_only_administrator_on_their_own_request_is_marked() {
    let world = World { administrators: vec![1], ..World::with(requested(3)) };
    let (alone, changes) = service(world);
    alone.review(&context(), &admin(1, 3), document(1, 3, 1).id, (RequestDecision::Approve, None)).await.unwrap();
    let (change, entry) = changes.lock().unwrap().remove(0);
    assert_eq!(change.news, None);
    assert!(entry.details.to_json().unwrap().contains(r#""selfReview":true"#));
}

#[tokio::test]
async fn approval_for_a_closed_section_is_refused_and_rejection_passes() {
    let world = World { written: vec![Ok(Err(SectionClosed))], ..World::with(requested(3)) };
    let (service, _) = service(world);
    let refused =
        service.review(&context(), &admin(2, 3), document(1, 3, 1).id, (RequestDecision::Approve, None)).await;
    assert_eq!(refused.unwrap_err().code(), "section_inactive");
}

#[tokio::test]
async fn comments_are_checked_before_anything_is_read() {
    let (service, _) = service(World::with(requested(3)));
    let too_long = Some("é".repeat(2001));
    let refused =
        service.review(&context(), &admin(2, 3), document(1, 3, 1).id, (RequestDecision::Reject, too_long)).await;
    assert_eq!(refused.unwrap_err().fields()[0].field, "comments");
}

#[tokio::test]
async fn unarchived_document_is_back_in_the_repository() {
    let (service, changes) = service(World::with(document(1, 3, 1).archived()));
    let after = service.unarchive(&context(), &admin(2, 3), document(1, 3, 1).id).await.unwrap();
    assert_eq!(after.document.placement, Placement::REPOSITORY);
    let (change, entry) = changes.lock().unwrap().remove(0);
    assert!(change.before.is_archived() && change.news.is_none());
    assert_eq!(entry.action, Action::DocumentUnarchived);
}
