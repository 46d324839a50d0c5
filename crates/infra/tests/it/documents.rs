//! Documents: visibility as SQL, search, deletion.

use crate::harness::{Fixture, on_each_database};
use crate::uploads::finished;
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_documents::change::DocumentChange;
use facility_documents::document::{ArchiveRequest, Document, Placement};
use facility_documents::plain::EXCERPT_CHARS;
use facility_documents::ports::{DocumentQueries, DocumentRepository};
use facility_documents::search::query::Query;
use facility_documents::search::terms::Words;
use facility_documents::search::{DocumentFilter, Order, Search, Shelf};
use facility_documents::text::Category;
use facility_documents::view::testing::record;
use facility_documents::view::{Stored, VisibleText, view};
use facility_documents::visibility::testing::{document, everything as all_visible};
use facility_documents::visibility::{Decision, Visibility, decide};
use facility_files::file::FilePath;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{Clearance, DocumentId, PageRequest, SectionId, StoreError, Timestamp, UserId};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

on_each_database![
    a_document_is_read_back_as_it_was_written,
    lists_hold_exactly_the_visible_documents,
    words_are_found_and_marked,
    any_text_can_be_searched_without_an_error,
    every_change_advances_the_content_changed_timestamp,
];

pub async fn publish(f: &Fixture, document: &Document) {
    let change = DocumentChange::Publish(Box::new(document.clone()));
    DocumentStore::new(f.db.clone()).commit(f.audited_as(Action::SubmissionApproved, change)).await.unwrap();
}

/// Returns the document as a reader with full access sees it.
pub fn shown(stored: Stored) -> VisibleText {
    view(stored, &all_visible()).text.unwrap()
}

pub async fn owners(f: &Fixture) {
    create(f, user(1, "owner-1")).await;
    create(f, user(2, "owner-2")).await;
}

fn level(n: i64) -> Clearance {
    Clearance::parse(n).unwrap()
}

pub fn everything() -> DocumentFilter {
    DocumentFilter::all(Shelf::Everything(Clearance::MAX))
}

pub fn searching(text: &str) -> DocumentFilter {
    DocumentFilter { search: typed(text), ..everything() }
}

/// Returns the search for this query's words and phrases.
pub fn typed(text: &str) -> Option<Search> {
    let terms = Query::parse(text).unwrap()?.terms;
    Some(Search { terms, ..Search::default() })
}

async fn a_document_is_read_back_as_it_was_written(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let plain = document(1, 3, 1);
    let file = FilePath::of(finished(&f, 1, 2).await);
    let (section, at, by) = (SectionId::from_uuid(numbered(7)), TEST_NOW, UserId::Account(numbered(1)));
    let content = "# Ünïcode 漢字\r\n\t\"quotes\" 'and' \\ 🦀";
    let archived = Document {
        files: [file].into_iter().collect(),
        placement: Placement::Archived { section, at, by: UserId::EmergencyAccess },
        release_at: Some(TEST_NOW),
        version: 7,
        updated_at: Timestamp::from_micros(1),
        ..document(2, 5, 2).about(Category::ContainmentProtocol).saying(content)
    };
    let requested = Placement::Repository { archive_request: Some(ArchiveRequest { section, at, by }) };
    let requested = Document { placement: requested, ..document(3, 1, 1) };
    for written in [&plain, &archived, &requested] {
        publish(&f, written).await;
        let found = repo.find(written.id).await.unwrap().unwrap();
        assert_eq!(&found.document, written);
        assert_eq!(shown(found).content, shown(record(written.clone())).content);
    }
    assert_eq!(repo.find(archived.id).await.unwrap().unwrap().submitted_by_username, "owner-2");
    assert_eq!(repo.find(DocumentId::from_uuid(numbered(9))).await.unwrap(), None);
    // A document with incomplete archive columns cannot be decoded, and is not mistaken for another.
    f.execute("UPDATE documents SET archived_by = NULL WHERE is_archived").await.unwrap();
    assert!(matches!(repo.find(DocumentId::from_uuid(numbered(2))).await, Err(StoreError::Internal(_))));
    let again = DocumentChange::Publish(Box::new(plain));
    assert!(matches!(repo.commit(f.audited(again)).await, Err(StoreError::Taken("documents.id"))));
}

