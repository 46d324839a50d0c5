//! A user's own sessions.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Body, Fails, NeedsSession, TakesBody};
use crate::http::input::{NoBody, Nothing};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, web};
use facility_kernel::SessionId;
use facility_users::error::row as user;
use facility_users::services::own_sessions::OwnSessions;
use facility_users::session::Session;
use serde::Serialize;
use utoipa::ToSchema;

/// One of the caller's sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OwnSession)]
#[serde(rename_all = "camelCase")]
pub struct OwnSessionDto {
    /// The session's id. It is not its token.
    pub id: String,
    /// Time of the sign-in.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Time of the last foreground request, accurate to a minute.
    #[schema(format = DateTime)]
    pub last_activity: String,
    /// The client's address at sign-in.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent at sign-in.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it is the session of this request.
    pub current: bool,
}

impl OwnSessionDto {
    /// Converts a session for the caller whose session is `current`.
    pub fn new(session: Session, current: SessionId) -> Self {
        Self {
            id: session.id.to_string(),
            created_at: session.created_at.to_string(),
            last_activity: session.last_active_at.to_string(),
            ip_address: session.ip_address,
            user_agent: session.user_agent,
            current: session.id == current,
        }
    }
}

/// List the caller's sessions
///
/// Most recently used first, at most ten.
#[utoipa::path(operation_id = "listOwnSessions", tag = "User",
    responses((status = 200, description = "The valid sessions", body = Vec<OwnSessionDto>), Fails<NeedsSession>))]
#[get("/user/sessions")]
pub async fn list(sessions: Data<OwnSessions>, call: Guarded<SignedIn, Nothing>) -> Body<Vec<OwnSessionDto>> {
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
        Fails<(user::SessionNotFound, NeedsSession, TakesBody)>))]
#[delete("/user/sessions/{id}")]
pub async fn end(sessions: Data<OwnSessions>, call: Guarded<SignedIn, NoBody>) -> Answer {
    sessions.end(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
