//! Accounts, throttles and the system settings.

use crate::harness::{Fixture, on_each_database, succeeded};
use facility_audit::action::Action;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::throttle::Throttle;
use facility_kernel::{AccessKey, Clearance, Limit, PageRequest, Secret, StoreError, UserId};
use facility_users::ports::{Administrator, UserCommitError};
use facility_users::site::SiteChange;
use facility_users::user::{
    Account, Initialization, PasswordChange, Theme, TickedSteps, User, UserChange, UserUpdate, Username,
};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    an_account_is_read_back_as_it_was_written,
    names_stay_taken_permanently_regardless_of_case,
    update_requires_the_expected_revision,
    update_does_not_change_activity,
    last_administrator_cannot_be_removed,
    one_of_two_administrators_demoting_each_other_remains,
    setup_happens_once,
    accounts_are_listed_oldest_first,
    change_fails_without_its_audit_entry,
    cleared_password_is_deleted,
    without_the_settings_row_the_site_is_unavailable,
    calls_are_counted_by_window,
];

pub fn name(text: &str) -> Username {
    Username::parse(text).unwrap()
}

pub fn user(n: u64, username: &str) -> User {
    let user = User::register(UserId::Account(numbered(n)), &name(username), AccessKey::Security, TEST_NOW);
    User { is_approved: true, ..user }
}

pub fn admin(n: u64, username: &str) -> User {
    User::administrator(UserId::Account(numbered(n)), &name(username), TEST_NOW)
}

/// Writes an update.
pub async fn commit(f: &Fixture, update: UserUpdate) {
    let change = UserChange::Update(Box::new(update));
    f.users().commit(f.audited(change)).await.unwrap();
}

pub async fn create(f: &Fixture, user: User) -> User {
    let change = UserChange::Create { user: user.clone(), password_hash: Secret::new("$argon2id$1") };
    f.users().commit(f.audited(change)).await.unwrap();
    user
}

async fn update(f: &Fixture, update: UserUpdate) -> Result<(), UserCommitError> {
    f.users().commit(f.audited(UserChange::Update(Box::new(update)))).await
}

async fn an_account_is_read_back_as_it_was_written(f: Fixture) {
    let repo = f.users();
    assert!(repo.is_empty().await.unwrap());
    let written = create(
        &f,
        User {
            email: Some("a@example.org".to_owned()),
            phone: Some("+1 2".to_owned()),
            theme: Theme::AmberCrt,
            session_timeout: 120,
            first_steps_hidden: true,
            first_steps_ticked: TickedSteps { mail: true, backup: false },
            ..user(1, "Mercer")
        },
    )
    .await;
    assert!(!repo.is_empty().await.unwrap());
    assert_eq!(repo.find(written.id).await.unwrap(), Some(written.clone()));
    let account = repo.find_by_name("mercer").await.unwrap().unwrap();
    assert_eq!(account.user, written);
    assert_eq!(account.password_hash.unwrap().expose(), "$argon2id$1");
    assert_eq!(repo.find_by_name("Mercer").await.unwrap(), None);
    assert_eq!(repo.find(UserId::Account(numbered(2))).await.unwrap(), None);
}

async fn names_stay_taken_permanently_regardless_of_case(f: Fixture) {
    let repo = f.users();
    let first = create(&f, user(1, "Mercer")).await;
    let again = || UserChange::Create { user: user(2, "mERCER"), password_hash: Secret::new("x") };
    let taken = repo.commit(f.audited(again())).await;
    assert!(matches!(taken, Err(UserCommitError::UsernameTaken)), "{taken:?}");
    update(&f, UserUpdate::to(User { deleted_at: Some(TEST_NOW), ..first.clone() })).await.unwrap();
    assert_eq!(repo.find(first.id).await.unwrap(), None);
    assert_eq!(repo.find_by_name("mercer").await.unwrap(), None);
    assert_eq!(repo.list(PageRequest::FIRST).await.unwrap().1, 0);
    assert!(!repo.is_empty().await.unwrap(), "a deleted account still exists");
    let taken = repo.commit(f.audited(again())).await;
    assert!(matches!(taken, Err(UserCommitError::UsernameTaken)), "{taken:?}");
    let late = update(&f, UserUpdate::to(User { revision: 1, ..first })).await;
    assert!(matches!(late, Err(UserCommitError::Store(StoreError::Stale))), "a deleted account cannot be changed");
}

