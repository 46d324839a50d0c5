//! Searches for rare and for very common words, whose results are equal on both databases.

use crate::documents::{owners, publish, shown, typed};
use crate::harness::{Fixture, on_each_database};
use facility_documents::plain::EXCERPT_CHARS;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, DocumentId, Limit, PageRequest};

on_each_database![
    a_common_word_is_paged_and_counted,
    shown_text_is_found,
    a_word_deep_in_a_long_text_is_shown,
    excerpts_are_cut_from_the_stored_plain_text,
    both_databases_find_the_same_documents,
];

fn search(words: &str, level: i64) -> DocumentFilter {
    let shelf = Shelf::Repository(Visibility::of(&actor(3, level, false), TEST_NOW));
    DocumentFilter { search: typed(words), ..DocumentFilter::all(shelf) }
}

async fn pages(repo: &DocumentStore, filter: &DocumentFilter, limit: i64) -> Vec<DocumentId> {
    let mut found = Vec::new();
    let mut page = PageRequest { limit: Limit::parse(limit).unwrap(), after: None };
    loop {
        let listed = repo.summaries(filter.clone(), page).await.unwrap();
        assert!(listed.items.iter().all(|item| !shown(item.clone()).snippet.unwrap().matches.is_empty()));
        found.extend(listed.items.into_iter().map(|item| item.document.id));
        match listed.next {
            Some(next) => page.after = Some(next),
            None => return found,
        }
    }
}

