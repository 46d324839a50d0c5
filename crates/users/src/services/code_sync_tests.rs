//! Tests of who may issue codes for whom, and of what is written.

use super::*;
use crate::ports::{MockPasswordHasher, MockUserRepository, PasswordCheck};
use crate::second_factor::SecondFactor;
use crate::second_factor::codes::CodeKind;
use crate::second_factor::ports::{MockCodeHasher, MockSecondFactorRepository, MockSecretBox, MockTotpPort};
use crate::user::Account;
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, numbered};
use facility_kernel::throttle::MockThrottle;
use facility_kernel::{AccessKey, Clearance, DomainError, RateLimits, UserId};

fn user() -> User {
    let name = Username::parse("mercer").unwrap();
    let user = User::register(UserId::Account(numbered(7)), &name, AccessKey::Security, TEST_NOW);
    User { is_approved: true, ..user }
}

/// The service for an account whose codes were derived twice before, or for no account. The hash of a code is "hash of"
/// and the code; the master key is "right".
fn service(user: Option<User>, mut factors: MockSecondFactorRepository) -> CodeSync {
    factors.expect_find().returning(|_, _, _| Ok(SecondFactor { syncs: 2, ..SecondFactor::none() }));
    let mut users = MockUserRepository::new();
    users.expect_find_by_name().returning(move |_| Ok(user.clone().map(|user| Account { user, password_hash: None })));
    users.expect_credential().returning(|_| Ok(Some(Secret::new("hash"))));
    let users = Arc::new(users);
    let mut codes = MockCodeHasher::new();
    codes.expect_hash().returning(|_, code| format!("hash of {}", code.as_str()));
    codes.expect_fingerprint().returning(|_| "fingerprint".to_owned());
    // The derived bits depend on every byte of the text.
    codes.expect_derive().returning(|text| {
        std::array::from_fn(|n| {
            text.iter().fold(u8::try_from(n).unwrap(), |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte))
        })
    });
    let codes = Arc::new(codes);
    let mut hasher = MockPasswordHasher::new();
    hasher
        .expect_verify()
        .returning(|typed, _| Ok(if typed.expose() == "right" { PasswordCheck::Right } else { PasswordCheck::Wrong }));
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().returning(|_| Ok(()));
    log.expect_record()
        .withf(|used| {
            let details = used.entry().details.to_json().unwrap();
            used.entry().action == Action::MasterKeyUsed && details.contains("fingerprint")
        })
        .returning(|_| Ok(()));
    CodeSync {
        users: users.clone(),
        factors: Arc::new(factors),
        verifier: Verifier {
            totp: Arc::new(MockTotpPort::new()),
            secrets: Arc::new(MockSecretBox::new()),
            hasher: codes.clone(),
        },
        keys: SiteKeys {
            users,
            throttle: Arc::new(MockThrottle::new()),
            hasher: Arc::new(hasher),
            codes,
            log: Arc::new(log),
            ids: Arc::new(SequentialIds::default()),
            limits: RateLimits::Open,
        },
        ids: Arc::new(SequentialIds::default()),
    }
}

/// A store that expects one change with this action.
fn expecting(
    action: Action,
    outcome: CodeOutcome,
    fits: impl Fn(&FactorChange) -> bool + Send + Sync + 'static,
) -> MockSecondFactorRepository {
    let mut factors = MockSecondFactorRepository::new();
    factors
        .expect_commit()
        .times(1)
        .withf(move |change| change.entry().action == action && fits(change.change()))
        .returning(move |_| Ok(outcome));
    factors
}

#[tokio::test]
async fn synced_codes_replace_all_and_follow_from_account_and_count() {
    let expect = || {
        expecting(Action::CodesSynchronized, CodeOutcome::Recorded, |change| {
            let FactorChange::Sync { user_id, syncs, codes, .. } = change else { return false };
            let backup = codes.iter().filter(|(kind, _)| *kind == CodeKind::Backup).count();
            (*user_id, *syncs, backup, codes.len()) == (user().id, 2, 10, 11)
                && codes.iter().all(|(_, hash)| hash.starts_with("hash of "))
        })
    };
    let first = service(Some(user()), expect()).sync(&context(), &admin(1, 5), " Mercer ").await.unwrap();
    assert_eq!((first.username.as_str(), first.backup.len()), ("mercer", 10));
    let again = service(Some(user()), expect()).sync(&context(), &admin(2, 5), "mercer").await.unwrap();
    assert_eq!((&again.fixed, &again.backup), (&first.fixed, &first.backup), "the same on every node");
    // An account with the same name that was created at another time has other codes.
    let later = User { created_at: TEST_NOW.plus(std::time::Duration::from_secs(1)), ..user() };
    let other = service(Some(later), expect()).sync(&context(), &admin(1, 5), "mercer").await.unwrap();
    assert_ne!(other.fixed, first.fixed);
}

