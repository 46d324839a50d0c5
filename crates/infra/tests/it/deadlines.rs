//! Endless statements, and callers that wait for others.

use crate::harness::{Fixture, batch, on_each_database};
use infra::testing::read_within;
use kernel::StoreError;
use std::time::{Duration, Instant};

on_each_database![
    search_ends_at_its_deadline,
    search_within_its_deadline_is_answered,
    search_of_a_disconnected_caller_frees_its_connection,
];

/// Returns a statement that never ends by itself.
fn endless(f: &Fixture) -> &'static str {
    if f.is_sqlite() {
        "SELECT count(*) FROM (WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE search_goes_on()) SELECT n FROM numbers)"
    } else {
        "SELECT pg_sleep(3600)"
    }
}

async fn search_ends_at_its_deadline(f: Fixture) {
    let sql = endless(&f);
    // More searches than connections, so that some have to wait for one.
    let searches: Vec<_> = (0..20)
        .map(|_| {
            let db = f.db.clone();
            tokio::spawn(async move {
                let begun = Instant::now();
                let result = read_within(&db, Duration::from_millis(400), move |conn| batch(conn, sql)).await;
                (result, begun.elapsed())
            })
        })
        .collect();
    let mut cut = 0;
    for search in searches {
        let (result, took) = search.await.unwrap();
        assert!(took < Duration::from_secs(1), "{took:?}");
        match result {
            Err(StoreError::TooSlow) => cut += 1,
            Err(StoreError::Unavailable(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(cut >= 4, "{cut}");
    assert_eq!(f.count("SELECT CAST(7 AS BIGINT) AS n").await, 7);
}

async fn search_within_its_deadline_is_answered(f: Fixture) {
    let sql = if f.is_sqlite() { "SELECT search_goes_on()" } else { "SELECT pg_sleep(0.01)" };
    read_within(&f.db, Duration::from_secs(5), move |conn| batch(conn, sql)).await.unwrap();
    // An error before the deadline stays an error.
    let wrong = read_within(&f.db, Duration::from_secs(5), |conn| batch(conn, "SELECT * FROM nowhere")).await;
    assert!(matches!(wrong, Err(StoreError::Internal(_))), "{wrong:?}");
}

async fn search_of_a_disconnected_caller_frees_its_connection(f: Fixture) {
    let sql = endless(&f);
    // PostgreSQL does not notice that the caller has gone, so only the time limit ends its statement.
    let time = Duration::from_millis(if f.is_sqlite() { 3_600_000 } else { 900 });
    for _ in 0..40 {
        let db = f.db.clone();
        let search = tokio::spawn(async move { read_within(&db, time, move |conn| batch(conn, sql)).await });
        tokio::time::sleep(Duration::from_millis(5)).await;
        search.abort();
    }
    let begun = Instant::now();
    assert_eq!(f.count("SELECT CAST(7 AS BIGINT) AS n").await, 7);
    assert!(begun.elapsed() < Duration::from_millis(1200), "{:?}", begun.elapsed());
}

/// PostgreSQL only: on SQLite, readers never wait for the single writer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_waiting_for_a_lock_do_not_block_readers() {
    let Some(f) = Fixture::postgres() else { return };
    let write = |sql: &'static str| {
        let db = f.db.clone();
        tokio::spawn(async move { db.write(move |conn| batch(conn, sql)).await })
    };
    let holder = write("UPDATE site_settings SET updated_at = updated_at; SELECT pg_sleep(2)");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let waiting: Vec<_> =
        (0..40).map(|_| write("UPDATE site_settings SET updated_at = updated_at + 1")).collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..50 {
        let begun = Instant::now();
        assert_eq!(f.count("SELECT CAST(7 AS BIGINT) AS n").await, 7);
        slowest = slowest.max(begun.elapsed());
    }
    assert!(slowest < Duration::from_millis(250), "{slowest:?}");
    assert!(!holder.is_finished(), "the lock must be held throughout");
    holder.await.unwrap().unwrap();
    for write in waiting {
        // Some writes may have exceeded the time limit of the wait for a connection.
        match write.await.unwrap() {
            Ok(()) | Err(StoreError::Unavailable(_)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
}