const VOCABULARY: [&str; 10] =
    ["lighthouse", "light", "IR-000001", "IR-000012", "Ключ", "entity", "O'Brien", "snake_case", "v1.4", "HOUSE"];

fn any_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..VOCABULARY.len(), 1..6)
        .prop_map(|words| words.into_iter().map(|n| VOCABULARY[n]).collect::<Vec<_>>().join(" "))
}

pub fn any_document() -> impl Strategy<Value = Document> {
    (
        (1_i64..=5, 1_u64..=2, any::<bool>()),
        proptest::option::of(-2_i64..=2),
        0..Category::ALL.len(),
        (any_text(), any_text()),
    )
        .prop_map(|((level, owner, is_archived), release, category, (title, content))| {
            let document = document(1, level, owner).titled(title).saying(content).about(Category::ALL[category]);
            let document = if is_archived { document.archived() } else { document };
            let release_at = release.map(|offset| Timestamp::from_micros(TEST_NOW.as_micros() + offset));
            Document { release_at, ..document }
        })
}

fn any_filter() -> impl Strategy<Value = (i64, bool, bool, Option<i64>, Option<usize>, Option<String>)> {
    (
        1_i64..=5,
        any::<bool>(),
        proptest::bool::weighted(0.2),
        proptest::option::weighted(0.3, 1_i64..=5),
        proptest::option::weighted(0.2, 0..Category::ALL.len()),
        proptest::option::weighted(0.5, prop_oneof![any_text(), "[a-zA-Z0-9]{1,5}"]),
    )
}

fn tokens(text: &str) -> Vec<String> {
    facility_documents::folding::index_text(text).split_whitespace().map(str::to_owned).collect()
}

fn has_words(document: &Document, words: &Words) -> bool {
    let there = [tokens(&document.text.title), tokens(&shown(record(document.clone())).content.unwrap())].concat();
    let (last, whole) = words.as_slice().split_last().unwrap();
    whole.iter().all(|word| there.contains(word)) && there.iter().any(|word| word.starts_with(last.as_str()))
}

async fn lists_hold_exactly_the_visible_documents(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut corpus = Vec::new();
    for n in 1..=120 {
        let document = any_document().new_tree(&mut runner).unwrap().current();
        let document = Document { id: DocumentId::from_uuid(numbered(n)), ..document };
        publish(&f, &document).await;
        corpus.push(document);
    }
    let mut matches = 0;
    for _ in 0..150 {
        let case = any_filter().new_tree(&mut runner).unwrap().current();
        let (reader_level, is_admin, all, of_level, category, words) = case.clone();
        let reader = actor(9, reader_level, is_admin);
        let filter = DocumentFilter {
            shelf: if all {
                Shelf::Everything(Clearance::MAX)
            } else {
                Shelf::Repository(Visibility::of(&reader, TEST_NOW))
            },
            level: of_level.map(level),
            category: category.map(|n| Category::ALL[n]),
            order: Order::Newest,
            search: words.as_deref().and_then(typed),
        };
        let admitted = |document: &&Document| {
            // The check of a single document has to agree with the filter of lists.
            let in_repository =
                !document.placement.is_archived() && decide(&reader, document, TEST_NOW) == Decision::Allowed;
            (all || in_repository)
                && filter.level.is_none_or(|level| document.clearance == level)
                && filter.category.is_none_or(|category| document.text.category == category)
                && filter.words().is_none_or(|words| has_words(document, words))
        };
        let expected: Vec<DocumentId> = corpus.iter().rev().filter(admitted).map(|document| document.id).collect();
        let records = repo.records(filter.clone(), PageRequest::FIRST).await.unwrap();
        let found: Vec<DocumentId> = records.items.iter().map(|record| record.document.id).collect();
        assert_eq!(found, expected, "{case:?}");
        let summaries = repo.summaries(filter.clone(), PageRequest::FIRST).await.unwrap();
        let found: Vec<DocumentId> = summaries.items.iter().map(|summary| summary.document.id).collect();
        assert_eq!(found, expected, "{case:?}");
        let with_words = filter.words().is_some();
        assert!(summaries.items.iter().all(|summary| summary.snippet.is_some() == with_words), "{case:?}");
        assert_eq!(repo.count(filter).await.unwrap(), expected.len() as u64, "{case:?}");
        matches += expected.len();
    }
    assert!(matches > 1000, "the cases must match documents: {matches}");
}

