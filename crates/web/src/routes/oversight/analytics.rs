//! Statistics about the whole site.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Body, Fails, NeedsAdmin};
use crate::http::error::ApiError;
use crate::http::input::{Nothing, Query};
use actix_web::web::Data;
use actix_web::{get, web};
use facility_oversight::analytics::{ActivityFigures, Interval, Point, SecurityFigures, SeriesMetric, SystemFigures};
use facility_oversight::services::analytics::Analytics;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// Statistics about sign-ins, of all time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SecurityAnalytics)]
#[serde(rename_all = "camelCase")]
pub struct SecurityAnalyticsDto {
    /// Sign-in attempts.
    pub total_login_attempts: u64,
    /// Attempts that opened a session.
    pub successful_logins: u64,
    /// Refused attempts.
    pub failed_login_attempts: u64,
    /// Suspicious attempts.
    pub suspicious_activities: u64,
    /// Checks of a second factor.
    pub two_factor_attempts: u64,
    /// Networks from which sign-ins are currently refused.
    #[serde(rename = "blockedIPs")]
    pub blocked_ips: u64,
    /// The last suspicious attempt. Null if there was none.
    #[schema(required = true, format = DateTime)]
    pub last_breach_attempt: Option<String>,
}

impl From<SecurityFigures> for SecurityAnalyticsDto {
    fn from(figures: SecurityFigures) -> Self {
        Self {
            total_login_attempts: figures.granted.saturating_add(figures.failed),
            successful_logins: figures.granted,
            failed_login_attempts: figures.failed,
            suspicious_activities: figures.suspicious,
            two_factor_attempts: figures.second_factor,
            blocked_ips: figures.blocked_networks,
            last_breach_attempt: figures.last_suspicious.map(|at| at.to_string()),
        }
    }
}

/// Statistics about the current content of the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SystemAnalytics)]
#[serde(rename_all = "camelCase")]
pub struct SystemAnalyticsDto {
    /// Accounts.
    pub total_users: u64,
    /// Users with a valid session.
    pub active_users: u64,
    /// Documents, including archived ones.
    pub total_documents: u64,
    /// Archived documents.
    pub archived_documents: u64,
    /// Size of the stored files with its unit, such as `1.9 GB`.
    pub storage_used: String,
    /// Time since the server's process started: hours, minutes and seconds, such as `49:05:09`.
    pub system_uptime: String,
    /// Submissions that wait for a decision.
    pub pending_submissions: u64,
}

impl SystemAnalyticsDto {
    /// Converts the statistics of a process that has run for `uptime`.
    pub fn new(figures: &SystemFigures, uptime: Duration) -> Self {
        Self {
            total_users: figures.users,
            active_users: figures.active_users,
            total_documents: figures.documents,
            archived_documents: figures.archived,
            storage_used: size(figures.storage_bytes),
            system_uptime: clock(uptime),
            pending_submissions: figures.pending_submissions,
        }
    }
}

/// Formats a size in units of 1024, with one digit after the point from a kilobyte on.
fn size(bytes: u64) -> String {
    let mut unit = 1024;
    if bytes < unit {
        return format!("{bytes} B");
    }
    for name in ["KB", "MB", "GB"] {
        // Rounded before the unit is chosen, so that no result is 1024.0 of a unit.
        let tenths = (bytes.saturating_mul(10).saturating_add(unit / 2)) / unit;
        if tenths < 10_240 {
            return format!("{}.{} {name}", tenths / 10, tenths % 10);
        }
        unit = unit.saturating_mul(1024);
    }
    let tenths = (bytes / (unit / 10).max(1)).max(10);
    format!("{}.{} TB", tenths / 10, tenths % 10)
}

/// Formats a time span as hours, minutes and seconds.
fn clock(span: Duration) -> String {
    let seconds = span.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Statistics about the activity of users, of all time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ActivityAnalytics)]
#[serde(rename_all = "camelCase")]
pub struct ActivityAnalyticsDto {
    /// Views of documents.
    pub documents_viewed: u64,
    /// Downloads of attachments.
    pub documents_downloaded: u64,
    /// Submissions.
    pub submissions_created: u64,
    /// Approved submissions.
    pub submissions_approved: u64,
    /// Rejected submissions.
    pub submissions_rejected: u64,
    /// Requests to archive a document.
    pub archive_requests: u64,
}

impl From<ActivityFigures> for ActivityAnalyticsDto {
    fn from(figures: ActivityFigures) -> Self {
        Self {
            documents_viewed: figures.viewed,
            documents_downloaded: figures.downloaded,
            submissions_created: figures.created,
            submissions_approved: figures.approved,
            submissions_rejected: figures.rejected,
            archive_requests: figures.archive_requests,
        }
    }
}

