//! Sections of the archive and the documents in them, over HTTP.

use crate::caller::members;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database![
    sections_are_created_changed_and_closed,
    invalid_sections_are_refused,
    archived_documents_are_found_in_their_section_only,
    a_section_shows_each_reader_what_they_may_see,
    an_unarchived_document_returns_to_the_repository,
];

/// Creates a section of this name and returns its id.
pub async fn section(admin: &crate::caller::Caller<'_>, name: &str) -> String {
    let made = admin.post("/api/archive/sections", json!({ "name": name })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.text("id")
}

/// Archives a document as an administrator.
pub async fn archive(admin: &crate::caller::Caller<'_>, document: &str, section: &str) {
    let path = format!("/api/documents/{document}/request-archive");
    let done = admin.post(&path, json!({ "sectionId": section })).await;
    assert_eq!((done.status, &done.body["isArchived"]), (200, &json!(true)), "{}", done.body);
}

async fn sections_are_created_changed_and_closed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 1).await;
    assert_eq!(reader.get("/api/archive/sections").await.body, json!([]));
    let body = json!({
        "name": " Ambry Street ", "description": " Before the water. ", "sectionType": "story_arc",
        "displayOrder": 2, "metadata": { "Period": "1961" },
    });
    let made = admin.post("/api/archive/sections", body).await;
    assert_eq!(made.status, 201);
    assert_eq!(
        members(&made.body),
        "createdAt createdBy createdByUsername description displayOrder documentCount id isActive \
         metadata name parentSection sectionType updatedAt"
    );
    assert_eq!(
        (&made.body["name"], &made.body["description"], &made.body["metadata"]["Period"]),
        (&json!("Ambry Street"), &json!("Before the water."), &json!("1961"))
    );
    let plain = admin.post("/api/archive/sections", json!({ "name": "Unclaimed" })).await.body;
    assert_eq!((&plain["sectionType"], &plain["metadata"]), (&json!("general"), &Value::Null));
    let listed = reader.get("/api/archive/sections").await;
    assert_eq!(listed.each("name"), ["Unclaimed", "Ambry Street"], "by display order");
    let known = [("if-none-match", listed.header("etag"))];
    assert_eq!(reader.send(Method::GET, "/api/archive/sections", &known, None).await.status, 304);
    assert_eq!(reader.get("/api/user/board").await.body["sections"], 2);

    let path = format!("/api/archive/sections/{}", made.text("id"));
    let change = json!({ "parentSection": plain["id"], "updatedAt": made.body["updatedAt"] });
    let moved = admin.patch(&path, change.clone()).await;
    assert_eq!((moved.status, &moved.body["parentSection"]), (200, &plain["id"]));
    assert_eq!(admin.patch(&path, change).await.code(), "stale");
    let root = json!({ "parentSection": null, "metadata": null, "displayOrder": 0 });
    let moved = admin.patch(&path, root).await.body;
    assert_eq!((&moved["parentSection"], &moved["metadata"]), (&Value::Null, &Value::Null));

    assert_eq!(admin.patch(&path, json!({ "isActive": false })).await.body["isActive"], false);
    assert_eq!(reader.get("/api/archive/sections").await.each("name"), ["Unclaimed"]);
    assert_eq!(admin.get("/api/archive/sections").await.each("name"), ["Unclaimed"]);
    assert_eq!(admin.get("/api/archive/sections?inactive=true").await.each("name").len(), 2);
    assert_eq!(reader.get("/api/archive/sections?inactive=true").await.code(), "admin_only");
    assert_eq!(reader.get("/api/user/board").await.body["sections"], 1);
    assert_eq!(reader.get(&format!("/api/archive/documents/{}", made.text("id"))).await.status, 404);
    assert_eq!(admin.get(&format!("/api/archive/documents/{}", made.text("id"))).await.status, 200);
    assert_eq!(admin.patch(&path, json!({ "isActive": true })).await.status, 200);
    for action in ["section_created", "section_updated", "section_closed", "section_reopened"] {
        let logged = admin.get(&format!("/api/admin/audit-logs?view=admin&action={action}&limit=10")).await;
        assert!(logged.each("entityType").iter().all(|kind| kind == "section"), "{action}");
        assert_eq!(
            logged.body[0]["object"]["name"],
            if action == "section_created" { "Unclaimed" } else { "Ambry Street" },
            "{action}"
        );
        if action == "section_created" {
            assert_eq!(logged.each("action").len(), 2);
        }
    }
}

