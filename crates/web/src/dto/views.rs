//! Numbers of readers in the API.

use facility_audit::access::Readers;
use serde::Serialize;
use utoipa::ToSchema;

/// How many people other than its owner have opened a document, received it in a list of whole documents or downloaded its
/// file. Deleted accounts count, and the emergency access counts as one person.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = DocumentViews)]
#[serde(rename_all = "camelCase")]
pub struct DocumentViewsDto {
    /// People at any time.
    pub readers: u64,
    /// Those of them in the last 30 days.
    pub last_month: u64,
}

impl From<Readers> for DocumentViewsDto {
    fn from(readers: Readers) -> Self {
        Self { readers: readers.ever, last_month: readers.lately }
    }
}
