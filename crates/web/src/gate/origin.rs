//! Checks that state-changing requests come from this site's pages.

use crate::http::error::ApiError;
use crate::http::refused::Refused;
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, ORIGIN, REFERER, UPGRADE};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum interval between log entries about refused addresses, because anyone can cause them.
const LOG_EVERY: Duration = Duration::from_mins(1);

/// Scheme, host and port with which browsers reach the server, such as `https://terminal.example:8443`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// The public URL is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a public URL must be http://HOST or https://HOST, with an optional port and without a path: the server needs a host name or \
     a port of its own"
)]
pub struct BadOrigin;

impl Origin {
    /// Parses the origin of a public URL. Errors: another scheme, or a path.
    pub fn parse(url: &str) -> Result<Self, BadOrigin> {
        let (scheme, rest) = url.split_once("://").ok_or(BadOrigin)?;
        let scheme = scheme.to_ascii_lowercase();
        let host = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        let usual_port = match scheme.as_str() {
            "http" => ":80",
            "https" => ":443",
            _ => return Err(BadOrigin),
        };
        let host = host.strip_suffix(usual_port).unwrap_or(&host);
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(allowed) {
            return Err(BadOrigin);
        }
        Ok(Self(format!("{scheme}://{host}")))
    }

    /// Returns the origin as browsers write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the part of a URL behind this origin. Other texts are returned whole.
    pub fn path_of<'u>(&self, url: &'u str) -> &'u str {
        let path = url.match_indices('/').nth(2).and_then(|(at, _)| url.split_at_checked(at));
        path.filter(|(origin, _)| self.is_ours(origin)).map_or(url, |(_, path)| path)
    }

    /// Returns whether browsers reach the server over TLS.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Returns whether only browsers on this machine reach the server under this address.
    pub fn is_local(&self) -> bool {
        let host = with_localhost(&self.0);
        host.strip_prefix("http://localhost").is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }

    /// Refuses a request that changes something, or opens a WebSocket, if a browser sent it for another site's page.
    ///
    /// A caller that sends none of the three headers is not a browser and has no ambient cookies.
    pub fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), ApiError> {
        // Browsers let any page open a WebSocket to any site, with cookies, and read its messages.
        let only_reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        if only_reads && !headers.contains_key(UPGRADE) {
            return Ok(());
        }
        let ours = if let Some(site) = headers.get("sec-fetch-site") {
            site == "same-origin"
        } else if let Some(origin) = headers.get(ORIGIN) {
            origin.to_str().is_ok_and(|text| self.is_ours(text))
        } else if let Some(referer) = headers.get(REFERER) {
            referer.to_str().is_ok_and(|text| self.is_origin_of(text))
        } else {
            true
        };
        if ours {
            return Ok(());
        }
        let sent = headers.get(ORIGIN).and_then(|origin| Self::parse(origin.to_str().ok()?).ok());
        let message = match sent.filter(|sent| !self.is_ours(&sent.0)) {
            Some(sent) => self.explain(&sent),
            None => "This request came from another site and was refused".to_owned(),
        };
        Err(Refused::CrossSite(message).into())
    }

    /// Returns whether a browser's origin is this one. All names of the loopback interface count as the same host.
    fn is_ours(&self, origin: &str) -> bool {
        with_localhost(origin) == with_localhost(&self.0)
    }

    /// Returns the message about a refused address, with what to do if it is the server's own. Also logs it, at most
    /// once a minute.
    fn explain(&self, sent: &Self) -> String {
        static LAST: Mutex<Option<Instant>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() > LOG_EVERY) {
            *last = Some(Instant::now());
            tracing::warn!(
                sent = sent.as_str(),
                public_url = self.as_str(),
                "refused a request from another address; if it is this server's, set public_url to it"
            );
        }
        format!(
            "This request came from {} and was refused, because the server's address is set up as {}. If you opened the right \
             address, its operator has to set public_url to it",
            sent.0, self.0
        )
    }

    fn is_origin_of(&self, url: &str) -> bool {
        self.is_ours(&url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/"))
    }
}

