//! PATCH /api/admin/submissions/{id}

use super::time;
use crate::dto::submission::AdminSubmissionDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::{Json, Member, nullable};
use actix_web::{patch, web};
use facility_submissions::review::{ReleaseDate, Review};
use facility_submissions::services::reviews::Reviews;

/// A reviewer's decision.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewSubmissionRequest {
    /// Approve or reject.
    #[schema(value_type = ReviewStatus)]
    status: String,
    /// The document's level. Required for an approval.
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// Comment for the author.
    #[schema(max_length = 2000)]
    comments: Option<String>,
    /// Number of administrators that must approve. Only the first step can set it.
    #[schema(minimum = 1, maximum = 10)]
    max_approval_steps: Option<i32>,
    /// Release date that replaces the requested one; one in the past publishes at once. Null removes the requested
    /// date. Without this member it stays.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, format = DateTime)]
    scheduled_release_at: Member<String>,
}

/// The possible decisions of a reviewer.
#[derive(Debug, utoipa::ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "names the values in the contract; the rules read the text")]
pub enum ReviewStatus {
    /// Publish, or take the next step towards it.
    Approved,
    /// Refuse.
    Rejected,
}

impl ReviewSubmissionRequest {
    fn parse(self) -> Result<Review, ApiError> {
        Ok(Review {
            release: match self.scheduled_release_at {
                None => ReleaseDate::Keep,
                Some(text) => time("scheduledReleaseAt", text.as_deref())?
                    .map_or(ReleaseDate::Clear, ReleaseDate::Replace),
            },
            max_approval_steps: self.max_approval_steps,
            ..Review::parse(&self.status, self.clearance_level, self.comments)?
        })
    }
}

/// Approve or reject a submission
///
/// The last step of an approval publishes the document that `documentId` names. If two administrators decide at the same
/// time, one of them succeeds.
#[utoipa::path(operation_id = "reviewSubmission", tag = "Submission", request_body = ReviewSubmissionRequest,
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The updated submission", body = AdminSubmissionDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), the caller's own submission, which \
            another administrator can approve (`self_review`), a level or a passage above the caller's level (`insufficient_clearance`), or a second step by the same \
            administrator (`distinct_approver`)", body = ApiErrorBody),
        (status = 404, description = "No such submission (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The submission's state does not allow it (`already_reviewed`, `timed_out`, `level_differs`)",
            body = ApiErrorBody)))]
#[patch("/admin/submissions/{id}")]
pub async fn review(
    reviews: web::Data<Reviews>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ReviewSubmissionRequest>>,
) -> Result<web::Json<AdminSubmissionDto>, ApiError> {
    let review = call.input.0.parse()?;
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    let item = reviews.review(&call.context, &call.caller.actor, id, review).await?;
    Ok(web::Json(AdminSubmissionDto::at(call.context.now, item)))
}
