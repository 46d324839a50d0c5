//! POST /api/admin/users/{id}/reset-2fa

use super::user_id;
use crate::dto::user::UserDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_users::services::administration::Administration;

/// Turn a user's second factor off
///
/// For somebody who lost theirs. Deletes the account's codes and ends its sessions: the password alone signs in, unless the
/// site requires a second factor.
#[utoipa::path(operation_id = "resetTwoFactor", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account, without `twoFactorEnabled`", body = UserDto),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Not approved (`not_approved`), without a second factor (`not_enabled`), the site \
            requires second factors and no other administrator has one (`last_second_factor`), or someone else changed \
            it (`stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[post("/admin/users/{id}/reset-2fa")]
pub async fn reset_two_factor(
    administration: web::Data<Administration>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<UserDto>, ApiError> {
    let user = administration.remove_second_factor(&call.context, &call.caller.actor, user_id(&id)?).await?;
    Ok(web::Json(user.into()))
}