/// Returns an origin in lower case, with `localhost` for all names of the loopback interface.
fn with_localhost(origin: &str) -> String {
    let origin = origin.to_ascii_lowercase();
    let port = |rest: &str| rest.is_empty() || rest.starts_with(':');
    let of_this_machine = ["http://127.0.0.1", "http://[::1]"].iter().find_map(|name| origin.strip_prefix(name));
    match of_this_machine.filter(|rest| port(rest)) {
        Some(rest) => format!("http://localhost{rest}"),
        None => origin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::{HeaderName, HeaderValue};

    fn passes(method: &Method, headers: &[(&'static str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        Origin::parse("http://localhost:8080").unwrap().check(method, &map).is_ok()
    }

    #[test]
    fn origin_has_one_spelling() {
        let origin = |url| Origin::parse(url).map(|origin| origin.as_str().to_owned());
        assert_eq!(origin("HTTPS://Terminal.Example:443/").as_deref(), Ok("https://terminal.example"));
        assert_eq!(origin("http://[::1]:8080").as_deref(), Ok("http://[::1]:8080"));
        for bad in ["localhost:8080", "ftp://x", "http://", "http://x/path", "http://u@x", "http://x?q"] {
            assert_eq!(origin(bad), Err(BadOrigin), "{bad}");
        }
    }

    #[test]
    fn path_is_that_of_a_url_of_this_server() {
        let ours = Origin::parse("http://localhost:8080").unwrap();
        for (url, path) in [
            ("http://localhost:8080/api/x?y=/z", "/api/x?y=/z"),
            ("HTTP://127.0.0.1:8080/api", "/api"),
            ("/api/x", "/api/x"),
            ("/api/x/http://localhost:8080/y", "/api/x/http://localhost:8080/y"),
            ("http://localhost:8081/api", "http://localhost:8081/api"),
            ("http://localhost:8080.example/api", "http://localhost:8080.example/api"),
            ("http://localhost:8080", "http://localhost:8080"),
        ] {
            assert_eq!(ours.path_of(url), path);
        }
    }

    #[test]
    fn only_our_pages_may_change_things() {
        let post = || &Method::POST;
        assert!(passes(post(), &[]));
        assert!(passes(post(), &[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        assert!(!passes(post(), &[("sec-fetch-site", "same-site")]));
        assert!(!passes(post(), &[("sec-fetch-site", "none"), ("origin", "http://localhost:8080")]));
        assert!(passes(post(), &[("origin", "http://localhost:8080")]));
        assert!(!passes(post(), &[("origin", "null")]));
        assert!(!passes(post(), &[("origin", "http://localhost:8081"), ("referer", "http://localhost:8080/")]));
        assert!(passes(post(), &[("referer", "http://localhost:8080/documents")]));
        assert!(!passes(post(), &[("referer", "http://localhost:8080.evil.example/")]));
        for (ours, origin) in [
            (true, "http://127.0.0.1:8080"),
            (true, "http://[::1]:8080"),
            (false, "http://127.0.0.1:8081"),
            (false, "http://127.0.0.10:8080"),
            (false, "http://127.0.0.1.evil.example:8080"),
        ] {
            assert_eq!(passes(post(), &[("origin", origin)]), ours, "{origin}");
        }
        assert!(passes(&Method::GET, &[("sec-fetch-site", "cross-site")]));
        assert!(!passes(&Method::DELETE, &[("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn refusal_names_both_addresses() {
        let message = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
            let ours = Origin::parse("http://localhost:8080").unwrap();
            ours.check(&Method::POST, &headers).unwrap_err().to_string()
        };
        let named = message("https://Wiki.example");
        for part in ["https://wiki.example", "http://localhost:8080", "public_url"] {
            assert!(named.contains(part), "{named}");
        }
        assert_eq!(message("null"), "This request came from another site and was refused");
        assert_eq!(message("https://x/<b>"), "This request came from another site and was refused");
    }

    #[test]
    fn only_our_pages_may_open_a_socket() {
        let opens = |headers: &[(&'static str, &str)]| {
            let upgrade = [("upgrade", "websocket")];
            passes(&Method::GET, &[&upgrade, headers].concat())
        };
        assert!(opens(&[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8080")]));
        assert!(opens(&[("origin", "http://localhost:8080")]));
        assert!(opens(&[]), "not a browser: browsers send one of them");
        for refused in [
            ("origin", "http://localhost:8081"),
            ("origin", "https://localhost:8080"),
            ("origin", "http://localhost:8080.evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-site", "none"),
            ("referer", "http://evil.example/"),
        ] {
            assert!(!opens(&[refused]), "{refused:?}");
        }
        let sent_on = [("sec-fetch-site", "cross-site"), ("origin", "http://localhost:8080")];
        assert!(!opens(&sent_on), "our page in a frame of another site");
    }

    #[test]
    fn names_of_this_machine_are_local() {
        for (url, local) in [
            ("http://localhost:8080", true),
            ("http://127.0.0.1", true),
            ("http://[::1]:80", true),
            ("http://localhost.example", false),
            ("https://localhost", false),
            ("http://wiki.example", false),
        ] {
            assert_eq!(Origin::parse(url).unwrap().is_local(), local, "{url}");
        }
    }
}
