//! POST /api/admin/alerts/clear

use crate::gate::guard::{Admin, Guarded};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::Json;
use actix_web::{HttpResponse, post, web};
use facility_submissions::services::alerts::AdminAlerts;

/// The alerts and reminders to clear.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearAlertsRequest {
    /// Ids of security alerts and deadline reminders. Unknown ids are ignored.
    ids: Vec<String>,
}

/// Clear alerts and reminders from the caller's list
#[utoipa::path(operation_id = "clearAlerts", tag = "Security", request_body = ClearAlertsRequest,
    responses(
        (status = 204, description = "They are not listed for the caller any more"),
        NeedsAdmin, TakesBody,
        (status = 403, description = "Not an administrator (`admin_only`), or the emergency access, which keeps no marks \
            (`protected_account`)", body = ApiErrorBody)))]
#[post("/admin/alerts/clear")]
pub async fn clear_alerts(
    alerts: web::Data<AdminAlerts>,
    call: Guarded<Admin, Json<ClearAlertsRequest>>,
) -> Result<HttpResponse, ApiError> {
    alerts.clear(&call.context, &call.caller.actor, call.input.0.ids).await?;
    Ok(HttpResponse::NoContent().finish())
}
