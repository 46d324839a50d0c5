//! What a sign-in records and answers, case by case.

use super::*;
use crate::SiteSettings;
use crate::ports::{
    MockPasswordHasher, MockRandomness, MockSessionRepository, MockSiteRepository, MockThrottle,
    MockUserRepository,
};
use kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
use kernel::{AccessKey, DomainError, Timestamp};

struct Case {
    account: Option<User>,
    verdict: Verdict,
    locked_site: bool,
    two_factor_required: bool,
    admission: Admission,
    failures_before: u64,
    sessions: MockSessionRepository,
}

impl Case {
    fn new(account: Option<User>, verdict: Verdict) -> Self {
        Self {
            account,
            verdict,
            locked_site: false,
            two_factor_required: false,
            admission: Admission::Admitted,
            failures_before: 0,
            sessions: MockSessionRepository::new(),
        }
    }

    /// Expects exactly one refusal with this reason, suspicion and whether the counted try is given back.
    fn expect_refusal(mut self, reason: FailureReason, suspicious: bool, given_back: bool) -> Self {
        self.sessions
            .expect_refuse()
            .times(1)
            .withf(move |refused| {
                let change = refused.change();
                change.attempt.failure == Some(reason)
                    && change.attempt.is_suspicious == suspicious
                    && change.forget.is_empty() != given_back
                    && change.is_failure != given_back
                    && refused.entry().action == Action::LoginFailed
            })
            .returning(|_| Ok(()));
        self
    }

    async fn sign_in(self, access_key: Option<&str>) -> Result<SignedIn, UserError> {
        match self.answer(access_key).await? {
            SignInAnswer::Opened(signed_in) => Ok(*signed_in),
            SignInAnswer::NeedsTwoFactorSetup(level) => panic!("no session for level {level}"),
        }
    }

    async fn answer(mut self, access_key: Option<&str>) -> Result<SignInAnswer, UserError> {
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
        let mut throttle = MockThrottle::new();
        let admission = self.admission;
        throttle
            .expect_begin_try()
            .withf(|keys, now| {
                let names: Vec<&str> = keys.iter().map(|(key, _)| key.as_str()).collect();
                names == ["pair:mercer|192.0.2.1", "name:mercer"] && *now == TEST_NOW
            })
            .returning(move |_, _| Ok(admission));
        let mut hasher = MockPasswordHasher::new();
        let (verdict, exists) = (self.verdict, self.account.is_some());
        hasher
            .expect_verify()
            .withf(move |_, hash| hash.is_some() == exists)
            .returning(move |_, _| Ok(verdict));
        hasher.expect_hash().returning(|_| Ok(Secret::new("new hash")));
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok([5; 32]));
        let before = self.failures_before;
        self.sessions.expect_recent_failures().returning(move |_, _, _| Ok(before));
        let service = SignIn {
            users: Arc::new(users),
            sessions: Arc::new(self.sessions),
            site: Arc::new(site),
            throttle: Arc::new(throttle),
            hasher: Arc::new(hasher),
            random: Arc::new(random),
            ids: Arc::new(SequentialIds::default()),
        };
        let request = SignInRequest {
            username: "Mercer".to_owned(),
            password: Secret::new("quiet-lantern"),
            access_key: access_key.map(str::to_owned),
        };
        service.sign_in(&context(), request, None).await
    }
}

fn user(is_approved: bool, is_admin: bool) -> User {
    let name = Username::parse("Mercer").unwrap();
    let user = User::register(UserId::Account(numbered(40)), &name, AccessKey::Security, TEST_NOW);
    User { is_approved, is_admin, failed_login_attempts: 2, ..user }
}

#[tokio::test]
async fn the_right_password_opens_a_session() {
    let mut case = Case::new(Some(user(true, false)), Verdict::Right);
    case.sessions
        .expect_open()
        .times(1)
        .withf(|opened| {
            let change = opened.change();
            change.session.token_fingerprint == SessionToken::from_bits([5; 32]).fingerprint()
                && change.attempt.failure.is_none()
                && change.forget.len() == 2
                && change.checked_hash == Some(Secret::new("hash"))
                && change.rehash.is_none()
                && opened.entry().action == Action::LoginSucceeded
        })
        .returning(|_| Ok(()));
    let signed_in = case.sign_in(Some("security")).await.unwrap();
    assert_eq!(signed_in.user.failed_login_attempts, 0);
    assert_eq!(signed_in.user.last_login_attempt, Some(TEST_NOW));
}

