//! POST /api/user/2fa/verify-totp and POST /api/verify-2fa

use super::login::started;
use crate::dto::two_factor::TwoFactorMethod;
use crate::dto::user::UserDto;
use crate::gate::guard::{Anyone, Guarded};
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{Common, TakesBody};
use crate::http::input::Json;
use actix_web::http::header::SET_COOKIE;
use actix_web::{HttpRequest, HttpResponse, post, web};
use facility_kernel::{RequestContext, Secret, SessionId};
use facility_users::error::UserError;
use facility_users::second_factor::Method;
use facility_users::services::second_step::{CodeRequest, SecondStep};
use facility_users::services::sign_in::SignedIn;

/// A code of the authenticator app.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyTotpRequest {
    /// The name that was used to sign in, ignoring case.
    username: String,
    /// Six digits.
    #[schema(format = Password)]
    token: String,
}

/// A code of any kind.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyTwoFactorRequest {
    /// The name that was used to sign in, ignoring case.
    username: String,
    /// The code, ignoring case, blanks and hyphens.
    #[schema(format = Password)]
    token: String,
    /// The kind of the code.
    method: TwoFactorMethod,
}

/// The session was started.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpVerified {
    /// Always true.
    success: bool,
    /// The user.
    user: UserDto,
}

/// The session was started.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorVerified {
    /// Always true.
    success: bool,
    /// One sentence that can be shown to a person.
    message: &'static str,
}

/// Finish signing in with a code of the authenticator app
///
/// Follows a sign-in that was answered with `requiresTwoFactor`, in the same browser and within five minutes. Five wrong
/// codes end the sign-in; 20 within 24 hours over all sign-ins of the account, or ten of a browser that the account knows,
/// lock its second factor for others, or for that browser, until the earliest of them is a day old.
#[utoipa::path(operation_id = "verifyTotp", tag = "User", security(()), request_body = VerifyTotpRequest,
    responses(
        (status = 200, description = "The user, with the session cookie", body = TotpVerified,
            headers(("Set-Cookie" = String, description = "The session and the browser"),
                ("Session-Ends" = String, description = "When the session ends without further activity"))),
        (status = 401, description = "The code is wrong or was used (`invalid_code`, with `triesLeft`), or no sign-in waits for one \
            (`sign_in_expired`)", body = ApiErrorBody),
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody),
        (status = 423, description = "Too many wrong codes within 24 hours (`account_locked`, with `Retry-After`), or a lockdown \
            and the account is not an administrator (`lockdown`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/user/2fa/verify-totp")]
pub async fn verify_totp(
    service: web::Data<SecondStep>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Result<Guarded<Anyone, Json<VerifyTotpRequest>>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(VerifyTotpRequest { username, token }) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let given = Given { username, token, method: Method::App, replaces };
    let opened = verified(&service, **cookie, &http, &call.context, given).await?;
    let mut response = started(**cookie, &opened);
    response.append_header((SET_COOKIE, cookie.ticket().clear().to_string()));
    Ok(response.json(TotpVerified { success: true, user: opened.user.into() }))
}

/// Finish signing in with a code
///
/// As `verifyTotp`, with a code of the app, a backup code, or the static code.
#[utoipa::path(operation_id = "verifyTwoFactor", tag = "User", security(()), request_body = VerifyTwoFactorRequest,
    responses(
        (status = 200, description = "The session was started", body = TwoFactorVerified,
            headers(("Set-Cookie" = String, description = "The session and the browser"),
                ("Session-Ends" = String, description = "When the session ends without further activity"))),
        (status = 401, description = "The code is wrong or was used (`invalid_code`, with `triesLeft`), or no sign-in waits for one \
            (`sign_in_expired`)", body = ApiErrorBody),
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody),
        (status = 423, description = "Too many wrong codes within 24 hours (`account_locked`, with `Retry-After`), or a lockdown \
            and the account is not an administrator (`lockdown`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/verify-2fa")]
pub async fn verify_code(
    service: web::Data<SecondStep>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Result<Guarded<Anyone, Json<VerifyTwoFactorRequest>>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(VerifyTwoFactorRequest { username, token, method }) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let given = Given { username, token, method: method.into(), replaces };
    let opened = verified(&service, **cookie, &http, &call.context, given).await?;
    let mut response = started(**cookie, &opened);
    response.append_header((SET_COOKIE, cookie.ticket().clear().to_string()));
    Ok(response.json(TwoFactorVerified { success: true, message: "Two-factor authentication successful" }))
}

/// What the request says.
struct Given {
    username: String,
    token: String,
    method: Method,
    replaces: Option<SessionId>,
}

async fn verified(
    service: &SecondStep,
    cookie: SessionCookie,
    http: &HttpRequest,
    context: &RequestContext,
    given: Given,
) -> Result<SignedIn, ApiError> {
    let request = CodeRequest {
        ticket: cookie.ticket().read(http),
        username: given.username,
        code: Secret::new(given.token),
        method: given.method,
        device: cookie.device().read(http),
        replaces: given.replaces,
    };
    service.verify(context, request).await.map_err(|error| {
        let tries_left = if let UserError::InvalidCode { tries_left } = error { tries_left } else { None };
        ApiError::from(error).unsuccessful().with_tries_left(tries_left)
    })
}
