//! Finding documents by their short labels.

use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::collections::BTreeSet;

on_each_database!(a_short_label_finds_its_document, labels_distinguish_new_records);

async fn a_short_label_finds_its_document(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let open = admin.publish(&admin.submit("Open to two", "SITE").await, 2).await;
    let secret = admin.publish(&admin.submit("Only for three", "SITE").await, 3).await;
    let digits = |id: &str, count: usize| id.replace('-', "").chars().take(count).collect::<String>();
    let list = |label: String| format!("/api/documents?id={label}");

    for count in 4..=12 {
        let found = reader.get(&list(digits(&open, count))).await;
        assert_eq!((found.status, found.each("id")), (200, vec![open.clone()]), "{count}");
    }
    let label = format!("DOC-{}", digits(&open, 6).to_uppercase());
    let found = reader.get(&list(label.clone())).await;
    assert_eq!(found.each("title"), ["Open to two"]);
    assert!(found.body[0]["content"].is_null(), "a summary");
    assert_eq!(found.body[0]["preview"], "What Open to two says.");
    assert_eq!((found.header("x-total-count"), found.header("x-accessible-count")), ("1", "1"));
    assert!(!found.header("etag").is_empty());
    assert_eq!(reader.get(&format!("{}&limit=1&view=full", list(label.clone()))).await.body, found.body);

    // Above the reader's level, the label matches nothing; there is no refusal either.
    let hidden = reader.get(&list(digits(&secret, 12))).await;
    assert_eq!((hidden.status, &hidden.body, hidden.header("x-total-count")), (200, &json!([]), "0"));
    assert_eq!(admin.get(&list(digits(&secret, 12))).await.each("id"), [secret.as_str()]);

    assert_eq!(reader.get(&list("not-hex".to_owned())).await.body, json!([]), "no label");
    let both = reader.get(&format!("{}&q=open", list(label))).await;
    assert_eq!((both.status, both.code(), &both.body["fields"][0]["field"]), (400, "validation_failed", &json!("id")));
    assert_eq!(site.anonymous().get(&list(digits(&open, 6))).await.status, 401);
}

async fn labels_distinguish_new_records(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let mut labels = BTreeSet::new();
    let mut ids = Vec::new();
    for n in 0..10 {
        let submission = admin.submit(&format!("Record {n}"), "OTHER").await;
        ids.push(admin.publish(&submission, 1).await);
        ids.push(submission);
    }
    ids.extend(admin.get("/api/admin/users").await.each("id").into_iter().filter(|id| id.len() == 36));
    for id in &ids {
        assert_eq!(id.chars().nth(14), Some('4'), "{id} is a random UUID");
        labels.insert(id.chars().take(6).collect::<String>());
    }
    assert_eq!(labels.len(), ids.len(), "{labels:?}");
}
