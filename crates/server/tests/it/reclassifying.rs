//! Correcting the level and the category of published documents.

use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    a_new_level_and_category_apply_immediately_and_the_owner_is_notified,
    a_document_is_not_reclassified_while_an_edit_of_it_is_pending,
    only_one_of_two_concurrent_reclassifications_succeeds,
];

fn change(level: u8, category: &str, version: i64) -> Value {
    json!({ "clearanceLevel": level, "category": category, "reason": "It names the lower gate.", "version": version })
}

async fn a_new_level_and_category_apply_immediately_and_the_owner_is_notified(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 3).await, site.user(&admin, "reader", 2).await);
    let id = admin.publish(&author.submit("The drowned bell", "ENTITY").await, 2).await;
    let (path, found) = (format!("/api/documents/{id}"), "/api/documents?q=drowned&category=INCIDENT");
    let classification = format!("/api/admin/documents/{id}/classification");

    assert_eq!(author.patch(&classification, change(3, "INCIDENT", 1)).await.code(), "admin_only");
    let raised = admin.patch(&classification, change(3, "INCIDENT", 1)).await;
    assert_eq!(raised.status, 200, "{}", raised.body);
    let of = |body: &Value| (body["clearanceLevel"].clone(), body["category"].clone(), body["version"].clone());
    assert_eq!(of(&raised.body), (json!(3), json!("INCIDENT"), json!(2)));
    assert_eq!(reader.get(&path).await.code(), "insufficient_clearance");
    assert_eq!(reader.get(found).await.body, json!([]));
    assert_eq!(author.get(found).await.body.as_array().unwrap().len(), 1);
    let versions = author.get(&format!("{path}/versions")).await.body;
    assert_eq!(versions[0]["changeDescription"], "It names the lower gate.");
    let news = author.get("/api/user/notifications").await.body[0].clone();
    assert_eq!(
        (&news["kind"], &news["reason"], &news["change"]),
        (&json!("reclassified"), &json!("It names the lower gate."), &json!("L2 to L3, ENTITY to INCIDENT"))
    );
    assert_eq!(reader.get("/api/user/notifications").await.body, json!([]));

    // When the document is above its owner, the owner learns the level, but neither the reason nor the category.
    let raised = admin.patch(&classification, change(4, "PERSONNEL", 2)).await;
    assert_eq!(raised.status, 200, "{}", raised.body);
    let news = author.get("/api/user/notifications").await.body;
    assert_eq!(
        (&news[0]["change"], &news[0]["reason"], &news[1]["reason"]),
        (&json!("L3 to L4"), &Value::Null, &Value::Null)
    );
    assert!(!format!("{news} {}", author.get("/api/user/board").await.body).contains("lower gate"));

    // When it is lowered again, the version of the higher level stays in the history only for readers cleared for it.
    assert_eq!(admin.patch(&classification, change(1, "PERSONNEL", 3)).await.status, 200);
    assert_eq!(reader.get(&path).await.status, 200);
    let versions = reader.get(&format!("{path}/versions")).await.body;
    let numbers: Vec<_> = versions.as_array().unwrap().iter().map(|v| v["versionNumber"].clone()).collect();
    assert_eq!(numbers, [json!(4), json!(1)], "{versions}");
    assert_eq!(site.audited("document_reclassified").await, 3);
}

async fn a_document_is_not_reclassified_while_an_edit_of_it_is_pending(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let id = admin.publish(&author.submit("The drowned bell", "ENTITY").await, 2).await;
    let classification = format!("/api/admin/documents/{id}/classification");
    let edit = json!({ "title": "The bell", "content": "It rings.", "category": "ENTITY", "clearanceLevel": 2 });
    let edit = author.post(&format!("/api/documents/{id}/edit"), edit).await.text("id");
    assert_eq!(admin.patch(&classification, change(3, "ENTITY", 1)).await.refusal(), (409, "edit_pending"));
    assert_eq!(author.get("/api/user/notifications").await.each("kind"), ["submission_approved"]);
    assert_eq!(site.audited("document_reclassified").await, 0);
    // An edit that has timed out cannot be decided, and does not block the reclassification.
    let past = "UPDATE document_edits SET created_at = created_at - 260000000000";
    site.execute(past.to_owned()).await;
    assert_eq!(admin.patch(&classification, change(3, "ENTITY", 1)).await.status, 200);
    let again = format!("/api/user/edits/{edit}/resubmit");
    assert_eq!(author.post(&again, json!({})).await.status, 200);
    assert_eq!(admin.patch(&classification, change(2, "ENTITY", 2)).await.code(), "edit_pending");
}

async fn only_one_of_two_concurrent_reclassifications_succeeds(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let id = admin.publish(&author.submit("The drowned bell", "ENTITY").await, 2).await;
    let classification = format!("/api/admin/documents/{id}/classification");
    let (one, other) = tokio::join!(
        admin.patch(&classification, change(3, "ENTITY", 1)),
        admin.patch(&classification, change(1, "ENTITY", 1))
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", one.body, other.body);
    let news = author.get("/api/user/notifications").await.each("kind");
    assert_eq!(news, ["reclassified", "submission_approved"]);
}