async fn a_common_word_is_paged_and_counted(f: Fixture) {
    owners(&f).await;
    publish(&f, &document(1, 2, 1).saying("a common lantern")).await;
    f.execute(
        // More than one block, and more matches than are counted.
        "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200) \
         INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
         archive_requested, version, created_at, updated_at) \
         SELECT substr(id, 1, 24) || (900000000000 + n), title, 'a common door', category, \
         1 + n % 3, submitted_by, n % 10 = 0, archive_requested, version, created_at, updated_at FROM documents, numbers WHERE n > 1",
    )
    .await
    .unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    let repo = DocumentStore::new(f.db.clone());
    for (words, level) in [("common", 2), ("comm", 3), ("common doo", 1), ("lantern", 2), ("lantern", 1)] {
        let filter = search(words, level);
        let found = pages(&repo, &filter, 200).await;
        let all = DocumentFilter { search: None, ..filter.clone() };
        let word = if words == "lantern" { "%lantern%" } else { "%common%" };
        let but = if words.ends_with("doo") { "%door%" } else { "%" };
        let scanned = f
            .count(&format!(
                "SELECT count(*) AS n FROM documents WHERE NOT is_archived \
                 AND clearance_level <= {level} AND content LIKE '{word}' AND content LIKE '{but}'"
            ))
            .await;
        assert_eq!(i64::try_from(found.len()).unwrap(), scanned, "{words} {level}");
        assert_eq!(
            repo.count(filter.clone()).await.unwrap(),
            u64::try_from(scanned).unwrap().min(1001),
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

/// The index holds the plain text: no link addresses, tags as displayed, and whole words even if emphasis splits them.
async fn shown_text_is_found(f: Fixture) {
    owners(&f).await;
    let content = "The [keeper](https://lantern.example/hidden) **light**house <b class=\"red\">gate</b> `code`\n\n\
                   <div>\nthe **barr**ier\n</div>\n\n> a *q*uote and ![the wharf](x.png)";
    publish(&f, &document(1, 1, 1).saying(content)).await;
    let repo = DocumentStore::new(f.db.clone());
    // Indexed once as for a new document, and once as for an import.
    for again in [false, true] {
        if again {
            f.execute("DELETE FROM search_words; DELETE FROM search_sequences; DELETE FROM document_texts")
                .await
                .unwrap();
            facility_infra::testing::index_documents(&f.db).await.unwrap();
        }
        for (words, is_found) in [
            ("keeper", true),
            ("lighthouse", true),
            ("gate", true),
            ("class red", true),
            ("barrier", true),
            ("quote", true),
            ("code", true),
            ("wharf", true),
            ("lantern", false),
            ("hidden", false),
            ("https", false),
            ("png", false),
        ] {
            assert_eq!(repo.count(search(words, 1)).await.unwrap(), u64::from(is_found), "{words}");
            assert_eq!(pages(&repo, &search(words, 1), 10).await.len(), usize::from(is_found), "{words}");
        }
    }
}

/// Both databases return the same list, despite their different tokenizers and locales.
async fn both_databases_find_the_same_documents(f: Fixture) {
    owners(&f).await;
    for (n, title, content) in [
        (1, "ΣΊΣΥΦΟΣ", "Ο Σίσυφος κυλά την πέτρα"),
        (2, "İstanbul", "Straße, façade, naïve ﬁne ½ x² ﬀ"),
        (3, "IR-000123", "v1.4.0 3.14 1e5 user@example.org http://example.org/a/b it's"),
        (4, "Ёлка", "fac\u{327}ade Ａｌｐｈａ co\u{ad}operate مُحَمَّد हिन्दी 한국어 が"),
    ] {
        publish(&f, &document(n, 1, 1).titled(title).saying(content)).await;
    }
    let repo = DocumentStore::new(f.db.clone());
    for (typed, expected) in [
        ("ΣΊΣΥΦΟΣ", vec![1]),
        ("σισυφος", vec![1]),
        ("Σίσυφ", vec![1]),
        ("İstanbul", vec![2]),
        ("istanbul", vec![2]),
        ("ISTAN", vec![2]),
        ("strasse", vec![2]),
        ("STRASSE facade", vec![2]),
        ("facade", vec![4, 2]),
        ("FAÇADE", vec![4, 2]),
        ("fine", vec![2]),
        ("1 2", vec![2]),
        ("x2", vec![2]),
        ("ff", vec![2]),
        ("000123", vec![3]),
        ("IR-000123", vec![3]),
        ("v1.4", vec![3]),
        ("1.4", vec![]),
        ("3 14", vec![3]),
        ("1e5", vec![3]),
        ("example org", vec![3]),
        ("its", vec![]),
        ("it's", vec![3]),
        ("елка", vec![4]),
        ("alpha", vec![4]),
        ("cooperate", vec![4]),
        ("محمد", vec![4]),
        ("हिन्दी", vec![4]),
        ("한국", vec![4]),
        ("か", vec![]),
    ] {
        let ids: Vec<DocumentId> =
            expected.iter().map(|n| DocumentId::from_uuid(facility_kernel::testing::numbered(*n))).collect();
        // Some words occur only in the title, so the content has no marks.
        let page = PageRequest { limit: Limit::MAX, after: None };
        let found = repo.summaries(search(typed, 1), page).await.unwrap().items;
        let found: Vec<DocumentId> = found.into_iter().map(|item| item.document.id).collect();
        assert_eq!(found, ids, "{typed}");
        assert_eq!(repo.count(search(typed, 1)).await.unwrap(), ids.len() as u64, "{typed}");
    }
}

/// Without a stored plain text, the result shows the preview of the document.
async fn excerpts_are_cut_from_the_stored_plain_text(f: Fixture) {
    owners(&f).await;
    publish(&f, &document(1, 1, 1).saying("The **red** [lantern](https://example.com).")).await;
    let snippet = async || {
        let repo = DocumentStore::new(f.db.clone());
        let found = repo.summaries(search("lantern", 1), PageRequest::FIRST).await.unwrap();
        shown(found.items[0].clone()).snippet.unwrap().text
    };
    assert_eq!(snippet().await, "The red lantern.");
    f.execute("UPDATE document_texts SET plain = 'The stored lantern.'").await.unwrap();
    assert_eq!(snippet().await, "The stored lantern.");
    f.execute("DELETE FROM document_texts").await.unwrap();
    assert_eq!(snippet().await, "The red lantern.");
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM document_texts").await, 1);
}

async fn a_word_deep_in_a_long_text_is_shown(f: Fixture) {
    owners(&f).await;
    let content = format!("{}a red Lantern burns{}", "door ".repeat(5000), " door".repeat(5000));
    publish(&f, &document(1, 1, 1).saying(content)).await;
    let page = PageRequest { limit: Limit::MAX, after: None };
    for words in ["lant", "lantern", "burns red", "DOOR lantern"] {
        let found = DocumentStore::new(f.db.clone()).summaries(search(words, 1), page).await.unwrap();
        let snippet = shown(found.items[0].clone()).snippet.unwrap();
        assert!(!snippet.matches.is_empty(), "{words}: {snippet:?}");
        assert!(words.starts_with("DOOR") || snippet.text.contains("a red Lantern burns"), "{snippet:?}");
        assert!(snippet.text.chars().count() <= EXCERPT_CHARS, "{snippet:?}");
    }
}

/// The duration of a search, measured while no other test runs.
mod timed {
    use super::*;
    use std::time::{Duration, Instant};

    on_each_database![document_full_of_matches_is_shown_quickly];

    /// SQLite's own snippet of such a document took 43 seconds, and two of them blocked all other searches.
    async fn document_full_of_matches_is_shown_quickly(f: Fixture) {
        owners(&f).await;
        publish(&f, &document(1, 1, 1).saying("ab ".repeat(66_000))).await;
        publish(&f, &document(2, 1, 1).saying("ab cd ".repeat(33_000))).await;
        let repo = DocumentStore::new(f.db.clone());
        for words in ["ab", "a", "cd ab ab a"] {
            let begun = Instant::now();
            let found = repo.summaries(search(words, 1), PageRequest::FIRST).await.unwrap();
            assert!(begun.elapsed() < Duration::from_secs(1), "{words}: {:?}", begun.elapsed());
            assert!(found.items.iter().all(|item| !shown(item.clone()).snippet.unwrap().matches.is_empty()), "{words}");
        }
    }
}
