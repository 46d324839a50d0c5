//! A reader's connection, over plain HTTP on the loopback interface.

use crate::failure::Failure;
use crate::fill;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// Time limit for every read.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A reader's connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
    cookie: String,
}

impl Connection {
    /// Connects to `address`, a URL without a path.
    pub fn open(address: &str) -> Result<Self, Failure> {
        Self::of(address, fill::READER_LEVEL)
    }

    /// Connects as the reader of this level.
    pub fn of(address: &str, level: u8) -> Result<Self, Failure> {
        Self::with(address, fill::cookie(level))
    }

    /// Connects as this author, one of [`fill::AUTHORS`].
    pub fn of_author(address: &str, author: u32) -> Result<Self, Failure> {
        Self::with(address, fill::author_cookie(author))
    }

    fn with(address: &str, cookie: String) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address.trim_start_matches("http://"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self { stream: BufReader::new(stream), cookie })
    }

    /// Opens a WebSocket at `address`.
    pub fn socket(address: &str) -> Result<Self, Failure> {
        let mut line = Self::open(address)?;
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        line.ask("GET /auto-refresh-ws", upgrade, "", "HTTP/1.1 101")?;
        Ok(line)
    }

    /// Creates a submission, which is announced to everyone.
    pub fn submit(&mut self) -> Result<(), Failure> {
        let body = r#"{"title":"Measured","content":"What was measured.","category":"ENTITY"}"#;
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        let length = self.ask("POST /api/submissions", &headers, body, "HTTP/1.1 201")?;
        self.skip(length)
    }

    /// Reads the response of `path` completely.
    pub fn get(&mut self, path: &str) -> Result<(), Failure> {
        let length = self.ask(&format!("GET {path}"), "", "", "HTTP/1.1 200")?;
        self.skip(length)
    }

    /// Reads the response of `path` and returns the number in this header, whose name must be in lower case.
    pub fn get_header(&mut self, path: &str, header: &str) -> Result<u64, Failure> {
        let (mut number, mut length) = (None, 0);
        self.ask_for(&format!("GET {path}"), "", "", "HTTP/1.1 200", |line| {
            number = line.strip_prefix(header).map_or(number, |told| told.trim().parse().ok());
            length = line.strip_prefix("content-length:").map_or(length, |told| told.trim().parse().unwrap_or(0));
        })?;
        self.skip(length)?;
        Ok(number.ok_or_else(|| format!("{path} has no {header}"))?)
    }

    fn skip(&mut self, length: usize) -> Result<(), Failure> {
        let mut answer = vec![0; length];
        Ok(self.stream.read_exact(&mut answer)?)
    }

    /// Sends a request, reads the head of its response, and returns the length of the body.
    fn ask(&mut self, call: &str, headers: &str, body: &str, wanted: &str) -> Result<usize, Failure> {
        let mut length = Ok(0);
        self.ask_for(call, headers, body, wanted, |line| {
            if let Some(told) = line.strip_prefix("content-length:") {
                length = told.trim().parse();
            }
        })?;
        Ok(length?)
    }

    /// Sends a request and reads the head of its response, line by line in lower case.
    fn ask_for(
        &mut self,
        call: &str,
        headers: &str,
        body: &str,
        wanted: &str,
        mut read: impl FnMut(&str),
    ) -> Result<(), Failure> {
        let cookie = &self.cookie;
        let text = format!("{call} HTTP/1.1\r\nHost: facility\r\nCookie: {cookie}\r\n{headers}\r\n{body}");
        self.stream.get_mut().write_all(text.as_bytes())?;
        let mut first = String::new();
        self.stream.read_line(&mut first)?;
        if !first.starts_with(wanted) {
            return Err(format!("{call}: {first}").into());
        }
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                return Ok(());
            }
            read(&line);
        }
    }

    /// Waits for the next message, and answers pings until then.
    pub fn wait_for_message(&mut self) -> Result<(), Failure> {
        loop {
            let [mut kind, mut short] = [[0]; 2];
            self.stream.read_exact(&mut kind)?;
            self.stream.read_exact(&mut short)?;
            let mut length = u16::from_be_bytes([0, short[0]]);
            if length == 126 {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long)?;
                length = u16::from_be_bytes(long);
            }
            let mut text = vec![0; usize::from(length)];
            self.stream.read_exact(&mut text)?;
            match kind[0] {
                0x81 => return Ok(()),
                // Clients must mask their frames. The mask here is zero.
                0x89 => self.stream.get_mut().write_all(&[0x8a, 0x80, 0, 0, 0, 0])?,
                other => return Err(format!("a frame of kind {other:#x}: the socket is closed").into()),
            }
        }
    }
}
