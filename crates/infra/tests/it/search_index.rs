//! The rows of the search index for words and for sequences of words, on both databases.

use crate::documents::{owners, publish, typed};
use crate::harness::{Fixture, on_each_database};
use facility_documents::change::{DocumentChange, Revision};
use facility_documents::document::Document;
use facility_documents::ports::{DocumentQueries, DocumentRepository};
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{Clearance, DocumentId, Limit, PageRequest, StoreError, VersionId};

on_each_database![
    count_of_a_common_word_does_not_depend_on_how_documents_were_added,
    phrases_longer_than_sequences_are_checked_in_the_texts,
    levels_of_the_index_follow_the_visibility_rule,
    revised_document_is_found_by_its_current_words_only,
    revision_is_not_stored_without_its_entry,
    words_of_links_are_replaced_whichever_version_indexed_them,
];

fn search(query: &str, level: i64) -> DocumentFilter {
    let shelf = Shelf::Repository(Visibility::of(&actor(3, level, false), TEST_NOW));
    DocumentFilter { search: typed(query), ..DocumentFilter::all(shelf) }
}

async fn found(repo: &DocumentStore, filter: &DocumentFilter) -> Vec<DocumentId> {
    let page = PageRequest { limit: Limit::MAX, after: None };
    let listed = repo.summaries(filter.clone(), page).await.unwrap();
    assert_eq!(repo.count(filter.clone()).await.unwrap(), listed.items.len() as u64);
    listed.items.into_iter().map(|item| item.document.id).collect()
}

fn ids(numbers: &[u64]) -> Vec<DocumentId> {
    numbers.iter().map(|n| DocumentId::from_uuid(numbered(*n))).collect()
}

/// Inserts 300 copies of the oldest document and indexes them together.
const COPIES: &str = "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
    archive_requested, version, created_at, updated_at) \
    SELECT substr(id, 1, 24) || (900000000000 + (SELECT max(position) FROM documents) + n), title, content, category, \
    clearance_level, submitted_by, FALSE, archive_requested, version, created_at, updated_at FROM documents, \
    (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300) SELECT n FROM numbers) AS more \
    WHERE position = (SELECT min(position) FROM documents)";

/// Publishes this as the next version of the document.
pub async fn revise(repo: &DocumentStore, f: &Fixture, after: Document) -> Result<(), StoreError> {
    // The ids of `numbered` differ in their last digits.
    let document = u64::try_from(after.id.as_uuid().as_u128() & 0xffff).unwrap();
    let revision = Revision {
        before: after.version - 1,
        version: VersionId::from_uuid(numbered(100 * document + u64::try_from(after.version).unwrap())),
        author: after.owner,
        description: None,
        after,
    };
    let change = f.audited(DocumentChange::Revise(Box::new(revision)));
    repo.commit(change).await.map(drop)
}

/// The rows of a common word become bit sets instead of lists, and documents are removed from and added to both.
async fn revised_document_is_found_by_its_current_words_only(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let first = document(1, 1, 1).titled("Gate").saying("the red lantern");
    publish(&f, &first).await;
    let mut version = 1;
    for _ in 0..3 {
        f.execute(COPIES).await.unwrap();
        facility_infra::testing::index_documents(&f.db).await.unwrap();
        let count = async |query: &str| repo.count(search(query, 1)).await.unwrap();
        let with_all = count("lantern").await;
        version += 1;
        let after = first.clone().titled("Wall").saying("a green lamp, lantern of no red");
        revise(&repo, &f, Document { version, ..after }).await.unwrap();
        for (query, expected) in [
            ("lantern", with_all),
            ("gate", with_all - 1),
            ("\"red lantern\"", with_all - 1),
            ("\"green lamp\"", 1),
            ("wall", 1),
            ("lamp -gate", 1),
            ("the", with_all - 1),
        ] {
            assert_eq!(count(query).await, expected, "{query}");
        }
        version += 1;
        let hidden = Document { version, clearance: Clearance::MAX, ..first.clone() };
        revise(&repo, &f, hidden).await.unwrap();
        assert_eq!((count("gate").await, count("wall").await), (with_all - 1, 0));
        assert_eq!(repo.count(search("gate", 5)).await.unwrap(), with_all);
        version += 1;
        revise(&repo, &f, Document { version, ..first.clone() }).await.unwrap();
        assert_eq!(count("gate").await, with_all);
        assert_eq!(count("\"red lantern\"").await, with_all);
        let stale = revise(&repo, &f, Document { version, ..first.clone() }).await;
        assert!(matches!(stale, Err(StoreError::Stale)));
    }
}

async fn revision_is_not_stored_without_its_entry(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    publish(&f, &document(1, 1, 1)).await;
    f.break_audit_log().await;
    assert!(revise(&repo, &f, Document { version: 2, ..document(1, 1, 1).saying("New") }).await.is_err());
    assert_eq!(f.count("SELECT count(*) AS n FROM document_versions").await, 0);
    assert_eq!(repo.count(search("new", 1)).await.unwrap(), 0);
}

