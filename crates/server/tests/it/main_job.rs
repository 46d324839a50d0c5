//! The main workflow, end to end: register, get approved, sign in, submit, review, publish, read and download by level.

use crate::harness::{PASSWORD, Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;

on_each_database!(lore_reaches_readers_of_its_level, long_lists_are_served_whole_and_in_pages);

async fn lore_reaches_readers_of_its_level(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;

    // Registering opens no session, and requested rights are not granted.
    let claims = json!({ "username": "Mercer", "password": PASSWORD, "accessKey": "innovation", "clearanceLevel": 5, "isAdmin": true });
    let registered = site.anonymous().post("/api/register", claims).await;
    assert_eq!((registered.status, registered.headers.contains_key("set-cookie")), (201, false));
    assert_eq!(
        (registered.body["clearanceLevel"].as_i64(), registered.body["isAdmin"].as_bool()),
        (Some(2), Some(false))
    );
    let credentials = json!({ "username": "mercer", "password": PASSWORD, "accessKey": "innovation" });
    let refused = site.anonymous().post("/api/login", credentials.clone()).await;
    assert_eq!(refused.refusal(), (403, "not_approved"));

    let approve = json!({ "clearanceLevel": 3, "accessKey": "security" });
    let path = format!("/api/admin/users/{}/approve", registered.text("id"));
    let approved = admin.patch(&path, approve.clone()).await;
    assert_eq!((approved.status, approved.body["clearanceLevel"].as_i64()), (200, Some(3)));
    assert_eq!(admin.patch(&path, approve).await.code(), "already_approved");
    let refused = site.anonymous().post("/api/login", credentials).await;
    assert_eq!(refused.refusal(), (401, "invalid_credentials"));
    let author = site.sign_in("MERCER", PASSWORD).await;

    // Text and a file are submitted, reviewed, and published at level 3.
    let path = author.attach("field%20notes.md", b"# Notes\n\nThe door was open.\n").await;
    let lore =
        json!({ "title": "The red door", "content": "It opens **inwards**.", "category": "SITE", "filePath": path });
    let sent = author.post("/api/submissions", lore.clone()).await;
    assert_eq!((sent.status, sent.body["status"].as_str()), (201, Some("pending")));
    assert_eq!(author.post("/api/submissions", lore).await.status, 400, "a file belongs to one submission");
    let notes = json!({ "name": "field notes.md", "size": 28, "contentType": "text/markdown; charset=utf-8" });
    assert_eq!((&sent.body["attachment"], sent.body["preview"].as_str()), (&notes, Some("It opens inwards.")));
    let queue = admin.get("/api/admin/submissions").await;
    assert_eq!(queue.body[0]["attachment"], notes);
    assert_eq!(queue.each("submittedByUsername"), ["Mercer"]);
    assert_eq!(admin.get(&path).await.status, 200, "reviewers can read what they review");
    let before = site.anonymous().get("/api/health").await.text("timestamp");
    let document = admin.publish(&sent.text("id"), 3).await;
    assert_ne!(site.anonymous().get("/api/health").await.text("timestamp"), before);
    assert_eq!(admin.get("/api/admin/submissions").await.body, json!([]));
    let own = author.get("/api/user/submissions").await;
    assert_eq!((own.each("status"), own.each("documentId")), (vec!["approved".to_owned()], vec![document.clone()]));
    assert_eq!(own.body[0]["approvalSteps"][0]["approverUsername"], "administrator");

    // A reader one level below learns only the required level.
    let reader = site.user(&admin, "reader", 2).await;
    assert_eq!(reader.get("/api/documents").await.body, json!([]));
    assert_eq!(reader.get("/api/documents?level=3").await.body, json!([]));
    let denied = reader.get(&format!("/api/documents/{document}")).await;
    assert_eq!(
        (denied.status, denied.code(), denied.body["requiredClearance"].as_i64()),
        (403, "insufficient_clearance", Some(3))
    );
    assert!(!denied.body.to_string().contains("door"));
    assert_eq!(reader.get(&path).await.status, 403);
    assert_eq!(site.audited("access_denied").await, 2);

    // A reader of its level finds it, reads it and downloads the file.
    let cleared = site.user(&admin, "cleared", 3).await;
    let found = cleared.get("/api/documents?q=inw&view=summary&limit=10").await;
    assert_eq!(found.each("id"), [document.as_str()]);
    assert!(found.body[0]["content"].is_null() && found.body[0]["matches"][0].as_array().unwrap().len() == 2);
    assert_eq!(found.body[0]["snippet"], "It opens inwards.");
    assert_eq!((&found.body[0]["matches"], &found.body[0]["titleMatches"]), (&json!([[9, 16]]), &json!([])));
    assert_eq!(found.body[0]["attachment"], notes);
    assert_eq!((found.header("x-total-count"), found.header("x-accessible-count")), ("1", "1"));
    let opened = cleared.get(&format!("/api/documents/{document}")).await;
    assert_eq!(opened.body["content"], "It opens **inwards**.");
    assert_eq!(opened.body["submittedByUsername"], "Mercer");
    // The second response shows that its reader has opened the document.
    let opened = cleared.get(&format!("/api/documents/{document}")).await;
    let known = [("if-none-match", opened.header("etag"))];
    let again = cleared.send(Method::GET, &format!("/api/documents/{document}"), &known, None).await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    let list = cleared.get("/api/documents").await;
    let known = [("if-none-match", list.header("etag"))];
    let unchanged = cleared.send(Method::GET, "/api/documents", &known, None).await;
    assert_eq!((unchanged.status, unchanged.bytes.len()), (304, 0));
    let file = cleared.get(&path).await;
    assert_eq!(file.bytes, b"# Notes\n\nThe door was open.\n");
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"field notes.md\"; filename*=UTF-8''field%20notes.md"
    );
    assert_eq!(
        file.header("content-security-policy"),
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox"
    );

    // An automatic reload of a page is not recorded; a first view is recorded whatever the client claims.
    for caller in [&cleared, &admin, &admin] {
        let by_itself = [("x-background", "1")];
        let path = format!("/api/documents/{document}");
        assert_eq!(caller.send(Method::GET, &path, &by_itself, None).await.status, 200);
    }

    // Views are written in the background in order, so once the last one is written, all of them are.
    assert_eq!(author.get(&format!("/api/documents/{document}")).await.status, 200);
    let listed = async || admin.get(&format!("/api/documents/{document}/access-log")).await;
    until("the views are written", async || listed().await.each("username")[..1] == ["Mercer"]).await;
    let log = listed().await;
    // Four views, a download, and a list with the whole content; the summary and the 304 contained none.
    let readers = [vec!["Mercer", "administrator"], vec!["cleared"; 5]].concat();
    let accesses = [vec!["view", "view", "download"], vec!["view"; 4]].concat();
    assert_eq!((log.each("username"), log.each("accessType")), (texts(&readers), texts(&accesses)));
    assert_eq!(cleared.get(&format!("/api/documents/{document}/access-log")).await.code(), "admin_only");

    // Only its owner can delete it, together with the file.
    assert_eq!(cleared.delete(&format!("/api/documents/{document}")).await.code(), "owner_only");
    assert_eq!(author.delete(&format!("/api/documents/{document}")).await.status, 204);
    assert_eq!(cleared.get(&format!("/api/documents/{document}")).await.status, 404);
    assert_eq!(author.get(&path).await.status, 404);
    let changed = cleared.send(Method::GET, "/api/documents", &known, None).await;
    assert_eq!((changed.status, changed.body), (200, json!([])));
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

async fn long_lists_are_served_whole_and_in_pages(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    for n in 0..205 {
        if n == 150 {
            // A user can have at most 200 pending submissions.
            site.execute("UPDATE submissions SET status = 'rejected'".to_owned()).await;
        }
        author.submit(&format!("Note {n:03}"), "OTHER").await;
    }
    let whole = author.get("/api/user/submissions").await.each("title");
    assert_eq!((whole.len(), whole[0].as_str(), whole[204].as_str()), (205, "Note 204", "Note 000"));
    let mut paged = Vec::new();
    let mut next = "/api/user/submissions?limit=90".to_owned();
    for _ in 0..3 {
        let page = author.get(&next).await;
        paged.extend(page.each("title"));
        let link = page.header("link").trim_start_matches('<');
        next = link.split('>').next().unwrap().into();
    }
    assert_eq!((paged, next.as_str()), (whole, ""));
    for bad in ["limit=0", "limit=201", "limit=x", "after=nonsense"] {
        let refused = author.get(&format!("/api/user/submissions?{bad}")).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{bad}");
    }
}
