//! Counters by key: of calls within a period, and of operations in progress.

use crate::http::error::ApiError;
use crate::http::refused::Refused;
use governor::DefaultKeyedRateLimiter;
use governor::clock::{Clock as _, DefaultClock};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Counts one call. Errors: the time to wait.
pub fn count<K: Clone + Eq + Hash>(calls: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Duration> {
    calls.check_key(key).map_err(|until| until.wait_time_from(DefaultClock::default().now()))
}

/// Returns the error for an exceeded limit, 429.
pub fn too_many(retry_after: Duration, message: impl Into<String>) -> ApiError {
    Refused::RateLimited { message: message.into(), retry_after }.into()
}

/// Operations in progress, counted by key. Clones share the counters.
#[derive(Clone, Debug)]
pub struct Slots<K: Eq + Hash>(Arc<Mutex<HashMap<K, u32>>>);

impl<K: Eq + Hash> Default for Slots<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Copy + Eq + Hash> Slots<K> {
    /// Takes a slot; dropping the result frees it. `None` if `most` are taken.
    pub fn take(&self, key: K, most: u32) -> Option<Slot<K>> {
        let mut taken = lock(&self.0);
        let count = taken.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Slot { slots: self.clone(), key })
    }

    /// Returns whether no slot is taken.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }
}

/// The slot of one operation in progress.
#[derive(Debug)]
pub struct Slot<K: Copy + Eq + Hash> {
    slots: Slots<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Drop for Slot<K> {
    fn drop(&mut self) {
        let mut taken = lock(&self.slots.0);
        if let Some(count) = taken.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

/// Locks the state. A panic elsewhere leaves it consistent, so a poisoned lock is safe to use.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
