//! The archive: its sections and their documents, and requests to archive a document.

use crate::http::error::ApiError;
use facility_kernel::SectionId;

pub mod approve;
pub mod create_section;
pub mod documents;
pub mod reject;
pub mod request;
pub mod requests;
pub mod sections;
pub mod unarchive;
pub mod update_section;

/// Parses the section id in a path or in the member `field` of a body.
fn section_id(field: &str, text: &str) -> Result<SectionId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid(field, "Invalid section id"))
}
