//! Exports and imports, over HTTP and on the command line.

use crate::harness::{ADMIN_PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::Output;

on_each_database![
    administrators_of_the_highest_level_download_the_installation,
    users_download_what_they_may_read_of_their_own_records,
    an_archive_is_imported_only_while_the_server_is_stopped,
];

type Members = BTreeMap<String, String>;

/// Returns the members of an archive by name.
pub fn members(archive: &[u8]) -> Members {
    let mut tar = tar::Archive::new(zstd::Decoder::new(archive).unwrap());
    let entries = tar.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().display().to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (name, String::from_utf8_lossy(&bytes).into_owned())
    });
    entries.collect()
}

fn lines(members: &Members, name: &str) -> Vec<Value> {
    members
        .get(name)
        .map_or_else(Vec::new, |text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

pub fn output(run: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
}

async fn administrators_of_the_highest_level_download_the_installation(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (user, warden) = (site.user(&admin, "vane", 2).await, site.admin_of(&admin, "warden", 5).await);
    let file = user.attach("notes.md", b"# Field notes").await;
    let body = json!({ "title": "Lantern", "content": "# Burns\n\nAlways.", "category": "SITE", "filePath": file });
    let submission = user.post("/api/submissions", body).await.text("id");
    let document = admin.publish(&submission, 4).await;
    user.post("/api/user/drafts", json!({ "title": "Half" })).await;

    let answer = admin.get("/api/admin/export").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zstd"));
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    assert!(answer.header("content-disposition").starts_with("attachment; filename=\"facility-20"));
    let archive = members(&answer.bytes);
    let text = &archive[&format!("documents/{document}.md")];
    assert!(text.starts_with("---\n") && text.ends_with("---\n# Burns\n\nAlways."), "{text}");
    assert_eq!(archive[&file.replace("/objects/", "files/")], "# Field notes");
    assert!(!archive.contains_key("drafts.jsonl"));
    assert!(!archive["users.jsonl"].contains("argon2"));
    assert!(archive["audit.ndjson"].contains("installation_exported"));
    let manifest: Value = serde_json::from_str(&archive["manifest.json"]).unwrap();
    assert_eq!((&manifest["counts"]["documents"], &manifest["withCredentials"]), (&json!(1), &json!(false)));
    assert_eq!(site.audited("installation_exported").await, 1);

    assert_eq!(user.get("/api/admin/export").await.code(), "admin_only");
    let id = warden.get("/api/user").await.text("id");
    site.execute(format!("UPDATE users SET clearance_level = 4 WHERE id = '{id}'")).await;
    let refused = warden.get("/api/admin/export").await;
    assert_eq!(refused.refusal(), (403, "insufficient_clearance"));
    assert_eq!(refused.body["requiredClearance"], 5);
    assert_eq!(site.audited("installation_exported").await, 1);
}

async fn users_download_what_they_may_read_of_their_own_records(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (user, other) = (site.user(&admin, "vane", 2).await, site.user(&admin, "mercer", 2).await);
    let mut files = Vec::new();
    for (title, level) in [("Readable", 2), ("Above", 3)] {
        let file = user.attach("notes.md", title.as_bytes()).await;
        let body = json!({ "title": title, "content": "Text", "category": "SITE", "filePath": file });
        let submission = user.post("/api/submissions", body).await.text("id");
        files.push((admin.publish(&submission, level).await, file.replace("/objects/", "files/")));
    }
    let foreign = admin.publish(&other.submit("Foreign", "SITE").await, 1).await;
    let pending = user.submit("Pending", "SITE").await;
    user.post("/api/user/drafts", json!({ "title": "Half", "content": "Written" })).await;
    let discussed = admin.publish(&other.submit("Discussed", "SITE").await, 1).await;
    let comments = format!("/api/documents/{discussed}/comments");
    let quoting = json!({ "content": "Is it so? {{4|No.}}", "quote": "Discussed body" });
    site.execute(format!("UPDATE documents SET content = 'Discussed body' WHERE id = '{discussed}'")).await;
    let written = user.post(&comments, quoting).await;
    assert_eq!(written.status, 201, "{}", written.body);
    let withdrawn = user.post(&comments, json!({ "content": "Mistaken" })).await.text("id");
    assert_eq!(user.delete(&format!("{comments}/{withdrawn}")).await.status, 204);
    other.post(&comments, json!({ "content": "Not hers" })).await;
    // The quoted passage is now withheld from the author, and so is the comment on a document that was raised.
    site.execute(format!("UPDATE documents SET content = '{{{{5|Discussed body}}}}' WHERE id = '{discussed}'")).await;
    let risen = admin.publish(&other.submit("Risen", "SITE").await, 1).await;
    user.post(&format!("/api/documents/{risen}/comments"), json!({ "content": "Earlier" })).await;
    site.execute(format!("UPDATE documents SET clearance_level = 3 WHERE id = '{risen}'")).await;

    let answer = user.get("/api/user/export").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    let archive = members(&answer.bytes);
    let [(readable, its_file), (above, hidden_file)] = &files[..] else { panic!("two documents") };
    assert!(archive[&format!("documents/{readable}.md")].contains("title: \"Readable\""));
    assert_eq!(archive[its_file], "Readable");
    for absent in [format!("documents/{above}.md"), format!("documents/{foreign}.md"), hidden_file.clone()] {
        assert!(!archive.contains_key(&absent), "{absent}");
    }
    let submissions = lines(&archive, "submissions.jsonl");
    assert_eq!(submissions.len(), 3);
    assert!(submissions.iter().any(|each| each["id"] == pending.as_str() && each["status"] == "pending"));
    let drafts = lines(&archive, "drafts.jsonl");
    assert_eq!((drafts.len(), &drafts[0]["content"]), (1, &json!("Written")));
    let comments = lines(&archive, "comments.jsonl");
    let shown: Vec<_> =
        comments.iter().map(|each| (each["content"].as_str(), each["quote"].as_str(), &each["isDeleted"])).collect();
    let withheld = (Some("Is it so? {{withheld 4}}"), Some("{{withheld 5}}"), &json!(false));
    assert_eq!(shown, [withheld, (None, None, &json!(true))]);
    let manifest: Value = serde_json::from_str(&archive["manifest.json"]).unwrap();
    assert_eq!((&manifest["contents"], &manifest["counts"]["documents"]), (&json!("own-records"), &json!(1)));
    assert_eq!(site.audited("own_records_exported").await, 1);

    let empty = members(&other.get("/api/user/export").await.bytes);
    assert!(empty.keys().all(|name| !name.contains(readable.as_str())), "{:?}", empty.keys());
    // The archive is not an installation.
    let path = site.database.folder().join("own.tar.zst").display().to_string();
    std::fs::write(&path, &answer.bytes).unwrap();
    let mut site = site;
    site.terminate();
    let run = site.facility(&["import", &path]);
    assert!(!run.status.success() && output(&run).contains("one user's own records"), "{}", output(&run));
}

async fn an_archive_is_imported_only_while_the_server_is_stopped(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "vane", 2).await;
    let file = user.attach("notes.md", b"# Field notes").await;
    let body = json!({ "title": "Lantern", "content": "A brass lantern.", "category": "SITE", "filePath": file });
    let document = admin.publish(&user.post("/api/submissions", body).await.text("id"), 2).await;
    let path = site.database.folder().join("whole.tar.zst").display().to_string();
    // The server is running.
    let run = site.facility(&["export", &path]);
    assert!(run.status.success() && output(&run).contains("1 documents"), "{}", output(&run));
    let again = site.facility(&["export", &path]);
    assert!(!again.status.success() && output(&again).contains("already exists"), "{}", output(&again));
    let refused = site.facility(&["import", &path]);
    assert!(!refused.status.success(), "{}", output(&refused));
    assert!(output(&refused).contains("a server or another import uses this database"), "{}", output(&refused));

    let mut other = Site::start(Site::database_on_sqlite()).await;
    let backup = other.database.folder().join("other.backup").display().to_string();
    assert!(other.facility(&["backup", &backup]).status.success());
    let second = other.facility(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(!second.status.success(), "{}", output(&second));
    assert!(output(&second).contains("another server, or an import, uses this database"), "{}", output(&second));
    other.terminate();
    let swapped = other.facility(&["import", &backup]);
    assert!(output(&swapped).contains("restore it with `facility restore`"), "{}", output(&swapped));
    let swapped = other.facility(&["restore", &path, "--replace"]);
    assert!(output(&swapped).contains("import it with `facility import`"), "{}", output(&swapped));
    let run = other.facility(&["import", &path]);
    assert!(run.status.success(), "{}", output(&run));
    assert!(output(&run).contains("1 documents"), "{}", output(&run));
    assert!(output(&run).contains("exist under another id"), "{}", output(&run));
    assert_eq!(other.audited("installation_imported").await, 1);
    let reset = String::from_utf8(other.facility(&["admin", "reset-password", "vane"]).stdout).unwrap();
    let password = reset.lines().find_map(|line| line.strip_prefix("Password (shown once): ")).unwrap().to_owned();
    other.restart().await;
    let there = other.sign_in("administrator", ADMIN_PASSWORD).await;
    assert_eq!(there.get("/api/documents?q=brass+lantern&limit=5").await.each("id"), [document.as_str()]);
    assert_eq!(there.get("/api/documents?limit=5").await.header("x-total-count"), "1");
    let owner = other.sign_in("vane", &password).await;
    assert_eq!(owner.get(&format!("/api/documents/{document}")).await.text("content"), "A brass lantern.");
    assert_eq!(owner.get(&file).await.bytes, b"# Field notes");
    assert_eq!(there.get("/api/admin/audit-logs/verify").await.body["ok"], true);
}
