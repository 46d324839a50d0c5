//! Edits of documents: proposing, reviewing, stale edits and timeouts.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    an_approved_edit_changes_the_document_and_its_search_results,
    a_stale_edit_is_merged_or_replaces_the_document,
    only_reviewers_of_its_level_can_read_and_approve_an_edit,
    the_only_cleared_administrator_may_decide_their_own_edit,
    an_edit_that_timed_out_leaves_the_queue_until_it_is_resubmitted,
    deleting_a_document_withdraws_its_edits,
];

const TEXT: &str = "# The red door\n\nIt opens on Tuesdays.\n\nNobody holds the key.\n\nKnock twice.";

/// Publishes a document of this user, with this content and level, and returns its id.
async fn publish(author: &Caller<'_>, admin: &Caller<'_>, content: &str, level: u8) -> String {
    let body = json!({ "title": "The red door", "content": content, "category": "SITE" });
    let id = author.post("/api/submissions", body).await.text("id");
    admin.publish(&id, level).await
}

fn edit(content: &str, level: i64) -> Value {
    json!({ "title": "The red door", "content": content, "category": "SITE", "clearanceLevel": level })
}

async fn propose(author: &Caller<'_>, document: &str, body: Value) -> String {
    let answer = author.post(&format!("/api/documents/{document}/edit"), body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.text("id")
}

fn text(value: &Value, member: &str) -> String {
    value[member].as_str().unwrap().to_owned()
}

fn approve() -> Value {
    json!({ "status": "approved" })
}

async fn found(reader: &Caller<'_>, words: &str) -> usize {
    reader.get(&format!("/api/documents?q={words}")).await.body.as_array().unwrap().len()
}

async fn an_approved_edit_changes_the_document_and_its_search_results(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 3).await, site.user(&admin, "reader", 1).await);
    let document = publish(&author, &admin, TEXT, 1).await;
    let path = format!("/api/documents/{document}");
    let propose_path = format!("{path}/edit");
    let content = TEXT.replace("Tuesdays", "Wednesdays");
    let body = json!({ "title": "The scarlet door", "content": content, "category": "OTHER", "clearanceLevel": 2,
        "changeDescription": "The day" });

    // Invalid proposals are refused.
    assert_eq!(reader.post(&propose_path, body.clone()).await.code(), "owner_only");
    assert_eq!(author.post(&propose_path, edit(TEXT, 1)).await.code(), "validation_failed");
    assert_eq!(author.post(&propose_path, edit(&content, 4)).await.code(), "insufficient_clearance");
    let based = |version: i64| {
        let mut body = body.clone();
        body["baseVersion"] = version.into();
        body
    };
    assert_eq!(author.post(&propose_path, based(2)).await.code(), "validation_failed");

    // A repeated request proposes only once.
    let headers = [("content-type", "application/json"), ("idempotency-key", "edit-1")];
    let bytes = Some(based(1).to_string().into_bytes());
    let first = author.send(Method::POST, &propose_path, &headers, bytes.clone()).await;
    let again = author.send(Method::POST, &propose_path, &headers, bytes).await;
    assert_eq!((first.status, again.status, again.header("idempotent-replay")), (201, 201, "true"));
    assert_eq!(first.body, again.body);
    let id = first.text("id");
    assert_eq!(author.get("/api/user/pending-edits").await.each("documentId"), [document.as_str()]);
    assert_eq!(author.get(&path).await.text("title"), "The red door");

    let board = admin.get("/api/user/board").await.body;
    assert_eq!(board["waiting"]["edits"]["count"], 1, "{board}");
    let queue = admin.get("/api/document-edits?view=summary").await;
    assert_eq!(queue.each("id"), [id.as_str()]);
    let item = &queue.body[0];
    assert!(item["content"].is_null() && item["currentDocument"]["content"].is_null());
    assert_eq!((item["stale"].as_bool(), item["baseVersion"].as_i64()), (Some(false), Some(1)));
    let case = admin.get(&format!("/api/document-edits/{id}")).await.body;
    assert_eq!(case["currentDocument"]["content"], TEXT);
    assert_eq!(case["diff"]["clearanceLevel"], json!([1, 2]));
    assert_eq!(case["diff"]["category"], json!(["SITE", "OTHER"]));
    assert_eq!((&case["diff"]["added"], &case["diff"]["removed"]), (&json!(1), &json!(1)));
    assert!(case["threeWay"].is_null());

    let before = site.anonymous().get("/api/health").await.text("timestamp");
    let done = admin.patch(&format!("/api/document-edits/{id}"), approve()).await;
    assert_eq!((done.status, done.text("status").as_str()), (200, "approved"), "{}", done.body);
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), approve()).await.code(), "already_reviewed");
    assert_ne!(site.anonymous().get("/api/health").await.text("timestamp"), before);
    let after = author.get(&path).await.body;
    assert_eq!((&after["title"], &after["version"]), (&json!("The scarlet door"), &json!(2)));
    assert_eq!((&after["content"], &after["clearanceLevel"]), (&json!(content), &json!(2)));

    // Found by the new words only, and by readers of the new level only.
    assert_eq!((found(&author, "wednesdays").await, found(&author, "tuesdays").await), (1, 0));
    assert_eq!((found(&author, "scarlet").await, found(&author, "%22on+wednesdays%22").await), (1, 1));
    assert_eq!(found(&author, "%22on+tuesdays%22").await, 0);
    assert_eq!((found(&reader, "wednesdays").await, found(&reader, "door").await), (0, 0));
    assert_eq!(reader.get(&path).await.code(), "insufficient_clearance");
    assert_eq!(reader.get("/api/documents").await.header("x-accessible-count"), "0");
    let list = author.get("/api/documents?view=summary").await;
    assert!(list.body[0]["preview"].as_str().unwrap().contains("Wednesdays"));

    let news = author.get("/api/user/notifications").await.body;
    assert_eq!((&news[0]["kind"], &news[0]["entityId"]), (&json!("edit_approved"), &json!(document)));
    assert_eq!(site.audited("document_edit_approved").await, 1);
    let entry = admin.get("/api/admin/audit-logs?q=document_edit_approved&limit=1").await.body;
    assert!(!entry.to_string().contains("Wednesdays"), "the log contains no text: {entry}");
}

