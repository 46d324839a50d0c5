//! Exports and imports, over HTTP and on the command line.

use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use facility_kernel::Timestamp;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::process::Output;
use std::time::{Duration, UNIX_EPOCH};

on_each_database![
    administrators_of_the_highest_level_download_the_installation,
    users_download_what_they_may_read_of_their_own_records,
    an_archive_is_imported_only_while_the_server_is_stopped,
    imported_markdown_files_become_documents_or_submissions,
    a_folder_with_an_invalid_file_is_refused_as_a_whole_and_the_file_is_named,
    imported_documents_have_the_dates_of_their_files,
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

async fn imported_markdown_files_become_documents_or_submissions(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "vane", 2).await;
    let folder = site.database.folder().join("notes");
    std::fs::create_dir_all(folder.join("deeper")).unwrap();
    std::fs::write(folder.join("a.md"), "---\ntitle: The keeper\ncategory: PERSONNEL\n---\nA log.").unwrap();
    std::fs::write(folder.join("deeper/b.md"), "# A brass lantern\n\nBurns.").unwrap();
    std::fs::write(folder.join("ignored.txt"), "Not Markdown").unwrap();
    let folder = folder.display().to_string();
    site.terminate();
    for (arguments, reason) in [
        (vec!["import", &folder], "--as"),
        (vec!["import", &folder, "--as", "documents", "--owner", "vane"], "--level"),
        (vec!["import", &folder, "--as", "submissions", "--owner", "nobody"], "not found"),
        (vec!["import", &folder, "--as", "submissions", "--owner", "vane", "--level", "2"], "reviewers"),
    ] {
        let run = site.facility(&arguments);
        assert!(!run.status.success() && output(&run).contains(reason), "{arguments:?}: {}", output(&run));
    }
    let documents = site.facility(&["import", &folder, "--as", "documents", "--owner", "vane", "--level", "2"]);
    assert!(documents.status.success() && output(&documents).contains("2 documents"), "{}", output(&documents));
    let submissions = site.facility(&["import", &folder, "--as", "submissions", "--owner", "vane"]);
    assert!(output(&submissions).contains("2 submissions"), "{}", output(&submissions));
    let empty = format!("{folder}/deeper/c.md");
    std::fs::write(&empty, "  ").unwrap();
    let refused = site.facility(&["import", &folder, "--as", "documents", "--owner", "vane", "--level", "1"]);
    assert!(!refused.status.success() && output(&refused).contains("c.md is refused"), "{}", output(&refused));
    assert_eq!(site.audited("installation_imported").await, 2);
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 2);

    site.restart().await;
    let owner = site.sign_in("vane", PASSWORD).await;
    let found = owner.get("/api/documents?q=brass+lantern&limit=5").await;
    assert_eq!(found.each("title"), ["A brass lantern"]);
    let kept = owner.get("/api/documents?q=keeper&limit=5").await;
    assert_eq!(kept.each("category"), ["PERSONNEL"]);
    let id = &kept.each("id")[0];
    assert_eq!(owner.get(&format!("/api/documents/{id}")).await.text("content"), "A log.");
    assert_eq!(owner.get("/api/user/submissions?limit=5").await.each("status"), ["pending", "pending"]);
}

async fn a_folder_with_an_invalid_file_is_refused_as_a_whole_and_the_file_is_named(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "vane", 2).await;
    site.terminate();
    let outside = site.database.folder().join("secret.md");
    std::fs::write(&outside, "# Outside\n\nNot in the folder.").unwrap();
    let folder = site.database.folder().join("bad");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("a.md"), "---\nid: 1\n---\n# First\n\n{{3|Kept}} text.").unwrap();
    // Front matter cannot set an id, so the same id in two files has no effect.
    std::fs::write(folder.join("b.md"), "---\nid: 1\n---\n# Second\n\nText.").unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("linked.md")).unwrap();
    std::os::unix::fs::symlink(site.database.folder(), folder.join("linked")).unwrap();
    let shown = folder.display().to_string();
    let import =
        |level: &str| site.facility(&["import", &shown, "--as", "documents", "--owner", "vane", "--level", level]);
    for (bytes, level, reason) in [
        (&b"# A\n\n{{2|Low}} text."[..], "3", "bad.md is refused"),
        (b"# A\n\n:::level 4\nNever closed", "1", "bad.md is refused"),
        (b"---\ntitle: \"Half\n---\nText", "1", "in the front matter"),
        (b"---\ncategory: RECIPE\n---\nText", "1", "bad.md is refused"),
        (b"---\ndate: soon\n---\nText", "1", "bad.md is refused: The date in the front matter must be"),
        (b"---\ncreated: 2999-01-01\n---\nText", "1", "bad.md is refused: The created in the front matter must be"),
        (b"# A\n\n\0\x1b", "1", "bad.md is not text"),
        (&vec![b'x'; 200_001], "1", "bad.md is refused"),
        (&vec![b'x'; 1024 * 1024 + 1], "1", "bad.md has more than 1 MiB"),
        (b"", "1", "bad.md is refused"),
    ] {
        std::fs::write(folder.join("bad.md"), bytes).unwrap();
        let run = import(level);
        assert!(!run.status.success() && output(&run).contains(reason), "{reason}: {}", output(&run));
    }
    std::fs::remove_file(folder.join("bad.md")).unwrap();
    assert_eq!(site.count("SELECT count(*) AS n FROM documents").await, 0);
    assert_eq!(site.audited("installation_imported").await, 0);
    let run = import("2");
    assert!(run.status.success() && output(&run).contains("2 documents"), "{}", output(&run));
    for left_out in ["a.md: id of the front matter", "linked.md: a link"] {
        assert!(output(&run).contains(left_out), "{}", output(&run));
    }
    // Without a terminal, the progress is printed as lines instead of a bar.
    assert!(output(&run).contains("Files: 100% (2 of 2)") && !output(&run).contains('\r'), "{}", output(&run));
    assert_eq!(site.count("SELECT count(*) AS n FROM documents WHERE title = 'Outside'").await, 0);
}

