//! PATCH /api/admin/users/{id}/approve

use super::{ClearanceRequest, user_id};
use crate::dto::user::UserDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{patch, web};
use facility_users::services::administration::Administration;

/// Approve an account
#[utoipa::path(operation_id = "approveUser", tag = "User", request_body = ClearanceRequest,
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The account's state does not allow it (`already_approved`, `admin_claim`, `stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[patch("/admin/users/{id}/approve")]
pub async fn approve(
    administration: web::Data<Administration>,
    id: web::Path<String>,
    call: Guarded<Admin, Json<ClearanceRequest>>,
) -> Result<web::Json<UserDto>, ApiError> {
    let (level, key) = call.input.0.parse()?;
    let id = user_id(&id)?;
    let user = administration.approve(&call.context, &call.caller.actor, id, level, key).await?;
    Ok(web::Json(user.into()))
}