#[tokio::test]
async fn concurrent_syncs_do_not_both_count() {
    let mut factors = MockSecondFactorRepository::new();
    factors.expect_commit().returning(|_| Err(facility_kernel::StoreError::Stale));
    let error = service(Some(user()), factors).sync(&context(), &admin(1, 5), "mercer").await.unwrap_err();
    assert_eq!(error.code(), "stale");
    let factors = expecting(
        Action::CodesSynchronized,
        CodeOutcome::NoAuthority,
        |change| matches!(change, FactorChange::Sync { warrant: CodeIssuer::Administrator(by), .. } if *by == (&admin(1, 5)).into()),
    );
    let error = service(Some(user()), factors).sync(&context(), &admin(1, 5), "mercer").await.unwrap_err();
    assert_eq!(error.code(), "admin_only");
}

#[tokio::test]
async fn a_chosen_static_code_replaces_only_the_static_one() {
    let factors = expecting(Action::StaticCodeUpdated, CodeOutcome::Recorded, |change| {
        let authority = (&admin(1, 5)).into();
        let code = "hash of ABCD1234EFGH".to_owned();
        *change == FactorChange::SetStatic { user_id: user().id, authority, code }
    });
    let code = Secret::new("abcd-1234-efgh");
    let given = service(Some(user()), factors).update_static(&context(), &admin(1, 5), "mercer", &code).await;
    let given = given.unwrap();
    assert_eq!((given.fixed.secret().expose(), given.backup.len()), ("ABCD-1234-EFGH", 0));
    let untouched = service(Some(user()), MockSecondFactorRepository::new());
    let error = untouched.update_static(&context(), &admin(1, 5), "mercer", &Secret::new("x")).await.unwrap_err();
    assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", "newStaticCode"));
}

#[tokio::test]
async fn codes_are_issued_only_within_the_rights_over_accounts() {
    let high = User { clearance_level: Clearance::MAX, ..user() };
    for (target, error) in [(None, "not_found"), (Some(high), "insufficient_clearance")] {
        let refused = || service(target.clone(), MockSecondFactorRepository::new());
        let synced = refused().sync(&context(), &admin(1, 4), "mercer").await;
        assert_eq!(synced.unwrap_err().code(), error);
        let code = Secret::new("ABCD-1234-EFGH");
        let set = refused().update_static(&context(), &admin(1, 4), "mercer", &code).await;
        assert_eq!(set.unwrap_err().code(), error);
    }
}

#[tokio::test]
async fn missing_names_are_refused_with_their_field() {
    let untouched = || service(Some(user()), MockSecondFactorRepository::new());
    let code = Secret::new("ABCD-1234-EFGH");
    let key = Secret::new("right");
    for (error, field) in [
        (untouched().sync(&context(), &admin(1, 5), "").await, "targetUsername"),
        (untouched().update_static(&context(), &admin(1, 5), "", &code).await, "targetUser"),
        (untouched().emergency_sync(&context(), "", &key).await, "username"),
    ] {
        assert_eq!(error.unwrap_err().fields()[0].field, field);
    }
}

#[tokio::test]
async fn the_master_key_issues_codes_and_leaves_its_fingerprint() {
    let mut factors = MockSecondFactorRepository::new();
    factors
        .expect_commit()
        .times(1)
        .withf(|change| {
            let details = change.entry().details.to_json().unwrap();
            change.entry().action == Action::EmergencyCodesSynchronized
                && details == r#"{"keyFingerprint":"fingerprint"}"#
        })
        .returning(|_| Ok(CodeOutcome::Recorded));
    let key = Secret::new("right");
    // Not limited by the level of anybody.
    let high = User { clearance_level: Clearance::MAX, ..user() };
    let given = service(Some(high), factors).emergency_sync(&context(), "mercer", &key).await.unwrap();
    assert_eq!(given.backup.len(), 10);
}

#[tokio::test]
async fn wrong_master_key_reveals_nothing_about_the_account() {
    for target in [None, Some(user()), Some(User { is_approved: false, ..user() })] {
        let untouched = service(target, MockSecondFactorRepository::new());
        let error = untouched.emergency_sync(&context(), "mercer", &Secret::new("guess")).await.unwrap_err();
        assert_eq!(error.code(), "invalid_key");
    }
    let emergency = User { id: UserId::EmergencyAccess, ..user() };
    for (target, code) in [
        (None, "not_found"),
        (Some(emergency), "protected_account"),
        (Some(User { is_approved: false, ..user() }), "not_approved"),
    ] {
        let refused = service(target, MockSecondFactorRepository::new());
        let error = refused.emergency_sync(&context(), "mercer", &Secret::new("right")).await.unwrap_err();
        assert_eq!(error.code(), code);
    }
}
