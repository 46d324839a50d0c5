//! The gate to the database: transactions, group commit and recovery.

use crate::harness::{Fixture, batch, count, on_each_database};
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::db::error::DbError;
use facility_kernel::StoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

on_each_database![
    failed_write_is_rolled_back_without_affecting_its_batch,
    panicking_write_is_a_fault_and_later_writes_succeed,
    concurrent_writes_all_succeed,
    a_read_that_writes_is_refused_as_a_fault,
    failed_audit_insert_rolls_back_the_change,
    acknowledged_writes_survive_reopening,
    migrated_database_is_unchanged,
    connections_have_their_session_settings,
    reads_wait_a_limited_time_for_a_connection,
    read_at_once_behaves_like_read,
    sqlite_is_built_with_the_configured_options,
    load_counts_connections_in_use,
];

async fn failed_write_is_rolled_back_without_affecting_its_batch(f: Fixture) {
    let db = Arc::new(f.db.clone());
    let writes = (0..200).map(|n| {
        let db = Arc::clone(&db);
        tokio::spawn(async move {
            db.write(move |conn| {
                batch(conn, &format!("INSERT INTO counters (name, value) VALUES ('n{n}', {n})"))?;
                if n % 3 == 0 { Err(DbError::Stale) } else { Ok(n) }
            })
            .await
        })
    });
    let mut done = 0;
    for (n, write) in writes.collect::<Vec<_>>().into_iter().enumerate() {
        match write.await.unwrap() {
            Ok(value) => {
                assert_eq!(value, n);
                done += 1;
            }
            Err(error) => assert!(n % 3 == 0 && matches!(error, StoreError::Stale), "{error:?}"),
        }
    }
    assert_eq!(done, 133);
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name LIKE 'n%'").await, 133);
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name LIKE 'n%' AND value % 3 = 0").await, 0);
}

async fn panicking_write_is_a_fault_and_later_writes_succeed(f: Fixture) {
    let result: Result<(), _> =
        f.db.write(|conn| {
            batch(conn, "INSERT INTO counters (name, value) VALUES ('x', 1)")?;
            panic!("on purpose")
        })
        .await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    let result: Result<(), _> = f.db.read(|_conn| panic!("on purpose")).await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    f.execute("INSERT INTO counters (name, value) VALUES ('y', 1)").await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name IN ('x', 'y')").await, 1);
}

async fn concurrent_writes_all_succeed(f: Fixture) {
    let db = Arc::new(f.db.clone());
    let writes: Vec<_> = (0..300)
        .map(|_| {
            let db = Arc::clone(&db);
            tokio::spawn(async move {
                db.write(|conn| batch(conn, "UPDATE counters SET value = value + 1 WHERE name = 'incident'")).await
            })
        })
        .collect();
    for write in writes {
        write.await.unwrap().unwrap();
    }
    assert_eq!(f.count("SELECT value AS n FROM counters WHERE name = 'incident'").await, 300);
}

async fn a_read_that_writes_is_refused_as_a_fault(f: Fixture) {
    let result = f.db.read(|conn| batch(conn, "DELETE FROM counters")).await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    let result = f.db.read_at_once(|conn| batch(conn, "DELETE FROM counters")).await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM counters").await, 1);
}

async fn failed_audit_insert_rolls_back_the_change(f: Fixture) {
    let insert = |conn: &mut _, (): &()| batch(conn, "INSERT INTO counters (name, value) VALUES ('x', 1)");
    f.break_audit_log().await;
    let result = f.db.commit(f.audited(()), insert).await;
    assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name = 'x'").await, 0);
    f.execute(if f.is_sqlite() { "DROP TRIGGER broken" } else { "DROP TRIGGER broken ON audit_log" }).await.unwrap();
    f.db.commit(f.audited(()), insert).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name = 'x'").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 1);
}

async fn acknowledged_writes_survive_reopening(f: Fixture) {
    for _ in 0..20 {
        f.db.commit(f.audited(()), |conn, ()| {
            batch(conn, "UPDATE counters SET value = value + 1 WHERE name = 'incident'")
        })
        .await
        .unwrap();
    }
    let Fixture { db, database, .. } = f;
    drop(db);
    let again = database.open().unwrap();
    let found = again
        .read(|conn| {
            Ok((
                count(conn, "SELECT value AS n FROM counters WHERE name = 'incident'")?,
                count(conn, "SELECT max(number) AS n FROM audit_log")?,
            ))
        })
        .await
        .unwrap();
    assert_eq!(found, (20, 20));
}

async fn migrated_database_is_unchanged(f: Fixture) {
    f.execute("UPDATE counters SET value = 41 WHERE name = 'incident'").await.unwrap();
    let openings: Vec<_> = (0..3)
        .map(|_| {
            let target = f.database.target().clone();
            std::thread::spawn(move || Database::migrate(&target))
        })
        .collect();
    for opening in openings {
        opening.join().unwrap().unwrap();
    }
    assert_eq!(f.count("SELECT value AS n FROM counters WHERE name = 'incident'").await, 41);
}

