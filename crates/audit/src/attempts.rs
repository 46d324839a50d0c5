//! Sign-in attempts for security monitoring.

use kernel::{AttemptId, Timestamp};
use std::time::Duration;

/// Retention of sign-in attempts.
pub const ATTEMPTS_KEPT: Duration = Duration::from_hours(24 * 90);

/// Why a sign-in was refused. Only administrators see the reason; the caller always gets the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureReason {
    /// No account has this name.
    UnknownUser,
    /// The password is not the account's.
    WrongPassword,
    /// The access key is not the account's.
    WrongAccessKey,
    /// The name and network are locked out.
    Locked,
    /// The password was right, but the account is not approved yet.
    NotApproved,
    /// The password was right, but the site is in lockdown.
    Lockdown,
    /// The password was right, but the site requires a second factor and the account has none.
    TwoFactorMissing,
}

impl FailureReason {
    /// The reason's name in the record.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownUser => "unknown_user",
            Self::WrongPassword => "wrong_password",
            Self::WrongAccessKey => "wrong_access_key",
            Self::Locked => "locked_out",
            Self::NotApproved => "not_approved",
            Self::Lockdown => "lockdown",
            Self::TwoFactorMissing => "two_factor_missing",
        }
    }
}

/// A sign-in attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAttempt {
    /// The attempt's id.
    pub id: AttemptId,
    /// The entered name, cut to 50 characters.
    pub username: String,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// Why it failed. None if it succeeded.
    pub failure: Option<FailureReason>,
    /// Whether it is suspicious: the third or later failure in 15 minutes for its name or address, or one that hit a
    /// lock.
    pub is_suspicious: bool,
    /// Timestamp.
    pub attempted_at: Timestamp,
}
