//! Notifications and the home board over HTTP.

use crate::caller::members;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    authors_are_notified_of_decisions,
    notifications_are_marked_by_ids_or_all_and_nothing_else,
    the_board_shows_each_caller_their_own_items,
    a_timed_out_item_stays_on_the_board_until_it_is_resubmitted,
    administrators_find_alerts_and_deadlines_among_their_notifications,
);

async fn authors_are_notified_of_decisions(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let other = site.user(&admin, "other", 1).await;
    let first = author.submit("First", "OTHER").await;
    let second = author.submit("Second", "OTHER").await;
    let approve = json!({ "status": "approved", "clearanceLevel": 1 });
    let published = admin.patch(&format!("/api/admin/submissions/{first}"), approve).await;
    let reject = json!({ "status": "rejected", "comments": "Pace it at night." });
    admin.patch(&format!("/api/admin/submissions/{second}"), reject).await;

    let listed = author.get("/api/user/notifications").await;
    assert_eq!(listed.each("kind"), ["submission_rejected", "submission_approved"]);
    assert_eq!(listed.each("entityId"), [second.as_str(), &published.text("documentId")]);
    assert_eq!(listed.each("entityType"), ["submission", "document"]);
    let rejected = &listed.body[0];
    assert_eq!(rejected["message"], "administrator rejected your submission \"Second\": Pace it at night.");
    assert!(rejected["readAt"].is_null() && rejected.as_object().unwrap().len() == 10);
    assert_eq!(other.get("/api/user/notifications").await.body, json!([]));

    // Users cannot mark the notifications of others as read, and marking is not recorded in the audit log.
    let ids = json!({ "ids": [rejected["id"], "no such id", ""] });
    let entries = site.count("SELECT count(*) AS n FROM audit_log").await;
    assert_eq!(other.post("/api/user/notifications/read", ids.clone()).await.status, 204);
    assert!(author.get("/api/user/notifications").await.body[0]["readAt"].is_null());
    assert_eq!(author.post("/api/user/notifications/read", ids).await.status, 204);
    let listed = author.get("/api/user/notifications?limit=1").await;
    assert_eq!(listed.each("kind"), ["submission_approved"], "unread ones come first");
    let rest = author.get("/api/user/notifications").await;
    assert!(rest.body[1]["readAt"].is_string());
    assert_eq!(author.post("/api/user/notifications/read", json!({ "all": true })).await.status, 204);
    assert!(author.get("/api/user/notifications").await.each("readAt").len() == 2);
    assert_eq!(site.count("SELECT count(*) AS n FROM audit_log").await, entries);
}

async fn notifications_are_marked_by_ids_or_all_and_nothing_else(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for (body, code) in [
        (json!({}), "validation_failed"),
        (json!({ "all": false }), "validation_failed"),
        (json!({ "all": null }), "validation_failed"),
        (json!({ "all": "true" }), "validation_failed"),
        (json!({ "ids": null }), "validation_failed"),
        (json!({ "ids": "x" }), "validation_failed"),
        (json!({ "ids": [1] }), "validation_failed"),
        (json!({ "ids": [], "all": true }), "validation_failed"),
        (json!({ "every": true }), "unknown_field"),
    ] {
        let refused = admin.post("/api/user/notifications/read", body.clone()).await;
        assert_eq!(refused.refusal(), (400, code), "{body}");
    }
    assert_eq!(admin.post("/api/user/notifications/read", json!({ "ids": [] })).await.status, 204);
}

async fn the_board_shows_each_caller_their_own_items(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    for (n, level) in [1, 3, 2, 1, 2, 1, 1].into_iter().enumerate() {
        let id = author.submit(&format!("Record {n}"), "SITE").await;
        let approve = json!({ "status": "approved", "clearanceLevel": level });
        admin.patch(&format!("/api/admin/submissions/{id}"), approve).await;
    }
    let waiting = author.submit("Waiting", "OTHER").await;
    site.anonymous()
        .post("/api/register", json!({ "username": "newcomer", "password": PASSWORD, "accessKey": "subject" }))
        .await;

    let board = admin.get("/api/user/board").await.body;
    assert_eq!(members(&board), "decided drafts firstSteps latest sections templates timedOut visible waiting");
    assert_eq!((&board["visible"], &board["decided"]), (&json!(7), &json!({ "count": 0, "items": [] })));
    assert_eq!(titles(&board), ["Record 6", "Record 5", "Record 4", "Record 3", "Record 2"]);
    assert!(board["latest"][0]["preview"].is_string() && board["latest"][0]["content"].is_null());
    let queues = &board["waiting"];
    assert_eq!((&queues["submissions"]["count"], &queues["accounts"]["count"]), (&json!(1), &json!(1)));
    let oldest = &queues["submissions"]["oldest"];
    assert_eq!((&oldest["id"], &oldest["name"]), (&json!(waiting), &json!("Waiting")));
    assert!(oldest["timesOutAt"].is_string());
    assert_eq!(queues["accounts"]["oldest"]["name"], "newcomer");
    let nothing = json!({ "count": 0, "oldest": null });
    assert_eq!((&queues["edits"], &queues["archiveRequests"]), (&nothing, &nothing));

    let board = author.get("/api/user/board").await.body;
    assert!(board["waiting"].is_null());
    assert_eq!((&board["visible"], &board["timedOut"]), (&json!(6), &json!(0)));
    assert_eq!(board["templates"], 1);
    assert_eq!(titles(&board), ["Record 6", "Record 5", "Record 4", "Record 3", "Record 2"]);
    assert_eq!(board["decided"]["count"], 7);
    let newest = &board["decided"]["items"][0];
    assert_eq!((&newest["title"], &newest["decidedBy"]), (&json!("Record 6"), &json!("administrator")));
    let low = site.user(&admin, "low", 1).await;
    let board = low.get("/api/user/board").await.body;
    assert_eq!((&board["visible"], board["decided"]["count"].as_i64()), (&json!(4), Some(0)));
    assert_eq!(titles(&board), ["Record 6", "Record 5", "Record 3", "Record 0"]);
    let fresh = low.get("/api/user/board").await;
    let tag = fresh.header("etag").to_owned();
    assert_eq!(low.send(Method::GET, "/api/user/board", &[("if-none-match", &tag)], None).await.status, 304);
}

