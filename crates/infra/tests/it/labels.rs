//! Documents are found by the first characters of their ids.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, on_each_database};
use facility_documents::document::Document;
use facility_documents::label::ShortLabel;
use facility_documents::ports::DocumentQueries;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{DocumentId, Timestamp};

on_each_database![a_label_finds_visible_documents_newest_first, ids_with_a_common_prefix_are_distinguished,];

fn id(text: &str) -> DocumentId {
    text.parse().unwrap()
}

async fn found(f: &Fixture, label: &str, reader: (i64, bool)) -> Vec<String> {
    let visibility = Visibility::of(&actor(9, reader.0, reader.1), TEST_NOW);
    let repo = DocumentStore::new(f.db.clone());
    let summaries = repo.labelled(ShortLabel::parse(label).unwrap(), visibility).await.unwrap();
    summaries.into_iter().map(|summary| summary.document.text.title).collect()
}

async fn ids_with_a_common_prefix_are_distinguished(f: Fixture) {
    owners(&f).await;
    for (title, text) in [
        ("below", "3fa9c1dd-ffff-4fff-bfff-ffffffffffff"),
        ("first", "3fa9c1de-0000-4000-8000-000000000000"),
        ("second", "3fa9c1de-ab12-4fff-bfff-ffffffffffff"),
        ("above", "3fa9c1df-0000-4000-8000-000000000000"),
    ] {
        publish(&f, &Document { id: id(text), ..document(1, 1, 1) }.titled(title)).await;
    }
    for (label, titles) in [
        ("3fa9", vec!["above", "second", "first", "below"]),
        ("DOC-3FA9C1DE", vec!["second", "first"]),
        ("3fa9c1dea", vec!["second"]),
        ("3fa9c1deab12", vec!["second"]),
        ("3fa9c1deab13", vec![]),
        ("ffff", vec![]),
    ] {
        assert_eq!(found(&f, label, (1, false)).await, titles, "{label}");
    }
}

async fn a_label_finds_visible_documents_newest_first(f: Fixture) {
    owners(&f).await;
    let later = Some(Timestamp::from_micros(TEST_NOW.as_micros() + 1));
    for n in 0..12_u32 {
        // The ids sort in the opposite order of publication.
        let id = id(&format!("aaaa{:04x}-0000-4000-8000-000000000000", 99 - n));
        let written = Document { id, ..document(1, 1, 1) }.titled(n.to_string());
        publish(&f, &written).await;
    }
    let numbered = |from: u32, to: u32| (from..=to).rev().map(|n| n.to_string()).collect::<Vec<_>>();
    assert_eq!(found(&f, "aaaa", (1, false)).await, numbered(2, 11), "at most ten");
    for (n, title) in [(1, "archived"), (2, "secret"), (3, "unreleased")] {
        let id = id(&format!("bbbb{n:04x}-0000-4000-8000-000000000000"));
        let written = Document { id, ..document(1, 1, 1) }.titled(title);
        publish(
            &f,
            &match title {
                "secret" => Document { clearance: facility_kernel::Clearance::parse(3).unwrap(), ..written },
                "unreleased" => Document { release_at: later, ..written },
                _ => written.archived(),
            },
        )
        .await;
    }
    assert_eq!(found(&f, "bbbb", (1, false)).await, ["archived"]);
    assert_eq!(found(&f, "bbbb", (3, false)).await, ["secret", "archived"]);
    assert_eq!(found(&f, "bbbb", (1, true)).await, ["unreleased", "archived"]);
}

/// The duration of a search by label, measured while no other test runs.
mod timed {
    use super::*;
    use std::time::{Duration, Instant};

    on_each_database![label_shared_by_thousands_uses_the_index];

    /// Older ids start with their creation time: thousands of documents of a few weeks share their first four digits.
    async fn label_shared_by_thousands_uses_the_index(f: Fixture) {
        owners(&f).await;
        publish(&f, &document(1, 1, 1)).await;
        f.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) \
             INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
             archive_requested, version, created_at, updated_at) \
             SELECT substr(id, 1, 24) || (900000000000 + n), 'Document ' || n, content, category, 1 + n % 5, submitted_by, \
             is_archived, archive_requested, version, created_at, updated_at \
             FROM documents, numbers",
        )
        .await
        .unwrap();
        let begun = Instant::now();
        let titles = found(&f, "00000000", (1, false)).await;
        assert_eq!(titles.len(), 10);
        assert_eq!(titles.first().map(String::as_str), Some("Document 20000"));
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    }
}
