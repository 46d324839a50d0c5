//! How soon a change is on another screen, and what a screen that waits costs: plain HTTP and sockets on loopback, one
//! thing after the other.

use crate::server::Server;
use crate::{Failure, fill};
use infra::testing::TestDatabase;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Changes that are measured, after some that are not.
const CHANGES: u32 = 200;
const WARM_UP: u32 = 20;
/// A socket merges what follows a message for 200 ms; the next change has to come later to be told at once.
const APART: Duration = Duration::from_millis(230);
/// Sockets that wait.
const WAITING: u32 = 1000;
/// How long the server may take to become quiet.
const SETTLE: Duration = Duration::from_secs(2);
/// Longer than anything here may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of it.
pub struct News {
    /// The middle time from the answer of a change to its arrival on another screen, in milliseconds.
    pub p50: f64,
    /// The time that 99 of 100 stay under.
    pub p99: f64,
    /// Memory of the server for a socket that waits, in KiB.
    pub socket: f64,
}

/// Measures on a server of its own. The reader has to be in the database.
pub fn measure(facility: &str, database: &TestDatabase) -> Result<News, Failure> {
    let server = Server::facility(facility, database)?;
    let mut screen = Line::socket(&server)?;
    let mut author = Line::open(&server)?;
    let mut times = Vec::new();
    for change in 0..WARM_UP + CHANGES {
        std::thread::sleep(APART);
        author.submit()?;
        let answered = Instant::now();
        screen.until_told()?;
        if change >= WARM_UP {
            times.push(answered.elapsed().as_secs_f64() * 1000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |place: usize| times.get(place).copied().ok_or("no change was measured");
    let (p50, p99) = (at(times.len() / 2)?, at(times.len() * 99 / 100)?);
    let before = server.memory()?;
    let waiting = (0..WAITING).map(|_| Line::socket(&server)).collect::<Result<Vec<Line>, Failure>>()?;
    std::thread::sleep(SETTLE);
    let socket = (server.memory()? - before) * 1024.0 / f64::from(WAITING);
    drop(waiting);
    println!(
        "news on another screen              p50 {p50:>8.2} ms  p99 {p99:>8.2} ms  {socket:.1} KiB a socket"
    );
    Ok(News { p50, p99, socket })
}

/// A connection of the reader.
struct Line(BufReader<TcpStream>);

impl Line {
    fn open(server: &Server) -> Result<Self, Failure> {
        let stream = TcpStream::connect(server.address().trim_start_matches("http://"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// One that has become a socket.
    fn socket(server: &Server) -> Result<Self, Failure> {
        let mut line = Self::open(server)?;
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        line.ask("GET /auto-refresh-ws", upgrade, "", "HTTP/1.1 101")?;
        Ok(line)
    }

    /// A change that everybody is told of.
    fn submit(&mut self) -> Result<(), Failure> {
        let body = r#"{"title":"Measured","content":"What was measured.","category":"ENTITY"}"#;
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        let length = self.ask("POST /api/submissions", &headers, body, "HTTP/1.1 201")?;
        let mut answer = vec![0; length];
        Ok(self.0.read_exact(&mut answer)?)
    }

    /// Sends a request and reads the head of its answer; how long the body is.
    fn ask(&mut self, call: &str, headers: &str, body: &str, wanted: &str) -> Result<usize, Failure> {
        let cookie = fill::cookie();
        let text = format!("{call} HTTP/1.1\r\nHost: facility\r\nCookie: {cookie}\r\n{headers}\r\n{body}");
        self.0.get_mut().write_all(text.as_bytes())?;
        let mut first = String::new();
        self.0.read_line(&mut first)?;
        if !first.starts_with(wanted) {
            return Err(format!("{call}: {first}").into());
        }
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line)?;
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                return Ok(length);
            }
            if let Some(told) = line.strip_prefix("content-length:") {
                length = told.trim().parse()?;
            }
        }
    }

    /// Waits for the next message, and answers the pings before it.
    fn until_told(&mut self) -> Result<(), Failure> {
        loop {
            let [mut kind, mut short] = [[0]; 2];
            self.0.read_exact(&mut kind)?;
            self.0.read_exact(&mut short)?;
            let mut length = u16::from_be_bytes([0, short[0]]);
            if length == 126 {
                let mut long = [0; 2];
                self.0.read_exact(&mut long)?;
                length = u16::from_be_bytes(long);
            }
            let mut text = vec![0; usize::from(length)];
            self.0.read_exact(&mut text)?;
            match kind[0] {
                0x81 => return Ok(()),
                // A client masks what it sends, here with nothing.
                0x89 => self.0.get_mut().write_all(&[0x8a, 0x80, 0, 0, 0, 0])?,
                other => return Err(format!("a frame of kind {other:#x}: the socket is closed").into()),
            }
        }
    }
}
