//! Counting of failed sign-ins, and the known browsers and networks of an account.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::{fail, stranger};
use crate::users::{create, user};
use facility_audit::attempts::LoginAttempt;
use facility_infra::housekeeping::Housekeeping;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::{TEST_NOW, context};
use facility_kernel::{AttemptId, IdGenerator, RequestContext, Secret, SessionId, Timestamp, UserId};
use facility_users::device::{KNOWN_DEVICE_LIFETIME, MAX_DEVICES};
use facility_users::last_day::DAY;
use facility_users::lockout::{Admission, Claimant, KNOWN_NETWORK_LIFETIME, PAIR_POLICY};
use facility_users::ports::{OpenSession, SessionRepository, SignInThrottle, ThrottleState};
use facility_users::session::{Session, SessionToken, SignInMethod};
use facility_users::user::{PasswordChange, User, UserChange, UserUpdate};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    only_five_of_fifty_concurrent_wrong_passwords_are_checked,
    refused_attempt_is_not_recorded,
    known_network_does_not_share_the_daily_limit_of_unknown_ones,
    an_account_knows_ten_browsers_for_180_days,
    new_password_and_deletion_clear_known_browsers,
    unlocking_clears_one_name_only,
    attempts_are_kept_for_ninety_days,
];

async fn standing(f: &Fixture, claimant: &Claimant, at: Timestamp) -> ThrottleState {
    f.db.standing(claimant, at).await.unwrap()
}

fn with_device(claimant: Claimant, device: &str) -> Claimant {
    Claimant { device: Some(device.to_owned()), ..claimant }
}

/// Signs in with the correct password. The account then knows the browser as `device`.
async fn succeed(f: &Fixture, user: UserId, claimant: Claimant, device: &str, at: Timestamp) -> Admission {
    let mut bits = [0; 32];
    bits[16..].copy_from_slice(f.ids.next().as_bytes());
    let context = RequestContext { now: at, ..context() };
    let id = SessionId::from_uuid(f.ids.next());
    let opened = OpenSession {
        session: Session::open(id, &SessionToken::from_bits(bits), user, &context),
        method: SignInMethod::Password,
        replaces: None,
        attempt: LoginAttempt {
            id: AttemptId::from_uuid(f.ids.next()),
            username: claimant.username_key.clone(),
            ip_address: None,
            user_agent: None,
            failure: None,
            is_suspicious: false,
            attempted_at: at,
        },
        claimant,
        device: device.to_owned(),
        checked_hash: None,
        rehash: None,
    };
    SessionStore::start(f.db.clone()).open(f.audited(opened)).await.unwrap()
}

async fn only_five_of_fifty_concurrent_wrong_passwords_are_checked(f: Fixture) {
    let f = Arc::new(f);
    let tries: Vec<_> = (0..50)
        .map(|_| {
            let f = Arc::clone(&f);
            tokio::spawn(async move { fail(&f, stranger("mercer"), TEST_NOW).await })
        })
        .collect();
    let mut checked = 0;
    for one in tries {
        match one.await.unwrap() {
            Admission::Admitted => checked += 1,
            refused => assert_eq!(refused, Admission::Locked(PAIR_POLICY.first_lock)),
        }
    }
    assert_eq!(checked, 5);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 5);
    assert_eq!(standing(&f, &stranger("mercer"), TEST_NOW).await.counters.name.count(TEST_NOW), 5);
}

async fn refused_attempt_is_not_recorded(f: Fixture) {
    for _ in 0..5 {
        assert_eq!(fail(&f, stranger("mercer"), TEST_NOW).await, Admission::Admitted);
    }
    let written = async || {
        (
            f.count("SELECT count(*) AS n FROM login_attempts").await,
            f.count("SELECT count(*) AS n FROM audit_log").await,
            standing(&f, &stranger("mercer"), TEST_NOW).await,
        )
    };
    let before = written().await;
    let later = TEST_NOW.plus(Duration::from_mins(1));
    assert_eq!(fail(&f, stranger("mercer"), later).await, Admission::Locked(Duration::from_mins(14)));
    assert_eq!(written().await, before);
    // Another network has its own counters.
    let elsewhere = Claimant { network: "198.51.100.0/24".to_owned(), ..stranger("mercer") };
    assert_eq!(fail(&f, elsewhere, later).await, Admission::Admitted);
}

