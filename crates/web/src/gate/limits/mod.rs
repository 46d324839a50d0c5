//! The rate limits, counted in memory by each node.

pub mod calls;
pub mod counted;

use crate::http::error::ApiError;
use calls::{CallLimit, Limited, Presented};
use counted::{Slot, Slots, count, too_many};
use facility_kernel::{PageRequest, SessionId, UserId};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of writes per session and minute.
const WRITES_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(599);
/// Maximum number of requests per user and minute that complete a username.
const NAMES_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);
/// Maximum number of exports of a user's own records that the user starts within an hour.
const EXPORTS_AN_HOUR: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);
/// Maximum number of exports that are created for a user or sent to them at a time. Each is a file on this node until
/// it has been sent.
const EXPORTS_AT_ONCE: u32 = 2;
/// The `Retry-After` while too many exports are in progress.
const EXPORT_RETRY: Duration = Duration::from_secs(30);
/// Maximum number of whole lists that one session reads at a time.
const LISTS_AT_ONCE: u32 = 3;
/// The `Retry-After` while a session reads too many lists.
const LIST_RETRY: Duration = Duration::from_secs(5);

/// The limits of this node. Clones share the counters.
#[derive(Clone)]
pub struct Limits(Option<Arc<Counters>>);

struct Counters {
    calls: CallLimit,
    writes: DefaultKeyedRateLimiter<SessionId>,
    names: DefaultKeyedRateLimiter<UserId>,
    exports: DefaultKeyedRateLimiter<UserId>,
    exports_under_way: Slots<UserId>,
    lists_under_way: Slots<SessionId>,
}

impl Limits {
    /// Creates the limits of a server.
    pub fn strict() -> Self {
        Self(Some(Arc::new(Counters {
            calls: CallLimit::default(),
            writes: RateLimiter::keyed(Quota::per_minute(WRITES_A_MINUTE)),
            names: RateLimiter::keyed(Quota::per_minute(NAMES_A_MINUTE)),
            exports: RateLimiter::keyed(Quota::per_hour(EXPORTS_AN_HOUR)),
            exports_under_way: Slots::default(),
            lists_under_way: Slots::default(),
        })))
    }

    /// Creates limits that admit everything, for load tests.
    pub const fn open() -> Self {
        Self(None)
    }

    /// Returns whether everything is admitted.
    pub const fn is_open(&self) -> bool {
        self.0.is_none()
    }

    /// Counts a request from this network with these tokens. Errors: 429 with the exceeded limit.
    pub fn call(&self, network: &str, presented: &Presented) -> Result<(), (Limited, ApiError)> {
        self.0.as_ref().map_or(Ok(()), |counters| counters.calls.check(network, presented))
    }

    /// Records that a session was found valid.
    pub fn found_valid(&self, session: String) {
        if let Some(counters) = &self.0 {
            counters.calls.found_valid(session);
        }
    }

    /// Records that the presented session is not valid, or no longer.
    pub fn found_invalid(&self, presented: Presented) {
        if let Some(counters) = &self.0 {
            counters.calls.found_invalid(presented);
        }
    }

    /// Counts one write, of at most 600 a minute. Errors: 429 with the time to wait.
    pub fn write(&self, session: SessionId) -> Result<(), ApiError> {
        let Some(counters) = &self.0 else { return Ok(()) };
        count(&counters.writes, &session).map_err(|wait| too_many(wait, "Too many requests. Try again in a moment"))
    }

    /// Counts one request that completes a username, of at most 20 a minute. Errors: 429 with the time to wait.
    pub fn name_completion(&self, person: UserId) -> Result<(), ApiError> {
        let Some(counters) = &self.0 else { return Ok(()) };
        count(&counters.names, &person).map_err(|wait| too_many(wait, "Too many names. Try again in a moment"))
    }

