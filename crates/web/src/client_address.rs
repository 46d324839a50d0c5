//! Who is calling, as an address: the peer, or what a trusted proxy says about it.

use actix_web::http::header::HeaderMap;
use ipnet::IpNet;
use std::net::IpAddr;

/// The caller's address. `X-Forwarded-For` counts only when the peer is a trusted proxy, and then the rightmost hop
/// that is not one: everything to the left of it was written by the caller.
pub fn client_address(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = peer?.to_canonical();
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    if !is_trusted(peer) {
        return Some(peer);
    }
    let mut nearest = peer;
    let lines: Vec<&str> =
        headers.get_all("x-forwarded-for").filter_map(|value| value.to_str().ok()).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        // An entry that is no address ends what can be believed.
        let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !is_trusted(nearest) {
            break;
        }
    }
    Some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::{HeaderName, HeaderValue};

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_str(line).unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "192.0.2.1/32".parse().unwrap()];
        client_address(Some(peer.parse().unwrap()), &headers, &trusted).unwrap().to_string()
    }

    #[test]
    fn the_header_counts_only_from_a_trusted_proxy() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn the_rightmost_untrusted_hop_is_the_caller() {
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, 198.51.100.7, 192.0.2.1, 10.9.9.9"]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4", "198.51.100.7, 10.9.9.9"]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, junk, 10.9.9.9"]), "10.9.9.9");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
    }
}
