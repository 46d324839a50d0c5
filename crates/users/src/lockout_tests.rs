//! Tests of the exact limits, and of the rule that nobody can use up another user's attempts.

use super::*;
use facility_kernel::testing::TEST_NOW;
use proptest::prelude::*;

const fn minutes(n: u64) -> Duration {
    Duration::from_mins(n)
}

/// Makes wrong attempts, `step` apart, as long as they are checked. Returns the number of checked attempts.
fn guess(mut counters: Counters, n: u32, step: Duration, now: Timestamp) -> (Counters, u32) {
    let mut judged = 0;
    for index in 0..n {
        let now = now.plus(step.saturating_mul(index));
        if counters.admission(now) == Admission::Admitted {
            counters = counters.failed(now);
            judged += 1;
        }
    }
    (counters, judged)
}

fn stranger() -> Counters {
    Counters::fresh(TEST_NOW)
}

fn known_network() -> Counters {
    Counters { is_known_network: true, ..stranger() }
}

fn known_device() -> Counters {
    Counters { device: Some(LastDay::empty()), ..stranger() }
}

#[test]
fn the_fifth_failure_locks_for_fifteen_minutes() {
    let (counters, judged) = guess(stranger(), 50, Duration::ZERO, TEST_NOW);
    assert_eq!(judged, 5);
    assert_eq!(counters.admission(TEST_NOW.plus(minutes(14))), Admission::Locked(minutes(1)));
    assert_eq!(counters.admission(TEST_NOW.plus(minutes(15))), Admission::Admitted);
}

#[test]
fn each_lock_in_a_row_is_twice_as_long_up_to_four_hours() {
    let mut now = TEST_NOW;
    let mut state = LockoutState::fresh(now);
    let mut waits = Vec::new();
    for _ in 0..7 {
        while state.wait(&PAIR_POLICY, now).is_none() {
            state = state.failed(&PAIR_POLICY, now);
        }
        let until = state.locked_until.unwrap();
        waits.push(until.since(now).as_secs() / 60);
        now = until;
    }
    assert_eq!(waits, [15, 30, 60, 120, 240, 240, 240]);
}

#[test]
fn window_without_failures_after_a_lock_clears_it() {
    let (counters, _) = guess(stranger(), 5, Duration::ZERO, TEST_NOW);
    let later = counters.pair.locked_until.unwrap().plus(minutes(15));
    let (counters, judged) = guess(counters, 5, Duration::ZERO, later);
    assert_eq!(judged, 5);
    assert_eq!(counters.pair.locked_until.unwrap().since(later), minutes(15));
}

#[test]
fn success_clears_failures_but_not_the_daily_count() {
    let mut counters = known_network();
    let mut judged = 0;
    for _ in 0..60 {
        let (next, four) = guess(counters, 4, Duration::ZERO, TEST_NOW);
        judged += four;
        counters = Counters { network: Window::fresh(TEST_NOW), ..next.succeeded(TEST_NOW) };
    }
    assert_eq!(judged, 100, "four guesses before each of the owner's sign-ins add up to the day's limit");
    let wait = counters.admission(TEST_NOW.plus(minutes(60)));
    assert_eq!(wait, Admission::Locked(minutes(23 * 60)));
    assert_eq!(counters.admission(TEST_NOW.plus(DAY)), Admission::Admitted);
}

#[test]
fn unknown_browsers_have_a_hundred_guesses_a_day_over_all_networks() {
    // Each guess comes from another network.
    let mut name = LastDay::empty();
    let mut judged = 0;
    for _ in 0..200 {
        let counters = Counters { name: name.clone(), ..stranger() };
        if counters.admission(TEST_NOW) == Admission::Admitted {
            name = counters.failed(TEST_NOW).name;
            judged += 1;
        }
    }
    assert_eq!(judged, 100);
    let refused = Counters { name: name.clone(), ..stranger() };
    assert_eq!(refused.admission(TEST_NOW.plus(minutes(23 * 60))), Admission::Locked(minutes(60)));
    // The owner's own browser and networks are unaffected.
    assert_eq!(Counters { name: name.clone(), ..known_device() }.admission(TEST_NOW), Admission::Admitted);
    assert_eq!(Counters { name, ..known_network() }.admission(TEST_NOW), Admission::Admitted);
}