#[tokio::test]
async fn an_outdated_hash_is_replaced() {
    let mut case = Case::new(Some(user(true, false)), Verdict::RightButOutdated);
    case.sessions
        .expect_open()
        .times(1)
        .withf(|opened| opened.change().rehash == Some(Secret::new("new hash")))
        .returning(|_| Ok(()));
    case.sign_in(None).await.unwrap();
}

#[tokio::test]
async fn wrong_name_password_and_key_are_one_refusal() {
    let unknown = Case::new(None, Verdict::Wrong).expect_refusal(FailureReason::UnknownUser, false, false);
    let password = Case::new(Some(user(true, false)), Verdict::Wrong).expect_refusal(
        FailureReason::WrongPassword,
        false,
        false,
    );
    let key = Case::new(Some(user(true, false)), Verdict::Right).expect_refusal(
        FailureReason::WrongAccessKey,
        false,
        false,
    );
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
async fn the_third_failure_in_a_quarter_of_an_hour_is_suspicious() {
    let mut case = Case::new(None, Verdict::Wrong).expect_refusal(FailureReason::UnknownUser, true, false);
    case.failures_before = 2;
    assert_eq!(case.sign_in(None).await.unwrap_err().code(), "invalid_credentials");
}

#[tokio::test]
async fn a_locked_name_is_not_even_looked_at() {
    let mut case =
        Case::new(Some(user(true, false)), Verdict::Right).expect_refusal(FailureReason::Locked, true, false);
    case.admission = Admission::Refused(Duration::from_mins(1));
    let error = case.sign_in(None).await.unwrap_err();
    assert!(matches!(error, UserError::AccountLocked { retry_after } if retry_after.as_secs() == 60));
}

#[tokio::test]
async fn only_after_the_right_password_is_it_told_that_approval_is_missing() {
    let right = Case::new(Some(user(false, true)), Verdict::Right).expect_refusal(
        FailureReason::NotApproved,
        false,
        true,
    );
    assert_eq!(right.sign_in(None).await.unwrap_err().code(), "not_approved");
    let wrong = Case::new(Some(user(false, true)), Verdict::Wrong).expect_refusal(
        FailureReason::WrongPassword,
        false,
        false,
    );
    assert_eq!(wrong.sign_in(None).await.unwrap_err().code(), "invalid_credentials");
}

#[tokio::test]
async fn lockdown_lets_administrators_in_alone() {
    let mut case = Case::new(Some(user(true, false)), Verdict::Right).expect_refusal(
        FailureReason::Lockdown,
        false,
        true,
    );
    case.locked_site = true;
    assert_eq!(case.sign_in(None).await.unwrap_err().code(), "lockdown");
    let mut case = Case::new(Some(user(true, true)), Verdict::Right);
    case.locked_site = true;
    case.sessions.expect_open().times(1).returning(|_| Ok(()));
    assert!(case.sign_in(None).await.is_ok());
}

#[tokio::test]
async fn who_has_much_to_lose_needs_a_second_factor_where_it_is_required() {
    let level_two = User { clearance_level: Clearance::parse(2).unwrap(), ..user(true, false) };
    let protected = User { two_factor_enabled: true, ..user(true, true) };
    for stays in [level_two.clone(), protected] {
        let mut case = Case::new(Some(stays), Verdict::Right);
        case.two_factor_required = true;
        case.sessions.expect_open().times(1).returning(|_| Ok(()));
        assert!(case.sign_in(None).await.is_ok());
    }
    for refused in [user(true, false), User { is_admin: true, ..level_two }] {
        let level = refused.clearance_level;
        let mut case = Case::new(Some(refused), Verdict::Right).expect_refusal(
            FailureReason::TwoFactorMissing,
            false,
            true,
        );
        case.two_factor_required = true;
        let answer = case.answer(None).await.unwrap();
        assert!(matches!(answer, SignInAnswer::NeedsTwoFactorSetup(shown) if shown == level));
    }
}

#[tokio::test]
async fn nothing_typed_is_nothing_tried() {
    let service = |username: &str, password: &str| SignInRequest {
        username: username.to_owned(),
        password: Secret::new(password),
        access_key: None,
    };
    let sign_in = SignIn {
        users: Arc::new(MockUserRepository::new()),
        sessions: Arc::new(MockSessionRepository::new()),
        site: Arc::new(MockSiteRepository::new()),
        throttle: Arc::new(MockThrottle::new()),
        hasher: Arc::new(MockPasswordHasher::new()),
        random: Arc::new(MockRandomness::new()),
        ids: Arc::new(SequentialIds::default()),
    };
    for request in [service("", "quiet-lantern"), service("mercer", "")] {
        assert_eq!(sign_in.sign_in(&context(), request, None).await.unwrap_err().code(), "validation_failed");
    }
}