async fn connections_have_their_session_settings(f: Fixture) {
    if f.is_sqlite() {
        for (pragma, value) in [
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("recursive_triggers", 1),
            ("trusted_schema", 0),
            ("secure_delete", 1),
        ] {
            let sql = format!("SELECT {pragma} AS n FROM pragma_{pragma}");
            let reading = f.count(sql.clone()).await;
            let writing = f.db.write(move |conn| count(conn, &sql)).await.unwrap();
            assert_eq!((reading, writing), (value, value), "{pragma}");
        }
        assert_eq!(f.count("SELECT count(*) AS n FROM pragma_journal_mode WHERE journal_mode = 'wal'").await, 1);
    } else {
        for (setting, value) in [
            ("statement_timeout", "5s"),
            ("lock_timeout", "3s"),
            ("idle_in_transaction_session_timeout", "10s"),
            ("TimeZone", "UTC"),
            ("synchronous_commit", "on"),
            // The server's own setting is C.UTF-8.
            ("lc_messages", "C"),
        ] {
            let sql = format!("SELECT (current_setting('{setting}') = '{value}')::int::bigint AS n");
            assert_eq!(f.count(sql).await, 1, "{setting}");
        }
    }
}

async fn reads_wait_a_limited_time_for_a_connection(f: Fixture) {
    let (db, released) = (Arc::new(f.db.clone()), Arc::new(AtomicBool::new(false)));
    // More readers than any pool can serve. All of them run until the read was refused.
    let holders: Vec<_> = (0..64)
        .map(|_| {
            let (db, released) = (Arc::clone(&db), Arc::clone(&released));
            tokio::spawn(async move {
                db.read(move |_conn| {
                    for _ in 0..2000 {
                        if released.load(Ordering::SeqCst) {
                            break;
                        }
                        std::thread::sleep(Duration::from_millis(10));
                    }
                    Ok(())
                })
                .await
            })
        })
        .collect();
    let refused = async {
        loop {
            match f.db.read(|_conn| Ok(())).await {
                // A connection is still free.
                Ok(()) => tokio::time::sleep(Duration::from_millis(10)).await,
                Err(error) => break error,
            }
        }
    };
    let refused = tokio::time::timeout(Duration::from_secs(15), refused).await.unwrap();
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused:?}");
    released.store(true, Ordering::SeqCst);
    let served = futures_util::future::join_all(holders).await;
    assert!(served.iter().any(|result| matches!(result, Ok(Ok(())))));
    f.db.read(|_conn| Ok(())).await.unwrap();
}

/// PostgreSQL only: all connections of the pool break, as when the server restarts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_connections_are_replaced_without_a_restart() {
    let Some(f) = Fixture::postgres() else { return };
    let hold = |db: Database| async move {
        db.read(|conn| {
            batch(conn, "SELECT pg_sleep(0.2)")?;
            Ok(())
        })
        .await
    };
    // Fill the pool.
    futures_util::future::join_all((0..8).map(|_| hold(f.db.clone()))).await;
    let cut =
        f.db.read(|conn| {
            count(
                conn,
                "SELECT count(*) AS n FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()) x",
            )
        })
        .await
        .unwrap();
    assert!(cut >= 4, "{cut}");
    let mut failed = 0;
    for _ in 0..30 {
        match f.db.is_ready().await {
            Ok(()) => {}
            Err(StoreError::Unavailable(_)) => failed += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    while let Err(error) = f.execute("INSERT INTO counters (name, value) VALUES ('y', 1)").await {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        failed += 1;
        assert!(failed <= 2, "{failed} calls failed");
    }
}

/// SQLite only: a full disk refuses writes and keeps existing data. Writes succeed again when space is free.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_database_is_unavailable_until_space_is_free() {
    let f = Fixture::sqlite();
    f.execute("INSERT INTO counters (name, value) VALUES ('before', 1)").await.unwrap();
    let pages = f.count("SELECT page_count AS n FROM pragma_page_count").await;
    let full =
        f.db.write(move |conn| {
            // The limit applies to one connection. A write that exceeds it fails as on a full disk.
            batch(conn, &format!("PRAGMA max_page_count = {pages}"))?;
            batch(conn, "CREATE TABLE big (x); INSERT INTO big VALUES (randomblob(100000))")
        })
        .await;
    assert!(matches!(full, Err(StoreError::Unavailable(_))), "{full:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM sqlite_master WHERE name = 'big'").await, 0);
    f.execute("INSERT INTO counters (name, value) VALUES ('after', 1)").await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name IN ('before', 'after')").await, 2);
}

