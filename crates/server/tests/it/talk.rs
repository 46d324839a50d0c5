//! Notifications of comments and new versions, which omit what their recipient may not read.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::mail::{newest, of, reader, settings, until};
use crate::post_office::PostOffice;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    comments_notify_the_owner_the_answered_the_mentioned_and_watchers,
    nobody_is_notified_of_what_they_may_not_read,
    comments_are_edited_by_their_authors_for_thirty_days,
    names_of_users_who_may_read_the_document_are_completed,
    new_versions_notify_watchers_once,
    the_mentioned_and_the_answered_get_mail_without_the_comment_text,
];

async fn record(admin: &Caller<'_>, author: &Caller<'_>, level: u8) -> String {
    admin.publish(&author.submit("The gate opens at nine.", "SITE").await, level).await
}

async fn comment(caller: &Caller<'_>, record: &str, body: Value) -> String {
    let written = caller.post(&format!("/api/documents/{record}/comments"), body).await;
    assert_eq!(written.status, 201, "{}", written.body);
    written.text("id")
}

fn saying(content: &str) -> Value {
    json!({ "content": content })
}

/// Returns the kinds of the caller's unread notifications, newest first.
async fn unread_kinds(caller: &Caller<'_>) -> Vec<String> {
    let news = caller.get("/api/user/notifications").await;
    let unread = news.body.as_array().unwrap().iter().filter(|item| item["readAt"].is_null());
    let kinds = unread.map(|item| item["kind"].as_str().unwrap().to_owned());
    let kinds: Vec<String> = kinds.filter(|kind| kind != "submission_approved").collect();
    let board = caller.get("/api/user/board").await.body["decided"]["count"].as_u64().unwrap();
    let counted: u64 = news.header("x-unread-count").parse().unwrap();
    assert_eq!(board, counted);
    kinds
}

async fn read_all(caller: &Caller<'_>) {
    assert_eq!(caller.post("/api/user/notifications/read", json!({ "all": true })).await.status, 204);
}

async fn comments_notify_the_owner_the_answered_the_mentioned_and_watchers(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let (mira, bram) = (site.user(&admin, "mira-holt", 2).await, site.user(&admin, "bram", 2).await);
    let watcher = site.user(&admin, "watcher", 2).await;
    let id = record(&admin, &author, 2).await;
    let path = format!("/api/documents/{id}");
    let is_watched = async |caller: &Caller<'_>| caller.get(&path).await.body["isWatched"].clone();
    assert_eq!((is_watched(&author).await, is_watched(&watcher).await), (json!(true), json!(false)));
    assert_eq!(watcher.put(&format!("{path}/watch"), json!({})).await.status, 204);
    assert_eq!(is_watched(&watcher).await, json!(true));

    let first = comment(&mira, &id, saying("Ask @Bram, @bram and mail@author.org.")).await;
    assert_eq!(unread_kinds(&author).await, ["comment"]);
    assert_eq!(unread_kinds(&bram).await, ["mention"]);
    assert_eq!(unread_kinds(&watcher).await, ["watched"]);
    assert_eq!(unread_kinds(&mira).await, [""; 0]);
    assert_eq!(is_watched(&mira).await, json!(true), "commenting starts watching");
    let news = bram.get("/api/user/board").await.body["decided"]["items"][0].clone();
    assert_eq!(
        (&news["decidedBy"], &news["commentId"], &news["entityId"], &news["title"]),
        (&json!("mira-holt"), &json!(first), &json!(id), &json!("The gate opens at nine."))
    );
    assert_eq!(news["reason"], "Ask @Bram, @bram and mail@author.org.");

    // An answer that also mentions the author is one notification, and users who have not read that a watched document
    // changed are not notified again.
    let answer = json!({ "content": "@mira-holt I will.", "answersTo": first });
    let second = comment(&bram, &id, answer).await;
    assert_eq!(unread_kinds(&mira).await, ["answer"]);
    assert_eq!((unread_kinds(&watcher).await, unread_kinds(&author).await.len()), (vec!["watched".to_owned()], 2));
    let listed = mira.get(&format!("{path}/comments")).await.body;
    assert_eq!((&listed[0]["answersTo"], &listed[1]["answersTo"]), (&Value::Null, &json!(first)));

    // After a user stops watching, they get only notifications addressed to them.
    assert_eq!(author.delete(&format!("{path}/watch")).await.status, 204);
    read_all(&author).await;
    read_all(&watcher).await;
    comment(&mira, &id, saying("Later.")).await;
    assert_eq!((unread_kinds(&author).await, unread_kinds(&watcher).await.len()), (vec!["comment".to_owned()], 1));

    // A deleted comment has no notifications, and its answers no longer refer to it.
    assert_eq!(mira.delete(&format!("{path}/comments/{first}")).await.status, 204);
    assert_eq!(unread_kinds(&bram).await, ["watched"]);
    let listed = mira.get(&format!("{path}/comments")).await.body;
    assert_eq!((&listed[1]["id"], &listed[1]["answersTo"]), (&json!(second), &Value::Null));
    let gone = json!({ "content": "Which?", "answersTo": first });
    let refused = bram.post(&format!("{path}/comments"), gone).await;
    assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!("answersTo")));
}