#[test]
fn known_browser_has_its_own_limit_of_ten_failures_a_day() {
    let (others, _) = guess(stranger(), 50, Duration::ZERO, TEST_NOW);
    let network = Window { count: 1000, ..Window::fresh(TEST_NOW) };
    let own = Counters { device: Some(LastDay::empty()), network, ..others.clone() };
    let (own, judged) = guess(own, 50, Duration::ZERO, TEST_NOW);
    assert_eq!(judged, 10);
    assert_eq!(own.admission(TEST_NOW.plus(minutes(60))), Admission::Locked(minutes(23 * 60)));
    assert_eq!(own.admission(TEST_NOW.plus(DAY)), Admission::Admitted);
    // It does not use up the limit for unknown browsers, and its success does not reset it.
    assert_eq!((&own.pair, &own.name, own.network), (&others.pair, &others.name, network));
    assert_eq!(own.clone().succeeded(TEST_NOW), own);
}

#[test]
fn a_network_is_stopped_after_thirty_failures_in_ten_minutes() {
    let spray = |counters: Counters| {
        // Each guess is for another name.
        let mut network = Window::fresh(TEST_NOW);
        let mut judged = 0;
        for _ in 0..200 {
            let counters = Counters { network, ..counters.clone() };
            if counters.admission(TEST_NOW) == Admission::Admitted {
                network = counters.failed(TEST_NOW).network;
                judged += 1;
            }
        }
        (network, judged)
    };
    let (network, judged) = spray(stranger());
    assert_eq!(judged, 30);
    let next = Counters { network, ..stranger() };
    assert_eq!(next.admission(TEST_NOW.plus(minutes(9))), Admission::NetworkLimited(minutes(1)));
    assert_eq!(next.admission(TEST_NOW.plus(minutes(10))), Admission::Admitted);
    assert_eq!(spray(known_network()).1, 100);
}

#[test]
fn slow_guessing_from_one_network_reaches_the_days_limit() {
    // Five guesses every half hour would be 240 a day without a limit.
    let mut counters = known_network();
    let mut judged = 0;
    for round in 0..48 {
        let (next, five) = guess(counters, 5, Duration::ZERO, TEST_NOW.plus(minutes(30 * round)));
        counters = next;
        judged += five;
    }
    assert_eq!(judged, 100);
}

proptest! {
    #[test]
    fn any_24_hours_have_at_most_a_hundred_guesses(
        gaps in proptest::collection::vec(0_u64..1800, 200..400),
    ) {
        let mut now = TEST_NOW;
        let mut counters = stranger();
        let mut judged: Vec<Timestamp> = Vec::new();
        for gap in gaps {
            now = now.plus(Duration::from_secs(gap));
            if counters.admission(now) == Admission::Admitted {
                counters = counters.failed(now);
                judged.push(now);
            }
            let of_a_day = judged.iter().filter(|time| now.since(**time) < DAY).count();
            prop_assert!(of_a_day <= 100, "{of_a_day}");
        }
        prop_assert_eq!(counters.admission(now.plus(DAY)), Admission::Admitted);
    }
}

#[test]
fn neighboring_addresses_share_a_network() {
    for (address, network) in [
        (Some("192.0.2.7"), "192.0.2.0/24"),
        (Some("::ffff:192.0.2.7"), "192.0.2.0/24"),
        (Some("2001:db8:1:2:3::4"), "2001:db8:1::/48"),
        (Some("somewhere"), "somewhere"),
        (None, "local"),
    ] {
        assert_eq!(network_of(address), network);
    }
}

#[test]
fn keys_distinguish_names_and_networks() {
    let claimant = Claimant {
        username_key: "mercer".to_owned(),
        network: "192.0.2.0/24".to_owned(),
        device: None,
        limits_network: true,
    };
    assert_eq!(claimant.pair_key(), "pair:mercer|192.0.2.0/24");
    assert_eq!(claimant.name_key(), "name:mercer");
    assert_eq!(claimant.network_key().as_deref(), Some("sign-in:192.0.2.0/24"));
    assert_eq!(Claimant { limits_network: false, ..claimant.clone() }.network_key(), None);
    assert!(claimant.pair_key().starts_with(&pair_prefix("mercer")));
}

#[test]
fn limits_have_the_documented_values() {
    assert_eq!((UNKNOWN_BROWSER_FAILURES_A_DAY, KNOWN_BROWSER_FAILURES_A_DAY), (100, 10));
    assert_eq!((NETWORK_LIMIT, KNOWN_NETWORK_LIMIT, NETWORK_WINDOW.as_secs()), (30, 100, 600));
    assert_eq!((KNOWN_NETWORK_LIFETIME.as_secs(), MAX_KNOWN_NETWORKS), (7_776_000, 10));
    assert_eq!((DAY.as_secs(), COUNTER_RETENTION.as_secs()), (86_400, 86_400));
    let LockoutPolicy { free_failures, window, first_lock, longest_lock, failures_a_day } = PAIR_POLICY;
    assert_eq!((free_failures, failures_a_day), (4, 100));
    assert_eq!((window.as_secs(), first_lock.as_secs(), longest_lock.as_secs()), (900, 900, 14_400));
}
