//! Comments over HTTP.

use crate::caller::{Caller, members};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![readers_comment_and_see_what_their_level_allows, a_comment_with_an_idempotency_key_is_written_once,];

async fn publish(admin: &Caller<'_>, level: u8) -> String {
    let document = admin.publish(&admin.submit("The gate opens at nine.", "SITE").await, level).await;
    format!("/api/documents/{document}/comments")
}

fn comment(content: &str) -> Value {
    json!({ "content": content })
}

async fn readers_comment_and_see_what_their_level_allows(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 3).await);
    let path = publish(&admin, 1).await;
    let written = high.post(&path, json!({ "content": "At {{3|eight}}.", "quote": "opens at nine" })).await;
    assert_eq!((written.status, written.text("content")), (201, "At {{3|eight}}.".to_owned()));
    assert_eq!(
        members(&written.body),
        "answersTo authorId authorUsername content createdAt deletedBy documentId editedAt files id \
         isDeleted quote updatedAt withheldLevels"
    );
    let seen = low.get(&path).await;
    assert_eq!(seen.each("content"), ["At {{withheld 3}}."]);
    assert_eq!((seen.each("quote"), &seen.body[0]["withheldLevels"]), (vec!["opens at nine".to_owned()], &json!([3])));
    for (body, field) in [
        (comment(" "), "content"),
        (comment("{{withheld 3}}"), "content"),
        (json!({ "content": "A", "quote": "opens at noon" }), "quote"),
    ] {
        let refused = low.post(&path, body).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"));
        assert_eq!(refused.body["fields"][0]["field"], field);
    }
    assert_eq!(low.post(&path, json!({ "content": "A", "color": 1 })).await.code(), "unknown_field");
    for _ in 0..2 {
        assert_eq!(low.post(&path, comment("Once more")).await.status, 201);
    }
    let page = low.get(&format!("{path}?limit=2")).await;
    assert_eq!((page.body.as_array().unwrap().len(), page.header("x-total-count")), (2, "3"));
    let above = publish(&admin, 3).await;
    assert_eq!(low.get(&above).await.code(), "insufficient_clearance");
    assert_eq!(low.post(&above, comment("A")).await.code(), "insufficient_clearance");
}

async fn a_comment_with_an_idempotency_key_is_written_once(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let path = publish(&admin, 1).await;
    let send = async |text: &str| {
        let headers = [("content-type", "application/json"), ("idempotency-key", "once")];
        let body = Some(comment(text).to_string().into_bytes());
        admin.send(reqwest::Method::POST, &path, &headers, body).await
    };
    let (first, again) = (send("A").await, send("A").await);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.text("id"), again.text("id"));
    assert_eq!(send("B").await.status, 422);
    // A reply is repeated only for users who can still read the document.
    let document = path.trim_end_matches("/comments").trim_start_matches("/api");
    assert_eq!(admin.delete(&format!("/api/admin{document}")).await.status, 204);
    assert_eq!(send("A").await.status, 404);
}
