//! Security monitoring and alerts over HTTP.

use crate::caller::{Caller, members};
use crate::cursors::next;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::socket::Socket;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    failed_sign_ins_become_suspicious_and_then_an_alert,
    a_terminated_session_ends_immediately,
    valid_sessions_are_listed_in_pages,
    deadline_reminders_are_listed_until_they_are_cleared,
);

async fn wrong_password(site: &Site, name: &str) {
    let body = json!({ "username": name, "password": "wrong words" });
    site.anonymous().post("/api/login", body).await;
}

async fn failed_sign_ins_become_suspicious_and_then_an_alert(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let other = site.admin_of(&admin, "warden", 5).await;
    assert_eq!(admin.get("/api/admin/security-alerts").await.body, json!([]));
    for _ in 0..2 {
        wrong_password(&site, "intruder").await;
    }
    let suspicious = "/api/admin/security/suspicious-logins";
    assert_eq!(admin.get(suspicious).await.body, json!([]), "two failures are not suspicious");
    for _ in 0..3 {
        wrong_password(&site, "intruder").await;
    }
    assert_eq!(admin.get(suspicious).await.header("x-total-count"), "3");
    assert_eq!(admin.get("/api/admin/security-alerts").await.body, json!([]));
    // The name is locked now. Its next attempt is recorded immediately, and so are those with other names.
    for name in ["intruder", "second", "third"] {
        wrong_password(&site, name).await;
    }
    let page = admin.get(&format!("{suspicious}?limit=2")).await;
    assert_eq!((page.body.as_array().unwrap().len(), page.header("x-total-count")), (2, "6"));
    assert!(page.header("link").contains("rel=\"next\""));
    let newest = &page.body[0];
    assert_eq!(members(newest), "attemptedAt count failureReason id ipAddress isSuspicious success userAgent username");
    assert_eq!(newest["failureReason"], "unknown_user");
    assert!(newest["username"].as_str().unwrap().starts_with("unknown name "), "{newest}");
    let all = admin.get("/api/admin/security/recent-logins").await;
    assert!(all.body.as_array().unwrap().iter().any(|attempt| attempt["failureReason"] == "locked_out"));
    assert_eq!(admin.get("/api/admin/security/recent-logins?limit=0").await.status, 400);

    let summary = admin.get("/api/admin/security/summary").await.body;
    assert_eq!((&summary["suspiciousAttempts"], &summary["severity"]), (&json!(6), &json!("high")));
    assert_eq!((&summary["failedAttempts"], &summary["lockedOut"]), (&json!(8), &json!(1)));
    assert!(summary["lockedUntil"].is_string() && summary["activeSessions"].as_u64() >= Some(2));

    let alerts = admin.get("/api/admin/security-alerts").await.body;
    let alert = &alerts[0];
    assert_eq!(alerts.as_array().unwrap().len(), 1);
    assert_eq!(
        members(alert),
        "cause entityType id lastAttempt message readAt severity suspiciousAttempts timestamp type"
    );
    assert_eq!((&alert["type"], &alert["severity"]), (&json!("security"), &json!("high")));
    assert_eq!((&alert["suspiciousAttempts"], &alert["readAt"]), (&json!(6), &Value::Null));
    // Each administrator has their own read marks, and marking is not recorded in the audit log.
    let entries = site.count("SELECT count(*) AS n FROM audit_log").await;
    let ids = json!({ "ids": [alert["id"], "security:invented"] });
    assert_eq!(admin.post("/api/user/notifications/read", ids.clone()).await.status, 204);
    assert!(admin.get("/api/admin/security-alerts").await.body[0]["readAt"].is_string());
    assert!(other.get("/api/admin/security-alerts").await.body[0]["readAt"].is_null());
    assert_eq!(admin.post("/api/admin/alerts/clear", ids).await.status, 204);
    assert_eq!(admin.get("/api/admin/security-alerts").await.body, json!([]));
    assert_eq!(other.get("/api/admin/security-alerts").await.body[0]["id"], alert["id"]);
    assert_eq!(site.count("SELECT count(*) AS n FROM alert_marks").await, 1);
    assert_eq!(site.count("SELECT count(*) AS n FROM audit_log").await, entries);
    // The alert reappears when it becomes critical.
    for name in ["fourth", "fifth", "sixth", "seventh", "eighth"] {
        wrong_password(&site, name).await;
    }
    assert_eq!(admin.get("/api/admin/security-alerts").await.body[0]["severity"], "critical");
    // A locked account is listed with its id, with which it can be unlocked.
    for _ in 0..5 {
        wrong_password(&site, "WARDEN").await;
    }
    let locked = admin.get("/api/admin/security/locked-names").await.body;
    let of = |start: &str| {
        let is_it = |locked: &&Value| locked["username"].as_str().unwrap().starts_with(start);
        locked.as_array().unwrap().iter().find(is_it).unwrap()
    };
    let unknown = of("unknown name ");
    assert_eq!(members(of("warden")), "byCodes byPasswords lockedUntil userId username");
    assert_eq!((&unknown["userId"], &unknown["byPasswords"]), (&Value::Null, &json!(true)));
    let unlock = format!("/api/admin/users/{}/unlock", of("warden")["userId"].as_str().unwrap());
    assert_eq!(admin.patch(&unlock, json!({})).await.status, 200);
    let locked = admin.get("/api/admin/security/locked-names").await.body;
    assert_eq!(locked.as_array().unwrap().len(), 1, "{locked}");
    site.set_clock(Duration::from_hours(24));
    let other = site.sign_in("warden", PASSWORD).await;
    assert_eq!(other.get("/api/admin/security-alerts").await.body, json!([]), "a day later");
}

