//! Sign-in and sign-out.

use crate::gate::guard::{Anyone, Guarded};
use crate::gate::refusal_time::with_even_refusal_time;
use crate::gate::session_ends::session_ends;
use crate::http::answers::{Answer, Common, Fails, TakesBody};
use crate::http::cookie::SessionCookie;
use crate::http::input::{Json, NoBody};
use crate::http::wire::Wire;
use crate::routes::users::account::{AccessKeyDto, UserDto};
use actix_web::http::header::SET_COOKIE;
use actix_web::web::Data;
use actix_web::{HttpResponse, HttpResponseBuilder, post};
use facility_kernel::Secret;
use facility_users::error::row as user;
use facility_users::second_factor::Method;
use facility_users::services::emergency::EmergencyAccess;
use facility_users::services::second_step::SecondStep;
use facility_users::services::sign_in::{PendingSignIn, SignIn, SignInAnswer, SignInRequest, SignedIn};

/// The kind of a second-factor code.
pub type TwoFactorMethod = Wire<Method>;

/// Credentials for sign-in.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginRequest {
    /// The username, ignoring case.
    username: String,
    /// The password.
    #[schema(format = Password)]
    password: String,
    /// Optional. If present, it must be the account's key.
    #[schema(value_type = Option<AccessKeyDto>)]
    access_key: Option<String>,
}

/// The credentials are valid, and a code must follow within five minutes. No session was started yet.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorRequired {
    /// Always true.
    requires_two_factor: bool,
    /// The time until which the code must arrive.
    #[schema(format = DateTime)]
    expires_at: String,
    /// Number of codes that can still be tried. 0 if too many wrong ones were entered within 24 hours.
    #[schema(minimum = 0, maximum = 5)]
    tries_left: u32,
    /// The kinds of codes that the account has.
    #[schema(min_items = 1, max_items = 3)]
    methods: Vec<TwoFactorMethod>,
}

impl From<&PendingSignIn> for TwoFactorRequired {
    fn from(pending: &PendingSignIn) -> Self {
        Self {
            requires_two_factor: true,
            expires_at: pending.expires_at.to_string(),
            tries_left: pending.tries_left,
            methods: pending.methods.iter().copied().map(TwoFactorMethod::from).collect(),
        }
    }
}

/// The credentials are valid, but no session was started: the site requires a second factor and the account has none.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorSetupRequired {
    /// Always true.
    requires_two_factor_setup: bool,
    /// The level of the account.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: u8,
}

/// The response to valid credentials.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// The user whose session was started.
    User(Box<UserDto>),
    /// A code must follow.
    Code(TwoFactorRequired),
    /// A second factor must be set up first.
    Setup(TwoFactorSetupRequired),
}

/// Sign in
///
/// Starts a session and sets its cookie. Ends the browser's previous session. A second cookie, `facility_device`,
/// identifies the browser to the account for 180 days. It grants no rights, but failed attempts from elsewhere do not
/// count against a browser that has it.
///
/// If the account has a second factor, the response is `requiresTwoFactor` with the kinds of codes that the account
/// has, and sets a third cookie, `facility_pending`. A code must follow within five minutes (`verifyTotp` or
/// `verifyTwoFactor`). If the site requires a second factor, the account has none, and no administrator issued codes
/// for it, the response is `requiresTwoFactorSetup`.
#[utoipa::path(operation_id = "login", tag = "User", security(()), request_body = LoginRequest,
    responses(
        (status = 200, description = "The user, with the session cookie; or that a code must follow, or that \
            a second factor must be set up first, without a session", body = LoginAnswer,
            headers(("Set-Cookie" = Option<String>, description = "The session and the browser, if a session was \
                session_response; the pending sign-in, if a code must follow"),
                ("Session-Ends" = Option<String>, description = "When the session ends without further activity"))),
        Fails<(user::InvalidCredentials, user::AwaitingApproval, user::AccountLocked, user::Lockdown, TakesBody,
            Common)>))]
