//! Tests of what a new password requires, what is recorded, and how wrong guesses are counted.

use super::*;
use crate::claimed::NameKey;
use crate::last_day::DAY;
use crate::lockout::{Admission, Counters};
use crate::ports::{
    MockPasswordHasher, MockSessionRepository, MockSignInThrottle, MockSiteRepository, MockUserRepository,
    ThrottleState,
};
use crate::reset::MockPasswordRepository;
use crate::second_factor::ports::MockSecondFactorRepository;
use crate::user::User;
use facility_audit::refusals::Refusals;
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, admin, context, numbered};
use facility_kernel::throttle::MockThrottle;
use facility_kernel::{AccessKey, Clearance, DomainError, MockRandomness, RateLimits, SessionId, StoreError};
use std::time::Duration;

const KEY: [u8; 32] = [9; 32];

fn user() -> User {
    let name = Username::parse("mercer").unwrap();
    let id = UserId::Account(numbered(1));
    User { is_approved: true, revision: 3, ..User::register(id, &name, AccessKey::Security, TEST_NOW) }
}

fn code() -> ResetCode {
    ResetCode::from_bits([7; 32])
}

fn stored() -> StoredReset {
    let fingerprint = ResetKey::new(KEY).fingerprint(Some(user().id), &code());
    StoredReset { fingerprint, expires_at: TEST_NOW.plus(Duration::from_secs(1)) }
}

struct Case {
    found: Option<(Account, Option<StoredReset>)>,
    password_check: PasswordCheck,
    counters: Counters,
    hashes: usize,
    /// The time until codes are checked again.
    wait: Option<Duration>,
    /// Number of correct codes, whose counted attempt is undone.
    given_back: usize,
    passwords: MockPasswordRepository,
    sessions: MockSessionRepository,
    log: MockAuditLog,
}

impl Case {
    /// A correct current password and a correct code.
    fn new() -> Self {
        let account = Account { user: user(), password_hash: Some(Secret::new("old")) };
        Self {
            found: Some((account, Some(stored()))),
            password_check: PasswordCheck::Right,
            counters: Counters::fresh(TEST_NOW),
            hashes: 1,
            wait: None,
            given_back: 0,
            passwords: MockPasswordRepository::new(),
            sessions: MockSessionRepository::new(),
            log: MockAuditLog::new(),
        }
    }

    fn sets(
        mut self,
        expected: impl Fn(&NewPassword, &Entry) -> bool + Send + Sync + 'static,
        answer: impl FnOnce() -> Result<Result<(), PasswordNotSet>, StoreError> + Send + 'static,
    ) -> Self {
        let passwords = &mut self.passwords;
        passwords
            .expect_set()
            .times(1)
            .withf(move |change| expected(change.change(), change.entry()))
            .return_once(|_| answer());
        self
    }

    fn refuses(mut self, reason: FailureReason, known: bool, action: Action, admission: Admission) -> Self {
        self.sessions
            .expect_refuse()
            .times(1)
            .withf(move |refused| {
                let change = refused.change();
                change.is_failure
                    && change.attempt.failure == Some(reason)
                    && change.user_id.is_some() == known
                    && refused.entry().action == action
                    && refused.entry().details.to_json().is_some_and(|json| !json.contains("7777"))
            })
            .returning(move |_| Ok(admission));
        self
    }

