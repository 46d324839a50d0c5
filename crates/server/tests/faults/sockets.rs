//! Thousands of deliberately slow connections, including WebSockets: the server closes them at the limits, and other
//! callers are not affected.

use crate::caller::Caller;
use crate::crowd::{ClientHistory, Crowd, Slow, keep_slow};
use crate::figures::resident_kib;
use crate::harness::Site;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time limits of a request's head, of its body, and of a silent socket, each with a margin for a busy machine.
const HEAD_CUT: Duration = Duration::from_secs(7);
const BODY_CUT: Duration = Duration::from_secs(13);
const SILENCE_CUT: Duration = Duration::from_secs(45);
const SLOWEST: Duration = Duration::from_millis(250);
const MOST_MEMORY_KIB: u64 = 400 * 1024;
/// Number of sessions that the honest caller uses in turn, to stay below the write limit per minute.
const SESSIONS: u16 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_do_not_affect_others() {
    let connections = crate::times("FAULT_CONNECTIONS", 2000);
    let lasting = Duration::from_secs(u64::try_from(crate::times("FAULT_SECONDS", 60)).unwrap());
    // With all limits enabled.
    let site = Site::start_with(Site::database_on_sqlite(), &[]).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 1).await;
    let id = admin.get("/api/user").await.text("id");
    let honest_ones = site.open_sessions(&id, 0, SESSIONS).await;
    let (_, alone) = honest(&honest_ones, Duration::from_secs(3)).await;

    let id = reader.get("/api/user").await.text("id");
    let sockets = connections / 2;
    let readers = site.open_sessions(&id, 100, u16::try_from(sockets / 5 + 1).unwrap()).await;
    let crowd = Arc::new(Crowd::new(&site.url, &readers));
    let kinds = [Slow::Head, Slow::Quiet, Slow::Body, Slow::Mute, Slow::Idle, Slow::Dribbling];
    let slow: Vec<_> = (0..connections)
        .map(|n| (kinds[n % 6], tokio::spawn(keep_slow(Arc::clone(&crowd), kinds[n % 6], n / 2))))
        .collect();
    let started = Instant::now();
    while crowd.open.load(Ordering::Relaxed) < connections {
        assert!(started.elapsed() < Duration::from_secs(20), "not all connections opened in time");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // The first session and the first address have reached their maximum number of sockets.
    assert_eq!(crowd.handshake(0, 250).await.err(), Some(429));
    if sockets >= 64 {
        assert_eq!(crowd.handshake(sockets, 0).await.err(), Some(429));
    }
    let memory = async {
        let mut most = 0;
        while !crowd.stop.load(Ordering::Relaxed) {
            most = most.max(resident_kib(site.pid()));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        most
    };
    let calls = async {
        let took = honest(&honest_ones, lasting).await;
        crowd.stop.store(true, Ordering::Relaxed);
        took
    };
    let (most, (p50, p99)) = tokio::join!(memory, calls);
    let (ways, tasks): (Vec<_>, Vec<_>) = slow.into_iter().unzip();
    let lives: Vec<(Slow, ClientHistory)> =
        ways.into_iter().zip(join_all(tasks).await).map(|(way, history)| (way, history.unwrap())).collect();
    let all = |kind: Slow| lives.iter().filter(move |(way, _)| *way == kind).map(|(_, history)| history);
    let cuts = |kind: Slow| {
        let mut cuts: Vec<Duration> = all(kind).flat_map(|history| history.cuts.clone()).collect();
        cuts.sort();
        cuts
    };
    let last = |cuts: &[Duration]| cuts.last().copied().unwrap_or_default();
    let (heads, bodies, dribbling) = (cuts(Slow::Head), cuts(Slow::Body), cuts(Slow::Dribbling));
    let (quiet, mute) = (all(Slow::Quiet).count(), all(Slow::Mute).count());
    crate::figure(&format!(
        "sockets: {connections} slow connections for {lasting:?}, {sockets} of them WebSockets; an honest caller p50 \
         {} ms, p99 {} ms (p99 {} ms alone); {} slow heads cut within {:.1} s, {} slow bodies within {:.1} s, {} idle \
         ones; {quiet} quiet sockets kept, with {} messages, {} dribbling ones cut within {:.1} s, {} of {mute} mute ones \
         cut; at most {} MiB resident",
        p50.as_millis(),
        p99.as_millis(),
        alone.as_millis(),
        heads.len(),
        last(&heads).as_secs_f64(),
        bodies.len(),
        last(&bodies).as_secs_f64(),
        all(Slow::Idle).count(),
        all(Slow::Quiet).map(|history| history.received).sum::<usize>(),
        dribbling.len(),
        last(&dribbling).as_secs_f64(),
        cuts(Slow::Mute).len(),
        most / 1024,
    ));
    assert!(last(&heads) < HEAD_CUT && last(&bodies) < BODY_CUT);
    assert!(heads.len() > connections / 6 && bodies.len() > connections / 6, "not all were closed");
    assert!(all(Slow::Quiet).all(|history| history.cuts.is_empty() && history.received > 0), "quiet sockets are kept");
    if lasting > SILENCE_CUT {
        assert!(all(Slow::Dribbling).all(|history| !history.cuts.is_empty()) && last(&dribbling) < SILENCE_CUT);
        assert_eq!(cuts(Slow::Mute).len(), mute, "sockets that answer no ping are closed");
    }
    assert!(p99 < SLOWEST, "{p99:?}");
    assert!(most < MOST_MEMORY_KIB, "{most} KiB");
}

/// Reads and writes for `lasting` like an open page, and publishes occasionally, which notifies every socket. Returns
/// the median and the 99th percentile of the response times.
async fn honest(callers: &[Caller<'_>], lasting: Duration) -> (Duration, Duration) {
    let started = Instant::now();
    let mut took = Vec::new();
    for (n, caller) in callers.iter().cycle().enumerate() {
        if started.elapsed() > lasting {
            break;
        }
        for path in ["/api/documents?limit=10", "/api/user"] {
            let begun = Instant::now();
            assert_eq!(caller.get(path).await.status, 200, "{path}");
            took.push(begun.elapsed());
        }
        let begun = Instant::now();
        let submission = caller.submit("Meanwhile", "OTHER").await;
        took.push(begun.elapsed());
        if n % 10 == 0 {
            let begun = Instant::now();
            caller.publish(&submission, 1).await;
            took.push(begun.elapsed());
        } else {
            // Reject it, because the number of pending submissions is limited.
            let path = format!("/api/admin/submissions/{submission}");
            assert_eq!(caller.patch(&path, json!({ "status": "rejected" })).await.status, 200);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    took.sort();
    (crate::at_share(&took, 0.5), crate::at_share(&took, 0.99))
}
