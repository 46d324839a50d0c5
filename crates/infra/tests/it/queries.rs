//! The query language, the order of results, and what results reveal, on both databases.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::query::Query;
use facility_documents::search::{DocumentFilter, MAX_COUNTED, Order, Search, Shelf};
use facility_documents::services::documents::RepositoryQuery;
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Cursor, DocumentId, Limit, PageRequest, Timestamp};
use std::time::Duration;

on_each_database![
    every_part_of_a_query_is_required,
    title_comes_before_text_and_new_before_old,
    pages_and_skips_follow_the_order,
    words_of_many_blocks_are_found_in_order,
    counts_are_exact_up_to_a_thousand,
    nothing_above_the_readers_level_changes_the_results,
    typing_errors_are_corrected_with_words_that_the_reader_may_read,
];

/// Returns the filter for a query, as a reader of this level types it.
pub fn asked(query: &str, level: i64, order: Order) -> DocumentFilter {
    let shelf = Shelf::Repository(Visibility::of(&actor(3, level, false), TEST_NOW));
    let query = RepositoryQuery { search: Query::parse(query).unwrap(), order, ..RepositoryQuery::default() };
    let RepositoryQuery { search, order, .. } = query;
    let typed = search.unwrap();
    assert!(!typed.matches_nothing);
    let search = Search {
        terms: typed.terms,
        author: typed.author,
        since: typed.since,
        until: typed.until,
        archived: typed.archived,
    };
    DocumentFilter { level: typed.level, category: typed.category, order, search: Some(search), shelf }
}

/// Returns the numbers of the documents found, in pages of this size.
pub async fn found(f: &Fixture, filter: &DocumentFilter, limit: i64) -> Vec<u128> {
    let repo = DocumentStore::new(f.db.clone());
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = PageRequest { limit: Limit::parse(limit).unwrap(), after };
        let listed = repo.summaries(filter.clone(), page).await.unwrap();
        let whole = repo.records(filter.clone(), page).await.unwrap();
        let of_whole: Vec<DocumentId> = whole.items.iter().map(|item| item.document.id).collect();
        let page: Vec<DocumentId> = listed.items.iter().map(|item| item.document.id).collect();
        assert_eq!(of_whole, page);
        ids.extend(page);
        after = listed.next;
        if after.is_none() {
            return ids.into_iter().map(number).collect();
        }
    }
}

/// Returns the number of a test document.
fn number(id: DocumentId) -> u128 {
    (1..2000).find(|n| DocumentId::from_uuid(facility_kernel::testing::numbered(*n)) == id).map_or(0, u128::from)
}

