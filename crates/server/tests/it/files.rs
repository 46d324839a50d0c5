//! Files: tickets, limits, kinds, ranges.

use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;

on_each_database!(
    a_ticket_accepts_one_file,
    refused_files_leave_nothing,
    word_documents_of_both_formats_are_accepted,
    a_damaged_file_is_never_sent_completely,
    deleting_a_document_keeps_the_file_of_another,
);

async fn a_ticket_accepts_one_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let other = site.user(&admin, "other", 5).await;
    let url = author.post("/api/objects/upload", json!({})).await.text("uploadURL");
    assert!(url.starts_with("/api/objects/upload/"), "{url}");
    let claim = json!({ "fileURL": url });
    assert_eq!(author.put("/api/submission-files", claim.clone()).await.code(), "not_uploaded");
    assert_eq!(other.send(Method::PUT, &url, &[], Some(b"x".to_vec())).await.status, 404);
    assert_eq!(site.anonymous().send(Method::PUT, &url, &[], Some(b"x".to_vec())).await.status, 401);

    // A file of the maximum size, without an extension: the content type decides.
    let largest = vec![b'a'; 10_485_760];
    let typed = [("content-type", "text/plain")];
    let put = author.send(Method::PUT, &url, &typed, Some(largest.clone())).await;
    assert_eq!(
        (put.status, put.body["size"].as_u64(), put.text("filename").as_str()),
        (200, Some(10_485_760), "attachment.txt")
    );
    assert_eq!(author.send(Method::PUT, &url, &typed, Some(b"swapped".to_vec())).await.code(), "ticket_used");
    assert_eq!(other.put("/api/submission-files", claim.clone()).await.status, 404);
    let path = author.put("/api/submission-files", claim.clone()).await.text("objectPath");
    assert_eq!(author.put("/api/submission-files", claim).await.text("objectPath"), path);
    assert_eq!(author.put("/api/submission-files", json!({ "fileURL": "http://example.org/x" })).await.status, 400);

    // The whole file, a part of it, and a repeated upload.
    let whole = author.get(&path).await;
    assert!(whole.bytes == largest && whole.header("accept-ranges") == "bytes");
    let part = author.send(Method::GET, &path, &[("range", "bytes=10-19")], None).await;
    assert_eq!((part.status, part.header("content-range"), part.bytes.len()), (206, "bytes 10-19/10485760", 10));
    let beyond = author.send(Method::GET, &path, &[("range", "bytes=10485760-")], None).await;
    assert_eq!((beyond.status, beyond.header("content-range")), (416, "bytes */10485760"));
    let known = author.send(Method::GET, &path, &[("if-none-match", whole.header("etag"))], None).await;
    assert_eq!(known.status, 304);
    assert_eq!(other.get(&path).await.status, 404, "no document references it yet");
    assert_eq!(admin.get("/objects/nothing").await.status, 404);
}

async fn a_damaged_file_is_never_sent_completely(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    // Longer than what the store reads at a time.
    let bytes = vec![b'a'; 1_000_000];
    let path = admin.attach("plan.txt", &bytes).await;
    let lore = json!({ "title": "Plan", "content": "Attached.", "category": "SITE", "filePath": path });
    admin.publish(&admin.post("/api/submissions", lore).await.text("id"), 1).await;
    assert!(admin.get(&path).await.bytes == bytes);
    let id = path.trim_start_matches("/objects/");
    let object = site.database.folder().join("data/objects/uploads").join(id);
    let flipped = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] = b'b';
        bytes
    };
    for damage in [flipped(0), flipped(999_999), bytes[1..].to_vec()] {
        std::fs::write(&object, &damage).unwrap();
        assert!(admin.try_send(Method::GET, &path, &[], None).await.is_err(), "the response is cut off");
        let whole = [("range", "bytes=0-")];
        assert!(admin.try_send(Method::GET, &path, &whole, None).await.is_err());
        for export in ["/api/user/export", "/api/admin/export"] {
            let refused = admin.get(export).await;
            assert_eq!(refused.refusal(), (503, "damaged_file"), "{export}");
            assert!(refused.text("message").contains(id), "{export}: {}", refused.body);
        }
    }
    // A range cannot be compared with the hash.
    let part = admin.send(Method::GET, &path, &[("range", "bytes=10-19")], None).await;
    assert_eq!((part.status, part.bytes.as_slice()), (206, &bytes[10..20]));
    until("the server logs it", async || site.logged().contains("a download was cut")).await;
    std::fs::remove_file(&object).unwrap();
    for export in ["/api/user/export", "/api/admin/export"] {
        assert_eq!(admin.get(export).await.code(), "damaged_file", "{export}");
    }
    std::fs::write(&object, &bytes).unwrap();
    assert!(admin.get(&path).await.bytes == bytes);
}

