//! Errors of the account services.

use crate::ports::UserCommitError;
use crate::second_factor;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError};
use std::time::Duration;

/// Why an account operation failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// The request's form is invalid.
    #[error("{}", first_message(.0))]
    Invalid(Vec<FieldError>),
    /// The account does not exist or was deleted.
    #[error("User not found")]
    NotFound,
    /// Another account has this name, or had it before it was deleted.
    #[error("Username already exists")]
    UsernameTaken,
    /// The name, the password or the access key is wrong. The response does not say which.
    #[error("Invalid username, password or access key")]
    InvalidCredentials,
    /// The acting administrator has just lost their rights.
    #[error("Administrator access required")]
    AdminOnly,
    /// The current password, which a change of the password requires, is wrong.
    #[error("The current password is wrong")]
    WrongCurrentPassword,
    /// The name does not exist, or the reset code is wrong, spent or expired. The response does not say which.
    #[error("The username or the reset code is wrong, or the code has expired")]
    InvalidResetCode,
    /// The password of the signed-in user is wrong.
    #[error("The password is wrong")]
    WrongPassword,
    /// The code is wrong or was used already.
    #[error("Invalid two-factor authentication code")]
    InvalidCode {
        /// How many more wrong codes are checked, at sign-in.
        tries_left: Option<u32>,
    },
    /// The emergency key or the master key is wrong.
    #[error("Invalid key")]
    InvalidKey,
    /// No sign-in waits for a code: it took too long, too many codes were wrong, or there was none.
    #[error("Your sign-in has expired. Sign in again")]
    SignInExpired,
    /// The account's level is too low for a second factor.
    #[error("Two-factor authentication requires security clearance level 3 or higher.")]
    SecondFactorLevel,
    /// The second factor is on already.
    #[error("Two-factor authentication is already enabled. Disable it before you set it up again")]
    SecondFactorOn,
    /// Rotating the key would strand somebody.
    #[error("Somebody depends on this key: emergency access is in use, or no administrator can sign in")]
    NeededKey,
    /// The account has no second factor that could be turned off.
    #[error("Two-factor authentication is not enabled for this account")]
    SecondFactorOff,
    /// No set-up of a second factor waits to be completed.
    #[error("No set-up of two-factor authentication is in progress. Start it again")]
    NoSetUp,
    /// The site requires second factors, and no other administrator has one.
    #[error("The site requires two-factor authentication, and no other administrator has it enabled")]
    LastSecondFactor,
    /// Too many wrong passwords for this name from this network or browser, or from unknown browsers everywhere.
    #[error("Too many failed attempts. Try again in {}", in_words(*retry_after))]
    AccountLocked {
        /// Time until the next attempt is checked.
        retry_after: Duration,
    },
    /// The password is correct, but no administrator has approved the account.
    #[error("This account is waiting for an administrator's approval")]
    AwaitingApproval,
    /// The site is in lockdown.
    #[error("The facility is in lockdown")]
    Lockdown,
    /// The emergency-access user may not be changed and may not own anything.
    #[error("The emergency-access account is protected")]
    ProtectedAccount,
    /// Users may not do this to their own account.
    #[error("You cannot do this to your own account")]
    SelfForbidden,
    /// Administrators may not assign a level above their own, or change an account above their own level.
    #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
    InsufficientClearance {
        /// The level to assign, or the account's level.
        required: Clearance,
    },
    /// The account requested administrator rights; the request must be removed before approval.
    #[error("This account requested administrator rights. Remove the request before you approve it")]
    AdminClaim,
    /// An administrator without a second factor may not require one of everybody.
    #[error("Set up a second factor for your own account before you require one")]
    NoSecondFactor,
    /// The account is already approved.
    #[error("This account is already approved")]
    AlreadyApproved,
    /// The account must be approved first.
    #[error("This account is not approved")]
    NotApproved,
    /// The account is already an administrator.
    #[error("This account is already an administrator")]
    AlreadyAdmin,
    /// The account is not an administrator.
    #[error("This account is not an administrator")]
    NotAdmin,
    /// The change would leave the site without an administrator.
    #[error("The last administrator cannot be demoted or deleted")]
    LastAdmin,
    /// Another user has changed the account in the meantime.
    #[error("Someone else has changed this account. Reload and try again")]
    Stale,
    /// Too many requests.
    #[error("Too many requests. Try again later")]
    RateLimited {
        /// Time to wait.
        retry_after: Duration,
    },
    /// Passwords cannot be checked now because of too many concurrent sign-ins.
    #[error("Too many concurrent sign-ins. Try again in a moment")]
    HasherBusy,
    /// The store failed.
    #[error("{}", .0.sentence())]
    Store(#[source] StoreError),
}

fn first_message(fields: &[FieldError]) -> &str {
    fields.first().map_or("Invalid request", |field| field.message.as_str())
}

/// Formats a waiting time in words, rounded up to whole minutes or hours.
fn in_words(wait: Duration) -> String {
    let minutes = wait.as_secs().div_ceil(60).max(1);
    let (count, unit) = if minutes >= 120 { (minutes.div_ceil(60), "hour") } else { (minutes, "minute") };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

impl UserError {
    /// Creates an error for an invalid field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid(vec![ParseError::new(field, message.into()).into()])
    }
}

