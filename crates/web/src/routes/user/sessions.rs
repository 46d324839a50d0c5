//! GET /api/user/sessions and DELETE /api/user/sessions/{id}

use crate::dto::session::OwnSessionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, get, web};
use facility_kernel::ErrorKind;
use facility_users::error::UserError;
use facility_users::services::own_sessions::OwnSessions;

/// List the caller's sessions
///
/// The most recently used first, at most ten.
#[utoipa::path(operation_id = "listOwnSessions", tag = "User",
    responses((status = 200, description = "The valid sessions", body = Vec<OwnSessionDto>), NeedsSession))]
#[get("/user/sessions")]
pub async fn list(
    sessions: web::Data<OwnSessions>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<web::Json<Vec<OwnSessionDto>>, ApiError> {
    let listed = sessions.list(&call.context, &call.caller.user).await?;
    let current = call.caller.session.id;
    Ok(web::Json(listed.into_iter().map(|session| OwnSessionDto::new(session, current)).collect()))
}

/// End one of the caller's sessions
///
/// Its sockets are closed within two seconds. Ending the current session signs the caller out.
#[utoipa::path(operation_id = "endOwnSession", tag = "User",
    params(("id" = String, Path, description = "The session")),
    responses(
        (status = 204, description = "The session has ended"),
        (status = 404, description = "The caller has no such session (`not_found`)", body = ApiErrorBody),
        NeedsSession, TakesBody))]
#[delete("/user/sessions/{id}")]
pub async fn end(
    sessions: web::Data<OwnSessions>,
    id: web::Path<String>,
    call: Guarded<SignedIn, NoBody>,
) -> Result<HttpResponse, ApiError> {
    let id = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid session id"))?;
    sessions.end(&call.context, &call.caller.actor, id).await.map_err(|error| match error {
        UserError::NotFound => ApiError::new(ErrorKind::NotFound, "not_found", "Session not found"),
        other => other.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}
