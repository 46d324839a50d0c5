//! The repository for readers.

use crate::error::ApiError;
use kernel::DocumentId;

pub mod delete;
pub mod get;
pub mod list;
pub mod suggestions;

/// Parses the document id in a path.
pub fn document_id(text: &str) -> Result<DocumentId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid document id"))
}
