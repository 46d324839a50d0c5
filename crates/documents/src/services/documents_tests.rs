//! Tests of what reading returns and records.

use super::*;
use crate::document::Document;
use crate::marks::Mark;
use crate::ports::{MockDocumentQueries, MockDocumentRepository};
use crate::view::testing::record;
use crate::view::{Opened, Stored};
use crate::visibility::testing::{document, released_at};
use facility_audit::access::MockAccessLog;
use facility_kernel::testing::{TEST_NOW, actor, admin, context};
use facility_kernel::{DomainError, StoreError};
use facility_users::session::ABSOLUTE_LIFETIME;
use mockall::predicate::eq;
use std::collections::HashMap;

fn summary(document: Document) -> Stored {
    Stored { has_content: false, ..record(document) }
}

fn path() -> FilePath {
    FilePath::of(facility_kernel::UploadId::from_uuid(facility_kernel::testing::numbered(50)))
}

fn reading(documents: MockDocumentRepository, queries: MockDocumentQueries, access: MockAccessLog) -> Documents {
    Documents { queries: Arc::new(queries), ..Documents::over(documents, access) }
}

async fn open(document: Document, reader: Actor, notes: usize) -> Result<Visible, DocumentError> {
    let (id, version) = (document.id, document.version);
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(move |_| Ok(Some(record(document.clone()))));
    let mut access = MockAccessLog::new();
    access.expect_opened().times(notes).returning(|_, _| Ok(HashMap::new()));
    access
        .expect_note()
        .times(notes)
        .withf(move |NewAccess { event, unless_since }| {
            let seen = (event.document_id, event.access_type, event.version, event.accessed_at);
            seen == (id, AccessType::View, Some(version), TEST_NOW) && unless_since.is_none()
        })
        .return_const(());
    reading(documents, MockDocumentQueries::new(), access).open(&context(), &reader, id).await
}

#[tokio::test]
async fn opening_a_document_is_recorded() {
    assert!(open(document(1, 3, 9), actor(2, 3, false), 1).await.is_ok());
}

#[tokio::test]
async fn automatic_reload_is_recorded_unless_it_repeats_an_access() {
    let session = TEST_NOW.minus(ABSOLUTE_LIFETIME);
    for (changed, expected) in [
        (TEST_NOW.minus(Duration::from_mins(5)), TEST_NOW.minus(Duration::from_mins(5))),
        (session.minus(Duration::from_mins(5)), session),
    ] {
        let document = Document { updated_at: changed, ..document(1, 3, 9) };
        let mut documents = MockDocumentRepository::new();
        documents.expect_find().returning(move |_| Ok(Some(record(document.clone()))));
        let mut access = MockAccessLog::new();
        access
            .expect_note()
            .once()
            .withf(move |note| (note.event.access_type, note.unless_since) == (AccessType::View, Some(expected)))
            .return_const(());
        access.expect_opened().returning(|_, _| Ok(HashMap::new()));
        let by_itself = RequestContext { is_background: true, ..context() };
        let reading = reading(documents, MockDocumentQueries::new(), access);
        let id = DocumentId::from_uuid(facility_kernel::testing::numbered(1));
        assert!(reading.open(&by_itself, &actor(2, 3, false), id).await.is_ok());
    }
}

#[tokio::test]
async fn downloads_are_recorded_except_by_simulated_readers() {
    let three = Clearance::parse(3).unwrap();
    for (reader, notes) in
        [(actor(2, 3, false), 1), (crate::stand_in::stand_in(&actor(2, 5, true), three), 0), (actor(2, 2, false), 0)]
    {
        let mut documents = MockDocumentRepository::new();
        documents.expect_find().returning(|_| Ok(Some(record(document(1, 3, 9)))));
        let mut access = MockAccessLog::new();
        access
            .expect_note()
            .times(notes)
            .withf(|note| (note.event.access_type, note.event.version) == (AccessType::Download, Some(1)))
            .return_const(());
        let by_itself = RequestContext { is_background: true, ..context() };
        let reading = reading(documents, MockDocumentQueries::new(), access);
        let id = DocumentId::from_uuid(facility_kernel::testing::numbered(1));
        let is_given = reading.download(&by_itself, &reader, id).await.is_ok();
        assert_eq!(is_given, reader.is_cleared_for(three));
    }
}

