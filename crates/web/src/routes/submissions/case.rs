//! GET /api/admin/submissions/{id}

use crate::dto::submission::AdminSubmissionDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::reviews::Reviews;

/// One submission of the review queue, or one that has left it
///
/// `approvalSteps` names the administrators who decided. Once a step has assigned a level, text and file are only for
/// administrators of that level.
#[utoipa::path(operation_id = "getSubmissionCase", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission", body = AdminSubmissionDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin,
        (status = 404, description = "No such submission (`not_found`)", body = ApiErrorBody)))]
#[get("/admin/submissions/{id}")]
pub async fn case(
    reviews: web::Data<Reviews>,
    id: web::Path<String>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<AdminSubmissionDto>, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    let item = reviews.case(&call.caller.actor, id).await?;
    Ok(web::Json(AdminSubmissionDto::at(call.context.now, item)))
}
