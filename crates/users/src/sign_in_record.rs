//! The record of a checked sign-in.

use crate::lockout::Counters;
use crate::ports::{OpenSession, RefusedSignIn};
use crate::session::SignInMethod;
use facility_audit::activity::Metric;
use facility_audit::attempts::LoginAttempt;
use facility_audit::entry::Details;

/// What is recorded about a checked sign-in, computed from the counters while they are locked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignInRecord {
    /// The claimant's counters afterwards, if they change.
    pub counters: Option<Counters>,
    /// The attempt, including whether it is suspicious.
    pub attempt: LoginAttempt,
    /// The activity counters that it adds to.
    pub metrics: Vec<Metric>,
}

impl SignInRecord {
    /// Returns the record of a sign-in that opens a session.
    pub fn opened(held: &Counters, opened: &OpenSession) -> Self {
        let after = held.clone().succeeded(opened.session.created_at);
        let mut metrics = Metric::of_attempt(&opened.attempt);
        metrics.extend((opened.method != SignInMethod::Password).then_some(Metric::SecondFactorChecks));
        Self { counters: (after != *held).then_some(after), attempt: opened.attempt.clone(), metrics }
    }

    /// Returns the record of a refused sign-in that follows `earlier` guesses.
    pub fn refused(held: Counters, refused: &RefusedSignIn, earlier: u64) -> Self {
        let counters = refused.is_failure.then(|| held.failed(refused.attempt.attempted_at));
        Self { counters, ..Self::wrong_code(&refused.attempt, earlier) }
    }

    /// Returns the record of a wrong code that follows `earlier` guesses. Codes have their own counters.
    pub fn wrong_code(attempt: &LoginAttempt, earlier: u64) -> Self {
        let is_suspicious = attempt.failure.is_some_and(|reason| reason.is_suspicious(earlier));
        let attempt = LoginAttempt { is_suspicious, ..attempt.clone() };
        Self { counters: None, metrics: Metric::of_attempt(&attempt), attempt }
    }

    /// Returns the details for the audit entry of a failure.
    pub fn details(&self) -> Details {
        Details::new().with("suspicious", self.attempt.is_suspicious)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockout::Claimant;
    use crate::session::{Session, SessionToken};
    use facility_audit::attempts::FailureReason;
    use facility_kernel::testing::{TEST_NOW, actor, context, numbered};
    use facility_kernel::{AttemptId, SessionId};

    fn attempt(failure: Option<FailureReason>) -> LoginAttempt {
        LoginAttempt {
            id: AttemptId::from_uuid(numbered(1)),
            username: "mercer".to_owned(),
            ip_address: None,
            user_agent: None,
            failure,
            is_suspicious: false,
            attempted_at: TEST_NOW,
        }
    }

    fn claimant() -> Claimant {
        let (username_key, network) = ("mercer".to_owned(), "192.0.2.0/24".to_owned());
        Claimant { username_key, network, device: None, limits_network: true }
    }

    #[test]
    fn an_opened_session_clears_failures_and_counts_its_code() {
        let of = |method, held: &Counters| {
            let (id, token) = (SessionId::from_uuid(numbered(2)), SessionToken::from_bits([7; 32]));
            let session = Session::open(id, &token, actor(9, 1, false).user_id, &context());
            let (claimant, device) = (claimant(), "device".to_owned());
            let (replaces, checked_hash, rehash) = (None, None, None);
            let opened = OpenSession {
                session,
                method,
                replaces,
                attempt: attempt(None),
                claimant,
                device,
                checked_hash,
                rehash,
            };
            SignInRecord::opened(held, &opened)
        };
        let fresh = Counters::fresh(TEST_NOW);
        let by_password = of(SignInMethod::Password, &fresh);
        assert_eq!((by_password.counters, by_password.metrics), (None, vec![Metric::SignInsGranted]));
        let failed = fresh.failed(TEST_NOW);
        let by_code = of(SignInMethod::App, &failed);
        assert_eq!(by_code.counters, Some(failed.succeeded(TEST_NOW)));
        assert_eq!(by_code.metrics, [Metric::SignInsGranted, Metric::SecondFactorChecks]);
    }

    #[test]
    fn a_refusal_counts_as_a_failure_unless_the_password_was_right() {
        let of = |reason, is_failure, earlier| {
            let refused =
                RefusedSignIn { attempt: attempt(Some(reason)), user_id: None, is_failure, claimant: claimant() };
            SignInRecord::refused(Counters::fresh(TEST_NOW), &refused, earlier)
        };
        let wrong = of(FailureReason::WrongPassword, true, 0);
        assert_eq!(wrong.counters, Some(Counters::fresh(TEST_NOW).failed(TEST_NOW)));
        assert_eq!((wrong.attempt.is_suspicious, wrong.metrics), (false, vec![Metric::SignInsFailed]));
        let again = of(FailureReason::WrongPassword, true, 2);
        assert_eq!(again.metrics, [Metric::SignInsFailed, Metric::SignInsSuspicious]);
        assert_eq!(again.details(), Details::new().with("suspicious", true));
        assert_eq!(of(FailureReason::Lockdown, false, 0).counters, None);
    }
}
