//! Errors of the account services.

use crate::ports::UserCommitError;
use crate::second_factor;
use facility_kernel::{Clearance, StoreError};
use std::time::Duration;

facility_kernel::errors! {
    /// Why an account operation failed. Each message can be shown to the caller.
    pub enum UserError: Invalid, Store {
        /// The account does not exist or was deleted.
        #[error("User not found")]
        NotFound => NotFound, "not_found";
        /// The caller has no such session.
        #[error("Session not found")]
        SessionNotFound => NotFound, "not_found";
        /// Another account has this name, or had it before it was deleted.
        #[error("Username already exists")]
        UsernameTaken => Conflict, "username_taken";
        /// The name, the password or the access key is wrong. The response does not say which.
        #[error("Invalid username, password or access key")]
        InvalidCredentials => Unauthenticated, "invalid_credentials";
        /// The caller has just lost their administrator rights.
        #[error("Administrator access required")]
        AdminOnly => Forbidden, "admin_only";
        /// The current password is wrong.
        #[error("The current password is wrong")]
        WrongCurrentPassword => Unauthenticated, "invalid_credentials";
        /// The name does not exist, or the reset code is wrong, used or expired. The response does not say which.
        #[error("The username or the reset code is wrong, or the code has expired")]
        InvalidResetCode => Unauthenticated, "invalid_code";
        /// The password of the signed-in user is wrong.
        #[error("The password is wrong")]
        WrongPassword => Unauthenticated, "invalid_credentials";
        /// The code is wrong or was already used. At sign-in, `triesLeft` is the number of wrong codes that are still
        /// allowed.
        #[error("Invalid two-factor authentication code")]
        InvalidCode {
            /// At sign-in, the number of wrong codes that are still allowed.
            tries_left: Option<u32>,
        } => Unauthenticated, "invalid_code";
        /// The emergency key or the master key is wrong.
        #[error("Invalid key")]
        InvalidKey => Unauthenticated, "invalid_key";
        /// No sign-in is waiting for a code: there was none, it took too long, or too many codes were wrong.
        #[error("Your sign-in has expired. Sign in again")]
        SignInExpired => Unauthenticated, "sign_in_expired";
        /// The account's level is too low for a second factor.
        #[error("Two-factor authentication requires security clearance level 3 or higher.")]
        SecondFactorLevel => Forbidden, "insufficient_clearance", requires Clearance::parse(second_factor::FROM_LEVEL.into()).ok();
        /// The second factor is already on.
        #[error("Two-factor authentication is already enabled. Disable it before you set it up again")]
        SecondFactorOn => Conflict, "already_enabled";
        /// Somebody depends on this key as their only way to sign in.
        #[error("This key is still needed: emergency access is in use, or no administrator can sign in")]
        NeededKey => Conflict, "needed_key";
        /// The account has no second factor to turn off.
        #[error("Two-factor authentication is not enabled for this account")]
        SecondFactorOff => Conflict, "not_enabled";
        /// Setting up a second factor has not been started.
        #[error("The setup of two-factor authentication is not in progress. Start it again")]
        NoSetUp => Conflict, "no_setup";
        /// The site requires second factors, and no other administrator has one.
        #[error("The site requires two-factor authentication, and no other administrator has it enabled")]
        LastSecondFactor => Conflict, "last_second_factor";
        /// There were too many wrong passwords or codes for this name.
        #[error("Too many failed attempts. Try again in {}", in_words(*retry_after))]
        AccountLocked {
            /// Time until the next attempt is checked.
            retry_after: Duration,
        } => Locked, "account_locked", after *retry_after;
        /// The password is right, but no administrator has approved the account.
        #[error("This account is waiting for an administrator's approval")]
        AwaitingApproval => Forbidden, "not_approved";
        /// The site is in lockdown.
        #[error("The facility is in lockdown")]
        Lockdown => Locked, "lockdown";
        /// The emergency-access account cannot be changed and cannot own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// Users cannot do this to their own account.
        #[error("You cannot do this to your own account")]
        SelfForbidden => Forbidden, "self_forbidden";
        /// The level to assign, or the account's level, is above the caller's own.
        #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
        InsufficientClearance {
            /// The level to assign, or the account's level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The account requested administrator rights. The request must be removed before approval.
        #[error("This account requested administrator rights. Remove the request before you approve it")]
        AdminClaim => Conflict, "admin_claim";
        /// The caller has no second factor and so cannot require it of everyone.
        #[error("Set up a second factor for your own account before you require one")]
        NoSecondFactor => Conflict, "no_second_factor";
        /// The account is already approved.
        #[error("This account is already approved")]
        AlreadyApproved => Conflict, "already_approved";
        /// The account must be approved first.
        #[error("This account is not approved")]
        NotApproved => Conflict, "not_approved";
        /// The account is already an administrator.
        #[error("This account is already an administrator")]
        AlreadyAdmin => Conflict, "already_admin";
        /// The account is not an administrator.
        #[error("This account is not an administrator")]
        NotAdmin => Conflict, "not_admin";
        /// The account is the last administrator.
        #[error("The last administrator cannot be demoted or deleted")]
        LastAdmin => Conflict, "last_admin";
        /// Somebody else has changed the account in the meantime.
        #[error("Someone else has changed this account. Reload and try again")]
        Stale => Conflict, "stale";
        /// Too many requests.
        #[error("Too many requests. Try again later")]
        RateLimited {
            retry_after: Duration,
        } => RateLimited, "rate_limited", after *retry_after;
        /// Too many users are signing in at this moment.
        #[error("Too many concurrent sign-ins. Try again in a moment")]
        HasherBusy => Unavailable, "unavailable";
    }
}

/// Formats a waiting time, rounded up to whole minutes or hours.
fn in_words(wait: Duration) -> String {
    let minutes = wait.as_secs().div_ceil(60).max(1);
    let (count, unit) = if minutes >= 120 { (minutes.div_ceil(60), "hour") } else { (minutes, "minute") };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
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

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::{DomainError as _, ErrorKind};

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
        let message = |seconds| UserError::AccountLocked { retry_after: Duration::from_secs(seconds) }.to_string();
        assert_eq!(message(900), "Too many failed attempts. Try again in 15 minutes");
        assert_eq!(message(61), "Too many failed attempts. Try again in 2 minutes");
        assert_eq!(message(1), "Too many failed attempts. Try again in 1 minute");
        assert_eq!(message(22 * 3600 + 1), "Too many failed attempts. Try again in 23 hours");
    }
}
