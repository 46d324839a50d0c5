//! The maintained counts of documents and of the archive's sections equal a count of the table, for every reader.

use crate::documents::{any_document, owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_archive::ports::ArchiveQueries as _;
use facility_archive::shelf::SectionShelf;
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{Clearance, DocumentId, SectionId};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

on_each_database![counts_follow_every_change, counts_of_sections_follow_every_change,];

async fn fill(f: &Fixture, documents: u64) {
    owners(f).await;
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    for n in 1..=documents {
        let any = any_document().new_tree(&mut runner).unwrap().current();
        publish(f, &Document { id: DocumentId::from_uuid(numbered(n)), ..any }).await;
    }
}

/// Asserts that every filter without words, for every kind of reader, counts the same as a scan of the table.
async fn assert_exact(f: &Fixture, when: &str) {
    let repo = DocumentStore::new(f.db.clone());
    let levels = || std::iter::once(None).chain((1..=5).map(|n| Some(Clearance::parse(n).unwrap())));
    let categories = [None, Some(Category::ALL[0]), Some(Category::ALL[1])];
    let mut found = 0_u64;
    for reader in (1..=5).flat_map(|n| [actor(9, n, false), actor(9, n, true)]) {
        let visibility = Visibility::of(&reader, TEST_NOW);
        for shelf in [Shelf::Repository(visibility), Shelf::Everything(Clearance::MAX)] {
            for (level, category) in levels().flat_map(|level| categories.map(|category| (level, category))) {
                let filter = DocumentFilter { level, category, ..DocumentFilter::all(shelf) };
                let scanned = u64::try_from(f.count(scan(&filter)).await).unwrap();
                assert_eq!(repo.count(filter.clone()).await.unwrap(), scanned, "{when}: {filter:?}");
                found += scanned;
            }
        }
    }
    assert!(found > 0, "{when}: the test needs documents to count");
}

fn scan(filter: &DocumentFilter) -> String {
    let mut conditions = vec!["TRUE".to_owned()];
    if let Shelf::Repository(visibility) = &filter.shelf {
        conditions.push(format!("NOT is_archived AND clearance_level <= {}", visibility.max_level));
        if !visibility.sees_unreleased {
            let now = visibility.now.as_micros();
            conditions.push(format!("(scheduled_release_at IS NULL OR scheduled_release_at <= {now})"));
        }
    }
    conditions.extend(filter.level.map(|level| format!("clearance_level = {level}")));
    conditions.extend(filter.category.map(|category| format!("category = '{}'", category.as_str())));
    format!("SELECT count(*) AS n FROM documents WHERE {}", conditions.join(" AND "))
}

async fn counts_follow_every_change(f: Fixture) {
    fill(&f, 80).await;
    assert_exact(&f, "after inserts").await;
    for change in [
        "UPDATE documents SET clearance_level = 1 + (clearance_level + position) % 5",
        "UPDATE documents SET is_archived = NOT is_archived WHERE position % 3 = 0",
        "UPDATE documents SET category = 'ENTITY' WHERE position % 2 = 0",
        "UPDATE documents SET category = 'INCIDENT', clearance_level = 2, \
         is_archived = (clearance_level = 3) WHERE position % 5 = 0",
        "UPDATE documents SET title = 'another', scheduled_release_at = NULL WHERE position % 7 = 0",
        "DELETE FROM documents WHERE position % 3 = 1",
    ] {
        f.execute(change).await.unwrap();
        assert_exact(&f, change).await;
    }
    f.execute("DELETE FROM documents").await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM document_counts WHERE documents <> 0").await, 0);
}

/// Asserts that the counts of sections, together and of each, are those of a scan of the table, for every kind of
/// reader.
async fn assert_sections_exact(f: &Fixture, when: &str) -> u64 {
    let repo = f.db.clone();
    let mut found = 0_u64;
    for reader in (1..=5).flat_map(|n| [actor(9, n, false), actor(9, n, true)]) {
        let reader = Visibility::of(&reader, TEST_NOW);
        let all = repo.counts(reader).await.unwrap();
        for n in 1..=3 {
            let section = SectionId::from_uuid(numbered(n));
            let released = if reader.sees_unreleased { i64::MAX } else { reader.now.as_micros() };
            let scanned = f
                .count(format!(
                    "SELECT count(*) AS n FROM documents WHERE archive_section = '{section}' AND clearance_level <= {} \
                     AND COALESCE(scheduled_release_at, 0) <= {released}",
                    reader.max_level
                ))
                .await;
            let scanned = u64::try_from(scanned).unwrap();
            assert_eq!(all.get(&section).copied().unwrap_or_default(), scanned, "{when}: {reader:?}");
            assert_eq!(repo.count(SectionShelf { section, reader }).await.unwrap(), scanned, "{when}: {reader:?}");
            found += scanned;
        }
    }
    found
}

async fn counts_of_sections_follow_every_change(f: Fixture) {
    fill(&f, 80).await;
    let section = |n: u64| SectionId::from_uuid(numbered(n));
    let archived = |n: u64, which: &str| {
        format!("UPDATE documents SET is_archived = TRUE, archive_section = '{}' WHERE {which}", section(n))
    };
    let later = i64::MAX - 1;
    for (change, any) in [
        ("UPDATE documents SET is_archived = FALSE, archive_section = NULL".to_owned(), false),
        (archived(1, "position % 2 = 0"), true),
        (archived(2, "position % 3 = 0"), true),
        (format!("UPDATE documents SET scheduled_release_at = {later} WHERE position % 5 = 0"), true),
        ("UPDATE documents SET clearance_level = 1 + (clearance_level + position) % 5".to_owned(), true),
        (
            format!("UPDATE documents SET archive_section = '{}' WHERE is_archived AND position % 4 = 0", section(3)),
            true,
        ),
        ("UPDATE documents SET is_archived = FALSE, archive_section = NULL WHERE position % 7 = 0".to_owned(), true),
        ("DELETE FROM documents WHERE position % 3 = 1".to_owned(), true),
        ("DELETE FROM documents".to_owned(), false),
    ] {
        f.execute(change.clone()).await.unwrap();
        assert_eq!(assert_sections_exact(&f, &change).await > 0, any, "{change}");
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM archive_counts WHERE documents <> 0").await, 0);
}
