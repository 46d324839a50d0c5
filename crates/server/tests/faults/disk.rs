//! A disk that is full: writes are refused clearly and leave nothing behind, reads go on, and with the space the writes
//! come back by themselves.

use crate::caller::Caller;
use crate::harness::{ADMIN_PASSWORD, Site};
use crate::load::{Promises, Signals, assert_kept, assert_refused, write_together};
use crate::restart::{asked, control};
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use infra::db::Target;
use reqwest::Method;
use serde_json::json;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const WRITERS: usize = 4;
/// What the ballast leaves free before the upload that does not fit.
const LEFT: usize = 2 << 20;
const TOO_MUCH: usize = 5 << 20;
/// The database has room of its own left: it takes a while until that is used up, too.
const FULL_WITHIN: Duration = Duration::from_mins(1);
/// How long PostgreSQL may take to find that it cannot go on, and to stop.
const DOWN_WITHIN: Duration = Duration::from_secs(30);

/// What a test is told of the machine.
fn told(name: &str) -> PathBuf {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told where the small disks are by the environment"
    )]
    std::env::var(name).expect("scripts/faults.sh disk sets it").into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_outlives_a_full_disk() {
    let disk = told("FACILITY_TEST_SMALL_DISK");
    let site = Site::start(Site::database_on_sqlite()).await;
    assert!(site.database.folder().starts_with(&disk), "TMPDIR has to be on the small disk");
    let admin = site.administrator().await;
    let ballast = disk.join("ballast");
    let uploads = site.database.folder().join("data/objects/uploads");

    // A file that does not fit, while the database still has room.
    let ticket = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let put = format!("{ticket}?filename=large.txt");
    fill(&ballast, LEFT);
    let refused = admin.send(Method::PUT, &put, &[], Some(vec![b'a'; TOO_MUCH])).await;
    assert_refused(&refused);
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "a half file stayed behind");
    std::fs::remove_file(&ballast).unwrap();

    let signals = Signals::default();
    let trouble = async {
        let reads = full(&site, &admin, &ballast, &signals).await;
        std::fs::remove_file(&ballast).unwrap();
        let back = crate::until_written(&signals).await;
        signals.stop.store(true, Ordering::Relaxed);
        (reads, back)
    };
    let (promises, (reads, back)) = tokio::join!(write_together(&admin, WRITERS, &signals), trouble);

    assert_whole(&site, &promises).await;
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "a half file stayed behind");
    admin.attach("after.txt", b"There is room again.").await;
    crate::figure(&format!(
        "disk, SQLite: {}; {reads} of {reads} reads answered on the full disk; no half file; writes again {} ms after \
         there was space",
        kept(&promises),
        back.as_millis(),
    ));
}

/// PostgreSQL refuses writes that do not fit and stops when it cannot extend its log. The operator restarts it; the server
/// needs no restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_outlives_a_full_disk_of_postgresql() {
    let ballast = told("FACILITY_TEST_POSTGRES_FOLDER").join("ballast");
    let site = Site::start(Site::database_on_postgres().expect("scripts/faults.sh disk starts it")).await;
    let pid = site.pid();
    let admin = site.administrator().await;
    let signals = Signals::default();
    let trouble = async {
        let reads = full(&site, &admin, &ballast, &signals).await;
        std::fs::remove_file(&ballast).unwrap();
        let back = crate::until_written(&signals).await;

        // Once more, and its log goes on to a segment that there is no room for.
        fill(&ballast, 0);
        let started = Instant::now();
        while use_the_log_up().is_ok() {
            assert!(started.elapsed() < FULL_WITHIN, "the log found room");
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
        let after_log = crate::until_written(&signals).await;
        signals.stop.store(true, Ordering::Relaxed);
        (reads, back, is_down, after_log)
    };
    let (promises, (reads, back, is_down, after_log)) =
        tokio::join!(write_together(&admin, WRITERS, &signals), trouble);

    assert_eq!(site.pid(), pid);
    assert_eq!(site.anonymous().get("/api/health/ready").await.status, 200);
    assert_whole(&site, &promises).await;
    crate::figure(&format!(
        "disk, PostgreSQL: {}; {reads} of {reads} reads answered on the full disk; writes again {} ms after there was \
         space; without room for its log PostgreSQL {}, and writes were back {} ms after it was",
        kept(&promises),
        back.as_millis(),
        if is_down { "ended, as it does, and was started again" } else { "restarted by itself" },
        after_log.as_millis(),
    ));
}

/// Fills the disk under load and calls whatever there is to call; how many reads were answered.
async fn full(site: &Site, admin: &Caller<'_>, ballast: &Path, signals: &Signals) -> u32 {
    let started = Instant::now();
    while signals.acknowledged.load(Ordering::Relaxed) < 300 {
        assert!(started.elapsed() < FULL_WITHIN, "there is no load to speak of");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    fill(ballast, 0);
    let started = Instant::now();
    while signals.refused.load(Ordering::Relaxed) < 20 {
        assert!(started.elapsed() < FULL_WITHIN, "the disk is not full");
        // What the database gives back in between is taken, too.
        fill(ballast, 0);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut reads = 0_u32;
    for _ in 0..25 {
        for path in ["/api/documents?limit=10", "/api/user", "/api/user/submissions?limit=10"] {
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
    ] {
        // PostgreSQL still writes what fits on the pages that it has.
        if answer.status != 200 || matches!(site.database.target(), Target::Sqlite(_)) {
            assert_refused(&answer);
        }
    }
    reads
}

async fn assert_whole(site: &Site, promises: &Promises) {
    assert_eq!(promises.unanswered, 0, "every call is answered");
    assert_kept(site, promises).await;
}

fn kept(promises: &Promises) -> String {
    format!(
        "{} writes acknowledged under {WRITERS} writers, 0 lost; {} refused, all 503 with Retry-After",
        promises.acknowledged(),
        promises.refused
    )
}

/// Makes PostgreSQL begin the next segment of its log.
fn use_the_log_up() -> Result<(), String> {
    let url = told("FACILITY_TEST_POSTGRES_URL");
    let mut conn = PgConnection::establish(url.to_str().unwrap()).map_err(|error| error.to_string())?;
    conn.batch_execute("SELECT pg_logical_emit_message(true, 'x', 'x'), pg_switch_wal()")
        .map_err(|error| error.to_string())
}

/// Whether the database server's process is there.
async fn is_running() -> bool {
    asked(&["status"]).await
}

/// Writes on to the ballast until there are only so many bytes left.
fn fill(ballast: &Path, left: usize) {
    let mut file = File::options().create(true).append(true).open(ballast).unwrap();
    for size in [1 << 20, 4096] {
        let piece = vec![0; size];
        while file.write_all(&piece).is_ok() {}
    }
    let written = file.metadata().unwrap().len();
    file.set_len(written.saturating_sub(left as u64)).unwrap();
}
