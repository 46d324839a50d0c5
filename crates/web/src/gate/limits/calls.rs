//! Rate limits per session, known browser and network, counted in memory before any other work.
//!
//! Each session that this site issued has its own limit, unless a check within the last minute found that it has ended.
//! Each browser that signed in before has one too. All other callers share the limit of their network, and cannot use
//! up those of sessions and known browsers.
//!
//! Each node counts separately. Memory is bounded: networks share 65,536 counters by a keyed hash, so that nobody can
//! choose whose counter they share, and sessions and browsers are counted only if this site issued their tokens.

use super::counted::{count, lock, too_many};
use crate::http::error::ApiError;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hash};
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Maximum number of requests per network and minute.
const OF_NETWORK: NonZeroU32 = NonZeroU32::MIN.saturating_add(599);
/// Maximum number of requests per minute of a known browser without a session.
const OF_BROWSER: NonZeroU32 = NonZeroU32::MIN.saturating_add(119);
/// Maximum number of requests per minute of a session.
const OF_SESSION: NonZeroU32 = NonZeroU32::MIN.saturating_add(1199);
/// Time for which the result of a session check is remembered.
const CHECKED_FOR: Duration = Duration::from_mins(1);

/// Counts requests per session, known browser and network.
pub struct CallLimit {
    networks: DefaultKeyedRateLimiter<u16>,
    browsers: DefaultKeyedRateLimiter<String>,
    sessions: DefaultKeyedRateLimiter<String>,
    /// When each session was last looked up, by the fingerprint of its token, and whether it was valid.
    checked: Mutex<HashMap<String, (Instant, bool)>>,
    hash: RandomState,
}

/// The tokens that a request presents, by their fingerprints.
#[derive(Clone, Default, Debug)]
pub struct Presented {
    /// The session, and whether its token has the mark of this site.
    pub session: Option<(String, bool)>,
    /// The browser, if its token has the mark of this site.
    pub browser: Option<String>,
}

/// Whose limit a request exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// The limit of its network.
    Network,
    /// The limit of its browser.
    Browser,
    /// The limit of its session.
    Session,
}

impl Limited {
    /// Returns the label in the metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Browser => "browser",
            Self::Session => "session",
        }
    }
}

impl Default for CallLimit {
    fn default() -> Self {
        Self {
            networks: RateLimiter::keyed(Quota::per_minute(OF_NETWORK)),
            browsers: RateLimiter::keyed(Quota::per_minute(OF_BROWSER)),
            sessions: RateLimiter::keyed(Quota::per_minute(OF_SESSION)),
            checked: Mutex::default(),
            hash: RandomState::new(),
        }
    }
}

impl CallLimit {
    /// Counts a request from this network with these tokens. Errors: 429 with the exceeded limit.
    pub fn check(&self, network: &str, presented: &Presented) -> Result<(), (Limited, ApiError)> {
        let session = presented.session.as_ref();
        if let Some((session, _)) = session.filter(|(token, is_marked)| self.has_own_limit(token, *is_marked)) {
            return allow(&self.sessions, session, Limited::Session);
        }
        match &presented.browser {
            Some(browser) => allow(&self.browsers, browser, Limited::Browser),
            None => allow(&self.networks, &self.bucket(network), Limited::Network),
        }
    }

    /// Records that a session was found valid.
    pub fn found_valid(&self, session: String) {
        lock(&self.checked).insert(session, (Instant::now(), true));
    }

    /// Records that the presented session is not valid, or no longer. Tokens without a mark are not remembered.
    pub fn found_invalid(&self, presented: Presented) {
        let Some((session, is_marked)) = presented.session else { return };
        let mut checked = lock(&self.checked);
        if is_marked {
            checked.insert(session, (Instant::now(), false));
        } else {
            checked.remove(&session);
        }
    }

    /// Deletes the counters of idle callers, so that memory does not grow with the number of callers.
    pub fn forget_idle(&self) {
        self.networks.retain_recent();
        self.browsers.retain_recent();
        self.sessions.retain_recent();
        lock(&self.checked).retain(|_, (at, _)| at.elapsed() < CHECKED_FOR);
    }

