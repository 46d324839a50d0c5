//! Readers that request the whole list and read it a kilobyte at a time.

use crate::caller::Caller;
use crate::figures::figure;
use crate::harness::{Site, on_each_database};
use crate::honest;
use crate::memory::Watch;
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

on_each_database!(slow_readers_of_the_whole_list_use_little_memory);

/// Number of documents in the list, and the length of each in bytes.
const DOCUMENTS: usize = 60;
const LENGTH: usize = 195_000;
const READERS: u16 = 100;
/// Maximum number of whole lists that a session may read at a time.
const PER_SESSION: u16 = 3;
const LASTING: Duration = Duration::from_secs(20);
const MOST_MIB: u64 = 400;
const SLOWEST: Duration = Duration::from_millis(250);

async fn slow_readers_of_the_whole_list_use_little_memory(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    for n in 0..DOCUMENTS {
        let content = "lore ".repeat(LENGTH / 5);
        let sent = json!({ "title": format!("Long {n}"), "content": content, "category": "OTHER" });
        let sent = admin.post("/api/submissions", sent).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        admin.publish(&sent.text("id"), 1).await;
    }
    let user = site.user(&admin, "slow", 1).await;
    let id = user.get("/api/user").await.text("id");
    let sessions = site.open_sessions(&id, 0, READERS.div_ceil(PER_SESSION)).await;
    let honest_ones = site.open_sessions(&id, 500, 4).await;
    let one_session = vec![user; READERS.into()];
    let many_sessions = (0..READERS).map(|n| sessions[usize::from(n / PER_SESSION)].clone()).collect();
    for (name, readers, most_admitted) in
        [("of one session", one_session, PER_SESSION), ("of 34 sessions", many_sessions, READERS)]
    {
        let stop = AtomicBool::new(false);
        let watch = Watch::start(site.pid());
        let reading = async {
            let p99 = honest::p99(&honest_ones, LASTING).await;
            stop.store(true, Ordering::Relaxed);
            p99
        };
        let (p99, admitted) = tokio::join!(reading, join_all(readers.iter().map(|who| read_slowly(who, &stop))));
        let (before, peak) = watch.stop().await;
        let admitted = admitted.into_iter().filter(|admitted| *admitted).count();
        figure(&format!(
            "lists: {READERS} slow readers {name} want {DOCUMENTS} documents of {LENGTH} bytes: {admitted} are served, \
             the others refused with 429; resident memory {before} MiB before, {peak} MiB at most; others' p99 {} ms",
            p99.as_millis()
        ));
        assert_eq!(admitted, usize::from(most_admitted), "{name}");
        assert!(peak < MOST_MIB, "{peak} MiB");
        assert!(p99 < SLOWEST, "{p99:?}");
    }
}

/// Reads a kilobyte of the whole list every 100 ms. Returns whether the request was served.
async fn read_slowly(who: &Caller<'_>, stop: &AtomicBool) -> bool {
    let mut stream = connect(who).await;
    let mut head = vec![0; 12];
    stream.read_exact(&mut head).await.unwrap();
    let is_served = match &head[..] {
        b"HTTP/1.1 200" => true,
        b"HTTP/1.1 429" => false,
        other => panic!("{}", String::from_utf8_lossy(other)),
    };
    let mut piece = vec![0; 1024];
    while is_served && !stop.load(Ordering::Relaxed) {
        assert!(stream.read(&mut piece).await.unwrap() > 0, "the connection was closed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    is_served
}

async fn connect(who: &Caller<'_>) -> TcpStream {
    let address = who.site.url.trim_start_matches("http://");
    let socket = TcpSocket::new_v4().unwrap();
    // A small buffer, so that the attacker's own system buffers little.
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    let cookie = who.cookie.as_deref().unwrap();
    let request = format!("GET /api/documents HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}
