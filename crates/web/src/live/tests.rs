//! Slow, silent and flooding peers, over real sockets.

use super::hub::SocketTimes;
use crate::live::hub::Hub;
use crate::server::{ServerConfig, serve};
use crate::testing;
use facility_audit::topics::{Audience, Event, Topic, Topics};
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::TEST_NOW;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

const TIMES: SocketTimes =
    SocketTimes { ping_every: Duration::from_millis(100), send_time: Duration::from_millis(300) };
/// Time limit of every wait in these tests.
const PATIENCE: Duration = Duration::from_secs(10);
/// Short frames. A client has to mask its frames; here the mask is zero.
const PING: [u8; 2] = [0x89, 0];
const OUR_PING: [u8; 6] = [0x89, 0x80, 0, 0, 0, 0];
const OUR_PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];

/// Starts a server on loopback with these sockets.
fn server(hub: Hub) -> SocketAddr {
    let mut app = testing::app(testing::sessions(), MockAuditLog::new());
    app.sockets.hub = hub;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let config = ServerConfig { send_time: TIMES.send_time, ..ServerConfig::default() };
    let running = serve(app, config, listener).unwrap();
    actix_web::rt::spawn(running.server);
    address
}

async fn connect(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /auto-refresh-ws HTTP/1.1\r\nHost: {address}\r\nOrigin: http://localhost:8080\r\nCookie: {}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        testing::cookie()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(timeout(PATIENCE, stream.read_u8()).await.unwrap().unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
    stream
}

/// Returns the next frame: its kind and payload.
async fn frame(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut head = [0; 2];
    timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().ok()?;
    let length = match head[1] {
        126 => usize::from(stream.read_u16().await.ok()?),
        short => usize::from(short),
    };
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some((head[0], body))
}

/// Waits until no socket is open. Fails the test after [`PATIENCE`].
async fn all_disconnected(hub: &Hub) {
    let gone = async {
        while hub.open_count() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(timeout(PATIENCE, gone).await.is_ok(), "{} are still open", hub.open_count());
}

fn event() -> Event {
    let topics = Topics::of(&[Topic::Documents]);
    Event { topics, audience: Audience::Everyone, origin: None, at: TEST_NOW }
}

#[actix_web::test]
async fn a_peer_that_does_not_read_is_disconnected_and_its_events_are_merged() {
    let hub = Hub::strict().with_times(TIMES);
    let mut silent = connect(server(hub.clone())).await;
    let queueing = async {
        while hub.open_count() > 0 {
            hub.queue(&[event()]);
            sleep(Duration::from_millis(1)).await;
        }
    };
    let started = Instant::now();
    timeout(PATIENCE, queueing).await.unwrap();
    let held = started.elapsed();
    assert!(held >= TIMES.ping_every, "a pong may be in transit: {held:?}");
    // Hundreds of events were merged into a few messages before the connection ended.
    let mut texts = 0;
    while let Some((kind, _)) = frame(&mut silent).await {
        texts += usize::from(kind == 0x81);
    }
    let most = 1 + usize::try_from(held.as_millis() / 200).unwrap();
    assert!((1..=most).contains(&texts), "{texts} in {held:?}");
}

#[actix_web::test]
async fn a_peer_that_answers_pings_stays_connected() {
    let hub = Hub::strict().with_times(TIMES);
    let mut peer = connect(server(hub.clone())).await;
    for _ in 0..8 {
        assert_eq!(frame(&mut peer).await.unwrap().0, PING[0]);
        peer.write_all(&OUR_PONG).await.unwrap();
    }
    assert_eq!(hub.open_count(), 1);
    drop(peer);
    all_disconnected(&hub).await;
}

#[actix_web::test]
async fn a_peer_that_sends_but_does_not_read_is_disconnected() {
    let hub = Hub::open().with_times(TIMES);
    let address = server(hub.clone());
    let mut deaf = connect(address).await;
    let mut heard = connect(address).await;
    // Each ping requires a pong, and the buffers hold only a limited number of them.
    let ping: Vec<u8> = [0x89, 0xfd, 0, 0, 0, 0].into_iter().chain([b'x'; 125]).collect();
    let many = ping.repeat(500);
    let speaking = async {
        while hub.open_count() > 1 {
            // If a write blocks this long, the buffers are full or the connection is closed.
            if !matches!(timeout(Duration::from_millis(50), deaf.write_all(&many)).await, Ok(Ok(()))) {
                sleep(Duration::from_millis(5)).await;
            }
        }
    };
    let listening = async {
        // The other client still receives events.
        hub.queue(&[event()]);
        while frame(&mut heard).await.unwrap().0 != 0x81 {
            heard.write_all(&OUR_PONG).await.unwrap();
        }
        loop {
            assert_eq!(frame(&mut heard).await.unwrap().0, PING[0]);
            heard.write_all(&OUR_PONG).await.unwrap();
        }
    };
    let spoken = async {
        tokio::select! {
            () = speaking => {}
            () = listening => {}
        }
    };
    timeout(PATIENCE, spoken).await.expect("the connection is still open");
    // The system does not keep the connection for the unsent data either.
    let cut = async { while deaf.write_all(&many).await.is_ok() {} };
    timeout(PATIENCE, cut).await.expect("the connection was not closed");
}

#[actix_web::test]
async fn more_than_sixty_pings_or_pongs_a_minute_are_refused() {
    for control_frame in [OUR_PING, OUR_PONG] {
        let hub = Hub::strict();
        let mut peer = connect(server(hub.clone())).await;
        peer.write_all(&control_frame.repeat(60)).await.unwrap();
        sleep(Duration::from_millis(200)).await;
        assert_eq!(hub.open_count(), 1);
        peer.write_all(&control_frame).await.unwrap();
        let close = loop {
            match frame(&mut peer).await.unwrap() {
                (0x88, body) => break body,
                (kind, _) => assert_eq!(kind, 0x8a),
            }
        };
        assert_eq!(close[..2], 1008_u16.to_be_bytes());
        all_disconnected(&hub).await;
    }
}

/// Returns the code with which the server closes the socket after these bytes.
async fn closed_after(bytes: &[u8]) -> u16 {
    let hub = Hub::strict();
    let mut peer = connect(server(hub.clone())).await;
    peer.write_all(bytes).await.unwrap();
    let body = loop {
        if let (0x88, body) = frame(&mut peer).await.unwrap() {
            break body;
        }
    };
    all_disconnected(&hub).await;
    u16::from_be_bytes([body[0], body[1]])
}

#[actix_web::test]
async fn an_oversized_frame_is_refused_by_its_header() {
    let too_long = [0x81, 0xfe, 0x10, 0x01];
    assert_eq!(closed_after(&too_long).await, 1009, "one byte over 4 KiB, none of them sent");
    let endless = [0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(closed_after(&endless).await, 1009);
    let begun: Vec<u8> = [0x01, 0xfe, 0x10, 0, 0, 0, 0, 0].into_iter().chain([b' '; 4096]).collect();
    let one_more = [&begun[..], &[0x80, 0x81]].concat();
    assert_eq!(closed_after(&one_more).await, 1009, "with the continuation, the message exceeds 4 KiB");
}

#[actix_web::test]
async fn a_seventeenth_continuation_is_refused() {
    let begun = [0x01, 0x81, 0, 0, 0, 0, b'{'];
    let continued = [0, 0x80, 0, 0, 0, 0];
    assert_eq!(closed_after(&[&begun[..], &continued.repeat(17)].concat()).await, 1008);
}
