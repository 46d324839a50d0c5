//! A full disk: writes are refused with a clear error and leave no partial data, reads continue, and writes recover by
//! themselves when there is space again.

use crate::caller::Caller;
use crate::harness::{ADMIN_PASSWORD, Site};
use crate::load::{LoadState, WriteResults, assert_kept, assert_refused, write_together};
use crate::logged::Logged;
use crate::restart::{asked, control};
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const WRITERS: usize = 4;
/// Number of bytes that the ballast leaves free before the upload that does not fit.
const LEFT: usize = 2 << 20;
const TOO_MUCH: usize = 5 << 20;
/// Time limit for filling the disk. The database has some reserved space, which takes a while to use up.
const FULL_WITHIN: Duration = Duration::from_mins(1);
/// Time limit for PostgreSQL to detect that it cannot continue, and to stop.
const DOWN_WITHIN: Duration = Duration::from_secs(30);

/// Returns the value of an environment variable that the script sets.
fn environment(name: &str) -> PathBuf {
    #[expect(clippy::disallowed_methods, reason = "the environment names the small disks")]
    std::env::var(name).expect("scripts/faults.sh disk sets it").into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_survives_a_full_disk() {
    let disk = environment("FACILITY_TEST_SMALL_DISK");
    let site = Site::start(Site::database_on_sqlite()).await;
    assert!(site.database.folder().starts_with(&disk), "TMPDIR has to be on the small disk");
    let admin = site.administrator().await;
    let ballast = disk.join("ballast");
    let uploads = site.database.folder().join("data/objects/uploads");

    // Upload a file that does not fit while the database still has space.
    let ticket = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let put = format!("{ticket}?filename=large.txt");
    fill(&ballast, LEFT);
    let refused = admin.send(Method::PUT, &put, &[], Some(vec![b'a'; TOO_MUCH])).await;
    assert_refused(&refused);
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "a partial file remains");
    std::fs::remove_file(&ballast).unwrap();

    let state = LoadState::default();
    let trouble = async {
        let reads = full(&site, &admin, &ballast, &state).await;
        std::fs::remove_file(&ballast).unwrap();
        let back = crate::until_written(&state).await;
        state.stop.store(true, Ordering::Relaxed);
        (reads, back)
    };
    let (writes, (reads, back)) = tokio::join!(write_together(&admin, WRITERS, &state), trouble);

    assert_whole(&site, &writes).await;
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "a partial file remains");
    admin.attach("after.txt", b"There is space again.").await;
    crate::figure(&format!(
        "disk, SQLite: {}; {reads} of {reads} reads answered on the full disk; no half file; writes again {} ms after \
         there was space",
        summary(&writes),
        back.as_millis(),
    ));
}

/// The log is on the same disk. Every request is answered, and afterwards the log reports that lines are missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_survives_a_full_disk_that_contains_its_log() {
    let disk = environment("FACILITY_TEST_SMALL_DISK");
    let database = TestDatabase::sqlite().unwrap();
    assert!(database.folder().starts_with(&disk), "TMPDIR has to be on the small disk");
    let (ballast, log) = (disk.join("ballast"), database.folder().join("log"));
    let mut server = Logged::start(&database, Stdio::null(), File::create(&log).unwrap().into());
    server.until_ready().await;
    fill(&ballast, 0);
    let (mut refused, mut requests, started) = (0, 0, Instant::now());
    while refused < 20 {
        assert!(started.elapsed() < FULL_WITHIN, "the disk is not full");
        fill(&ballast, 0);
        match server.sign_in().await.unwrap().as_u16() {
            200 => {}
            503 => refused += 1,
            other => panic!("{other} on a full disk"),
        }
        assert_eq!(server.get("/api/health").await.unwrap(), 200);
        requests += 2;
    }
    std::fs::remove_file(&ballast).unwrap();
    let started = Instant::now();
    while server.sign_in().await.unwrap() != 200 {
        assert!(started.elapsed() < FULL_WITHIN, "the server does not recover by itself");
    }
    server.assert_unimpaired().await;
    server.terminate();
    let log = std::fs::read(&log).unwrap();
    let log = String::from_utf8_lossy(&log);
    assert!(log.contains("lines of this log could not be written"), "no line is missing");
    assert!(log.contains("disk is full"), "the log names no cause");
    crate::figure(&format!(
        "disk, log beside the database: {requests} of {requests} requests answered on the full disk"
    ));
}

