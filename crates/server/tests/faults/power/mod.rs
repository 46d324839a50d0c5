//! Power failures: acknowledged writes survive when a disk loses everything that was not synced.
//!
//! `kill -9` preserves the system's page cache, so it cannot reveal a missing sync. This test records every change
//! that a server under load makes to its files, together with the moments of the acknowledgements. It then
//! reconstructs the disk after a power failure at a random position of the record and starts a server on it.

mod trace;

use crate::caller::Caller;
use crate::harness::{Site, count_in};
use crate::load::{WriteResults, assert_kept};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use trace::{Dice, Record};

/// The content of every file.
const NOTES: &[u8] = b"What was noted.";
const WRITERS: usize = 4;
const LOAD: Duration = Duration::from_secs(4);
const CUTS: usize = 50;
/// Number of simulated power failures on a disk that ignores syncs.
const LYING_CUTS: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_power_failure_loses_no_acknowledged_write() {
    let tools = tempfile::tempdir().unwrap();
    let (root, records) = record(tools.path()).await;
    let first = records.iter().position(|record| !trace::acknowledged(std::slice::from_ref(record)).is_empty());
    let first = first.expect("something was acknowledged") + 1;
    let cuts = crate::times("FAULT_CUTS", CUTS);
    let mut dice = Dice(3);
    let (mut promised, mut files) = (0, 0);
    for cut in 0..cuts {
        // The first simulated power failure is at the end of the record, after the last acknowledgement.
        let position = if cut == 0 { records.len() } else { first + dice.below(records.len() - first) };
        let before = &records[..position];
        let writes = writes(&trace::acknowledged(before));
        let database = database_after(before, &root, &mut dice, true);
        let site = Site::start(database).await;
        assert_kept(&site, &writes).await;
        files += assert_files_whole(&site).await;
        promised += writes.acknowledged();
    }
    assert!(promised > cuts * 10 && files > cuts, "the load is too low");
    let mut lost = 0;
    for _ in 0..LYING_CUTS {
        let writes = writes(&trace::acknowledged(&records));
        lost += usize::from(lost_on(&database_after(&records, &root, &mut dice, false), &writes).await);
    }
    assert_eq!(lost, LYING_CUTS, "a disk that ignores syncs must lose something, or the test proves nothing");
    let writes = trace::acknowledged(&records).len();
    crate::figure(&format!(
        "power, SQLite: {cuts} cuts in {} recorded changes to files under {WRITERS} writers, {writes} writes acknowledged; \
         0 lost of {promised} that were promised before the cuts; a disk that ignores syncs lost some in \
         {lost} of {LYING_CUTS} cuts",
        records.len(),
    ));
}

/// Writes under load. Returns the path of the files and the record of their changes.
async fn record(tools: &Path) -> (PathBuf, Vec<Record>) {
    let database = Site::database_on_sqlite();
    let root = database.folder().to_owned();
    let trace = tools.join("trace");
    let (library, file) = (trace::build(tools), trace.display().to_string());
    let settings = [
        ("RATE_LIMITS", "open"),
        ("LD_PRELOAD", &library.display().to_string()),
        ("TRACE_FILE", &file),
        ("TRACE_ROOT", &root.display().to_string()),
    ];
    let site = Site::start_with(database, &settings).await;
    let admin = site.administrator().await;
    let lock = Mutex::new(());
    let until = Instant::now() + LOAD;
    futures_util::future::join_all((0..WRITERS).map(|_| write_until(&admin, until, &trace, &lock))).await;
    drop(admin);
    drop(site);
    (root, trace::read(&trace))
}

/// Submits incidents, every fourth one with a file, and approves every other one.
async fn write_until(admin: &Caller<'_>, until: Instant, trace: &Path, lock: &Mutex<()>) {
    let tell = |what: String| {
        let _one_at_a_time = lock.lock().unwrap();
        trace::acknowledge(trace, &what);
    };
    for turn in 0.. {
        if Instant::now() > until {
            return;
        }
        let mut incident = json!({ "title": "x", "content": "What happened.", "category": "INCIDENT" });
        if turn % 4 == 0 {
            incident["filePath"] = admin.attach("notes.txt", NOTES).await.into();
        }
        let sent = admin.post("/api/submissions", incident).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        let id = sent.text("id");
        tell(format!("sent {id}"));
        if turn % 2 == 0 {
            admin.publish(&id, 1).await;
            tell(format!("approved {id}"));
        }
    }
}

fn writes(acknowledged: &[String]) -> WriteResults {
    let of = |kind: &str| acknowledged.iter().filter_map(|lock| Some(lock.strip_prefix(kind)?.to_owned())).collect();
    WriteResults { sent: of("sent "), approved: of("approved "), ..WriteResults::default() }
}

/// Creates a folder with the state after the power failure.
fn database_after(records: &[Record], root: &Path, dice: &mut Dice, keeps_promises: bool) -> TestDatabase {
    let database = Site::database_on_sqlite();
    for (path, bytes) in trace::after_cut(records, dice, keeps_promises) {
        // The shared-memory file is not durable: SQLite rebuilds it.
        if path.extension().is_some_and(|end| end.to_string_lossy().ends_with("-shm")) {
            continue;
        }
        let path = database.folder().join(path.strip_prefix(root).unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    database
}

/// Asserts that the files of the newest submissions are complete, and returns how many were read.
async fn assert_files_whole(site: &Site) -> usize {
    let admin = site.administrator().await;
    let own = admin.get("/api/user/submissions").await;
    let paths = own.body.as_array().unwrap().iter().filter_map(|one| one["filePath"].as_str()).take(5);
    let mut read = 0;
    for path in paths {
        let file = admin.get(path).await;
        assert_eq!((file.status, file.bytes.as_slice()), (200, NOTES), "{path}");
        read += 1;
    }
    read
}

/// Returns whether an acknowledged write is missing.
async fn lost_on(database: &TestDatabase, writes: &WriteResults) -> bool {
    let Ok(opened) = database.open() else { return true };
    let found = count_in(&opened, "SELECT count(*) AS n FROM submissions").await;
    !found.is_ok_and(|found| usize::try_from(found).unwrap() >= writes.sent.len())
}