async fn invalid_sections_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let first = section(&admin, "Amber").await;
    for (body, status, code) in [
        (json!({ "name": " " }), 400, "validation_failed"),
        (json!({ "name": "A", "metadata": { "x": 1 } }), 400, "validation_failed"),
        (json!({ "name": "A", "isActive": false }), 400, "unknown_field"),
        (json!({ "name": "A", "parentSection": "00000000-0000-7000-8000-00000000ffff" }), 404, "not_found"),
        (json!({ "name": "aMBER" }), 409, "name_taken"),
    ] {
        let refused = admin.post("/api/archive/sections", body.clone()).await;
        assert_eq!(refused.refusal(), (status, code), "{body}");
    }
    let mut above = first.clone();
    for name in ["B", "C", "D", "E"] {
        let body = json!({ "name": name, "parentSection": above });
        above = admin.post("/api/archive/sections", body).await.text("id");
    }
    let refused = admin.post("/api/archive/sections", json!({ "name": "F", "parentSection": above })).await;
    assert_eq!(refused.refusal(), (409, "section_too_deep"));
    let path = format!("/api/archive/sections/{first}");
    for parent in [&first, &above] {
        let refused = admin.patch(&path, json!({ "parentSection": parent })).await;
        assert_eq!(refused.refusal(), (409, "section_cycle"));
    }
    assert_eq!(admin.patch(&path, json!({ "name": "E" })).await.code(), "name_taken");
    assert_eq!(admin.patch(&path, json!({ "name": "AMBER" })).await.status, 200, "its own name");
    assert_eq!(admin.patch(&path, json!({ "updatedAt": "x" })).await.status, 400);
}

async fn archived_documents_are_found_in_their_section_only(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let kept = admin.publish(&admin.submit("Lantern one", "SITE").await, 1).await;
    let moved = admin.publish(&admin.submit("Lantern two", "SITE").await, 2).await;
    let section = section(&admin, "Amber").await;
    let tag = reader.get("/api/documents?view=summary").await.header("etag").to_owned();
    let health = reader.get("/api/health").await.body["timestamp"].clone();
    archive(&admin, &moved, &section).await;
    assert_ne!(reader.get("/api/health").await.body["timestamp"], health);

    let listed = reader.send(Method::GET, "/api/documents?view=summary", &[("if-none-match", &tag)], None).await;
    assert_eq!(listed.each("id"), [kept.as_str()]);
    assert_eq!((listed.header("x-total-count"), listed.header("x-accessible-count")), ("1", "1"));
    assert_eq!(reader.get("/api/documents?q=lantern").await.each("id"), [kept.as_str()]);
    let found = reader.get("/api/documents?q=lantern+is:archived").await;
    assert_eq!((found.each("id"), found.header("x-total-count")), (vec![moved.clone()], "1"));
    assert_eq!(reader.get("/api/documents?category=SITE&limit=5").await.header("x-total-count"), "1");
    assert_eq!(admin.get("/api/admin/documents").await.each("id").len(), 2);
    let board = reader.get("/api/user/board").await.body;
    assert_eq!((&board["visible"], board["latest"].as_array().unwrap().len()), (&json!(1), 1));
    let opened = reader.get(&format!("/api/documents/{moved}")).await.body;
    assert_eq!((&opened["isArchived"], &opened["archiveSection"]), (&json!(true), &json!(section)));
    let logged = admin.get("/api/admin/audit-logs?view=admin&action=document_archived&limit=1").await;
    assert_eq!(logged.body[0]["object"]["name"], "Lantern two");

    let path = format!("/api/documents/{moved}/request-archive");
    assert_eq!(admin.post(&path, json!({ "sectionId": section })).await.refusal(), (409, "already_archived"));
}

