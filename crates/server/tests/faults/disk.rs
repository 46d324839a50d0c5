//! A disk that is full: writes are refused clearly and leave nothing behind, reads go on, and with the space the writes
//! come back by themselves.

use crate::harness::{ADMIN_PASSWORD, Site};
use crate::load::{Signals, assert_kept, assert_refused, write_together};
use reqwest::Method;
use serde_json::json;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const WRITERS: usize = 4;
/// What the ballast leaves free before the upload that does not fit.
const LEFT: usize = 2 << 20;
const TOO_MUCH: usize = 5 << 20;
/// The database has room of its own left: it takes a while until that is used up, too.
const FULL_WITHIN: Duration = Duration::from_mins(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_outlives_a_full_disk() {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told where the small disk is by the environment"
    )]
    let disk = std::env::var("FACILITY_TEST_SMALL_DISK").expect("scripts/faults.sh disk mounts it");
    let site = Site::start(Site::database_on_sqlite()).await;
    assert!(site.database.folder().starts_with(&disk), "TMPDIR has to be on the small disk");
    let admin = site.administrator().await;
    let ballast = Path::new(&disk).join("ballast");
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
        let started = Instant::now();
        while signals.acknowledged.load(Ordering::Relaxed) < 300 {
            assert!(started.elapsed() < FULL_WITHIN, "there is no load to speak of");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        fill(&ballast, 0);
        let started = Instant::now();
        while signals.refused.load(Ordering::Relaxed) < 20 {
            assert!(started.elapsed() < FULL_WITHIN, "the disk is not full");
            // What the database gives back in between is taken, too.
            fill(&ballast, 0);
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
        assert_refused(&site.anonymous().post("/api/login", sign_in).await);
        assert_refused(&admin.post("/api/objects/upload", json!({})).await);
        std::fs::remove_file(&ballast).unwrap();
        let back = crate::until_written(&signals).await;
        signals.stop.store(true, Ordering::Relaxed);
        (reads, back)
    };
    let (promises, (reads, back)) = tokio::join!(write_together(&admin, WRITERS, &signals), trouble);

    assert_eq!(promises.unanswered, 0, "every call is answered");
    assert_kept(&site, &promises).await;
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "a half file stayed behind");
    admin.attach("after.txt", b"There is room again.").await;
    crate::figure(&format!(
        "disk, SQLite: {} writes acknowledged under {WRITERS} writers, 0 lost; {} refused, all 503 with Retry-After; \
         {reads} of {reads} reads answered on the full disk; no half file; writes again {} ms after there was space",
        promises.acknowledged(),
        promises.refused,
        back.as_millis(),
    ));
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
