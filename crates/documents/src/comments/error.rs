//! Errors of operations on comments.

use crate::error::DocumentError;
use crate::portions::scan::PortionFault;
use facility_kernel::{ParseError, Repeat, StoreError};

facility_kernel::errors! {
    /// Why an operation on comments failed. Each message can be shown to the caller.
    pub enum CommentError {
        /// The comment does not exist on this document, or is hidden from the caller.
        #[error("Comment not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access account cannot own anything.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The caller is neither the author nor an administrator.
        #[error("You can only delete comments that you wrote")]
        AuthorOnly => Forbidden, "owner_only";
        /// The comment was written by another user.
        #[error("You can only edit comments that you wrote")]
        NotYours => Forbidden, "owner_only";
        /// The comment is older than 30 days.
        #[error("A comment can be edited for 30 days. Write another one")]
        TooOld => Conflict, "not_editable";
        /// The same request has completed or is in progress.
        #[error("The same request is still in progress")]
        Repeated(repeat: Repeat) => Conflict, "in_progress", repeats *repeat;
    } passing {
        /// The comment is invalid, or its document cannot be read.
        #[error("{0}")]
        Document(#[source] DocumentError),
    }
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
