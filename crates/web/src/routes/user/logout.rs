//! POST /api/logout

use crate::gate::guard::{Anyone, Guarded};
use crate::http::cookie::SessionCookie;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{Common, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpRequest, HttpResponse, post, web};
use facility_users::services::second_step::SecondStep;
use facility_users::services::sign_in::SignIn;

/// Sign out
///
/// Ends the session on the server, and the browser's sign-in that waits for a code. Succeeds without either, too.
#[utoipa::path(operation_id = "logout", tag = "User", security((), ("session" = [])),
    responses((status = 204, description = "Signed out",
        headers(("Clear-Site-Data" = String, description = "`\"cache\"`"))), TakesBody, Common,
        (status = 403, description = "Sent by another site (`cross_site`)", body = ApiErrorBody)))]
#[post("/logout")]
pub async fn logout(
    sign_in: web::Data<SignIn>,
    second_step: web::Data<SecondStep>,
    cookie: web::Data<SessionCookie>,
    http: HttpRequest,
    call: Guarded<Anyone, NoBody>,
) -> Result<HttpResponse, ApiError> {
    if let Some(caller) = &call.caller {
        sign_in.sign_out(&call.context, &caller.actor).await?;
    }
    if let Some(ticket) = cookie.ticket().read(&http) {
        second_step.give_up(&ticket).await?;
    }
    // The browser's cache of responses belongs to the user who signs out (Clear Site Data, 3.1).
    let cleared = ("Clear-Site-Data", "\"cache\"");
    Ok(HttpResponse::NoContent()
        .insert_header(cleared)
        .cookie(cookie.clear())
        .cookie(cookie.ticket().clear())
        .finish())
}
