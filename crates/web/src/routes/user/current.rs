//! GET /api/user

use crate::dto::UserDto;
use crate::error::ApiErrorBody;
use crate::failures::Common;
use crate::guard::{AnySession, Guarded};
use crate::input::Nothing;
use actix_web::{get, web};

/// Who is signed in
#[utoipa::path(operation_id = "getCurrentUser", tag = "User",
    responses((status = 200, description = "The signed-in user", body = UserDto),
        (status = 401, description = "Nobody is signed in (`not_signed_in`)", body = ApiErrorBody), Common))]
#[get("/user")]
pub async fn current(call: Guarded<AnySession, Nothing>) -> web::Json<UserDto> {
    web::Json(call.caller.user.clone().into())
}
