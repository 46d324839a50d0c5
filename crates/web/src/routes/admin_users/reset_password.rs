//! POST /api/admin/users/{id}/reset-password

use super::user_id;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{post, web};
use facility_users::services::passwords::Passwords;

/// A code with which the user sets a new password, shown only in this answer.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetCodeIssued {
    /// The code. It works once.
    #[schema(format = Password)]
    reset_code: String,
    /// When it expires: after one hour.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Issue a reset code
///
/// Hand it to the user, who sets a new password with it on the sign-in screen. It replaces an earlier code. The old
/// password and the sessions stay valid until then.
#[utoipa::path(operation_id = "issueResetCode", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The code", body = ResetCodeIssued),
        (status = 404, description = "No such account (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "Not approved (`not_approved`), or someone else changed it (`stale`)",
            body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[post("/admin/users/{id}/reset-password")]
pub async fn reset_password(
    passwords: web::Data<Passwords>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<web::Json<ResetCodeIssued>, ApiError> {
    let issued = passwords.issue_reset(&call.context, &call.caller.actor, user_id(&id)?).await?;
    Ok(web::Json(ResetCodeIssued {
        reset_code: issued.code.expose().to_owned(),
        expires_at: issued.expires_at.to_string(),
    }))
}
