//! POST /api/register

use crate::dto::Ignored;
use crate::dto::user::{AccessKeyDto, UserDto};
use crate::gate::guard::{Anyone, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{Common, TakesBody};
use crate::http::input::{Json, Member, nullable};
use actix_web::{HttpResponse, post, web};
use facility_kernel::Secret;
use facility_users::services::registration::{Registration, RegistrationRequest};

/// A new registration.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterRequest {
    /// 3 to 50 letters, digits, underscores and hyphens. Unique ignoring case.
    #[schema(min_length = 3, max_length = 50)]
    username: String,
    /// 6 to 128 characters of any kind. The most common passwords and the username are refused.
    #[schema(min_length = 6, max_length = 128, format = Password)]
    password: String,
    /// Determines the requested level.
    #[schema(value_type = AccessKeyDto)]
    access_key: String,
    /// An email address, at which the user learns of the approval. It can be changed in the settings.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 254)]
    email: Member<String>,
    /// Accepted and ignored. The key determines the level.
    #[serde(default, rename = "clearanceLevel")]
    #[schema(value_type = Option<i32>, required = false)]
    _clearance_level: Ignored,
    /// Accepted and ignored. Only administrators grant administrator rights.
    #[serde(default, rename = "isAdmin")]
    #[schema(value_type = Option<bool>, required = false)]
    _is_admin: Ignored,
}

/// Register an account
///
/// The account waits for an administrator's approval and gets no session.
#[utoipa::path(operation_id = "register", tag = "User", security(()), request_body = RegisterRequest,
    responses(
        (status = 201, description = "The account, waiting for approval", body = UserDto),
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody),
        (status = 409, description = "The name is taken (`username_taken`)", body = ApiErrorBody),
        (status = 423, description = "The site is in lockdown (`lockdown`)", body = ApiErrorBody),
        (status = 429, description = "Too many registrations (`rate_limited`)", body = ApiErrorBody),
        TakesBody, Common))]
#[post("/register")]
pub async fn register(
    registration: web::Data<Registration>,
    call: Guarded<Anyone, Json<RegisterRequest>>,
) -> Result<HttpResponse, ApiError> {
    let Json(body) = call.input;
    let request = RegistrationRequest {
        username: body.username,
        password: Secret::new(body.password),
        access_key: body.access_key,
        email: body.email.flatten(),
    };
    let user = registration.register(&call.context, request).await?;
    Ok(HttpResponse::Created().json(UserDto::from(user)))
}
