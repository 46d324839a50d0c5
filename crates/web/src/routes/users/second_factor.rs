//! The second factor: sign-in with it, and its setup.

use crate::gate::guard::{Anyone, Guarded, SignedIn};
use crate::http::answers::{Answer, Common, Fails, NeedsSession, TakesBody};
use crate::http::cookie::SessionCookie;
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody};
use crate::routes::users::account::UserDto;
use crate::routes::users::sign_in::{TwoFactorMethod, session_response};
use actix_web::http::header::SET_COOKIE;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, post};
use facility_kernel::{RequestContext, Secret, SessionId};
use facility_users::error::UserError;
use facility_users::error::row as user;
use facility_users::second_factor::{Method, SetUp};
use facility_users::services::second_step::{CodeRequest, SecondStep};
use facility_users::services::sign_in::SignedIn as Opened;
use facility_users::services::two_factor::TwoFactor;

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
    /// The code, ignoring case, spaces and hyphens.
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
    /// One sentence that can be shown to the user.
    message: &'static str,
}

/// Finish signing in with a code of the authenticator app
///
/// Follows a sign-in with the response `requiresTwoFactor`, in the same browser and within five minutes. Five wrong
/// codes end the sign-in. Ten wrong codes from a known browser of the account within 24 hours lock the second factor
/// for that browser; 20 from all other browsers lock it for those. A lock ends when the earliest of these wrong codes
/// is a day old.
#[utoipa::path(operation_id = "verifyTotp", tag = "User", security(()), request_body = VerifyTotpRequest,
    responses(
        (status = 200, description = "The user, with the session cookie", body = TotpVerified,
            headers(("Set-Cookie" = String, description = "The session and the browser"),
                ("Session-Ends" = String, description = "When the session ends without further activity"))),
        Fails<(user::InvalidCode, user::SignInExpired, user::AccountLocked, user::Lockdown, TakesBody, Common)>))]
#[post("/user/2fa/verify-totp")]
pub async fn verify_totp(
    service: Data<SecondStep>,
    cookie: Data<SessionCookie>,
    call: Result<Guarded<Anyone, Json<VerifyTotpRequest>>, ApiError>,
) -> Answer {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(VerifyTotpRequest { username, token }) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let input = CodeInput { username, token, method: Method::App, replaces };
    let opened = verified(&service, **cookie, &call.request, &call.context, input).await?;
    let mut response = session_response(**cookie, &opened);
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
        Fails<(user::InvalidCode, user::SignInExpired, user::AccountLocked, user::Lockdown, TakesBody, Common)>))]
#[post("/verify-2fa")]
pub async fn verify_code(
    service: Data<SecondStep>,
    cookie: Data<SessionCookie>,
    call: Result<Guarded<Anyone, Json<VerifyTwoFactorRequest>>, ApiError>,
) -> Answer {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(VerifyTwoFactorRequest { username, token, method }) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let input = CodeInput { username, token, method: method.0, replaces };
    let opened = verified(&service, **cookie, &call.request, &call.context, input).await?;
    let mut response = session_response(**cookie, &opened);
    response.append_header((SET_COOKIE, cookie.ticket().clear().to_string()));
    Ok(response.json(TwoFactorVerified { success: true, message: "Two-factor authentication successful" }))
}

/// The code and its context from the request.
struct CodeInput {
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
    input: CodeInput,
) -> Result<Opened, ApiError> {
    let request = CodeRequest {
        ticket: cookie.ticket().read(http),
        username: input.username,
        code: Secret::new(input.token),
        method: input.method,
        device: cookie.device().read(http),
        replaces: input.replaces,
    };
    service.verify(context, request).await.map_err(|error| {
        let tries_left = if let UserError::InvalidCode { tries_left } = error { tries_left } else { None };
        ApiError::from(error).unsuccessful().with_tries_left(tries_left)
    })
}

/// The secret for an authenticator app and the codes, shown once. The second factor is not on yet.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorSetup {
    /// The URL (`otpauth://totp/`) that contains the secret for the app.
    setup_code: String,
    /// The QR code of that URL, as a `data:image/png` URL.
    qr_code_url: String,
    /// The secret in groups of four characters, to type into the app.
    manual_entry_key: String,
    /// Ten codes. Each replaces a code of the app once.
    #[schema(min_items = 10, max_items = 10)]
    backup_codes: Vec<String>,
    /// A code that works until it is replaced. Each use raises an alert.
    static_code: String,
}

