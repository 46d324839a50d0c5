//! Monitoring of sign-ins and sessions.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, TakesBody};
use crate::http::input::{NoBody, Nothing};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::routes::oversight::alerts::AlertSeverityDto;
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, web};
use facility_audit::alerts::SecurityAlert;
use facility_audit::attempts::RecordedAttempt;
use facility_kernel::{Page, PageRequest, SessionId};
use facility_oversight::error::row as oversight;
use facility_oversight::services::monitoring::{Monitoring, MonitoringSummary};
use facility_users::session::{ActiveSession, LockedName, MAX_LISTED};
use serde::Serialize;
use std::cell::Cell;
use utoipa::ToSchema;

/// A sign-in attempt, or several equal ones that were recorded together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LoginAttempt)]
#[serde(rename_all = "camelCase")]
pub struct LoginAttemptDto {
    /// A UUID.
    pub id: String,
    /// The entered name. If no account has it, its fingerprint instead: `unknown name` and 8 digits.
    pub username: String,
    /// The caller's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The caller's user agent.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it opened a session.
    pub success: bool,
    /// Why it failed, in `snake_case`.
    #[schema(required = true)]
    pub failure_reason: Option<String>,
    /// Whether it is suspicious.
    pub is_suspicious: bool,
    /// Time of the attempt, or of the last of several.
    #[schema(format = DateTime)]
    pub attempted_at: String,
    /// Number of attempts that the item represents.
    #[schema(minimum = 1)]
    pub count: u32,
}

impl From<RecordedAttempt> for LoginAttemptDto {
    fn from(attempt: RecordedAttempt) -> Self {
        Self {
            id: attempt.id.to_string(),
            username: attempt.username,
            ip_address: attempt.ip_address,
            user_agent: attempt.user_agent,
            success: attempt.success,
            failure_reason: attempt.failure_reason,
            is_suspicious: attempt.is_suspicious,
            attempted_at: attempt.attempted_at.to_string(),
            count: attempt.count,
        }
    }
}

/// A valid session of any user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ActiveSession)]
#[serde(rename_all = "camelCase")]
pub struct ActiveSessionDto {
    /// A UUID. It is not the session's token.
    pub id: String,
    /// The user's name.
    pub username: String,
    /// The user's level.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// Whether the user is an administrator.
    pub is_admin: bool,
    /// Time of the last foreground request, accurate to a minute.
    #[schema(format = DateTime)]
    pub last_activity: String,
    /// When it was opened.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The address at sign-in.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The user agent at sign-in.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it is the caller's current session.
    pub current: bool,
}

impl ActiveSessionDto {
    /// Converts a session for the caller whose current session is `own`.
    pub fn new(active: ActiveSession, own: Option<SessionId>) -> Self {
        let ActiveSession { session, username, clearance, is_admin, timeout_minutes: _ } = active;
        Self {
            id: session.id.to_string(),
            username,
            clearance_level: clearance.level(),
            is_admin,
            last_activity: session.last_active_at.to_string(),
            created_at: session.created_at.to_string(),
            ip_address: session.ip_address,
            user_agent: session.user_agent,
            current: own == Some(session.id),
        }
    }
}

/// Security statistics of the last 24 hours.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SecuritySummary)]
#[serde(rename_all = "camelCase")]
pub struct SecuritySummaryDto {
    /// Suspicious sign-in attempts.
    pub suspicious_attempts: u64,
    /// The severity of the alert that they raise. Null if they raise none.
    #[schema(required = true)]
    pub severity: Option<AlertSeverityDto>,
    /// Failed sign-in attempts.
    pub failed_attempts: u64,
    /// All sign-in attempts.
    pub total_attempts: u64,
    /// Valid sessions.
    pub active_sessions: u64,
    /// Valid sessions of administrators.
    pub admin_sessions: u64,
    /// Number of distinct names that are currently locked.
    pub locked_out: u64,
    /// When the last of their locks ends. Null if no name is locked.
    #[schema(required = true, format = DateTime)]
    pub locked_until: Option<String>,
}

impl From<MonitoringSummary> for SecuritySummaryDto {
    fn from(summary: MonitoringSummary) -> Self {
        let alert = SecurityAlert::of(&summary.attempts);
        Self {
            suspicious_attempts: summary.attempts.suspicious,
            severity: alert.map(|alert| alert.severity.into()),
            failed_attempts: summary.attempts.failed,
            total_attempts: summary.attempts.attempts,
            active_sessions: summary.sessions,
            admin_sessions: summary.admin_sessions,
            locked_out: summary.locked,
            locked_until: summary.locked_until.map(|at| at.to_string()),
        }
    }
}

