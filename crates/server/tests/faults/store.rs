//! The object store becomes unavailable or stalls under load: requests that need it are refused with a clear error,
//! others continue, and file operations recover by themselves.

use crate::caller::Caller;
use crate::harness::Site;
use crate::load::{LoadState, assert_kept, assert_refused, write_together};
use facility_infra::testing::s3::TestS3;
use reqwest::Method;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const WRITERS: usize = 2;
const UPLOADERS: usize = 3;
const NORMAL: Duration = Duration::from_secs(4);
const AWAY: Duration = Duration::from_secs(8);
/// Duration of a stall: longer than any request waits for the store.
const STALLED: Duration = Duration::from_secs(28);
const BACK_WITHIN: Duration = Duration::from_secs(10);
/// Maximum 99th percentile of requests that need no file.
const SLOWEST: Duration = Duration::from_millis(250);

/// Phases: normal, store unavailable, store stalled.
const PHASES: usize = 3;

/// The results of uploaders and downloaders.
#[derive(Default)]
struct TransferResults {
    /// Submitted files, by path and content.
    kept: Vec<(String, Vec<u8>)>,
    /// Submissions with these files.
    sent: Vec<String>,
    refused: usize,
    slowest_refusal: Duration,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_survives_an_object_store_outage() {
    let mut store = TestS3::start().unwrap();
    let mut site = Site::start_on_s3(Site::database_on_sqlite(), &store).await;
    let pid = site.pid();
    let admin = site.administrator().await;
    let known = admin.attach("known.txt", b"Known.").await;
    let (state, phase) = (LoadState::default(), AtomicUsize::new(0));
    let trouble = async {
        tokio::time::sleep(NORMAL).await;
        phase.store(1, Ordering::Relaxed);
        store.stop();
        tokio::time::sleep(AWAY).await;
        store.restart().unwrap();
        phase.store(0, Ordering::Relaxed);
        let after_away = until_attached(&admin).await;
        tokio::time::sleep(NORMAL).await;
        phase.store(2, Ordering::Relaxed);
        store.stall(true);
        tokio::time::sleep(STALLED).await;
        store.stall(false);
        phase.store(0, Ordering::Relaxed);
        let after_stall = until_attached(&admin).await;
        tokio::time::sleep(NORMAL).await;
        state.stop.store(true, Ordering::Relaxed);
        (after_away, after_stall)
    };
    let uploads = futures_util::future::join_all((0..UPLOADERS).map(|n| upload_on(&admin, n, &state)));
    let (mut writes, uploads, downloads, reads, (after_away, after_stall)) = tokio::join!(
        write_together(&admin, WRITERS, &state),
        uploads,
        download_on(&admin, &known, &state),
        read_on(&admin, &phase, &state),
        trouble
    );

    assert_eq!((writes.refused, writes.unanswered), (0, 0), "requests that need no file succeed");
    assert_eq!(site.pid(), pid);
    let refused = uploads.iter().map(|results| results.refused).sum::<usize>();
    assert!(refused > 0 && downloads.refused > 0, "the store was never unavailable");
    let slowest = uploads.iter().chain([&downloads]).map(|results| results.slowest_refusal).max().unwrap();
    let kept: Vec<_> = uploads.iter().flat_map(|results| &results.kept).collect();
    for (path, bytes) in &kept {
        assert!(admin.get(path).await.bytes == *bytes, "{path} is not what was sent");
    }
    writes.sent.extend(uploads.iter().flat_map(|results| results.sent.clone()));
    assert_kept(&site, &writes).await;
    let left = assert_store_matches_database(&mut site, &store).await;
    let [well, away, stalled] = reads.map(|took| crate::at_share(&took, 0.99));
    crate::figure(&format!(
        "store, S3: away for {AWAY:?} and stalled for {STALLED:?} under {WRITERS} writers, {UPLOADERS} uploaders, a \
         downloader and a reader; {} files acknowledged, 0 lost; {refused} uploads and {} downloads refused, all 503 \
         with Retry-After, within {:.1} s; {} other writes, none refused; reads without files p99 {} ms while it was \
         away, {} ms while it stalled, {} ms else; uploads again {} and {} ms after it was back; {left} files left without a \
         row",
        kept.len(),
        downloads.refused,
        slowest.as_secs_f64(),
        writes.acknowledged() - kept.len(),
        away.as_millis(),
        stalled.as_millis(),
        well.as_millis(),
        after_away.as_millis(),
        after_stall.as_millis(),
    ));
    assert!(away < SLOWEST && stalled < SLOWEST, "{away:?} {stalled:?}");
}

/// Asserts that every file in the database is in the store, and that a sweep deletes all other objects. Returns the
/// number of deleted objects.
async fn assert_store_matches_database(site: &mut Site, store: &TestS3) -> usize {
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads WHERE status = 'uploading'").await, 0);
    let files = store.files("files");
    let names = files.iter().map(|path| format!("'{}'", path.file_name().unwrap().to_str().unwrap()));
    let used = "SELECT count(*) AS n FROM uploads WHERE status IN ('stored', 'final')";
    let names = names.collect::<Vec<_>>().join(", ");
    let found = site.count(&format!("{used} AND id IN ({names})")).await;
    assert_eq!(found, site.count(used).await, "files are missing");
    let used = usize::try_from(found).unwrap();
    store.age("files", Duration::from_hours(25)).unwrap();
    site.kill();
    site.restart().await;
    let swept = async {
        while store.files("files").len() > used {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(BACK_WITHIN, swept).await.expect("files without a row remain");
    files.len() - used
}

/// Uploads a file. Returns `None` while the store is unavailable.
async fn attach(caller: &Caller<'_>, bytes: &[u8]) -> Option<String> {
    let ticket = caller.post("/api/objects/upload", json!({})).await;
    assert_eq!(ticket.status, 200, "a ticket needs no store: {}", ticket.body);
    let url = ticket.text("uploadURL");
    let put = caller.send(Method::PUT, &format!("{url}?filename=a.txt"), &[], Some(bytes.to_vec())).await;
    let claimed = caller.put("/api/submission-files", json!({ "fileURL": url })).await;
    if put.status == 200 {
        assert_eq!(claimed.status, 200, "{}", claimed.body);
        return Some(claimed.text("objectPath"));
    }
    assert_refused(&put);
    assert_eq!(claimed.status, 400, "a refused file can be claimed: {}", claimed.body);
    None
}

async fn until_attached(admin: &Caller<'_>) -> Duration {
    let started = Instant::now();
    while attach(admin, b"There is a store again.").await.is_none() {
        assert!(started.elapsed() < BACK_WITHIN, "the server does not recover by itself");
    }
    started.elapsed()
}

/// Uploads files until asked to stop.
async fn upload_on(admin: &Caller<'_>, uploader: usize, state: &LoadState) -> TransferResults {
    let mut results = TransferResults::default();
    for n in 0_usize.. {
        if state.stop.load(Ordering::Relaxed) {
            break;
        }
        let bytes = format!("File {n} of {uploader}. ").repeat(1 + n % 3 * 40_000).into_bytes();
        let begun = Instant::now();
        if let Some(path) = attach(admin, &bytes).await {
            let lore = json!({ "title": "x", "content": "x", "category": "INCIDENT", "filePath": path });
            let sent = admin.post("/api/submissions", lore).await;
            assert_eq!(sent.status, 201, "{}", sent.body);
            results.sent.push(sent.text("id"));
            results.kept.push((path, bytes));
        } else {
            results.refused += 1;
            results.slowest_refusal = results.slowest_refusal.max(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    results
}

/// Downloads a file until asked to stop.
async fn download_on(admin: &Caller<'_>, path: &str, state: &LoadState) -> TransferResults {
    let mut results = TransferResults::default();
    while !state.stop.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let answer = admin.get(path).await;
        if answer.status == 200 {
            assert_eq!(answer.bytes, b"Known.");
        } else {
            assert_refused(&answer);
            results.refused += 1;
            results.slowest_refusal = results.slowest_refusal.max(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    results
}

/// Sends reads that need no file until asked to stop. Returns the response times of each phase, sorted.
async fn read_on(admin: &Caller<'_>, phase: &AtomicUsize, state: &LoadState) -> [Vec<Duration>; PHASES] {
    let mut took: [Vec<Duration>; PHASES] = Default::default();
    while !state.stop.load(Ordering::Relaxed) {
        let phase = phase.load(Ordering::Relaxed);
        for path in ["/api/documents?limit=10", "/api/user", "/api/user/submissions?limit=10"] {
            let begun = Instant::now();
            assert_eq!(admin.get(path).await.status, 200, "{path}");
            took[phase].push(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for took in &mut took {
        took.sort();
    }
    took
}
