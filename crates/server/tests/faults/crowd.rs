//! Deliberately slow clients, each in one way.

use crate::caller::Caller;
use futures_util::StreamExt as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Maximum number of sockets per session and per address.
const PER_SESSION: usize = 5;
const PER_ADDRESS: usize = 64;
/// Time limit for reading the rest of a connection that the server has closed.
const READ_OUT: Duration = Duration::from_secs(10);

/// How a client is slow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Slow {
    /// Sends the request head one byte a second.
    Head,
    /// Sends the request body one byte a second.
    Body,
    /// Sends a whole request and then nothing.
    Idle,
    /// A WebSocket that reads and answers pings, like a page in the background.
    Quiet,
    /// A WebSocket that reads nothing, and therefore answers no ping.
    Mute,
    /// A WebSocket that sends a message one byte a second.
    Dribbling,
}

/// The history of one client.
#[derive(Default)]
pub struct ClientHistory {
    /// Lifetime of each connection that the server closed. For a client that does not read, the time until it noticed.
    pub cuts: Vec<Duration>,
    /// Number of messages received.
    pub received: usize,
}

/// State shared by the slow clients.
pub struct Crowd {
    url: String,
    address: SocketAddr,
    cookies: Vec<String>,
    /// Set to stop the clients.
    pub stop: AtomicBool,
    /// Number of clients with an open connection.
    pub open: AtomicUsize,
}

impl Crowd {
    /// Creates an empty crowd whose sockets use the sessions of these callers.
    pub fn new(url: &str, callers: &[Caller<'_>]) -> Self {
        Self {
            url: url.to_owned(),
            address: url.trim_start_matches("http://").parse().unwrap(),
            cookies: callers.iter().filter_map(|caller| caller.cookie.clone()).collect(),
            stop: AtomicBool::new(false),
            open: AtomicUsize::new(0),
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Opens a WebSocket from one of the loopback addresses, in the session assigned to client number `index`. Errors:
    /// the status of the refusal.
    pub async fn handshake(&self, index: usize, address: u8) -> Result<WebSocketStream<TcpStream>, u16> {
        let mut request =
            format!("{}/auto-refresh-ws", self.url.replace("http:", "ws:")).into_client_request().unwrap();
        request.headers_mut().insert("origin", self.url.parse().unwrap());
        request.headers_mut().insert("cookie", self.cookies[index / PER_SESSION].parse().unwrap());
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::new(127, 0, 1, address), 0).into()).unwrap();
        match client_async(request, socket.connect(self.address).await.unwrap()).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Keeps a slow connection open, and opens another when the server closes it.
pub async fn keep_slow(crowd: Arc<Crowd>, kind: Slow, index: usize) -> ClientHistory {
    let mut history = ClientHistory::default();
    while !crowd.is_over() {
        let cut = match kind {
            Slow::Head | Slow::Body | Slow::Idle => plain(&crowd, kind, index).await,
            Slow::Quiet | Slow::Mute | Slow::Dribbling => socket(&crowd, kind, index, &mut history).await,
        };
        history.cuts.extend(cut);
        crowd.open.fetch_sub(1, Ordering::Relaxed);
    }
    history
}

/// Opens a plain connection. Returns its lifetime if the server closed it.
async fn plain(crowd: &Crowd, kind: Slow, index: usize) -> Option<Duration> {
    // Use many addresses, because this test is not about the rate limit per network.
    let address = Ipv4Addr::new(127, 0, 2, u8::try_from(index % 200).unwrap());
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    let mut socket = socket.connect(crowd.address).await.unwrap();
    crowd.open.fetch_add(1, Ordering::Relaxed);
    let started = Instant::now();
    let beginning: &[u8] = match kind {
        Slow::Head => b"GET /api/health HTTP/1.1\r\nX-Slow: ",
        Slow::Body => {
            b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        }
        _ => b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    if socket.write_all(beginning).await.is_err() {
        return Some(started.elapsed());
    }
    trickle(crowd, &mut socket, kind != Slow::Idle).await.then(|| started.elapsed())
}

/// Opens a WebSocket. Returns its lifetime if the server closed it.
async fn socket(crowd: &Crowd, kind: Slow, index: usize, history: &mut ClientHistory) -> Option<Duration> {
    let mut socket = match crowd.handshake(index, u8::try_from(index / PER_ADDRESS).unwrap()).await {
        Ok(socket) => socket,
        Err(status) => panic!("a socket was refused: {status}"),
    };
    crowd.open.fetch_add(1, Ordering::Relaxed);
    let started = Instant::now();
    let is_cut = match kind {
        Slow::Quiet => listen(crowd, &mut socket, history).await,
        Slow::Mute => {
            while !crowd.is_over() {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            let mut left = Vec::new();
            // A read error also means that the server closed the connection.
            tokio::time::timeout(READ_OUT, socket.get_mut().read_to_end(&mut left)).await.is_ok()
        }
        _ => {
            // The head of a text frame of 4,096 bytes, masked with zeros.
            let head = [0x81, 0xfe, 0x10, 0, 0, 0, 0, 0];
            socket.get_mut().write_all(&head).await.is_err() || trickle(crowd, socket.get_mut(), true).await
        }
    };
    is_cut.then(|| started.elapsed())
}

/// Reads until the test ends. Returns whether the server closed the connection before.
async fn listen(crowd: &Crowd, socket: &mut WebSocketStream<TcpStream>, history: &mut ClientHistory) -> bool {
    while !crowd.is_over() {
        match tokio::time::timeout(Duration::from_millis(200), socket.next()).await {
            Ok(Some(Ok(Message::Text(_)))) => history.received += 1,
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return true,
            Ok(Some(Ok(_))) | Err(_) => {}
        }
    }
    false
}

/// Sends a byte a second, or nothing, until the test ends. Returns whether the server closed the connection before.
async fn trickle(crowd: &Crowd, socket: &mut TcpStream, writes: bool) -> bool {
    let mut answer = [0; 4096];
    let mut next = tokio::time::interval(Duration::from_secs(1));
    while !crowd.is_over() {
        tokio::select! {
            read = socket.read(&mut answer) => if !read.is_ok_and(|bytes| bytes > 0) {
                return true;
            },
            _ = next.tick() => if writes && socket.write_all(b" ").await.is_err() {
                return true;
            },
        }
    }
    false
}
