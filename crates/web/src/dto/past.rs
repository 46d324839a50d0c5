//! Earlier attempts of submissions and edits in the API.

use facility_documents::edits::past::{Past, Rejection};
use serde::Serialize;
use utoipa::ToSchema;

/// The outcome of a submission or an edit before another one took its place.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = PastStatus)]
#[serde(rename_all = "snake_case")]
pub enum PastStatusDto {
    /// A reviewer rejected it.
    Rejected,
    /// It waited too long for a review.
    TimedOut,
}

/// What became of a submission or an edit before another one took its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Past)]
#[serde(rename_all = "camelCase")]
pub struct PastDto {
    /// A UUID.
    pub id: String,
    /// The outcome.
    pub status: PastStatusDto,
    /// The reviewer's reason. Null if it timed out or the reason is withheld.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// When it was rejected or timed out.
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// Name of the reviewer who rejected it, at that time.
    #[schema(required = true)]
    pub decided_by: Option<String>,
}

impl<Id: ToString> From<Past<Id>> for PastDto {
    fn from(Past { id, rejection, decided_at }: Past<Id>) -> Self {
        let status = if rejection.is_some() { PastStatusDto::Rejected } else { PastStatusDto::TimedOut };
        let (reason, decided_by) = rejection.map_or((None, None), |Rejection { reason, by }| (reason, by));
        Self { id: id.to_string(), status, reason, decided_at: decided_at.to_string(), decided_by }
    }
}
