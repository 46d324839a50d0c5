//! Drafts over HTTP: saving, conflicts, submitting, and visibility.

use crate::caller::members;
use crate::harness::{Site, on_each_database};
use crate::socket::Socket;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database![
    draft_is_saved_replaced_and_listed,
    draft_that_changed_elsewhere_is_not_overwritten,
    submitted_draft_becomes_one_submission_with_its_file,
    a_draft_is_visible_to_its_owner_only,
    saving_is_announced_to_the_owner_only_and_not_recorded,
];

const COUNT: &str = "SELECT count(*) AS n FROM drafts";

async fn draft_is_saved_replaced_and_listed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let empty = author.post("/api/user/drafts", json!({})).await;
    assert_eq!(empty.status, 201);
    assert_eq!(
        members(&empty.body),
        "attachment basedOnVersion category changeDescription clearanceLevel content createdAt \
         documentId filePath files id revises revision scheduledReleaseAt title updatedAt"
    );
    assert!(["title", "content", "category", "clearanceLevel"].iter().all(|name| empty.body[name].is_null()));

    let path = format!("/api/user/drafts/{}", empty.text("id"));
    let whole = json!({
        "title": "Hooks", "content": "Forty-**one** trees. ", "category": "SITE", "clearanceLevel": 2,
        "revision": empty.text("revision"),
    });
    let saved = author.put(&path, whole).await;
    assert_eq!((saved.status, saved.text("content").as_str()), (200, "Forty-**one** trees. "));
    assert_ne!(saved.text("revision"), empty.text("revision"));
    assert_eq!(author.get(&path).await.body, saved.body);
    let second = author.post("/api/user/drafts", json!({ "title": "Pump" })).await;
    let list = author.get("/api/user/drafts").await;
    assert_eq!(list.each("title"), ["Pump", "Hooks"]);
    assert_eq!(list.body[1]["preview"], "Forty-one trees.");
    assert!(list.body[1].get("content").is_none());
    assert_eq!(author.get("/api/user/board").await.body["drafts"], 2);

    // PUT replaces the draft: missing fields are removed.
    let shorter = author.put(&path, json!({ "title": "Hooks", "revision": saved.text("revision") })).await;
    assert!(shorter.body["content"].is_null() && shorter.body["category"].is_null());
    for (body, field) in [
        (json!({ "title": "x" }), "revision"),
        (json!({ "revision": "x", "title": "a\u{202e}b" }), "title"),
        (json!({ "revision": "x", "category": "RECIPE" }), "category"),
        (json!({ "revision": "x", "clearanceLevel": 0 }), "clearanceLevel"),
        (json!({ "revision": "x", "filePath": "/objects/x" }), "filePath"),
    ] {
        let refused = author.put(&path, body).await;
        assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!(field)));
    }
    let extra = author.put(&path, json!({ "revision": "x", "owner": "me" })).await;
    assert_eq!(extra.code(), "unknown_field");

    assert_eq!(author.delete(&format!("/api/user/drafts/{}", second.text("id"))).await.status, 204);
    assert_eq!(author.delete(&format!("/api/user/drafts/{}", second.text("id"))).await.status, 404);
    assert_eq!(author.get("/api/user/drafts").await.each("title"), ["Hooks"]);
    assert_eq!(author.get("/api/documents").await.body, json!([]), "a draft is no document");
}

async fn draft_that_changed_elsewhere_is_not_overwritten(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let begun = author.post("/api/user/drafts", json!({ "title": "A", "content": "One." })).await;
    let path = format!("/api/user/drafts/{}", begun.text("id"));
    let old = begun.text("revision");
    let change = |content: &str| json!({ "title": "A", "content": content, "revision": old });
    let theirs = author.put(&path, change("Two.")).await;
    assert_eq!(theirs.status, 200);

    let refused = author.put(&path, change("Three.")).await;
    assert_eq!(refused.refusal(), (409, "stale"));
    assert_eq!(refused.body["draft"], theirs.body);
    let same = author.put(&path, change("Two.")).await;
    assert_eq!((same.status, same.body), (200, theirs.body.clone()), "equal text is no conflict");
    let stale = author.post(&format!("{path}/submit"), json!({ "revision": old })).await;
    assert_eq!((stale.status, stale.code(), &stale.body["draft"]), (409, "stale", &theirs.body));
    let missing = author.post(&format!("{path}/submit"), json!({})).await;
    assert_eq!((missing.status, &missing.body["fields"][0]["field"]), (400, &json!("revision")));
    assert_eq!(author.get(&path).await.body, theirs.body);
}

