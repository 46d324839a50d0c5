//! Proposing edits of documents, and reviewing them.

use crate::http::error::ApiError;
use facility_kernel::EditId;

pub mod authored;
pub mod case;
pub mod create;
pub mod list;
pub mod own;
pub mod read;
pub mod resubmit;
pub mod review;
pub mod withdraw;

/// Parses the id of an edit in a path.
fn edit_id(text: &str) -> Result<EditId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid edit id"))
}
