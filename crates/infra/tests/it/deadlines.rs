//! Time limits of statements that never end and of callers that wait for a connection or a lock.

use crate::harness::{Fixture, batch, on_each_database};
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use facility_infra::testing::read_within;
use facility_kernel::StoreError;
use std::time::Duration;

on_each_database![search_within_its_deadline_is_answered];

/// Returns a statement that never ends by itself.
fn endless(f: &Fixture) -> &'static str {
    if f.is_sqlite() {
        "SELECT count(*) FROM (WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE search_goes_on()) SELECT n FROM numbers)"
    } else {
        "SELECT pg_sleep(3600)"
    }
}

async fn search_within_its_deadline_is_answered(f: Fixture) {
    let sql = if f.is_sqlite() { "SELECT search_goes_on()" } else { "SELECT pg_sleep(0.01)" };
    read_within(&f.db, Duration::from_secs(5), move |conn| batch(conn, sql)).await.unwrap();
    // An error before the deadline stays an error.
    let wrong = read_within(&f.db, Duration::from_secs(5), |conn| batch(conn, "SELECT * FROM nowhere")).await;
    assert!(matches!(wrong, Err(StoreError::Internal(_))), "{wrong:?}");
}

/// PostgreSQL only: on SQLite, readers never wait for the single writer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_waiting_for_a_lock_do_not_block_readers() {
    let Some(f) = Fixture::postgres() else { return };
    let facility_infra::db::conn::Target::Postgres(url) = f.database.target() else { panic!("not on PostgreSQL") };
    // While this connection holds the lock, the first write keeps its row lock without a time limit.
    let mut release = PgConnection::establish(url).unwrap();
    release.batch_execute("SELECT pg_advisory_lock(1)").unwrap();
    let write = |sql: [&'static str; 2]| {
        let db = f.db.clone();
        let run = async move { db.write(move |conn| sql.iter().try_for_each(|sql| batch(conn, sql))).await };
        tokio::spawn(run)
    };
    let held = "UPDATE site_settings SET updated_at = updated_at; SELECT pg_advisory_xact_lock(1)";
    let holder = write(["SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0", held]);
    until_waiting(&f, 1).await;
    let change = "UPDATE site_settings SET updated_at = updated_at + 1";
    let waiting: Vec<_> = (0..40).map(|_| write(["SELECT 1", change])).collect();
    // When one write waits for the row, the others queue as well.
    until_waiting(&f, 2).await;
    for _ in 0..50 {
        assert_eq!(f.count("SELECT CAST(7 AS BIGINT) AS n").await, 7);
    }
    assert!(!holder.is_finished(), "the row must stay locked throughout");
    release.batch_execute("SELECT pg_advisory_unlock(1)").unwrap();
    holder.await.unwrap().unwrap();
    for write in waiting {
        // Some writes may have exceeded the time limit of the wait for a connection or for the row.
        match write.await.unwrap() {
            Ok(()) | Err(StoreError::Unavailable(_)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Waits until this many statements of the test database wait for a lock.
async fn until_waiting(f: &Fixture, statements: i64) {
    let waiting = "SELECT count(*) AS n FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    f.until(waiting, |n| n >= statements).await;
}

/// Waits with a time limit, measured while no other test runs.
mod timed {
    use super::*;
    use std::time::Instant;

    on_each_database![search_ends_at_its_deadline, search_of_a_disconnected_caller_frees_its_connection];

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
}
