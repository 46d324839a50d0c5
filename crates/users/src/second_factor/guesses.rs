//! Limits for wrong second-factor codes.

use crate::last_day::LastDay;
use facility_kernel::Timestamp;
use std::time::Duration;

/// Maximum number of wrong codes per account within [`crate::last_day::DAY`], over all its sign-ins from unknown
/// browsers.
pub const FAILURES_A_DAY: u32 = 20;
/// The same for one browser that the account knows. Attempts elsewhere do not count toward it.
pub const BROWSER_FAILURES_A_DAY: u32 = 10;

/// Wrong codes that count for a browser: its own if the account knows it, otherwise those of all unknown browsers. A
/// successful sign-in does not reset them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guesses {
    /// Wrong codes within the last day.
    pub day: LastDay,
    /// Whether the account knows the browser.
    pub is_known_browser: bool,
}

impl Guesses {
    /// An unknown browser, for an account without wrong codes.
    pub const fn none() -> Self {
        Self { day: LastDay::empty(), is_known_browser: false }
    }

    const fn limit(&self) -> u32 {
        if self.is_known_browser { BROWSER_FAILURES_A_DAY } else { FAILURES_A_DAY }
    }

    /// Returns how long codes are refused, or `None` if one may be checked now.
    pub fn wait(&self, now: Timestamp) -> Option<Duration> {
        self.day.wait(self.limit(), now)
    }

    /// Returns how many more wrong codes are allowed now.
    pub fn left(&self, now: Timestamp) -> u32 {
        self.limit().saturating_sub(self.day.count(now))
    }

    /// Counts one more wrong code.
    #[must_use]
    pub fn counted(self, now: Timestamp) -> Self {
        Self { day: self.day.counted(now), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_day::DAY;
    use facility_kernel::testing::TEST_NOW;

    #[test]
    fn twenty_wrong_codes_a_day_are_checked_and_ten_of_a_known_browser() {
        for (is_known_browser, limit) in [(false, 20), (true, 10)] {
            let mut guesses = Guesses { is_known_browser, ..Guesses::none() };
            for n in 0..limit {
                assert_eq!((guesses.wait(TEST_NOW), guesses.left(TEST_NOW)), (None, limit - n));
                guesses = guesses.counted(TEST_NOW);
            }
            assert_eq!((guesses.wait(TEST_NOW), guesses.left(TEST_NOW)), (Some(DAY), 0));
            assert_eq!(guesses.wait(TEST_NOW.plus(DAY)), None);
        }
        assert_eq!((FAILURES_A_DAY, BROWSER_FAILURES_A_DAY), (20, 10));
    }
}
