//! Pages that start anywhere in the list of documents.

use crate::documents::{owners, publish, typed};
use crate::harness::{Fixture, on_each_database};
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, Cursor, Limit, PageRequest, Timestamp};

on_each_database![page_starts_at_the_requested_offset, page_far_down_the_list_starts_at_the_requested_offset];

async fn page_starts_at_the_requested_offset(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    for (n, level) in (1..=40).zip((1..=5).cycle()) {
        let written = document(n, level, 1).saying(if n % 2 == 0 { "even word" } else { "odd word" });
        let written = if n % 3 == 0 { written.about(Category::Site) } else { written };
        let written = if n % 11 == 0 { written.archived() } else { written };
        let release_at = (n % 13 == 0).then_some(Timestamp::from_micros(i64::MAX));
        publish(&f, &Document { release_at, ..written }).await;
    }
    let shelves = [
        Shelf::Everything(Clearance::MAX),
        Shelf::Repository(Visibility::of(&actor(3, 3, false), TEST_NOW)),
        Shelf::Repository(Visibility::of(&actor(3, 5, true), TEST_NOW)),
    ];
    let of = |filter: DocumentFilter, after| {
        let page = PageRequest { limit: Limit::MAX, after };
        let found = repo.summaries(filter, page);
        async { found.await.unwrap().items.into_iter().map(|item| item.document.id).collect::<Vec<_>>() }
    };
    for shelf in shelves {
        let all = DocumentFilter::all(shelf);
        let filters = [
            all.clone(),
            DocumentFilter { level: Some(Clearance::parse(2).unwrap()), ..all.clone() },
            DocumentFilter { category: Some(Category::Site), ..all.clone() },
            DocumentFilter { search: typed("wor"), ..all.clone() },
            DocumentFilter { search: typed("even word"), level: Some(Clearance::parse(3).unwrap()), ..all },
        ];
        for filter in filters {
            let listed = of(filter.clone(), None).await;
            assert!(listed.len() > 2, "{filter:?}");
            for count in 0..=listed.len() {
                let after = repo.cursor_after_skip(filter.clone(), None, u32::try_from(count).unwrap()).await.unwrap();
                assert_eq!(after.is_none(), count == 0, "{filter:?}");
                assert_eq!(of(filter.clone(), after).await, listed[count..], "{filter:?}");
            }
            let first = repo.cursor_after_skip(filter.clone(), None, 1).await.unwrap();
            let third = repo.cursor_after_skip(filter.clone(), first, 2).await.unwrap();
            assert_eq!(of(filter.clone(), third).await, listed[3..], "{filter:?}");
            let more = u32::try_from(listed.len()).unwrap() + 1;
            assert_eq!(repo.cursor_after_skip(filter.clone(), None, more).await.unwrap(), None, "{filter:?}");
        }
    }
    assert_eq!(of(DocumentFilter::all(Shelf::Everything(Clearance::MAX)), Some(Cursor::END)).await, []);
}

/// Skips documents in many blocks of positions, some of which changed after they were counted.
async fn page_far_down_the_list_starts_at_the_requested_offset(f: Fixture) {
    owners(&f).await;
    for (n, level) in (1..=60).zip((1..=5).cycle()) {
        let release_at = (n % 7 == 0).then_some(Timestamp::from_micros(i64::MAX));
        publish(&f, &Document { release_at, ..document(n, level, 1) }).await;
    }
    if !f.is_sqlite() {
        f.execute("ALTER TABLE documents ALTER COLUMN position DROP IDENTITY").await.unwrap();
    }
    for change in [
        "DELETE FROM document_texts",
        "DELETE FROM document_links",
        "DELETE FROM document_titles",
        "UPDATE documents SET position = position * 700",
        "UPDATE documents SET is_archived = TRUE WHERE position % 3 = 0",
        "UPDATE documents SET is_archived = FALSE WHERE position % 9 = 0",
        "UPDATE documents SET clearance_level = 1 WHERE position % 8 = 0",
        "DELETE FROM documents WHERE position % 5 = 0 AND clearance_level = 2",
    ] {
        f.execute(change).await.unwrap();
    }
    let repo = DocumentStore::new(f.db.clone());
    for reader in (1..=5).flat_map(|level| [actor(3, level, false), actor(3, level, true)]) {
        let shelf = Shelf::Repository(Visibility::of(&reader, TEST_NOW));
        let levels = [None, Some(Clearance::MIN), Some(Clearance::parse(4).unwrap())];
        for filter in levels.map(|level| DocumentFilter { level, ..DocumentFilter::all(shelf) }) {
            let page = PageRequest { limit: Limit::MAX, after: None };
            let listed = repo.summaries(filter.clone(), page).await.unwrap().items;
            for count in 1..=listed.len() {
                let after = repo.cursor_after_skip(filter.clone(), None, u32::try_from(count).unwrap()).await.unwrap();
                let next = PageRequest { limit: Limit::parse(1).unwrap(), after };
                let next = repo.summaries(filter.clone(), next).await.unwrap().items;
                let expected = listed.get(count).map(|item| item.document.id);
                assert_eq!(next.first().map(|item| item.document.id), expected, "{filter:?} {count}");
            }
            let more = u32::try_from(listed.len()).unwrap() + 1;
            assert_eq!(repo.cursor_after_skip(filter, None, more).await.unwrap(), None);
        }
    }
}
