//! GET /api/user

use crate::dto::user::UserDto;
use crate::gate::guard::{AnySession, Guarded};
use crate::http::error::ApiErrorBody;
use crate::http::failures::Common;
use crate::http::input::Nothing;
use actix_web::{get, web};

/// The signed-in account
#[utoipa::path(operation_id = "getCurrentUser", tag = "User",
    responses((status = 200, description = "The signed-in user", body = UserDto),
        (status = 401, description = "Not signed in (`not_signed_in`), or the session has ended \
            (`session_ended`)", body = ApiErrorBody), Common))]
#[get("/user")]
pub async fn current(call: Guarded<AnySession, Nothing>) -> web::Json<UserDto> {
    web::Json(call.caller.user.clone().into())
}
