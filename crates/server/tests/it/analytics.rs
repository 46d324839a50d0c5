//! Statistics and series over HTTP.

use crate::caller::Caller;
use crate::factor;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    statistics_count_what_happened,
    series_end_with_the_current_period,
    statistics_equal_a_recount_of_the_logs,
);

fn sum(series: &Value, member: &str) -> i64 {
    series["points"].as_array().unwrap().iter().map(|point| point[member].as_i64().unwrap()).sum()
}

async fn statistics_count_what_happened(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let before = admin.get("/api/admin/analytics/security").await.body;
    for _ in 0..5 {
        let body = json!({ "username": "intruder", "password": "wrong words" });
        site.anonymous().post("/api/login", body).await;
    }
    let security = admin.get("/api/admin/analytics/security").await.body;
    let grown = |member: &str| security[member].as_i64().unwrap() - before[member].as_i64().unwrap();
    assert_eq!((grown("totalLoginAttempts"), grown("failedLoginAttempts")), (5, 5));
    assert_eq!((grown("successfulLogins"), grown("suspiciousActivities")), (0, 3));
    assert_eq!((&security["blockedIPs"], &security["twoFactorAttempts"]), (&json!(1), &json!(0)));
    assert!(before["lastBreachAttempt"].is_null() && security["lastBreachAttempt"].is_string());

    let (first, second) = (author.submit("First", "OTHER").await, author.submit("Second", "OTHER").await);
    author.attach("notes.txt", b"Seven steps, then none.").await;
    let document = admin.publish(&first, 1).await;
    let reject = json!({ "status": "rejected", "comments": "Pace it at night." });
    admin.patch(&format!("/api/admin/submissions/{second}"), reject).await;
    author.submit("Third", "OTHER").await;
    author.get(&format!("/api/documents/{document}")).await;
    // The access log is written within a second.
    let mut activity = Value::Null;
    for _ in 0..100 {
        activity = admin.get("/api/admin/analytics/activity").await.body;
        if activity["documentsViewed"] == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let expected = json!({
        "documentsViewed": 1, "documentsDownloaded": 0, "submissionsCreated": 3, "submissionsApproved": 1,
        "submissionsRejected": 1, "archiveRequests": 0
    });
    assert_eq!(activity, expected);
    let system = admin.get("/api/admin/analytics/system").await.body;
    assert_eq!((&system["totalUsers"], &system["activeUsers"]), (&json!(2), &json!(2)));
    assert_eq!((&system["totalDocuments"], &system["archivedDocuments"]), (&json!(1), &json!(0)));
    assert_eq!((&system["pendingSubmissions"], &system["storageUsed"]), (&json!(1), &json!("23 B")));
    let uptime = system["systemUptime"].as_str().unwrap();
    assert!(uptime.len() == 8 && uptime.starts_with("00:0"), "{uptime}");
}

async fn series_end_with_the_current_period(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    admin.submit("Lore", "OTHER").await;
    let path =
        |metric: &str, interval: &str| format!("/api/admin/analytics/series?metric={metric}&interval={interval}");
    let hours = admin.get(&path("sign-ins", "hour")).await.body;
    assert_eq!((&hours["metric"], &hours["interval"]), (&json!("sign-ins"), &json!("hour")));
    assert_eq!(hours["points"].as_array().unwrap().len(), 24);
    assert_eq!((sum(&hours, "granted"), sum(&hours, "failed"), sum(&hours, "suspicious")), (1, 0, 0));
    let days = admin.get(&path("submissions", "day")).await.body;
    assert_eq!((days["points"].as_array().unwrap().len(), sum(&days, "created")), (7, 1));
    assert!(days["points"][6]["time"].as_str().unwrap().ends_with("T00:00:00.000Z"));
    for metric in ["reads", "memory_used", "storage_used", "documents", "active_sessions", "pending_submissions"] {
        assert_eq!(admin.get(&path(metric, "day")).await.status, 200, "{metric}");
    }
    for query in ["?metric=sign-ins", "?interval=day", "?metric=weather&interval=day", "?metric=reads&interval=week"] {
        let refused = admin.get(&format!("/api/admin/analytics/series{query}")).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{query}");
    }
    // A day later, the sign-in is no longer in the hourly series, but still in the daily one.
    site.set_clock(Duration::from_hours(25));
    let admin = site.administrator().await;
    assert_eq!(sum(&admin.get(&path("sign-ins", "hour")).await.body, "granted"), 1);
    assert_eq!(sum(&admin.get(&path("sign-ins", "day")).await.body, "granted"), 2);
}

/// Queries for each metric that return the times and counts from the logs.
const LOGGED: [(&str, &str); 10] = [
    ("sign_ins_granted", "SELECT attempted_at AS at, count AS n FROM login_attempts WHERE success"),
    ("sign_ins_failed", "SELECT attempted_at AS at, count AS n FROM login_attempts WHERE NOT success"),
    ("sign_ins_suspicious", "SELECT attempted_at AS at, count AS n FROM login_attempts WHERE is_suspicious"),
    (
        "second_factor_checks",
        "SELECT attempted_at AS at, count AS n FROM login_attempts WHERE failure_reason = 'wrong_app_code' \
         UNION ALL SELECT timestamp, count FROM audit_log WHERE action = 'login_succeeded' AND details LIKE '%method%'",
    ),
    ("documents_viewed", "SELECT accessed_at AS at, 1 AS n FROM document_access_log WHERE access_type = 'view'"),
    (
        "documents_downloaded",
        "SELECT accessed_at AS at, 1 AS n FROM document_access_log WHERE access_type = 'download'",
    ),
    ("submissions_created", "SELECT timestamp AS at, count AS n FROM audit_log WHERE action = 'submission_created'"),
    ("submissions_approved", "SELECT timestamp AS at, count AS n FROM audit_log WHERE action = 'submission_approved'"),
    ("submissions_rejected", "SELECT timestamp AS at, count AS n FROM audit_log WHERE action = 'submission_rejected'"),
    ("archive_requests", "SELECT timestamp AS at, count AS n FROM audit_log WHERE action = 'archive_requested'"),
];

/// Compares the totals and hourly numbers of all metrics with the logs.
async fn recount(site: &Site) {
    const HOUR: i64 = 3_600_000_000;
    for (metric, logged) in LOGGED {
        let counted = format!("SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) AS n FROM ({logged}) AS logged");
        let kept = format!(
            "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS n FROM (SELECT metric, count FROM activity_totals \
             UNION ALL SELECT metric, count FROM activity_changes) AS kept WHERE metric = '{metric}'"
        );
        let (counted, kept) = (site.count(&counted).await, site.count(&kept).await);
        assert!(counted == kept && counted > 0, "{metric}: {kept} instead of {counted}");
        let logged = format!(
            "SELECT at / {HOUR} * {HOUR} AS hour, CAST(SUM(n) AS BIGINT) AS count FROM ({logged}) AS logged GROUP BY 1"
        );
        let by_hour = format!(
            "SELECT hour, CAST(SUM(count) AS BIGINT) AS count FROM (SELECT metric, hour, count FROM activity_hours \
             UNION ALL SELECT metric, hour, count FROM activity_changes) AS kept WHERE metric = '{metric}' GROUP BY 1"
        );
        for (one, other) in [(&logged, &by_hour), (&by_hour, &logged)] {
            let differ = format!("SELECT count(*) AS n FROM ({one} EXCEPT {other}) AS differ");
            assert_eq!(site.count(&differ).await, 0, "{metric} by the hour");
        }
    }
    let stored = "SELECT CAST(SUM(size) AS BIGINT) AS n FROM uploads WHERE status IN ('stored', 'final')";
    let kept = "SELECT CAST(SUM(count) AS BIGINT) AS n FROM (SELECT metric, count FROM activity_totals \
         UNION ALL SELECT metric, count FROM activity_changes) AS kept WHERE metric = 'storage_bytes'";
    assert_eq!(site.count(kept).await, site.count(stored).await, "storage_bytes");
}

/// Signs in and fails to in every way that is counted, some often enough to be limited. `app` is the app of the account
/// `guarded`.
async fn sign_in(site: &Site, app: &str, round: usize) {
    let ticket = factor::ticket(site, "guarded", PASSWORD).await;
    for (token, status) in [("000000", 401), (&factor::code(site, app, 1), 200)] {
        let answer = factor::verify(site, &ticket, "guarded", token, "app").await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    for n in 0..12 {
        let body = json!({ "username": format!("nobody-{}", n % 3), "password": format!("wrong {round} {n}") });
        site.anonymous().post("/api/login", body).await;
    }
    let ticketless = json!({ "username": "nobody-1", "token": "123456" });
    site.anonymous().post("/api/verify-2fa", ticketless).await;
}

/// Sends writes, and requests that are refused.
async fn write(author: &Caller<'_>, round: usize) {
    for n in 0..4 {
        author.submit(&format!("Written {round}-{n}"), "OTHER").await;
        assert_eq!(author.post("/api/submissions", json!({ "title": "" })).await.status, 400);
    }
    author.attach("notes.txt", "Seven steps, then none. ".repeat(round + 1).as_bytes()).await;
}

async fn decide(admin: &Caller<'_>, author: &Caller<'_>, section: &str, round: usize) {
    let (sent, refused) =
        (author.submit(&format!("Sent {round}"), "OTHER").await, admin.submit("Refused", "OTHER").await);
    let document = admin.publish(&sent, 1).await;
    let again = json!({ "status": "approved", "clearanceLevel": 1 });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{sent}"), again).await.status, 409);
    let reject = json!({ "status": "rejected", "comments": "Pace it at night." });
    admin.patch(&format!("/api/admin/submissions/{refused}"), reject).await;
    let archive = format!("/api/documents/{document}/request-archive");
    for status in [202, 409] {
        assert_eq!(author.post(&archive, json!({ "sectionId": section })).await.status, status);
    }
}

async fn read(reader: &Caller<'_>, document: &str, file: &str) {
    for _ in 0..5 {
        assert_eq!(reader.get(&format!("/api/documents/{document}")).await.status, 200);
    }
    assert_eq!(reader.get(file).await.status, 200);
}

/// Compares while the job aggregates the activity so far, and after it has aggregated all of it.
async fn statistics_equal_a_recount_of_the_logs(database: TestDatabase) {
    let mut site = Site::start_with(database, &[("RATE_LIMITS", "open")]).await;
    let admin = site.administrator().await;
    site.user(&admin, "author", 1).await;
    let app = factor::protect(&site.user(&admin, "guarded", 4).await).await["setupCode"].as_str().unwrap().to_owned();
    let section = admin.post("/api/archive/sections", json!({ "name": "Amber" })).await.text("id");
    let file = admin.attach("plan.txt", b"The stairs that are counted.").await;
    let body = json!({ "title": "Plan", "content": "See the file.", "category": "OTHER", "filePath": file });
    let submission = admin.post("/api/submissions", body).await.text("id");
    let document = admin.publish(&submission, 1).await;
    for (round, hours) in [0, 1, 27].into_iter().enumerate() {
        site.set_clock(Duration::from_hours(hours));
        let (admin, author) = (site.administrator().await, site.sign_in("author", PASSWORD).await);
        tokio::join!(
            sign_in(&site, &app, round),
            write(&author, round),
            decide(&admin, &author, &section, round),
            read(&author, &document, &file)
        );
        let written = "SELECT count(*) AS n FROM document_access_log WHERE access_type = 'download'";
        until("the access log is written", async || site.count(written).await > i64::try_from(round).unwrap()).await;
        recount(&site).await;
    }
    // Activity is counted once even if the process is killed.
    site.kill();
    site.restart().await;
    recount(&site).await;
    let left = "SELECT count(*) AS n FROM activity_changes";
    until("the job has aggregated all activity", async || site.count(left).await == 0).await;
    recount(&site).await;
}