impl From<SetUp> for TwoFactorSetup {
    fn from(set_up: SetUp) -> Self {
        let shown = |secret: &Secret| secret.expose().to_owned();
        Self {
            manual_entry_key: shown(&set_up.manual_key()),
            setup_code: shown(&set_up.address),
            qr_code_url: shown(&set_up.picture),
            backup_codes: set_up.codes.backup.iter().map(shown).collect(),
            static_code: shown(set_up.codes.fixed.secret()),
        }
    }
}

/// The first code of the app.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompleteTwoFactorRequest {
    /// Six digits.
    #[schema(format = Password)]
    token: String,
}

/// The password, and a code while the second factor is on.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DisableTwoFactorRequest {
    /// The user's password.
    #[schema(format = Password)]
    password: String,
    /// A code of the app or a backup code. Required while the second factor is on.
    #[schema(format = Password)]
    token: Option<String>,
}

/// Start the setup of a second factor
///
/// For level 3 and above, and for administrators. Returns the secret for an app and codes, once. The second factor is
/// off until `completeTwoFactor`. Another call replaces the secret and the codes.
#[utoipa::path(operation_id = "enableTwoFactor", tag = "User",
    responses(
        (status = 200, description = "The secret and the codes", body = TwoFactorSetup),
        Fails<(user::ProtectedAccount, user::SecondFactorLevel, user::SecondFactorOn, NeedsSession, TakesBody)>))]
#[post("/user/2fa/enable")]
pub async fn enable(service: Data<TwoFactor>, call: Result<Guarded<SignedIn, NoBody>, ApiError>) -> Answer {
    let call = call.map_err(ApiError::unsuccessful)?;
    let set_up = service.enable(&call.context, &call.caller.actor).await.map_err(failed)?;
    Ok(HttpResponse::Ok().json(TwoFactorSetup::from(set_up)))
}

/// Turn the second factor on
///
/// Requires the first code of the app, which then cannot be used again. Ends the user's other sessions.
#[utoipa::path(operation_id = "completeTwoFactor", tag = "User", request_body = CompleteTwoFactorRequest,
    responses(
        (status = 200, description = "The user, with `twoFactorEnabled`", body = UserDto),
        Fails<(user::InvalidCode, user::AccountLocked, user::ProtectedAccount, user::SecondFactorLevel,
            user::SecondFactorOn, user::NoSetUp, user::Stale, NeedsSession, TakesBody)>))]
#[post("/user/2fa/complete")]
pub async fn complete(
    service: Data<TwoFactor>,
    cookie: Data<SessionCookie>,
    call: Result<Guarded<SignedIn, Json<CompleteTwoFactorRequest>>, ApiError>,
) -> Answer {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(body) = call.input;
    let token = Secret::new(body.token);
    let device = cookie.device().read(&call.request);
    let user = service.complete(&call.context, &call.caller.actor, device.as_ref(), &token).await;
    Ok(HttpResponse::Ok().json(UserDto::from(user.map_err(failed)?)))
}

/// Turn the second factor off
///
/// Requires the password and a code of the app or a backup code. Deletes all codes and ends the user's other sessions.
/// If the second factor is off, requires only the password, and discards a setup in progress.
#[utoipa::path(operation_id = "disableTwoFactor", tag = "User", request_body = DisableTwoFactorRequest,
    responses(
        (status = 200, description = "The user, without `twoFactorEnabled`", body = UserDto),
        Fails<(user::WrongPassword, user::InvalidCode, user::AccountLocked, user::ProtectedAccount,
            user::LastSecondFactor, user::Stale, NeedsSession, TakesBody)>))]
#[post("/user/2fa/disable")]
pub async fn disable(
    service: Data<TwoFactor>,
    cookie: Data<SessionCookie>,
    call: Result<Guarded<SignedIn, Json<DisableTwoFactorRequest>>, ApiError>,
) -> Answer {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(body) = call.input;
    let (password, token) = (Secret::new(body.password), body.token.map(Secret::new));
    let (actor, device) = (&call.caller.actor, cookie.device().read(&call.request));
    let user = service.disable(&call.context, actor, device.as_ref(), &password, token.as_ref()).await;
    Ok(HttpResponse::Ok().json(UserDto::from(user.map_err(failed)?)))
}

fn failed(error: UserError) -> ApiError {
    ApiError::from(error).unsuccessful()
}