/// PostgreSQL refuses writes that do not fit and stops when it cannot extend its log. The operator restarts it; the
/// server needs no restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_survives_a_full_disk_of_postgresql() {
    let ballast = environment("FACILITY_TEST_POSTGRES_FOLDER").join("ballast");
    let site = Site::start(Site::database_on_postgres().expect("scripts/faults.sh disk starts it")).await;
    let pid = site.pid();
    let admin = site.administrator().await;
    let state = LoadState::default();
    let trouble = async {
        let reads = full(&site, &admin, &ballast, &state).await;
        std::fs::remove_file(&ballast).unwrap();
        let back = crate::until_written(&state).await;

        // Fill the disk again; the log then needs a segment for which there is no space.
        fill(&ballast, 0);
        let started = Instant::now();
        while switch_log_segment().is_ok() {
            assert!(started.elapsed() < FULL_WITHIN, "the log still has space");
            fill(&ballast, 0);
        }
        let started = Instant::now();
        while is_running().await && started.elapsed() < DOWN_WITHIN {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let is_down = !is_running().await;
        assert_refused(&admin.post("/api/objects/upload", json!({})).await);
        std::fs::remove_file(&ballast).unwrap();
        if is_down {
            control(&["start"]).await;
        }
        let after_log = crate::until_written(&state).await;
        state.stop.store(true, Ordering::Relaxed);
        (reads, back, is_down, after_log)
    };
    let (writes, (reads, back, is_down, after_log)) = tokio::join!(write_together(&admin, WRITERS, &state), trouble);

    assert_eq!(site.pid(), pid);
    assert_eq!(site.anonymous().get("/api/health/ready").await.status, 200);
    assert_whole(&site, &writes).await;
    crate::figure(&format!(
        "disk, PostgreSQL: {}; {reads} of {reads} reads answered on the full disk; writes again {} ms after there was \
         space; without room for its log PostgreSQL {}, and writes were back {} ms after it was",
        summary(&writes),
        back.as_millis(),
        if is_down { "ended, as it does, and was started again" } else { "restarted by itself" },
        after_log.as_millis(),
    ));
}

/// Fills the disk under load and sends requests of all kinds. Returns the number of answered reads.
async fn full(site: &Site, admin: &Caller<'_>, ballast: &Path, state: &LoadState) -> u32 {
    let started = Instant::now();
    while state.acknowledged.load(Ordering::Relaxed) < 300 {
        assert!(started.elapsed() < FULL_WITHIN, "the load is too low");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    fill(ballast, 0);
    let started = Instant::now();
    while state.refused.load(Ordering::Relaxed) < 20 {
        assert!(started.elapsed() < FULL_WITHIN, "the disk is not full");
        // Also use up the space that the database frees in between.
        fill(ballast, 0);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut reads = 0_u32;
    for _ in 0..25 {
        for path in ["/api/documents?view=summary&limit=10", "/api/user", "/api/user/submissions?limit=10"] {
            let answer = admin.get(path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            reads += 1;
        }
        for path in ["/api/health", "/api/health/ready", "/api/site-lock-status", "/"] {
            let answer = site.anonymous().get(path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            reads += 1;
        }
    }
    let sign_in = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
    for answer in [
        site.anonymous().post("/api/login", sign_in).await,
        admin.post("/api/objects/upload", json!({})).await,
        // Full documents are sent only after the access was recorded.
        admin.get("/api/documents?limit=10").await,
    ] {
        // PostgreSQL still accepts writes that fit on existing pages.
        if answer.status != 200 || matches!(site.database.target(), Target::Sqlite(_)) {
            assert_refused(&answer);
        }
    }
    reads
}

async fn assert_whole(site: &Site, writes: &WriteResults) {
    assert_eq!(writes.unanswered, 0, "every request is answered");
    assert_kept(site, writes).await;
}

fn summary(writes: &WriteResults) -> String {
    format!(
        "{} writes acknowledged under {WRITERS} writers, 0 lost; {} refused, all 503 with Retry-After",
        writes.acknowledged(),
        writes.refused
    )
}

/// Makes PostgreSQL start the next segment of its log.
fn switch_log_segment() -> Result<(), String> {
    let url = environment("FACILITY_TEST_POSTGRES_URL");
    let mut conn = PgConnection::establish(url.to_str().unwrap()).map_err(|error| error.to_string())?;
    conn.batch_execute("SELECT pg_logical_emit_message(true, 'x', 'x'), pg_switch_wal()")
        .map_err(|error| error.to_string())
}

/// Returns whether the database server's process is running.
async fn is_running() -> bool {
    asked(&["status"]).await
}

/// Extends the ballast until only `left` bytes are free.
fn fill(ballast: &Path, left: usize) {
    let mut file = File::options().create(true).append(true).open(ballast).unwrap();
    for size in [1 << 20, 4096] {
        let piece = vec![0; size];
        while file.write_all(&piece).is_ok() {}
    }
    let written = file.metadata().unwrap().len();
    file.set_len(written.saturating_sub(left as u64)).unwrap();
}
