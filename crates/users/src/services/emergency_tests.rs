//! Tests of opening emergency access.

use super::*;
use crate::ports::{MockPasswordHasher, MockSessionRepository, MockUserRepository, PasswordCheck};
use crate::second_factor::ports::MockCodeHasher;
use crate::session::EMERGENCY_LIFETIME;
use crate::user::Username;
use facility_audit::trail::MockAuditLog;
use facility_kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
use facility_kernel::throttle::MockThrottle;
use facility_kernel::{AccessKey, DomainError, MockRandomness, RateLimits, StoreError};

/// The service. Its emergency key is "right".
fn access(sessions: MockSessionRepository) -> EmergencyAccess {
    let name = Username::parse("mercer").unwrap();
    let user = User::register(UserId::EmergencyAccess, &name, AccessKey::Command, TEST_NOW);
    let user = User { username: UserId::EMERGENCY_ACCESS.to_owned(), ..user };
    let mut users = MockUserRepository::new();
    users.expect_credential().returning(|name| Ok(Some(Secret::new(format!("hash of {}", name.as_str())))));
    users.expect_find().returning(move |_| Ok(Some(user.clone())));
    let users = Arc::new(users);
    let mut hasher = MockPasswordHasher::new();
    hasher
        .expect_verify()
        .returning(|typed, _| Ok(if typed.expose() == "right" { PasswordCheck::Right } else { PasswordCheck::Wrong }));
    let mut codes = MockCodeHasher::new();
    codes.expect_fingerprint().returning(|_| "fingerprint".to_owned());
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().returning(|_| Ok(()));
    let mut random = MockRandomness::new();
    random.expect_bits().returning(|| Ok([5; 32]));
    EmergencyAccess {
        keys: SiteKeys {
            users: users.clone(),
            throttle: Arc::new(MockThrottle::new()),
            hasher: Arc::new(hasher),
            codes: Arc::new(codes),
            log: Arc::new(log),
            ids: Arc::new(SequentialIds::default()),
            limits: RateLimits::Open,
        },
        users,
        sessions: Arc::new(sessions),
        random: Arc::new(random),
        ids: Arc::new(SequentialIds::default()),
    }
}

#[tokio::test]
async fn the_key_opens_a_session_of_half_an_hour_that_names_the_key_it_was_opened_with() {
    let replaced = SessionId::from_uuid(numbered(9));
    let mut sessions = MockSessionRepository::new();
    sessions
        .expect_open_emergency()
        .times(1)
        .withf(move |opened| {
            let (change, details) = (opened.change(), opened.entry().details.to_json().unwrap());
            change.checked_hash.expose() == "hash of emergency_key"
                && change.replaces == Some(replaced)
                && change.session.user_id.is_emergency_access()
                && change.attempt.failure.is_none()
                && opened.entry().action == Action::EmergencyAccessOpened
                && details.contains(r#""keyFingerprint":"fingerprint""#)
                && !details.contains("right")
        })
        .returning(|_| Ok(()));
    let opened = access(sessions).open(&context(), &Secret::new("right"), Some(replaced)).await.unwrap();
    assert!(opened.user.id.is_emergency_access());
    assert_eq!(opened.token, SessionToken::from_bits([5; 32]));
    assert_eq!(opened.ends_at.since(TEST_NOW), EMERGENCY_LIFETIME);
    assert_eq!(EMERGENCY_LIFETIME.as_secs(), 1800);
}

#[tokio::test]
async fn a_wrong_key_opens_nothing() {
    let error = access(MockSessionRepository::new()).open(&context(), &Secret::new("guess"), None).await;
    assert_eq!(error.unwrap_err().code(), "invalid_key");
}

#[tokio::test]
async fn key_rotated_in_the_meantime_opens_no_session() {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_open_emergency().returning(|_| Err(StoreError::Stale));
    let error = access(sessions).open(&context(), &Secret::new("right"), None).await;
    assert_eq!(error.unwrap_err().code(), "stale");
}