    /// Takes a slot for another export of a user's own records; dropping the result frees it. Errors: 429 if two are in
    /// progress or six were started within the hour.
    pub fn export(&self, person: UserId) -> Result<Option<Slot<UserId>>, ApiError> {
        let Some(counters) = &self.0 else { return Ok(None) };
        let slot = counters.exports_under_way.take(person, EXPORTS_AT_ONCE).ok_or_else(|| {
            let message = "Two exports of your records are being made or sent. Try again when one is complete";
            too_many(EXPORT_RETRY, message)
        })?;
        count(&counters.exports, &person)
            .map_err(|wait| too_many(wait, format!("You can export your records {EXPORTS_AN_HOUR} times an hour")))?;
        Ok(Some(slot))
    }

    /// Takes a slot for another whole list; dropping the result frees it. A single page needs none, because its length
    /// is limited. Errors: 429 if the session already reads three.
    pub fn list(
        &self,
        session: Option<SessionId>,
        page: Option<&PageRequest>,
    ) -> Result<Option<Slot<SessionId>>, ApiError> {
        let (Some(counters), Some(session), None) = (&self.0, session, page) else {
            return Ok(None);
        };
        let slot = counters
            .lists_under_way
            .take(session, LISTS_AT_ONCE)
            .ok_or_else(|| too_many(LIST_RETRY, "Too many whole lists are being read. Ask for pages with limit"))?;
        Ok(Some(slot))
    }

    /// Deletes the counters of idle callers, so that memory does not grow with their number.
    pub fn forget_idle(&self) {
        let Some(counters) = &self.0 else { return };
        counters.calls.forget_idle();
        counters.writes.retain_recent();
        counters.names.retain_recent();
        counters.exports.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn session_may_write_600_times_a_minute() {
        let limits = Limits::strict();
        let (one, other) = (SessionId::from_uuid(numbered(1)), SessionId::from_uuid(numbered(2)));
        for n in 0..600 {
            assert!(limits.write(one).is_ok(), "{n}");
        }
        assert_eq!(limits.write(one).unwrap_err().code(), "rate_limited");
        assert!(limits.write(other).is_ok(), "each session has its own");
        assert!(Limits::open().write(one).is_ok());
    }

    #[test]
    fn a_user_can_complete_20_names_a_minute() {
        let limits = Limits::strict();
        let (one, other) = (UserId::Account(numbered(1)), UserId::Account(numbered(2)));
        assert!((0..20).all(|_| limits.name_completion(one).is_ok()));
        assert_eq!(limits.name_completion(one).unwrap_err().code(), "rate_limited");
        assert!(limits.name_completion(other).is_ok());
        assert!(Limits::open().name_completion(one).is_ok());
    }

    #[test]
    fn a_user_can_start_two_exports_at_a_time_and_six_an_hour() {
        let limits = Limits::strict();
        let [one, other] = [1, 2].map(|n| UserId::Account(numbered(n)));
        let mut held = vec![limits.export(one).unwrap(), limits.export(one).unwrap()];
        assert_eq!(limits.export(one).unwrap_err().code(), "rate_limited");
        assert!(limits.export(other).is_ok(), "each person has their own");
        held.pop();
        // Refused attempts do not count.
        for _ in 2..6 {
            assert!(limits.export(one).is_ok());
        }
        drop(held);
        assert!(limits.export(one).unwrap_err().to_string().contains("6 times"), "the hour");
        assert!(limits.0.unwrap().exports_under_way.is_empty());
        let open = Limits::open();
        let many: Vec<_> = (0..9).map(|_| open.export(one).unwrap()).collect();
        assert_eq!(many.len(), 9);
    }

    #[test]
    fn a_session_reads_three_whole_lists_at_a_time() {
        let limits = Limits::strict();
        let [one, other] = [1, 2].map(|n| Some(SessionId::from_uuid(numbered(n))));
        let mut slots: Vec<_> = (0..3).map(|_| limits.list(one, None).unwrap()).collect();
        assert_eq!(limits.list(one, None).unwrap_err().code(), "rate_limited");
        assert!(limits.list(one, Some(&PageRequest::FIRST)).unwrap().is_none(), "a page is no whole list");
        assert!(limits.list(other, None).is_ok(), "each session has its own");
        slots.pop();
        assert!(limits.list(one, None).is_ok(), "a completed list frees its slot");
        drop(slots);
        assert!(limits.0.unwrap().lists_under_way.is_empty());
    }
}
