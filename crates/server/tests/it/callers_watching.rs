//! The operations of security monitoring and of mail by every kind of caller.

use crate::callers::{Row, signed_in};
use reqwest::Method;
use serde_json::json;

/// Returns their rows of the table.
pub fn rows() -> Vec<Row> {
    let get = |call, path, (open, locked)| Row { call, method: Method::GET, path, body: None, open, locked };
    let send =
        |call, method, path, body, (open, locked)| Row { call, method, path, body: Some(body), open, locked };
    vec![
        get(
            "listSuspiciousLogins",
            "/api/admin/security/suspicious-logins?limit=1",
            signed_in(403, 200, 200),
        ),
        get("listAuditLogs", "/api/admin/audit-logs?limit=1", signed_in(403, 200, 200)),
        get("listAuditActions", "/api/admin/audit-logs/actions", signed_in(403, 200, 200)),
        get("verifyAuditLog", "/api/admin/audit-logs/verify", signed_in(403, 200, 200)),
        get("getAuditCheckpoint", "/api/admin/audit-logs/checkpoint", signed_in(403, 200, 200)),
        get("exportAuditLog", "/api/admin/audit-logs/export", signed_in(403, 200, 200)),
        get("listRecentLogins", "/api/admin/security/recent-logins?limit=1", signed_in(403, 200, 200)),
        get("listLockedNames", "/api/admin/security/locked-names", signed_in(403, 200, 200)),
        get("listActiveSessions", "/api/admin/security/active-sessions?limit=1", signed_in(403, 200, 200)),
        send(
            "terminateSession",
            Method::DELETE,
            "/api/admin/security/active-sessions/{none}",
            json!({}),
            signed_in(403, 404, 404),
        ),
        get("getSecuritySummary", "/api/admin/security/summary", signed_in(403, 200, 200)),
        get("getSecurityAnalytics", "/api/admin/analytics/security", signed_in(403, 200, 200)),
        get("getSystemAnalytics", "/api/admin/analytics/system", signed_in(403, 200, 200)),
        get("getActivityAnalytics", "/api/admin/analytics/activity", signed_in(403, 200, 200)),
        get(
            "getAnalyticsSeries",
            "/api/admin/analytics/series?metric=sign-ins&interval=hour",
            signed_in(403, 200, 200),
        ),
        get("listSecurityAlerts", "/api/admin/security-alerts", signed_in(403, 200, 200)),
        get("getMailSettings", "/api/user/mail-settings", signed_in(200, 200, 403)),
        send(
            "updateMailSettings",
            Method::PATCH,
            "/api/user/mail-settings",
            json!({}),
            signed_in(200, 200, 403),
        ),
        get("listMail", "/api/admin/mail?limit=1", signed_in(403, 200, 200)),
        get("getMail", "/api/admin/mail/{none}", signed_in(403, 404, 404)),
        send("retryMail", Method::POST, "/api/admin/mail/{none}/retry", json!({}), signed_in(403, 404, 404)),
        get("listDeadlineReminders", "/api/admin/deadline-reminders", signed_in(403, 200, 200)),
        send(
            "clearAlerts",
            Method::POST,
            "/api/admin/alerts/clear",
            json!({ "ids": [] }),
            signed_in(403, 204, 403),
        ),
    ]
}
