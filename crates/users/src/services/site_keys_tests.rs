//! What a try of a key costs, records and answers.

use super::*;
use crate::ports::{MockPasswordHasher, MockUserRepository};
use crate::second_factor::ports::MockCodeHasher;
use audit::{MockAuditLog, MockThrottle};
use kernel::DomainError;
use kernel::testing::{SequentialIds, TEST_NOW, context};

/// Keys of which "right" is right. The throttle answers these waits, one for each call that it expects.
fn keys(waits: Vec<Option<Duration>>, log: MockAuditLog) -> SiteKeys {
    let mut users = MockUserRepository::new();
    users.expect_credential().returning(|name| Ok(Some(Secret::new(format!("hash of {}", name.as_str())))));
    let mut hasher = MockPasswordHasher::new();
    hasher
        .expect_verify()
        .returning(|typed, _| Ok(if typed.expose() == "right" { Verdict::Right } else { Verdict::Wrong }));
    let mut codes = MockCodeHasher::new();
    codes.expect_fingerprint().returning(|_| "fingerprint".to_owned());
    let mut throttle = MockThrottle::new();
    let limits = if waits.is_empty() { RateLimits::Open } else { RateLimits::Strict };
    let expected = [("emergency_key:192.0.2.1", 3, 900), ("emergency_key:", 10, 3600)];
    for (wait, (key, limit, seconds)) in waits.into_iter().zip(expected) {
        throttle
            .expect_count_call()
            .times(1)
            .withf(move |asked, most, window, now| {
                (asked, *most, window.as_secs(), *now) == (key, limit, seconds, TEST_NOW)
            })
            .returning(move |_, _, _, _| Ok(wait));
    }
    SiteKeys {
        users: Arc::new(users),
        throttle: Arc::new(throttle),
        hasher: Arc::new(hasher),
        codes: Arc::new(codes),
        log: Arc::new(log),
        ids: Arc::new(SequentialIds::default()),
        limits,
    }
}

async fn check(keys: &SiteKeys, name: CredentialName, typed: &str) -> Result<String, UserError> {
    let right = keys.check(&context(), name, &Secret::new(typed)).await?;
    Ok(format!("{} {}", right.hash.expose(), right.fingerprint))
}

#[tokio::test]
async fn three_tries_an_address_and_ten_a_site_are_counted_before_the_hash() {
    let right = keys(vec![None, None], MockAuditLog::new());
    let answer = check(&right, CredentialName::EmergencyKey, "right").await.unwrap();
    assert_eq!(answer, "hash of emergency_key fingerprint");
    let wait = Duration::from_secs(7);
    // A try that the address has used up does not count for the site.
    for waits in [vec![Some(wait)], vec![None, Some(wait)]] {
        let mut limited = keys(waits, MockAuditLog::new());
        limited.hasher = Arc::new(MockPasswordHasher::new());
        let error = check(&limited, CredentialName::EmergencyKey, "right").await.unwrap_err();
        assert!(matches!(error, UserError::RateLimited { retry_after } if retry_after == wait));
    }
}

#[tokio::test]
async fn wrong_keys_are_recorded_with_their_fingerprint() {
    for (name, reason) in [
        (CredentialName::EmergencyKey, FailureReason::WrongEmergencyKey),
        (CredentialName::MasterKey, FailureReason::WrongMasterKey),
    ] {
        let mut log = MockAuditLog::new();
        log.expect_record_attempt()
            .times(1)
            .withf(move |refused| {
                let (attempt, details) = (refused.change(), refused.entry().details.to_json().unwrap());
                (attempt.failure, attempt.is_suspicious) == (Some(reason), true)
                    && refused.entry().action == Action::LoginFailed
                    && details.contains(r#""keyFingerprint":"fingerprint""#)
                    && !details.contains("guess")
            })
            .returning(|_| Ok(()));
        let error = check(&keys(vec![], log), name, "guess").await.unwrap_err();
        assert_eq!((error.code(), error.kind()), ("invalid_key", kernel::ErrorKind::Unauthenticated));
    }
}

#[tokio::test]
async fn nothing_is_counted_for_an_empty_key_or_one_that_is_too_long() {
    for typed in [String::new(), "x".repeat(257)] {
        let untouched = keys(vec![], MockAuditLog::new());
        let error = check(&untouched, CredentialName::MasterKey, &typed).await.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", "masterKey"));
    }
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().times(1).returning(|_| Ok(()));
    let longest = check(&keys(vec![], log), CredentialName::MasterKey, &"x".repeat(256)).await;
    assert_eq!(longest.unwrap_err().code(), "invalid_key");
}
