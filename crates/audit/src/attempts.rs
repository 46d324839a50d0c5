//! Sign-in attempts, as security monitoring counts them.

use kernel::{AttemptId, Timestamp};

/// Why a sign-in was refused. The reason is for administrators; the caller is told the same for all of them.
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
    /// The password was right, but nobody approved the account yet.
    NotApproved,
    /// The password was right, but the site is in lockdown.
    Lockdown,
    /// The password was right, but the account has no second factor where the site asks for one.
    TwoFactorMissing,
}

impl FailureReason {
    /// The reason as it stands in the record.
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

/// One attempt to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginAttempt {
    /// The attempt's id.
    pub id: AttemptId,
    /// The name that was given, at most 50 characters of it.
    pub username: String,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// Why it failed; none when it succeeded.
    pub failure: Option<FailureReason>,
    /// Whether it is suspicious: the third or later failure in 15 minutes for its name or address, or one that hit a
    /// lock.
    pub is_suspicious: bool,
    /// When.
    pub attempted_at: Timestamp,
}
