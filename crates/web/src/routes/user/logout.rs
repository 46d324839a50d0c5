//! POST /api/logout

use crate::error::ApiError;
use crate::failures::{Common, TakesBody};
use crate::guard::{Anyone, Guarded};
use crate::input::NoBody;
use crate::state::App;
use actix_web::{HttpResponse, post, web};

/// Sign out
///
/// The session is gone on the server. Signing out without a session is no error.
#[utoipa::path(operation_id = "logout", tag = "User", security((), ("session" = [])),
    responses((status = 204, description = "Nobody is signed in any more"), TakesBody, Common))]
#[post("/logout")]
pub async fn logout(app: web::Data<App>, call: Guarded<Anyone, NoBody>) -> Result<HttpResponse, ApiError> {
    if let Some(caller) = &call.caller {
        app.sign_in.sign_out(&call.context, &caller.actor).await?;
    }
    Ok(HttpResponse::NoContent().cookie(app.cookie.clear()).finish())
}
