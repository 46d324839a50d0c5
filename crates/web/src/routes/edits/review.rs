//! PATCH /api/document-edits/{id}

use super::edit_id;
use crate::dto::edit::AdminEditDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use crate::routes::submissions::review::ReviewStatus;
use actix_web::{patch, web};
use facility_documents::edits::review::EditReview;
use facility_submissions::services::edit_reviews::EditReviews;

/// A reviewer's decision on an edit.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewEditRequest {
    /// Approve or reject.
    #[schema(value_type = ReviewStatus)]
    status: String,
    /// Comment for the author.
    #[schema(max_length = 2000)]
    comments: Option<String>,
    /// Number of administrators that must approve. Only the first step can set it.
    #[schema(minimum = 1, maximum = 10)]
    max_approval_steps: Option<i32>,
    /// Replaces the document although it has changed since. Its text stays in the history.
    #[serde(default)]
    force: bool,
    /// Approves both changes of a stale edit: the `resolved` text of its comparison, unchanged.
    #[schema(max_length = 200_000)]
    content: Option<String>,
}

impl ReviewEditRequest {
    fn parse(self) -> Result<EditReview, ApiError> {
        Ok(EditReview {
            max_approval_steps: self.max_approval_steps,
            force: self.force,
            merged: self.content,
            ..EditReview::parse(&self.status, self.comments)?
        })
    }
}

/// Approve or reject an edit
///
/// The last step of an approval changes the document and keeps the version before. If two administrators decide at the same
/// time, one of them succeeds.
#[utoipa::path(operation_id = "reviewDocumentEdit", tag = "DocumentEdit", request_body = ReviewEditRequest,
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The updated edit", body = AdminEditDto),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), the caller's own edit, which another administrator can \
            approve (`self_review`), an approval of a level or a changed passage above the caller's level \
            (`insufficient_clearance`), or a second step by the same administrator \
            (`distinct_approver`)", body = ApiErrorBody),
        (status = 404, description = "No such edit (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The edit's state does not allow it (`already_reviewed`, `timed_out`), the document \
            has changed (`stale`), or it has other passages that are withheld from the caller (`portion_mismatch`)", body = ApiErrorBody)))]
#[patch("/document-edits/{id}")]
pub async fn review(
    reviews: web::Data<EditReviews>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ReviewEditRequest>>,
) -> Result<web::Json<AdminEditDto>, ApiError> {
    let review = call.input.0.parse()?;
    let view = reviews.review(&call.context, &call.caller.actor, edit_id(&id)?, review).await?;
    Ok(web::Json(AdminEditDto::at(call.context.now, view)))
}