fn titles(board: &Value) -> Vec<&str> {
    board["latest"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

async fn a_timed_out_item_stays_on_the_board_until_it_is_resubmitted(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let id = author.submit("Waiting", "OTHER").await;
    site.set_clock(Duration::from_hours(73));
    let (admin, author) = (site.administrator().await, site.sign_in("author", PASSWORD).await);
    let board_of_author = async || author.get("/api/user/board").await.body;
    let waited = async {
        while board_of_author().await["decided"]["count"] != 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(15), waited).await.expect("the job notifies the author");
    let board = board_of_author().await;
    assert_eq!((&board["timedOut"], &board["decided"]["items"][0]["kind"]), (&json!(1), &json!("timed_out")));
    assert_eq!(admin.get("/api/user/board").await.body["waiting"]["submissions"]["count"], 0);
    author.post(&format!("/api/user/submissions/{id}/resubmit"), json!({})).await;
    let board = board_of_author().await;
    assert_eq!((&board["timedOut"], &board["decided"]["count"]), (&json!(0), &json!(0)));
    assert_eq!(admin.get("/api/user/board").await.body["waiting"]["submissions"]["count"], 1);
}

async fn administrators_find_alerts_and_deadlines_among_their_notifications(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    author.submit("Waiting", "OTHER").await;
    let path = "/api/user/notifications";
    let unread = async |caller: &crate::caller::Caller<'_>| {
        let answer = caller.get(&format!("{path}?limit=1")).await;
        assert_eq!(answer.status, 200);
        answer.header("x-unread-count").to_owned()
    };
    let listed = admin.get(path).await;
    assert_eq!(listed.each("kind"), ["deadline"]);
    assert_eq!(listed.body[0]["message"], "New submission: Waiting");
    assert_eq!(listed.body[0]["entityType"], "submission");
    assert_eq!((unread(&admin).await.as_str(), unread(&author).await.as_str()), ("1", "0"));
    for n in 0..9 {
        let body = json!({ "username": format!("intruder-{n}"), "password": "wrong words" });
        site.anonymous().post("/api/login", body).await;
    }
    let listed = admin.get(path).await;
    assert_eq!(listed.each("kind"), ["security_alert", "deadline"], "newest first");
    assert!(listed.body[0]["entityId"].is_null());
    let first = admin.get(&format!("{path}?limit=1")).await;
    assert_eq!(first.each("kind"), ["security_alert"]);
    let next = first.header("link").split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(admin.get(&next).await.each("kind"), ["deadline"]);

    // Alerts read here are also read in the list of alerts, and alerts cleared there disappear here.
    let ids = json!({ "ids": [listed.body[0]["id"]] });
    assert_eq!(admin.post("/api/user/notifications/read", ids).await.status, 204);
    assert!(admin.get("/api/admin/security-alerts").await.body[0]["readAt"].is_string());
    assert_eq!(admin.get(path).await.each("kind"), ["deadline", "security_alert"], "unread first");
    assert_eq!(unread(&admin).await, "1");
    assert_eq!(admin.post("/api/user/notifications/read", json!({ "all": true })).await.status, 204);
    assert_eq!(unread(&admin).await, "0");
    assert!(admin.get("/api/admin/deadline-reminders").await.body[0]["readAt"].is_string());
    let cleared = json!({ "ids": [listed.body[1]["id"]] });
    assert_eq!(admin.post("/api/admin/alerts/clear", cleared).await.status, 204);
    assert_eq!(admin.get(path).await.each("kind"), ["security_alert"]);
    // Other users do not get these notifications.
    assert_eq!(author.get(path).await.body, json!([]));
}
