//! DELETE /api/admin/security/active-sessions/{id}

use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::NoBody;
use actix_web::{HttpResponse, delete, web};
use facility_kernel::SessionId;
use facility_users::services::monitoring::Monitoring;

/// End a session
///
/// Its next request is refused, and its sockets are closed within two seconds. Sign out to end your own session.
#[utoipa::path(operation_id = "terminateSession", tag = "Security",
    params(("id" = String, Path, description = "The session")),
    responses(
        (status = 204, description = "The session has ended"),
        (status = 403, description = "The caller's own session (`self_forbidden`), or not an administrator (`admin_only`)",
            body = ApiErrorBody),
        (status = 404, description = "No such session (`not_found`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[delete("/admin/security/active-sessions/{id}")]
pub async fn terminate_session(
    monitoring: web::Data<Monitoring>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<HttpResponse, ApiError> {
    let id: SessionId = id.parse().map_err(|_source| ApiError::invalid("id", "Invalid session id"))?;
    monitoring.terminate(&call.context, &call.caller.actor, id).await?;
    Ok(HttpResponse::NoContent().finish())
}