/// Returns the id of the session of this name.
async fn session_of(admin: &Caller<'_>, name: &str) -> String {
    let sessions = admin.get("/api/admin/security/active-sessions").await;
    let found = sessions.body.as_array().unwrap().iter().find(|session| session["username"] == name);
    found.unwrap()["id"].as_str().unwrap().to_owned()
}

async fn a_terminated_session_ends_immediately(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 2).await;
    let mut socket = Socket::open(&user).await;
    let mut of_admin = Socket::open(&admin).await;
    let sessions = admin.get("/api/admin/security/active-sessions").await.body;
    let own = sessions.as_array().unwrap().iter().find(|session| session["current"] == true).unwrap();
    assert_eq!(members(own), "clearanceLevel createdAt current id ipAddress isAdmin lastActivity userAgent username");
    let path = |id: &str| format!("/api/admin/security/active-sessions/{id}");
    assert_eq!(admin.delete(&path(own["id"].as_str().unwrap())).await.refusal(), (403, "self_forbidden"));
    let id = session_of(&admin, "somebody").await;
    assert_eq!(user.delete(&path(&id)).await.status, 403);

    assert_eq!(admin.delete(&path(&id)).await.status, 204);
    assert_eq!(socket.closed().await, 4401);
    assert!(of_admin.until("security").await.contains(&"security".to_owned()));
    assert_eq!(user.get("/api/user").await.code(), "session_ended");
    assert_eq!(admin.delete(&path(&id)).await.status, 404);
    assert_eq!(admin.delete(&path("nonsense")).await.status, 400);
    assert_eq!(site.audited("session_terminated").await, 1);
    let entry = &admin.get("/api/admin/audit-logs?q=session_terminated").await.body[0];
    assert_eq!((&entry["entityType"], &entry["isAdminAction"]), (&json!("session"), &json!(true)));
    assert!(entry["details"].as_str().unwrap().contains("somebody"));
}

async fn valid_sessions_are_listed_in_pages(database: TestDatabase) {
    let path = "/api/admin/security/active-sessions";
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 2).await;
    let few = admin.get(path).await.each("id");
    site.open_sessions(&user.get("/api/user").await.text("id"), 1, 1000).await;
    let (whole, all) = (admin.get(path).await, 1000 + few.len());
    assert_eq!((whole.each("id").len(), whole.header("x-total-count")), (1000, all.to_string().as_str()));
    let (mut seen, mut page) = (Vec::new(), Some(format!("{path}?limit=200")));
    while let Some(at) = page {
        let answer = admin.get(&at).await;
        assert_eq!(answer.header("x-total-count"), whole.header("x-total-count"), "{at}");
        seen.extend(answer.each("id"));
        page = next(&answer);
    }
    assert_eq!((seen.len(), &seen[..1000]), (all, &whole.each("id")[..]));
    // Sessions end after half an hour without a request, and pages are filled without them.
    let idle = "UPDATE sessions SET last_active_at = last_active_at - 1800000000 WHERE id LIKE '%-8000-000001%'";
    site.execute(idle.to_owned()).await;
    let page = admin.get(&format!("{path}?limit=200")).await;
    assert_eq!((page.each("id"), page.header("x-total-count")), (few.clone(), few.len().to_string().as_str()));
    assert_eq!(page.header("link"), "");
    assert_eq!(admin.get(&format!("{path}?limit=0")).await.status, 400);
}

async fn deadline_reminders_are_listed_until_they_are_cleared(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let waiting = author.submit("Tide table", "OTHER").await;
    let path = "/api/admin/deadline-reminders";
    let listed = admin.get(path).await.body;
    let reminder = &listed[0];
    assert_eq!(members(reminder), "dueDate entityId entityType id message priority readAt type");
    assert_eq!((&reminder["priority"], &reminder["entityId"]), (&json!("medium"), &json!(waiting)));
    assert_eq!((&reminder["type"], &reminder["entityType"]), (&json!("deadline"), &json!("submission")));
    assert_eq!(reminder["message"], "New submission: Tide table");
    let again = admin.get(path).await.body;
    assert_eq!(again[0]["id"], reminder["id"], "ids are stable");
    // Users without administrator rights cannot mark reminders by the same operation.
    let ids = json!({ "ids": [reminder["id"]] });
    assert_eq!(author.post("/api/user/notifications/read", ids.clone()).await.status, 204);
    assert_eq!(site.count("SELECT count(*) AS n FROM alert_marks").await, 0);
    admin.post("/api/admin/alerts/clear", ids).await;
    assert_eq!(admin.get(path).await.body, json!([]));

    site.set_clock(Duration::from_hours(49));
    let admin = site.administrator().await;
    let listed = admin.get(path).await.body;
    assert_eq!((&listed[0]["priority"], listed.as_array().unwrap().len()), (&json!("high"), 1));
    assert_ne!(listed[0]["id"], reminder["id"], "an urgent reminder is listed again");
    site.set_clock(Duration::from_hours(73));
    let admin = site.administrator().await;
    assert_eq!(admin.get(path).await.body, json!([]), "it has timed out");
}