async fn a_section_shows_each_reader_what_they_may_see(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 4).await);
    let section = section(&admin, "Amber").await;
    let mut archived = Vec::new();
    for (n, level) in [1, 4, 1, 5].into_iter().enumerate() {
        let id = admin.publish(&admin.submit(&format!("Record {n}"), "SITE").await, level).await;
        archive(&admin, &id, &section).await;
        archived.push(id);
    }
    let path = format!("/api/archive/documents/{section}");
    let shown = low.get(&path).await;
    assert_eq!(shown.each("title"), ["Record 2", "Record 0"], "most recently archived first");
    assert_eq!(shown.header("x-total-count"), "2");
    assert!(shown.body[0]["content"].is_string() && shown.body[0]["preview"].is_null());
    let brief = high.get(&format!("{path}?view=summary&limit=2")).await;
    assert_eq!(brief.each("title"), ["Record 2", "Record 1"]);
    assert!(brief.body[0]["content"].is_null() && brief.body[0]["preview"].is_string());
    assert_eq!(brief.header("x-total-count"), "3");
    let next = brief.header("link").split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(high.get(&next).await.each("title"), ["Record 0"]);
    let known = [("if-none-match", brief.header("etag"))];
    let again = high.send(Method::GET, &format!("{path}?view=summary&limit=2"), &known, None).await;
    assert_eq!(again.status, 304);
    assert_eq!(high.get(&format!("{path}?skip=1&limit=1")).await.each("title"), ["Record 1"]);
    assert_eq!(high.get(&format!("{path}?skip=9")).await.body, json!([]));
    for wrong in ["skip=1000001", "limit=0", "view=half", "after=x"] {
        assert_eq!(high.get(&format!("{path}?{wrong}")).await.status, 400, "{wrong}");
    }
    assert_eq!(low.get("/api/archive/documents/x").await.code(), "validation_failed");
    let counts = async |caller: &crate::caller::Caller<'_>| {
        caller.get("/api/archive/sections").await.body[0]["documentCount"].as_i64()
    };
    assert_eq!((counts(&low).await, counts(&high).await, counts(&admin).await), (Some(2), Some(3), Some(4)));

    // Lists with full contents are recorded in the access log, summaries are not.
    let readers = admin.get(&format!("/api/documents/{}/access-log", archived[0])).await.each("username");
    assert!(readers.contains(&"low".to_owned()) && !readers.contains(&"high".to_owned()), "{readers:?}");
}

async fn an_unarchived_document_returns_to_the_repository(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 1).await;
    let section = section(&admin, "Amber").await;
    let id = admin.publish(&admin.submit("Lantern", "SITE").await, 1).await;
    archive(&admin, &id, &section).await;
    assert_eq!(reader.get("/api/documents").await.body, json!([]));
    let path = format!("/api/documents/{id}/unarchive");
    let back = admin.post(&path, json!({})).await;
    assert_eq!((back.status, &back.body["isArchived"], &back.body["archivedAt"]), (200, &json!(false), &Value::Null));
    assert_eq!(reader.get("/api/documents").await.each("id"), [id.as_str()]);
    assert_eq!(reader.get(&format!("/api/archive/documents/{section}")).await.body, json!([]));
    assert_eq!(admin.post(&path, json!({})).await.refusal(), (409, "not_archived"));
    archive(&admin, &id, &section).await;
    assert_eq!(site.audited("document_unarchived").await, 1);

    // Owners can delete archived documents like any other.
    assert_eq!(admin.delete(&format!("/api/documents/{id}")).await.status, 204);
    assert_eq!(reader.get("/api/archive/sections").await.body[0]["documentCount"], 0);
}