    fn service(self) -> Passwords {
        let (mut users, mut passwords, sessions) = (MockUserRepository::new(), self.passwords, self.sessions);
        let account = self.found.as_ref().map(|(account, _)| account.clone());
        users.expect_find_by_name().returning(move |_| Ok(account.clone()));
        users.expect_find().returning(|id| Ok((id == user().id).then(user)));
        let found = self.found;
        passwords.expect_find().returning(move |_| Ok(found.clone()));
        let mut throttle = MockSignInThrottle::new();
        let standing = ThrottleState { counters: self.counters, is_known_device: false };
        throttle.expect_standing().returning(move |_, _| Ok(standing.clone()));
        let mut hasher = MockPasswordHasher::new();
        let password_check = self.password_check;
        hasher.expect_verify().returning(move |_, _| Ok(password_check));
        let hash = |secret: &Secret| Ok(Secret::new(format!("hash of {}", secret.expose())));
        hasher.expect_hash().times(self.hashes).returning(hash);
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok([7; 32]));
        let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
        let sign_in = SignIn {
            users: Arc::new(users),
            sessions: Arc::new(sessions),
            factors: Arc::new(MockSecondFactorRepository::new()),
            site: Arc::new(MockSiteRepository::new()),
            throttle: Arc::new(throttle),
            hasher: Arc::new(hasher),
            random: Arc::new(random),
            ids,
            limits: RateLimits::Strict,
            refusals: Refusals::new(Arc::new(self.log)),
            names: NameKey::new([6; 32]),
        };
        let (mut tries, wait) = (MockThrottle::new(), self.wait);
        tries.expect_count_call().returning(move |key, limit, window, _| {
            assert_eq!((limit, window), (5, Duration::from_hours(1)));
            assert!(key.ends_with("|192.0.2.0/24"), "{key}");
            Ok(wait)
        });
        tries.expect_give_back().times(self.given_back).returning(|_| Ok(()));
        let (tries, policy) = (Arc::new(tries), PasswordPolicy::default());
        Passwords::new(&sign_in, Arc::new(passwords), tries, policy, ResetKey::new(KEY))
    }

    async fn change(self, new: &str) -> Result<(), UserError> {
        let mut caller = actor(1, 3, false);
        caller.username = "mercer".to_owned();
        caller.session_id = Some(SessionId::from_uuid(numbered(77)));
        let request = PasswordChangeRequest { current: Secret::new("old-words"), new: Secret::new(new), device: None };
        self.service().change(&context(), &caller, request).await
    }

    async fn reset(self, code: &str) -> Result<(), UserError> {
        let request = PasswordResetRequest {
            username: "Mercer".to_owned(),
            code: Secret::new(code),
            new: Secret::new("quiet-lantern-42"),
            device: None,
        };
        self.service().reset(&context(), request).await
    }
}

fn code_of(outcome: Result<(), UserError>) -> &'static str {
    outcome.map_or_else(|error| error.code(), |()| "ok")
}

#[tokio::test]
async fn changing_keeps_the_current_session_and_names_the_hash_that_was_checked() {
    let expected = |change: &NewPassword, entry: &Entry| {
        let keeps = SessionId::from_uuid(numbered(77));
        change.proof == PasswordProof::Password { checked: Secret::new("old"), keeps }
            && change.hash.expose() == "hash of quiet-lantern-42"
            && change.at == TEST_NOW
            && entry.action == Action::PasswordChanged
            && entry.details.to_json().is_none()
    };
    assert_eq!(code_of(Case::new().sets(expected, || Ok(Ok(()))).change("quiet-lantern-42").await), "ok");
    let raced = Case::new().sets(expected, || Err(StoreError::Stale));
    assert_eq!(code_of(raced.change("quiet-lantern-42").await), "stale");
    let limited = PasswordNotSet::Limited(Admission::Locked(DAY));
    let limited = Case::new().sets(expected, move || Ok(Err(limited)));
    assert_eq!(code_of(limited.change("quiet-lantern-42").await), "account_locked");
}

#[tokio::test]
async fn wrong_current_password_counts_as_a_guess() {
    let wrong = || Case { password_check: PasswordCheck::Wrong, hashes: 0, ..Case::new() };
    let refused =
        |admission| wrong().refuses(FailureReason::WrongPassword, true, Action::PasswordChangeFailed, admission);
    let told = refused(Admission::Admitted).change("quiet-lantern-42").await.unwrap_err();
    assert_eq!((told.code(), told.to_string().as_str()), ("invalid_credentials", "The current password is wrong"));
    let raced = refused(Admission::Locked(DAY)).change("quiet-lantern-42").await;
    assert_eq!(code_of(raced), "account_locked", "a result beyond the limits is not reported");
}

#[tokio::test]
async fn attempt_on_a_locked_name_is_recorded_unchecked() {
    let limited = |hashes| {
        let name = std::iter::repeat_n(TEST_NOW, 100).collect();
        let counters = Counters { name, ..Counters::fresh(TEST_NOW) };
        Case { counters, hashes, ..Case::new() }
    };
    let locked = || {
        let mut case = limited(0);
        case.log.expect_record_attempt().times(1).returning(|_| Ok(()));
        case
    };
    assert_eq!(code_of(locked().change("quiet-lantern-42").await), "account_locked");
    assert_eq!(code_of(locked().reset("7777-7777-7777-7778").await), "account_locked");
    let right = Case { given_back: 1, ..limited(1) }.sets(|_, _| true, || Ok(Ok(())));
    assert_eq!(code_of(right.reset("7777-7777-7777-7777").await), "ok");
}

#[tokio::test]
async fn codes_from_a_network_beyond_its_limit_are_not_checked() {
    for typed in ["7777-7777-7777-7777", "7777-7777-7777-7778"] {
        let mut case = Case { wait: Some(Duration::from_secs(7)), hashes: 0, ..Case::new() };
        case.log.expect_record_attempt().times(1).returning(|_| Ok(()));
        let refused = case.reset(typed).await.unwrap_err();
        assert!(matches!(refused, UserError::AccountLocked { retry_after } if retry_after.as_secs() == 7), "{refused}");
    }
}

