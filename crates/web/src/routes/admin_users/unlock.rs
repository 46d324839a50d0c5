//! PATCH /api/admin/users/{id}/unlock

use super::user_id;
use crate::dto::user::UserDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{patch, web};
use facility_users::services::administration::Administration;

/// Clear a lockout
#[utoipa::path(operation_id = "unlockUser", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Someone else changed it (`stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[patch("/admin/users/{id}/unlock")]
pub async fn unlock(
    administration: web::Data<Administration>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<UserDto>, ApiError> {
    let user = administration.unlock(&call.context, &call.caller.actor, user_id(&id)?).await?;
    Ok(web::Json(user.into()))
}
