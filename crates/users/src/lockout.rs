//! Lockout: how many tries a name has, and how long it waits after too many.
//!
//! A try is counted when it begins, not when it has failed, and given back when it succeeds: fifty tries at once are
//! fifty tries. Names that do not exist count the same as names that do.

use kernel::Timestamp;
use std::time::Duration;

/// How many tries, and how long the waits are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutPolicy {
    /// Failures within `window` up to which there is no lock; the try after them starts one if it fails.
    pub free_failures: u32,
    /// How long failures are remembered.
    pub window: Duration,
    /// The first lock; each further one is twice as long.
    pub first_lock: Duration,
    /// The longest lock.
    pub longest_lock: Duration,
    /// The most tries a day, however spread.
    pub tries_a_day: u32,
}

/// One name from one network: a person who mistypes, or a machine that guesses.
pub const PAIR_POLICY: LockoutPolicy = LockoutPolicy {
    free_failures: 4,
    window: Duration::from_mins(15),
    first_lock: Duration::from_mins(15),
    longest_lock: Duration::from_hours(4),
    tries_a_day: 100,
};

/// One name from everywhere: slower, so that a stranger elsewhere cannot easily keep somebody out.
pub const NAME_POLICY: LockoutPolicy = LockoutPolicy {
    free_failures: 49,
    window: Duration::from_hours(1),
    first_lock: Duration::from_mins(15),
    longest_lock: Duration::from_hours(4),
    tries_a_day: 100,
};

const DAY: Duration = Duration::from_hours(24);

/// What is counted under one key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockoutState {
    /// Tries in the window that have not succeeded.
    pub failures: u32,
    /// When the window began.
    pub window_started_at: Timestamp,
    /// How many locks there were in a row.
    pub locks: u32,
    /// Until when no try is evaluated.
    pub locked_until: Option<Timestamp>,
    /// When the day began.
    pub day_started_at: Timestamp,
    /// Tries in the day.
    pub day_count: u32,
}

/// What a try finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// The try may be evaluated.
    Admitted,
    /// It may not, for this long.
    Refused(Duration),
}

impl LockoutState {
    /// Nothing counted yet.
    pub const fn fresh(now: Timestamp) -> Self {
        Self {
            failures: 0,
            window_started_at: now,
            locks: 0,
            locked_until: None,
            day_started_at: now,
            day_count: 0,
        }
    }

    /// Counts a try that begins now, and says whether it may be evaluated. A refused try changes nothing.
    #[must_use]
    pub fn begin(mut self, policy: LockoutPolicy, now: Timestamp) -> (Self, Admission) {
        if let Some(until) = self.locked_until {
            if now < until {
                return (self, Admission::Refused(until.since(now)));
            }
            self.locked_until = None;
            // One more failure after a lock starts the next, longer one; a quiet window forgives.
            self.failures = policy.free_failures;
            self.window_started_at = until;
        }
        if now.since(self.window_started_at) >= policy.window {
            self.failures = 0;
            self.locks = 0;
            self.window_started_at = now;
        }
        if now.since(self.day_started_at) >= DAY {
            self.day_started_at = now;
            self.day_count = 0;
        }
        if self.day_count >= policy.tries_a_day {
            return (self, Admission::Refused(self.day_started_at.plus(DAY).since(now)));
        }
        self.day_count += 1;
        self.failures += 1;
        if self.failures > policy.free_failures {
            let doubled = policy.first_lock.saturating_mul(1 << self.locks.min(16));
            self.locked_until = Some(now.plus(doubled.min(policy.longest_lock)));
            self.locks += 1;
        }
        (self, Admission::Admitted)
    }
}

/// The keys a try to sign in with this name from this network counts under, with their policies.
pub fn keys(username_key: &str, network: &str) -> [(String, LockoutPolicy); 2] {
    [(pair_key(username_key, network), PAIR_POLICY), (name_key(username_key), NAME_POLICY)]
}

/// The key of a name from everywhere.
pub fn name_key(username_key: &str) -> String {
    format!("name:{username_key}")
}

fn pair_key(username_key: &str, network: &str) -> String {
    format!("{}{network}", pair_prefix(username_key))
}

/// What the keys of a name from each network begin with. `|` cannot stand in a username.
pub fn pair_prefix(username_key: &str) -> String {
    format!("pair:{username_key}|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::TEST_NOW;
    use proptest::prelude::*;

    fn minutes(n: u64) -> Duration {
        Duration::from_secs(n * 60)
    }

    fn tries(state: LockoutState, n: u32, now: Timestamp) -> (LockoutState, u32) {
        (0..n).fold((state, 0), |(state, admitted), _| {
            let (state, admission) = state.begin(PAIR_POLICY, now);
            (state, admitted + u32::from(admission == Admission::Admitted))
        })
    }

    #[test]
    fn five_failures_lock_for_fifteen_minutes() {
        let (state, admitted) = tries(LockoutState::fresh(TEST_NOW), 50, TEST_NOW);
        assert_eq!(admitted, 5);
        let (_, admission) = state.begin(PAIR_POLICY, TEST_NOW.plus(minutes(14)));
        assert_eq!(admission, Admission::Refused(minutes(1)));
    }

    #[test]
    fn each_further_lock_is_twice_as_long_up_to_four_hours() {
        let mut now = TEST_NOW;
        let mut state = LockoutState::fresh(now);
        let mut waits = Vec::new();
        for _ in 0..7 {
            state = tries(state, 5, now).0;
            let until = state.locked_until.unwrap();
            waits.push(until.since(now).as_secs() / 60);
            now = until;
        }
        assert_eq!(waits, [15, 30, 60, 120, 240, 240, 240]);
    }

    #[test]
    fn a_quiet_window_after_a_lock_forgives() {
        let (state, _) = tries(LockoutState::fresh(TEST_NOW), 5, TEST_NOW);
        let later = state.locked_until.unwrap().plus(minutes(15));
        let (state, admitted) = tries(state, 5, later);
        assert_eq!(admitted, 5);
        assert_eq!(state.locked_until.unwrap().since(later), minutes(15));
    }

    #[test]
    fn slow_guessing_ends_at_a_hundred_a_day() {
        let mut state = LockoutState::fresh(TEST_NOW);
        let mut admitted = 0;
        for n in 0..200 {
            let (next, admission) = state.begin(NAME_POLICY, TEST_NOW.plus(minutes(n * 7)));
            state = next;
            admitted += u32::from(admission == Admission::Admitted);
        }
        assert!(admitted <= 100, "{admitted}");
    }

    proptest! {
        #[test]
        fn never_more_than_a_hundred_tries_in_a_day(gaps in proptest::collection::vec(0_u64..1800, 1..400)) {
            let mut now = TEST_NOW;
            let mut state = LockoutState::fresh(now);
            let mut admitted_at: Vec<Timestamp> = Vec::new();
            for gap in gaps {
                now = now.plus(Duration::from_secs(gap));
                let (next, admission) = state.begin(PAIR_POLICY, now);
                state = next;
                if admission == Admission::Admitted { admitted_at.push(now); }
            }
            let in_first_day = admitted_at.iter().filter(|at| at.since(TEST_NOW) < DAY).count();
            prop_assert!(in_first_day <= 100);
        }
    }

    #[test]
    fn keys_tell_names_and_networks_apart() {
        let [(pair, _), (name, _)] = keys("mercer", "192.0.2.1");
        assert_eq!((pair.as_str(), name.as_str()), ("pair:mercer|192.0.2.1", "name:mercer"));
        assert!(pair.starts_with(&pair_prefix("mercer")));
    }
}