async fn submitted_draft_becomes_one_submission_with_its_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let file = author.attach("notes.txt", b"counted back").await;
    let text = json!({ "content": "It counted back.", "filePath": file });
    let begun = author.post("/api/user/drafts", text.clone()).await;
    assert_eq!(begun.body["attachment"]["name"], "notes.txt");
    let path = format!("/api/user/drafts/{}", begun.text("id"));
    let submit = async |revision: &str| {
        let headers = [("content-type", "application/json"), ("idempotency-key", "k1")];
        let body = json!({ "revision": revision }).to_string().into_bytes();
        author.send(Method::POST, &format!("{path}/submit"), &headers, Some(body)).await
    };
    let unfinished = submit(&begun.text("revision")).await;
    let missing: Vec<&Value> =
        unfinished.body["fields"].as_array().unwrap().iter().map(|each| &each["field"]).collect();
    assert_eq!((unfinished.status, missing), (400, vec![&json!("title"), &json!("category")]));

    let mut whole: Value = text;
    whole["category"] = json!("INCIDENT");
    whole["revision"] = json!(begun.text("revision"));
    let saved = author.put(&path, whole).await;
    let made = submit(&saved.text("revision")).await;
    assert_eq!((made.status, made.text("title").as_str()), (201, "IR-000001"));
    assert_eq!((made.text("status").as_str(), &made.body["attachment"]["name"]), ("pending", &json!("notes.txt")));
    // The request is repeated, as if its response had been lost.
    let again = submit(&saved.text("revision")).await;
    assert_eq!((again.status, again.header("idempotent-replay"), &again.bytes), (201, "true", &made.bytes));
    assert_eq!(author.get(&path).await.status, 404);
    assert_eq!(author.get(&file).await.status, 200);
    assert_eq!((site.count(COUNT).await, site.audited("submission_created").await), (0, 1));
    assert_eq!(author.get("/api/user/submissions").await.each("title"), ["IR-000001"]);
}

async fn a_draft_is_visible_to_its_owner_only(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let other = site.user(&admin, "other", 5).await;
    let begun = author.post("/api/user/drafts", json!({ "title": "Mine", "content": "Secret." })).await;
    let path = format!("/api/user/drafts/{}", begun.text("id"));
    let body = json!({ "revision": begun.text("revision") });
    for who in [&other, &admin] {
        assert_eq!(who.get(&path).await.status, 404);
        assert_eq!(who.put(&path, body.clone()).await.status, 404);
        assert_eq!(who.post(&format!("{path}/submit"), body.clone()).await.status, 404);
        assert_eq!(who.delete(&path).await.status, 404);
        assert_eq!(who.get("/api/user/drafts").await.body, json!([]));
    }
    assert_eq!(author.delete(&path).await.status, 204);
    let log = admin.get("/api/admin/audit-logs?limit=5").await.body.to_string();
    assert!(log.contains("draft_deleted") && !log.contains("Mine") && !log.contains("Secret"));
}

async fn saving_is_announced_to_the_owner_only_and_not_recorded(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let (mut of_author, mut of_admin) = (Socket::open(&author).await, Socket::open(&admin).await);
    // Wait until the events of the sign-ins have arrived.
    while !(of_author.is_quiet().await && of_admin.is_quiet().await) {}
    let (entries, health) = ("SELECT count(*) AS n FROM audit_log", "/api/health");
    let (before, shared) = (site.count(entries).await, author.get(health).await.text("timestamp"));
    let begun = author.post("/api/user/drafts", json!({ "title": "A" })).await;
    assert_eq!(of_author.until("drafts").await, ["drafts"]);
    let path = format!("/api/user/drafts/{}", begun.text("id"));
    let change = json!({ "title": "B", "revision": begun.text("revision") });
    assert_eq!(author.put(&path, change).await.status, 200);
    assert_eq!(of_author.until("drafts").await, ["drafts"]);
    assert!(of_admin.is_quiet().await);
    assert_eq!(site.count(entries).await, before);
    assert_eq!(author.get(health).await.text("timestamp"), shared);

    assert_eq!(author.delete(&path).await.status, 204);
    assert_eq!(of_author.until("drafts").await, ["drafts"]);
    assert_eq!(of_admin.until("security").await, ["security"]);
    assert_eq!((site.audited("draft_deleted").await, site.count(entries).await), (1, before + 1));
}
