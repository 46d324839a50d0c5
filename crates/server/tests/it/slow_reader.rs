//! Readers that read a response slowly, and responses that are long enough for them.

use crate::caller::Caller;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Sends a request and reads only the head of the response.
pub async fn begin(caller: &Caller<'_>, path: &str) -> (TcpStream, String) {
    let address = caller.site.url.trim_start_matches("http://").to_owned();
    let socket = TcpSocket::new_v4().unwrap();
    // A small buffer, so that the rest of the response stays in the server.
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    let cookie = caller.cookie.as_deref().unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    (stream, String::from_utf8(head).unwrap())
}

/// Publishes `documents` documents with texts of `characters` characters.
pub async fn publish_long(admin: &Caller<'_>, documents: usize, characters: usize) {
    for n in 0..documents {
        let content = "word ".repeat(characters / 5);
        let sent = json!({ "title": format!("Long {n}"), "content": content, "category": "OTHER" });
        let sent = admin.post("/api/submissions", sent).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        admin.publish(&sent.text("id"), 1).await;
    }
}

/// Reads the rest of a response so slowly that it would take a minute. Returns what arrived, and whether the response
/// was cut within ten seconds.
pub async fn rest(mut stream: TcpStream) -> (Vec<u8>, bool) {
    let (started, mut got, mut piece) = (Instant::now(), Vec::new(), vec![0; 16 * 1024]);
    while started.elapsed() < Duration::from_secs(10) {
        match tokio::time::timeout(Duration::from_secs(10), stream.read(&mut piece)).await {
            Ok(Ok(0) | Err(_)) => return (got, true),
            Ok(Ok(bytes)) => got.extend_from_slice(&piece[..bytes]),
            Err(_nothing_arrives) => break,
        }
        // The end of a chunked body: the connection now waits for the next request.
        if got.ends_with(b"0\r\n\r\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    (got, false)
}