async fn every_part_of_a_query_is_required(f: Fixture) {
    owners(&f).await;
    let day = |days: u64| TEST_NOW.minus(Duration::from_hours(24 * days));
    for document in [
        document(1, 1, 1).titled("Gate").saying("The red lantern burns."),
        document(2, 3, 2).titled("Gate").saying("The lantern is red."),
        document(3, 1, 2).titled("The red lantern").saying("A **red** door").about(Category::Incident),
        Document { created_at: day(3), ..document(4, 1, 1).titled("Old").saying("A red-lantern, red lanterns") },
        document(5, 1, 1).titled("Archived").saying("A red lantern").archived(),
        Document { release_at: Some(TEST_NOW.plus(Duration::from_secs(1))), ..document(6, 1, 1).saying("red lantern") },
    ] {
        publish(&f, &document).await;
    }
    let today = TEST_NOW.to_string()[..10].to_owned();
    for (query, expected) in [
        ("red lantern".to_owned(), vec![4, 3, 2, 1]),
        ("\"red lantern\"".to_owned(), vec![4, 3, 1]),
        ("\"RED Lantern\" burns".to_owned(), vec![1]),
        // A phrase does not span the title and the text.
        ("\"lantern a\"".to_owned(), vec![]),
        ("\"red lanterns\"".to_owned(), vec![4]),
        ("lantern -door".to_owned(), vec![4, 2, 1]),
        ("lantern -\"red lantern\"".to_owned(), vec![2]),
        ("-gate".to_owned(), vec![4, 3]),
        ("-\"red lantern\"".to_owned(), vec![2]),
        ("lantern level:3".to_owned(), vec![2]),
        ("level:1 lantern".to_owned(), vec![4, 3, 1]),
        ("level:5".to_owned(), vec![]),
        ("category:incident".to_owned(), vec![3]),
        ("author:OWNER-2".to_owned(), vec![3, 2]),
        ("author:owner-2 gate".to_owned(), vec![2]),
        ("author:owner".to_owned(), vec![]),
        (format!("after:{today} lantern"), vec![3, 2, 1]),
        (format!("before:{today} lantern"), vec![4]),
        (format!("before:{today}"), vec![4]),
        ("is:archived".to_owned(), vec![5]),
        ("is:archived lantern".to_owned(), vec![5]),
        ("is:archived door".to_owned(), vec![]),
    ] {
        let filter = asked(&query, 3, Order::Newest);
        assert_eq!(found(&f, &filter, 200).await, expected, "{query}");
        assert_eq!(found(&f, &filter, 1).await, expected, "{query}");
        let count = DocumentStore::new(f.db.clone()).count(filter).await.unwrap();
        assert_eq!(count, expected.len() as u64, "{query}");
    }
}

async fn library(f: &Fixture) {
    owners(f).await;
    for (n, title, content) in [
        (1, "Lantern", "door"),
        (2, "Red", "a lantern"),
        (3, "Nothing", "the red lantern"),
        (4, "The red lantern", "x"),
        (5, "Lanterns", "red"),
        (6, "Nothing", "a red lantern too"),
        (7, "Red lantern", "y"),
    ] {
        publish(f, &document(n, 1, 1).titled(title).saying(content)).await;
    }
}

async fn title_comes_before_text_and_new_before_old(f: Fixture) {
    library(&f).await;
    for (query, expected) in [
        ("red lantern", vec![7, 4, 5, 2, 6, 3]),
        ("lantern", vec![1, 5, 7, 4, 6, 3, 2]),
        ("the red", vec![4, 3]),
        ("\"lantern\" red", vec![7, 4, 2, 6, 3]),
        ("\"red lantern\"", vec![7, 4, 6, 3]),
        ("lantern -nothing", vec![1, 7, 4, 2]),
        ("-nothing", vec![7, 5, 4, 2, 1]),
    ] {
        assert_eq!(found(&f, &asked(query, 1, Order::Relevance), 200).await, expected, "{query}");
        let newest = {
            let mut newest = expected.clone();
            newest.sort_unstable_by(|a, b| b.cmp(a));
            newest
        };
        assert_eq!(found(&f, &asked(query, 1, Order::Newest), 200).await, newest, "{query}");
    }
}