async fn nobody_is_notified_of_what_they_may_not_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let (low, high) = (site.user(&admin, "low", 2).await, site.user(&admin, "high", 4).await);
    let id = record(&admin, &author, 3).await;
    comment(&author, &id, saying("@low and @high, {{4|@high alone}}.")).await;
    assert_eq!((unread_kinds(&low).await, unread_kinds(&high).await), (vec![], vec!["mention".to_owned()]));
    // Marking all notifications as read does not include withheld ones.
    read_all(&low).await;
    let lower = json!({ "clearanceLevel": 1, "reason": "It was never secret.", "version": 1 });
    let classification = format!("/api/admin/documents/{id}/classification");
    assert_eq!(admin.patch(&classification, lower).await.status, 200);
    assert_eq!(unread_kinds(&low).await, [""; 0], "the comment keeps its level");
    let low = site.at_level(&admin, &low, 4).await;
    assert_eq!(unread_kinds(&low).await, ["mention"]);

    // A mention within a passage notifies only readers of the passage, and the text is cut for each recipient.
    let open = record(&admin, &author, 1).await;
    let reader = site.user(&admin, "reader", 1).await;
    comment(&author, &open, saying("At nine. {{3|@reader knows why.}} @high @low")).await;
    assert_eq!(unread_kinds(&reader).await, [""; 0]);
    let news = low.get("/api/user/notifications").await.body;
    assert_eq!(news[0]["reason"], "At nine. @reader knows why. @high @low");

    // There are no notifications about documents in the trash.
    assert_eq!(admin.delete(&format!("/api/admin/documents/{open}")).await.status, 204);
    assert_eq!(unread_kinds(&low).await, ["mention"]);
}

async fn comments_are_edited_by_their_authors_for_thirty_days(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let (mira, bram) = (site.user(&admin, "mira", 3).await, site.user(&admin, "bram", 3).await);
    let id = record(&admin, &author, 1).await;
    let quoting = json!({ "content": "Ask @bram. {{3|Softly.}}", "quote": "The gate" });
    let written = comment(&mira, &id, quoting).await;
    let path = format!("/api/documents/{id}/comments/{written}");
    assert_eq!(bram.patch(&path, saying("Mine.")).await.code(), "owner_only");
    assert_eq!(admin.patch(&path, saying("Mine.")).await.code(), "owner_only");
    assert_eq!(mira.patch(&path, saying(" ")).await.code(), "validation_failed");
    read_all(&bram).await;
    let edited = mira.patch(&path, saying("Ask @bram or @author. {{3|Softly.}}")).await;
    assert_eq!(edited.status, 200, "{}", edited.body);
    assert!(edited.body["editedAt"].is_string() && edited.body["quote"] == "The gate", "{}", edited.body);
    assert_eq!(unread_kinds(&bram).await, [""; 0], "already mentioned before");
    assert_eq!(unread_kinds(&author).await, ["comment"], "already notified of this comment");

    // Withheld passages stay.
    let mira = site.at_level(&admin, &mira, 1).await;
    assert_eq!(mira.patch(&path, saying("Ask nobody.")).await.code(), "portion_mismatch");
    let kept = mira.patch(&path, saying("Ask nobody. {{withheld 3}}")).await;
    assert_eq!((kept.status, kept.text("content")), (200, "Ask nobody. {{withheld 3}}".to_owned()));
    let list = bram.get(path.rsplit_once('/').unwrap().0).await;
    assert_eq!(list.each("content"), ["Ask nobody. {{3|Softly.}}"]);

    site.execute("UPDATE comments SET created_at = created_at - 2592000000000".to_owned()).await;
    assert_eq!(mira.patch(&path, saying("Late. {{withheld 3}}")).await.refusal(), (409, "not_editable"));
    assert_eq!(site.audited("comment_edited").await, 2);
}