async fn words_are_found_and_marked(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let padding = "nothing to see here ".repeat(100);
    publish(
        &f,
        &document(1, 1, 1).titled("IR-000042").saying(format!("{padding} the **Lighthouse** keeper {padding}")),
    )
    .await;
    publish(&f, &document(2, 1, 1)).await;
    let page = repo.summaries(searching("lighthouse"), PageRequest::FIRST).await.unwrap();
    let snippet = shown(page.items[0].clone()).snippet.unwrap();
    assert!(snippet.text.contains("the Lighthouse keeper"), "{snippet:?}");
    assert!(snippet.text.chars().count() <= EXCERPT_CHARS, "{snippet:?}");
    let units: Vec<u16> = snippet.text.encode_utf16().collect();
    let marked: Vec<String> =
        snippet.matches.iter().map(|[a, b]| String::from_utf16(&units[*a as usize..*b as usize]).unwrap()).collect();
    assert_eq!(marked, ["Lighthouse"]);
    assert_eq!(page.items[0].title_matches.as_deref(), Some([].as_slice()));
    let page = repo.summaries(searching("000042"), PageRequest::FIRST).await.unwrap();
    assert_eq!(page.items[0].title_matches.as_deref(), Some([[3, 9]].as_slice()));
    // A deleted document is no longer found.
    f.execute("DELETE FROM documents WHERE title = 'IR-000042'").await.unwrap();
    assert_eq!(repo.count(searching("lighthouse")).await.unwrap(), 0);
}

async fn any_text_can_be_searched_without_an_error(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    publish(&f, &document(1, 1, 1)).await;
    for text in [
        "OR",
        "AND NOT",
        "NEAR",
        "\u{1F980} a",
        "null",
        "ª º ² ½ Ⅷ",
        "ⓐ",
        "漢字",
        "'; DROP",
        "a:b & !c <-> d",
        "\u{345}x",
    ] {
        let filter = searching(text);
        if filter.words().is_some() {
            repo.summaries(filter.clone(), PageRequest::FIRST).await.unwrap();
            repo.count(filter).await.unwrap();
        }
    }
    let mut runner = TestRunner::deterministic();
    for _ in 0..200 {
        let text = "\\PC{1,20}".new_tree(&mut runner).unwrap().current();
        let filter = searching(&text);
        repo.summaries(filter, PageRequest::FIRST).await.unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    }
}

pub fn deletion(document: &Document) -> DocumentChange {
    DocumentChange::Trash { id: document.id, version: document.version, by: UserId::Account(numbered(1)), at: TEST_NOW }
}

async fn every_change_advances_the_content_changed_timestamp(f: Fixture) {
    owners(&f).await;
    let site = f.site();
    let repo = DocumentStore::new(f.db.clone());
    let here = document(1, 1, 1);
    publish(&f, &here).await;
    assert_eq!(site.settings().await.unwrap().content_changed_at, TEST_NOW);
    // The tests' clock does not move, but the content-changed timestamp still advances.
    repo.commit(f.audited_as(Action::DocumentDeleted, deletion(&here))).await.unwrap();
    assert_eq!(site.settings().await.unwrap().content_changed_at.as_micros(), TEST_NOW.as_micros() + 1000);
}
