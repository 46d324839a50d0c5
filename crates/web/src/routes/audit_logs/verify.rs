//! GET /api/admin/audit-logs/verify

use crate::dto::audit::AuditVerificationDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_audit::trail::AuditTrail;

/// Verify the whole audit log
///
/// Checks the hash chain from the first entry and names the first invalid entry. Takes a few seconds for a million
/// entries.
#[utoipa::path(operation_id = "verifyAuditLog", tag = "AuditLog",
    responses((status = 200, description = "The result", body = AuditVerificationDto), NeedsAdmin))]
#[get("/admin/audit-logs/verify")]
pub async fn verify(
    trail: web::Data<AuditTrail>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<AuditVerificationDto>, ApiError> {
    Ok(web::Json(trail.verify_for(&call.caller.actor).await?.into()))
}
