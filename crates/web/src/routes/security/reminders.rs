//! GET /api/admin/deadline-reminders

use crate::dto::security::DeadlineReminderDto;
use crate::gate::guard::{Admin, Guarded};
use crate::http::error::ApiError;
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_submissions::services::alerts::AdminAlerts;

/// Deadlines that the caller has not cleared, the most urgent first
///
/// New submissions and edits of the last 24 hours, those that have waited for two days and time out after three, and
/// archive requests that have waited for two days. At most 100 of each.
#[utoipa::path(operation_id = "listDeadlineReminders", tag = "Security",
    responses((status = 200, description = "The reminders", body = Vec<DeadlineReminderDto>), NeedsAdmin))]
#[get("/admin/deadline-reminders")]
pub async fn reminders(
    alerts: web::Data<AdminAlerts>,
    call: Guarded<Admin, Nothing>,
) -> Result<web::Json<Vec<DeadlineReminderDto>>, ApiError> {
    let found = alerts.reminders(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(found.into_iter().map(DeadlineReminderDto::from).collect()))
}