/// The start of a binary Word document.
const OLD_WORD: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// The parts by which a zipped Word document is recognized.
const WORD: &[u8] = b"PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml";

async fn word_documents_of_both_formats_are_accepted(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for (name, bytes, content_type) in [
        ("Notes.docx", WORD, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("NOTES.DOC", OLD_WORD, "application/msword"),
    ] {
        let path = admin.attach(name, bytes).await;
        let served = admin.get(&path).await;
        assert_eq!((served.status, served.bytes.as_slice()), (200, bytes), "{name}");
        assert_eq!(served.header("content-type"), content_type);
        let lore = json!({ "title": name, "content": "Summary.", "category": "SITE", "filePath": path });
        let sent = admin.post("/api/submissions", lore).await;
        assert_eq!((sent.status, sent.body["attachment"]["name"].as_str()), (201, Some(name)));
    }
}

async fn refused_files_leave_nothing(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let cases: [(&str, Vec<u8>, u16, &str); 9] = [
        ("big.txt", vec![b'a'; 10_485_761], 413, "too_large"),
        ("huge.txt", vec![b'a'; 20_000_000], 413, "too_large"),
        ("program.exe", b"MZ".to_vec(), 415, "unsupported_type"),
        ("fake.pdf", b"hello".to_vec(), 415, "unsupported_type"),
        ("binary.txt", vec![0, 1, 2], 415, "unsupported_type"),
        ("zip.docx", b"PK\x03\x04 some other archive".to_vec(), 415, "unsupported_type"),
        ("old.docx", OLD_WORD.to_vec(), 415, "unsupported_type"),
        ("new.doc", WORD.to_vec(), 415, "unsupported_type"),
        ("empty.txt", Vec::new(), 400, "empty_file"),
    ];
    for (name, bytes, status, code) in cases {
        let url = author.post("/api/objects/upload", json!({})).await.text("uploadURL");
        let put = author.send(Method::PUT, &format!("{url}?filename={name}"), &[], Some(bytes)).await;
        assert_eq!(put.refusal(), (status, code), "{name}");
        let refused = author.put("/api/submission-files", json!({ "fileURL": url })).await;
        assert_eq!(refused.refusal(), (status, code), "{name}");
    }
    let folder = site.database.folder().join("data/objects/uploads");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    assert_eq!(site.audited("upload_refused").await, 9);
    // The length of a chunked body is not known in advance.
    let url = author.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let sent = crate::edges::raw(&site, &chunked(&author.cookie.clone().unwrap(), &url, 11_000_000)).await;
    assert!(sent.starts_with("HTTP/1.1 413"), "{}", sent.lines().next().unwrap_or_default());
}

fn chunked(cookie: &str, url: &str, bytes: usize) -> Vec<u8> {
    let path = url.trim_start_matches('/');
    let head = format!(
        "PUT /{path}?filename=a.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let mut request = head.into_bytes();
    for _ in 0..bytes / 100_000 {
        request.extend(b"186a0\r\n");
        request.extend(std::iter::repeat_n(b'a', 100_000));
        request.extend(b"\r\n");
    }
    request.extend(b"0\r\n\r\n");
    request
}

async fn deleting_a_document_keeps_the_file_of_another(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let path = admin.attach("plan.txt", b"The lower floor.").await;
    let lore = json!({ "title": "Plan", "content": "Attached.", "category": "SITE", "filePath": path });
    let sent = admin.post("/api/submissions", lore).await;
    let one = admin.publish(&sent.text("id"), 1).await;
    let two = admin.publish(&admin.submit("Also with the plan", "SITE").await, 1).await;
    site.execute(format!(
        "UPDATE documents SET file_path = '{path}' WHERE id = '{two}'; \
         INSERT INTO file_refs (upload_id, holder_kind, holder_id) VALUES ('{}', 'document', '{two}')",
        path.trim_start_matches("/objects/")
    ))
    .await;
    let stored = || std::fs::read_dir(site.database.folder().join("data/objects/uploads")).unwrap().count();
    assert_eq!(admin.delete(&format!("/api/documents/{one}")).await.status, 204);
    assert_eq!((stored(), admin.get(&path).await.bytes), (1, b"The lower floor.".to_vec()));
    assert_eq!(admin.delete(&format!("/api/documents/{two}")).await.status, 204);
    assert_eq!(
        (stored(), admin.get(&path).await.status),
        (1, 404),
        "nobody can download it while the document is in the trash"
    );
    for (id, left) in [(one, 1), (two, 0)] {
        assert_eq!(admin.delete(&format!("/api/admin/trash/{id}")).await.status, 204);
        assert_eq!((stored(), admin.get(&path).await.status), (left, 404));
    }
}
