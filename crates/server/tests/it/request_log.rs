//! The server's log: one line for each request, and no secret in any line.

use crate::harness::{ADMIN_PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database![each_request_is_one_line_without_secrets];

async fn each_request_is_one_line_without_secrets(database: TestDatabase) {
    let settings = [("RATE_LIMITS", "open"), ("LOG_FORMAT", "json"), ("LOG_FILTER", "debug")];
    let mut site = Site::start_with(database, &settings).await;
    let admin = site.administrator().await;
    let token = admin.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    let document = admin.publish(&admin.submit("Planted", "OTHER").await, 1).await;
    let read = admin.get(&format!("/api/documents/{document}?q=planted-question")).await;
    assert_eq!(read.status, 200);
    let ticket = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let ticket = ticket.rsplit('/').next().unwrap().to_owned();
    admin
        .send(Method::PUT, &format!("/api/objects/upload/{ticket}?filename=planted-name.txt"), &[], Some(vec![65]))
        .await;
    let wrong = json!({ "username": "planted-user", "password": "planted-password" });
    assert_eq!(site.anonymous().post("/api/login", wrong).await.status, 401);
    site.anonymous().post("/api/login", json!({ "username": 1, "password": "planted-body" })).await;
    site.anonymous().get("/api/planted-path").await;
    site.terminate();

    let log = site.logged();
    let lines: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let id = read.header("x-request-id");
    let of_request: Vec<&Value> =
        lines.iter().filter(|line| line["message"] == "request" && line["span"]["id"] == id).collect();
    assert_eq!(of_request.len(), 1, "{log}");
    let line = of_request[0];
    assert_eq!(
        (&line["level"], &line["method"], &line["path"], &line["status"]),
        (&"INFO".into(), &"GET".into(), &"/api/documents/{id}".into(), &200.into())
    );
    assert!(line["millis"].is_number() && line["span"]["user"].is_string(), "{line}");
    for secret in [
        ADMIN_PASSWORD,
        &token,
        &ticket,
        "planted-password",
        "planted-body",
        "planted-question",
        "planted-name",
        "planted-path",
        "BwcHBwcHBwcH",
        "PRIVATE+KEY",
    ] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