    /// Returns whether a session has its own limit: the last check decides, or its mark if there was none.
    fn has_own_limit(&self, session: &str, is_marked: bool) -> bool {
        let checked = lock(&self.checked).get(session).copied();
        checked.filter(|(at, _)| at.elapsed() < CHECKED_FOR).map_or(is_marked, |(_, was_valid)| was_valid)
    }

    fn bucket(&self, network: &str) -> u16 {
        // Any 16 bits of a keyed hash are equally suitable.
        let [.., high, low] = self.hash.hash_one(network).to_be_bytes();
        u16::from_be_bytes([high, low])
    }
}

fn allow<K: Clone + Eq + Hash>(
    calls: &DefaultKeyedRateLimiter<K>,
    key: &K,
    limited: Limited,
) -> Result<(), (Limited, ApiError)> {
    count(calls, key).map_err(|wait| (limited, too_many(wait, "Too many requests. Try again in a moment")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: &str = "192.0.2.1";

    fn session(token: &str, is_marked: bool) -> Presented {
        Presented { session: Some((token.to_owned(), is_marked)), browser: None }
    }

    fn browser(token: &str) -> Presented {
        Presented { session: None, browser: Some(token.to_owned()) }
    }

    fn admitted(limit: &CallLimit, presented: &Presented) -> usize {
        (0..2000).take_while(|_| limit.check(NETWORK, presented).is_ok()).count()
    }

    fn limited(limit: &CallLimit, presented: &Presented) -> Limited {
        limit.check(NETWORK, presented).unwrap_err().0
    }

    #[test]
    fn network_may_send_600_requests_a_minute() {
        let limit = CallLimit::default();
        let spent = admitted(&limit, &Presented::default());
        assert!((600..620).contains(&spent), "{spent}");
        let (limited, error) = limit.check(NETWORK, &Presented::default()).unwrap_err();
        assert_eq!((limited, error.code()), (Limited::Network, "rate_limited"));
        assert!(limit.check(NETWORK, &session("made up", false)).is_err(), "an unknown token changes nothing");
    }

    #[test]
    fn valid_session_may_send_1200_requests_a_minute() {
        let limit = CallLimit::default();
        admitted(&limit, &Presented::default());
        limit.found_valid("a".to_owned());
        let spent = admitted(&limit, &session("a", false));
        assert!((1200..1240).contains(&spent), "{spent}");
        assert_eq!(limited(&limit, &session("a", false)), Limited::Session);
        limit.found_valid("b".to_owned());
        assert!(limit.check(NETWORK, &session("b", false)).is_ok(), "each session has its own");
        limit.found_invalid(session("b", false));
        assert_eq!(limited(&limit, &session("b", false)), Limited::Network);
    }

    #[test]
    fn an_exhausted_network_limit_does_not_affect_sessions_and_known_browsers() {
        let limit = CallLimit::default();
        admitted(&limit, &Presented::default());
        assert!(limit.check(NETWORK, &session("quiet for a minute", true)).is_ok());
        let spent = admitted(&limit, &browser("known"));
        assert!((120..130).contains(&spent), "{spent}");
        assert_eq!(limited(&limit, &browser("known")), Limited::Browser);
        assert!(limit.check(NETWORK, &browser("another")).is_ok(), "each browser has its own");
        // A request with an ended session counts for its browser, or else for its network.
        limit.found_invalid(session("ended", true));
        assert_eq!(limited(&limit, &session("ended", true)), Limited::Network);
        let ended = Presented { browser: Some("third".to_owned()), ..session("ended", true) };
        assert!(limit.check(NETWORK, &ended).is_ok());
    }

    #[test]
    fn the_number_of_network_counters_is_bounded() {
        let limit = CallLimit::default();
        for n in 0..200_000 {
            // The result does not matter here.
            drop(limit.check(&format!("2001:db8:0:{n:x}::/64"), &Presented::default()));
        }
        assert!(limit.networks.len() <= 65_536);
    }
}
