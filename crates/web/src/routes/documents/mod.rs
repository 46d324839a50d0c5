//! The repository as a reader sees it.

use crate::error::ApiError;
use kernel::DocumentId;

pub mod delete;
pub mod get;
pub mod list;

/// The document a path names.
pub fn document_id(text: &str) -> Result<DocumentId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid document id"))
}
