//! Limits the number of whole lists that a session reads at a time.

use crate::error::ApiError;
use facility_kernel::{Actor, ErrorKind, PageRequest, SessionId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of whole lists that one session reads at a time.
const PER_SESSION: u32 = 3;
/// The `Retry-After` of a refusal.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Counts the whole lists in transit. Clones share the counters.
#[derive(Clone, Debug)]
pub struct ListLimit {
    under_way: Arc<Mutex<HashMap<SessionId, u32>>>,
    is_limited: bool,
}

impl ListLimit {
    /// Creates the limit of three per session.
    pub fn strict() -> Self {
        Self { under_way: Arc::default(), is_limited: true }
    }

    /// Creates a limiter without a limit, for load tests.
    pub fn open() -> Self {
        Self { is_limited: false, ..Self::strict() }
    }

    /// Takes a slot for one more whole list, which dropping the result frees. A single page, whose length is limited,
    /// needs none. Errors: 429 when the session has the maximum number.
    pub fn begin(&self, caller: &Actor, wanted: Option<&PageRequest>) -> Result<ListPlace, ApiError> {
        match caller.session_id {
            Some(session) if self.is_limited && wanted.is_none() => self.take(session),
            _ => Ok(ListPlace::none()),
        }
    }

    fn take(&self, session: SessionId) -> Result<ListPlace, ApiError> {
        let mut under_way = lock(&self.under_way);
        let count = under_way.entry(session).or_default();
        if *count >= PER_SESSION {
            let kind = ErrorKind::RateLimited { retry_after: RETRY_AFTER };
            let message = "Too many whole lists are being read. Ask for pages with limit";
            return Err(ApiError::new(kind, "rate_limited", message));
        }
        *count += 1;
        drop(under_way);
        Ok(ListPlace(Some((self.clone(), session))))
    }
}

/// The slot of one whole list in transit.
#[derive(Debug)]
pub struct ListPlace(Option<(ListLimit, SessionId)>);

impl ListPlace {
    /// Returns an empty slot, for a list that is not counted.
    pub const fn none() -> Self {
        Self(None)
    }
}

impl Drop for ListPlace {
    fn drop(&mut self) {
        let Some((limit, session)) = &self.0 else { return };
        let mut under_way = lock(&limit.under_way);
        if let Some(count) = under_way.get_mut(session) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                under_way.remove(session);
            }
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
    fn a_session_reads_three_whole_lists_at_a_time() {
        let limit = ListLimit::strict();
        let (one, other) = (SessionId::from_uuid(numbered(1)), SessionId::from_uuid(numbered(2)));
        let mut places: Vec<ListPlace> = (0..3).map(|_| limit.take(one).unwrap()).collect();
        assert_eq!(limit.take(one).unwrap_err().code(), "rate_limited");
        assert!(limit.take(other).is_ok(), "each session has its own");
        places.pop();
        assert!(limit.take(one).is_ok(), "a completed list frees its slot");
        drop(places);
        assert!(lock(&limit.under_way).is_empty());
    }
}
