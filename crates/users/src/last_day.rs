//! Failures within the last 24 hours.

use facility_kernel::Timestamp;
use std::time::Duration;

/// The period of daily limits: 24 hours.
pub const DAY: Duration = Duration::from_hours(24);

/// The times of failures counted against a daily limit, earliest first.
///
/// The limit applies to any 24 hours, not to calendar days: a counter that restarts at a fixed hour would allow twice
/// as many failures around that hour. The list never holds more times than the limit, because failures are no longer
/// counted once the limit is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LastDay(Vec<Timestamp>);

impl LastDay {
    pub const fn empty() -> Self {
        Self(Vec::new())
    }

    pub fn times(&self) -> &[Timestamp] {
        &self.0
    }

    /// Returns the number of failures that count now.
    pub fn count(&self, now: Timestamp) -> u32 {
        let counting = self.0.iter().filter(|time| counts(**time, now)).count();
        u32::try_from(counting).unwrap_or(u32::MAX)
    }

    /// Returns the time until another attempt is allowed, or `None` if it is allowed now.
    pub fn wait(&self, limit: u32, now: Timestamp) -> Option<Duration> {
        let counting: Vec<_> = self.0.iter().filter(|time| counts(**time, now)).collect();
        let earliest = counting.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
        let until = counting.get(earliest)?.plus(DAY);
        Some(until.since(now).min(DAY))
    }

    /// Adds a failure at `now` and removes those that no longer count.
    #[must_use]
    pub fn counted(mut self, now: Timestamp) -> Self {
        self.0.retain(|time| counts(*time, now));
        self.0.push(now);
        self.0.sort_unstable();
        self
    }
}

impl FromIterator<Timestamp> for LastDay {
    fn from_iter<T: IntoIterator<Item = Timestamp>>(times: T) -> Self {
        let mut times: Vec<_> = times.into_iter().collect();
        times.sort_unstable();
        Self(times)
    }
}

/// Whether a failure at this time counts. A time more than a day ahead comes from a wrong clock.
fn counts(time: Timestamp, now: Timestamp) -> bool {
    time.plus(DAY) > now && time < now.plus(DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;
    use proptest::prelude::*;

    const fn hours(n: u64) -> Duration {
        Duration::from_hours(n)
    }

    #[test]
    fn a_failure_counts_for_a_day() {
        let day = LastDay::empty().counted(TEST_NOW).counted(TEST_NOW.plus(hours(20)));
        assert_eq!(day.wait(2, TEST_NOW.plus(hours(21))), Some(hours(3)), "until the earlier one is a day old");
        assert_eq!(day.wait(2, TEST_NOW.plus(hours(24))), None);
        assert_eq!(day.wait(1, TEST_NOW.plus(hours(24))), Some(hours(20)));
        assert_eq!((day.count(TEST_NOW.plus(hours(23))), day.count(TEST_NOW.plus(hours(24)))), (2, 1));
        assert_eq!(day.counted(TEST_NOW.plus(hours(24))).times().len(), 2, "what no longer counts is not kept");
    }

    #[test]
    fn a_clock_that_was_ahead_locks_nobody_for_longer_than_a_day() {
        let ahead = |by| LastDay::from_iter([TEST_NOW.plus(by)]);
        assert_eq!(ahead(Duration::from_secs(5)).wait(1, TEST_NOW), Some(DAY));
        assert_eq!(ahead(hours(24 * 365)).wait(1, TEST_NOW), None);
    }

    proptest! {
        #[test]
        fn no_day_has_more_failures_than_the_limit(
            gaps in proptest::collection::vec(0_u64..7200, 100..300),
            limit in 1_u32..30,
        ) {
            let (mut now, mut day) = (TEST_NOW, LastDay::empty());
            let mut counted: Vec<Timestamp> = Vec::new();
            for gap in gaps {
                now = now.plus(Duration::from_secs(gap));
                match day.wait(limit, now) {
                    None => {
                        day = day.counted(now);
                        counted.push(now);
                    }
                    Some(wait) => prop_assert_eq!(day.wait(limit, now.plus(wait)), None),
                }
                let within = counted.iter().filter(|time| now.since(**time) < DAY).count();
                prop_assert!(within <= usize::try_from(limit).unwrap(), "{}", within);
                prop_assert!(day.times().len() <= usize::try_from(limit).unwrap());
            }
        }
    }
}
