//! Thousands of connections that are slow on purpose: they are cut at the limits, and nobody else notices them.

use crate::caller::Caller;
use crate::harness::Site;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How long a request's head may take, and its body, each with a second or two for a machine under load.
const HEAD_CUT: Duration = Duration::from_secs(7);
const BODY_CUT: Duration = Duration::from_secs(13);
const SLOWEST: Duration = Duration::from_millis(250);
const MOST_MEMORY_KIB: u64 = 400 * 1024;

/// A way to be slow.
#[derive(Clone, Copy, PartialEq)]
enum Slow {
    /// A head, one byte a second.
    Head,
    /// A body, one byte a second.
    Body,
    /// Nothing at all after a whole request.
    Idle,
}

/// What the slow ones share.
struct Crowd {
    address: String,
    stop: AtomicBool,
    open: AtomicUsize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_callers_hurt_nobody() {
    let connections = crate::times("FAULT_CONNECTIONS", 2000);
    let lasting = Duration::from_secs(u64::try_from(crate::times("FAULT_SECONDS", 30)).unwrap());
    let site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    admin.publish(&admin.submit("Something to read", "OTHER").await, 1).await;
    let (_, alone) = honest(&admin, Duration::from_secs(3)).await;

    let crowd = Arc::new(Crowd {
        address: site.url.trim_start_matches("http://").to_owned(),
        stop: AtomicBool::new(false),
        open: AtomicUsize::new(0),
    });
    let kinds = [Slow::Head, Slow::Body, Slow::Idle];
    let slow: Vec<_> = (0..connections)
        .map(|n| (kinds[n % 3], tokio::spawn(keep_slow(Arc::clone(&crowd), kinds[n % 3]))))
        .collect();
    let started = Instant::now();
    while crowd.open.load(Ordering::Relaxed) < connections {
        assert!(started.elapsed() < Duration::from_secs(20), "the crowd does not gather");
        tokio::time::sleep(Duration::from_millis(20)).await;
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
        let took = honest(&admin, lasting).await;
        crowd.stop.store(true, Ordering::Relaxed);
        took
    };
    let (most, (p50, p99)) = tokio::join!(memory, calls);
    let (ways, tasks): (Vec<_>, Vec<_>) = slow.into_iter().unzip();
    let lives: Vec<_> = ways.into_iter().zip(join_all(tasks).await).collect();
    let cuts = |kind: Slow| {
        let of_kind = lives.iter().filter(|(way, _)| *way == kind);
        let mut cuts: Vec<Duration> = of_kind.flat_map(|(_, cuts)| cuts.as_ref().unwrap().clone()).collect();
        cuts.sort();
        cuts
    };
    let (heads, bodies, idle) = (cuts(Slow::Head), cuts(Slow::Body), cuts(Slow::Idle));
    crate::figure(&format!(
        "sockets: {connections} slow connections for {lasting:?}; an honest caller p50 {} ms, p99 {} ms (p99 {} ms \
         alone); {} slow heads cut within {:.1} s, {} slow bodies within {:.1} s, {} idle ones; at most {} MiB resident",
        p50.as_millis(),
        p99.as_millis(),
        alone.as_millis(),
        heads.len(),
        heads.last().unwrap().as_secs_f64(),
        bodies.len(),
        bodies.last().unwrap().as_secs_f64(),
        idle.len(),
        most / 1024,
    ));
    assert!(heads.last().unwrap() < &HEAD_CUT && bodies.last().unwrap() < &BODY_CUT);
    assert!(heads.len() > connections / 3 && bodies.len() > connections / 3, "not all were cut");
    assert!(p99 < SLOWEST, "{p99:?}");
    assert!(most < MOST_MEMORY_KIB, "{most} KiB");
}

/// Holds a slow connection, and the next one when it is cut; how long each lived that was cut.
async fn keep_slow(crowd: Arc<Crowd>, kind: Slow) -> Vec<Duration> {
    let mut cuts = Vec::new();
    while !crowd.stop.load(Ordering::Relaxed) {
        let mut socket = TcpStream::connect(&crowd.address).await.unwrap();
        crowd.open.fetch_add(1, Ordering::Relaxed);
        let started = Instant::now();
        if be_slow(&crowd, kind, &mut socket).await {
            cuts.push(started.elapsed());
        }
        crowd.open.fetch_sub(1, Ordering::Relaxed);
    }
    cuts
}

/// Whether the server cut it off.
async fn be_slow(crowd: &Crowd, kind: Slow, socket: &mut TcpStream) -> bool {
    let beginning: &[u8] = match kind {
        Slow::Head => b"GET /api/health HTTP/1.1\r\nX-Slow: ",
        Slow::Body => {
            b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        }
        Slow::Idle => b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    if socket.write_all(beginning).await.is_err() {
        return true;
    }
    let mut answer = [0; 4096];
    let mut next = tokio::time::interval(Duration::from_secs(1));
    while !crowd.stop.load(Ordering::Relaxed) {
        tokio::select! {
            read = socket.read(&mut answer) => if !read.is_ok_and(|bytes| bytes > 0) {
                return true;
            },
            _ = next.tick() => if kind != Slow::Idle && socket.write_all(b" ").await.is_err() {
                return true;
            },
        }
    }
    false
}

/// Reads and writes for so long, as a person's page does; the median and the 99th percentile.
async fn honest(admin: &Caller<'_>, lasting: Duration) -> (Duration, Duration) {
    let started = Instant::now();
    let mut took = Vec::new();
    while started.elapsed() < lasting {
        for (path, body) in [
            ("/api/documents?limit=10", None),
            ("/api/user", None),
            ("/api/submissions", Some(json!({ "title": "Meanwhile", "content": "x", "category": "OTHER" }))),
        ] {
            let begun = Instant::now();
            let (answer, expected) = match body {
                None => (admin.get(path).await, 200),
                Some(body) => (admin.post(path, body).await, 201),
            };
            assert_eq!(answer.status, expected, "{path}");
            took.push(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    took.sort();
    (crate::at_share(&took, 0.5), crate::at_share(&took, 0.99))
}

fn resident_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("how much memory it takes");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