#[tokio::test]
async fn document_above_the_readers_level_reveals_only_the_required_level() {
    for reader in [actor(2, 2, false), actor(2, 2, true), actor(9, 2, false)] {
        let error = open(document(1, 3, 9), reader, 0).await.unwrap_err();
        assert_eq!(error.code(), "insufficient_clearance");
        assert_eq!(error.required_clearance().map(Clearance::level), Some(3));
        assert!(!error.to_string().contains("Document 1"));
    }
}

#[tokio::test]
async fn unreleased_documents_do_not_exist() {
    assert_eq!(open(released_at(1, 1, 1), actor(2, 5, false), 0).await.unwrap_err().code(), "not_found");
    assert!(open(released_at(1, 1, 0), actor(2, 5, false), 1).await.is_ok());
    assert!(open(released_at(1, 1, 1), actor(2, 5, true), 1).await.is_ok());
}

#[tokio::test]
async fn file_is_available_to_readers_of_a_document_with_it() {
    let carrier = |level| {
        let required = Clearance::parse(level).unwrap();
        Some(FileCarrier { document: document(1, level, 9).id, required })
    };
    for (found, is_in_use, expected) in [
        (None, false, FileAccess::NotAttached),
        // In the trash, or not released.
        (None, true, FileAccess::Hidden),
        (carrier(4), true, FileAccess::Denied { required: Clearance::parse(4).unwrap() }),
        (carrier(3), true, FileAccess::Allowed),
    ] {
        let reader = actor(2, 3, false);
        let (sees, owner) = (Visibility::of(&reader, TEST_NOW), reader.user_id);
        let mut documents = MockDocumentRepository::new();
        documents.expect_find_by_file().with(eq(path()), eq(sees), eq(owner)).returning(move |_, _, _| Ok(found));
        documents.expect_is_with_documents().returning(move |_| Ok(is_in_use));
        let mut access = MockAccessLog::new();
        access
            .expect_note()
            .times(usize::from(expected == FileAccess::Allowed))
            .withf(|note| (note.event.access_type, note.event.version) == (AccessType::Download, None))
            .return_const(());
        let service = reading(documents, MockDocumentQueries::new(), access);
        assert_eq!(service.file_access(&context(), &reader, path()).await.unwrap(), expected);
    }
}

#[tokio::test]
async fn panel_redacts_documents_above_the_administrators_level() {
    let mut queries = MockDocumentQueries::new();
    queries.expect_count().withf(|filter| matches!(filter.shelf, Shelf::Everything(_))).returning(|_| Ok(2));
    queries
        .expect_records()
        .withf(|filter, _| matches!(filter.shelf, Shelf::Everything(_)))
        .returning(|_, _| Ok(Page { items: vec![record(document(2, 4, 9)), record(document(1, 3, 9))], next: None }));
    let service = reading(MockDocumentRepository::new(), queries, noting(vec![document(1, 3, 9).id]));
    let (page, total) = service.panel(&context(), &admin(2, 3), true, PageRequest::FIRST).await.unwrap();
    let shown: Vec<bool> = page.items.iter().map(|item| item.text.is_some()).collect();
    assert_eq!((total, shown), (2, vec![false, true]));
}

#[tokio::test]
async fn panel_without_contents_records_no_access() {
    let mut queries = MockDocumentQueries::new();
    queries.expect_count().returning(|_| Ok(2));
    queries
        .expect_summaries()
        .withf(|filter, _| matches!(filter.shelf, Shelf::Everything(_)))
        .returning(|_, _| Ok(Page { items: vec![summary(document(2, 4, 9)), summary(document(1, 3, 9))], next: None }));
    // The access log expects no call.
    let service = reading(MockDocumentRepository::new(), queries, MockAccessLog::new());
    let (page, total) = service.panel(&context(), &admin(2, 3), false, PageRequest::FIRST).await.unwrap();
    let texts = page.items.into_iter().map(|item| item.text);
    let shown: Vec<_> = texts.map(|text| text.map(|text| text.content)).collect();
    assert_eq!((total, shown), (2, vec![None, Some(None)]));
}

