//! Tests of what is recorded and returned for a code at sign-in.

use super::*;
use crate::last_day::DAY;
use crate::lockout::Counters;
use crate::ports::{MockSignInThrottle, MockSiteRepository, MockUserRepository, ThrottleState};
use crate::second_factor::codes::CodeKind;
use crate::second_factor::ports::{MockCodeHasher, MockSecondFactorRepository, MockSecretBox, MockTotpPort};
use crate::site::SiteSettings;
use crate::user::User;
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
use facility_kernel::{AccessKey, DomainError, MockRandomness, Secret, UserId};

struct Case {
    user: User,
    factor: SecondFactor,
    has_ticket: bool,
    is_locked: bool,
    factors: MockSecondFactorRepository,
    log: MockAuditLog,
}

fn user() -> User {
    let name = Username::parse("mercer").unwrap();
    let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Security, TEST_NOW);
    User { is_approved: true, two_factor_enabled: true, ..user }
}

/// An app whose last code was that of step 7, and codes whose hashes are "hash of" and the code.
fn factor() -> SecondFactor {
    SecondFactor {
        secret: Some("sealed".to_owned()),
        last_step: Some(7),
        codes: vec![
            (CodeKind::Backup, "hash of BACKUP11".to_owned()),
            (CodeKind::Static, "hash of STATIC111111".to_owned()),
        ],
        ..SecondFactor::none()
    }
}

impl Case {
    fn new() -> Self {
        Self {
            user: user(),
            factor: factor(),
            has_ticket: true,
            is_locked: false,
            factors: MockSecondFactorRepository::new(),
            log: MockAuditLog::new(),
        }
    }

    fn expect_refusal(mut self, reason: FailureReason, outcome: WrongCodeOutcome) -> Self {
        self.factors
            .expect_refuse()
            .times(1)
            .withf(move |wrong| {
                let attempt = wrong.change().attempt.as_ref().unwrap();
                let ticket = TicketToken::from_bits([4; 32]).fingerprint();
                attempt.failure == Some(reason)
                    && wrong.change().ticket == Some(ticket)
                    && wrong.change().lock_alert.action == Action::SecondFactorLocked
                    && wrong.entry().action == Action::LoginFailed
            })
            .returning(move |_| Ok(outcome));
        self
    }

    fn expect_unchecked(mut self, reason: FailureReason) -> Self {
        self.log
            .expect_record_attempt()
            .times(1)
            .withf(move |refused| refused.change().failure == Some(reason))
            .returning(|_| Ok(()));
        self
    }

    async fn verify(mut self, name: &str, code: &str, method: Method) -> Result<SignedIn, UserError> {
        let (user, factor, has_ticket) = (self.user.clone(), self.factor.clone(), self.has_ticket);
        let id = user.id;
        self.factors.expect_ticket().returning(move |fingerprint, _| {
            let ticket = Ticket { fingerprint: fingerprint.to_owned(), user_id: id, created_at: TEST_NOW };
            Ok(Some(ticket).filter(|_| has_ticket))
        });
        self.factors.expect_find().returning(move |_, _, _| Ok(factor.clone()));
        let mut users = MockUserRepository::new();
        // The typed name is looked up only for the records.
        users.expect_find_by_name().returning(|_| Ok(None));
        users.expect_find().withf(move |asked| *asked == id).returning(move |_| Ok(Some(user.clone())));
        let mut site = MockSiteRepository::new();
        let is_locked = self.is_locked;
        site.expect_settings().returning(move || {
            Ok(SiteSettings {
                is_locked,
                two_factor_required: false,
                updated_at: TEST_NOW,
                content_changed_at: TEST_NOW,
            })
        });
        let mut throttle = MockSignInThrottle::new();
        let standing = ThrottleState { counters: Counters::fresh(TEST_NOW), is_known_device: false };
        throttle.expect_standing().returning(move |_, _| Ok(standing.clone()));
        let mut totp = MockTotpPort::new();
        totp.expect_step_of().returning(|secret, code, now| {
            assert_eq!((secret.expose(), now), ("opened", TEST_NOW));
            Ok(code.as_str().strip_prefix("STEP").and_then(|step| step.parse().ok()))
        });
        let mut secrets = MockSecretBox::new();
        secrets.expect_open().returning(|_, _| Ok(Secret::new("opened")));
        let mut hasher = MockCodeHasher::new();
        hasher.expect_hash().returning(|_, code| format!("hash of {}", code.as_str()));
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok([5; 32]));
        let step = SecondStep {
            users: Arc::new(users),
            factors: Arc::new(self.factors),
            site: Arc::new(site),
            throttle: Arc::new(throttle),
            verifier: Verifier { totp: Arc::new(totp), secrets: Arc::new(secrets), hasher: Arc::new(hasher) },
            random: Arc::new(random),
            ids: Arc::new(SequentialIds::default()),
            limits: RateLimits::Strict,
            refusals: Refusals::new(Arc::new(self.log)),
            names: NameKey::new([6; 32]),
        };
        let request = CodeRequest {
            ticket: Some(TicketToken::from_bits([4; 32])),
            username: name.to_owned(),
            code: Secret::new(code),
            method,
            device: None,
            replaces: None,
        };
        step.verify(&context(), request).await
    }
}