async fn names_of_users_who_may_read_the_document_are_completed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    site.user(&admin, "anna", 3).await;
    site.user(&admin, "an_low", 1).await;
    site.register("another", "subject").await;
    let id = record(&admin, &author, 2).await;
    let path = format!("/api/documents/{id}/readers");
    let named = async |q: &str| author.get(&format!("{path}?q={q}")).await.body;
    assert_eq!(named("AN").await, json!(["anna"]));
    assert_eq!(named("a").await, json!(["administrator", "anna"]), "the caller's own name is not completed");
    assert_eq!((named("%25").await, named("_").await), (json!([]), json!([])));
    let many: Vec<String> = (0..11).map(|n| format!("@person{n}")).collect();
    let many = many.join(" ");
    for n in 0..11 {
        site.user(&admin, &format!("person{n}"), 2).await;
    }
    assert_eq!(named("person").await.as_array().unwrap().len(), 8);
    let refused = author.post(&format!("/api/documents/{id}/comments"), saying(&many)).await;
    assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!("content")));
}

async fn new_versions_notify_watchers_once(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let watcher = site.user(&admin, "watcher", 3).await;
    let id = record(&admin, &author, 1).await;
    let path = format!("/api/documents/{id}");
    watcher.put(&format!("{path}/watch"), json!({})).await;
    for n in 0..2 {
        let edit =
            json!({ "title": "The gate", "content": format!("At {n}."), "category": "SITE", "clearanceLevel": 1 });
        let edit = author.post(&format!("{path}/edit"), edit).await.text("id");
        let approved = json!({ "status": "approved" });
        assert_eq!(admin.patch(&format!("/api/document-edits/{edit}"), approved).await.status, 200);
    }
    assert_eq!(unread_kinds(&watcher).await, ["watched"]);
    assert_eq!(unread_kinds(&author).await, ["edit_approved", "edit_approved"]);
    let news = watcher.get("/api/user/notifications").await.body;
    assert_eq!(news[0]["message"], "\"The gate\" has a new version.");
    read_all(&watcher).await;
    let first = author.get(&format!("{path}/versions")).await.each("id").pop().unwrap();
    assert_eq!(admin.post(&format!("{path}/revert/{first}"), json!({})).await.status, 200);
    assert_eq!((unread_kinds(&watcher).await, unread_kinds(&author).await.len()), (vec!["watched".to_owned()], 3));
}

async fn the_mentioned_and_the_answered_get_mail_without_the_comment_text(database: TestDatabase) {
    let office = PostOffice::open().await;
    let site = Site::start_node(database.into(), 1, settings(&office)).await;
    let admin = site.administrator().await;
    let author = reader(&site, &admin, "author", 2).await;
    let (mira, low) = (reader(&site, &admin, "mira", 2).await, reader(&site, &admin, "low", 1).await);
    let id = record(&admin, &author, 2).await;
    let of_review = office.received_by(&of("author")).len();
    comment(&author, &id, saying("@mira and @low, the lantern burns.")).await;
    until("the mentioned user gets mail", async || office.received_by(&of("mira")).len() == 1).await;
    let mail = newest(&admin, "mira").await;
    assert_eq!(mail["notificationType"], "talk");
    let letter = format!("{mail}");
    assert!(!letter.contains("lantern") && !letter.contains("author wrote"), "{letter}");
    // Users who may not read the document get no mail and no notification.
    assert_eq!(office.received_by(&of("low")).len(), 0);
    assert_eq!(low.get("/api/user/notifications").await.body, json!([]));
    assert_eq!(mira.patch("/api/user/mail-settings", json!({ "talk": false })).await.status, 200);
    comment(&author, &id, saying("@mira again.")).await;
    comment(&mira, &id, saying("I heard.")).await;
    site.set_clock(Duration::from_mins(3));
    assert_eq!(office.received_by(&of("mira")).len(), 1);
    assert!(office.received_by(&of("author")).len() >= of_review);
    let talk = admin.get("/api/admin/mail").await.each("notificationType");
    assert_eq!(talk.iter().filter(|kind| *kind == "talk").count(), 1);
}