impl From<ParseError> for UserError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![error.into()])
    }
}

impl From<StoreError> for UserError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::Stale,
            other => Self::Store(other),
        }
    }
}

impl From<UserCommitError> for UserError {
    fn from(error: UserCommitError) -> Self {
        match error {
            UserCommitError::UsernameTaken => Self::UsernameTaken,
            UserCommitError::NoOtherAdmin => Self::LastAdmin,
            UserCommitError::NoOtherFactor => Self::LastSecondFactor,
            UserCommitError::NeededKey => Self::NeededKey,
            UserCommitError::NoAuthority => Self::AdminOnly,
            UserCommitError::Store(error) => error.into(),
        }
    }
}

impl DomainError for UserError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::InvalidCredentials
            | Self::WrongPassword
            | Self::WrongCurrentPassword
            | Self::InvalidCode { .. }
            | Self::InvalidResetCode
            | Self::InvalidKey
            | Self::SignInExpired => ErrorKind::Unauthenticated,
            Self::AccountLocked { retry_after } => ErrorKind::Locked { retry_after: Some(*retry_after) },
            Self::Lockdown => ErrorKind::Locked { retry_after: None },
            Self::AwaitingApproval
            | Self::ProtectedAccount
            | Self::AdminOnly
            | Self::SelfForbidden
            | Self::SecondFactorLevel
            | Self::InsufficientClearance { .. } => ErrorKind::Forbidden,
            Self::UsernameTaken
            | Self::AdminClaim
            | Self::NoSecondFactor
            | Self::SecondFactorOff
            | Self::NeededKey
            | Self::SecondFactorOn
            | Self::NoSetUp
            | Self::LastSecondFactor
            | Self::AlreadyApproved
            | Self::NotApproved
            | Self::AlreadyAdmin
            | Self::NotAdmin
            | Self::LastAdmin
            | Self::Stale => ErrorKind::Conflict,
            Self::RateLimited { retry_after } => ErrorKind::RateLimited { retry_after: *retry_after },
            Self::HasherBusy => ErrorKind::Unavailable,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "validation_failed",
            Self::NotFound => "not_found",
            Self::UsernameTaken => "username_taken",
            Self::InvalidCredentials | Self::WrongPassword | Self::WrongCurrentPassword => {
                "invalid_credentials"
            }
            Self::InvalidCode { .. } | Self::InvalidResetCode => "invalid_code",
            Self::InvalidKey => "invalid_key",
            Self::SignInExpired => "sign_in_expired",
            Self::AccountLocked { .. } => "account_locked",
            Self::AwaitingApproval | Self::NotApproved => "not_approved",
            Self::Lockdown => "lockdown",
            Self::ProtectedAccount => "protected_account",
            Self::AdminOnly => "admin_only",
            Self::SelfForbidden => "self_forbidden",
            Self::InsufficientClearance { .. } | Self::SecondFactorLevel => "insufficient_clearance",
            Self::AdminClaim => "admin_claim",
            Self::SecondFactorOff => "not_enabled",
            Self::NeededKey => "needed_key",
            Self::NoSecondFactor => "no_second_factor",
            Self::SecondFactorOn => "already_enabled",
            Self::NoSetUp => "no_setup",
            Self::LastSecondFactor => "last_second_factor",
            Self::AlreadyApproved => "already_approved",
            Self::AlreadyAdmin => "already_admin",
            Self::NotAdmin => "not_admin",
            Self::LastAdmin => "last_admin",
            Self::Stale => "stale",
            Self::RateLimited { .. } => "rate_limited",
            Self::HasherBusy => "unavailable",
            Self::Store(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        if let Self::Invalid(fields) = self { fields } else { &[] }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        match self {
            Self::InsufficientClearance { required } => Some(*required),
            Self::SecondFactorLevel => Clearance::parse(second_factor::FROM_LEVEL.into()).ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_a_proof_have_the_codes_that_clients_know() {
        let refusals = [
            (UserError::InvalidCredentials, "invalid_credentials"),
            (UserError::WrongPassword, "invalid_credentials"),
            (UserError::WrongCurrentPassword, "invalid_credentials"),
            (UserError::InvalidCode { tries_left: None }, "invalid_code"),
            (UserError::InvalidResetCode, "invalid_code"),
            (UserError::InvalidKey, "invalid_key"),
            (UserError::SignInExpired, "sign_in_expired"),
        ];
        for (error, code) in refusals {
            assert_eq!((error.kind(), error.code()), (ErrorKind::Unauthenticated, code));
        }
    }

    #[test]
    fn lockout_message_names_the_waiting_time_in_whole_minutes() {
        let message =
            |seconds| UserError::AccountLocked { retry_after: Duration::from_secs(seconds) }.to_string();
        assert_eq!(message(900), "Too many failed attempts. Try again in 15 minutes");
        assert_eq!(message(61), "Too many failed attempts. Try again in 2 minutes");
        assert_eq!(message(1), "Too many failed attempts. Try again in 1 minute");
        assert_eq!(message(22 * 3600 + 1), "Too many failed attempts. Try again in 23 hours");
    }
}
