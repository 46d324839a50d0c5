//! Pages that start anywhere in the list of documents.

use crate::documents::{owners, publish, typed};
use crate::harness::{Fixture, on_each_database};
use documents::ports::DocumentQueries;
use documents::visibility::Visibility;
use documents::visibility::testing::document;
use documents::{Category, Document, DocumentFilter, Shelf};
use infra::repos::DocumentRepo;
use kernel::testing::{TEST_NOW, actor};
use kernel::{Clearance, Cursor, Limit, PageRequest, Timestamp};

on_each_database![page_starts_at_the_requested_offset];

async fn page_starts_at_the_requested_offset(f: Fixture) {
    owners(&f).await;
    let repo = DocumentRepo::new(f.db.clone());
    for (n, level) in (1..=40).zip((1..=5).cycle()) {
        let written = document(n, level, 1).saying(if n % 2 == 0 { "even word" } else { "odd word" });
        let written = if n % 3 == 0 { written.about(Category::Site) } else { written };
        let written = if n % 11 == 0 { written.archived() } else { written };
        let release_at = (n % 13 == 0).then_some(Timestamp::from_micros(i64::MAX));
        publish(&f, &Document { release_at, ..written }).await;
    }
    let shelves = [
        Shelf::Everything,
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
                let after = repo.behind(filter.clone(), None, u32::try_from(count).unwrap()).await.unwrap();
                assert_eq!(after.is_none(), count == 0, "{filter:?}");
                assert_eq!(of(filter.clone(), after).await, listed[count..], "{filter:?}");
            }
            let first = repo.behind(filter.clone(), None, 1).await.unwrap();
            let third = repo.behind(filter.clone(), first, 2).await.unwrap();
            assert_eq!(of(filter.clone(), third).await, listed[3..], "{filter:?}");
            let more = u32::try_from(listed.len()).unwrap() + 1;
            assert_eq!(repo.behind(filter.clone(), None, more).await.unwrap(), None, "{filter:?}");
        }
    }
    assert_eq!(of(DocumentFilter::all(Shelf::Everything), Some(Cursor::END)).await, []);
}
