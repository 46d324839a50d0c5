//! DELETE /api/admin/users/{id}

use super::user_id;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, web};
use facility_users::services::administration::Administration;

/// Delete an account
///
/// Its name stays taken, and its documents keep their author.
#[utoipa::path(operation_id = "deleteUser", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 204, description = "The account is deleted"),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "The account's state does not allow it (`last_admin`, `stale`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[delete("/admin/users/{id}")]
pub async fn delete(
    administration: web::Data<Administration>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<HttpResponse, ApiError> {
    administration.delete(&call.context, &call.caller.actor, user_id(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}
