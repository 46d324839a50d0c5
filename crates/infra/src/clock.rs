//! System time and randomness: the only module that reads them.

use facility_kernel::Randomness;
use facility_kernel::{Clock, IdGenerator, StoreError, Timestamp};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uuid::timestamp::context::ContextV7;
use uuid::{Timestamp as UuidTimestamp, Uuid};

#[expect(clippy::disallowed_methods, reason = "this module is the only source of the current time")]
fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO)
}

/// The system clock, in whole microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(i64::try_from(since_epoch().as_micros()).unwrap_or(i64::MAX))
    }
}

/// Returns the server's clock. In a build without the feature `test-clock` it is always [`SystemClock`].
///
/// With the feature, the environment variable `FACILITY_TEST_CLOCK` may name a file with an offset in whole
/// microseconds. The offset is added to the system time and read again on every call, so tests of the real binary can
/// move its time. Errors: the file cannot be read or does not hold a number.
pub fn server_clock() -> Result<Arc<dyn Clock>, StoreError> {
    #[cfg(feature = "test-clock")]
    if let Some(path) = std::env::var_os("FACILITY_TEST_CLOCK") {
        return Ok(Arc::new(shifted::ShiftedClock::open(path.into())?));
    }
    Ok(Arc::new(SystemClock))
}

#[cfg(feature = "test-clock")]
mod shifted {
    use super::SystemClock;
    use facility_kernel::{Clock, StoreError, Timestamp};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// The system clock plus the offset in a file.
    pub(super) struct ShiftedClock {
        path: PathBuf,
        /// The last offset that could be read, in microseconds. The file may be replaced at any moment.
        offset: AtomicI64,
    }

    impl ShiftedClock {
        pub(super) fn open(path: PathBuf) -> Result<Self, StoreError> {
            let clock = Self { offset: AtomicI64::new(0), path };
            let Some(offset) = clock.read() else {
                return Err(StoreError::internal(format!("{}: not a readable test clock file", clock.path.display())));
            };
            clock.offset.store(offset, Ordering::Relaxed);
            tracing::warn!(path = %clock.path.display(), "the clock is shifted by a test file");
            Ok(clock)
        }

        fn read(&self) -> Option<i64> {
            std::fs::read_to_string(&self.path).ok()?.trim().parse().ok()
        }
    }

    impl Clock for ShiftedClock {
        fn now(&self) -> Timestamp {
            if let Some(offset) = self.read() {
                self.offset.store(offset, Ordering::Relaxed);
            }
            let offset = self.offset.load(Ordering::Relaxed);
            Timestamp::from_micros(SystemClock.now().as_micros().saturating_add(offset))
        }
    }
}

/// UUID generator. Version 7 ids sort after all earlier ones, even within one millisecond and after the clock is set
/// back; version 4 ids come from the operating system's random numbers.
#[derive(Debug, Default)]
pub struct UuidIds(Mutex<ContextV7>);

impl IdGenerator for UuidIds {
    fn next(&self) -> Uuid {
        let now = since_epoch();
        let context = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Uuid::new_v7(UuidTimestamp::from_unix(&*context, now.as_secs(), now.subsec_nanos()))
    }

    #[expect(clippy::disallowed_methods, reason = "this module is the only source of random ids")]
    fn random(&self) -> Uuid {
        Uuid::new_v4()
    }
}

/// Random bytes from the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsRandomness;

impl Randomness for OsRandomness {
    fn bits(&self) -> Result<[u8; 32], StoreError> {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).map_err(|error| StoreError::Internal(Box::new(error)))?;
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_in_creation_order() {
        let ids = UuidIds::default();
        let made: Vec<Uuid> = (0..10_000).map(|_| ids.next()).collect();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(made[0].get_version_num(), 7);
    }

    #[test]
    fn short_labels_of_random_ids_differ() {
        let ids = UuidIds::default();
        let labels: std::collections::BTreeSet<String> =
            (0..200).map(|_| ids.random().to_string().chars().take(6).collect()).collect();
        // Among 200 labels of 24 bits, two are equal once in a thousand runs, and three pairs practically never.
        assert!(labels.len() >= 198, "{}", labels.len());
        assert_eq!(ids.random().get_version_num(), 4);
    }

    #[test]
    fn clock_is_later_than_this_code() {
        assert!(SystemClock.now() > "2026-01-01T00:00:00Z".parse().unwrap());
    }

    #[test]
    fn random_bits_differ() {
        assert_ne!(OsRandomness.bits().unwrap(), OsRandomness.bits().unwrap());
    }
}
