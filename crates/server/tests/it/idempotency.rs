//! Submitting with an `Idempotency-Key`: a repeated request takes effect once.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use futures_util::future::join_all;
use infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(the_same_key_submits_once, a_settings_patch_that_changes_nothing_leaves_no_trace);

async fn submit(caller: &Caller<'_>, key: &str, body: &Value) -> Answer {
    send(caller, key, body.to_string().into_bytes()).await
}

async fn send(caller: &Caller<'_>, key: &str, body: Vec<u8>) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    caller.send(Method::POST, "/api/submissions", &headers, Some(body)).await
}

async fn the_same_key_submits_once(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let other = site.user(&admin, "other", 1).await;
    let lore = json!({ "title": "Anything", "content": "Once.", "category": "INCIDENT" });
    let count = async |site: &Site| site.count("SELECT count(*) AS n FROM submissions").await;

    let first = submit(&author, "k1", &lore).await;
    assert_eq!((first.status, first.header("idempotent-replay")), (201, ""));
    let again = submit(&author, "k1", &lore).await;
    assert_eq!((again.status, again.header("idempotent-replay")), (201, "true"));
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(again.header("content-type"), first.header("content-type"));
    // A review in between does not change the stored reply.
    admin.publish(&first.text("id"), 1).await;
    assert_eq!(submit(&author, "k1", &lore).await.bytes, first.bytes);
    assert_eq!((count(&site).await, site.audited("submission_created").await), (1, 1));

    // A different body is a mismatch before its own errors are reported. Other callers and keys are independent.
    for body in [json!({ "title": "Other" }).to_string(), "{".to_owned(), format!(" {lore}")] {
        let refused = send(&author, "k1", body.into_bytes()).await;
        assert_eq!((refused.status, refused.code()), (422, "idempotency_mismatch"));
    }
    assert_eq!(submit(&other, "k1", &lore).await.text("title"), "IR-000002");
    assert_eq!(submit(&author, "k2", &lore).await.text("title"), "IR-000003");
    assert_eq!(author.post("/api/submissions", lore.clone()).await.text("title"), "IR-000004");

    // A failed request is not stored, and an invalid key is refused.
    assert_eq!(submit(&author, "k3", &json!({})).await.status, 400);
    assert_eq!(submit(&author, "k3", &lore).await.status, 201);
    for key in ["with blank", &"x".repeat(65)] {
        assert_eq!(submit(&author, key, &lore).await.code(), "validation_failed", "{key}");
    }
    // Session and lockdown are checked first.
    assert_eq!(submit(&site.anonymous(), "k1", &lore).await.status, 401);
    site.lock(true).await;
    assert_eq!(submit(&author, "k1", &lore).await.status, 423);
    site.lock(false).await;

    // Concurrent requests create one submission, and a restart keeps the reply.
    let before = count(&site).await;
    let many = join_all((0..10).map(|_| submit(&author, "k4", &lore))).await;
    assert!(many.iter().all(|answer| answer.status == 201 && answer.bytes == many[0].bytes));
    assert_eq!(many.iter().filter(|answer| answer.header("idempotent-replay").is_empty()).count(), 1);
    assert_eq!(count(&site).await, before + 1);
    let cookie = author.cookie.clone();
    let (bytes, first) = (many[0].bytes.clone(), first.bytes.clone());
    site.kill();
    site.restart().await;
    let author = Caller { site: &site, cookie };
    assert_eq!(submit(&author, "k4", &lore).await.bytes, bytes);

    // After a day the key is free.
    site.set_clock(Duration::from_hours(24) + Duration::from_mins(1));
    let author = site.sign_in("author", crate::harness::PASSWORD).await;
    let fresh = submit(&author, "k1", &lore).await;
    assert_eq!((fresh.status, fresh.header("idempotent-replay")), (201, ""));
    assert_ne!(fresh.bytes, first);
}

async fn a_settings_patch_that_changes_nothing_leaves_no_trace(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let patch = async |body: Value| admin.patch("/api/admin/site-settings", body).await;
    let changed = patch(json!({ "isLocked": true })).await;
    assert_eq!((changed.status, changed.body["isLocked"].as_bool()), (200, Some(true)));
    let trace = async || {
        let health = site.anonymous().get("/api/health").await.text("timestamp");
        let told = site.count("SELECT count(*) AS n FROM audit_log").await;
        (health, told, site.audited("site_locked").await)
    };
    let before = trace().await;
    for same in [json!({ "isLocked": true }), json!({ "isLocked": true, "twoFactorRequired": false })] {
        let answer = patch(same).await;
        assert_eq!((answer.status, &answer.body), (200, &changed.body));
    }
    assert_eq!(trace().await, before);
    assert_eq!(patch(json!({})).await.status, 400);
    assert_eq!(patch(json!({ "isLocked": false })).await.body["isLocked"], false);
}
