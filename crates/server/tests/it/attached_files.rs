//! Several files of one record.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    a_record_keeps_its_files_in_their_order,
    lists_of_files_that_cannot_be_attached_are_refused,
    files_removed_from_a_draft_are_deleted,
    an_edit_changes_the_files_of_its_document,
];

/// Uploads files with these names, and returns their ids.
async fn uploaded(caller: &Caller<'_>, names: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        ids.push(caller.attach(name, name.as_bytes()).await.trim_start_matches("/objects/").to_owned());
    }
    ids
}

/// Returns the names of the attached files of a response, and the name of the first.
fn names(body: &Value) -> (Vec<String>, Value) {
    let files = body["files"].as_array().unwrap().iter();
    let files = files.filter(|file| file["kind"] == "file").map(|file| file["name"].as_str().unwrap().to_owned());
    (files.collect(), body["attachment"]["name"].clone())
}

fn of(files: &[&str]) -> (Vec<String>, Value) {
    (files.iter().map(ToString::to_string).collect(), json!(files.first()))
}

fn lore(files: &[String]) -> Value {
    json!({ "title": "Plans", "content": "Two floors.", "category": "SITE", "files": files })
}

async fn a_record_keeps_its_files_in_their_order(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, low) = (site.user(&admin, "author", 3).await, site.user(&admin, "low", 2).await);
    let ids = uploaded(&author, &["upper.txt", "lower.txt", "cellar.txt"]).await;
    let all = of(&["upper.txt", "lower.txt", "cellar.txt"]);

    // A draft, its submission, the draft after its withdrawal, and the submission again.
    let draft = author.post("/api/user/drafts", lore(&ids)).await;
    assert_eq!((draft.status, names(&draft.body)), (201, all.clone()));
    assert_eq!(author.get("/api/user/drafts").await.body[0]["attachment"]["name"], "upper.txt");
    let submit = json!({ "revision": draft.text("revision") });
    let sent = author.post(&format!("/api/user/drafts/{}/submit", draft.text("id")), submit.clone()).await;
    assert_eq!((sent.status, names(&sent.body)), (201, all.clone()));
    let withdrawn = author.post(&format!("/api/user/submissions/{}/withdraw", sent.text("id")), json!({})).await;
    assert_eq!((withdrawn.status, names(&withdrawn.body)), (200, all.clone()));
    let submit = json!({ "revision": withdrawn.text("revision") });
    let sent = author.post(&format!("/api/user/drafts/{}/submit", withdrawn.text("id")), submit).await.text("id");
    let case = admin.get(&format!("/api/admin/submissions/{sent}")).await;
    assert_eq!(names(&case.body), all);
    for id in &ids {
        let path = format!("/objects/{id}");
        assert_eq!((admin.get(&path).await.status, low.get(&path).await.status), (200, 404));
    }

    // The document, its next version, and the one before.
    let id = admin.publish(&sent, 3).await;
    let path = format!("/api/documents/{id}");
    assert_eq!(names(&author.get(&path).await.body), all);
    assert_eq!(names(&author.get("/api/documents").await.body[0]), all);
    assert_eq!(low.get(&path).await.status, 403);
    let edit = json!({ "title": "Plans", "content": "Three floors.", "category": "SITE", "clearanceLevel": 3 });
    let edit = author.post(&format!("{path}/edit"), edit).await;
    assert_eq!(names(&edit.body), all);
    admin.patch(&format!("/api/document-edits/{}", edit.text("id")), json!({ "status": "approved" })).await;
    let versions = author.get(&format!("{path}/versions")).await.body;
    assert_eq!(versions.as_array().unwrap().iter().map(names).collect::<Vec<_>>(), [all.clone(), all]);
    for (id, bytes) in ids.iter().zip(["upper.txt", "lower.txt", "cellar.txt"]) {
        let path = format!("/objects/{id}");
        assert_eq!(author.get(&path).await.bytes, bytes.as_bytes());
        assert_eq!(low.get(&path).await.status, 403);
    }
    let exported = author.get(&format!("{path}/export")).await;
    assert!(String::from_utf8_lossy(&exported.bytes).contains(&ids[2]));

    assert_eq!(author.delete(&path).await.status, 204);
    for id in &ids {
        assert_eq!(author.get(&format!("/objects/{id}")).await.status, 404, "it is in the trash");
    }
    assert_eq!(admin.delete(&format!("/api/admin/trash/{id}")).await.status, 204);
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads WHERE status = 'deleted'").await, 3);
}

