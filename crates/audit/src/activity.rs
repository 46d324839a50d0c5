//! Activity counters, per hour and in total. They are stored separately because the logs are too long to count on
//! demand and sign-in attempts are deleted after the retention period.

use crate::access::AccessType;
use crate::action::Action;
use crate::attempts::{FailureReason, LoginAttempt};
use facility_kernel::Timestamp;

facility_kernel::named! {
    /// A counted activity.
    pub enum Metric {
        SignInsGranted => "sign_ins_granted",
        SignInsFailed => "sign_ins_failed",
        /// Suspicious sign-ins, by [`FailureReason::is_suspicious`].
        SignInsSuspicious => "sign_ins_suspicious",
        /// Second-factor codes checked at sign-in, whether right or wrong.
        SecondFactorChecks => "second_factor_checks",
        DocumentsViewed => "documents_viewed",
        DocumentsDownloaded => "documents_downloaded",
        SubmissionsCreated => "submissions_created",
        SubmissionsApproved => "submissions_approved",
        SubmissionsRejected => "submissions_rejected",
        ArchiveRequests => "archive_requests",
        /// Change in the size of stored files, in bytes: added minus deleted.
        StorageBytes => "storage_bytes",
    }
}

impl Metric {
    /// Returns the counter that an audit log entry adds to. Sign-ins are counted by [`Metric::of_attempt`].
    pub const fn of_action(action: Action) -> Option<Self> {
        match action {
            Action::SubmissionCreated => Some(Self::SubmissionsCreated),
            Action::SubmissionApproved => Some(Self::SubmissionsApproved),
            Action::SubmissionRejected => Some(Self::SubmissionsRejected),
            Action::ArchiveRequested => Some(Self::ArchiveRequests),
            _ => None,
        }
    }

    /// Returns the counters that a sign-in attempt adds to. The second-factor check of a successful attempt is not
    /// included, because the attempt does not record it.
    pub fn of_attempt(attempt: &LoginAttempt) -> Vec<Self> {
        let outcome = if attempt.failure.is_none() { Self::SignInsGranted } else { Self::SignInsFailed };
        let is_code = matches!(
            attempt.failure,
            Some(FailureReason::WrongAppCode | FailureReason::WrongBackupCode | FailureReason::WrongStaticCode)
        );
        let suspicious = attempt.is_suspicious.then_some(Self::SignInsSuspicious);
        let code = is_code.then_some(Self::SecondFactorChecks);
        std::iter::once(outcome).chain(suspicious).chain(code).collect()
    }

    /// Returns the counter that a document access adds to.
    pub const fn of_access(access: AccessType) -> Self {
        match access {
            AccessType::View => Self::DocumentsViewed,
            AccessType::Download => Self::DocumentsDownloaded,
        }
    }
}

/// Returns the start of the UTC hour that contains the time.
pub const fn hour_of(time: Timestamp) -> Timestamp {
    let micros = time.as_micros();
    Timestamp::from_micros(micros - micros.rem_euclid(3_600_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::AttemptId;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use std::time::Duration;

    fn attempt(failure: Option<FailureReason>, is_suspicious: bool) -> LoginAttempt {
        LoginAttempt {
            id: AttemptId::from_uuid(numbered(1)),
            username: "mercer".to_owned(),
            ip_address: None,
            user_agent: None,
            failure,
            is_suspicious,
            attempted_at: TEST_NOW,
        }
    }

    #[test]
    fn names_round_trip() {
        for metric in Metric::ALL {
            assert_eq!(Metric::parse(metric.as_str()), Some(metric));
        }
        assert_eq!(Metric::parse("weather"), None);
    }

    #[test]
    fn only_four_actions_count() {
        let counted: Vec<_> = Action::ALL.iter().filter_map(|action| Metric::of_action(*action)).collect();
        let expected = [
            Metric::SubmissionsCreated,
            Metric::SubmissionsApproved,
            Metric::SubmissionsRejected,
            Metric::ArchiveRequests,
        ];
        assert_eq!(counted, expected);
    }

    #[test]
    fn attempts_count_by_outcome_suspicion_and_code() {
        let of = |failure, is_suspicious| Metric::of_attempt(&attempt(failure, is_suspicious));
        assert_eq!(of(None, false), [Metric::SignInsGranted]);
        assert_eq!(of(Some(FailureReason::WrongPassword), false), [Metric::SignInsFailed]);
        assert_eq!(of(Some(FailureReason::WrongPassword), true), [Metric::SignInsFailed, Metric::SignInsSuspicious]);
        for code in [FailureReason::WrongAppCode, FailureReason::WrongBackupCode, FailureReason::WrongStaticCode] {
            assert_eq!(of(Some(code), false), [Metric::SignInsFailed, Metric::SecondFactorChecks]);
        }
    }

    #[test]
    fn accesses_count_by_type() {
        assert_eq!(Metric::of_access(AccessType::View), Metric::DocumentsViewed);
        assert_eq!(Metric::of_access(AccessType::Download), Metric::DocumentsDownloaded);
    }

    #[test]
    fn hour_of_returns_the_start_of_the_hour() {
        let (hour, length) = (hour_of(TEST_NOW), Duration::from_hours(1));
        assert!(hour <= TEST_NOW && TEST_NOW.since(hour) < length);
        assert_eq!(hour.as_micros() % 3_600_000_000, 0);
        assert_eq!(hour_of(hour), hour);
        assert_eq!(hour_of(hour.plus(length).minus(Duration::from_micros(1))), hour);
        assert_eq!(hour_of(Timestamp::from_micros(-1)).as_micros(), -3_600_000_000);
    }
}
