//! WebSocket frames that announce, and then send, far more than the server accepts.

use crate::caller::Caller;
use crate::figures::figure;
use crate::harness::{Site, on_each_database};
use crate::memory::Watch;
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Bytes that each socket announces and sends.
const ANNOUNCED: usize = 300 * 1024 * 1024;
/// Number of sockets of the session: its maximum.
const SOCKETS: usize = 5;
/// Maximum growth of the server's memory, in MiB.
const MOST_MIB: u64 = 64;
/// Time limit for the server to close a socket after the announcement.
const CLOSED_WITHIN: Duration = Duration::from_secs(2);
/// Time for which the attackers continue, whatever the server does.
const PATIENCE: Duration = Duration::from_mins(1);

/// How the message exceeds the limit.
#[derive(Clone, Copy)]
enum Excess {
    /// In a single frame.
    OneFrame,
    /// In a continuation of a message that starts small.
    Continuation,
}

impl Excess {
    /// Returns the frames up to the first byte beyond the limit, masked with zeros.
    fn head(self) -> Vec<u8> {
        let length = u64::try_from(ANNOUNCED).unwrap().to_be_bytes();
        let (begun, first): (&[u8], u8) = match self {
            Self::OneFrame => (b"", 0x81),
            Self::Continuation => (&[0x01, 0x81, 0, 0, 0, 0, b'{'], 0x80),
        };
        [begun, &[first, 0xff], &length, &[0; 4]].concat()
    }
}

on_each_database!(oversized_frames_use_no_memory);

async fn oversized_frames_use_no_memory(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "flooder", 1).await;
    for (name, excess) in [("one frame", Excess::OneFrame), ("a continuation", Excess::Continuation)] {
        let watch = Watch::start(site.pid());
        let ends = join_all((0..SOCKETS).map(|_| flood(&user, excess))).await;
        let (before, peak) = watch.stop().await;
        let codes: Vec<Option<u16>> = ends.iter().map(|end| end.code).collect();
        let slowest = ends.iter().map(|end| end.took).max().unwrap();
        let sent = ends.iter().map(|end| end.sent).sum::<usize>() / 1024 / 1024;
        figure(&format!(
            "frames: {SOCKETS} sockets of one level-1 session announce {} MiB each in {name} and send until they are \
             cut: resident memory {before} MiB before, {peak} MiB at most; {sent} MiB were sent; closed with {codes:?}, \
             the last after {} ms",
            ANNOUNCED / 1024 / 1024,
            slowest.as_millis(),
        ));
        assert!(peak - before <= MOST_MIB, "grew by {} MiB", peak - before);
        assert!(codes.iter().all(|code| *code == Some(1009)), "{codes:?}");
        assert!(slowest < CLOSED_WITHIN, "{slowest:?}");
    }
    assert_eq!(user.get("/api/user").await.status, 200, "the session still works");
}

/// How a flood ended.
struct FloodResult {
    /// The code of the server's close frame.
    code: Option<u16>,
    /// Time from the announcement to the close frame, or to the end of the connection.
    took: Duration,
    /// Number of announced bytes that the attacker could send.
    sent: usize,
}

async fn flood(caller: &Caller<'_>, excess: Excess) -> FloodResult {
    let stream = connect(caller).await;
    let (mut from, mut to) = stream.into_split();
    let started = Instant::now();
    let sending = tokio::spawn(async move {
        let zeros = vec![0; 64 * 1024];
        let mut sent = 0;
        if to.write_all(&excess.head()).await.is_err() {
            return sent;
        }
        while sent < ANNOUNCED && started.elapsed() < PATIENCE && to.write_all(&zeros).await.is_ok() {
            sent += zeros.len();
        }
        sent
    });
    let code = tokio::time::timeout(PATIENCE, close_code(&mut from)).await.ok().flatten();
    let took = started.elapsed();
    FloodResult { code, took, sent: sending.await.unwrap() }
}

/// Returns the code of the next close frame, skipping pings.
async fn close_code(from: &mut (impl tokio::io::AsyncRead + Unpin)) -> Option<u16> {
    loop {
        let mut head = [0; 2];
        from.read_exact(&mut head).await.ok()?;
        let mut body = vec![0; usize::from(head[1] & 0x7f)];
        from.read_exact(&mut body).await.ok()?;
        if head[0] == 0x88 {
            return Some(u16::from_be_bytes([*body.first()?, *body.get(1)?]));
        }
    }
}

/// Opens a WebSocket by hand, because a library would refuse to send these frames.
async fn connect(caller: &Caller<'_>) -> TcpStream {
    let address = caller.site.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /auto-refresh-ws HTTP/1.1\r\nHost: {address}\r\nOrigin: {}\r\nCookie: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        caller.site.url,
        caller.cookie.as_deref().unwrap(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
    stream
}
