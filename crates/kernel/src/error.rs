//! Protocol-independent error kinds, and the errors of adapters.

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
    /// The request differs from an earlier one with the same key.
    Mismatch,
    /// The site or the account is locked.
    Locked,
    /// Too many requests.
    RateLimited,
    /// The database or the object store is unavailable.
    Unavailable,
    /// An internal error.
    Internal,
}

crate::errors! {
    /// Errors of storage ports. Adapters map every driver error to one of these. After `InDoubt`, callers MUST NOT undo
    /// or delete anything and MUST NOT report that nothing happened.
    pub enum StoreError {
        /// The database or object store is unreachable, full or too slow. Nothing was changed.
        #[error("the store is unavailable")]
        Unavailable(#[source] cause: Box<dyn StdError + Send + Sync>) => Unavailable, "unavailable";
        /// The connection was lost during the commit. The change may or may not have been made.
        #[error("the store did not confirm whether the change was made")]
        InDoubt(#[source] cause: Box<dyn StdError + Send + Sync>) => Unavailable, "in_doubt";
        /// The search took too long.
        #[error("the search took too long")]
        TooSlow => Unavailable, "search_too_slow";
        /// The change was based on an outdated state. Nothing was written.
        #[error("the record has changed")]
        Stale => Conflict, "stale";
        /// A unique value is already taken. Nothing was changed.
        #[error("unique value already taken: {0}")]
        Taken(of: &'static str) => Conflict, "taken";
        /// The server failed. Nothing was changed.
        #[error("the store refused the statement")]
        Internal(#[source] cause: Box<dyn StdError + Send + Sync>) => Internal, "internal_error";
    }
}

impl StoreError {
    /// Creates an internal error with a description, for example if a row cannot be decoded or the store rejects a
    /// statement.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into().into())
    }

    /// Returns one sentence for the user. It is true for every cause and reveals no details of the store.
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
    /// The other request has completed and its reply is stored.
    Done,
}

/// What callers learn about an error besides its message.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    pub kind: ErrorKind,
    /// The stable code, for programs.
    pub code: &'static str,
    /// The invalid fields, if any.
    pub fields: &'a [FieldError],
    /// The state of the earlier request, if this one was refused because it repeats it.
    pub repeat: Option<Repeat>,
    /// The required clearance level, if the caller's level is too low.
    pub required_clearance: Option<Clearance>,
    /// Time until a retry makes sense, if known.
    pub retry_after: Option<Duration>,
}

impl Facts<'_> {
    /// Creates the facts of an error that has only a kind and a code.
    pub const fn new(kind: ErrorKind, code: &'static str) -> Self {
        Self { kind, code, fields: &[], repeat: None, required_clearance: None, retry_after: None }
    }
}

/// The interface of domain errors. The web layer builds every error response from it.
pub trait DomainError: StdError + Send + Sync + 'static {
    /// Returns what callers learn about the error besides its message.
    fn facts(&self) -> Facts<'_>;

    fn kind(&self) -> ErrorKind {
        self.facts().kind
    }

    /// The stable code, for programs.
    fn code(&self) -> &'static str {
        self.facts().code
    }

    fn fields(&self) -> &[FieldError] {
        self.facts().fields
    }

    fn required_clearance(&self) -> Option<Clearance> {
        self.facts().required_clearance
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
