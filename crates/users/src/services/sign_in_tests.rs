//! Tests of what a sign-in records and returns.

use super::*;
use crate::last_day::DAY;
use crate::lockout::{Counters, Window};
use crate::ports::{
    HashError, MockPasswordHasher, MockSessionRepository, MockSignInThrottle, MockSiteRepository, MockUserRepository,
    ThrottleState,
};
use crate::second_factor::ports::MockSecondFactorRepository;
use crate::site::SiteSettings;
use crate::user::Username;
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
use facility_kernel::{AccessKey, DomainError, MockRandomness, RateLimits, StoreError, Timestamp};
use std::time::Duration;

pub(super) struct Case {
    account: Option<User>,
    password_check: PasswordCheck,
    locked_site: bool,
    pub(super) two_factor_required: bool,
    counters: Counters,
    is_known_device: bool,
    pub(super) sessions: MockSessionRepository,
    pub(super) factors: MockSecondFactorRepository,
    log: MockAuditLog,
}

impl Case {
    pub(super) fn new(account: Option<User>, password_check: PasswordCheck) -> Self {
        Self {
            account,
            password_check,
            locked_site: false,
            two_factor_required: false,
            counters: Counters::fresh(TEST_NOW),
            is_known_device: false,
            sessions: MockSessionRepository::new(),
            factors: MockSecondFactorRepository::new(),
            log: MockAuditLog::new(),
        }
    }

    /// The recorded name: without an account, its fingerprint.
    fn claimant(&self) -> Claimant {
        let name = NameKey::new([6; 32]).claimed("Mercer", self.account.is_some());
        Claimant { username_key: name.key, ..claimant() }
    }

    /// Expects exactly one audit entry about an attempt that was not checked for this reason.
    fn expect_unchecked(mut self, reason: FailureReason) -> Self {
        self.log
            .expect_record_attempt()
            .times(1)
            .withf(move |refused| {
                let (attempt, entry) = (refused.change(), refused.entry());
                let details = entry.details.to_json().unwrap();
                (entry.action, entry.count) == (Action::LoginFailed, 1)
                    && (attempt.failure, attempt.is_suspicious) == (Some(reason), true)
                    && details == format!(r#"{{"reason":"{}","suspicious":true}}"#, reason.as_str())
            })
            .returning(|_| Ok(()));
        self
    }

    /// Expects exactly one refusal with this reason. `was_right` means that the password was correct, so the refusal
    /// does not count as a failure.
    pub(super) fn expect_refusal(mut self, reason: FailureReason, was_right: bool) -> Self {
        let claimant = self.claimant();
        self.sessions
            .expect_refuse()
            .times(1)
            .withf(move |refused| {
                let change = refused.change();
                change.attempt.failure == Some(reason)
                    && change.is_failure != was_right
                    && change.claimant == claimant
                    && refused.entry().action == Action::LoginFailed
            })
            .returning(|_| Ok(Admission::Admitted));
        self
    }

    pub(super) async fn sign_in(self, access_key: Option<&str>) -> Result<SignedIn, UserError> {
        match self.answer(access_key).await? {
            SignInAnswer::Opened(signed_in) => Ok(*signed_in),
            SignInAnswer::NeedsSecondFactor(_) | SignInAnswer::NeedsTwoFactorSetup(_) => panic!("no session"),
        }
    }

    pub(super) async fn answer(self, access_key: Option<&str>) -> Result<SignInAnswer, UserError> {
        let mut users = MockUserRepository::new();
        let account = self.account.clone();
        users.expect_find_by_name().withf(|key| key == "mercer").returning(move |_| {
            Ok(account.clone().map(|user| Account { user, password_hash: Some(Secret::new("hash")) }))
        });
        let mut site = MockSiteRepository::new();
        let (is_locked, two_factor_required) = (self.locked_site, self.two_factor_required);
        site.expect_settings().returning(move || {
            Ok(SiteSettings {
                is_locked,
                two_factor_required,
                updated_at: Timestamp::EPOCH,
                content_changed_at: Timestamp::EPOCH,
            })
        });
        let claims = self.claimant();
        let mut throttle = MockSignInThrottle::new();
        let standing = ThrottleState { counters: self.counters, is_known_device: self.is_known_device };
        throttle
            .expect_standing()
            .withf(move |asked, now| *asked == claims && *now == TEST_NOW)
            .returning(move |_, _| Ok(standing.clone()));
        let mut hasher = MockPasswordHasher::new();
        let (password_check, exists) = (self.password_check, self.account.is_some());
        hasher.expect_verify().withf(move |_, hash| hash.is_some() == exists).returning(move |_, _| Ok(password_check));
        hasher.expect_hash().returning(|_| Ok(Secret::new("new hash")));
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok([5; 32]));
        let service = SignIn {
            sessions: Arc::new(self.sessions),
            factors: Arc::new(self.factors),
            site: Arc::new(site),
            random: Arc::new(random),
            refusals: Refusals::new(Arc::new(self.log)),
            ..reading(users, throttle, hasher)
        };
        let request = SignInRequest {
            username: "Mercer".to_owned(),
            password: Secret::new("quiet-lantern"),
            access_key: access_key.map(str::to_owned),
            device: Some(carried()),
            replaces: None,
        };
        service.sign_in(&context(), request).await
    }
}

