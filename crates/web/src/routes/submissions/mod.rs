//! Sending lore in, and reviewing what was sent in.

pub mod create;
pub mod own;
pub mod pending;
pub mod review;

use crate::error::ApiError;
use kernel::Timestamp;

/// A time in a request.
fn time(field: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    text.map(str::parse).transpose().map_err(|_source| {
        ApiError::invalid(field, "A time is written as in RFC 3339, such as 2026-11-21T07:32:00Z")
    })
}
