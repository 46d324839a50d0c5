//! GET /api/user/edits/{id}

use super::edit_id;
use crate::dto::edit::EditDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::edits::Edits;

/// One of the caller's edits, pending or decided
///
/// With the proposed text, the reviewers' comments and the steps.
#[utoipa::path(operation_id = "getOwnEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The edit", body = EditDto),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "Another user's edit (`owner_only`, for administrators only), or a level above the \
            caller's (`insufficient_clearance`)", body = ApiErrorBody),
        (status = 404, description = "No such edit of the caller's (`not_found`)", body = ApiErrorBody)))]
#[get("/user/edits/{id}")]
pub async fn read(
    edits: web::Data<Edits>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Result<web::Json<EditDto>, ApiError> {
    let view = edits.own_edit(&call.context, &call.caller.actor, edit_id(&id)?).await?;
    Ok(web::Json(EditDto::at(call.context.now, view)))
}
