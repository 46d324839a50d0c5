//! GET /api/admin/security-alerts

use crate::dto::security::SecurityAlertDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::alerts::AdminAlerts;

/// Security alerts that the caller has not cleared
///
/// One alert while more than 5 sign-in attempts of the last 24 hours are suspicious; critical above 10. One for each of
/// these that happened in that time: a sign-in with a static code, a second factor locked by wrong codes, emergency access,
/// codes issued with the master key.
#[utoipa::path(operation_id = "listSecurityAlerts", tag = "Security",
    responses((status = 200, description = "The alerts", body = Vec<SecurityAlertDto>), NeedsAdmin))]
#[get("/admin/security-alerts")]
pub async fn alerts(
    alerts: web::Data<AdminAlerts>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<Vec<SecurityAlertDto>>, ApiError> {
    let found = alerts.security(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(found.into_iter().map(SecurityAlertDto::from).collect()))
}
