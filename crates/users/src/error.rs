//! Why a call about accounts fails.

use kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError};
use std::time::Duration;

/// Why a call about accounts fails. The text of each is fit to be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// Rules about the form of the request are broken.
    #[error("{}", first_message(.0))]
    Invalid(Vec<FieldError>),
    /// No such account, or it was deleted.
    #[error("User not found")]
    NotFound,
    /// Another account has this name, or had it before it was deleted.
    #[error("Username already exists")]
    UsernameTaken,
    /// The name, the password or the access key is wrong; which one is not told.
    #[error("Invalid username, password or access key")]
    InvalidCredentials,
    /// Too many wrong tries for this name from this network.
    #[error("Too many failed attempts. This account is temporarily locked")]
    AccountLocked {
        /// How long until the next try is evaluated.
        retry_after: Duration,
    },
    /// The password is right, but no administrator approved the account yet.
    #[error("This account is awaiting administrator approval")]
    AwaitingApproval,
    /// The site is in lockdown.
    #[error("The facility is in lockdown")]
    Lockdown,
    /// Only administrators may.
    #[error("Administrator access required")]
    AdminOnly,
    /// The emergency-access user may not be changed, and may not own things.
    #[error("The emergency-access account is protected")]
    ProtectedAccount,
    /// Nobody may do this to their own account.
    #[error("You cannot do this to your own account")]
    SelfForbidden,
    /// Nobody assigns a level above their own.
    #[error("Your clearance level is insufficient. Required clearance: Level {required}")]
    InsufficientClearance {
        /// The level that was to be assigned.
        required: Clearance,
    },
    /// The account claims administrator rights; the claim has to be removed before it can be approved.
    #[error("This account claims administrator rights: remove the claim before approving it")]
    AdminClaim,
    /// The account is approved already.
    #[error("This account is already approved")]
    AlreadyApproved,
    /// The account has to be approved first.
    #[error("This account is not approved")]
    NotApproved,
    /// The account is an administrator already.
    #[error("This account is already an administrator")]
    AlreadyAdmin,
    /// The account is no administrator.
    #[error("This account is not an administrator")]
    NotAdmin,
    /// The site would be left without an administrator.
    #[error("The last administrator cannot be demoted or deleted")]
    LastAdmin,
    /// Somebody else changed the account in the meantime.
    #[error("This account was changed in the meantime. Reload and try again")]
    Stale,
    /// Too many calls.
    #[error("Too many requests. Try again later")]
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
    },
    /// Passwords cannot be checked right now: too many sign-ins at once.
    #[error("Too many sign-ins at once. Try again in a moment")]
    HasherBusy,
    /// The store failed.
    #[error("The request could not be completed")]
    Store(#[source] StoreError),
}

fn first_message(fields: &[FieldError]) -> &str {
    fields.first().map_or("The request is not valid", |field| field.message.as_str())
}

impl UserError {
    /// One broken rule of one field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError { field, message: message.into() }])
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
            StoreError::Taken("users.username") => Self::UsernameTaken,
            StoreError::Taken("users.last_admin") => Self::LastAdmin,
            StoreError::Stale => Self::Stale,
            other => Self::Store(other),
        }
    }
}

impl DomainError for UserError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound => ErrorKind::NotFound,
            Self::InvalidCredentials => ErrorKind::Unauthenticated,
            Self::AccountLocked { retry_after } => ErrorKind::Locked { retry_after: Some(*retry_after) },
            Self::Lockdown => ErrorKind::Locked { retry_after: None },
            Self::AwaitingApproval
            | Self::AdminOnly
            | Self::ProtectedAccount
            | Self::SelfForbidden
            | Self::InsufficientClearance { .. } => ErrorKind::Forbidden,
            Self::UsernameTaken
            | Self::AdminClaim
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
            Self::InvalidCredentials => "invalid_credentials",
            Self::AccountLocked { .. } => "account_locked",
            Self::AwaitingApproval | Self::NotApproved => "not_approved",
            Self::Lockdown => "lockdown",
            Self::AdminOnly => "admin_only",
            Self::ProtectedAccount => "protected_account",
            Self::SelfForbidden => "self_forbidden",
            Self::InsufficientClearance { .. } => "insufficient_clearance",
            Self::AdminClaim => "admin_claim",
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
        if let Self::InsufficientClearance { required } = self { Some(*required) } else { None }
    }
}