async fn update_requires_the_expected_revision(f: Fixture) {
    let before = create(&f, user(1, "mercer")).await;
    let level = |n| Clearance::parse(n).unwrap();
    update(&f, UserUpdate::to(User { clearance_level: level(2), ..before.clone() })).await.unwrap();
    let late = update(&f, UserUpdate::to(User { clearance_level: level(5), ..before.clone() })).await;
    assert!(matches!(late, Err(UserCommitError::Store(StoreError::Stale))), "{late:?}");
    let now = f.users().find(before.id).await.unwrap().unwrap();
    assert_eq!((now.clearance_level.level(), now.revision), (2, 1));
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 2);
    let nobody = update(&f, UserUpdate::to(user(9, "nobody"))).await;
    assert!(matches!(nobody, Err(UserCommitError::Store(StoreError::Stale))));
}

async fn update_does_not_change_activity(f: Fixture) {
    let before = create(&f, user(1, "mercer")).await;
    f.execute("UPDATE users SET last_activity = 5, last_login_attempt = 6, failed_login_attempts = 7").await.unwrap();
    let first_steps_ticked = TickedSteps { mail: false, backup: true };
    let cleared = User { email: None, theme: Theme::Dark, first_steps_ticked, ..before.clone() };
    update(&f, UserUpdate::to(cleared)).await.unwrap();
    let now = f.users().find(before.id).await.unwrap().unwrap();
    assert_eq!((now.theme, now.first_steps_ticked), (Theme::Dark, first_steps_ticked));
    assert_eq!(now.last_activity.map(facility_kernel::Timestamp::as_micros), Some(5));
    assert_eq!((now.last_login_attempt.unwrap().as_micros(), now.failed_login_attempts), (6, 7));
}

async fn cleared_password_is_deleted(f: Fixture) {
    let before = create(&f, user(1, "mercer")).await;
    let deleted = User { deleted_at: Some(TEST_NOW), ..before };
    let change = UserUpdate { password: PasswordChange::Clear, ..UserUpdate::to(deleted) };
    update(&f, change).await.unwrap();
    assert_eq!(f.count("SELECT count(*) AS n FROM users WHERE password_hash IS NULL").await, 1);
}

async fn without_the_settings_row_the_site_is_unavailable(f: Fixture) {
    create(&f, user(1, "mercer")).await;
    f.execute("DELETE FROM site_settings").await.unwrap();
    let site = f.site();
    let settings = site.settings().await;
    assert!(matches!(settings, Err(StoreError::Unavailable(_))), "{settings:?}");
    let lock = SiteChange { is_locked: Some(true), two_factor_required: None };
    let written = site.commit(f.audited_as(Action::SiteLocked, lock)).await;
    assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
}

fn demotion(user: &User) -> UserUpdate {
    UserUpdate { needs_other_admin: true, ..UserUpdate::to(User { is_admin: false, ..user.clone() }) }
}

async fn last_administrator_cannot_be_removed(f: Fixture) {
    let repo = f.users();
    let one = create(&f, admin(1, "one")).await;
    // None of these accounts counts as another administrator.
    create(&f, User::emergency_access(TEST_NOW)).await;
    create(&f, User { is_approved: false, ..admin(2, "claimant") }).await;
    create(&f, User { deleted_at: Some(TEST_NOW), ..admin(3, "gone") }).await;
    let expected = [Administrator { id: one.id, clearance: one.clearance_level }];
    assert_eq!(repo.administrators().await.unwrap(), expected);
    let refused = update(&f, demotion(&one)).await;
    assert!(matches!(refused, Err(UserCommitError::NoOtherAdmin)), "{refused:?}");
    assert!(repo.find(one.id).await.unwrap().unwrap().is_admin);
    create(&f, admin(4, "two")).await;
    update(&f, demotion(&one)).await.unwrap();
    assert!(!repo.find(one.id).await.unwrap().unwrap().is_admin);
}

async fn one_of_two_administrators_demoting_each_other_remains(f: Fixture) {
    let f = Arc::new(f);
    for round in 0..10_u64 {
        let one = create(&f, admin(2 * round + 1, &format!("one-{round}"))).await;
        let two = create(&f, admin(2 * round + 2, &format!("two-{round}"))).await;
        let demote = |user: &User| {
            let (f, change) = (Arc::clone(&f), demotion(user));
            tokio::spawn(async move { update(&f, change).await })
        };
        let (first, second) = (demote(&one), demote(&two));
        let outcomes = [first.await.unwrap(), second.await.unwrap()];
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
        assert_eq!(f.users().administrators().await.unwrap().len(), 1);
        f.execute("UPDATE users SET deleted_at = 1").await.unwrap();
    }
}

