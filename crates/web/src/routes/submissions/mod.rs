//! Submitting lore, and reviewing submissions.

pub mod case;
pub mod compare;
pub mod create;
pub mod own;
pub mod own_one;
pub mod pending;
pub mod resubmit;
pub mod review;
pub mod timed_out;
pub mod withdraw;

use crate::http::error::ApiError;
use facility_kernel::Timestamp;

/// Parses a timestamp in a request.
pub(super) fn time(field: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    text.map(str::parse).transpose().map_err(|_source| {
        ApiError::invalid(field, "Timestamps must follow RFC 3339, such as 2026-11-21T07:32:00Z")
    })
}