async fn a_stale_edit_is_merged_or_replaces_the_document(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let document = publish(&author, &admin, TEXT, 1).await;
    let of = |id: &str| format!("/api/document-edits/{id}");
    let of_first_version = |content: &str| {
        let mut body = edit(content, 1);
        body["baseVersion"] = 1.into();
        body
    };
    let first = propose(&author, &document, edit(&TEXT.replace("Tuesdays", "Wednesdays"), 2)).await;
    assert_eq!(admin.patch(&of(&first), approve()).await.status, 200);
    let second = of_first_version(&TEXT.replace("twice", "three times"));
    let second = propose(&author, &document, second).await;

    // The changes do not touch: the merge keeps both, and the level that neither of them changes.
    assert_eq!(admin.patch(&of(&second), approve()).await.code(), "stale");
    let case = admin.get(&of(&second)).await.body;
    assert_eq!((case["stale"].as_bool(), case["clearanceAfter"].as_i64()), (Some(true), Some(2)));
    assert_eq!(case["threeWay"]["clashes"], false, "{case}");
    let merged = TEXT.replace("Tuesdays", "Wednesdays").replace("twice", "three times");
    assert_eq!((&case["threeWay"]["merged"], &case["threeWay"]["resolved"]), (&json!(merged), &json!(merged)));
    let own_words = json!({ "status": "approved", "content": "Something else" });
    assert_eq!(admin.patch(&of(&second), own_words).await.code(), "stale");
    let taken = admin.patch(&of(&second), json!({ "status": "approved", "content": merged })).await;
    assert_eq!((taken.status, &taken.body["baseVersion"]), (200, &json!(2)), "{}", taken.body);
    let path = format!("/api/documents/{document}");
    let after = author.get(&path).await.body;
    assert_eq!((&after["content"], &after["version"]), (&json!(merged), &json!(3)));
    assert_eq!(after["clearanceLevel"], 2);

    let third = propose(&author, &document, of_first_version(&TEXT.replace("Tuesdays", "Fridays"))).await;

    // The changes conflict in a line: `resolved` has the edit's words, and `force` replaces the whole text.
    let case = admin.get(&of(&third)).await.body;
    assert_eq!((&case["threeWay"]["clashes"], &case["threeWay"]["merged"]), (&json!(true), &Value::Null));
    let resolved = TEXT.replace("Tuesdays", "Fridays").replace("twice", "three times");
    assert_eq!(case["threeWay"]["resolved"], resolved);
    let forced = admin.patch(&of(&third), json!({ "status": "approved", "force": true })).await;
    assert_eq!(forced.status, 200, "{}", forced.body);
    let after = author.get(&path).await.body;
    assert_eq!(after["content"], TEXT.replace("Tuesdays", "Fridays"));
    assert_eq!((&after["version"], &after["clearanceLevel"]), (&json!(4), &json!(2)));
    let versions = author.get(&format!("{path}/versions")).await;
    let numbers: Vec<i64> =
        versions.body.as_array().unwrap().iter().map(|one| one["versionNumber"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [4, 3, 2, 1]);
    assert_eq!(versions.body[1]["content"], merged);
    let fresh = propose(&author, &document, edit("New", 2)).await;
    let content = json!({ "status": "approved", "content": "New" });
    assert_eq!(admin.patch(&of(&fresh), content).await.code(), "validation_failed");
}

async fn only_reviewers_of_its_level_can_read_and_approve_an_edit(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low = site.admin_of(&admin, "lower", 3).await;
    let second = site.admin_of(&admin, "second", 5).await;
    let author = site.user(&admin, "author", 5).await;
    let document = publish(&author, &admin, TEXT, 4).await;
    let id = propose(&author, &document, edit("A secret of level 4", 1)).await;
    let path = format!("/api/document-edits/{id}");

    for shown in [low.get(&path).await.body, low.get("/api/document-edits").await.body[0].clone()] {
        assert_eq!(shown["redacted"], true);
        assert!(!shown.to_string().contains("A secret") && !shown.to_string().contains("Tuesdays"), "{shown}");
    }
    assert_eq!(low.patch(&path, approve()).await.code(), "insufficient_clearance");
    // Administrators who may not read an edit can still reject it, so that every edit can be decided.
    let rejected = low.patch(&path, json!({ "status": "rejected", "comments": "Not here" })).await;
    assert_eq!((rejected.status, &rejected.body["redacted"]), (200, &json!(true)), "{}", rejected.body);
    assert!(!rejected.body.to_string().contains("A secret"), "{}", rejected.body);

    // Raising the document to level 5 takes two different administrators.
    let raised = propose(&author, &document, edit("A secret of level 5", 5)).await;
    let raised = format!("/api/document-edits/{raised}");
    let step = admin.patch(&raised, approve()).await;
    assert_eq!((step.text("status").as_str(), &step.body["approvalStep"]), ("pending", &json!(2)));
    assert_eq!(admin.patch(&raised, approve()).await.code(), "distinct_approver");
    assert_eq!(second.patch(&raised, approve()).await.text("status"), "approved");
    // Lowering it again takes two as well.
    let lowered = propose(&author, &document, edit("Not a secret any more", 1)).await;
    let lowered = format!("/api/document-edits/{lowered}");
    assert_eq!(second.patch(&lowered, approve()).await.text("status"), "pending");
    assert_eq!(admin.patch(&lowered, approve()).await.text("status"), "approved");

    // The history shows readers of level 1 only what they may read.
    let reader = site.user(&admin, "reader", 1).await;
    let versions = reader.get(&format!("/api/documents/{document}/versions")).await;
    assert_eq!(versions.each("title").len(), 1, "{}", versions.body);
    let all = admin.get(&format!("/api/documents/{document}/versions?view=summary")).await;
    assert_eq!(all.each("id").len(), 3);
    let hidden = text(&all.body[1], "id");
    let compare = format!("/api/documents/{document}/versions/compare?from={hidden}&to={}", text(&all.body[0], "id"));
    assert_eq!(reader.get(&compare).await.code(), "not_found");
    assert_eq!(admin.get(&compare).await.status, 200);
}

async fn the_only_cleared_administrator_may_decide_their_own_edit(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.admin_of(&admin, "lower", 3).await, site.admin_of(&admin, "higher", 5).await);
    let document = publish(&high, &admin, TEXT, 4).await;
    let id = propose(&high, &document, edit("A secret of level 4", 4)).await;
    let path = format!("/api/document-edits/{id}");
    assert_eq!(high.patch(&path, approve()).await.code(), "self_review");
    assert_eq!(high.get("/api/document-edits").await.body[0]["awaitsAnotherApprover"], true);

    // The other cleared administrator is lowered, so only an administrator of level 3 is left.
    let admin_id = admin.get("/api/user").await.text("id");
    let lower = json!({ "clearanceLevel": 3, "accessKey": "security" });
    assert_eq!(high.patch(&format!("/api/admin/users/{admin_id}/update-clearance"), lower).await.status, 200);
    assert_eq!(low.patch(&path, approve()).await.code(), "insufficient_clearance");
    assert_eq!(high.get(&path).await.body["awaitsAnotherApprover"], false);
    assert_eq!(high.patch(&path, approve()).await.text("status"), "approved");
    assert_eq!(site.count("SELECT count(*) AS n FROM audit_log WHERE details LIKE '%selfReview%'").await, 1);

    // Others decide edits of a document of level 1, unless the edit adds a passage above their level. The queue, which
    // is read without texts, shows the same as the edit itself.
    let open = publish(&high, &low, "Open", 1).await;
    for (content, is_for_another) in [("Nothing secret", true), ("It has {{5|a secret}}", false)] {
        let id = propose(&high, &open, edit(content, 1)).await;
        let path = format!("/api/document-edits/{id}");
        for listed in ["/api/document-edits?view=summary", "/api/document-edits"] {
            assert_eq!(high.get(listed).await.body[0]["awaitsAnotherApprover"], is_for_another, "{listed}");
        }
        assert_eq!(high.get(&path).await.body["awaitsAnotherApprover"], is_for_another);
        let decided = high.patch(&path, approve()).await;
        assert_eq!(decided.code() == "self_review", is_for_another, "{}", decided.body);
        let _is_withdrawn = high.delete(&format!("/api/user/edits/{id}")).await;
    }
}

