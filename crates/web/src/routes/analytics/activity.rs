//! GET /api/admin/analytics/activity

use crate::dto::analytics::ActivityAnalyticsDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::analytics::Analytics;

/// Figures about what people did
///
/// Of all time.
#[utoipa::path(operation_id = "getActivityAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = ActivityAnalyticsDto), NeedsAdmin))]
#[get("/admin/analytics/activity")]
pub async fn activity(
    analytics: web::Data<Analytics>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<ActivityAnalyticsDto>, ApiError> {
    Ok(web::Json(analytics.activity(&call.caller.actor).await?.into()))
}
