//! Figures and series over HTTP.

use crate::harness::{Site, on_each_database};
use infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(figures_are_those_of_what_happened, series_end_with_the_current_period);

fn sum(series: &Value, member: &str) -> i64 {
    series["points"].as_array().unwrap().iter().map(|point| point[member].as_i64().unwrap()).sum()
}

async fn figures_are_those_of_what_happened(database: TestDatabase) {
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
    let path = |metric: &str, interval: &str| {
        format!("/api/admin/analytics/series?metric={metric}&interval={interval}")
    };
    let hours = admin.get(&path("sign-ins", "hour")).await.body;
    assert_eq!((&hours["metric"], &hours["interval"]), (&json!("sign-ins"), &json!("hour")));
    assert_eq!(hours["points"].as_array().unwrap().len(), 24);
    assert_eq!((sum(&hours, "granted"), sum(&hours, "failed"), sum(&hours, "suspicious")), (1, 0, 0));
    let days = admin.get(&path("submissions", "day")).await.body;
    assert_eq!((days["points"].as_array().unwrap().len(), sum(&days, "created")), (7, 1));
    assert!(days["points"][6]["time"].as_str().unwrap().ends_with("T00:00:00.000Z"));
    for metric in
        ["reads", "memory_used", "storage_used", "documents", "active_sessions", "pending_submissions"]
    {
        assert_eq!(admin.get(&path(metric, "day")).await.status, 200, "{metric}");
    }
    for query in
        ["?metric=sign-ins", "?interval=day", "?metric=weather&interval=day", "?metric=reads&interval=week"]
    {
        let refused = admin.get(&format!("/api/admin/analytics/series{query}")).await;
        assert_eq!((refused.status, refused.code()), (400, "validation_failed"), "{query}");
    }
    // A day later the sign-in has left the hours and is still among the days.
    site.set_clock(Duration::from_hours(25));
    let admin = site.administrator().await;
    assert_eq!(sum(&admin.get(&path("sign-ins", "hour")).await.body, "granted"), 1);
    assert_eq!(sum(&admin.get(&path("sign-ins", "day")).await.body, "granted"), 2);
}
