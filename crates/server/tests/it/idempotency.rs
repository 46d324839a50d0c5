//! Submitting with an `Idempotency-Key`: a repeated request takes effect once.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    the_same_key_submits_once,
    a_repeated_request_shows_only_what_its_author_may_currently_read,
    a_repeated_request_returns_the_current_state_of_its_item,
    a_settings_patch_that_changes_nothing_leaves_no_trace,
);

async fn submit(caller: &Caller<'_>, key: &str, body: &Value) -> Answer {
    send(caller, key, body.to_string().into_bytes()).await
}

async fn send(caller: &Caller<'_>, key: &str, body: Vec<u8>) -> Answer {
    send_to(caller, "/api/submissions", key, body).await
}

async fn send_to(caller: &Caller<'_>, path: &str, key: &str, body: Vec<u8>) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    caller.send(Method::POST, path, &headers, Some(body)).await
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
    // The repeated response shows the current state of the submission.
    admin.publish(&first.text("id"), 1).await;
    let reviewed = submit(&author, "k1", &lore).await;
    assert_eq!((reviewed.text("id"), reviewed.text("status")), (first.text("id"), "approved".to_owned()));
    assert_eq!((count(&site).await, site.audited("submission_created").await), (1, 1));

    // A different body is a mismatch before its own errors are reported. Other callers and keys are independent.
    for body in [json!({ "title": "Other" }).to_string(), "{".to_owned(), format!(" {lore}")] {
        let refused = send(&author, "k1", body.into_bytes()).await;
        assert_eq!(refused.refusal(), (422, "idempotency_mismatch"));
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

/// Creates something with a key in every possible way, as a user of level 4 and with a passage of that level.
async fn created_in_all_ways(author: &Caller<'_>, document: &str) -> Vec<(String, Value, Answer)> {
    const TEXT: &str = "The gate. {{4|nightingale}} It opens.";
    let written = json!({ "title": "Gate", "content": TEXT, "category": "OTHER" });
    let draft = author.post("/api/user/drafts", written.clone()).await;
    let (id, revision) = (draft.text("id"), draft.text("revision"));
    let mut edit = written.clone();
    edit["clearanceLevel"] = json!(1);
    let ways = [
        ("/api/submissions".to_owned(), written),
        (format!("/api/user/drafts/{id}/submit"), json!({ "revision": revision })),
        (format!("/api/documents/{document}/edit"), edit),
        (format!("/api/documents/{document}/comments"), json!({ "content": "{{4|nightingale}} sang." })),
    ];
    let mut made = Vec::new();
    for (path, body) in ways {
        let answer = send_to(author, &path, "once", body.to_string().into_bytes()).await;
        assert_eq!(answer.status, 201, "{path}: {}", answer.body);
        assert!(answer.body.to_string().contains("nightingale"), "{path}: {}", answer.body);
        made.push((path, body, answer));
    }
    made
}

async fn repeated(author: &Caller<'_>, path: &str, body: &Value) -> Answer {
    send_to(author, path, "once", body.to_string().into_bytes()).await
}

async fn a_repeated_request_shows_only_what_its_author_may_currently_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let document = admin.publish(&author.submit("The gate", "OTHER").await, 1).await;
    let all = created_in_all_ways(&author, &document).await;
    let author = site.at_level(&admin, &author, 1).await;
    for (path, body, first) in &all {
        let again = repeated(&author, path, body).await;
        assert_eq!((again.status, again.header("idempotent-replay")), (201, "true"), "{path}: {}", again.body);
        assert_eq!(again.text("id"), first.text("id"), "{path}");
        assert!(!again.body.to_string().contains("nightingale"), "{path}: {}", again.body);
    }
    // When a document is above the author's level, its edits and comments are as well.
    site.execute(format!("UPDATE documents SET clearance_level = 4 WHERE id = '{document}'")).await;
    for (path, body, _) in &all[2..] {
        let again = repeated(&author, path, body).await;
        assert_eq!(again.refusal(), (403, "insufficient_clearance"), "{path}: {}", again.body);
    }
}

async fn a_repeated_request_returns_the_current_state_of_its_item(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let document = admin.publish(&author.submit("The gate", "OTHER").await, 1).await;
    let all = created_in_all_ways(&author, &document).await;
    let id = |n: usize| all[n].2.text("id");
    for n in [0, 1] {
        let withdrawn = author.post(&format!("/api/user/submissions/{}/withdraw", id(n)), json!({})).await;
        assert_eq!(withdrawn.status, 200, "{}", withdrawn.body);
    }
    assert_eq!(author.delete(&format!("/api/user/edits/{}", id(2))).await.status, 204);
    let comment = format!("/api/documents/{document}/comments/{}", id(3));
    assert_eq!(admin.delete(&comment).await.status, 204);
    for (path, body, _) in &all[..3] {
        assert_eq!(repeated(&author, path, body).await.code(), "not_found", "{path}");
    }
    let deleted = repeated(&author, &all[3].0, &all[3].1).await;
    assert_eq!((deleted.status, &deleted.body["isDeleted"]), (201, &json!(true)));
    assert!(!deleted.body.to_string().contains("nightingale"), "{}", deleted.body);
    let purged = author.delete(&format!("/api/documents/{document}")).await;
    assert_eq!(purged.status, 204, "{}", purged.body);
    for (path, body, _) in &all[2..] {
        assert_eq!(repeated(&author, path, body).await.code(), "not_found", "{path}");
    }

    // A draft that another window changed is not returned as the created one.
    let text = json!({ "title": "One" });
    let begun = repeated(&author, "/api/user/drafts", &text).await;
    let again = repeated(&author, "/api/user/drafts", &text).await;
    assert_eq!((again.header("idempotent-replay"), &again.bytes), ("true", &begun.bytes));
    let path = format!("/api/user/drafts/{}", begun.text("id"));
    let change = json!({ "title": "Two", "revision": begun.text("revision") });
    assert_eq!(author.put(&path, change).await.status, 200);
    let stale = repeated(&author, "/api/user/drafts", &text).await;
    assert_eq!(stale.refusal(), (409, "stale"));
    assert_eq!(stale.body["draft"]["title"], "Two", "{}", stale.body);
    assert_eq!(author.delete(&path).await.status, 204);
    assert_eq!(repeated(&author, "/api/user/drafts", &text).await.code(), "not_found");
}

async fn a_settings_patch_that_changes_nothing_leaves_no_trace(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let patch = async |body: Value| admin.patch("/api/admin/site-settings", body).await;
    let changed = patch(json!({ "isLocked": true })).await;
    assert_eq!((changed.status, changed.body["isLocked"].as_bool()), (200, Some(true)));
    let trace = async || {
        let health = site.anonymous().get("/api/health").await.text("timestamp");
        let entries = site.count("SELECT count(*) AS n FROM audit_log").await;
        (health, entries, site.audited("site_locked").await)
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