async fn imported_documents_have_the_dates_of_their_files(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "vane", 2).await;
    site.terminate();
    let folder = site.database.folder().join("dated");
    std::fs::create_dir(&folder).unwrap();
    let put = |name: &str, text: &str, modified: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let modified: Timestamp = modified.parse().unwrap();
        let modified = UNIX_EPOCH + modified.since(Timestamp::EPOCH);
        std::fs::File::options().append(true).open(&path).unwrap().set_modified(modified).unwrap();
    };
    put("a.md", "---\ndate: 2021-03-04T05:06:07Z\n---\n# Third\n\nText.", "2020-01-01T00:00:00Z");
    put("b.md", "---\ncreated: 2019-05-01\n---\n# First\n\nText.", "2020-01-01T00:00:00Z");
    put("c.md", "---\ncreated: 2019-05-01\n---\n# Second\n\nText.", "2020-01-01T00:00:00Z");
    put("d.md", "# Fourth\n\nText.", "2022-01-01T00:00:00Z");
    put("e.md", "# Fifth\n\nText.", "2999-01-01T00:00:00Z");
    let shown = folder.display().to_string();
    let before = site.now();
    for kind in [&["documents", "--level", "1"][..], &["submissions"]] {
        let run = site.facility(&[&["import", &*shown, "--owner", "vane", "--as"][..], kind].concat());
        assert!(run.status.success(), "{}", output(&run));
    }
    let distinct = "SELECT count(DISTINCT created_at) AS n FROM";
    assert_eq!(site.count(&format!("{distinct} documents WHERE created_at = updated_at")).await, 5);
    assert_eq!(site.count(&format!("{distinct} submissions")).await, 5);

    site.restart().await;
    let owner = site.sign_in("vane", PASSWORD).await;
    let documents = owner.get("/api/documents?limit=5").await;
    assert_eq!(documents.each("title"), ["Fifth", "Fourth", "Third", "Second", "First"]);
    let dates = documents.each("createdAt");
    assert_eq!(
        dates[1..],
        [
            "2022-01-01T00:00:00.000Z",
            "2021-03-04T05:06:07.000Z",
            "2019-05-01T00:00:00.000Z",
            "2019-05-01T00:00:00.000Z"
        ]
    );
    // The date of the last file is in the future, so it counts as new.
    assert!(dates[0].parse::<Timestamp>().unwrap() <= site.now(), "{dates:?}");
    assert!(dates[0].parse::<Timestamp>().unwrap().plus(Duration::from_secs(1)) > before, "{dates:?}");
    assert_eq!(owner.get("/api/documents?q=before:2020-01-01&limit=5").await.each("title"), ["Second", "First"]);
    // The three days for a review start with the import, whatever the file's date is.
    let reviewer = site.sign_in("administrator", ADMIN_PASSWORD).await;
    let waiting = reviewer.get("/api/admin/submissions?limit=5").await;
    assert_eq!(waiting.each("title"), ["First", "Second", "Third", "Fourth", "Fifth"]);
    for submitted in waiting.each("createdAt") {
        let submitted: Timestamp = submitted.parse().unwrap();
        assert!(submitted.plus(Duration::from_secs(1)) > before && submitted <= site.now());
    }
}
