//! What purges left behind before migration 0056.

use crate::documents::searching;
use crate::harness::{Fixture, postgres_url};
use documents::ports::DocumentQueries as _;
use infra::repos::DocumentRepo;
use infra::testing::TestDatabase;

/// A document at position 1, one in the trash, and what is left of one that was at position 2.
const FILLED: &str = include_str!("filled_0055.sql");

/// Rows of the index: the word, or the number of the bucket, and the documents that it has before and after.
fn index(bytes: impl Fn(&str) -> String) -> String {
    let set = |first: &str| format!("{first}{}", "00".repeat(1024));
    let words = [
        ("lantern", "0100".to_owned()),
        ("both", "02000100".to_owned()),
        ("gone", "0200".to_owned()),
        ("earlier", String::new()),
        ("=gone", set("04")),
        ("often", set("06")),
    ];
    let words = words.map(|(word, members)| {
        format!("INSERT INTO search_words (block, word, members) VALUES (0, '{word}', {});", bytes(&members))
    });
    let sequences =
        [(1, "01000000"), (2, "0200000001000000"), (3, "02000000"), (4, "")].map(|(n, members)| {
            format!(
                "INSERT INTO search_sequences (bucket, block, members) VALUES ({n}, 0, {});",
                bytes(members)
            )
        });
    words.concat() + &sequences.concat()
}

async fn assert_nothing_left(f: Fixture) {
    for (what, rows) in [
        ("search_words", 3),
        ("search_words WHERE word IN ('lantern', 'both', 'often') AND length(members) = 2", 3),
        ("search_sequences", 2),
        ("search_sequences WHERE bucket IN (1, 2) AND length(members) = 4", 2),
        ("submissions", 3),
        ("submissions WHERE title LIKE 'Gone%'", 0),
        ("submissions WHERE file_path IS NULL", 2),
        ("approval_steps", 1),
        ("notifications", 2),
        ("notifications WHERE title LIKE 'Gone%'", 0),
        ("uploads", 2),
        ("uploads WHERE status = 'deleted' AND filename IS NULL AND size IS NULL AND sha256 IS NULL", 1),
        ("uploads WHERE filename = 'kept.txt'", 1),
    ] {
        assert_eq!(f.count(format!("SELECT count(*) AS n FROM {what}")).await, rows, "{what}");
    }
    let repo = DocumentRepo::new(f.db.clone());
    for (word, hits) in [("lantern", 1), ("both", 1), ("often", 1), ("gone", 0)] {
        assert_eq!(repo.count(searching(word)).await.unwrap(), hits, "{word}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_of_purges_are_removed_from_a_sqlite_database() {
    let database = TestDatabase::empty_sqlite().unwrap();
    database.fill_at("0055", &(FILLED.to_owned() + &index(|hex| format!("x'{hex}'")))).unwrap();
    assert_nothing_left(Fixture::over(database)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_of_purges_are_removed_from_a_postgresql_database() {
    let Some(url) = postgres_url() else { return };
    let database = TestDatabase::empty_postgres(&url).unwrap();
    database.fill_at("0055", &(FILLED.to_owned() + &index(|hex| format!("decode('{hex}', 'hex')")))).unwrap();
    assert_nothing_left(Fixture::over(database)).await;
}
