//! The list of locked names and networks for administrators.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::{fail, stranger};
use crate::users::{create, user};
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::Timestamp;
use facility_kernel::testing::TEST_NOW;
use facility_users::lockout::Claimant;
use facility_users::ports::SessionDirectory;
use facility_users::session::LockedName;
use facility_users::user::{User, UserUpdate};
use std::time::Duration;

on_each_database![
    name_locked_from_several_networks_is_listed_once,
    daily_limits_lock_until_the_earliest_failure_is_a_day_old,
    wrong_codes_lock_an_account_and_an_unlock_ends_all_locks,
    locks_of_unknown_and_deleted_accounts_have_no_user_id,
];

async fn locked(f: &Fixture, now: Timestamp) -> Vec<LockedName> {
    SessionStore::start(f.db.clone()).locked_names(now).await.unwrap()
}

fn from_network(name: &str, network: &str) -> Claimant {
    Claimant { network: network.to_owned(), ..stranger(name) }
}

fn minutes(n: u64) -> Timestamp {
    TEST_NOW.plus(Duration::from_mins(n))
}

/// Returns this many times within the last hour, in the format of the columns.
fn times(count: u64) -> String {
    let times = (0..count).map(|n| TEST_NOW.minus(Duration::from_secs(3_600 - n)).as_micros().to_string());
    times.collect::<Vec<_>>().join(" ")
}

async fn execute(f: &Fixture, sql: String) {
    f.db.write(move |conn| crate::harness::batch(conn, &sql)).await.unwrap();
}

async fn name_locked_from_several_networks_is_listed_once(f: Fixture) {
    let mercer = create(&f, user(1, "Mercer")).await;
    assert_eq!(locked(&f, TEST_NOW).await, []);
    for (network, at) in [("192.0.2.0/24", 0), ("198.51.100.0/24", 1), ("203.0.113.0/24", 2)] {
        for _ in 0..5 {
            fail(&f, from_network("mercer", network), minutes(at)).await;
        }
    }
    fail(&f, stranger("other"), TEST_NOW).await;
    let expected = LockedName {
        username: "Mercer".to_owned(),
        user_id: Some(mercer.id),
        until: minutes(17),
        by_passwords: true,
        by_codes: false,
    };
    assert_eq!(locked(&f, minutes(3)).await, std::slice::from_ref(&expected));
    assert_eq!(locked(&f, minutes(16)).await, [expected], "the name is still locked from one network");
    assert_eq!(locked(&f, minutes(17)).await, []);
}

async fn daily_limits_lock_until_the_earliest_failure_is_a_day_old(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    create(&f, user(2, "aster")).await;
    let row = |key: &str, failures: &str| {
        let at = TEST_NOW.as_micros();
        format!(
            "INSERT INTO lockouts (key, failures, window_started_at, locks, day_failures, last_failed_at) \
             VALUES ('{key}', 0, {at}, 0, '{failures}', {at});"
        )
    };
    execute(&f, row("name:mercer", &times(100)) + &row("name:aster", &times(99))).await;
    let until = TEST_NOW.plus(Duration::from_hours(23));
    let found = locked(&f, TEST_NOW).await;
    assert_eq!(found.iter().map(|name| (name.username.as_str(), name.until)).collect::<Vec<_>>(), [("mercer", until)]);
    assert_eq!(locked(&f, until).await, []);
}

async fn wrong_codes_lock_an_account_and_an_unlock_ends_all_locks(f: Fixture) {
    let mut people = Vec::new();
    for (n, name) in [(1, "aster"), (2, "birch"), (3, "cedar")] {
        people.push(create(&f, user(n, name)).await);
    }
    let id = |n: usize| people[n].id;
    let at = TEST_NOW.as_micros();
    let lockout = format!(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, day_failures, last_failed_at) \
         VALUES ('codes:{}', 0, {at}, 0, '{}', {at});",
        id(0),
        times(20)
    );
    let device = |user: usize, passwords: u64, codes: u64| {
        format!(
            "INSERT INTO devices (user_id, token_hash, last_used_at, day_failures, wrong_codes) \
             VALUES ('{}', 'device {user}', {at}, '{}', '{}');",
            id(user),
            times(passwords),
            times(codes)
        )
    };
    execute(&f, lockout + &device(0, 0, 9) + &device(1, 10, 0) + &device(2, 9, 10)).await;
    let mut found = locked(&f, TEST_NOW).await;
    found.sort_by(|one, other| one.username.cmp(&other.username));
    let causes = |name: &LockedName| (name.username.clone(), name.by_passwords, name.by_codes);
    let expected = [("aster", false, true), ("birch", true, false), ("cedar", false, true)];
    assert_eq!(
        found.iter().map(causes).collect::<Vec<_>>(),
        expected.map(|(name, passwords, codes)| (name.to_owned(), passwords, codes))
    );
    for user in people {
        let unlocked = UserUpdate { clear_lockout: true, ..UserUpdate::to(user) };
        crate::users::commit(&f, unlocked).await;
    }
    assert_eq!(locked(&f, TEST_NOW).await, []);
}

async fn locks_of_unknown_and_deleted_accounts_have_no_user_id(f: Fixture) {
    let gone = create(&f, user(1, "gone")).await;
    for name in ["nobody|here", "gone"] {
        for _ in 0..5 {
            fail(&f, stranger(name), TEST_NOW).await;
        }
    }
    assert_eq!(locked(&f, TEST_NOW).await.len(), 2);
    crate::users::commit(&f, UserUpdate::to(User { deleted_at: Some(TEST_NOW), ..gone })).await;
    let names = locked(&f, TEST_NOW).await;
    assert!(names.iter().all(|name| name.user_id.is_none()), "{names:?}");
    assert!(names.iter().any(|name| name.username == "nobody|here"));
}
