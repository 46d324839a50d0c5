//! Kinds of error, independent of any protocol, and what an adapter may answer when it fails.

use std::error::Error as StdError;
use std::time::Duration;

/// A text that is not what it should be: which field, and one sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The member of the request the text came in, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown as it is.
    pub message: String,
}

impl ParseError {
    /// A field and the sentence to show for it.
    pub const fn new(field: &'static str, message: String) -> Self {
        Self { field, message }
    }
}

/// One broken rule of one field.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FieldError {
    /// The member of the request, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown as it is.
    pub message: String,
}

impl From<ParseError> for FieldError {
    fn from(error: ParseError) -> Self {
        Self { field: error.field, message: error.message }
    }
}

/// What sort of failure an error is. Every domain error has exactly one; the web maps each to one status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request breaks a rule about its form.
    Invalid,
    /// Nobody is signed in, or the credentials are wrong.
    Unauthenticated,
    /// Somebody is signed in who may not do this.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The thing's state does not allow it.
    Conflict,
    /// More bytes than allowed.
    TooLarge,
    /// A kind of content that is not taken.
    Unsupported,
    /// The site or the account is locked.
    Locked {
        /// How long until it makes sense to try again, where that is known.
        retry_after: Option<Duration>,
    },
    /// Too many requests.
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
    },
    /// The database or the store does not answer.
    Unavailable,
    /// A fault of ours.
    Internal,
}

/// How a port that stores things may fail. Adapters turn every driver error into one of these.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store cannot be reached, is full or did not answer in time; nothing was changed.
    #[error("the store does not answer")]
    Unavailable(#[source] Box<dyn StdError + Send + Sync>),
    /// The change was decided on a state that is no longer there; nothing was changed.
    #[error("the state changed in the meantime")]
    Stale,
    /// A value that has to be unique is taken; nothing was changed.
    #[error("a value that has to be unique is taken: {0}")]
    Taken(&'static str),
    /// A row that cannot be read back, or a statement the store refuses: a fault of ours. Nothing was changed.
    #[error("the store refused the statement")]
    Internal(#[source] Box<dyn StdError + Send + Sync>),
}

impl StoreError {
    /// A fault of ours, described in words.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into().into())
    }

    /// The kind of this failure, where the caller gives it no better meaning.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable(_) => ErrorKind::Unavailable,
            Self::Stale | Self::Taken(_) => ErrorKind::Conflict,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The stable code of this failure, where the caller gives it no better meaning.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "unavailable",
            Self::Stale => "stale",
            Self::Taken(_) => "taken",
            Self::Internal(_) => "internal_error",
        }
    }
}

/// What every domain error can say of itself, so that one place can turn any of them into an answer.
pub trait DomainError: StdError + Send + Sync + 'static {
    /// The sort of failure.
    fn kind(&self) -> ErrorKind;
    /// The stable code that programs test.
    fn code(&self) -> &'static str;
    /// The broken rules, field by field; empty where the failure is not about fields.
    fn fields(&self) -> &[FieldError] {
        &[]
    }
    /// The level that would have been needed, where that is what was missing.
    fn required_clearance(&self) -> Option<crate::Clearance> {
        None
    }
}
