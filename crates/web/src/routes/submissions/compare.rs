//! GET /api/admin/submissions/{id}/compare

use crate::dto::comparison::DiffDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::reviews::Reviews;

/// How a submission differs from the one that it revises
///
/// Both as the administrator may read them. A level that was not assigned counts as 1.
#[utoipa::path(operation_id = "compareSubmission", tag = "Submission",
    params(("id" = String, Path, description = "The submission")),
    responses(
        (status = 200, description = "The differences", body = DiffDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin,
        (status = 403, description = "The administrator's level is below that of one of them \
            (`insufficient_clearance`, with `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such submission, or it revises none (`not_found`)", body = ApiErrorBody)))]
#[get("/admin/submissions/{id}/compare")]
pub async fn compare(
    reviews: web::Data<Reviews>,
    id: web::Path<String>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<DiffDto>, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid submission id"))?;
    Ok(web::Json(reviews.compare(&call.caller.actor, id).await?.into()))
}