async fn lists_of_files_that_cannot_be_attached_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 1).await);
    let ids = uploaded(&author, &["one.txt", "two.txt"]).await;
    let foreign = uploaded(&other, &["three.txt"]).await;
    let unknown = "00000000-0000-7000-8000-000000000001".to_owned();
    let mut body = lore(&ids);
    body["filePath"] = json!(format!("/objects/{}", ids[1]));
    for (body, field) in [
        (lore(&vec![unknown.clone(); 21]), "files"),
        (lore(&["one".to_owned()]), "files"),
        (lore(&[ids[0].clone(), foreign[0].clone()]), "filePath"),
        (lore(&[ids[0].clone(), unknown]), "filePath"),
        (body.clone(), "filePath"),
    ] {
        for path in ["/api/submissions", "/api/user/drafts"] {
            let refused = author.post(path, body.clone()).await;
            assert_eq!(refused.refusal(), (400, "validation_failed"), "{body}");
            assert_eq!(refused.body["fields"][0]["field"], field, "{body}");
        }
    }
    body["filePath"] = json!(format!("/objects/{}", ids[0]));
    assert_eq!(author.post("/api/submissions", body).await.status, 201, "the path of the first file may be sent");
    // Another submission holds one of the files.
    let more = uploaded(&author, &["four.txt"]).await;
    let refused = author.post("/api/submissions", lore(&[more[0].clone(), ids[1].clone()])).await;
    assert_eq!(refused.refusal(), (400, "validation_failed"));
    assert_eq!(author.post("/api/submissions", lore(&more)).await.status, 201, "nothing was attached before");
}

async fn files_removed_from_a_draft_are_deleted(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let ids = uploaded(&author, &["one.txt", "two.txt", "three.txt"]).await;
    let draft = author.post("/api/user/drafts", lore(&ids)).await;
    let path = format!("/api/user/drafts/{}", draft.text("id"));
    let mut changed = lore(&[ids[2].clone(), ids[0].clone()]);
    changed["revision"] = json!(draft.text("revision"));
    let saved = author.put(&path, changed).await;
    assert_eq!((saved.status, names(&saved.body)), (200, of(&["three.txt", "one.txt"])));
    for (id, status) in ids.iter().zip([200, 404, 200]) {
        assert_eq!(author.get(&format!("/objects/{id}")).await.status, status);
    }
    assert_eq!(author.delete(&path).await.status, 204);
    assert_eq!(site.count("SELECT count(*) AS n FROM uploads WHERE status = 'deleted'").await, 3);
}

async fn an_edit_changes_the_files_of_its_document(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, low) = (site.user(&admin, "author", 4).await, site.admin_of(&admin, "low", 2).await);
    let ids = uploaded(&author, &["old.txt", "kept.txt"]).await;
    let sent = author.post("/api/submissions", lore(&ids)).await.text("id");
    let id = admin.publish(&sent, 4).await;
    let path = format!("/api/documents/{id}");
    let new = uploaded(&author, &["new.txt"]).await;
    let files = [new[0].clone(), ids[1].clone()];
    let of_edit = of(&["new.txt", "kept.txt"]);

    // The draft of the edit keeps the files, and one of nobody else's.
    let mut text = lore(&files);
    text["basedOnVersion"] = json!(1);
    assert_eq!(author.put(&format!("{path}/edit-draft"), text.clone()).await.status, 200);
    assert_eq!(names(&author.get(&format!("{path}/edit-draft")).await.body), of_edit);
    text["files"] = json!(uploaded(&admin, &["foreign.txt"]).await);
    assert_eq!(author.put(&format!("{path}/edit-draft"), text).await.refusal(), (400, "validation_failed"));

    let mut edit = lore(&files);
    edit["clearanceLevel"] = json!(4);
    let proposed = author.post(&format!("{path}/edit"), edit.clone()).await;
    assert_eq!((proposed.status, names(&proposed.body)), (201, of_edit.clone()), "{}", proposed.body);
    assert_eq!(names(&author.get(&path).await.body), of(&["old.txt", "kept.txt"]));
    let file = format!("/objects/{}", new[0]);
    assert_eq!((admin.get(&file).await.status, author.get(&file).await.status), (200, 200));
    assert_eq!(low.get(&file).await.status, 403, "the edit is above this administrator's level");
    let review = format!("/api/document-edits/{}", proposed.text("id"));
    let case = admin.get(&format!("/api/document-edits/{}", proposed.text("id"))).await;
    assert_eq!(
        (names(&case.body), names(&case.body["currentDocument"])),
        (of_edit.clone(), of(&["old.txt", "kept.txt"]))
    );
    assert_eq!(admin.patch(&review, json!({ "status": "approved" })).await.status, 200);
    assert_eq!(names(&author.get(&path).await.body), of_edit);
    let versions = author.get(&format!("{path}/versions")).await.body;
    let listed: Vec<_> = versions.as_array().unwrap().iter().map(names).collect();
    assert_eq!(listed, [of_edit, of(&["old.txt", "kept.txt"])]);
    for file in [&new[0], &ids[0], &ids[1]] {
        assert_eq!(author.get(&format!("/objects/{file}")).await.status, 200, "a version has it");
        assert_eq!(low.get(&format!("/objects/{file}")).await.status, 403);
    }

    // An edit without the member keeps the files, and one with an empty list removes them.
    let mut text = json!({ "title": "Plans", "content": "Four floors.", "category": "SITE", "clearanceLevel": 4 });
    for (files, left) in [(None, 2), (Some(json!([])), 0)] {
        if let Some(files) = files {
            text["files"] = files;
        }
        let proposed = author.post(&format!("{path}/edit"), text.clone()).await;
        assert_eq!(proposed.status, 201, "{}", proposed.body);
        let review = format!("/api/document-edits/{}", proposed.text("id"));
        assert_eq!(admin.patch(&review, json!({ "status": "approved" })).await.status, 200);
        assert_eq!(names(&author.get(&path).await.body).0.len(), left);
    }
}
