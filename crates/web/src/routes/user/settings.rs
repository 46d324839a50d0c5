//! PATCH /api/user/settings

use crate::dto::user::{ThemeDto, TickedStepDto, UserDto};
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::session_ends::session_ends;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::{Json, Member, nullable};
use actix_web::{HttpResponse, patch, web};
use facility_users::services::settings::Settings;
use facility_users::settings::SettingsPatch;

/// The settings to change. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    /// The color theme of the terminal.
    #[schema(value_type = Option<ThemeDto>, nullable = false)]
    theme: Option<String>,
    /// Minutes: 15, 30, 60, 120 or 240.
    #[schema(value_type = Option<i32>, nullable = false)]
    session_timeout: Option<i64>,
    /// An email address. Null clears it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 254)]
    email: Member<String>,
    /// Whether notifications are sent to the email address too.
    #[schema(value_type = Option<bool>, nullable = false)]
    email_notifications: Option<bool>,
    /// A phone number. Null clears it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 40)]
    phone: Member<String>,
    /// Whether the home board leaves out the first steps.
    #[schema(value_type = Option<bool>, nullable = false)]
    first_steps_hidden: Option<bool>,
    /// All first steps that are ticked by hand. They count as done for this administrator.
    #[schema(value_type = Option<Vec<TickedStepDto>>, nullable = false)]
    first_steps_ticked: Option<Vec<String>>,
}

/// Change the caller's settings
#[utoipa::path(operation_id = "updateSettings", tag = "User", request_body = UpdateSettingsRequest,
    responses(
        (status = 200, description = "The user with the new settings", body = UserDto),
        (status = 409, description = "Someone else changed it (`stale`)", body = ApiErrorBody),
        NeedsSession, TakesBody))]
#[patch("/user/settings")]
pub async fn settings(
    settings: web::Data<Settings>,
    call: Guarded<SignedIn, Json<UpdateSettingsRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let patch = SettingsPatch {
        theme: body.theme,
        session_timeout: body.session_timeout,
        email: body.email,
        email_notifications: body.email_notifications,
        phone: body.phone,
        first_steps_hidden: body.first_steps_hidden,
        first_steps_ticked: body.first_steps_ticked,
    };
    let user = settings.update(&call.context, &call.caller.actor, patch).await?;
    // A new timeout changes when this session ends.
    let ends = session_ends(call.caller.session.ends_at(user.session_timeout));
    Ok(HttpResponse::Ok().insert_header(ends).json(UserDto::from(user)))
}
