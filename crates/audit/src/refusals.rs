//! Combines repeated refusals: the first one of a kind is logged immediately, and equal ones within the next minute are
//! combined into one more entry.
//!
//! A refused request costs its caller nothing, but an entry is a durable, chained write that is never deleted. If each
//! refusal were logged, a loop of refused requests would fill the disk and slow the database down for everyone.

use crate::attempts::LoginAttempt;
use crate::entry::{Audited, Entry};
use crate::trail::AuditLog;
use facility_kernel::{StoreError, Timestamp};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long equal refusals are counted before they become an entry.
const WINDOW: Duration = Duration::from_mins(1);
/// Maximum number of kinds that are counted separately. Beyond it, new kinds are combined by reason.
const MAX_KINDS: usize = 10_000;
/// Replaces the caller and the operation of refusals beyond [`MAX_KINDS`].
const ANY: &str = "*";

/// What makes refusals equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RefusalKind {
    /// The session, or the network of an anonymous caller.
    pub caller: String,
    /// The operation, without path parameters.
    pub call: String,
    /// The stable code of the reason.
    pub reason: String,
}

/// Lets the first refusal of a kind through and counts those of the following minute. `T` is the data needed to record
/// a refusal.
#[derive(Debug)]
pub struct Coalescer<T> {
    windows: Mutex<HashMap<RefusalKind, Window<T>>>,
}

#[derive(Debug)]
struct Window<T> {
    opened_at: Timestamp,
    counted: Option<(T, u32)>,
}

impl<T> Default for Coalescer<T> {
    fn default() -> Self {
        Self { windows: Mutex::default() }
    }
}

impl<T> Coalescer<T> {
    /// Returns the refusal if it is the first of its kind and must be recorded now. Otherwise counts it and returns
    /// None.
    pub fn admit(&self, kind: RefusalKind, refusal: T, now: Timestamp) -> Option<T> {
        let mut windows = lock(&self.windows);
        let kind = if windows.len() < MAX_KINDS || windows.contains_key(&kind) {
            kind
        } else {
            RefusalKind { caller: ANY.to_owned(), call: ANY.to_owned(), reason: kind.reason }
        };
        if let Some(window) = windows.get_mut(&kind) {
            let count = window.counted.as_ref().map_or(0, |(_, count)| *count);
            window.counted = Some((refusal, count.saturating_add(1)));
            return None;
        }
        windows.insert(kind, Window { opened_at: now, counted: None });
        Some(refusal)
    }

    /// Removes and returns the counts whose minute is over: the latest refusal of each kind and the number of them.
    pub fn due(&self, now: Timestamp) -> Vec<(RefusalKind, T, u32)> {
        self.take(|window| now.since(window.opened_at) >= WINDOW)
    }

    /// Removes and returns all counts, when the server stops.
    pub fn all(&self) -> Vec<(RefusalKind, T, u32)> {
        self.take(|_| true)
    }

    /// Records these counts one by one. Stops at the first failure and puts the rest back.
    pub async fn write<R>(
        &self,
        counted: Vec<(RefusalKind, T, u32)>,
        record: impl Fn(T, u32) -> R,
    ) -> Result<(), StoreError>
    where
        T: Clone,
        R: Future<Output = Result<(), StoreError>>,
    {
        let mut outcome = Ok(());
        for (kind, refusal, count) in counted {
            if outcome.is_ok() {
                outcome = record(refusal.clone(), count).await;
            }
            if outcome.is_err() {
                self.put_back(kind, refusal, count);
            }
        }
        outcome
    }

    /// Puts back a count that could not be recorded. It is due immediately.
    fn put_back(&self, kind: RefusalKind, refusal: T, count: u32) {
        let mut windows = lock(&self.windows);
        let window = windows.entry(kind).or_insert(Window { opened_at: Timestamp::EPOCH, counted: None });
        let later = window.counted.take();
        let sum = count.saturating_add(later.as_ref().map_or(0, |(_, count)| *count));
        window.counted = Some((later.map_or(refusal, |(later, _)| later), sum));
    }

    fn take(&self, is_due: impl Fn(&Window<T>) -> bool) -> Vec<(RefusalKind, T, u32)> {
        let mut windows = lock(&self.windows);
        let taken = windows.extract_if(|_, window| is_due(window));
        taken.filter_map(|(kind, window)| window.counted.map(|(last, count)| (kind, last, count))).collect()
    }
}

/// Locks the state. It is consistent even after a panic elsewhere, so a poisoned lock is safe to use.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records refusals. Clones share the counts.
#[derive(Clone)]
pub struct Refusals {
    log: Arc<dyn AuditLog>,
    counted: Arc<Coalescer<Refused>>,
    coalesced: Arc<AtomicU64>,
}

/// What is recorded about a refusal.
#[derive(Clone, Debug)]
struct Refused {
    entry: Entry,
    /// The attempt, if the refusal was a failed sign-in.
    attempt: Option<LoginAttempt>,
}

