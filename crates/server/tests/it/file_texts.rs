//! The texts of attached files: who may read them, and searches that find records by them.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use facility_infra::testing::documents::{docx, pdf};
use serde_json::{Value, json};

on_each_database!(
    readers_of_a_file_may_read_its_text,
    record_is_found_by_the_text_of_its_file,
    file_that_cannot_be_read_has_no_text,
    waiting_text_is_read_after_a_restart_and_found,
    words_leave_with_the_file,
    phrases_are_found_in_files,
);

fn word(text: &str) -> Vec<u8> {
    docx(&format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")).unwrap()
}

fn text_path(file: &str) -> String {
    format!("/api{file}/text")
}

async fn text_of(by: &Caller<'_>, file: &str) -> Value {
    until("the text was read", async || by.get(&text_path(file)).await.text("state") != "waiting").await;
    by.get(&text_path(file)).await.body
}

/// Publishes a record with a file at this level, and returns its id.
async fn publish(by: &Caller<'_>, admin: &Caller<'_>, level: u8, file: &str) -> String {
    let lore = json!({ "title": "The gate", "content": "It is closed.", "category": "SITE", "filePath": file });
    let sent = by.post("/api/submissions", lore).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    admin.publish(&sent.text("id"), level).await
}

async fn search(by: &Caller<'_>, q: &str) -> (String, Value) {
    let found = by.get(&format!("/api/documents?view=summary&limit=10&q={q}")).await;
    assert_eq!(found.status, 200, "{}", found.body);
    (found.header("x-total-count").to_owned(), found.body)
}

async fn count(by: &Caller<'_>, q: &str) -> usize {
    let (total, found) = search(by, q).await;
    let found = found.as_array().unwrap().len();
    assert_eq!(total, found.to_string(), "{q}");
    found
}

async fn readers_of_a_file_may_read_its_text(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let (below, reader) = (site.user(&admin, "below", 2).await, site.user(&admin, "reader", 3).await);
    for (name, bytes) in [
        ("a.docx", word("The obsidian gate")),
        ("a.pdf", pdf(&["The obsidian gate"]).unwrap()),
        ("a.txt", b"The obsidian gate".to_vec()),
    ] {
        let file = author.attach(name, &bytes).await;
        let text = text_of(&author, &file).await;
        assert_eq!((&text["state"], text["text"].as_str().unwrap()), (&json!("ready"), "The obsidian gate"));
        let missing = reader.get("/api/objects/00000000-0000-7000-8000-00000000ffff/text").await;
        let hidden = reader.get(&text_path(&file)).await;
        assert_eq!((hidden.status, &hidden.body), (404, &missing.body));
        assert_eq!(site.anonymous().get(&text_path(&file)).await.status, 401);
        publish(&author, &admin, 3, &file).await;
        assert_eq!(reader.get(&text_path(&file)).await.body, text, "{name}");
        for caller in [&author, &below] {
            let hidden = caller.get(&text_path(&file)).await;
            assert_eq!((hidden.status, &hidden.body), (404, &missing.body), "{name}");
        }
    }
}

async fn record_is_found_by_the_text_of_its_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (below, reader) = (site.user(&admin, "below", 2).await, site.user(&admin, "reader", 3).await);
    let file = admin.attach("plan.docx", &word("An obsidian lantern hangs there.")).await;
    text_of(&admin, &file).await;
    let id = publish(&admin, &admin, 3, &file).await;
    let (total, found) = search(&reader, "obsidian+gate").await;
    assert_eq!((total.as_str(), &found[0]["id"]), ("1", &json!(id)));
    let matched = &found[0]["fileMatch"];
    assert_eq!(
        *matched,
        json!({
            "fileId": file.trim_start_matches("/objects/"), "name": "plan.docx",
            "snippet": "An obsidian lantern hangs there.", "matches": [[3, 11]],
        })
    );
    // A word of the record needs no file.
    assert_eq!(search(&reader, "closed").await.1[0]["fileMatch"], Value::Null);
    for q in ["obsidian", "obsid", "\"obsidian lantern\"", "lantern+closed"] {
        assert_eq!((count(&reader, q).await, count(&below, q).await), (1, 0), "{q}");
    }
    assert_eq!(count(&reader, "gate+-obsidian").await, 0);
    let suggested = async |by: &Caller<'_>| by.get("/api/documents/suggestions?q=obsidiam").await.body;
    assert_eq!((suggested(&reader).await, suggested(&below).await), (json!(["obsidian"]), json!([])));
}

