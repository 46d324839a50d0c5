//! GET /api/document-edits/{id}

use super::edit_id;
use crate::dto::edit::EditCaseDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::edit_reviews::EditReviews;

/// One edit, pending or decided, and how it differs from the document
///
/// Recorded in the document's access log.
#[utoipa::path(operation_id = "getDocumentEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The edit", body = EditCaseDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin,
        (status = 404, description = "No such edit (`not_found`)", body = ApiErrorBody)))]
#[get("/document-edits/{id}")]
pub async fn case(
    reviews: web::Data<EditReviews>,
    id: web::Path<String>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<EditCaseDto>, ApiError> {
    let case = reviews.case(&call.context, &call.caller.actor, edit_id(&id)?).await?;
    Ok(web::Json(EditCaseDto::at(call.context.now, case)))
}
