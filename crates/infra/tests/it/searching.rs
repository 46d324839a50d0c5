//! Searches for rare words and for words that nearly every document has: each is found in its own way.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use documents::ports::DocumentQueries;
use documents::visibility::Visibility;
use documents::visibility::testing::document;
use documents::{Document, DocumentFilter, Shelf, Words};
use infra::repos::DocumentRepo;
use kernel::testing::{TEST_NOW, actor};
use kernel::{Clearance, DocumentId, Limit, PageRequest};

on_each_database![
    a_common_word_is_paged_and_counted,
    a_word_deep_in_a_long_text_is_shown,
    the_index_begins_with_what_is_there
];

fn search(words: &str, level: i64) -> DocumentFilter {
    let shelf = Shelf::Repository(Visibility::of(&actor(3, level, false), TEST_NOW));
    DocumentFilter { words: Words::parse(words).unwrap(), ..DocumentFilter::all(shelf) }
}

async fn pages(repo: &DocumentRepo, filter: &DocumentFilter, limit: i64) -> Vec<DocumentId> {
    let mut found = Vec::new();
    let mut page = PageRequest { limit: Limit::parse(limit).unwrap(), after: None };
    loop {
        let listed = repo.summaries(filter.clone(), page).await.unwrap();
        assert!(listed.items.iter().all(|item| item.snippet.as_ref().unwrap().contains('\u{2}')));
        found.extend(listed.items.into_iter().map(|item| item.document.id));
        match listed.next {
            Some(next) => page.after = Some(next),
            None => return found,
        }
    }
}

async fn a_common_word_is_paged_and_counted(f: Fixture) {
    owners(&f).await;
    publish(&f, &Document { content: "a common lantern".to_owned(), ..document(1, 2, 1) }).await;
    f.execute(
        // More than PostgreSQL looks up one by one.
        "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200) \
         INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
         archive_requested, is_template, version, is_draft, created_at, updated_at) \
         SELECT substr(id, 1, 24) || (900000000000 + n), title, 'a common door', category, \
         1 + n % 3, submitted_by, n % 10 = 0, archive_requested, is_template, version, n % 11 = 0, \
         created_at, updated_at FROM documents, numbers WHERE n > 1",
    )
    .await
    .unwrap();
    let repo = DocumentRepo::new(f.db.clone());
    for (words, level) in [("common", 2), ("comm", 3), ("common doo", 1), ("lantern", 2), ("lantern", 1)] {
        let filter = search(words, level);
        let found = pages(&repo, &filter, 200).await;
        let all = DocumentFilter { words: None, ..filter.clone() };
        let word = if words == "lantern" { "%lantern%" } else { "%common%" };
        let but = if words.ends_with("doo") { "%door%" } else { "%" };
        let scanned = f
            .count(&format!(
                "SELECT count(*) AS n FROM documents WHERE NOT is_draft AND NOT is_archived \
                 AND clearance_level <= {level} AND content LIKE '{word}' AND content LIKE '{but}'"
            ))
            .await;
        assert_eq!(i64::try_from(found.len()).unwrap(), scanned, "{words} {level}");
        assert_eq!(
            repo.count(filter.clone()).await.unwrap(),
            u64::try_from(scanned).unwrap(),
            "{words} {level}"
        );
        let in_order: Vec<DocumentId> = {
            let mut ids = Vec::new();
            let mut page = PageRequest { limit: Limit::MAX, after: None };
            loop {
                let listed = repo.records(all.clone(), page).await.unwrap();
                ids.extend(listed.items.into_iter().map(|item| item.document.id));
                match listed.next {
                    Some(next) => page.after = Some(next),
                    None => break ids,
                }
            }
        };
        let kept: Vec<DocumentId> = in_order.into_iter().filter(|id| found.contains(id)).collect();
        assert_eq!(found, kept, "newest first: {words} {level}");
        let narrowed = DocumentFilter { level: Some(Clearance::parse(1).unwrap()), ..filter };
        let total = repo.count(narrowed.clone()).await.unwrap();
        assert_eq!(u64::try_from(pages(&repo, &narrowed, 7).await.len()).unwrap(), total, "{words}");
    }
}

async fn the_index_begins_with_what_is_there(f: Fixture) {
    let (up, down) = if f.is_sqlite() {
        (
            include_str!("../../../../migrations/sqlite/0004_fast_search/up.sql"),
            include_str!("../../../../migrations/sqlite/0004_fast_search/down.sql"),
        )
    } else {
        (
            include_str!("../../../../migrations/postgres/0004_fast_search/up.sql"),
            include_str!("../../../../migrations/postgres/0004_fast_search/down.sql"),
        )
    };
    owners(&f).await;
    publish(&f, &Document { content: "a red lantern".to_owned(), ..document(1, 1, 1) }).await;
    let repo = DocumentRepo::new(f.db.clone());
    for migration in [down, up] {
        f.execute(migration).await.unwrap();
        for words in ["la", "lan", "lantern", "red la"] {
            assert_eq!(pages(&repo, &search(words, 1), 10).await.len(), 1, "{words}");
        }
    }
    publish(&f, &Document { content: "another lantern".to_owned(), ..document(2, 1, 1) }).await;
    assert_eq!(pages(&repo, &search("la", 1), 10).await.len(), 2);
}

async fn a_word_deep_in_a_long_text_is_shown(f: Fixture) {
    owners(&f).await;
    let content = format!("{}a red Lantern burns{}", "door ".repeat(5000), " door".repeat(5000));
    publish(&f, &Document { content, ..document(1, 1, 1) }).await;
    let page = PageRequest { limit: Limit::MAX, after: None };
    for words in ["lant", "lantern", "burns red", "DOOR lantern"] {
        let found = DocumentRepo::new(f.db.clone()).summaries(search(words, 1), page).await.unwrap();
        let snippet = found.items[0].snippet.clone().unwrap();
        assert!(snippet.contains('\u{2}') && snippet.contains('\u{3}'), "{words}: {snippet}");
        assert!(
            words.starts_with("DOOR") || snippet.contains("\u{2}Lantern") || words == "burns red",
            "{snippet}"
        );
        assert!(snippet.chars().count() < 400, "{snippet}");
    }
}
