//! Security alerts, and reminders of deadlines.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, TakesBody};
use crate::http::input::{Json, Nothing};
use crate::http::wire::Wire;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post, web};
use facility_audit::alerts::{AlertCause, SecurityAlert, Severity};
use facility_oversight::error::row as oversight;
use facility_oversight::reminders::{Priority, Reminder, WaitKind};
use facility_oversight::services::alerts::{AdminAlerts, Marked};
use serde::Serialize;
use utoipa::ToSchema;

/// How urgent a security alert is.
pub type AlertSeverityDto = Wire<Severity>;

/// The type of a security alert.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SecurityAlertType)]
#[serde(rename_all = "lowercase")]
pub enum SecurityAlertTypeDto {
    /// A security alert.
    Security,
}

/// A security alert.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SecurityAlert)]
#[serde(rename_all = "camelCase")]
pub struct SecurityAlertDto {
    /// An opaque text. It stays the same until the severity or the day of the last attempt changes, or the event occurs
    /// again.
    pub id: String,
    /// The type.
    pub r#type: SecurityAlertTypeDto,
    /// How urgent it is.
    pub severity: AlertSeverityDto,
    /// The message.
    pub message: String,
    /// The cause: `suspicious_sign_ins`, or an action in the audit log, such as `static_code_used`.
    pub cause: String,
    /// Suspicious sign-in attempts in the last 24 hours. 0 for alerts about an action.
    pub suspicious_attempts: u64,
    /// Time of the last suspicious attempt, or of the action.
    #[schema(format = DateTime)]
    pub last_attempt: String,
    /// Same as `lastAttempt`.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// What the alert is about.
    pub entity_type: SecurityEntityDto,
    /// When the caller read it.
    #[schema(required = true, format = DateTime)]
    pub read_at: Option<String>,
}

/// What security alerts are about.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SecurityEntityType)]
#[serde(rename_all = "snake_case")]
pub enum SecurityEntityDto {
    /// Sign-in attempts.
    LoginAttempt,
    /// An account.
    User,
    /// The site.
    Site,
}

impl From<AlertCause> for SecurityEntityDto {
    fn from(cause: AlertCause) -> Self {
        match cause {
            AlertCause::SuspiciousSignIns => Self::LoginAttempt,
            AlertCause::StaticCodeUsed | AlertCause::SecondFactorLocked | AlertCause::EmergencyCodesSynchronized => {
                Self::User
            }
            AlertCause::EmergencyAccessOpened | AlertCause::MasterKeyUsed => Self::Site,
        }
    }
}

impl From<Marked<SecurityAlert>> for SecurityAlertDto {
    fn from(Marked { alert, read_at }: Marked<SecurityAlert>) -> Self {
        Self {
            message: alert.message(),
            id: alert.id,
            r#type: SecurityAlertTypeDto::Security,
            severity: alert.severity.into(),
            cause: alert.cause.as_str().to_owned(),
            suspicious_attempts: alert.suspicious_attempts,
            last_attempt: alert.last_at.to_string(),
            timestamp: alert.last_at.to_string(),
            entity_type: alert.cause.into(),
            read_at: read_at.map(|at| at.to_string()),
        }
    }
}

/// How urgent a reminder is.
pub type ReminderPriorityDto = Wire<Priority>;

/// The type of a reminder.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = ReminderType)]
#[serde(rename_all = "lowercase")]
pub enum ReminderTypeDto {
    /// A deadline.
    Deadline,
}

/// The record that waits for a decision.
pub type ReminderEntityTypeDto = Wire<WaitKind>;

/// A reminder of a deadline.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DeadlineReminder)]
#[serde(rename_all = "camelCase")]
pub struct DeadlineReminderDto {
    /// An opaque text. It stays the same for as long as the item waits.
    pub id: String,
    /// The type.
    pub r#type: ReminderTypeDto,
    /// How urgent it is.
    pub priority: ReminderPriorityDto,
    /// The message.
    pub message: String,
    /// When the decision is due. May be in the past.
    #[schema(format = DateTime)]
    pub due_date: String,
    /// Type of the item that waits.
    pub entity_type: ReminderEntityTypeDto,
    /// Id of the submission, the edit or the document.
    pub entity_id: String,
    /// When the caller read it.
    #[schema(required = true, format = DateTime)]
    pub read_at: Option<String>,
}

impl From<Marked<Reminder>> for DeadlineReminderDto {
    fn from(Marked { alert, read_at }: Marked<Reminder>) -> Self {
        Self {
            id: alert.id,
            r#type: ReminderTypeDto::Deadline,
            priority: alert.priority.into(),
            message: alert.message,
            due_date: alert.due_at.to_string(),
            entity_type: alert.kind.into(),
            entity_id: alert.entity_id,
            read_at: read_at.map(|at| at.to_string()),
        }
    }
}

/// Security alerts that the caller has not cleared
///
/// One alert while more than 5 sign-in attempts of the last 24 hours are suspicious; it is critical above 10. One alert
/// for each of these events in the last 24 hours: a sign-in with a static code, a second factor locked by wrong codes,
/// emergency access, and codes issued with the master key.
#[utoipa::path(operation_id = "listSecurityAlerts", tag = "Security",
    responses((status = 200, description = "The alerts", body = Vec<SecurityAlertDto>), Fails<NeedsAdmin>))]
#[get("/admin/security-alerts")]
pub async fn list(alerts: Data<AdminAlerts>, call: Guarded<Admin, Nothing>) -> Body<Vec<SecurityAlertDto>> {
    let found = alerts.security(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(found.into_iter().map(SecurityAlertDto::from).collect()))
}

/// Deadlines that the caller has not cleared, most urgent first
///
/// Submissions and edits that are less than 24 hours old or have waited for two days (they time out after three), and
/// archive requests that have waited for two days. At most 100 of each.
#[utoipa::path(operation_id = "listDeadlineReminders", tag = "Security",
    responses((status = 200, description = "The reminders", body = Vec<DeadlineReminderDto>), Fails<NeedsAdmin>))]
#[get("/admin/deadline-reminders")]
pub async fn reminders(alerts: Data<AdminAlerts>, call: Guarded<Admin, Nothing>) -> Body<Vec<DeadlineReminderDto>> {
    let found = alerts.reminders(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(found.into_iter().map(DeadlineReminderDto::from).collect()))
}

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
        Fails<(oversight::ProtectedAccount, NeedsAdmin, TakesBody)>))]
#[post("/admin/alerts/clear")]
pub async fn clear_alerts(alerts: Data<AdminAlerts>, call: Guarded<Admin, Json<ClearAlertsRequest>>) -> Answer {
    alerts.clear(&call.context, &call.caller.actor, call.input.0.ids).await?;
    Ok(HttpResponse::NoContent().finish())
}
