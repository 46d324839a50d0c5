//! POST /api/login

use crate::dto::{AccessKeyDto, UserDto};
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::{Common, TakesBody};
use crate::guard::{Anyone, Guarded};
use crate::input::Json;
use crate::state::App;
use actix_web::{HttpResponse, post, web};
use users::Secret;
use users::services::SignInRequest;

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

/// Sign in
///
/// Opens a session and sets its cookie; a session that the browser had before ends.
#[utoipa::path(operation_id = "login", tag = "User", security(()), request_body = LoginRequest,
    responses(
        (status = 200, description = "The user; the session's cookie is set", body = UserDto,
            headers(("Set-Cookie" = String, description = "The session"))),
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
    let opened = app.sign_in.sign_in(&call.context, request, replaces).await?;
    Ok(HttpResponse::Ok().cookie(app.cookie.issue(&opened.token)).json(UserDto::from(opened.user)))
}