/// A point of a series. It has only the members of its metric.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = AnalyticsPoint)]
#[serde(rename_all = "camelCase")]
pub struct PointDto {
    /// The start of its hour or day, UTC.
    #[schema(format = DateTime)]
    pub time: String,
    /// `sign-ins`: sign-ins that opened a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granted: Option<i64>,
    /// `sign-ins`: refused attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<i64>,
    /// `sign-ins`: suspicious attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspicious: Option<i64>,
    /// `submissions`: new submissions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<i64>,
    /// `submissions`: approvals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved: Option<i64>,
    /// `submissions`: rejections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<i64>,
    /// `reads`: views of documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewed: Option<i64>,
    /// `reads`: downloads of attachments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downloaded: Option<i64>,
    /// System metrics: the average of the samples. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

impl From<Point> for PointDto {
    fn from(point: Point) -> Self {
        let of = |requested| point.values.iter().find(|(name, _)| *name == requested).map(|(_, value)| *value);
        Self {
            time: point.time.to_string(),
            granted: of("granted"),
            failed: of("failed"),
            suspicious: of("suspicious"),
            created: of("created"),
            approved: of("approved"),
            rejected: of("rejected"),
            viewed: of("viewed"),
            downloaded: of("downloaded"),
            value: of("value"),
        }
    }
}

/// A series of numbers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsSeries)]
#[serde(rename_all = "camelCase")]
pub struct SeriesDto {
    /// The metric.
    pub metric: String,
    /// `hour` or `day`.
    pub interval: String,
    /// The points, oldest first, including the current hour or day.
    pub points: Vec<PointDto>,
}

impl SeriesDto {
    /// Converts a series.
    pub fn new(metric: SeriesMetric, interval: Interval, points: Vec<Point>) -> Self {
        Self {
            metric: metric.as_str().to_owned(),
            interval: interval.as_str().to_owned(),
            points: points.into_iter().map(PointDto::from).collect(),
        }
    }
}

/// Statistics about sign-ins
///
/// Of all time, except for `blockedIPs`.
#[utoipa::path(operation_id = "getSecurityAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = SecurityAnalyticsDto), Fails<NeedsAdmin>))]
#[get("/admin/analytics/security")]
pub async fn security(analytics: Data<Analytics>, call: Guarded<Admin, Nothing>) -> Body<SecurityAnalyticsDto> {
    Ok(web::Json(analytics.security(&call.caller.actor, call.context.now).await?.into()))
}

/// Statistics about the current content of the site
///
/// The uptime is that of the process that handles the request.
#[utoipa::path(operation_id = "getSystemAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = SystemAnalyticsDto), Fails<NeedsAdmin>))]
#[get("/admin/analytics/system")]
pub async fn system(analytics: Data<Analytics>, call: Guarded<Admin, Nothing>) -> Body<SystemAnalyticsDto> {
    let (figures, uptime) = analytics.system(&call.caller.actor, call.context.now).await?;
    Ok(web::Json(SystemAnalyticsDto::new(&figures, uptime)))
}

/// Statistics about the activity of users
///
/// Of all time.
#[utoipa::path(operation_id = "getActivityAnalytics", tag = "Analytics",
    responses((status = 200, description = "The figures", body = ActivityAnalyticsDto), Fails<NeedsAdmin>))]
#[get("/admin/analytics/activity")]
pub async fn activity(analytics: Data<Analytics>, call: Guarded<Admin, Nothing>) -> Body<ActivityAnalyticsDto> {
    Ok(web::Json(analytics.activity(&call.caller.actor).await?.into()))
}

/// The query parameters for a series.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeriesQuery {
    /// `sign-ins`, `submissions`, `reads`, or a system metric: `active_sessions`, `storage_used`, `documents`,
    /// `pending_submissions`, `memory_used`.
    #[param(value_type = String)]
    metric: Option<String>,
    /// `hour` for the last 24 hours, or `day` for the last 7 days, both in UTC and up to now.
    #[param(value_type = String)]
    interval: Option<String>,
}

impl SeriesQuery {
    fn parse(&self) -> Result<(SeriesMetric, Interval), ApiError> {
        let metric = self.metric.as_deref().and_then(SeriesMetric::parse);
        let interval = self.interval.as_deref().and_then(Interval::parse);
        Ok((
            metric.ok_or_else(|| ApiError::invalid("metric", "Unknown metric"))?,
            interval.ok_or_else(|| ApiError::invalid("interval", "Interval must be hour or day"))?,
        ))
    }
}

/// A series of numbers by hour or day
///
/// System metrics are sampled every five minutes and kept for 90 days.
#[utoipa::path(operation_id = "getAnalyticsSeries", tag = "Analytics", params(SeriesQuery),
    responses((status = 200, description = "The series", body = SeriesDto), Fails<NeedsAdmin>))]
#[get("/admin/analytics/series")]
pub async fn series(analytics: Data<Analytics>, call: Guarded<Admin, Query<SeriesQuery>>) -> Body<SeriesDto> {
    let (metric, interval) = call.input.0.parse()?;
    let points = analytics.series(&call.caller.actor, metric, interval, call.context.now).await?;
    Ok(web::Json(SeriesDto::new(metric, interval, points)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_the_largest_unit_of_which_it_is_at_least_one() {
        let sizes = [0, 1023, 1024, 1536, 1_048_575, 1_048_576, 2_040_109_466, 3_298_534_883_328];
        let texts = ["0 B", "1023 B", "1.0 KB", "1.5 KB", "1.0 MB", "1.0 MB", "1.9 GB", "3.0 TB"];
        assert_eq!(sizes.map(size), texts);
    }

    #[test]
    fn uptime_counts_hours_beyond_a_day() {
        let texts = [0, 59, 3661, 49 * 3600 + 5 * 60 + 9].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(texts, ["00:00:00", "00:00:59", "01:01:01", "49:05:09"]);
    }

    #[test]
    fn figures_have_exactly_the_documented_members() {
        let members =
            |value: serde_json::Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        let sign_ins = SecurityAnalyticsDto::from(SecurityFigures { granted: 3, failed: 2, ..Default::default() });
        assert_eq!(sign_ins.total_login_attempts, 5);
        assert_eq!(
            members(serde_json::to_value(sign_ins).unwrap()),
            [
                "blockedIPs",
                "failedLoginAttempts",
                "lastBreachAttempt",
                "successfulLogins",
                "suspiciousActivities",
                "totalLoginAttempts",
                "twoFactorAttempts"
            ]
        );
        let point = PointDto::from(Point { time: facility_kernel::testing::TEST_NOW, values: vec![("viewed", 1)] });
        assert_eq!(members(serde_json::to_value(point).unwrap()), ["time", "viewed"]);
    }
}
