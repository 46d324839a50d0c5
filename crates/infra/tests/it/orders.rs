//! The sort orders of a list of documents, on both databases.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::{DocumentFilter, Order, Search, Shelf};
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Cursor, Limit, PageRequest};

on_each_database![lists_come_in_each_order_page_by_page, list_continues_after_a_title_that_was_removed];

fn list(order: Order, level: i64, author: Option<&str>) -> DocumentFilter {
    let shelf = Shelf::Repository(Visibility::of(&actor(99, level, false), TEST_NOW));
    let by = |author: &str| Search { author: Some(author.to_owned()), ..Search::default() };
    DocumentFilter { order, search: author.map(by), ..DocumentFilter::all(shelf) }
}

/// Returns the numbers of the documents of a page.
async fn shown(repo: &DocumentStore, filter: &DocumentFilter, page: PageRequest) -> Vec<u128> {
    let page = repo.summaries(filter.clone(), page).await.unwrap();
    page.items.iter().map(|item| item.document.id.as_uuid().as_u128() & 0xFFFF).collect()
}

/// Returns the numbers of the documents of a list, in pages of this size.
async fn listed(repo: &DocumentStore, filter: &DocumentFilter, limit: i64) -> Vec<u128> {
    let limit = Limit::parse(limit).unwrap();
    let (mut numbers, mut after) = (Vec::new(), None);
    loop {
        let page = repo.summaries(filter.clone(), PageRequest { limit, after }).await.unwrap();
        numbers.extend(page.items.iter().map(|item| item.document.id.as_uuid().as_u128() & 0xFFFF));
        after = page.next;
        if after.is_none() {
            return numbers;
        }
    }
}

async fn lists_come_in_each_order_page_by_page(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    for (n, level, owner, title) in [
        (1, 1, 1, "Site 19"),
        (2, 3, 2, "ábel"),
        (3, 2, 1, "site 9"),
        (4, 1, 2, "Zoo"),
        (5, 3, 1, "“Abel”"),
        (6, 5, 1, "Abel of level 5"),
        (7, 2, 2, "site 019"),
    ] {
        publish(&f, &document(n, level, owner).titled(title)).await;
    }
    for (order, author, expected) in [
        (Order::Newest, None, vec![7, 5, 4, 3, 2, 1]),
        (Order::Oldest, None, vec![1, 2, 3, 4, 5, 7]),
        (Order::Level, None, vec![5, 2, 7, 3, 4, 1]),
        (Order::Title, None, vec![2, 5, 3, 1, 7, 4]),
        (Order::Newest, Some("owner-1"), vec![5, 3, 1]),
        (Order::Oldest, Some("owner-1"), vec![1, 3, 5]),
        (Order::Level, Some("owner-1"), vec![5, 3, 1]),
        (Order::Title, Some("owner-1"), vec![5, 3, 1]),
        (Order::Title, Some("no such account"), vec![]),
    ] {
        let filter = list(order, 3, author);
        for limit in [200, 1, 2] {
            assert_eq!(listed(&repo, &filter, limit).await, expected, "{order:?} of {author:?}");
        }
        // A page that starts later is the same list without its first documents.
        for skip in 1..=expected.len() {
            let behind = repo.cursor_after_skip(filter.clone(), None, skip.try_into().unwrap()).await.unwrap();
            let page = PageRequest { limit: Limit::parse(200).unwrap(), after: behind };
            assert_eq!(shown(&repo, &filter, page).await, expected[skip..], "{order:?} of {author:?} {skip}");
        }
        let most = u32::try_from(expected.len()).unwrap() + 1;
        assert_eq!(repo.cursor_after_skip(filter.clone(), None, most).await.unwrap(), None);
        let end = PageRequest { limit: Limit::parse(200).unwrap(), after: Some(Cursor::END) };
        assert!(repo.summaries(filter, end).await.unwrap().items.is_empty());
    }
}

async fn list_continues_after_a_title_that_was_removed(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    for (n, title) in [(1, "Gate"), (2, "The lantern of the gate"), (3, "The lantern of the mill"), (4, "Zoo")] {
        publish(&f, &document(n, 1, 1).titled(title)).await;
    }
    let filter = list(Order::Title, 1, None);
    let two = PageRequest { limit: Limit::parse(2).unwrap(), after: None };
    let after = repo.summaries(filter.clone(), two).await.unwrap().next;
    let rest = PageRequest { limit: Limit::parse(200).unwrap(), after };
    assert_eq!(shown(&repo, &filter, rest).await, [3, 4]);
    // A changed title moves its document, and the next page starts where the old title would be.
    let gone = Document { version: 2, ..document(2, 1, 1).titled("Annex") };
    crate::search_index::revise(&repo, &f, gone).await.unwrap();
    assert_eq!(shown(&repo, &filter, rest).await, [3, 4]);
}
