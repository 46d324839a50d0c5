//! GET /api/admin/analytics/security

use crate::dto::analytics::SecurityAnalyticsDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::analytics::Analytics;

/// Figures about signing in
///
/// Of all time, except for the networks from which sign-ins are refused now.
#[utoipa::path(operation_id = "getSecurityAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = SecurityAnalyticsDto), NeedsAdmin))]
#[get("/admin/analytics/security")]
pub async fn security(
    analytics: web::Data<Analytics>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<SecurityAnalyticsDto>, ApiError> {
    Ok(web::Json(analytics.security(&call.caller.actor, call.context.now).await?.into()))
}
