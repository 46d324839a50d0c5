//! Sign-in attempts for security monitoring.

use async_trait::async_trait;
use facility_kernel::{AttemptId, Page, PageRequest, StoreError, Timestamp};
use std::time::Duration;

/// Retention of sign-in attempts.
pub const ATTEMPTS_KEPT: Duration = Duration::from_hours(24 * 90);
/// The period that monitoring and alerts cover.
pub const WATCHED: Duration = Duration::from_hours(24);
/// The window in which failures for one name or address add up to suspicious activity.
pub const SUSPICION_WINDOW: Duration = Duration::from_mins(15);
/// From this failure in the window on, failures are suspicious.
pub const SUSPICIOUS_FROM: u64 = 3;

facility_kernel::named! {
    /// Why a sign-in was refused. Only administrators see the reason; the caller always gets the same answer.
    pub enum FailureReason {
        /// No account has this name.
        UnknownUser => "unknown_user",
        /// The password is not the account's.
        WrongPassword => "wrong_password",
        /// The access key is not the account's.
        WrongAccessKey => "wrong_access_key",
        /// The name and network are locked out.
        Locked => "locked_out",
        /// Too many attempts from the network failed.
        NetworkLimited => "network_limited",
        /// The code for a new password is wrong, expired or spent.
        WrongResetCode => "wrong_reset_code",
        /// The password was right, but the account is not approved yet.
        NotApproved => "not_approved",
        /// The password was right, but the site is in lockdown.
        Lockdown => "lockdown",
        /// The password was right, but the site requires a second factor and the account has none.
        TwoFactorMissing => "two_factor_missing",
        /// The password was right; the code of the app was not, or it was used already.
        WrongAppCode => "wrong_app_code",
        /// The password was right; the backup code was not, or it was used already.
        WrongBackupCode => "wrong_backup_code",
        /// The password was right; the static code was not.
        WrongStaticCode => "wrong_static_code",
        /// The emergency key was wrong.
        WrongEmergencyKey => "wrong_emergency_key",
        /// The master key was wrong.
        WrongMasterKey => "wrong_master_key",
        /// A code came without a sign-in that waits for one, or too late.
        SignInExpired => "sign_in_expired",
    }
}

impl FailureReason {
    /// The reasons of attempts that are no guesses: the password was right, or nothing was checked. They do not make
    /// those after them suspicious; else a stranger who names somebody could do that without guessing.
    pub const NO_GUESSES: [Self; 4] = [Self::NotApproved, Self::Lockdown, Self::TwoFactorMissing, Self::SignInExpired];

    /// Whether a failure is suspicious that follows `earlier` guesses within [`SUSPICION_WINDOW`] for the same name or
    /// from the same address.
    ///
    /// A wrong name, password, key or code that changes is from the third failure on. An attempt on a locked name or
    /// from a limited network, and a wrong static code, emergency key or master key always are. An attempt with the
    /// correct password is no guess and never is.
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

/// A sign-in attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAttempt {
    /// The attempt's id.
    pub id: AttemptId,
    /// The entered name, as it may be kept.
    pub username: String,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// Why it failed. None if it succeeded.
    pub failure: Option<FailureReason>,
    /// Whether it is suspicious, by [`FailureReason::is_suspicious`] if it failed.
    pub is_suspicious: bool,
    /// Timestamp.
    pub attempted_at: Timestamp,
}

/// A sign-in attempt as recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedAttempt {
    /// The attempt's id.
    pub id: AttemptId,
    /// The entered name.
    pub username: String,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// Whether it opened a session.
    pub success: bool,
    /// The name of the reason ([`FailureReason::as_str`]), possibly one that a later release added.
    pub failure_reason: Option<String>,
    /// Whether it is suspicious.
    pub is_suspicious: bool,
    /// Timestamp; of several attempts, of the last.
    pub attempted_at: Timestamp,
    /// Number of equal attempts that it stands for.
    pub count: u32,
}

/// Numbers of attempts in a period. Attempts that were recorded together count each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttemptTally {
    /// All attempts.
    pub attempts: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that are suspicious.
    pub suspicious: u64,
    /// The newest suspicious one.
    pub last_suspicious: Option<Timestamp>,
}

/// The recorded attempts.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AttemptLog: Send + Sync {
    /// Returns a page of the attempts made at or after `since`, in the order in which they were recorded, newest first,
    /// and the total number of rows. With `only_suspicious`, only those. MUST NOT read older attempts.
    async fn list(
        &self,
        since: Timestamp,
        only_suspicious: bool,
        page: PageRequest,
    ) -> Result<(Page<RecordedAttempt>, u64), StoreError>;

    /// Adds up the attempts made at or after `since`.
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
        for reason in FailureReason::NO_GUESSES {
            assert!(!reason.is_suspicious(99), "{reason:?}");
        }
    }

    #[test]
    fn suspicion_looks_back_a_quarter_of_an_hour_and_monitoring_a_day() {
        assert_eq!(SUSPICION_WINDOW, Duration::from_mins(15));
        assert_eq!(WATCHED, Duration::from_hours(24));
    }
}
