//! GET /api/admin/security/summary

use crate::dto::security::SecuritySummaryDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_users::services::monitoring::Monitoring;

/// The numbers of the last 24 hours
#[utoipa::path(operation_id = "getSecuritySummary", tag = "Security",
    responses((status = 200, description = "The numbers", body = SecuritySummaryDto), NeedsAdmin))]
#[get("/admin/security/summary")]
pub async fn summary(
    monitoring: web::Data<Monitoring>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<SecuritySummaryDto>, ApiError> {
    Ok(web::Json(monitoring.summary(&call.caller.actor, call.context.now).await?.into()))
}
