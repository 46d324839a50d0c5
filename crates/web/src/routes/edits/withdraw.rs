//! DELETE /api/user/edits/{id}

use super::edit_id;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, web};
use facility_submissions::services::edits::Edits;

/// Withdraw a pending edit
///
/// It is removed with its steps, also if it has timed out. The document stays as it is.
#[utoipa::path(operation_id = "withdrawEdit", tag = "DocumentEdit",
    params(("id" = String, Path, description = "The edit")),
    responses(
        (status = 204, description = "The edit was withdrawn"),
        NeedsSession, TakesBody,
        (status = 403, description = "Another user's edit (`owner_only`, for administrators only), a level above the caller's \
            (`insufficient_clearance`), or the emergency-access account (`protected_account`)", body = ApiErrorBody),
        (status = 404, description = "No such edit of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It was decided (`already_reviewed`)", body = ApiErrorBody)))]
#[delete("/user/edits/{id}")]
pub async fn withdraw(
    edits: web::Data<Edits>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    edits.withdraw(&call.context, &call.caller.actor, edit_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