/// A row holds a list of two bytes per document, or a bit set from 512 documents on.
async fn count_of_a_common_word_does_not_depend_on_how_documents_were_added(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let mut n = 0;
    let mut publish_one = async || {
        n += 1;
        publish(&f, &document(n, 1, 1).titled("Gate").saying("the red lantern")).await;
    };
    // Adds to a list, a list that turns a list into a bit set, a list to a bit set, and one document to a bit set.
    for (expected, is_set) in [(302, false), (603, true), (904, true)] {
        publish_one().await;
        f.execute(COPIES).await.unwrap();
        facility_infra::testing::index_documents(&f.db).await.unwrap();
        if expected == 302 {
            publish_one().await;
        }
        for query in ["lantern", "lant", "\"red lantern\"", "gate -door"] {
            assert_eq!(repo.count(search(query, 1)).await.unwrap(), expected, "{query}");
        }
        let length =
            f.count("SELECT CAST(length(members) AS BIGINT) AS n FROM search_words WHERE word = 'lantern'").await;
        assert_eq!(length, if is_set { 1025 } else { 2 * i64::try_from(expected).unwrap() });
    }
    // Indexing all of them together gives the same rows, and indexing them a second time changes nothing.
    let sum = "SELECT count(*) AS n FROM search_words";
    let rows = f.count(sum).await;
    for deleted in ["SELECT 1", "DELETE FROM search_words; DELETE FROM search_sequences"] {
        f.execute(deleted).await.unwrap();
        f.execute("DELETE FROM document_texts").await.unwrap();
        facility_infra::testing::index_documents(&f.db).await.unwrap();
        assert_eq!(f.count(sum).await, rows);
        assert_eq!(repo.count(search("\"red lantern\"", 1)).await.unwrap(), 904);
    }
}

async fn phrases_longer_than_sequences_are_checked_in_the_texts(f: Fixture) {
    owners(&f).await;
    for (n, title, content) in [
        (1, "Gate", "The red lantern burns at the gate."),
        (2, "Gate", "Lantern red, and a lantern burns."),
        (3, "Gate", "A red lantern; the lantern burns."),
        (4, "The red", "lantern"),
        (5, "Red lantern burns", "nothing"),
        (6, "Gate", "red red red lantern lantern"),
        (7, "Watch", "an old red door, and a green door shut; old red door, red door shut"),
    ] {
        publish(&f, &document(n, 1, 1).titled(title).saying(content)).await;
    }
    let repo = DocumentStore::new(f.db.clone());
    for (query, expected) in [
        ("\"red lantern\"", vec![6, 5, 3, 1]),
        ("\"lantern burns\"", vec![5, 3, 2, 1]),
        // Document 3 has both sequences of two words, but not the phrase.
        ("\"red lantern burns\"", vec![5, 1]),
        // Document 7 has both sequences of it, but not the phrase.
        ("\"old red door shut\"", vec![]),
        ("\"a green door shut old\"", vec![7]),
        ("\"red red\"", vec![6]),
        ("\"red red red red\"", vec![]),
        ("\"the red lantern\"", vec![1]),
        ("\"gate the\"", vec![]),
        ("burns -\"red lantern\"", vec![2]),
        ("lantern -\"red lantern burns\"", vec![6, 4, 3, 2]),
        ("\"lantern burns\" -\"the red\"", vec![5, 3, 2]),
        ("\"red lantern\" \"lantern burns\"", vec![5, 3, 1]),
        ("-\"red lantern\"", vec![7, 4, 2]),
        ("door -\"old red door shut\"", vec![7]),
        ("door -\"and a green door\"", vec![]),
    ] {
        assert_eq!(found(&repo, &search(query, 1)).await, ids(&expected), "{query}");
    }
}

async fn levels_of_the_index_follow_the_visibility_rule(f: Fixture) {
    owners(&f).await;
    for n in 1..=5 {
        let document = document(n, i64::try_from(n).unwrap(), 1).titled("Gate").saying("the red lantern");
        publish(&f, &document).await;
    }
    publish(
        &f,
        &Document {
            release_at: Some(TEST_NOW.plus(std::time::Duration::from_secs(9))),
            ..document(6, 1, 1).saying("lantern")
        },
    )
    .await;
    let repo = DocumentStore::new(f.db.clone());
    for reader in 1..=5_u64 {
        for query in ["lantern", "\"red lantern\"", "-door lant", "-door"] {
            let all = search(query, i64::try_from(reader).unwrap());
            let expected: Vec<u64> = (1..=reader).rev().collect();
            assert_eq!(found(&repo, &all).await, ids(&expected), "{query} {reader}");
            for level in 1..=5_u64 {
                let wanted = Clearance::parse(i64::try_from(level).unwrap()).unwrap();
                let filter = DocumentFilter { level: Some(wanted), ..all.clone() };
                let expected: Vec<u64> = (level..=level).filter(|level| *level <= reader).collect();
                assert_eq!(found(&repo, &filter).await, ids(&expected), "{query} {reader} {level}");
            }
        }
    }
}

async fn words_of_links_are_replaced_whichever_version_indexed_them(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    // The index has all words of the link, as version 1.0.0 wrote them.
    let first = document(1, 1, 1).titled("One").saying("cellar gate");
    publish(&f, &first).await;
    f.execute("UPDATE documents SET content = '[[cellar|gate]]'").await.unwrap();
    revise(&repo, &f, Document { version: 2, ..first.saying("lamp") }).await.unwrap();
    for (query, expected) in [("lamp", &[1][..]), ("cellar", &[]), ("gate", &[]), ("\"cellar gate\"", &[])] {
        assert_eq!(found(&repo, &search(query, 1)).await, ids(expected), "{query}");
    }
    // The index has only the words that the link shows.
    let second = document(2, 1, 1).titled("Two").saying("[[cellar|gate]]");
    publish(&f, &second).await;
    assert_eq!(found(&repo, &search("cellar", 1)).await, []);
    revise(&repo, &f, Document { version: 2, ..second.saying("cellar gate") }).await.unwrap();
    for query in ["cellar", "gate", "\"cellar gate\""] {
        assert_eq!(found(&repo, &search(query, 1)).await, ids(&[2]), "{query}");
    }
}
