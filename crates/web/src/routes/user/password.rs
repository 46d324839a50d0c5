//! POST /api/user/password

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpRequest, HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::services::passwords::{PasswordChangeRequest, Passwords};

/// The old password and the new one.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePasswordRequest {
    /// The current password.
    #[schema(format = Password)]
    current_password: String,
    /// 6 to 128 characters of any kind. The most common passwords and the username are refused.
    #[schema(min_length = 6, max_length = 128, format = Password)]
    new_password: String,
}

/// Change the caller's password
///
/// Ends every other session of the caller, and forgets the browsers that the account knows. A wrong current password
/// counts like one at sign-in.
#[utoipa::path(operation_id = "changePassword", tag = "User", request_body = ChangePasswordRequest,
    responses(
        (status = 204, description = "The password was changed"),
        (status = 401, description = "The current password is wrong (`invalid_credentials`), or there is no session \
            (`not_signed_in`, `session_ended`)", body = ApiErrorBody),
        (status = 409, description = "The password was changed in the meantime (`stale`)", body = ApiErrorBody),
        (status = 423, description = "Too many wrong passwords (`account_locked`), or the site is in lockdown \
            (`lockdown`)", body = ApiErrorBody),
        TakesBody, NeedsSession))]
#[post("/user/password")]
pub async fn password(
    passwords: web::Data<Passwords>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Guarded<SignedIn, Json<ChangePasswordRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let request = PasswordChangeRequest {
        current: Secret::new(body.current_password),
        new: Secret::new(body.new_password),
        device: cookie.device().read(&http),
    };
    passwords.change(&call.context, &call.caller.actor, request).await?;
    Ok(HttpResponse::NoContent().finish())
}
