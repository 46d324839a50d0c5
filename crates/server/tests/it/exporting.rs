//! Download of one document as a Markdown file.

use crate::archive::{archive, section};
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;

on_each_database![
    a_record_is_downloaded_as_its_reader_may_read_it,
    downloads_of_a_record_are_logged_and_refused_like_opening_it,
];

const CONTENT: &str = "The {{4|south}} gate.\n\n:::level 4\nIt opens.\n:::\n\nIt closes.";

async fn a_record_is_downloaded_as_its_reader_may_read_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 4).await, site.user(&admin, "reader", 2).await);
    let title = "The \"gate\": a/\u{f1}";
    let lore = json!({ "title": title, "content": CONTENT, "category": "SITE" });
    let id = admin.publish(&author.post("/api/submissions", lore).await.text("id"), 2).await;
    let record = format!("/api/documents/{id}");
    let path = format!("{record}/export");

    let file = reader.get(&path).await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/markdown; charset=utf-8"));
    let digits = id.get(..6).unwrap().to_uppercase();
    assert_eq!(
        file.header("content-disposition"),
        format!(
            "attachment; filename=\"The _gate__ a__ DOC-{digits}.md\"; \
             filename*=UTF-8''The%20_gate__%20a_%C3%B1%20DOC%2D{digits}.md"
        )
    );
    let opened = reader.get(&record).await;
    let cut = opened.text("content");
    assert!(cut.contains("{{withheld 4}}") && cut.contains(":::withheld 4"), "{cut}");
    let (created, updated) = (opened.text("createdAt"), opened.text("updatedAt"));
    assert_eq!(
        String::from_utf8(file.bytes).unwrap(),
        format!(
            "---\nauthor: \"author\"\ncategory: \"SITE\"\nclearanceLevel: 2\ncreatedAt: \"{created}\"\nid: \"{id}\"\n\
             title: {}\nupdatedAt: \"{updated}\"\nversion: 1\n---\n{cut}",
            json!(title)
        )
    );

    let amber = section(&admin, "Amber").await;
    archive(&admin, &id, &amber).await;
    let whole = String::from_utf8(admin.get(&path).await.bytes).unwrap();
    let at = admin.get(&record).await.text("archivedAt");
    let facts = format!("archiveSection: \"{amber}\"\narchivedAt: \"{at}\"\n");
    assert!(whole.contains(&facts) && whole.ends_with(&format!("---\n{CONTENT}")), "{whole}");
}

async fn downloads_of_a_record_are_logged_and_refused_like_opening_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (reader, low) = (site.user(&admin, "reader", 2).await, site.user(&admin, "low", 1).await);
    let id = admin.publish(&admin.submit("The gate", "SITE").await, 2).await;
    let record = format!("/api/documents/{id}");
    let path = format!("{record}/export");

    let refused = low.get(&path).await;
    assert_eq!(refused.refusal(), (403, "insufficient_clearance"));
    assert_eq!(refused.bytes, low.get(&record).await.bytes);
    let unknown = "/api/documents/00000000-0000-4000-8000-00000000ffff/export";
    assert_eq!(reader.get(unknown).await.code(), "not_found");
    assert_eq!(reader.get("/api/documents/gate/export").await.code(), "validation_failed");

    assert_eq!(reader.get(&path).await.status, 200);
    assert_eq!(reader.get(&record).await.status, 200);
    assert_eq!(admin.get(&format!("{path}?as=level:2")).await.status, 200);
    let by_itself = reader.send(Method::GET, &path, &[("x-background", "1")], None).await;
    assert_eq!(by_itself.status, 200);
    // Accesses are written in the background in order, so once the last one is written, all of them are.
    assert_eq!(admin.get(&record).await.status, 200);
    let listed = async || admin.get(&format!("{record}/access-log")).await;
    until("the accesses are written", async || {
        listed().await.each("username").first().is_some_and(|name| name == "administrator")
    })
    .await;
    let log = listed().await;
    assert_eq!(log.each("username"), ["administrator", "reader", "reader", "reader"]);
    assert_eq!(log.each("accessType"), ["view", "download", "view", "download"]);
}