async fn an_edit_that_timed_out_leaves_the_queue_until_it_is_resubmitted(database: TestDatabase) {
    const HOUR: Duration = Duration::from_hours(1);
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let document = publish(&author, &admin, TEXT, 1).await;
    let id = propose(&author, &document, edit("Too late", 1)).await;
    site.set_clock(HOUR * 73);
    let (admin, author) = (site.administrator().await, site.sign_in("author", PASSWORD).await);
    assert_eq!(admin.get("/api/document-edits").await.body, json!([]));
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), approve()).await.code(), "timed_out");
    assert_eq!(author.get("/api/user/pending-edits").await.body, json!([]));
    let late = author.get("/api/user/timed-out").await;
    assert_eq!((late.each("id"), text(&late.body[0], "type")), (vec![id.clone()], "edit".to_owned()));
    assert_eq!(author.get("/api/user/board").await.body["timedOut"], 1);
    let marked = async {
        while site.audited("document_edit_timed_out").await == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), marked).await.expect("the job marks it");
    let news = author.get("/api/user/notifications").await.body;
    assert!(news[0]["message"].as_str().unwrap().starts_with("Your edit of"), "{news}");

    let resubmit = format!("/api/user/edits/{id}/resubmit");
    assert_eq!(admin.post(&resubmit, json!({})).await.code(), "owner_only");
    let back = author.post(&resubmit, json!({})).await;
    assert_eq!((back.status, back.body["isTimedOut"].as_bool()), (200, Some(false)), "{}", back.body);
    assert_eq!(author.post(&resubmit, json!({})).await.code(), "not_timed_out");
    assert_eq!(author.get("/api/user/timed-out").await.body, json!([]));
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), approve()).await.text("status"), "approved");
}

