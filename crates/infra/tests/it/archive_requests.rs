//! Requests to archive a document, and concurrent changes of a placement.

use crate::archive::{Commits as _, account, archived_in, create, moved, repo, requested_in};
use crate::documents::{deletion, publish};
use crate::harness::{Fixture, on_each_database};
use facility_archive::placing::PlacementChange;
use facility_archive::ports::ArchiveQueries as _;
use facility_archive::section::testing::section;
use facility_documents::document::Placement;
use facility_documents::ports::{DocumentQueries as _, DocumentRepository as _};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::testing::{document, released_at};
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{Limit, PageRequest, StoreError};
use facility_oversight::ports::NewsRepository as _;
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};

on_each_database![
    one_of_two_concurrent_placement_changes_is_stale,
    requests_are_listed_oldest_first_and_counted_on_the_board,
];

async fn one_of_two_concurrent_placement_changes_is_stale(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let documents = DocumentStore::new(f.db.clone());
    for n in 1..=8 {
        let plain = document(n, 1, 1);
        publish(&f, &plain).await;
        // Two concurrent requests.
        let (one, other) = tokio::join!(
            repo.place(&f, moved(&plain, requested_in(1))),
            repo.place(&f, moved(&plain, requested_in(1)))
        );
        let results = [one, other];
        assert_eq!(results.iter().filter(|done| matches!(done, Err(StoreError::Stale))).count(), 1);
        let requested = documents.find(plain.id).await.unwrap().unwrap().document;
        // Two administrators decide concurrently.
        let (one, other) = tokio::join!(
            repo.place(&f, moved(&requested, archived_in(1))),
            repo.place(&f, moved(&requested, Placement::REPOSITORY))
        );
        let results = [one, other];
        assert_eq!(results.iter().filter(|done| matches!(done, Err(StoreError::Stale))).count(), 1);
        // A placement change and a deletion run concurrently.
        let present = documents.find(plain.id).await.unwrap().unwrap().document;
        let after = if present.placement.is_archived() { Placement::REPOSITORY } else { archived_in(1) };
        let (placed, deleted) =
            tokio::join!(repo.place(&f, moved(&present, after)), documents.commit(f.audited(deletion(&present))));
        assert!(deleted.is_ok());
        assert!(matches!(placed, Ok(Ok(_)) | Err(StoreError::Stale)));
        assert_eq!(documents.find(plain.id).await.unwrap(), None);
    }
    assert_eq!(
        documents.count(DocumentFilter::all(Shelf::Everything(facility_kernel::Clearance::MAX))).await.unwrap(),
        0
    );
    // A new request after a decision has a new id.
    let plain = document(20, 1, 1);
    publish(&f, &plain).await;
    repo.place(&f, moved(&plain, requested_in(1))).await.unwrap().unwrap();
    let first = documents.find(plain.id).await.unwrap().unwrap().document;
    publish(&f, &document(21, 1, 1)).await;
    repo.place(&f, moved(&document(21, 1, 1), requested_in(1))).await.unwrap().unwrap();
    repo.place(&f, moved(&first, Placement::REPOSITORY)).await.unwrap().unwrap();
    repo.place(&f, moved(&plain, requested_in(1))).await.unwrap().unwrap();
    let late = repo.place(&f, moved(&first, archived_in(1))).await;
    assert!(matches!(late, Err(StoreError::Stale)));
    let newer = PlacementChange { version: 2, ..moved(&plain, archived_in(1)) };
    assert!(matches!(repo.place(&f, newer).await, Err(StoreError::Stale)));
}

async fn requests_are_listed_oldest_first_and_counted_on_the_board(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let news = f.db.clone();
    let desk = async || news.desk(account(2), true, TEST_NOW).await.unwrap();
    assert_eq!(desk().await.sections, 1);
    for n in [3, 1, 2] {
        let written = document(n, 5, 1);
        publish(&f, &written).await;
        repo.place(&f, moved(&written, requested_in(1))).await.unwrap().unwrap();
    }
    let unreleased = released_at(4, 1, 1);
    publish(&f, &unreleased).await;
    repo.place(&f, moved(&unreleased, requested_in(1))).await.unwrap().unwrap();
    let mut page = PageRequest { limit: Limit::parse(3).unwrap(), after: None };
    let first = repo.requests(facility_kernel::Clearance::MAX, page).await.unwrap();
    page.after = first.next;
    let rest = repo.requests(facility_kernel::Clearance::MAX, page).await.unwrap();
    let titles: Vec<&str> =
        first.items.iter().chain(&rest.items).map(|item| item.record.document.text.title.as_str()).collect();
    assert_eq!(titles, ["Document 3", "Document 1", "Document 2", "Document 4"]);
    assert_eq!(rest.next, None);
    let item = first.items.first().unwrap();
    assert_eq!((item.requested_by_username.as_str(), item.section_name.as_deref()), ("owner-1", Some("Section 1")));
    let waiting = desk().await.queues.unwrap().archive_requests;
    assert_eq!((waiting.count, waiting.oldest.unwrap().name.as_str()), (4, "Document 3"));
    assert_eq!(news.desk(account(2), false, TEST_NOW).await.unwrap().queues, None);

    // The decision and the notification of the requester are in one transaction.
    let document = item.record.document.clone();
    let (id, subject) = (NotificationId::from_uuid(numbered(70)), Subject::Document(document.id));
    let told = Notification {
        decided_by: Some("mercer".to_owned()),
        comment: Some("Not yet.".to_owned()),
        ..Notification::new(id, account(1), NewsKind::ArchiveRejected, subject, document.text.title.clone(), TEST_NOW)
    };
    let change = PlacementChange { news: Some(told), ..moved(&document, Placement::REPOSITORY) };
    repo.place(&f, change.clone()).await.unwrap().unwrap();
    assert!(matches!(repo.place(&f, change).await, Err(StoreError::Stale)));
    let told = async || {
        let told = news.group(account(1), false, i64::MAX, 9, TEST_NOW).await.unwrap();
        told.into_iter().map(|(_position, news)| (news.kind, news.comment)).collect::<Vec<_>>()
    };
    // The record is above the requester's level.
    assert_eq!(told().await, [(NewsKind::ArchiveRejected, None)]);
    f.execute("UPDATE users SET clearance_level = 5").await.unwrap();
    assert_eq!(told().await, [(NewsKind::ArchiveRejected, Some("Not yet.".to_owned()))]);
    assert_eq!(desk().await.queues.unwrap().archive_requests.count, 3);
}