#[tokio::test]
async fn a_code_that_fits_opens_a_session_with_its_method() {
    for (code, method, proof) in [
        ("step8", Method::App, CodeProof::App { secret: "sealed".to_owned(), step: 8 }),
        ("BACK-UP11", Method::Backup, CodeProof::Backup("hash of BACKUP11".to_owned())),
        ("stat-ic11-1111", Method::Static, CodeProof::Static("hash of STATIC111111".to_owned())),
    ] {
        let mut case = Case::new();
        case.factors
            .expect_open()
            .times(1)
            .withf(move |verified| {
                let change = verified.change();
                let alert = change.alert.as_ref().map(|entry| entry.action);
                change.proof == proof
                    && change.opened.method == method.into()
                    && verified.entry().action == Action::LoginSucceeded
                    && alert == (method == Method::Static).then_some(Action::StaticCodeUsed)
            })
            .returning(|_| Ok(CodeOutcome::Recorded));
        let opened = case.verify("Mercer", code, method).await.unwrap();
        assert_eq!(opened.user.last_activity, Some(TEST_NOW), "{method:?}");
    }
}

#[tokio::test]
async fn wrong_codes_are_recorded_for_ticket_and_account() {
    use FailureReason::{WrongAppCode, WrongBackupCode, WrongStaticCode};
    for (code, method, reason) in [
        ("STEP7", Method::App, WrongAppCode), // spent
        ("STEP6", Method::App, WrongAppCode),
        ("123456", Method::App, WrongAppCode),
        ("STATIC111111", Method::Backup, WrongBackupCode),
        ("BACKUP11", Method::Static, WrongStaticCode),
    ] {
        let case = Case::new().expect_refusal(reason, WrongCodeOutcome::Recorded(4));
        assert_eq!(case.verify("mercer", code, method).await.unwrap_err().code(), "invalid_code", "{code}");
    }
    // The correct code with another name.
    let case = Case::new().expect_refusal(WrongBackupCode, WrongCodeOutcome::Recorded(4));
    assert_eq!(case.verify("other", "BACKUP11", Method::Backup).await.unwrap_err().code(), "invalid_code");
}

#[tokio::test]
async fn a_code_that_was_used_in_the_meantime_is_wrong() {
    let reason = FailureReason::WrongBackupCode;
    let mut case = Case::new().expect_refusal(reason, WrongCodeOutcome::Recorded(3));
    case.factors.expect_open().times(1).returning(|_| Ok(CodeOutcome::Spent));
    let error = case.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err();
    assert!(matches!(error, UserError::InvalidCode { tries_left: Some(3) }), "{error:?}");
}

#[tokio::test]
async fn results_beyond_a_limit_are_not_reported() {
    for (refusal, outcome, code) in [
        (WrongCodeOutcome::NoTicket, CodeOutcome::NoTicket, "sign_in_expired"),
        (WrongCodeOutcome::Locked(DAY), CodeOutcome::Locked(DAY), "account_locked"),
    ] {
        let reason = FailureReason::WrongBackupCode;
        let wrong = Case::new().expect_refusal(reason, refusal);
        assert_eq!(wrong.verify("mercer", "x", Method::Backup).await.unwrap_err().code(), code);
        let mut right = Case::new();
        right.factors.expect_open().times(1).returning(move |_| Ok(outcome));
        assert_eq!(right.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn nothing_is_checked_without_a_ticket_or_beyond_the_limit() {
    let mut case = Case::new().expect_unchecked(FailureReason::SignInExpired);
    case.has_ticket = false;
    let error = case.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err();
    assert_eq!((error.code(), error.kind()), ("sign_in_expired", facility_kernel::ErrorKind::Unauthenticated));
    let mut case = Case::new().expect_unchecked(FailureReason::SignInExpired);
    case.user.is_approved = false;
    let error = case.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err();
    assert_eq!(error.code(), "sign_in_expired");
    let mut case = Case::new().expect_unchecked(FailureReason::Locked);
    case.factor.guesses.day = std::iter::repeat_n(TEST_NOW, 20).collect();
    let error = case.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err();
    assert!(matches!(error, UserError::AccountLocked { retry_after } if retry_after == DAY));
    let mut case = Case::new().expect_unchecked(FailureReason::Lockdown);
    case.is_locked = true;
    assert_eq!(case.verify("mercer", "BACKUP11", Method::Backup).await.unwrap_err().code(), "lockdown");
    let mut case = Case::new();
    (case.is_locked, case.user.is_admin) = (true, true);
    case.factors.expect_open().times(1).returning(|_| Ok(CodeOutcome::Recorded));
    assert!(case.verify("mercer", "BACKUP11", Method::Backup).await.is_ok());
    for (name, code) in [("", "BACKUP11"), ("mercer", " "), ("mer\0cer", "BACKUP11")] {
        let error = Case::new().verify(name, code, Method::Backup).await.unwrap_err();
        assert_eq!(error.code(), "validation_failed");
    }
}
