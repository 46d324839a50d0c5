//! The caller's address: the peer, or what a trusted proxy reports.

use actix_web::http::header::{HeaderMap, HeaderValue};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Returns the caller's address. `X-Forwarded-For` counts only when the peer is a trusted proxy, and then the
/// rightmost hop that is not a trusted proxy: the caller can write everything to the left of it.
///
/// A hop is an address, an address with a port, or an IPv6 address in brackets with or without one. Each is parsed
/// separately, whatever bytes precede it.
pub fn client_address(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = peer?.to_canonical();
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    if !is_trusted(peer) {
        return Some(peer);
    }
    let mut nearest = peer;
    let lines: Vec<&[u8]> = headers.get_all("x-forwarded-for").map(HeaderValue::as_bytes).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b',')) {
        // A hop that is not an address ends the trusted part.
        let Some(address) = address_of(hop) else { break };
        nearest = address;
        if !is_trusted(nearest) {
            break;
        }
    }
    Some(nearest)
}

fn address_of(hop: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(hop).ok()?.trim();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = text.parse::<IpAddr>().ok().or_else(bracketed).or_else(with_port)?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderName;

    fn seen(peer: &str, forwarded: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            let value = HeaderValue::from_bytes(line).unwrap();
            headers.append(HeaderName::from_static("x-forwarded-for"), value);
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "192.0.2.1/32".parse().unwrap()];
        client_address(Some(peer.parse().unwrap()), &headers, &trusted).unwrap().to_string()
    }

    #[test]
    fn the_header_counts_only_from_a_trusted_proxy() {
        assert_eq!(seen("203.0.113.9", &[b"198.51.100.1"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &[b"198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("::ffff:10.0.0.1", &[b"198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn the_rightmost_untrusted_hop_is_the_caller() {
        assert_eq!(seen("10.0.0.1", &[b"1.2.3.4, 198.51.100.7, 192.0.2.1, 10.9.9.9"]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", &[b"1.2.3.4", b"198.51.100.7, 10.9.9.9"]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", &[b"1.2.3.4, junk, 10.9.9.9"]), "10.9.9.9");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn preceding_bytes_of_the_caller_hide_no_hop() {
        assert_eq!(seen("10.0.0.1", &[b"\xff, 203.0.113.5"]), "203.0.113.5");
        assert_eq!(seen("10.0.0.1", &[b"\xff", b"203.0.113.5"]), "203.0.113.5");
        assert_eq!(seen("10.0.0.1", &[b"203.0.113.5, \xff"]), "10.0.0.1", "not a hop written by a proxy");
    }

    #[test]
    fn a_hop_may_carry_its_port() {
        for (hop, address) in [
            (&b"203.0.113.5:4711"[..], "203.0.113.5"),
            (b"[2001:db8::7]:4711", "2001:db8::7"),
            (b"[2001:db8::7]", "2001:db8::7"),
            (b"2001:db8::7", "2001:db8::7"),
            (b"[::ffff:203.0.113.5]:1", "203.0.113.5"),
            (b"198.51.100.1, 203.0.113.5:4711, 10.9.9.9:80", "203.0.113.5"),
        ] {
            assert_eq!(seen("10.0.0.1", &[hop]), address, "{}", String::from_utf8_lossy(hop));
        }
    }
}
