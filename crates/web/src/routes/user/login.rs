//! POST /api/login

use crate::dto::{AccessKeyDto, UserDto};
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::{Common, TakesBody};
use crate::guard::{Anyone, Guarded};
use crate::input::Json;
use crate::state::App;
use actix_web::{HttpResponse, post, web};
use users::Secret;
use users::services::{SignInAnswer, SignInRequest};

/// What somebody sends to sign in.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginRequest {
    /// The name, in any case.
    username: String,
    /// The password.
    #[schema(format = Password)]
    password: String,
    /// Where it is sent it has to be the account's.
    #[schema(value_type = Option<AccessKeyDto>)]
    access_key: Option<String>,
}

/// The credentials are right, but no session was opened: the site asks for a second factor, and the account has none.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorSetupRequired {
    /// Always true.
    requires_two_factor_setup: bool,
    /// The level of the account.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: u8,
}

/// What the right credentials lead to.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// A session of this user.
    User(Box<UserDto>),
    /// No session yet.
    Setup(TwoFactorSetupRequired),
}

/// Sign in
///
/// Opens a session and sets its cookie; a session that the browser had before ends.
#[utoipa::path(operation_id = "login", tag = "User", security(()), request_body = LoginRequest,
    responses(
        (status = 200, description = "The user, and the session's cookie is set; or that a second factor has to be \
            set up first, and no session", body = LoginAnswer,
            headers(("Set-Cookie" = Option<String>, description = "The session, where one was opened"))),
        (status = 401, description = "Name, password or access key is wrong (`invalid_credentials`)",
            body = ApiErrorBody),
        (status = 403, description = "Nobody approved the account yet (`not_approved`), or `cross_site`",
            body = ApiErrorBody),
        (status = 423, description = "Too many wrong tries (`account_locked`, with `Retry-After`), or the site is in \
            lockdown and the account no administrator's (`lockdown`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/login")]
pub async fn login(
    app: web::Data<App>,
    call: Guarded<Anyone, Json<LoginRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let request = SignInRequest {
        username: body.username,
        password: Secret::new(body.password),
        access_key: body.access_key,
    };
    Ok(match app.sign_in.sign_in(&call.context, request, replaces).await? {
        SignInAnswer::Opened(opened) => {
            let user = LoginAnswer::User(Box::new(opened.user.into()));
            HttpResponse::Ok().cookie(app.cookie.issue(&opened.token)).json(user)
        }
        SignInAnswer::NeedsTwoFactorSetup(level) => {
            let clearance_level = level.level();
            let setup = TwoFactorSetupRequired { requires_two_factor_setup: true, clearance_level };
            HttpResponse::Ok().json(LoginAnswer::Setup(setup))
        }
    })
}
