//! Tests of what is required, written and returned when a second factor is set up or turned off.

use super::*;
use crate::last_day::DAY;
use crate::ports::{MockPasswordHasher, MockUserRepository};
use crate::second_factor::codes::CodeKind;
use crate::second_factor::ports::{MockCodeHasher, MockSecondFactorRepository, MockSecretBox, MockTotpPort};
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, emergency_access, numbered};
use facility_kernel::{AccessKey, DomainError, MockRandomness, SessionId};

/// The account "user-1" of level 4 with the password "right". App codes consist of "STEP" and the time step; the hash
/// of a code is "hash of" and the code.
struct Case {
    user: User,
    factor: SecondFactor,
    factors: MockSecondFactorRepository,
}

impl Case {
    fn new(two_factor_enabled: bool) -> Self {
        let name = Username::parse("user-1").unwrap();
        let user = User::register(actor(1, 4, false).user_id, &name, AccessKey::Security, TEST_NOW);
        let user = User { is_approved: true, two_factor_enabled, revision: 6, ..user };
        let on = SecondFactor {
            secret: Some("sealed".to_owned()),
            last_step: Some(7),
            codes: vec![(CodeKind::Backup, "hash of BACKUP11".to_owned())],
            ..SecondFactor::none()
        };
        let factor = if two_factor_enabled { on } else { SecondFactor::none() };
        Self { user, factor, factors: MockSecondFactorRepository::new() }
    }

    fn with_pending(mut self) -> Self {
        self.factor.pending_secret = Some("sealed".to_owned());
        self
    }

    fn expect_commit(
        mut self,
        action: Action,
        outcome: CodeOutcome,
        fits: impl Fn(&FactorChange) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.factors
            .expect_commit()
            .times(1)
            .withf(move |change| change.entry().action == action && fits(change.change()))
            .returning(move |_| Ok(outcome));
        self
    }

