//! Marks for new and changed documents, and the effect of opening a document on notifications.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    records_are_marked_until_their_reader_has_opened_them,
    opening_a_record_marks_its_notifications_as_read,
    notifications_that_arrive_after_a_record_was_opened_stay_unread,
    lists_are_filtered_by_author_and_sorted_as_requested,
];

/// Returns the mark and the opened version of the first record of the list.
async fn first(caller: &Caller<'_>) -> (Value, Value) {
    let listed = caller.get("/api/documents?view=summary&limit=5").await.body[0].clone();
    (listed["mark"].clone(), listed["openedVersion"].clone())
}

async fn records_are_marked_until_their_reader_has_opened_them(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 2).await, site.user(&admin, "reader", 2).await);
    let id = admin.publish(&author.submit("The gate opens at nine.", "SITE").await, 1).await;
    let path = format!("/api/documents/{id}");
    assert_eq!(first(&reader).await, (json!("new"), Value::Null));
    assert_eq!(first(&author).await, (Value::Null, Value::Null), "the author's own document");
    let board = reader.get("/api/user/board").await.body["latest"][0].clone();
    assert_eq!(board["mark"], "new");
    // The tag of a list changes when its reader opens a document.
    let tag = reader.get("/api/documents?view=summary&limit=5").await.header("etag").to_owned();
    let again = async |tag: &str| {
        let headers = [("if-none-match", tag)];
        reader.send(Method::GET, "/api/documents?view=summary&limit=5", &headers, None).await.status
    };
    assert_eq!(again(&tag).await, 304);
    let opened = reader.get(&path).await.body;
    assert_eq!((&opened["mark"], &opened["openedVersion"]), (&json!("new"), &Value::Null));
    until("the access is written", async || first(&reader).await == (Value::Null, json!(1))).await;
    assert_eq!(again(&tag).await, 200);

    let reclassified = json!({ "category": "OTHER", "reason": "Misfiled", "version": 1 });
    let answer = admin.patch(&format!("/api/admin/documents/{id}/classification"), reclassified).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(first(&reader).await, (json!("changed"), json!(1)));
    let opened = reader.get(&path).await.body;
    assert_eq!((&opened["mark"], &opened["openedVersion"]), (&json!("changed"), &json!(1)));
    until("the access is written", async || first(&reader).await == (Value::Null, json!(2))).await;

    // A document that was published more than 30 days ago is not new.
    let other = site.user(&admin, "other", 2).await;
    assert_eq!(first(&other).await.0, "new");
    site.set_clock(Duration::from_hours(24 * 32));
    let other = site.sign_in("other", crate::harness::PASSWORD).await;
    assert_eq!(first(&other).await, (Value::Null, Value::Null));
}

async fn opening_a_record_marks_its_notifications_as_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let one = admin.publish(&author.submit("The gate opens at nine.", "SITE").await, 2).await;
    let other = admin.publish(&author.submit("The mill", "SITE").await, 2).await;
    let unread = async || {
        let news = author.get("/api/user/notifications").await.body;
        let unread = news.as_array().unwrap().iter().filter(|item| item["readAt"].is_null());
        unread.map(|item| item["entityId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(unread().await, [other.clone(), one.clone()]);
    assert_eq!(admin.get(&format!("/api/documents/{one}")).await.status, 200);
    assert_eq!(author.get(&format!("/api/documents/{one}")).await.status, 200);
    until("the news is read", async || unread().await == [other.clone()]).await;
}

async fn notifications_that_arrive_after_a_record_was_opened_stay_unread(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 2).await, site.user(&admin, "reader", 2).await);
    let id = admin.publish(&author.submit("The gate opens at nine.", "SITE").await, 2).await;
    let path = format!("/api/documents/{id}");
    let unread = async || {
        let news = author.get("/api/user/notifications").await.body;
        let unread = news.as_array().unwrap().iter().filter(|item| item["readAt"].is_null());
        unread.map(|item| item["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(unread().await, ["submission_approved"]);
    // The comment exists before the access is written, which takes up to half a second.
    assert_eq!(author.get(&path).await.status, 200);
    let comment = json!({ "content": "At ten by now." });
    assert_eq!(reader.post(&format!("{path}/comments"), comment).await.status, 201);
    until("the news from before is read", async || unread().await == ["comment"]).await;
    assert_eq!(author.get(&path).await.status, 200);
    until("all news is read", async || unread().await.is_empty()).await;
}

async fn lists_are_filtered_by_author_and_sorted_as_requested(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (one, other) = (site.user(&admin, "mira", 2).await, site.user(&admin, "bram", 2).await);
    for (caller, title, level) in [(&one, "Gate 10", 1), (&other, "Mill", 1), (&one, "Gate 9", 2), (&one, "Zoo", 1)] {
        let sent = json!({ "title": title, "content": "The lantern burns.", "category": "SITE" });
        let id = caller.post("/api/submissions", sent).await.text("id");
        admin.publish(&id, level).await;
    }
    let titles = async |query: &str| other.get(&format!("/api/documents?view=summary&{query}")).await.each("title");
    assert_eq!(titles("author=MIRA").await, ["Zoo", "Gate 9", "Gate 10"]);
    assert_eq!(titles("author=mira&q=author:bram").await, [""; 0]);
    assert_eq!(titles("author=mira&q=lantern").await, ["Zoo", "Gate 9", "Gate 10"]);
    assert_eq!(titles("sort=oldest").await, ["Gate 10", "Mill", "Gate 9", "Zoo"]);
    assert_eq!(titles("sort=title&author=mira").await, ["Gate 9", "Gate 10", "Zoo"]);
    assert_eq!(titles("sort=level").await, ["Gate 9", "Zoo", "Mill", "Gate 10"]);
    for query in ["sort=size", "sort=title&q=lantern"] {
        let refused = other.get(&format!("/api/documents?{query}")).await;
        assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!("sort")), "{query}");
    }
    // A cursor is valid only for the order of its list.
    let page = other.get("/api/documents?view=summary&limit=2&sort=title").await;
    let link = page.header("link").to_owned();
    let next = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
    assert_eq!(other.get(&next).await.each("title"), ["Mill", "Zoo"]);
    assert_eq!(other.get(&next.replace("sort=title", "sort=oldest")).await.status, 400);
    assert_eq!(other.get(&next.replace("sort=title&", "")).await.status, 400);
    let counted = other.get("/api/documents?view=summary&limit=1&sort=title").await;
    assert_eq!(counted.header("x-total-count"), "4");
}
