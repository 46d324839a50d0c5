//! Limits how often a person has a name completed, counted by each node.

use crate::error::ApiError;
use facility_kernel::{ErrorKind, UserId};
use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;

/// Maximum number of calls a minute.
const A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);

/// Counts the calls of each person on this node. Clones share the counters.
#[derive(Clone, Debug)]
pub struct NameLimit(Option<Arc<DefaultKeyedRateLimiter<UserId>>>);

impl NameLimit {
    /// Creates the limit of 20 calls a minute.
    pub fn strict() -> Self {
        Self(Some(Arc::new(RateLimiter::keyed(Quota::per_minute(A_MINUTE)))))
    }

    /// Creates a limiter without a limit, for load tests.
    pub const fn open() -> Self {
        Self(None)
    }

    /// Counts one call. Errors: 429 with the time to wait.
    pub fn check(&self, person: UserId) -> Result<(), ApiError> {
        let Some(calls) = &self.0 else { return Ok(()) };
        // Forgets who has not called for a minute.
        calls.retain_recent();
        calls.check_key(&person).map_err(|until| {
            let retry_after = until.wait_time_from(governor::clock::DefaultClock::default().now());
            let message = "Too many names. Try again in a moment";
            ApiError::new(ErrorKind::RateLimited { retry_after }, "rate_limited", message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn a_person_has_20_names_completed_a_minute() {
        let limit = NameLimit::strict();
        let (one, other) = (UserId::Account(numbered(1)), UserId::Account(numbered(2)));
        assert!((0..20).all(|_| limit.check(one).is_ok()));
        assert_eq!(limit.check(one).unwrap_err().code(), "rate_limited");
        assert!(limit.check(other).is_ok());
        assert!(NameLimit::open().check(one).is_ok());
    }
}
