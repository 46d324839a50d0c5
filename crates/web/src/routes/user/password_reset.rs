//! POST /api/password-reset

use crate::gate::guard::{Anyone, Guarded};
use crate::gate::refusal_time::with_even_refusal_time;
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{Common, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpRequest, HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::services::passwords::{PasswordResetRequest, Passwords};

/// A reset code and the new password.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetPasswordRequest {
    /// The username, ignoring case.
    username: String,
    /// The code from an administrator, ignoring case, blanks and hyphens.
    #[schema(format = Password)]
    reset_code: String,
    /// 6 to 128 characters of any kind. The most common passwords and the username are refused.
    #[schema(min_length = 6, max_length = 128, format = Password)]
    new_password: String,
}

/// Set a new password with a reset code
///
/// Ends every session of the account, and starts none. A code works once, for an hour. A name that does not exist, a wrong
/// code and an expired one give the same answer, and count like wrong passwords at sign-in; the right code is accepted all
/// the same, and during a lockdown, too. After five wrong ones no code is judged from the same network for an hour, or until
/// another is issued.
#[utoipa::path(operation_id = "resetPassword", tag = "User", security(()), request_body = ResetPasswordRequest,
    responses(
        (status = 204, description = "The password was changed"),
        (status = 401, description = "The username or the code is wrong, or the code has expired (`invalid_code`)",
            body = ApiErrorBody),
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody),
        (status = 409, description = "The account was changed in the meantime (`stale`)", body = ApiErrorBody),
        (status = 423, description = "Too many wrong codes or passwords (`account_locked`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/password-reset")]
pub async fn password_reset(
    passwords: web::Data<Passwords>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Guarded<Anyone, Json<ResetPasswordRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let request = PasswordResetRequest {
        username: body.username,
        code: Secret::new(body.reset_code),
        new: Secret::new(body.new_password),
        device: cookie.device().read(&http),
    };
    with_even_refusal_time(passwords.reset(&call.context, request)).await?;
    Ok(HttpResponse::NoContent().finish())
}
