//! POST /api/emergency-access

use crate::dto::user::UserDto;
use crate::gate::guard::{Anyone, Guarded};
use crate::gate::session_ends::session_ends;
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{Common, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::services::emergency::EmergencyAccess;

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
/// Opens a session of the user `emergency-access` for 30 minutes at most, also during a lockdown. Three wrong keys in
/// 15 minutes for each network and ten an hour for the site are told to be wrong. Each try is recorded, and each session is an
/// alert.
#[utoipa::path(operation_id = "openEmergencyAccess", tag = "User", security(()),
    request_body = EmergencyAccessRequest,
    responses(
        (status = 200, description = "The emergency-access user, with the session cookie", body = UserDto,
            headers(("Set-Cookie" = String, description = "The session"),
                ("Session-Ends" = String, description = "When the session ends without further activity"))),
        (status = 401, description = "The key is wrong (`invalid_key`)", body = ApiErrorBody),
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody),
        (status = 409, description = "The key was rotated in the meantime (`stale`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/emergency-access")]
pub async fn emergency(
    service: web::Data<EmergencyAccess>,
    cookie: web::Data<SessionCookie>,
    call: Guarded<Anyone, Json<EmergencyAccessRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let replaces = call.caller.and_then(|caller| caller.actor.session_id);
    let opened = service.open(&call.context, &Secret::new(body.admin_key), replaces).await?;
    Ok(HttpResponse::Ok()
        .cookie(cookie.issue(&opened.token))
        .insert_header(session_ends(opened.ends_at))
        .json(UserDto::from(opened.user)))
}