impl Refusals {
    pub fn new(log: Arc<dyn AuditLog>) -> Self {
        Self { log, counted: Arc::default(), coalesced: Arc::default() }
    }

    /// Records a refusal: immediately and durably if it is the first of its kind, otherwise within a minute. Errors:
    /// the entry cannot be written.
    pub async fn record(&self, kind: RefusalKind, entry: Entry) -> Result<(), StoreError> {
        self.admit(kind, Refused { entry, attempt: None }).await
    }

    /// Returns the number of refusals since the start that were combined with an earlier one.
    pub fn coalesced(&self) -> u64 {
        self.coalesced.load(Ordering::Relaxed)
    }

    /// Records a refused sign-in in the same way, together with the attempt.
    pub async fn record_attempt(
        &self,
        kind: RefusalKind,
        entry: Entry,
        attempt: LoginAttempt,
    ) -> Result<(), StoreError> {
        self.admit(kind, Refused { entry, attempt: Some(attempt) }).await
    }

    async fn admit(&self, kind: RefusalKind, refused: Refused) -> Result<(), StoreError> {
        let now = refused.entry.timestamp;
        if let Some(first) = self.counted.admit(kind, refused, now) {
            return self.write(first, 1).await;
        }
        self.coalesced.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Writes the counts whose minute is over. They are kept if the store is unavailable.
    pub async fn write_due(&self, now: Timestamp) -> Result<(), StoreError> {
        self.counted.write(self.counted.due(now), |refused, count| self.write(refused, count)).await
    }

    /// Writes all counts, when the server stops.
    pub async fn write_all(&self) -> Result<(), StoreError> {
        self.counted.write(self.counted.all(), |refused, count| self.write(refused, count)).await
    }

    async fn write(&self, Refused { entry, attempt }: Refused, count: u32) -> Result<(), StoreError> {
        let entry = entry.times(count);
        match attempt {
            None => self.log.record(Audited::new((), entry)).await,
            Some(attempt) => self.log.record_attempt(Audited::new(attempt, entry)).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, EntityType};
    use crate::trail::MockAuditLog;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context};

    fn kind(caller: &str) -> RefusalKind {
        RefusalKind { caller: caller.to_owned(), call: "GET /things/{id}".to_owned(), reason: "no".to_owned() }
    }

    #[test]
    fn equal_refusals_are_counted_for_a_minute() {
        let counted = Coalescer::default();
        let at = |seconds| TEST_NOW.plus(Duration::from_secs(seconds));
        assert_eq!(counted.admit(kind("a"), 1, at(0)), Some(1));
        assert_eq!(counted.admit(kind("a"), 2, at(1)), None);
        assert_eq!(counted.admit(kind("b"), 3, at(1)), Some(3), "another caller");
        assert_eq!(counted.admit(kind("a"), 4, at(59)), None);
        assert!(counted.due(at(59)).is_empty());
        assert_eq!(counted.due(at(60)), [(kind("a"), 4, 2)], "the last of them, and how many");
        assert_eq!(counted.admit(kind("a"), 5, at(61)), Some(5), "a new minute");
        assert!(counted.due(at(200)).is_empty(), "a refusal without repeats is recorded only once");
    }

    #[test]
    fn number_of_distinguished_kinds_is_bounded() {
        let counted = Coalescer::default();
        for n in 0..MAX_KINDS {
            assert!(counted.admit(kind(&n.to_string()), n, TEST_NOW).is_some());
        }
        assert!(counted.admit(kind("new"), 0, TEST_NOW).is_some(), "the first of all new kinds");
        for n in 0..1000 {
            assert_eq!(counted.admit(kind(&format!("new {n}")), n, TEST_NOW), None);
        }
        assert_eq!(counted.admit(kind("7"), 7, TEST_NOW), None, "known kinds keep their own count");
        let all = counted.all();
        assert_eq!(all.iter().map(|(.., count)| u64::from(*count)).sum::<u64>(), 1001);
        assert_eq!(all.len(), 2);
    }

    #[tokio::test]
    async fn counts_that_cannot_be_written_are_kept() {
        let mut log = MockAuditLog::new();
        log.expect_record().times(1).withf(|first| first.entry().count == 1).returning(|_| Ok(()));
        log.expect_record().times(1).returning(|_| Err(StoreError::Unavailable("away".into())));
        log.expect_record().times(1).withf(|rest| rest.entry().count == 5).returning(|_| Ok(()));
        let refusals = Refusals::new(Arc::new(log));
        let ids = SequentialIds::default();
        let refuse = || {
            let performer = &actor(1, 1, false);
            let entry = Entry::new(&ids, &context(), performer, Action::AccessDenied, EntityType::Site);
            refusals.record(kind("a"), entry)
        };
        for _ in 0..4 {
            refuse().await.unwrap();
        }
        assert_eq!(refusals.coalesced(), 3);
        assert!(refusals.write_all().await.is_err());
        refuse().await.unwrap();
        refuse().await.unwrap();
        refusals.write_due(TEST_NOW).await.unwrap();
        refusals.write_all().await.unwrap();
    }
}
