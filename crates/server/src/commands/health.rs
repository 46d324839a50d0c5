//! `facility health`

use crate::config::Config;
use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit for the connection, and for each part of the response.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum number of bytes of the response that are read. Its first line is shorter.
const HEAD: u64 = 1024;

/// Checks whether the server of this configuration is ready. This is a health check for containers that have no other
/// HTTP client. It sends plain HTTP to this machine.
///
/// Errors: no server responds at the address within five seconds, or its database or object store is unavailable.
pub fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    let address = reachable(config.listen);
    let answer = ask(address).map_err(|error| format!("no answer from {address}: {error}"))?;
    match status(&answer) {
        Some(200) => {
            say!("ready at {address}")?;
            Ok(())
        }
        Some(other) => Err(format!("the server at {address} is not ready: it answers {other}").into()),
        None => Err(format!("what answers at {address} is not this server").into()),
    }
}

/// Requests the readiness of the server at this address. Returns the start of the response.
fn ask(address: SocketAddr) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /api/health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(HEAD).read_to_end(&mut answer)?;
    Ok(answer)
}

/// Returns an address at which a server that listens on this one can be reached from the same machine.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// Returns the status of an HTTP response.
fn status(answer: &[u8]) -> Option<u16> {
    let line = answer.split(|byte| *byte == b'\r').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split(' ');
    words.next().filter(|version| version.starts_with("HTTP/1."))?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_on_all_addresses_is_checked_on_loopback() {
        for (listen, expected) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("127.0.0.2:1", "127.0.0.2:1"),
            ("[::1]:2", "[::1]:2"),
        ] {
            assert_eq!(reachable(listen.parse().unwrap()), expected.parse().unwrap());
        }
    }

    #[test]
    fn only_an_http_response_has_a_status() {
        assert_eq!(status(b"HTTP/1.1 200 OK\r\nContent-Type: x\r\n\r\n"), Some(200));
        assert_eq!(status(b"HTTP/1.1 503 Service Unavailable\r\n"), Some(503));
        for other in [&b""[..], b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1\r\n", b"HTTP/1.1 ok\r\n", b"\xff\xfe"] {
            assert_eq!(status(other), None);
        }
    }
}