#[post("/login")]
pub async fn login(
    service: Data<SignIn>,
    cookie: Data<SessionCookie>,
    call: Guarded<Anyone, Json<LoginRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let request = SignInRequest {
        username: body.username,
        password: Secret::new(body.password),
        access_key: body.access_key,
        device: cookie.device().read(&call.request),
        replaces: call.caller.and_then(|caller| caller.actor.session_id),
    };
    Ok(match with_even_refusal_time(service.sign_in(&call.context, request)).await? {
        SignInAnswer::Opened(opened) => {
            session_response(**cookie, &opened).json(LoginAnswer::User(Box::new(opened.user.into())))
        }
        SignInAnswer::NeedsSecondFactor(pending) => HttpResponse::Ok()
            .cookie(cookie.ticket().issue(&pending.token))
            .json(LoginAnswer::Code(TwoFactorRequired::from(&pending))),
        SignInAnswer::NeedsTwoFactorSetup(level) => {
            let clearance_level = level.level();
            let setup = TwoFactorSetupRequired { requires_two_factor_setup: true, clearance_level };
            HttpResponse::Ok().json(LoginAnswer::Setup(setup))
        }
    })
}

/// Returns a response that sets the cookies of a new session. The session cookie is first, because some clients read
/// only the first cookie.
pub fn session_response(cookie: SessionCookie, opened: &SignedIn) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .append_header((SET_COOKIE, cookie.issue(&opened.token).to_string()))
        .append_header((SET_COOKIE, cookie.device().issue(&opened.device).to_string()))
        .insert_header(session_ends(opened.ends_at));
    response
}

/// Sign out
///
/// Ends the session on the server, and a pending sign-in of the browser. Also succeeds if there is neither.
#[utoipa::path(operation_id = "logout", tag = "User", security((), ("session" = [])),
    responses(
        (status = 204, description = "Signed out",
        headers(("Clear-Site-Data" = String, description = "`\"cache\"`"))),
        Fails<(TakesBody, Common)>))]
#[post("/logout")]
pub async fn logout(
    sign_in: Data<SignIn>,
    second_step: Data<SecondStep>,
    cookie: Data<SessionCookie>,
    call: Guarded<Anyone, NoBody>,
) -> Answer {
    if let Some(caller) = &call.caller {
        sign_in.sign_out(&call.context, &caller.actor).await?;
    }
    if let Some(ticket) = cookie.ticket().read(&call.request) {
        second_step.give_up(&ticket).await?;
    }
    // The browser must not keep cached responses of the user who signs out (Clear Site Data, 3.1).
    let cleared = ("Clear-Site-Data", "\"cache\"");
    Ok(HttpResponse::NoContent().insert_header(cleared).cookie(cookie.clear()).cookie(cookie.ticket().clear()).finish())
}

/// The emergency key.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmergencyAccessRequest {
    /// The key, exactly as it was printed.
    #[schema(format = Password, max_length = 256)]
    admin_key: String,
}

/// Open an emergency session
///
/// Opens a session of the user `emergency-access` for at most 30 minutes, even during a lockdown. After three wrong
/// keys within 15 minutes, or 20 within a day, a network gets `rate_limited`. After ten wrong keys within an hour from
/// all networks, further wrong ones get it too; the right key is still accepted. Each attempt is recorded, and each
/// session raises an alert.
#[utoipa::path(operation_id = "openEmergencyAccess", tag = "User", security(()),
    request_body = EmergencyAccessRequest,
    responses(
        (status = 200, description = "The emergency-access user, with the session cookie", body = UserDto,
            headers(("Set-Cookie" = String, description = "The session"),
                ("Session-Ends" = String, description = "When the session ends without further activity"))),
        Fails<(user::InvalidKey, user::Stale, TakesBody, Common)>))]
#[post("/emergency-access")]
pub async fn emergency(
    service: Data<EmergencyAccess>,
    cookie: Data<SessionCookie>,
    call: Guarded<Anyone, Json<EmergencyAccessRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let opened = service.open(&call.context, &Secret::new(body.admin_key), replaces).await?;
    Ok(HttpResponse::Ok()
        .cookie(cookie.issue(&opened.token))
        .insert_header(session_ends(opened.ends_at))
        .json(UserDto::from(opened.user)))
}
