//! Protocol-independent error kinds, and the errors that adapters return.

use crate::{Clearance, FieldError};
use std::error::Error as StdError;
use std::time::Duration;

/// The kind of an error. Every domain error has one; the web layer maps each kind to a status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is invalid.
    Invalid,
    /// The caller is not signed in, or the credentials are wrong.
    Unauthenticated,
    /// The signed-in caller is not allowed to do this.
    Forbidden,
    /// The record does not exist.
    NotFound,
    /// The record's state does not allow it.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The content type is not supported.
    Unsupported,
    /// The site or the account is locked.
    Locked {
        /// Time until a retry makes sense, if known.
        retry_after: Option<Duration>,
    },
    /// Too many requests.
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
    },
    /// The database or the object store is unavailable.
    Unavailable,
    /// An internal error.
    Internal,
}

/// Errors of storage ports. Adapters map every driver error to one of these.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store is unreachable, full or too slow. Nothing was changed.
    #[error("the store is unavailable")]
    Unavailable(#[source] Box<dyn StdError + Send + Sync>),
    /// The store received the commit, but its answer was lost: the change was either made or not.
    /// Callers MUST NOT undo or delete anything because of it, and MUST NOT report that nothing happened.
    #[error("the store did not answer whether the change was made")]
    InDoubt(#[source] Box<dyn StdError + Send + Sync>),
    /// A search exceeded its time limit.
    #[error("the search took too long")]
    TooSlow,
    /// The change was based on a state that has changed since. Nothing was written.
    #[error("the record has changed")]
    Stale,
    /// A unique value is already taken. Nothing was changed.
    #[error("unique value already taken: {0}")]
    Taken(&'static str),
    /// An internal error: a row cannot be decoded, or the store rejects a statement. Nothing was changed.
    #[error("the store refused the statement")]
    Internal(#[source] Box<dyn StdError + Send + Sync>),
}

impl StoreError {
    /// An internal error with a description.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into().into())
    }

    /// The default kind of this error.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable(_) | Self::InDoubt(_) | Self::TooSlow => ErrorKind::Unavailable,
            Self::Stale | Self::Taken(_) => ErrorKind::Conflict,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The default code of this error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "unavailable",
            Self::InDoubt(_) => "in_doubt",
            Self::TooSlow => "search_too_slow",
            Self::Stale => "stale",
            Self::Taken(_) => "taken",
            Self::Internal(_) => "internal_error",
        }
    }

    /// Returns one sentence for the user, which is true in every case and reveals no details of the store.
    pub const fn sentence(&self) -> &'static str {
        match self {
            Self::InDoubt(_) => {
                "The connection to the database was lost while this was being saved. Check whether it was saved \
                 before you try again"
            }
            Self::TooSlow => "This search takes too long. Search for fewer or rarer words",
            _ => "The request could not be completed",
        }
    }
}

/// Why an idempotent request was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// Another request with the same key is in progress.
    InProgress,
    /// It has completed: the reply is stored.
    Done,
}

impl DomainError for StoreError {
    fn kind(&self) -> ErrorKind {
        self.kind()
    }

    fn code(&self) -> &'static str {
        self.code()
    }
}

/// The interface of domain errors, from which the web layer builds every error response.
pub trait DomainError: StdError + Send + Sync + 'static {
    /// The kind of the error.
    fn kind(&self) -> ErrorKind;
    /// The stable code for programs.
    fn code(&self) -> &'static str;
    /// The invalid fields. Empty if the error is not about fields.
    fn fields(&self) -> &[FieldError] {
        &[]
    }
    /// Returns how the request repeats another, if it was refused for that reason.
    fn repeat(&self) -> Option<Repeat> {
        None
    }
    /// The required clearance level, if a lower level is the reason.
    fn required_clearance(&self) -> Option<Clearance> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_in_doubt_is_unavailable_but_not_reported_as_unchanged() {
        let in_doubt = StoreError::InDoubt("the answer was lost".into());
        let away = StoreError::Unavailable("away".into());
        assert_eq!((in_doubt.kind(), in_doubt.code()), (ErrorKind::Unavailable, "in_doubt"));
        assert_eq!((away.kind(), away.code()), (ErrorKind::Unavailable, "unavailable"));
        assert!(in_doubt.sentence().contains("Check whether it was saved"));
        assert_ne!(in_doubt.sentence(), away.sentence());
    }
}