#[tokio::test]
async fn weak_and_unchanged_passwords_are_refused() {
    for (new, message) in [
        ("short", "Password must be at least 6 characters"),
        ("Mercer", "Password must not be the username"),
        ("dragon2026", "This password is one of the most common ones. Choose another"),
        ("old-words", "Choose a password other than the current one"),
    ] {
        let refused = Case { hashes: 0, ..Case::new() }.change(new).await.unwrap_err();
        assert_eq!((refused.fields()[0].field, refused.to_string().as_str()), ("newPassword", message));
    }
}

#[tokio::test]
async fn emergency_access_has_no_password() {
    let mut emergency = actor(1, 5, true);
    emergency.user_id = UserId::EmergencyAccess;
    let request = PasswordChangeRequest { current: Secret::new("a"), new: Secret::new("b"), device: None };
    let service = Case { hashes: 0, ..Case::new() }.service();
    let refused = service.change(&context(), &emergency, request).await;
    assert_eq!(code_of(refused), "protected_account");
}

#[tokio::test]
async fn code_is_issued_for_an_hour_and_only_its_hash_is_stored() {
    let mut case = Case { hashes: 0, ..Case::new() };
    case.passwords
        .expect_issue()
        .times(1)
        .withf(|issued| {
            let (change, entry) = (issued.change(), issued.entry());
            change.stored.fingerprint == stored().fingerprint
                && change.stored.expires_at == TEST_NOW.plus(Duration::from_hours(1))
                && change.user.revision == 3
                && change.authority == (&admin(9, 5)).into()
                && entry.action == Action::PasswordResetIssued
                && entry.is_admin_action
                && entry.details.to_json().is_none()
        })
        .returning(|_| Ok(Ok(())));
    let issued = case.service().issue_reset(&context(), &admin(9, 5), user().id).await.unwrap();
    assert_eq!(issued.code.expose(), "7777-7777-7777-7777");
    assert_eq!(issued.expires_at, TEST_NOW.plus(RESET_CODE_VALID));
    let above = Case { hashes: 0, ..Case::new() }.service();
    let refused = above.issue_reset(&context(), &admin(9, 2), user().id).await.unwrap_err();
    assert_eq!(refused.required_clearance(), Clearance::parse(3).ok());
}

#[tokio::test]
async fn correct_code_sets_the_password() {
    let expected = |change: &NewPassword, entry: &Entry| {
        change.proof == PasswordProof::Code(stored().fingerprint)
            && change.hash.expose() == "hash of quiet-lantern-42"
            && change.claimant.username_key == "mercer"
            && entry.action == Action::PasswordResetCompleted
            && entry.performer == Performer::User { id: user().id, username: "mercer".to_owned() }
    };
    for typed in ["7777-7777-7777-7777", " 7777777777777777"] {
        let right = Case { given_back: 1, ..Case::new() };
        assert_eq!(code_of(right.sets(expected, || Ok(Ok(()))).reset(typed).await), "ok");
    }
    let right = Case { given_back: 1, ..Case::new() };
    let spent = right.sets(expected, || Ok(Err(PasswordNotSet::Spent))).refuses(
        FailureReason::WrongResetCode,
        true,
        Action::PasswordResetFailed,
        Admission::Admitted,
    );
    assert_eq!(code_of(spent.reset("7777-7777-7777-7777").await), "invalid_code");
}

#[tokio::test]
async fn unknown_name_wrong_code_and_expired_code_get_the_same_response_after_the_same_work() {
    let account = || Account { user: user(), password_hash: Some(Secret::new("old")) };
    let expired = StoredReset { expires_at: TEST_NOW, ..stored() };
    for (found, typed) in [
        (None, "7777-7777-7777-7777"),
        (Some((account(), None)), "7777-7777-7777-7777"),
        (Some((account(), Some(stored()))), "7777-7777-7777-7778"),
        (Some((account(), Some(expired))), "7777-7777-7777-7777"),
    ] {
        let known = found.is_some();
        let case = Case { found, hashes: 0, ..Case::new() };
        let reason = FailureReason::WrongResetCode;
        let refused = case.refuses(reason, known, Action::PasswordResetFailed, Admission::Admitted);
        let refused = refused.reset(typed).await.unwrap_err();
        assert_eq!(
            (refused.code(), refused.to_string().as_str()),
            ("invalid_code", "The username or the reset code is wrong, or the code has expired")
        );
    }
}
