//! Limits the number of writes per session, counted by each node.

use crate::error::ApiError;
use facility_kernel::ErrorKind;
use governor::clock::Clock as _;

/// Counts the writes of each session on this node.
#[derive(Debug)]
pub struct WriteLimit(Option<governor::DefaultKeyedRateLimiter<facility_kernel::SessionId>>);

/// Maximum number of writes per session and minute.
const WRITES_A_MINUTE: std::num::NonZeroU32 = std::num::NonZeroU32::MIN.saturating_add(599);

impl WriteLimit {
    /// Creates a limit of 600 writes a minute per session.
    pub fn strict() -> Self {
        Self(Some(governor::RateLimiter::keyed(governor::Quota::per_minute(WRITES_A_MINUTE))))
    }

    /// Creates a limiter without a limit, for load tests.
    pub const fn open() -> Self {
        Self(None)
    }

    /// Counts one write. Errors: 429 with the time to wait.
    pub fn check(&self, session: facility_kernel::SessionId) -> Result<(), ApiError> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(&session).map_err(|until| {
            let retry_after = until.wait_time_from(governor::clock::DefaultClock::default().now());
            let message = "Too many requests. Try again in a moment";
            ApiError::new(ErrorKind::RateLimited { retry_after }, "rate_limited", message)
        })
    }

    /// Deletes the counters of idle sessions, so that memory does not grow with their number.
    pub fn forget_idle(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::SessionId;
    use facility_kernel::testing::numbered;

    #[test]
    fn session_may_write_600_times_a_minute() {
        let limit = WriteLimit::strict();
        let (one, other) = (SessionId::from_uuid(numbered(1)), SessionId::from_uuid(numbered(2)));
        for n in 0..600 {
            assert!(limit.check(one).is_ok(), "{n}");
        }
        assert_eq!(limit.check(one).unwrap_err().code(), "rate_limited");
        assert!(limit.check(other).is_ok(), "each session has its own");
        assert!(WriteLimit::open().check(one).is_ok());
    }
}