/// SQLite only: a failed commit rolls back every write that shared it, and every one of their callers gets an error.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_commit_fails_every_write_of_its_batch() {
    let f = Fixture::sqlite();
    let db = Arc::new(f.db.clone());
    let writes: Vec<_> = (0..40)
        .map(|n| {
            let db = Arc::clone(&db);
            tokio::spawn(async move {
                db.write(move |conn| {
                    // The first write delays the writer until the others are queued behind it.
                    if n == 0 {
                        std::thread::sleep(Duration::from_millis(200));
                    }
                    if n == 20 {
                        // Violates a constraint that SQLite checks only on commit.
                        batch(conn, "PRAGMA defer_foreign_keys = ON")?;
                        batch(
                            conn,
                            "INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, \
                             expires_at) VALUES ('s', 't', 'nobody', 'password', 0, 0, 0)",
                        )?;
                    }
                    batch(conn, &format!("INSERT INTO counters (name, value) VALUES ('n{n}', {n})"))
                })
                .await
            })
        })
        .collect();
    let mut acknowledged = 0;
    let mut failed = 0;
    for write in writes {
        match write.await.unwrap() {
            Ok(()) => acknowledged += 1,
            Err(error) => {
                assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
                failed += 1;
            }
        }
    }
    assert!(failed >= 1, "the broken write cannot have been acknowledged");
    assert_eq!(f.count("SELECT count(*) AS n FROM counters WHERE name LIKE 'n%'").await, acknowledged);
    assert_eq!(f.count("SELECT count(*) AS n FROM sessions").await, 0);
    f.execute("INSERT INTO counters (name, value) VALUES ('after', 1)").await.unwrap();
}

#[tokio::test]
async fn file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let f = Fixture::sqlite();
    f.execute("INSERT INTO counters (name, value) VALUES ('x', 1)").await.unwrap();
    for name in ["facility.db", "facility.db-wal", "facility.db-shm"] {
        let mode = std::fs::metadata(f.database.folder().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn unreachable_database_is_reported_at_once() {
    let target = Target::parse("postgres://nobody@127.0.0.1:1/none").unwrap();
    let opened = tokio::task::spawn_blocking(move || {
        Database::open(&target, facility_infra::testing::test_keys().audit_chain()).map(drop)
    });
    let refused = opened.await.unwrap();
    assert!(
        matches!(refused, Err(facility_infra::migration::error::MigrationError::Store(StoreError::Unavailable(_)))),
        "{refused:?}"
    );
}

async fn read_at_once_behaves_like_read(f: Fixture) {
    f.execute("INSERT INTO counters (name, value) VALUES ('at once', 7)").await.unwrap();
    let sql = "SELECT value AS n FROM counters WHERE name = 'at once'";
    let read = |db: Database| async move { db.read_at_once(move |conn| count(conn, sql)).await.unwrap() };
    let all = (0..100).map(|_| tokio::spawn(read(f.db.clone()))).collect::<Vec<_>>();
    for one in all {
        assert_eq!(one.await.unwrap(), 7);
    }
    let result: Result<(), _> = f.db.read_at_once(|_conn| panic!("on purpose")).await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    assert_eq!(read(f.db.clone()).await, 7);
}

/// `.cargo/config.toml` sets SQLite's compile-time options, and no other check would notice a missing one.
async fn sqlite_is_built_with_the_configured_options(f: Fixture) {
    if f.is_sqlite() {
        for (option, used) in [
            ("ENABLE_QPSG", 1),
            ("ENABLE_STAT4", 0),
            ("ENABLE_MEMORY_MANAGEMENT", 0),
            ("DEFAULT_MEMSTATUS=0", 1),
            ("THREADSAFE=2", 1),
        ] {
            let sql = format!("SELECT sqlite_compileoption_used('{option}') AS n");
            assert_eq!(f.count(&sql).await, used, "{option}");
        }
    }
}

async fn load_counts_connections_in_use(f: Fixture) {
    let idle = f.db.load();
    assert_eq!((idle.reading.in_use, idle.queued_writes), (0, 0));
    assert_eq!(idle.writing.is_some(), matches!(f.database.target(), Target::Postgres(_)));
    let (release, held) = std::sync::mpsc::channel::<()>();
    let (started, running) = tokio::sync::oneshot::channel();
    let db = f.db.clone();
    let read = tokio::spawn(async move {
        db.read(move |_| {
            started.send(()).unwrap();
            // Returns an error when the sender is dropped.
            assert!(held.recv().is_err());
            Ok(())
        })
        .await
    });
    running.await.unwrap();
    let busy = f.db.load();
    assert_eq!((busy.reading.in_use, busy.reading.size), (1, idle.reading.size));
    drop(release);
    read.await.unwrap().unwrap();
}
