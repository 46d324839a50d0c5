//! PATCH /api/admin/users/{id}/remove-admin

use super::user_id;
use crate::dto::user::UserDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{patch, web};
use facility_users::services::administration::Administration;

/// Remove administrator rights, or an unapproved account's request for them
#[utoipa::path(operation_id = "removeAdmin", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The account's state does not allow it (`not_admin`, `last_admin`, `stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[patch("/admin/users/{id}/remove-admin")]
pub async fn remove_admin(
    administration: web::Data<Administration>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<UserDto>, ApiError> {
    let user = administration.remove_admin(&call.context, &call.caller.actor, user_id(&id)?).await?;
    Ok(web::Json(user.into()))
}