fn initialization(n: u64) -> UserChange {
    UserChange::Initialize(Box::new(Initialization {
        administrator: Account {
            user: admin(n, "administrator"),
            password_hash: Some(Secret::new("hash of a password")),
        },
        emergency_access: User::emergency_access(TEST_NOW),
        emergency_key_hash: Secret::new("hash of the emergency key"),
        master_key_hash: Secret::new("hash of the master key"),
    }))
}

async fn setup_happens_once(f: Fixture) {
    let f = Arc::new(f);
    let starts = (1..=4).map(|n| {
        let f = Arc::clone(&f);
        async move { f.users().commit(f.audited_as(Action::SiteInitialized, initialization(n))).await }
    });
    let done = succeeded(starts, |error| matches!(error, UserCommitError::Store(StoreError::Stale))).await;
    assert_eq!(done, 1);
    let repo = f.users();
    assert_eq!(repo.list(PageRequest::FIRST).await.unwrap().1, 2);
    let emergency = repo.find_by_name("emergency-access").await.unwrap().unwrap();
    assert_eq!((emergency.password_hash, emergency.user.id), (None, UserId::EmergencyAccess));
    let sql = "SELECT count(*) AS n FROM credentials WHERE name LIKE '%_key' AND hash LIKE 'hash of the % key'";
    assert_eq!(f.count(sql).await, 2);
    let site = f.site().settings().await.unwrap();
    assert_eq!((site.updated_at, site.content_changed_at), (TEST_NOW, TEST_NOW));
    assert!(!site.is_locked && !site.two_factor_required);
}

async fn accounts_are_listed_oldest_first(f: Fixture) {
    let repo = f.users();
    for n in 1..=5 {
        create(&f, user(n, &format!("user-{n}"))).await;
    }
    let limit = Limit::parse(2).unwrap();
    let (mut after, mut names) = (None, Vec::new());
    loop {
        let (page, total) = repo.list(PageRequest { limit, after }).await.unwrap();
        assert_eq!(total, 5);
        names.extend(page.items.into_iter().map(|user| user.username));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(names, ["user-1", "user-2", "user-3", "user-4", "user-5"]);
}

async fn change_fails_without_its_audit_entry(f: Fixture) {
    let repo = f.users();
    let one = create(&f, admin(1, "one")).await;
    f.break_audit_log().await;
    assert!(repo.commit(f.audited(initialization(2))).await.is_err());
    let change = UserChange::Create { user: user(3, "mercer"), password_hash: Secret::new("x") };
    assert!(repo.commit(f.audited(change)).await.is_err());
    let change = UserUpdate {
        password: PasswordChange::Set(Secret::new("other")),
        clear_lockout: true,
        ..UserUpdate::to(User { is_admin: false, ..one.clone() })
    };
    assert!(update(&f, change).await.is_err());
    let account = repo.find_by_name("one").await.unwrap().unwrap();
    assert_eq!(account.user, one);
    assert_eq!(account.password_hash.unwrap().expose(), "$argon2id$1");
    assert_eq!(repo.list(PageRequest::FIRST).await.unwrap().1, 1);
}

async fn calls_are_counted_by_window(f: Fixture) {
    let throttle = Arc::new(f.db.clone());
    let window = Duration::from_mins(10);
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let throttle = Arc::clone(&throttle);
            tokio::spawn(async move { throttle.count_call("register:x", 7, window, TEST_NOW).await.unwrap() })
        })
        .collect();
    let mut passed = 0;
    for call in calls {
        passed += usize::from(call.await.unwrap().is_none());
    }
    assert_eq!(passed, 7);
    let later = TEST_NOW.plus(Duration::from_secs(599));
    let wait = throttle.count_call("register:x", 7, window, later).await.unwrap();
    assert_eq!(wait, Some(Duration::from_secs(1)));
    assert_eq!(throttle.count_call("register:y", 7, window, later).await.unwrap(), None);
    let next = TEST_NOW.plus(window);
    assert_eq!(throttle.count_call("register:x", 7, window, next).await.unwrap(), None);
}