/// A service that reads these accounts and counters. Any write fails the test.
fn reading(users: MockUserRepository, throttle: MockSignInThrottle, hasher: MockPasswordHasher) -> SignIn {
    SignIn {
        users: Arc::new(users),
        sessions: Arc::new(MockSessionRepository::new()),
        factors: Arc::new(MockSecondFactorRepository::new()),
        site: Arc::new(MockSiteRepository::new()),
        throttle: Arc::new(throttle),
        hasher: Arc::new(hasher),
        random: Arc::new(MockRandomness::new()),
        ids: Arc::new(SequentialIds::default()),
        limits: RateLimits::Strict,
        refusals: Refusals::new(Arc::new(MockAuditLog::new())),
        names: NameKey::new([6; 32]),
    }
}

/// The device cookie in every case.
fn carried() -> DeviceToken {
    DeviceToken::from_bits([9; 32])
}

pub(super) fn claimant() -> Claimant {
    Claimant {
        username_key: "mercer".to_owned(),
        network: "192.0.2.0/24".to_owned(),
        device: Some(carried().fingerprint()),
        limits_network: true,
    }
}

pub(super) fn user(is_approved: bool, is_admin: bool) -> User {
    let name = Username::parse("Mercer").unwrap();
    let user = User::register(UserId::Account(numbered(40)), &name, AccessKey::Security, TEST_NOW);
    User { is_approved, is_admin, failed_login_attempts: 2, ..user }
}

#[tokio::test]
async fn the_right_password_opens_a_session() {
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::Right);
    case.sessions
        .expect_open()
        .times(1)
        .withf(|opened| {
            let change = opened.change();
            change.session.token_fingerprint == SessionToken::from_bits([5; 32]).fingerprint()
                && change.attempt.failure.is_none()
                && change.claimant == claimant()
                && change.device == DeviceToken::from_bits([5; 32]).fingerprint()
                && change.checked_hash == Some(Secret::new("hash"))
                && change.rehash.is_none()
                && opened.entry().action == Action::LoginSucceeded
        })
        .returning(|_| Ok(Admission::Admitted));
    let signed_in = case.sign_in(Some("security")).await.unwrap();
    assert_eq!(signed_in.ends_at, TEST_NOW.plus(Duration::from_mins(30)));
    assert_ne!(signed_in.device, carried(), "an unknown device cookie is replaced");
    assert_eq!(signed_in.user.failed_login_attempts, 0);
    assert_eq!(signed_in.user.last_login_attempt, Some(TEST_NOW));
}

#[tokio::test]
async fn an_outdated_hash_is_replaced() {
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::RightButOutdated);
    case.sessions
        .expect_open()
        .times(1)
        .withf(|opened| opened.change().rehash == Some(Secret::new("new hash")))
        .returning(|_| Ok(Admission::Admitted));
    case.sign_in(None).await.unwrap();
}

#[tokio::test]
async fn wrong_name_password_and_key_get_the_same_refusal() {
    let unknown = Case::new(None, PasswordCheck::Wrong).expect_refusal(FailureReason::UnknownUser, false);
    let password =
        Case::new(Some(user(true, false)), PasswordCheck::Wrong).expect_refusal(FailureReason::WrongPassword, false);
    let key =
        Case::new(Some(user(true, false)), PasswordCheck::Right).expect_refusal(FailureReason::WrongAccessKey, false);
    let answers = [
        unknown.sign_in(Some("security")).await.unwrap_err(),
        password.sign_in(Some("security")).await.unwrap_err(),
        key.sign_in(Some("command")).await.unwrap_err(),
    ];
    for answer in answers {
        assert_eq!(answer.code(), "invalid_credentials");
        assert_eq!(answer.to_string(), "Invalid username, password or access key");
    }
}

#[tokio::test]
async fn locked_name_is_refused_without_a_password_check() {
    // No result is expected: recording one fails the test.
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::Right).expect_unchecked(FailureReason::Locked);
    case.counters.pair.locked_until = Some(TEST_NOW.plus(Duration::from_mins(1)));
    let error = case.sign_in(None).await.unwrap_err();
    assert!(matches!(error, UserError::AccountLocked { retry_after } if retry_after.as_secs() == 60));
    assert_eq!(error.to_string(), "Too many failed attempts. Try again in 1 minute");
}

#[tokio::test]
async fn network_with_too_many_failures_is_rate_limited() {
    let case = Case::new(Some(user(true, false)), PasswordCheck::Right);
    let mut case = case.expect_unchecked(FailureReason::NetworkLimited);
    case.counters.network = Window { count: 30, ..Window::fresh(TEST_NOW) };
    assert_eq!(case.sign_in(None).await.unwrap_err().code(), "rate_limited");
}