#[test]
fn a_query_becomes_a_filter_over_what_the_reader_may_see() {
    let service = reading(MockDocumentRepository::new(), MockDocumentQueries::new(), MockAccessLog::new());
    let reader = actor(2, 3, false);
    let query = RepositoryQuery {
        level: Clearance::parse(2).ok(),
        category: Some(Category::Site),
        search: Query::parse("red door author:Mercer is:archived").unwrap(),
        author: None,
        order: Order::Relevance,
    };
    let found = service.filter(&context(), &reader, query.clone());
    assert_eq!(found.shelf, Shelf::Repository(Visibility::of(&reader, TEST_NOW)));
    assert_eq!((found.level, found.category), (query.level, query.category));
    let search = found.search.clone().unwrap();
    assert_eq!((search.author.as_deref(), search.archived, found.order), (Some("mercer"), true, Order::Relevance));
    assert_eq!(found.words().unwrap().as_slice(), ["red", "door"]);
}

#[tokio::test]
async fn accessible_documents_are_counted_once_without_a_filter() {
    let mut queries = MockDocumentQueries::new();
    queries.expect_count().times(3).returning(|filter| Ok(if filter.level.is_some() { 4 } else { 10 }));
    let service = reading(MockDocumentRepository::new(), queries, MockAccessLog::new());
    let reader = actor(2, 3, false);
    let all = service.filter(&context(), &reader, RepositoryQuery::default());
    let counts = service.counts(&context(), &reader, &all, TEST_NOW, None).await.unwrap();
    assert_eq!(counts, Counts { total: 10, is_at_least: false, accessible: 10 });
    let query = RepositoryQuery { level: Clearance::parse(2).ok(), ..RepositoryQuery::default() };
    let narrowed = service.filter(&context(), &reader, query);
    let counts = service.counts(&context(), &reader, &narrowed, TEST_NOW, None).await.unwrap();
    assert_eq!(counts, Counts { total: 4, is_at_least: false, accessible: 10 });
}

#[tokio::test]
async fn search_is_counted_once_per_state_of_the_content() {
    let mut queries = MockDocumentQueries::new();
    queries.expect_count().withf(|filter| filter.search.is_none()).times(3).returning(|_| Ok(10));
    queries.expect_count().withf(|filter| filter.search.is_some()).times(2).returning(|_| Ok(4));
    let service = reading(MockDocumentRepository::new(), queries, MockAccessLog::new());
    let reader = actor(2, 3, false);
    let query = RepositoryQuery { search: Query::parse("door").unwrap(), ..RepositoryQuery::default() };
    let search = service.filter(&context(), &reader, query);
    for content in [TEST_NOW, TEST_NOW, Timestamp::from_micros(TEST_NOW.as_micros() + 1)] {
        let counts = service.counts(&context(), &reader, &search, content, None).await.unwrap();
        assert_eq!(counts, Counts { total: 4, is_at_least: false, accessible: 10 });
    }
}

#[tokio::test]
async fn records_are_marked_by_what_their_reader_has_opened() {
    let mut access = MockAccessLog::new();
    access
        .expect_opened()
        .withf(|_, ids| *ids == [document(1, 1, 9).id, document(2, 1, 9).id])
        .returning(|_, ids| Ok(ids.into_iter().take(1).map(|id| (id, 1)).collect()));
    let service = reading(MockDocumentRepository::new(), MockDocumentQueries::new(), access);
    let reader = actor(2, 3, false);
    // The marks of withheld documents are not looked up.
    let records = [Document { version: 2, ..document(1, 1, 9) }, document(2, 1, 9), document(3, 4, 9)];
    let items = records.map(|document| view(record(document), &Visibility::of(&reader, TEST_NOW))).to_vec();
    let page = service.marked(&context(), &reader, Page { items, next: None }).await.unwrap();
    let shown: Vec<Opened> = page.items.iter().map(Visible::opened).collect();
    let changed = Opened { version: Some(1), mark: Some(Mark::Changed) };
    assert_eq!(shown, [changed, Opened { version: None, mark: Some(Mark::New) }, Opened::default()]);
}

#[tokio::test]
async fn the_access_log_of_an_unknown_document_is_not_found() {
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(|id| Ok((id == document(1, 3, 9).id).then(|| record(document(1, 3, 9)))));
    let mut access = MockAccessLog::new();
    access.expect_list().times(1).returning(|_, _| Ok((Page { items: vec![], next: None }, 0)));
    let service = reading(documents, MockDocumentQueries::new(), access);
    let id = document(1, 3, 9).id;
    assert!(service.access_log(&admin(2, 1), id, PageRequest::FIRST).await.is_ok());
    let missing = service.access_log(&admin(2, 1), document(2, 1, 1).id, PageRequest::FIRST).await;
    assert_eq!(missing.unwrap_err().code(), "not_found");
}

