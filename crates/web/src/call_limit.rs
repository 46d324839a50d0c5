//! Rate limits per session and network, counted in memory before any other work.
//!
//! Each node counts by itself. Memory is bounded: networks share 65,536 counters by a keyed hash, so that nobody can
//! choose whose counter they share, and sessions are counted only if they were found valid within the last minute.

use crate::error::ApiError;
use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use kernel::ErrorKind;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hash};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of requests per network and minute.
const OF_NETWORK: NonZeroU32 = NonZeroU32::MIN.saturating_add(599);
/// Maximum number of requests per minute of a session that was recently found valid.
const OF_SESSION: NonZeroU32 = NonZeroU32::MIN.saturating_add(1199);
/// Time for which a session counts as valid after a check.
const VALID_FOR: Duration = Duration::from_mins(1);

/// Counts requests. Clones share the counters.
#[derive(Clone)]
pub struct CallLimit(Option<Arc<Counters>>);

struct Counters {
    networks: DefaultKeyedRateLimiter<u16>,
    sessions: DefaultKeyedRateLimiter<String>,
    /// When each session was last found valid, by the fingerprint of its token.
    valid: Mutex<HashMap<String, Instant>>,
    hash: RandomState,
}

/// Whose limit a request exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// The limit of its network.
    Network,
    /// The limit of its session.
    Session,
}

impl Limited {
    /// Returns the label in the metrics.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Session => "session",
        }
    }
}

impl CallLimit {
    /// Creates the limits: 600 requests a minute per network, 1,200 a minute per session.
    pub fn strict() -> Self {
        Self(Some(Arc::new(Counters {
            networks: RateLimiter::keyed(Quota::per_minute(OF_NETWORK)),
            sessions: RateLimiter::keyed(Quota::per_minute(OF_SESSION)),
            valid: Mutex::default(),
            hash: RandomState::new(),
        })))
    }

    /// Creates a limiter without limits, for load tests.
    pub const fn open() -> Self {
        Self(None)
    }

    /// Returns whether there are no limits.
    pub const fn is_open(&self) -> bool {
        self.0.is_none()
    }

    /// Counts a request from this network, with the fingerprint of its session token if it has one. Errors: 429 with
    /// the exceeded limit.
    pub fn check(&self, network: &str, session: Option<&str>) -> Result<(), (Limited, ApiError)> {
        let Some(counters) = &self.0 else { return Ok(()) };
        match session.filter(|session| counters.is_valid(session)) {
            Some(session) => allow(&counters.sessions, &session.to_owned(), Limited::Session),
            None => allow(&counters.networks, &counters.bucket(network), Limited::Network),
        }
    }

    /// Records that a session was found valid.
    pub fn found_valid(&self, session: String) {
        if let Some(counters) = &self.0 {
            lock(&counters.valid).insert(session, Instant::now());
        }
    }

    /// Records that a token does not belong to a valid session, or no longer does.
    pub fn found_invalid(&self, session: &str) {
        if let Some(counters) = &self.0 {
            lock(&counters.valid).remove(session);
        }
    }

    /// Deletes the counters of idle callers, so that memory does not grow with the number of callers.
    pub fn forget_idle(&self) {
        if let Some(counters) = &self.0 {
            counters.networks.retain_recent();
            counters.sessions.retain_recent();
            lock(&counters.valid).retain(|_, found| found.elapsed() < VALID_FOR);
        }
    }
}

impl Counters {
    fn is_valid(&self, session: &str) -> bool {
        lock(&self.valid).get(session).is_some_and(|found| found.elapsed() < VALID_FOR)
    }

    fn bucket(&self, network: &str) -> u16 {
        // Any 16 bits of a keyed hash are equally suitable.
        let [.., high, low] = self.hash.hash_one(network).to_be_bytes();
        u16::from_be_bytes([high, low])
    }
}

fn allow<K: Clone + Eq + Hash>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    limited: Limited,
) -> Result<(), (Limited, ApiError)> {
    limiter.check_key(key).map_err(|until| {
        let retry_after = until.wait_time_from(governor::clock::DefaultClock::default().now());
        let message = "Too many requests. Try again in a moment";
        (limited, ApiError::new(ErrorKind::RateLimited { retry_after }, "rate_limited", message))
    })
}

/// Locks the state. A panic elsewhere leaves it consistent, so a poisoned lock is safe to use.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(limit: &CallLimit, network: &str, session: Option<&str>) -> usize {
        (0..2000).take_while(|_| limit.check(network, session).is_ok()).count()
    }

    #[test]
    fn network_may_send_600_requests_a_minute() {
        let limit = CallLimit::strict();
        let spent = admitted(&limit, "192.0.2.1", None);
        assert!((600..620).contains(&spent), "{spent}");
        let (limited, error) = limit.check("192.0.2.1", None).unwrap_err();
        assert_eq!((limited, error.code()), (Limited::Network, "rate_limited"));
        assert!(limit.check("192.0.2.1", Some("made up")).is_err(), "an unknown token changes nothing");
    }

    #[test]
    fn valid_session_may_send_1200_requests_a_minute() {
        let limit = CallLimit::strict();
        admitted(&limit, "192.0.2.1", None);
        limit.found_valid("a".to_owned());
        let spent = admitted(&limit, "192.0.2.1", Some("a"));
        assert!((1200..1240).contains(&spent), "{spent}");
        assert_eq!(limit.check("192.0.2.1", Some("a")).unwrap_err().0, Limited::Session);
        limit.found_valid("b".to_owned());
        assert!(limit.check("192.0.2.1", Some("b")).is_ok(), "each session has its own");
        limit.found_invalid("b");
        assert_eq!(limit.check("192.0.2.1", Some("b")).unwrap_err().0, Limited::Network);
    }

    #[test]
    fn counters_of_networks_are_bounded() {
        let limit = CallLimit::strict();
        for n in 0..200_000 {
            // The result does not matter here.
            drop(limit.check(&format!("2001:db8:0:{n:x}::/64"), None));
        }
        assert!(limit.0.unwrap().networks.len() <= 65_536);
        assert!(CallLimit::open().is_open());
    }
}