#[tokio::test]
async fn known_browser_signs_in_while_unknown_ones_are_locked() {
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::Right);
    case.counters.pair.locked_until = Some(TEST_NOW.plus(Duration::from_mins(1)));
    case.counters.name = std::iter::repeat_n(TEST_NOW, 100).collect();
    case.counters.device = Some(std::iter::repeat_n(TEST_NOW, 9).collect());
    case.is_known_device = true;
    case.sessions
        .expect_open()
        .times(1)
        .withf(|opened| opened.change().device == carried().fingerprint())
        .returning(|_| Ok(Admission::Admitted));
    assert_eq!(case.sign_in(None).await.unwrap().device, carried());
}

#[tokio::test]
async fn a_browser_known_to_another_account_keeps_its_cookie() {
    let mut case = Case::new(Some(user(true, false)), PasswordCheck::Right);
    case.is_known_device = true;
    case.sessions.expect_open().times(1).returning(|_| Ok(Admission::Admitted));
    assert_eq!(case.sign_in(None).await.unwrap().device, carried());
}

#[tokio::test]
async fn result_beyond_the_limit_is_not_reported() {
    for password_check in [PasswordCheck::Wrong, PasswordCheck::Right] {
        let mut case = Case::new(Some(user(true, false)), password_check);
        let locked = || Ok(Admission::Locked(DAY));
        case.sessions.expect_open().returning(move |_| locked());
        case.sessions.expect_refuse().returning(move |_| locked());
        assert_eq!(case.sign_in(None).await.unwrap_err().code(), "account_locked", "{password_check:?}");
    }
}

#[tokio::test]
async fn unchecked_attempt_is_not_counted() {
    let service = |users: MockUserRepository, hasher: MockPasswordHasher| {
        let mut throttle = MockSignInThrottle::new();
        let standing = ThrottleState { counters: Counters::fresh(TEST_NOW), is_known_device: false };
        throttle.expect_standing().returning(move |_, _| Ok(standing.clone()));
        reading(users, throttle, hasher)
    };
    let mut unread = MockUserRepository::new();
    unread.expect_find_by_name().returning(|_| Err(StoreError::Unavailable("away".into())));
    let mut read = MockUserRepository::new();
    read.expect_find_by_name().returning(|_| Ok(None));
    let mut busy = MockPasswordHasher::new();
    busy.expect_verify().returning(|_, _| Err(HashError::Busy));
    for service in [service(unread, MockPasswordHasher::new()), service(read, busy)] {
        let error = service.sign_in(&context(), typed("mercer", "quiet-lantern", None)).await.unwrap_err();
        assert_eq!((error.code(), error.kind()), ("unavailable", facility_kernel::ErrorKind::Unavailable));
    }
}

#[tokio::test]
async fn missing_approval_is_reported_only_after_the_correct_password() {
    let right =
        Case::new(Some(user(false, true)), PasswordCheck::Right).expect_refusal(FailureReason::NotApproved, true);
    assert_eq!(right.sign_in(None).await.unwrap_err().code(), "not_approved");
    let wrong =
        Case::new(Some(user(false, true)), PasswordCheck::Wrong).expect_refusal(FailureReason::WrongPassword, false);
    assert_eq!(wrong.sign_in(None).await.unwrap_err().code(), "invalid_credentials");
}

#[tokio::test]
async fn lockdown_admits_only_administrators() {
    let mut case =
        Case::new(Some(user(true, false)), PasswordCheck::Right).expect_refusal(FailureReason::Lockdown, true);
    case.locked_site = true;
    assert_eq!(case.sign_in(None).await.unwrap_err().code(), "lockdown");
    let mut case = Case::new(Some(user(true, true)), PasswordCheck::Right);
    case.locked_site = true;
    case.sessions.expect_open().times(1).returning(|_| Ok(Admission::Admitted));
    assert!(case.sign_in(None).await.is_ok());
}

fn typed(username: &str, password: &str, access_key: Option<&str>) -> SignInRequest {
    SignInRequest {
        username: username.to_owned(),
        password: Secret::new(password),
        access_key: access_key.map(str::to_owned),
        device: None,
        replaces: None,
    }
}

#[tokio::test]
async fn invalid_name_or_key_is_refused_before_any_lookup() {
    let sign_in = reading(MockUserRepository::new(), MockSignInThrottle::new(), MockPasswordHasher::new());
    for (request, field) in [
        (typed("", "quiet-lantern", None), "username"),
        (typed("mercer", "", None), "username"),
        (typed("mer\0cer", "quiet-lantern", None), "username"),
        (typed("mer\u{202e}cer", "quiet-lantern", None), "username"),
        (typed("mercer", "quiet-lantern", Some("sub\u{1b}ject")), "accessKey"),
        (typed("mercer", "quiet-lantern", Some("subject\u{200b}")), "accessKey"),
    ] {
        let error = sign_in.sign_in(&context(), request).await.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", field));
    }
}
