//! POST /api/user/edits/{id}/resubmit

use super::edit_id;
use crate::dto::edit::EditDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_submissions::services::edits::Edits;

/// Put an edit that has timed out back into the queue
///
/// It waits for another three days. Steps that were taken stay.
#[utoipa::path(operation_id = "resubmitEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 200, description = "The edit, back in the queue", body = EditDto),
        NeedsSession, TakesBody,
        (status = 403, description = "Another user's edit (`owner_only`, for administrators only), a level above the caller's \
            (`insufficient_clearance`), or the emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such edit of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It has not timed out (`not_timed_out`)", body = ApiErrorBody)))]
#[post("/user/edits/{id}/resubmit")]
pub async fn resubmit(
    edits: web::Data<Edits>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<EditDto>, ApiError> {
    let view = edits.resubmit(&call.context, &call.caller.actor, edit_id(&id)?).await?;
    Ok(web::Json(EditDto::at(call.context.now, view)))
}
