//! Notifications of authors besides decisions: releases, reminders, and the reviewer's reason.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    the_author_is_notified_of_the_release,
    the_author_is_reminded_once_before_an_item_leaves_the_queue,
    the_reason_contains_only_what_the_author_may_currently_read,
);

const HOUR: Duration = Duration::from_hours(1);

async fn news(caller: &Caller<'_>) -> Vec<Value> {
    caller.get("/api/user/notifications").await.body.as_array().unwrap().clone()
}

async fn the_author_is_notified_of_the_release(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 1).await);
    until("the first run of the job", async || {
        site.count("SELECT count(*) AS n FROM jobs WHERE mark IS NOT NULL").await == 1
    })
    .await;
    let at = site.now().plus(Duration::from_mins(10)).to_string();
    let review = json!({ "status": "approved", "clearanceLevel": 1, "scheduledReleaseAt": at });
    let id = author.submit("Tomorrow", "OTHER").await;
    let document = admin.patch(&format!("/api/admin/submissions/{id}"), review).await.text("documentId");
    assert_eq!(news(&author).await.len(), 1, "the approval");
    site.set_clock(Duration::from_mins(11));
    until("the release is announced", async || news(&author).await.len() == 2).await;
    let notified = news(&author).await.remove(0);
    assert_eq!((&notified["kind"], &notified["entityType"]), (&json!("released"), &json!("document")));
    assert_eq!((&notified["entityId"], &notified["reason"]), (&json!(document), &Value::Null));
    assert_eq!(notified["message"], "Your record \"Tomorrow\" was released.");
    assert_eq!(news(&other).await, Vec::<Value>::new());
    assert_eq!(site.audited("document_released").await, 1);
}

async fn the_author_is_reminded_once_before_an_item_leaves_the_queue(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let document = admin.publish(&author.submit("Ground", "SITE").await, 1).await;
    author.post("/api/user/notifications/read", json!({ "all": true })).await;
    let submission = author.submit("Waiting", "OTHER").await;
    let decided = author.submit("Decided", "OTHER").await;
    let body = json!({ "title": "Ground", "content": "Changed.", "category": "SITE", "clearanceLevel": 1 });
    assert_eq!(author.post(&format!("/api/documents/{document}/edit"), body).await.status, 201);
    let again = async || site.sign_in("author", PASSWORD).await;
    let reminders = async |caller: &Caller<'_>| {
        news(caller).await.into_iter().filter(|news| news["kind"] == "reminder").collect::<Vec<_>>()
    };
    site.set_clock(HOUR * 59);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let reject = json!({ "status": "rejected", "comments": "No." });
    let admin = site.administrator().await;
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{decided}"), reject.clone()).await.status, 200);
    assert_eq!(site.audited("review_reminded").await, 0);
    site.set_clock(HOUR * 61);
    until("both are reminded of", async || site.audited("review_reminded").await == 2).await;
    let author = again().await;
    let notified = reminders(&author).await;
    let about: Vec<&str> = notified.iter().map(|news| news["entityId"].as_str().unwrap()).collect();
    assert_eq!(about.len(), 2);
    assert!(about.contains(&submission.as_str()) && about.contains(&document.as_str()), "{notified:?}");
    for news in &notified {
        let message = news["message"].as_str().unwrap();
        assert!(message.contains("leaves the review queue on 2") && message.contains(" UTC if"), "{message}");
        assert!(news["readAt"].is_null() && news["reason"].is_null());
    }
    let board = author.get("/api/user/board").await.body["decided"].clone();
    assert_eq!(board["count"], 3, "{board}");

    // A decision removes the reminder, and so does a timeout.
    let admin = site.administrator().await;
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{submission}"), reject).await.status, 200);
    let unread =
        async |caller: &Caller<'_>| reminders(caller).await.into_iter().filter(|news| news["readAt"].is_null()).count();
    assert_eq!(unread(&author).await, 1);
    site.set_clock(HOUR * 73);
    until("the edit times out", async || site.audited("document_edit_timed_out").await == 1).await;
    assert_eq!(unread(&again().await).await, 0);
    assert_eq!(site.audited("review_reminded").await, 2);
}

async fn the_reason_contains_only_what_the_author_may_currently_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let id = author.submit("Tide", "OTHER").await;
    let comments = "The gate is {{3|to the south}}.";
    let reject = json!({ "status": "rejected", "comments": comments });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{id}"), reject).await.status, 200);
    let document = admin.publish(&author.submit("Ground", "SITE").await, 1).await;
    let body = json!({ "title": "Ground", "content": "Changed.", "category": "SITE", "clearanceLevel": 1 });
    let edit = author.post(&format!("/api/documents/{document}/edit"), body).await.text("id");
    let back = json!({ "status": "rejected", "comments": "Version 2 changed the same passage." });
    assert_eq!(admin.patch(&format!("/api/document-edits/{edit}"), back).await.status, 200);
    let notified = news(&author).await;
    let kinds: Vec<&Value> = notified.iter().map(|news| &news["kind"]).collect();
    assert_eq!(kinds, ["edit_rejected", "submission_approved", "submission_rejected"]);
    let reasons: Vec<&Value> = notified.iter().map(|news| &news["reason"]).collect();
    assert_eq!(reasons, [&json!("Version 2 changed the same passage."), &Value::Null, &json!(comments)]);

    let author = site.at_level(&admin, &author, 2).await;
    let cut = "The gate is {{withheld 3}}.";
    let notified = news(&author).await.remove(2);
    assert_eq!(notified["reason"], cut);
    assert_eq!(notified["message"], format!("administrator rejected your submission \"Tide\": {cut}"));
    let board = author.get("/api/user/board").await.body["decided"]["items"].clone();
    assert_eq!((&board[2]["comments"], &board[2]["reason"]), (&json!(cut), &json!(cut)));
}
