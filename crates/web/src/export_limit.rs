//! Limits how many archives of their own records a person has at a time, and begins within an hour. Each is a file of this
//! node until it has been sent.

use crate::error::ApiError;
use facility_kernel::{ErrorKind, UserId};
use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of archives that are made for a person or sent to them at a time.
const AT_ONCE: u32 = 2;
/// Maximum number of archives that a person begins within an hour.
const AN_HOUR: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);
/// The `Retry-After` while too many are being made or sent.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Counts the archives of each person on this node. Clones share the counters.
#[derive(Clone, Debug)]
pub struct ExportLimit {
    under_way: Arc<Mutex<HashMap<UserId, u32>>>,
    begun: Option<Arc<DefaultKeyedRateLimiter<UserId>>>,
}

impl ExportLimit {
    /// Creates the limit of two at a time and six an hour.
    pub fn strict() -> Self {
        let begun = Arc::new(RateLimiter::keyed(Quota::per_hour(AN_HOUR)));
        Self { under_way: Arc::default(), begun: Some(begun) }
    }

    /// Creates a limiter without a limit, for load tests.
    pub fn open() -> Self {
        Self { under_way: Arc::default(), begun: None }
    }

    /// Takes a place for one more archive, which dropping the result frees. Errors: 429 when the person has the maximum
    /// number, at a time or within the hour.
    pub fn begin(&self, person: UserId) -> Result<ExportPlace, ApiError> {
        let Some(begun) = &self.begun else { return Ok(ExportPlace(None)) };
        let refused = |retry_after, message: String| {
            ApiError::new(ErrorKind::RateLimited { retry_after }, "rate_limited", message)
        };
        // Exports are rare enough to forget here who has begun none for an hour.
        begun.retain_recent();
        let mut under_way = lock(&self.under_way);
        let count = under_way.get(&person).copied().unwrap_or_default();
        if count >= AT_ONCE {
            let message =
                "Two exports of your records are being made or sent. Try again when one is complete";
            return Err(refused(RETRY_AFTER, message.to_owned()));
        }
        begun.check_key(&person).map_err(|until| {
            let retry_after = until.wait_time_from(governor::clock::DefaultClock::default().now());
            refused(retry_after, format!("You can export your records {AN_HOUR} times an hour"))
        })?;
        under_way.insert(person, count + 1);
        Ok(ExportPlace(Some((self.clone(), person))))
    }
}

/// The place of one archive that is being made or sent.
#[derive(Debug)]
pub struct ExportPlace(Option<(ExportLimit, UserId)>);

impl Drop for ExportPlace {
    fn drop(&mut self) {
        let Some((limit, person)) = &self.0 else { return };
        let mut under_way = lock(&limit.under_way);
        match under_way.get(person).copied() {
            Some(count) if count > 1 => drop(under_way.insert(*person, count - 1)),
            _ => drop(under_way.remove(person)),
        }
    }
}

/// Locks the state. A panic elsewhere leaves it consistent, so a poisoned lock is safe to use.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn person_has_two_archives_at_a_time_and_six_an_hour() {
        let limit = ExportLimit::strict();
        let [one, other] = [1, 2].map(|n| UserId::Account(numbered(n)));
        let mut held = vec![limit.begin(one).unwrap(), limit.begin(one).unwrap()];
        assert_eq!(limit.begin(one).unwrap_err().code(), "rate_limited");
        assert!(limit.begin(other).is_ok(), "each person has their own");
        held.pop();
        // What was refused does not count.
        for _ in 2..6 {
            assert!(limit.begin(one).is_ok());
        }
        drop(held);
        assert!(limit.begin(one).unwrap_err().to_string().contains("6 times"), "the hour");
        assert!(lock(&limit.under_way).is_empty());
        let open = ExportLimit::open();
        let many: Vec<_> = (0..9).map(|_| open.begin(one).unwrap()).collect();
        assert_eq!(many.len(), 9);
    }
}
