//! What authors are told of their items beside decisions: releases, reminders, and the reviewer's words.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    author_is_told_of_the_release,
    author_is_reminded_once_before_an_item_leaves_the_queue,
    reason_is_what_the_author_may_read_now,
);

const HOUR: Duration = Duration::from_hours(1);

async fn news(caller: &Caller<'_>) -> Vec<Value> {
    caller.get("/api/user/notifications").await.body.as_array().unwrap().clone()
}

async fn author_is_told_of_the_release(database: TestDatabase) {
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
    until("the release is told", async || news(&author).await.len() == 2).await;
    let told = news(&author).await.remove(0);
    assert_eq!((&told["kind"], &told["entityType"]), (&json!("released"), &json!("document")));
    assert_eq!((&told["entityId"], &told["reason"]), (&json!(document), &Value::Null));
    assert_eq!(told["message"], "Your record \"Tomorrow\" was released.");
    assert_eq!(news(&other).await, Vec::<Value>::new());
    assert_eq!(site.audited("document_released").await, 1);
}

async fn author_is_reminded_once_before_an_item_leaves_the_queue(database: TestDatabase) {
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
    let told = reminders(&author).await;
    let about: Vec<&str> = told.iter().map(|news| news["entityId"].as_str().unwrap()).collect();
    assert_eq!(about.len(), 2);
    assert!(about.contains(&submission.as_str()) && about.contains(&document.as_str()), "{told:?}");
    for news in &told {
        let message = news["message"].as_str().unwrap();
        assert!(message.contains("leaves the review queue on 2") && message.contains(" UTC if"), "{message}");
        assert!(news["readAt"].is_null() && news["reason"].is_null());
    }
    let board = author.get("/api/user/board").await.body["decided"].clone();
    assert_eq!(board["count"], 3, "{board}");

    // The decision settles the reminder, and so does the time-out.
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

async fn reason_is_what_the_author_may_read_now(database: TestDatabase) {
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
    let told = news(&author).await;
    let kinds: Vec<&Value> = told.iter().map(|news| &news["kind"]).collect();
    assert_eq!(kinds, ["edit_rejected", "submission_approved", "submission_rejected"]);
    let reasons: Vec<&Value> = told.iter().map(|news| &news["reason"]).collect();
    assert_eq!(reasons, [&json!("Version 2 changed the same passage."), &Value::Null, &json!(comments)]);

    let author = site.at_level(&admin, &author, 2).await;
    let cut = "The gate is {{withheld 3}}.";
    let told = news(&author).await.remove(2);
    assert_eq!(told["reason"], cut);
    assert_eq!(told["message"], format!("administrator rejected your submission \"Tide\": {cut}"));
    let board = author.get("/api/user/board").await.body["decided"]["items"].clone();
    assert_eq!((&board[2]["comments"], &board[2]["reason"]), (&json!(cut), &json!(cut)));
}
