//! GET /api/admin/audit-logs/checkpoint

use crate::dto::audit::AuditCheckpointDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_audit::trail::AuditTrail;

/// Sign the audit log
///
/// A checkpoint states the number of entries and the root of their Merkle tree, signed with the server's Ed25519 key
/// (c2sp.org/tlog-checkpoint). Kept elsewhere, it shows later whether the entries up to it are still the same. Conflict
/// `audit_log_altered`: the log does not extend its last checkpoint, so no other is signed.
#[utoipa::path(operation_id = "getAuditCheckpoint", tag = "AuditLog",
    responses((status = 200, description = "The checkpoint of the log as it is now", body = AuditCheckpointDto),
        (status = 409, description = "`audit_log_altered`", body = ApiErrorBody), NeedsAdmin))]
#[get("/admin/audit-logs/checkpoint")]
pub async fn checkpoint(
    trail: web::Data<AuditTrail>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<AuditCheckpointDto>, ApiError> {
    let signed = trail.checkpoint_for(&call.caller.actor).await?;
    Ok(web::Json(signed.into()))
}
