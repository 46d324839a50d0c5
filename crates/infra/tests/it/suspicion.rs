//! Which refused sign-ins are suspicious.

use crate::harness::{Fixture, on_each_database};
use crate::sessions::stranger;
use facility_audit::action::Action;
use facility_audit::attempts::{FailureReason, LoginAttempt};
use facility_audit::refusals::{RefusalKind, Refusals};
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::storage::users::session_store::SessionStore;
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{AttemptId, IdGenerator, Timestamp};
use facility_users::lockout::Admission;
use facility_users::ports::{RefusedSignIn, SessionRepository};
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    the_third_guess_for_a_name_or_from_an_address_is_suspicious,
    refusals_that_are_no_guesses_make_no_guess_suspicious,
    concurrent_guesses_count_each_other,
    every_attempt_on_a_locked_name_counts,
];

fn later(seconds: u64) -> Timestamp {
    TEST_NOW.plus(Duration::from_secs(seconds))
}

fn attempt(f: &Fixture, name: &str, address: &str, reason: FailureReason, at: Timestamp) -> LoginAttempt {
    LoginAttempt {
        id: AttemptId::from_uuid(f.ids.next()),
        username: name.to_owned(),
        ip_address: Some(address.to_owned()),
        user_agent: None,
        failure: Some(reason),
        is_suspicious: false,
        attempted_at: at,
    }
}

/// Records a refused sign-in. Returns whether the refusal may be reported to the caller.
async fn refuse(f: &Fixture, attempt: LoginAttempt) -> Admission {
    let refused = RefusedSignIn {
        claimant: stranger(&attempt.username.to_lowercase()),
        is_failure: !FailureReason::NOT_GUESSES.iter().any(|reason| Some(*reason) == attempt.failure),
        user_id: None,
        attempt,
    };
    SessionStore::start(f.db.clone()).refuse(f.audited_as(Action::LoginFailed, refused)).await.unwrap()
}

/// Records a refused sign-in and returns whether it is suspicious.
async fn is_suspicious(f: &Fixture, name: &str, address: &str, reason: FailureReason, at: Timestamp) -> bool {
    let attempt = attempt(f, name, address, reason, at);
    let id = attempt.id;
    assert_eq!(refuse(f, attempt).await, Admission::Admitted);
    let of_row = f.count(format!("SELECT count(*) AS n FROM login_attempts WHERE id = '{id}' AND is_suspicious")).await;
    // The newest audit entry says the same.
    let said = "SELECT count(*) AS n FROM audit_log WHERE number = (SELECT max(number) FROM audit_log)
        AND details LIKE '%\"suspicious\":true%'";
    assert_eq!(f.count(said).await, of_row);
    of_row == 1
}

async fn the_third_guess_for_a_name_or_from_an_address_is_suspicious(f: Fixture) {
    use FailureReason::{UnknownUser, WrongPassword, WrongStaticCode};
    let one = "192.0.2.1";
    assert!(!is_suspicious(&f, "Mercer", one, WrongPassword, later(0)).await);
    assert!(!is_suspicious(&f, "mercer", "192.0.2.2", WrongPassword, later(1)).await);
    assert!(is_suspicious(&f, "MERCER", "192.0.2.3", WrongPassword, later(2)).await, "for the name");
    assert!(!is_suspicious(&f, "aster", one, UnknownUser, later(3)).await);
    assert!(is_suspicious(&f, "birch", one, UnknownUser, later(4)).await, "from the address");
    assert!(!is_suspicious(&f, "cedar", "192.0.2.4", UnknownUser, later(5)).await);
    // A quarter of an hour after the first two, only one of three still counts.
    assert!(!is_suspicious(&f, "mercer", "192.0.2.5", WrongPassword, later(15 * 60 + 2)).await);
    assert!(is_suspicious(&f, "dahlia", "192.0.2.6", WrongStaticCode, later(6)).await, "each time");
}

async fn refusals_that_are_no_guesses_make_no_guess_suspicious(f: Fixture) {
    for (n, reason) in (0..).zip(FailureReason::NOT_GUESSES) {
        assert!(!is_suspicious(&f, "mercer", "192.0.2.1", reason, later(n)).await, "{reason:?}");
    }
    for n in 5..7 {
        assert!(!is_suspicious(&f, "mercer", "192.0.2.1", FailureReason::WrongPassword, later(n)).await);
    }
    assert!(is_suspicious(&f, "mercer", "192.0.2.1", FailureReason::WrongPassword, later(7)).await);
}

async fn concurrent_guesses_count_each_other(f: Fixture) {
    for round in 0..10 {
        let name = format!("name-{round}");
        let guesses = (0..8).map(|n| {
            let address = format!("192.0.2.{}", 10 * round + n);
            refuse(&f, attempt(&f, &name, &address, FailureReason::WrongPassword, later(round * 3_600)))
        });
        let recorded = futures_util::future::join_all(guesses).await;
        let recorded = recorded.into_iter().filter(|admission| *admission == Admission::Admitted).count();
        assert!(recorded >= 5, "{recorded}");
        let of_name = format!("SELECT count(*) AS n FROM login_attempts WHERE username = '{name}' AND is_suspicious");
        assert_eq!(usize::try_from(f.count(of_name).await).unwrap(), recorded - 2, "round {round}");
    }
}

async fn every_attempt_on_a_locked_name_counts(f: Fixture) {
    let refusals = Refusals::new(Arc::new(AuditLogStore::new(f.db.clone())));
    for _ in 0..40 {
        let kind = RefusalKind {
            caller: "192.0.2.0/24".to_owned(),
            call: "sign-in mercer".to_owned(),
            reason: "locked_out".to_owned(),
        };
        let entry = f.audited_as(Action::LoginFailed, ()).entry().clone();
        let locked = attempt(&f, "Mercer", "192.0.2.9", FailureReason::Locked, TEST_NOW);
        refusals.record_attempt(kind, entry, LoginAttempt { is_suspicious: true, ..locked }).await.unwrap();
    }
    assert!(
        !is_suspicious(&f, "mercer", "192.0.2.1", FailureReason::WrongPassword, later(1)).await,
        "the first at once"
    );
    refusals.write_all().await.unwrap();
    assert!(is_suspicious(&f, "mercer", "192.0.2.2", FailureReason::WrongPassword, later(2)).await);
    assert!(is_suspicious(&f, "nobody", "192.0.2.9", FailureReason::UnknownUser, later(3)).await);
    // Any number of attempts within a minute add only two rows to each log.
    assert_eq!(f.count("SELECT count(*) AS n FROM login_attempts WHERE failure_reason = 'locked_out'").await, 2);
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log").await, 2 + 3);
}
