//! The usage lock on PostgreSQL: released when a program ends, and awaited by the next one.

use crate::harness::Fixture;
use facility_infra::clock::SystemClock;
use facility_infra::events::Feed;
use facility_infra::running::{InUse, UsageLock, claim_within, serve_within};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Longer than the duration of any test.
const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(150);

async fn serve(f: &Fixture, patience: Duration) -> Result<UsageLock, InUse> {
    let target = f.database.target().clone();
    spawn_blocking(move || serve_within(&target, patience)).await.unwrap()
}

async fn claim(f: &Fixture, patience: Duration) -> Result<UsageLock, InUse> {
    let target = f.database.target().clone();
    spawn_blocking(move || claim_within(&target, patience)).await.unwrap()
}

/// Waits until a connection waits for this lock.
async fn asked(f: &Fixture, function: &str) {
    let sql = format!(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' \
         AND pid <> pg_backend_pid() AND query LIKE 'SELECT {function}(%AS taken'"
    );
    f.until(&sql, |asked| asked > 0).await;
}

#[tokio::test]
async fn lock_that_is_released_soon_is_awaited() {
    let Some(f) = Fixture::postgres() else { return };
    let server = serve(&f, LONG).await.unwrap();
    let (import, ()) = tokio::join!(claim(&f, LONG), async {
        asked(&f, "pg_try_advisory_lock").await;
        drop(server);
    });
    let import = import.unwrap();
    let (server, ()) = tokio::join!(serve(&f, LONG), async {
        asked(&f, "pg_try_advisory_lock_shared").await;
        drop(import);
    });
    drop(server.unwrap());
}

#[tokio::test]
async fn lock_that_stays_refuses_others() {
    let Some(f) = Fixture::postgres() else { return };
    let server = serve(&f, LONG).await.unwrap();
    drop(serve(&f, Duration::ZERO).await.unwrap());
    assert!(matches!(claim(&f, SHORT).await, Err(InUse::Busy)));
    drop(server);
    let import = claim(&f, Duration::ZERO).await.unwrap();
    assert!(matches!(serve(&f, SHORT).await, Err(InUse::Importing)));
    assert!(matches!(claim(&f, SHORT).await, Err(InUse::Busy)));
    drop(import);
}

#[tokio::test]
async fn stopped_server_leaves_no_lock() {
    let Some(f) = Fixture::postgres() else { return };
    for _ in 0..5 {
        let server = serve(&f, LONG).await.unwrap();
        let feed = Feed::open(f.db.clone(), f.database.target(), Arc::new(SystemClock)).await.unwrap();
        // The listening connection holds the lock, too.
        let marks = "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted \
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        f.until(marks, |marks| marks == 2).await;
        let running = tokio::spawn(feed.run(|_events| {}));
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        drop(server);
        drop(claim(&f, Duration::ZERO).await.unwrap());
    }
}
