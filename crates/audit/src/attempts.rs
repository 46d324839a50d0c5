//! Sign-in attempts for security monitoring.

use async_trait::async_trait;
use facility_kernel::{AttemptId, Page, PageRequest, StoreError, Timestamp};
use std::time::Duration;

/// Retention of sign-in attempts.
pub const ATTEMPT_RETENTION: Duration = Duration::from_hours(24 * 90);
/// The period that monitoring and alerts cover.
pub const MONITORED_PERIOD: Duration = Duration::from_hours(24);
/// The window in which failures for one name or address add up to suspicious activity.
pub const SUSPICION_WINDOW: Duration = Duration::from_mins(15);
/// The failure in the window from which on failures are suspicious.
pub const SUSPICIOUS_FROM: u64 = 3;

facility_kernel::named! {
    /// Why a sign-in was refused. Only administrators see the reason; the caller always gets the same answer.
    pub enum FailureReason {
        /// No account has this name.
        UnknownUser => "unknown_user",
        /// The account has another password.
        WrongPassword => "wrong_password",
        /// The account has another access key.
        WrongAccessKey => "wrong_access_key",
        /// The name is locked out in this network.
        Locked => "locked_out",
        /// Too many attempts from the network have failed.
        NetworkLimited => "network_limited",
        /// The password reset code is wrong, expired or used.
        WrongResetCode => "wrong_reset_code",
        /// The password was right, but the account is not approved yet.
        NotApproved => "not_approved",
        /// The password was right, but the site is in lockdown.
        Lockdown => "lockdown",
        /// The password was right, but the site requires a second factor and the account has none.
        TwoFactorMissing => "two_factor_missing",
        /// The password was right, but the app code was wrong or already used.
        WrongAppCode => "wrong_app_code",
        /// The password was right, but the backup code was wrong or already used.
        WrongBackupCode => "wrong_backup_code",
        /// The password was right, but the static code was wrong.
        WrongStaticCode => "wrong_static_code",
        WrongEmergencyKey => "wrong_emergency_key",
        WrongMasterKey => "wrong_master_key",
        /// A second-factor code arrived without a sign-in waiting for one, or too late.
        SignInExpired => "sign_in_expired",
    }
}

impl FailureReason {
    /// Failures that are not guesses: the password was right, or nothing was checked. They do not make later failures
    /// suspicious; otherwise anybody could make an account look attacked without guessing.
    pub const NOT_GUESSES: [Self; 4] = [Self::NotApproved, Self::Lockdown, Self::TwoFactorMissing, Self::SignInExpired];

    /// Whether this failure is suspicious if it follows `earlier` guesses within [`SUSPICION_WINDOW`] for the same name
    /// or from the same address.
    ///
    /// A wrong name, password, access key or one-time code is suspicious from the third failure on. An attempt on a
    /// locked name or from a limited network is always suspicious, and so is a wrong static code, emergency key or
    /// master key. An attempt with the right password never is.
    pub const fn is_suspicious(self, earlier: u64) -> bool {
        match self {
            Self::UnknownUser
            | Self::WrongPassword
            | Self::WrongAccessKey
            | Self::WrongResetCode
            | Self::WrongAppCode
            | Self::WrongBackupCode => earlier.saturating_add(1) >= SUSPICIOUS_FROM,
            Self::Locked
            | Self::NetworkLimited
            | Self::WrongStaticCode
            | Self::WrongEmergencyKey
            | Self::WrongMasterKey => true,
            Self::NotApproved | Self::Lockdown | Self::TwoFactorMissing | Self::SignInExpired => false,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAttempt {
    pub id: AttemptId,
    /// The entered name, in the form that may be stored.
    pub username: String,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    /// Why it failed. None if it succeeded.
    pub failure: Option<FailureReason>,
    pub is_suspicious: bool,
    pub attempted_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedAttempt {
    pub id: AttemptId,
    pub username: String,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    /// Whether it opened a session.
    pub success: bool,
    /// The name of the reason ([`FailureReason::as_str`]). A later release may have added others.
    pub failure_reason: Option<String>,
    pub is_suspicious: bool,
    /// The time of the attempt, or of the last one of several.
    pub attempted_at: Timestamp,
    /// Number of equal attempts that this row combines.
    pub count: u32,
}

/// Numbers of attempts in a period. Each attempt of a combined row counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttemptTally {
    pub attempts: u64,
    /// Failed attempts.
    pub failed: u64,
    /// Suspicious attempts.
    pub suspicious: u64,
    pub last_suspicious: Option<Timestamp>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AttemptLog: Send + Sync {
    /// Returns a page of the attempts since `since`, newest first in recording order, and the total number of rows.
    /// MUST NOT read older attempts.
    async fn list(
        &self,
        since: Timestamp,
        only_suspicious: bool,
        page: PageRequest,
    ) -> Result<(Page<RecordedAttempt>, u64), StoreError>;

    /// Counts the attempts since `since`.
    async fn tally(&self, since: Timestamp) -> Result<AttemptTally, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_suspicious_from_the_third_on() {
        for reason in [FailureReason::UnknownUser, FailureReason::WrongPassword, FailureReason::WrongAccessKey] {
            let suspicious = [0, 1, 2, 3, u64::MAX].map(|earlier| reason.is_suspicious(earlier));
            assert_eq!(suspicious, [false, false, true, true, true], "{reason:?}");
        }
    }

    #[test]
    fn locks_and_special_keys_are_always_suspicious_and_right_passwords_never() {
        for reason in [
            FailureReason::Locked,
            FailureReason::NetworkLimited,
            FailureReason::WrongStaticCode,
            FailureReason::WrongEmergencyKey,
            FailureReason::WrongMasterKey,
        ] {
            assert!(reason.is_suspicious(0), "{reason:?}");
        }
        for reason in FailureReason::NOT_GUESSES {
            assert!(!reason.is_suspicious(99), "{reason:?}");
        }
    }

    #[test]
    fn suspicion_looks_back_a_quarter_of_an_hour_and_monitoring_a_day() {
        assert_eq!(SUSPICION_WINDOW, Duration::from_mins(15));
        assert_eq!(MONITORED_PERIOD, Duration::from_hours(24));
    }
}
