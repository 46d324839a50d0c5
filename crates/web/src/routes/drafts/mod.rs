//! What the caller is writing: drafts, which nobody else sees.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod save;
pub mod submit;

use crate::http::error::ApiError;
use facility_kernel::DraftId;
use facility_submissions::draft::DraftRevision;
use facility_submissions::error::SubmissionError;

fn parse_id(id: &str) -> Result<DraftId, ApiError> {
    id.parse().map_err(|_source| ApiError::invalid("id", "Invalid draft id"))
}

/// The revision that a change is based on. Errors: it is missing.
fn expected(revision: Option<String>) -> Result<DraftRevision, ApiError> {
    revision
        .map(DraftRevision::named)
        .ok_or_else(|| ApiError::invalid("revision", "The draft's last revision is required"))
}

/// Shows the stored draft to a caller who knew another state of it.
pub fn shown(error: SubmissionError) -> ApiError {
    match error {
        SubmissionError::StaleDraft(draft) => {
            ApiError::from(SubmissionError::StaleDraft(draft.clone())).with_draft(*draft)
        }
        other => other.into(),
    }
}