async fn pages_and_skips_follow_the_order(f: Fixture) {
    library(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    for query in ["red lantern", "lantern", "\"red lantern\"", "-nothing", "category:entity"] {
        for order in [Order::Relevance, Order::Newest] {
            let filter = asked(query, 1, order);
            let all = found(&f, &filter, 200).await;
            for limit in 1..4 {
                assert_eq!(found(&f, &filter, limit).await, all, "{query}");
            }
            for skip in 1..=all.len() {
                let after = repo.cursor_after_skip(filter.clone(), None, u32::try_from(skip).unwrap()).await.unwrap();
                let rest = repo.summaries(filter.clone(), PageRequest { limit: Limit::MAX, after }).await.unwrap();
                let rest: Vec<u128> = rest.items.iter().map(|item| number(item.document.id)).collect();
                assert_eq!(rest, all[skip..], "{query} {skip}");
            }
            let beyond =
                repo.cursor_after_skip(filter.clone(), None, u32::try_from(all.len()).unwrap() + 1).await.unwrap();
            assert_eq!(beyond, None, "{query}");
            let end = PageRequest { limit: Limit::MAX, after: Some(Cursor::END) };
            assert_eq!(repo.summaries(filter, end).await.unwrap().items, [], "{query}");
        }
    }
}

/// A word in more than 16 blocks is read a few blocks at a time.
async fn words_of_many_blocks_are_found_in_order(f: Fixture) {
    owners(&f).await;
    publish(&f, &document(1, 1, 1).titled("Gate").saying("a common lantern")).await;
    if !f.is_sqlite() {
        f.execute("ALTER TABLE documents ALTER COLUMN position SET GENERATED BY DEFAULT").await.unwrap();
    }
    f.execute(
        "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100) \
         INSERT INTO documents (position, id, title, content, category, clearance_level, submitted_by, is_archived, \
         archive_requested, version, created_at, updated_at) \
         SELECT 3000 * n, substr(id, 1, 24) || (900000000000 + n), CASE WHEN n % 2 = 0 THEN 'Common ' || n ELSE 'Gate' END, \
         CASE WHEN n = 50 THEN 'a rare common word' ELSE 'a common word' END, category, \
         1 + n % 2, submitted_by, FALSE, archive_requested, version, created_at, updated_at FROM documents, numbers \
         WHERE documents.position = 1",
    )
    .await
    .unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    let repo = DocumentStore::new(f.db.clone());
    for (query, level, order, expected) in [
        ("common", 1, Order::Newest, 51),
        ("comm", 2, Order::Newest, 100),
        ("common word", 2, Order::Relevance, 99),
        ("common -gate", 1, Order::Newest, 50),
        ("\"common word\"", 2, Order::Relevance, 99),
        ("rare comm", 2, Order::Relevance, 1),
        ("rar", 1, Order::Newest, 1),
        ("-common", 2, Order::Newest, 0),
    ] {
        let filter = asked(query, level, order);
        let mut pages: Vec<(String, DocumentId)> = Vec::new();
        let mut after = None;
        loop {
            let page = PageRequest { limit: Limit::parse(7).unwrap(), after };
            let listed = repo.summaries(filter.clone(), page).await.unwrap();
            pages.extend(listed.items.into_iter().map(|item| (item.document.text.title, item.document.id)));
            after = listed.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(pages.len(), expected, "{query}");
        assert_eq!(repo.count(filter).await.unwrap(), expected as u64, "{query}");
        let in_titles = pages.iter().take_while(|(title, _)| title.starts_with("Common")).count();
        if order == Order::Relevance && query.starts_with("common") {
            assert_eq!(in_titles, pages.iter().filter(|(title, _)| title.starts_with("Common")).count());
        }
        let is_newest_first = |ids: &[(String, DocumentId)]| ids.windows(2).all(|two| two[0].1 > two[1].1);
        let (first, second) = if order == Order::Relevance { pages.split_at(in_titles) } else { pages.split_at(0) };
        assert!(is_newest_first(first) && is_newest_first(second), "{query}: {pages:?}");
    }
}

async fn counts_are_exact_up_to_a_thousand(f: Fixture) {
    owners(&f).await;
    publish(&f, &document(1, 1, 1).saying("a lantern")).await;
    f.execute(
        "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1003) \
         INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
         archive_requested, version, created_at, updated_at) \
         SELECT substr(id, 1, 24) || (900000000000 + n), title, content, category, \
         CASE WHEN n > 1000 THEN 2 ELSE 1 END, submitted_by, FALSE, archive_requested, version, created_at, updated_at \
         FROM documents, numbers WHERE n > 1",
    )
    .await
    .unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    let repo = DocumentStore::new(f.db.clone());
    let most = MAX_COUNTED as u64;
    for (query, level, expected) in [
        ("lantern", 1, most),
        ("lantern", 2, most + 1),
        ("category:entity", 1, most),
        ("category:entity", 2, most + 1),
        ("lantern level:2", 2, 3),
    ] {
        assert_eq!(repo.count(asked(query, level, Order::Relevance)).await.unwrap(), expected, "{query} {level}");
    }
}

const QUERIES: [&str; 12] = [
    "lantern",
    "lant",
    "red lantern",
    "\"red lantern\"",
    "lantern -door",
    "-door",
    "author:owner-1",
    "level:2",
    "a",
    "is:archived",
    "lanterm",
    "secret",
];

/// Documents above the reader's level do not change the results.
async fn nothing_above_the_readers_level_changes_the_results(f: Fixture) {
    library(&f).await;
    publish(&f, &document(20, 2, 1).titled("Red").saying("a secretary, lanterns")).await;
    let repo = DocumentStore::new(f.db.clone());
    let results = async || {
        let mut results = Vec::new();
        for query in QUERIES {
            for order in [Order::Relevance, Order::Newest] {
                let filter = asked(query, 2, order);
                let page = PageRequest { limit: Limit::parse(3).unwrap(), after: None };
                let listed = repo.summaries(filter.clone(), page).await.unwrap();
                let count = repo.count(filter.clone()).await.unwrap();
                let visibility = Visibility::of(&actor(3, 2, false), TEST_NOW);
                let near = match filter.terms() {
                    Some(terms) => repo.suggestions(terms.clone(), visibility).await.unwrap(),
                    None => Vec::new(),
                };
                results.push((query, order, found(&f, &filter, 3).await, listed.items, count, near));
            }
        }
        results
    };
    let before = results().await;
    for n in 30..60 {
        let hidden = document(n, 3 + i64::try_from(n % 3).unwrap(), 1);
        publish(&f, &hidden.titled("Red lantern, lanter, landern").saying("secret secrets, a door")).await;
    }
    let unreleased = Timestamp::from_micros(TEST_NOW.as_micros() + 1);
    publish(&f, &Document { release_at: Some(unreleased), ..document(70, 1, 1).titled("lanterm secret") }).await;
    let after = results().await;
    for (before, after) in before.into_iter().zip(after) {
        assert_eq!(before, after);
    }
}

async fn typing_errors_are_corrected_with_words_that_the_reader_may_read(f: Fixture) {
    owners(&f).await;
    for (n, level, content) in [
        (1, 1, "the lantern"),
        (2, 1, "a lantern and lanterns"),
        (3, 3, "the landern"),
        (4, 1, "null Ёлка"),
        (5, 1, "gate"),
    ] {
        publish(&f, &document(n, level, 1).titled("x").saying(content)).await;
    }
    f.execute("DELETE FROM documents WHERE content = 'gate'").await.unwrap();
    let repo = DocumentStore::new(f.db.clone());
    for (query, level, expected) in [
        ("lantren", 1, vec!["lantern"]),
        ("lanterns", 1, vec![]),
        ("lant", 1, vec![]),
        ("lamtern lanternz", 1, vec!["lantern", "lantern", "lanterns"]),
        ("lanxern", 1, vec!["lantern"]),
        ("lanxern", 3, vec!["lantern", "landern"]),
        ("landern", 1, vec!["lantern"]),
        ("елкa", 1, vec!["елка"]),
        ("nul1", 1, vec!["null"]),
        ("gatee", 1, vec![]),
        ("-lantren", 1, vec![]),
        ("zz", 1, vec![]),
    ] {
        let terms = Query::parse(query).unwrap().unwrap().terms.unwrap();
        let visibility = Visibility::of(&actor(3, level, false), TEST_NOW);
        let mut expected: Vec<&str> = expected;
        expected.dedup();
        assert_eq!(repo.suggestions(terms, visibility).await.unwrap(), expected, "{query} {level}");
    }
}
