//! GET /api/user/submissions/{id}

use crate::dto::submission::SubmissionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::submissions::Submissions;

/// One of the caller's submissions
///
/// With its whole text, as far as the caller may read it now.
#[utoipa::path(operation_id = "getOwnSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The submission", body = SubmissionDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 404, description = "No such submission of the caller's (`not_found`)", body = ApiErrorBody)))]
#[get("/user/submissions/{id}")]
pub async fn own_one(
    submissions: web::Data<Submissions>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<SubmissionDto>, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    let view = submissions.own_submission(&call.caller.actor, id).await?;
    Ok(web::Json(SubmissionDto::at(call.context.now, view)))
}