#[tokio::test]
async fn readers_are_counted_for_the_owner_and_cleared_administrators() {
    let month = TEST_NOW.minus(Duration::from_hours(30 * 24));
    for (document, actor, expected) in [
        (document(1, 3, 2), actor(2, 3, false), Ok(())),
        (document(1, 3, 2), actor(4, 3, true), Ok(())),
        (released_at(1, 3, 1), actor(4, 3, true), Ok(())),
        (document(1, 3, 2), actor(4, 5, false), Err("owner_only")),
        (document(1, 3, 2), actor(2, 2, false), Err("insufficient_clearance")),
        (document(1, 3, 2), actor(4, 2, true), Err("insufficient_clearance")),
        (released_at(1, 3, 1), actor(1, 5, false), Err("not_found")),
        (document(2, 3, 2), actor(4, 5, true), Err("not_found")),
    ] {
        let mut documents = MockDocumentRepository::new();
        let owner = document.owner;
        documents.expect_find().returning(move |id| Ok((id == document.id).then(|| record(document.clone()))));
        let mut access = MockAccessLog::new();
        access
            .expect_readers()
            .times(usize::from(expected.is_ok()))
            .withf(move |_, except, since| (*except, *since) == (owner, month))
            .returning(|_, _, _| Ok(ReaderCounts { ever: 12, lately: 3 }));
        let service = reading(documents, MockDocumentQueries::new(), access);
        let id = DocumentId::from_uuid(facility_kernel::testing::numbered(1));
        let counted = service.readers(&context(), &actor, id).await.map_err(|error| error.code());
        assert_eq!(counted, expected.map(|()| ReaderCounts { ever: 12, lately: 3 }));
    }
}

/// Expects that these documents are recorded together, in this order.
fn noting(expected: Vec<DocumentId>) -> MockAccessLog {
    let mut access = MockAccessLog::new();
    access
        .expect_note_all()
        .times(1)
        .withf(move |notes| notes.iter().map(|note| note.event.document_id).eq(expected.iter().copied()))
        .returning(|_| Ok(()));
    access
}

#[tokio::test]
async fn whole_documents_of_a_list_are_recorded_before_they_are_returned() {
    let queries = || {
        let mut queries = MockDocumentQueries::new();
        queries.expect_records().returning(|_, _| {
            Ok(Page { items: vec![record(document(2, 1, 9)), record(document(1, 1, 9))], next: None })
        });
        queries
    };
    let filter = || DocumentFilter::all(Shelf::Repository(Visibility::of(&actor(2, 3, false), TEST_NOW)));
    let both = vec![document(2, 1, 9).id, document(1, 1, 9).id];
    let service = reading(MockDocumentRepository::new(), queries(), noting(both));
    let page = service.records(&context(), &actor(2, 3, false), filter(), PageRequest::FIRST).await.unwrap();
    assert_eq!(page.items.len(), 2);

    // Documents are not returned if the access cannot be recorded.
    let mut access = MockAccessLog::new();
    access.expect_note_all().returning(|_| Err(StoreError::Unavailable("away".into())));
    let service = reading(MockDocumentRepository::new(), queries(), access);
    let refused = service.records(&context(), &actor(2, 3, false), filter(), PageRequest::FIRST).await;
    assert_eq!(refused.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn reloaded_list_is_recorded_once_for_each_state() {
    let mut queries = MockDocumentQueries::new();
    queries.expect_records().returning(|_, _| Ok(Page { items: vec![record(document(1, 1, 9))], next: None }));
    let mut access = MockAccessLog::new();
    let expected = document(1, 1, 9).updated_at.max(TEST_NOW.minus(ABSOLUTE_LIFETIME));
    access
        .expect_note_all()
        .times(1)
        .withf(move |notes| notes.iter().all(|note| note.unless_since == Some(expected)))
        .returning(|_| Ok(()));
    let service = reading(MockDocumentRepository::new(), queries, access);
    let background = RequestContext { is_background: true, ..context() };
    let filter = DocumentFilter::all(Shelf::Repository(Visibility::of(&actor(2, 3, false), TEST_NOW)));
    service.records(&background, &actor(2, 3, false), filter, PageRequest::FIRST).await.unwrap();
}
