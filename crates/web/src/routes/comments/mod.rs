//! Comments on documents, and who reads and watches them.

use crate::http::error::ApiError;
use facility_kernel::CommentId;

pub mod create;
pub mod delete;
pub mod edit;
pub mod list;
pub mod readers;
pub mod watch;

/// Parses the id of a comment in this field.
fn comment_id(field: &str, text: &str) -> Result<CommentId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid(field, "Invalid comment id"))
}