async fn deleting_a_document_withdraws_its_edits(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let file = author.attach("notes.txt", b"Nobody holds the key.").await;
    let body = json!({ "title": "The red door", "content": TEXT, "category": "SITE", "filePath": file });
    let submitted = author.post("/api/submissions", body).await.text("id");
    let document = admin.publish(&submitted, 1).await;
    let first = propose(&author, &document, edit("First change", 1)).await;
    assert_eq!(admin.patch(&format!("/api/document-edits/{first}"), approve()).await.status, 200);
    let versions = author.get(&format!("/api/documents/{document}/versions")).await;
    assert_eq!(versions.each("filePath"), [file.as_str(), file.as_str()], "both versions have the file");
    let reader = site.user(&admin, "reader", 1).await;
    assert_eq!(reader.get(&file).await.status, 200);
    let id = propose(&author, &document, edit("Never", 1)).await;
    assert_eq!(author.delete(&format!("/api/documents/{document}")).await.status, 204);
    assert_eq!(admin.get("/api/document-edits").await.body, json!([]));
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), approve()).await.code(), "not_found");
    assert_eq!(author.get("/api/user/pending-edits").await.body, json!([]));
    assert_eq!(reader.get(&file).await.status, 404, "nobody can download it while the document is in the trash");
    assert_eq!(author.get(&file).await.status, 404);
    assert_eq!(admin.delete(&format!("/api/admin/trash/{document}")).await.status, 204);
    assert_eq!(site.count("SELECT count(*) AS n FROM file_refs").await, 0);
    for table in ["document_edits", "document_edit_steps", "document_versions"] {
        assert_eq!(site.count(&format!("SELECT count(*) AS n FROM {table}")).await, 0, "{table}");
    }
}
