//! Changing passwords, and resetting forgotten ones.

use crate::gate::guard::{Admin, Anyone, Guarded, SignedIn};
use crate::gate::refusal_time::with_even_refusal_time;
use crate::http::answers::{Answer, Body, ChangesAccount, Common, Fails, NeedsSession, TakesBody};
use crate::http::cookie::SessionCookie;
use crate::http::input::{Json, NoBody};
use actix_web::web::Data;
use actix_web::{HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::error::row as user;
use facility_users::services::passwords::{PasswordChangeRequest, PasswordResetRequest, Passwords};

/// The current and the new password.
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
/// Ends all other sessions of the caller, and forgets the known browsers of the account. A wrong current password
/// counts like a wrong one at sign-in.
#[utoipa::path(operation_id = "changePassword", tag = "User", request_body = ChangePasswordRequest,
    responses(
        (status = 204, description = "The password was changed"),
        Fails<(user::WrongCurrentPassword, user::AccountLocked, user::ProtectedAccount, user::Stale, NeedsSession,
            TakesBody)>))]
#[post("/user/password")]
pub async fn password(
    passwords: Data<Passwords>,
    cookie: Data<SessionCookie>,
    call: Guarded<SignedIn, Json<ChangePasswordRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let request = PasswordChangeRequest {
        current: Secret::new(body.current_password),
        new: Secret::new(body.new_password),
        device: cookie.device().read(&call.request),
    };
    passwords.change(&call.context, &call.caller.actor, request).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A reset code and the new password.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetPasswordRequest {
    /// The username, ignoring case.
    username: String,
    /// The code from an administrator, ignoring case, spaces and hyphens.
    #[schema(format = Password)]
    reset_code: String,
    /// 6 to 128 characters of any kind. The most common passwords and the username are refused.
    #[schema(min_length = 6, max_length = 128, format = Password)]
    new_password: String,
}

/// Set a new password with a reset code
///
/// Ends all sessions of the account, and does not start one. A code works once, within one hour. An unknown name, a
/// wrong code and an expired code get the same response and count like wrong passwords at sign-in. The right code is
/// accepted even then, and also during a lockdown. After five wrong codes, codes from the same network are refused for
/// an hour, or until another code is issued.
#[utoipa::path(operation_id = "resetPassword", tag = "User", security(()), request_body = ResetPasswordRequest,
    responses(
        (status = 204, description = "The password was changed"),
        Fails<(user::InvalidResetCode, user::AccountLocked, user::Stale, TakesBody, Common)>))]
#[post("/password-reset")]
pub async fn password_reset(
    passwords: Data<Passwords>,
    cookie: Data<SessionCookie>,
    call: Guarded<Anyone, Json<ResetPasswordRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let request = PasswordResetRequest {
        username: body.username,
        code: Secret::new(body.reset_code),
        new: Secret::new(body.new_password),
        device: cookie.device().read(&call.request),
    };
    with_even_refusal_time(passwords.reset(&call.context, request)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A code with which the user sets a new password. It is shown only in this response.
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
/// Give the code to the user, who sets a new password with it on the sign-in screen. It replaces an earlier code. The
/// old password and the sessions stay valid until the user sets a new password.
#[utoipa::path(operation_id = "issueResetCode", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The code", body = ResetCodeIssued),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotApproved)>))]
#[post("/admin/users/{id}/reset-password")]
pub async fn reset_password(passwords: Data<Passwords>, call: Guarded<Admin, NoBody>) -> Body<ResetCodeIssued> {
    let issued = passwords.issue_reset(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(ResetCodeIssued {
        reset_code: issued.code.expose().to_owned(),
        expires_at: issued.expires_at.to_string(),
    }))
}
