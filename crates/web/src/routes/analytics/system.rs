//! GET /api/admin/analytics/system

use crate::dto::analytics::SystemAnalyticsDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::analytics::Analytics;

/// Figures about what the site holds now
///
/// The uptime is that of the process that answers.
#[utoipa::path(operation_id = "getSystemAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = SystemAnalyticsDto), NeedsAdmin))]
#[get("/admin/analytics/system")]
pub async fn system(
    analytics: web::Data<Analytics>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<SystemAnalyticsDto>, ApiError> {
    let (figures, uptime) = analytics.system(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(SystemAnalyticsDto::new(&figures, uptime)))
}