async fn known_network_does_not_share_the_daily_limit_of_unknown_ones(f: Fixture) {
    let owner = create(&f, user(1, "mercer")).await;
    succeed(&f, owner.id, stranger("mercer"), "d", TEST_NOW).await;
    for n in 0..25 {
        let network = format!("198.51.{n}.0/24");
        for _ in 0..4 {
            let attacker = Claimant { network: network.clone(), ..stranger("mercer") };
            assert_eq!(fail(&f, attacker, TEST_NOW).await, Admission::Admitted);
        }
    }
    let attacker = Claimant { network: "203.0.113.0/24".to_owned(), ..stranger("mercer") };
    assert_eq!(fail(&f, attacker.clone(), TEST_NOW).await, Admission::Locked(DAY));
    let own = standing(&f, &stranger("mercer"), TEST_NOW).await.counters;
    assert!(own.is_known_network);
    assert_eq!(succeed(&f, owner.id, stranger("mercer"), "d", TEST_NOW).await, Admission::Admitted);
    let much_later = TEST_NOW.plus(KNOWN_NETWORK_LIFETIME);
    assert!(!standing(&f, &stranger("mercer"), much_later).await.counters.is_known_network);
}

async fn an_account_knows_ten_browsers_for_180_days(f: Fixture) {
    let owner = create(&f, user(1, "mercer")).await;
    for n in 0..12 {
        let at = TEST_NOW.plus(Duration::from_secs(n));
        succeed(&f, owner.id, stranger("mercer"), &format!("browser {n}"), at).await;
    }
    assert_eq!(f.count("SELECT count(*) AS n FROM devices").await, MAX_DEVICES);
    let known = async |n: u64, at| {
        let browser = with_device(stranger("mercer"), &format!("browser {n}"));
        standing(&f, &browser, at).await.counters.device.is_some()
    };
    assert_eq!((known(1, TEST_NOW).await, known(2, TEST_NOW).await), (false, true));
    let last_day = TEST_NOW.plus(Duration::from_secs(2)).plus(KNOWN_DEVICE_LIFETIME);
    assert!(!known(2, last_day).await && known(3, last_day).await);
}

async fn new_password_and_deletion_clear_known_browsers(f: Fixture) {
    let users = f.users();
    let mut owner = create(&f, user(1, "mercer")).await;
    let bystander = create(&f, user(2, "other")).await;
    succeed(&f, bystander.id, stranger("other"), "d", TEST_NOW).await;
    for password in [PasswordChange::Set(Secret::new("$argon2id$2")), PasswordChange::Clear] {
        succeed(&f, owner.id, stranger("mercer"), "d", TEST_NOW).await;
        assert_eq!(f.count("SELECT count(*) AS n FROM devices").await, 2);
        let update = UserUpdate { password, ..UserUpdate::to(owner.clone()) };
        users.commit(f.audited(UserChange::Update(Box::new(update)))).await.unwrap();
        owner = User { revision: owner.revision + 1, ..owner };
        assert_eq!(f.count("SELECT count(*) AS n FROM devices").await, 1);
        assert_eq!(f.count("SELECT count(*) AS n FROM known_networks").await, 1);
    }
}

async fn unlocking_clears_one_name_only(f: Fixture) {
    let locked = create(&f, user(1, "a_b")).await;
    succeed(&f, locked.id, stranger("a_b"), "d", TEST_NOW).await;
    fail(&f, with_device(stranger("a_b"), "d"), TEST_NOW).await;
    for name in ["a_b", "axb", "a_bc"] {
        for network in ["192.0.2.0/24", "198.51.100.0/24"] {
            let claimant = Claimant { network: network.to_owned(), ..stranger(name) };
            fail(&f, claimant, TEST_NOW).await;
        }
    }
    f.execute("UPDATE users SET failed_login_attempts = 3").await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM lockouts").await, 9);
    let update = UserUpdate { clear_lockout: true, ..UserUpdate::to(locked) };
    f.users().commit(f.audited(UserChange::Update(Box::new(update)))).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM lockouts").await, 6);
    assert_eq!(f.count("SELECT count(*) AS n FROM lockouts WHERE key IN ('name:axb', 'name:a_bc')").await, 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM users WHERE failed_login_attempts = 0").await, 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM devices WHERE day_failures = ''").await, 1);
}

async fn attempts_are_kept_for_ninety_days(f: Fixture) {
    let days = |n: u64| Duration::from_hours(24 * n);
    for n in [0, 1, 50] {
        fail(&f, stranger("mercer"), TEST_NOW.plus(days(n))).await;
    }
    let housekeeping = Housekeeping::new(f.db.clone(), Arc::new(facility_files::ports::MockBlobs::new()));
    assert_eq!(housekeeping.prune_sign_ins(TEST_NOW.plus(days(90))).await.unwrap(), 0);
    let next = TEST_NOW.plus(days(91));
    assert_eq!(housekeeping.prune_sign_ins(next).await.unwrap(), 1);
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts").await, 2);
}
