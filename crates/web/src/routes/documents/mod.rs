//! The repository for readers.

use crate::http::error::ApiError;
use facility_kernel::{DocumentId, VersionId};

pub mod backlinks;
pub mod compare;
pub mod delete;
pub mod export;
pub mod get;
pub mod list;
pub mod revert;
pub mod suggestions;
pub mod versions;
pub mod views;

/// Parses the document id in a path.
pub fn document_id(text: &str) -> Result<DocumentId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid document id"))
}

/// Parses the id of a version.
fn version_id(field: &'static str, text: &str) -> Result<VersionId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid(field, "Invalid version id"))
}
