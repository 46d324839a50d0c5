//! POST /api/user/2fa/enable, /complete and /disable

use crate::dto::user::UserDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::{Json, NoBody};
use actix_web::{HttpRequest, HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::error::UserError;
use facility_users::second_factor::SetUp;
use facility_users::services::two_factor::TwoFactor;

/// What an app and its owner need to know, shown once. Nothing is on yet.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorSetup {
    /// The address (`otpauth://totp/`) from which an app takes the secret.
    setup_code: String,
    /// A picture of its QR code, as a `data:image/png` URL.
    qr_code_url: String,
    /// The secret in groups of four characters, to be typed into the app.
    manual_entry_key: String,
    /// Ten codes, each of which replaces a code of the app once.
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
    /// A code of the app or a backup code. Needed while the second factor is on.
    #[schema(format = Password)]
    token: Option<String>,
}

/// Start to set up a second factor
///
/// For level 3 and above, and for administrators. Returns everything an app needs, and codes, once; nothing is on until
/// `completeTwoFactor`. A second call replaces the first.
#[utoipa::path(operation_id = "enableTwoFactor", tag = "User",
    responses((status = 200, description = "The set-up", body = TwoFactorSetup),
        (status = 409, description = "The second factor is on already (`already_enabled`)", body = ApiErrorBody),
        NeedsSession, TakesBody))]
#[post("/user/2fa/enable")]
pub async fn enable(
    service: web::Data<TwoFactor>,
    call: Result<Guarded<SignedIn, NoBody>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let call = call.map_err(ApiError::unsuccessful)?;
    let set_up = service.enable(&call.context, &call.caller.actor).await.map_err(failed)?;
    Ok(HttpResponse::Ok().json(TwoFactorSetup::from(set_up)))
}

/// Turn the second factor on
///
/// With the first code of the app, which is spent. Ends the user's other sessions.
#[utoipa::path(operation_id = "completeTwoFactor", tag = "User", request_body = CompleteTwoFactorRequest,
    responses(TakesBody, NeedsSession, (status = 200, description = "The user, with `twoFactorEnabled`", body = UserDto),
        (status = 401, description = "Not signed in (`not_signed_in`, `session_ended`), or the code is wrong \
            (`invalid_code`)", body = ApiErrorBody),
        (status = 409, description = "No set-up is in progress (`no_setup`), the second factor is on already \
            (`already_enabled`), or someone else changed it (`stale`)", body = ApiErrorBody),
        (status = 423, description = "The site is in lockdown (`lockdown`), or too many wrong codes within 24 hours \
            (`account_locked`, with `Retry-After`)", body = ApiErrorBody)))]
#[post("/user/2fa/complete")]
pub async fn complete(
    service: web::Data<TwoFactor>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Result<Guarded<SignedIn, Json<CompleteTwoFactorRequest>>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(body) = call.input;
    let token = Secret::new(body.token);
    let device = cookie.device().read(&http);
    let user = service.complete(&call.context, &call.caller.actor, device.as_ref(), &token).await;
    Ok(HttpResponse::Ok().json(UserDto::from(user.map_err(failed)?)))
}

/// Turn the second factor off
///
/// With the password and a code of the app or a backup code. Deletes all codes and ends the user's other sessions. While
/// it is off, the password is enough, and a set-up in progress is given up.
#[utoipa::path(operation_id = "disableTwoFactor", tag = "User", request_body = DisableTwoFactorRequest,
    responses(TakesBody, NeedsSession, (status = 200, description = "The user, without `twoFactorEnabled`", body = UserDto),
        (status = 401, description = "Not signed in (`not_signed_in`, `session_ended`), or the password \
            (`invalid_credentials`) or the code (`invalid_code`) is wrong", body = ApiErrorBody),
        (status = 409, description = "The site requires second factors and no other administrator has one \
            (`last_second_factor`), or someone else changed it (`stale`)", body = ApiErrorBody),
        (status = 423, description = "The site is in lockdown (`lockdown`), or too many wrong codes or passwords within 24 hours \
            (`account_locked`, with `Retry-After`)", body = ApiErrorBody)))]
#[post("/user/2fa/disable")]
pub async fn disable(
    service: web::Data<TwoFactor>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Result<Guarded<SignedIn, Json<DisableTwoFactorRequest>>, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let call = call.map_err(ApiError::unsuccessful)?;
    let Json(body) = call.input;
    let (password, token) = (Secret::new(body.password), body.token.map(Secret::new));
    let (actor, device) = (&call.caller.actor, cookie.device().read(&http));
    let user = service.disable(&call.context, actor, device.as_ref(), &password, token.as_ref()).await;
    Ok(HttpResponse::Ok().json(UserDto::from(user.map_err(failed)?)))
}

fn failed(error: UserError) -> ApiError {
    ApiError::from(error).unsuccessful()
}
