//! Texts from other sources: in every language, and with characters that other programs add.

use crate::harness::{ADMIN_PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use facility_kernel::testing::TITLES;
use reqwest::Method;
use serde_json::json;
use std::fmt::Write as _;

on_each_database!(
    titles_in_every_language_are_found,
    line_ends_become_line_feeds_and_control_characters_are_refused_by_name,
    typographic_characters_match_their_ascii_forms_in_a_search,
    text_files_are_served_with_their_encoding,
    spaces_around_a_username_are_ignored
);

async fn titles_in_every_language_are_found(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for title in TITLES {
        let id = admin.publish(&admin.submit(title, "SITE").await, 1).await;
        let stored = admin.get(&format!("/api/documents/{id}")).await.text("title");
        assert_eq!(stored, facility_kernel::nfc(title), "{title}");
        let query = title.bytes().fold(String::new(), |mut query, byte| {
            write!(query, "%{byte:02X}").unwrap();
            query
        });
        let found = admin.get(&format!("/api/documents?q={query}")).await.each("id");
        assert!(found.contains(&id), "{title}");
    }
}

async fn line_ends_become_line_feeds_and_control_characters_are_refused_by_name(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let lore = |content: &str| json!({ "title": "Lines", "content": content, "category": "SITE" });
    let sent = admin.post("/api/submissions", lore("a\r\nb\u{b}c\u{c}d\u{2028}e\u{2029}f\rg")).await;
    assert_eq!((sent.status, sent.text("content").as_str()), (201, "a\nb\nc\nd\ne\nf\ng"));
    let refused = admin.post("/api/submissions", lore("a\r\nb\u{7}")).await;
    assert_eq!(refused.refusal(), (400, "validation_failed"));
    let field = &refused.body["fields"][0];
    assert_eq!((&field["field"], &field["line"], &field["column"]), (&json!("content"), &json!(2), &json!(2)));
    let refused = admin.post("/api/submissions", json!({ "title": "A", "cont\u{0}ent": "x" })).await;
    assert_eq!(refused.refusal(), (400, "validation_failed"));
}

async fn typographic_characters_match_their_ascii_forms_in_a_search(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let red = admin.publish(&admin.submit("Don't open the red door", "SITE").await, 1).await;
    let other = admin.publish(&admin.submit("The red and the open door", "SITE").await, 1).await;
    for (query, expected) in [
        ("%E2%80%9Cred+door%E2%80%9D", &red),
        ("don%E2%80%99t", &red),
        ("red+%E2%80%93don%E2%80%99t", &other),
        ("%EF%BC%B2ed%E3%80%80and", &other),
    ] {
        let found = admin.get(&format!("/api/documents?q={query}")).await;
        assert_eq!(found.each("id"), [expected.as_str()], "{query}");
    }
}

async fn text_files_are_served_with_their_encoding(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for (name, bytes, charset) in [
        ("utf8.txt", "caf\u{e9}".as_bytes(), "utf-8"),
        ("utf16.txt", b"\xFF\xFEc\0\xE9\0", "utf-16le"),
        ("windows.txt", b"caf\xE9", "windows-1252"),
    ] {
        let path = admin.attach(name, bytes).await;
        let served = admin.get(&path).await;
        assert_eq!((served.status, served.bytes.as_slice()), (200, bytes), "{name}");
        assert_eq!(served.header("content-type"), format!("text/plain; charset={charset}"));
    }
    let url = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0".to_vec();
    let put = admin.send(Method::PUT, &format!("{url}?filename=map.txt"), &[], Some(picture)).await;
    assert_eq!(put.refusal(), (415, "unsupported_type"));
    assert_eq!(put.text("message"), "The content of the file is a picture. Insert it into the text instead");
}

async fn spaces_around_a_username_are_ignored(database: TestDatabase) {
    let site = Site::start(database).await;
    let caller = site.sign_in(" Administrator\u{a0}", ADMIN_PASSWORD).await;
    assert_eq!(caller.get("/api/user").await.text("username"), "administrator");
    let with_blank = json!({ "username": "mercer ", "password": "a long night watch", "accessKey": "subject" });
    assert_eq!(site.anonymous().post("/api/register", with_blank).await.text("username"), "mercer");
}