async fn file_that_cannot_be_read_has_no_text(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for (name, bytes) in [
        ("a.docx", &b"PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml"[..]),
        ("a.pdf", b"%PDF-1.7\nnothing else"),
        ("a.doc", &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
    ] {
        let file = admin.attach(name, bytes).await;
        assert_eq!(text_of(&admin, &file).await, json!({ "state": "none", "text": null }), "{name}");
    }
}

async fn waiting_text_is_read_after_a_restart_and_found(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    let file = admin.attach("plan.txt", b"An obsidian lantern").await;
    text_of(&admin, &file).await;
    publish(&admin, &admin, 1, &file).await;
    site.kill();
    // As if the server had been stopped before it read the file, which an older server received.
    site.execute("DELETE FROM file_texts".to_owned()).await;
    site.execute("DELETE FROM search_words WHERE word LIKE '#0%'".to_owned()).await;
    site.restart().await;
    let admin = site.administrator().await;
    let list = admin.get("/api/documents?view=summary&limit=10&q=obsidian").await;
    text_of(&admin, &file).await;
    assert_eq!(count(&admin, "obsidian").await, 1);
    let known = [("if-none-match", list.header("etag"))];
    if list.header("x-total-count") == "0" {
        let again = admin.send(reqwest::Method::GET, "/api/documents?view=summary&limit=10&q=obsidian", &known, None);
        assert_eq!(again.await.status, 200, "the tag of the list has changed");
    }
}

async fn words_leave_with_the_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let file = admin.attach("a.txt", b"obsidian").await;
    text_of(&admin, &file).await;
    let id = publish(&admin, &admin, 1, &file).await;
    let edit = json!({ "title": "The gate", "content": "Open.", "category": "SITE", "clearanceLevel": 1 });
    let proposed = admin.post(&format!("/api/documents/{id}/edit"), edit).await;
    assert_eq!(proposed.status, 201, "{}", proposed.body);
    let path = format!("/api/document-edits/{}", proposed.text("id"));
    assert_eq!(admin.patch(&path, json!({ "status": "approved" })).await.status, 200);
    assert_eq!(count(&admin, "obsidian").await, 1);
    let delete = async || assert_eq!(admin.delete(&format!("/api/admin/documents/{id}")).await.status, 204);
    delete().await;
    assert_eq!(count(&admin, "obsidian").await, 0);
    assert_eq!(admin.post(&format!("/api/admin/trash/{id}/restore"), json!({})).await.status, 200);
    assert_eq!(count(&admin, "obsidian").await, 1);
    delete().await;
    assert_eq!(admin.delete(&format!("/api/admin/trash/{id}")).await.status, 204);
    assert_eq!(site.count("SELECT COUNT(*) AS n FROM search_words WHERE word LIKE '#0%'").await, 0);
    assert_eq!(site.count("SELECT COUNT(*) AS n FROM file_texts").await, 0);
}

async fn phrases_are_found_in_files(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let file = admin.attach("a.txt", b"The obsidian lantern hangs over the northern gate").await;
    text_of(&admin, &file).await;
    publish(&admin, &admin, 1, &file).await;
    for (q, expected) in [
        ("\"obsidian lantern hangs over the northern gate\"", 1),
        ("\"obsidian lantern hangs over the gate\"", 0),
        ("\"lantern over\"", 0),
        ("gate+-\"lantern hangs over the northern\"", 0),
        ("gate+-\"lantern hangs over the gate\"", 1),
    ] {
        assert_eq!(count(&admin, q).await, expected, "{q}");
    }
}
