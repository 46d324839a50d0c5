//! GET /api/admin/security/active-sessions

use crate::dto::ActiveSessionDto;
use crate::error::ApiError;
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Nothing;
use actix_web::{get, web};
use users::services::Watching;

/// Sessions that are valid now, the most recently active first
///
/// At most 1,000.
#[utoipa::path(operation_id = "listActiveSessions", tag = "Security",
    responses((status = 200, description = "The sessions", body = Vec<ActiveSessionDto>), NeedsAdmin))]
#[get("/admin/security/active-sessions")]
pub async fn active_sessions(
    watching: web::Data<Watching>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<Vec<ActiveSessionDto>>, ApiError> {
    let actor = &call.caller.actor;
    let sessions = watching.sessions(actor, call.context.now).await?;
    Ok(web::Json(sessions.into_iter().map(|one| ActiveSessionDto::new(one, actor.session_id)).collect()))
}
