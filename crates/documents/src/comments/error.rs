//! Errors of operations on comments.

use crate::error::DocumentError;
use crate::portions::scan::PortionFault;
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, Repeat, StoreError};

/// Why an operation on comments failed. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum CommentError {
    /// The comment does not exist on this document, or the caller may not know of it.
    #[error("Comment not found")]
    NotFound,
    /// The emergency-access user may not own anything.
    #[error("The emergency-access account is protected")]
    ProtectedAccount,
    /// Only its author and administrators may delete a comment.
    #[error("You can only delete comments that you wrote")]
    AuthorOnly,
    /// Only its author may edit a comment.
    #[error("You can only edit comments that you wrote")]
    NotYours,
    /// The comment was written too long ago to be edited.
    #[error("A comment can be edited for 30 days. Write another one")]
    TooOld,
    /// The same request has completed or is in progress.
    #[error("The same request is still in progress")]
    Repeated(Repeat),
    /// The comment is invalid, or its document cannot be read.
    #[error("{0}")]
    Document(#[source] DocumentError),
}

impl CommentError {
    /// Creates an error for an invalid field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        ParseError::new(field, message.into()).into()
    }
}

impl From<ParseError> for CommentError {
    fn from(error: ParseError) -> Self {
        Self::Document(error.into())
    }
}

impl From<PortionFault> for CommentError {
    fn from(fault: PortionFault) -> Self {
        Self::Document(fault.into())
    }
}

impl From<StoreError> for CommentError {
    fn from(error: StoreError) -> Self {
        Self::Document(error.into())
    }
}

impl DomainError for CommentError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::NotFound => ErrorKind::NotFound,
            Self::ProtectedAccount | Self::AuthorOnly | Self::NotYours => ErrorKind::Forbidden,
            Self::TooOld | Self::Repeated(_) => ErrorKind::Conflict,
            Self::Document(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::ProtectedAccount => "protected_account",
            Self::AuthorOnly | Self::NotYours => "owner_only",
            Self::TooOld => "not_editable",
            Self::Repeated(_) => "in_progress",
            Self::Document(error) => error.code(),
        }
    }

    fn fields(&self) -> &[FieldError] {
        if let Self::Document(error) = self { error.fields() } else { &[] }
    }

    fn repeat(&self) -> Option<Repeat> {
        if let Self::Repeated(repeat) = self { Some(*repeat) } else { None }
    }

    fn required_clearance(&self) -> Option<Clearance> {
        if let Self::Document(error) = self { error.required_clearance() } else { None }
    }
}
