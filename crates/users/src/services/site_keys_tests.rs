//! Tests of how attempts with a key are counted, recorded and answered.

use super::*;
use crate::ports::{HashError, MockPasswordHasher, MockUserRepository};
use crate::second_factor::ports::MockCodeHasher;
use facility_audit::trail::MockAuditLog;
use facility_kernel::DomainError;
use facility_kernel::testing::{SequentialIds, TEST_NOW, context};
use facility_kernel::throttle::MockThrottle;

/// Site keys of which "right" is correct. The throttle returns these waiting times, one per expected call, and expects
/// this many counts to be undone.
fn keys(waits: Vec<Option<Duration>>, given_back: Option<usize>, log: MockAuditLog) -> SiteKeys {
    let mut users = MockUserRepository::new();
    users.expect_credential().returning(|name| Ok(Some(Secret::new(format!("hash of {}", name.as_str())))));
    let mut hasher = MockPasswordHasher::new();
    hasher
        .expect_verify()
        .returning(|typed, _| Ok(if typed.expose() == "right" { PasswordCheck::Right } else { PasswordCheck::Wrong }));
    let mut codes = MockCodeHasher::new();
    codes.expect_fingerprint().returning(|_| "fingerprint".to_owned());
    let mut throttle = MockThrottle::new();
    let limits = if waits.is_empty() { RateLimits::Open } else { RateLimits::Strict };
    let expected = [
        ("emergency_key:192.0.2.0/24", 3, 900),
        ("emergency_key:192.0.2.0/24:day", 20, 86_400),
        ("emergency_key:", 10, 3600),
    ];
    for (wait, (key, limit, seconds)) in waits.into_iter().zip(expected) {
        throttle
            .expect_count_call()
            .times(1)
            .withf(move |asked, most, window, now| {
                (asked, *most, window.as_secs(), *now) == (key, limit, seconds, TEST_NOW)
            })
            .returning(move |_, _, _, _| Ok(wait));
    }
    if let Some(count) = given_back {
        throttle.expect_give_back().times(1).withf(move |keys| keys.len() == count).returning(|_| Ok(()));
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
async fn only_wrong_keys_stay_counted() {
    let right = keys(vec![None; 3], Some(3), MockAuditLog::new());
    let answer = check(&right, CredentialName::EmergencyKey, "right").await.unwrap();
    assert_eq!(answer, "hash of emergency_key fingerprint");
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().times(1).returning(|_| Ok(()));
    let wrong = keys(vec![None; 3], None, log);
    assert_eq!(check(&wrong, CredentialName::EmergencyKey, "guess").await.unwrap_err().code(), "invalid_key");
    let mut busy = keys(vec![None; 3], Some(3), MockAuditLog::new());
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_verify().returning(|_, _| Err(HashError::Busy));
    busy.hasher = Arc::new(hasher);
    let error = check(&busy, CredentialName::EmergencyKey, "right").await.unwrap_err();
    assert_eq!(error.kind(), facility_kernel::ErrorKind::Unavailable);
}

#[tokio::test]
async fn keys_from_a_network_beyond_its_limits_are_not_checked() {
    let wait = Duration::from_secs(7);
    for waits in [vec![Some(wait)], vec![None, Some(wait)]] {
        let mut limited = keys(waits, None, MockAuditLog::new());
        limited.hasher = Arc::new(MockPasswordHasher::new());
        let error = check(&limited, CredentialName::EmergencyKey, "right").await.unwrap_err();
        assert!(matches!(error, UserError::RateLimited { retry_after } if retry_after == wait));
    }
}

#[tokio::test]
async fn others_guesses_do_not_lock_out_the_key_holder() {
    // Others have used up the site's limit; this network has not guessed.
    let wait = Duration::from_secs(7);
    let right = keys(vec![None, None, Some(wait)], Some(2), MockAuditLog::new());
    assert!(check(&right, CredentialName::EmergencyKey, "right").await.is_ok());
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().times(1).returning(|_| Ok(()));
    let wrong = keys(vec![None, None, Some(wait)], None, log);
    let error = check(&wrong, CredentialName::EmergencyKey, "guess").await.unwrap_err();
    assert!(matches!(error, UserError::RateLimited { retry_after } if retry_after == wait));
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
        let error = check(&keys(vec![], None, log), name, "guess").await.unwrap_err();
        assert_eq!((error.code(), error.kind()), ("invalid_key", facility_kernel::ErrorKind::Unauthenticated));
    }
}

#[tokio::test]
async fn nothing_is_counted_for_an_empty_key_or_one_that_is_too_long() {
    for typed in [String::new(), "x".repeat(257)] {
        let untouched = keys(vec![], None, MockAuditLog::new());
        let error = check(&untouched, CredentialName::MasterKey, &typed).await.unwrap_err();
        assert_eq!((error.code(), error.fields()[0].field), ("validation_failed", "masterKey"));
    }
    let mut log = MockAuditLog::new();
    log.expect_record_attempt().times(1).returning(|_| Ok(()));
    let longest = check(&keys(vec![], None, log), CredentialName::MasterKey, &"x".repeat(256)).await;
    assert_eq!(longest.unwrap_err().code(), "invalid_key");
}

#[test]
fn a_full_window_of_a_network_blocks_it() {
    let window = |count, minutes| Window { started_at: TEST_NOW.minus(Duration::from_mins(minutes)), count };
    for (key, count, minutes, blocked) in [
        ("emergency_key:192.0.2.0/24", 3, 14, Some("192.0.2.0/24")),
        ("emergency_key:192.0.2.0/24", 2, 14, None),
        ("emergency_key:192.0.2.0/24", 3, 15, None),
        ("master_key:2001:db8:1::/48:day", 20, 1_439, Some("2001:db8:1::/48")),
        ("master_key:192.0.2.0/24:day", 19, 1_439, None),
        ("master_key:192.0.2.0/24:day", 20, 1_440, None),
        ("master_key:", 99, 1, None),
    ] {
        assert_eq!(blocked_network(key, window(count, minutes), TEST_NOW), blocked, "{key} {count} {minutes}");
    }
}