    fn expect_refusal(mut self, wrong: &'static str, outcome: WrongCodeOutcome) -> Self {
        self.factors
            .expect_refuse()
            .times(1)
            .withf(move |refused| {
                let details = refused.entry().details.to_json().unwrap();
                refused.entry().action == Action::TwoFactorFailed
                    && details == format!(r#"{{"wrong":"{wrong}"}}"#)
                    && refused.change().ticket.is_none()
                    && refused.change().attempt.is_none()
                    && refused.change().device == Some(browser().fingerprint())
                    && refused.change().lock_alert.action == Action::SecondFactorLocked
            })
            .returning(move |_| Ok(outcome));
        self
    }

    fn service(mut self) -> TwoFactor {
        let factor = self.factor;
        self.factors.expect_find().returning(move |_, _, _| Ok(factor.clone()));
        let account = Account { user: self.user, password_hash: Some(Secret::new("hash")) };
        let mut users = MockUserRepository::new();
        users.expect_find_by_name().returning(move |_| Ok(Some(account.clone())));
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_verify().returning(|typed, _| {
            Ok(if typed.expose() == "right" { PasswordCheck::Right } else { PasswordCheck::Wrong })
        });
        let mut totp = MockTotpPort::new();
        totp.expect_secret_of().returning(|_| Secret::new("SECRET"));
        totp.expect_address().returning(|_, name| Ok(Secret::new(format!("address for {name}"))));
        totp.expect_picture().returning(|address| Ok(Secret::new(format!("picture of {}", address.expose()))));
        totp.expect_step_of()
            .returning(|_, code, _| Ok(code.as_str().strip_prefix("STEP").and_then(|step| step.parse().ok())));
        let mut secrets = MockSecretBox::new();
        secrets.expect_seal().returning(|_, _| Ok("sealed".to_owned()));
        secrets.expect_open().returning(|_, _| Ok(Secret::new("SECRET")));
        let mut codes = MockCodeHasher::new();
        codes.expect_hash().returning(|_, code| format!("hash of {}", code.as_str()));
        let mut random = MockRandomness::new();
        random.expect_bits().returning(|| Ok([5; 32]));
        TwoFactor {
            users: Arc::new(users),
            factors: Arc::new(self.factors),
            hasher: Arc::new(hasher),
            verifier: Verifier { totp: Arc::new(totp), secrets: Arc::new(secrets), hasher: Arc::new(codes) },
            random: Arc::new(random),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    async fn enable(self) -> Result<SetUp, UserError> {
        self.service().enable(&context(), &caller()).await
    }

    async fn complete(self, code: &str) -> Result<User, UserError> {
        self.service().complete(&context(), &caller(), Some(&browser()), &Secret::new(code)).await
    }

    async fn disable(self, password: &str, code: Option<&str>) -> Result<User, UserError> {
        let code = code.map(Secret::new);
        self.service().disable(&context(), &caller(), Some(&browser()), &Secret::new(password), code.as_ref()).await
    }
}

fn browser() -> DeviceToken {
    DeviceToken::from_bits([3; 32])
}

fn caller() -> Actor {
    Actor { session_id: Some(session()), ..actor(1, 4, false) }
}

fn session() -> SessionId {
    SessionId::from_uuid(numbered(9))
}

fn code_of<T: std::fmt::Debug>(answer: Result<T, UserError>) -> &'static str {
    answer.unwrap_err().code()
}

#[tokio::test]
async fn set_up_is_stored_encrypted_and_does_not_turn_the_factor_on() {
    let case = Case::new(false).expect_commit(Action::TwoFactorSetUp, CodeOutcome::Recorded, |change| {
        let FactorChange::SetUp { secret, codes, .. } = change else { return false };
        secret == "sealed" && codes.len() == 11 && codes.iter().all(|(_, hash)| hash.starts_with("hash of "))
    });
    let set_up = case.enable().await.unwrap();
    assert_eq!(set_up.secret.expose(), "SECRET");
    assert_eq!(set_up.picture.expose(), "picture of address for user-1");
    assert_eq!(set_up.codes.backup.len(), 10);
}

#[tokio::test]
async fn a_set_up_is_for_level_three_and_for_accounts_without_a_factor() {
    assert_eq!(code_of(Case::new(true).enable().await), "already_enabled");
    assert_eq!(code_of(Case::new(true).complete("STEP8").await), "already_enabled");
    let low = || {
        let mut case = Case::new(false).with_pending();
        case.user.clearance_level = facility_kernel::Clearance::parse(2).unwrap();
        case
    };
    assert_eq!(code_of(low().enable().await), "insufficient_clearance");
    assert_eq!(code_of(low().complete("STEP8").await), "insufficient_clearance");
    let service = Case::new(false).service();
    assert_eq!(code_of(service.enable(&context(), &emergency_access()).await), "protected_account");
}

#[tokio::test]
async fn first_code_turns_the_factor_on_and_keeps_only_this_session() {
    let case =
        Case::new(false).with_pending().expect_commit(Action::TwoFactorEnabled, CodeOutcome::Recorded, |change| {
            let FactorChange::Complete { user, secret, step, session: spared, typed } = change else {
                return false;
            };
            (user.two_factor_enabled, user.revision, secret.as_str(), *step, *spared)
                == (true, 6, "sealed", 8, Some(session()))
                && *typed == CodeEntry { device: Some(browser().fingerprint()), at: TEST_NOW }
        });
    let after = case.complete("step8").await.unwrap();
    assert_eq!((after.two_factor_enabled, after.revision), (true, 7));
    assert_eq!(code_of(Case::new(false).complete("STEP8").await), "no_setup");
    let wrong = Case::new(false).with_pending().expect_refusal("code", WrongCodeOutcome::Recorded(4));
    assert_eq!(code_of(wrong.complete("123456").await), "invalid_code");
}

#[tokio::test]
async fn code_used_in_the_meantime_counts_as_wrong() {
    let spent = Case::new(false)
        .with_pending()
        .expect_commit(Action::TwoFactorEnabled, CodeOutcome::Spent, |_| true)
        .expect_refusal("code", WrongCodeOutcome::Recorded(4));
    assert_eq!(code_of(spent.complete("STEP8").await), "invalid_code");
    let locked = Case::new(false).with_pending().expect_refusal("code", WrongCodeOutcome::Locked(DAY));
    assert_eq!(code_of(locked.complete("123456").await), "account_locked");
}

#[tokio::test]
async fn turning_off_requires_the_password_and_an_app_or_backup_code() {
    for (code, proof) in [
        ("STEP8", CodeProof::App { secret: "sealed".to_owned(), step: 8 }),
        ("back-up11", CodeProof::Backup("hash of BACKUP11".to_owned())),
    ] {
        let case = Case::new(true).expect_commit(Action::TwoFactorDisabled, CodeOutcome::Recorded, move |change| {
            let FactorChange::Disable { user, proof: given, session: spared, .. } = change else {
                return false;
            };
            !user.two_factor_enabled && given.as_ref() == Some(&proof) && *spared == Some(session())
        });
        let after = case.disable("right", Some(code)).await.unwrap();
        assert_eq!((after.two_factor_enabled, after.revision), (false, 7), "{code}");
    }
    // The code of the last sign-in's step is used up.
    for (password, code, wrong, error) in [
        ("wrong", "STEP8", "password", "invalid_credentials"),
        ("right", "STEP7", "code", "invalid_code"),
        ("right", "STATIC", "code", "invalid_code"),
    ] {
        let case = Case::new(true).expect_refusal(wrong, WrongCodeOutcome::Recorded(4));
        assert_eq!(code_of(case.disable(password, Some(code)).await), error, "{password} {code}");
    }
}

#[tokio::test]
async fn nothing_is_checked_for_an_empty_field() {
    for (password, code, field) in
        [("", Some("STEP8"), "password"), ("right", None, "token"), ("right", Some(" "), "token")]
    {
        let error = Case::new(true).disable(password, code).await.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", field));
    }
}

#[tokio::test]
async fn nothing_is_checked_after_twenty_wrong_codes_a_day() {
    let locked = |two_factor_enabled| {
        let mut case = Case::new(two_factor_enabled).with_pending();
        case.factor.guesses.day = std::iter::repeat_n(TEST_NOW, 20).collect();
        case
    };
    for error in [locked(false).complete("STEP8").await, locked(true).disable("right", Some("STEP8")).await] {
        assert!(matches!(error, Err(UserError::AccountLocked { retry_after }) if retry_after == DAY));
    }
}

#[tokio::test]
async fn last_administrators_factor_cannot_be_turned_off() {
    let last = Case::new(true).expect_commit(Action::TwoFactorDisabled, CodeOutcome::LastAdmin, |_| true);
    assert_eq!(code_of(last.disable("right", Some("STEP8")).await), "last_second_factor");
}

#[tokio::test]
async fn discarding_a_set_up_requires_only_the_password() {
    let case =
        Case::new(false).with_pending().expect_commit(Action::TwoFactorDisabled, CodeOutcome::Recorded, |change| {
            matches!(change, FactorChange::Disable { proof: None, .. })
        });
    assert!(!case.disable("right", None).await.unwrap().two_factor_enabled);
    // Without a set-up there is nothing to discard.
    assert_eq!(Case::new(false).disable("right", None).await.unwrap().revision, 6);
}