/// A name that is currently locked for a network, for a browser, or for all.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LockedName)]
#[serde(rename_all = "camelCase")]
pub struct LockedNameDto {
    /// The account's name, or the entered name if no account has it.
    pub username: String,
    /// Id of the account, which can be unlocked. Null if no account has the name.
    #[schema(required = true)]
    pub user_id: Option<String>,
    /// When the last of its locks ends.
    #[schema(format = DateTime)]
    pub locked_until: String,
    /// Whether wrong passwords locked it.
    pub by_passwords: bool,
    /// Whether wrong codes of the second factor locked it.
    pub by_codes: bool,
}

impl From<LockedName> for LockedNameDto {
    fn from(locked: LockedName) -> Self {
        Self {
            username: locked.username,
            user_id: locked.user_id.map(|id| id.to_string()),
            locked_until: locked.until.to_string(),
            by_passwords: locked.by_passwords,
            by_codes: locked.by_codes,
        }
    }
}

/// Lists the sign-in attempts of the last 24 hours.
async fn attempts(monitoring: Data<Monitoring>, call: Guarded<Admin, Paged>, only_suspicious: bool) -> Answer {
    let now = call.context.now;
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = monitoring.attempts(&call.caller.actor, only_suspicious, now, requested).await?;
        Ok((page.map(LoginAttemptDto::from), Total::of(total)))
    })
    .await
}

/// Sign-in attempts of the last 24 hours, newest first
///
/// Equal attempts on a locked name within a minute of each other are one item with a `count`.
#[utoipa::path(operation_id = "listRecentLogins", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The attempts", body = Vec<LoginAttemptDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/security/recent-logins")]
pub async fn recent_logins(monitoring: Data<Monitoring>, call: Guarded<Admin, Paged>) -> Answer {
    attempts(monitoring, call, false).await
}

/// Suspicious sign-in attempts of the last 24 hours, newest first
///
/// These attempts are suspicious: the third and later failures within 15 minutes for a name or an address, attempts on
/// a locked name, and wrong static codes, emergency keys and master keys.
#[utoipa::path(operation_id = "listSuspiciousLogins", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The attempts", body = Vec<LoginAttemptDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/security/suspicious-logins")]
pub async fn suspicious_logins(monitoring: Data<Monitoring>, call: Guarded<Admin, Paged>) -> Answer {
    attempts(monitoring, call, true).await
}

/// The valid sessions, most recently active first
///
/// At most 1,000 if `limit` is missing.
#[utoipa::path(operation_id = "listActiveSessions", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The sessions", body = Vec<ActiveSessionDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/security/active-sessions")]
pub async fn active_sessions(monitoring: Data<Monitoring>, call: Guarded<Admin, Paged>) -> Answer {
    let now = call.context.now;
    let read = Cell::new(0);
    listing::answer(&call.request, call.input.0, async move |requested: PageRequest| {
        read.set(read.get() + i64::from(requested.limit.get()));
        let is_full = read.get() >= MAX_LISTED;
        let (page, total) = monitoring.sessions(&call.caller.actor, now, requested).await?;
        let page = page.map(|one| ActiveSessionDto::new(one, call.caller.actor.session_id));
        let next = page.next.filter(|_| !is_full);
        Ok((Page { next, ..page }, Total::of(total)))
    })
    .await
}

/// End a session
///
/// Further requests with the session are refused, and its sockets are closed within two seconds. The caller's own
/// session is refused; sign out to end it.
#[utoipa::path(operation_id = "terminateSession", tag = "Security",
    params(("id" = String, Path, description = "The session")),
    responses(
        (status = 204, description = "The session has ended"),
        Fails<(oversight::NotFound, oversight::SelfForbidden, NeedsAdmin, TakesBody)>))]
#[delete("/admin/security/active-sessions/{id}")]
pub async fn terminate_session(monitoring: Data<Monitoring>, call: Guarded<Admin, NoBody>) -> Answer {
    monitoring.terminate(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The locked names, those that stay locked longest first
///
/// After too many wrong passwords or codes, sign-ins with a name are refused for a network, for a browser, or for all.
/// At most 1,000. Names of accounts can be unlocked.
#[utoipa::path(operation_id = "listLockedNames", tag = "Security",
    responses((status = 200, description = "The names", body = Vec<LockedNameDto>), Fails<NeedsAdmin>))]
#[get("/admin/security/locked-names")]
pub async fn locked_names(monitoring: Data<Monitoring>, call: Guarded<Admin, Nothing>) -> Body<Vec<LockedNameDto>> {
    let names = monitoring.locked_names(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(names.into_iter().map(LockedNameDto::from).collect()))
}

/// Security statistics of the last 24 hours
#[utoipa::path(operation_id = "getSecuritySummary", tag = "Security",
    responses((status = 200, description = "The numbers", body = SecuritySummaryDto), Fails<NeedsAdmin>))]
#[get("/admin/security/summary")]
pub async fn last_day(monitoring: Data<Monitoring>, call: Guarded<Admin, Nothing>) -> Body<SecuritySummaryDto> {
    Ok(web::Json(monitoring.summary(&call.caller.actor, call.context.now).await?.into()))
}
