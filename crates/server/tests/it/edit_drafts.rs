//! Drafts of edits over HTTP: saving, conflicts, proposing, and visibility.

use crate::caller::{Answer, Caller, members};
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    a_draft_of_an_edit_is_kept_until_the_edit_is_proposed,
    a_draft_that_changed_elsewhere_is_not_overwritten,
    only_one_of_two_concurrent_first_saves_creates_the_draft,
    an_author_whose_level_was_lowered_reads_no_more_of_a_draft_than_of_its_document,
    a_draft_of_an_edit_is_hidden_while_its_document_is_in_the_trash,
    a_draft_of_an_edit_names_the_rejected_edit_that_it_revises,
    a_draft_can_be_proposed_by_itself_when_its_edit_can_no_longer_be_revised,
];

const COUNT: &str = "SELECT count(*) AS n FROM drafts";

/// Publishes a document at a level. Returns the path of the draft of its edit.
async fn published(author: &Caller<'_>, admin: &Caller<'_>, content: &str, level: u8) -> String {
    let lore = json!({ "title": "Lantern", "content": content, "category": "SITE" });
    let id = admin.publish(&author.post("/api/submissions", lore).await.text("id"), level).await;
    format!("/api/documents/{id}/edit-draft")
}

fn text(content: &str, revision: Option<&str>) -> Value {
    json!({
        "title": "Lantern", "content": content, "category": "SITE", "clearanceLevel": 1, "filePath": null,
        "basedOnVersion": 1, "changeDescription": "Seen twice.", "revision": revision,
    })
}

async fn a_draft_of_an_edit_is_kept_until_the_edit_is_proposed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    assert_eq!(author.get(&draft).await.code(), "not_found");
    let saved = author.put(&draft, text("A *lantern* burns twice.", None)).await;
    assert_eq!((saved.status, members(&saved.body).as_str()), (200, "revision savedAt"));
    let found = author.get(&draft).await;
    assert_eq!(found.body["content"], "A *lantern* burns twice.");
    assert_eq!(
        (found.text("changeDescription"), found.text("revision")),
        ("Seen twice.".to_owned(), saved.text("revision"))
    );
    assert_eq!((&found.body["basedOnVersion"], &found.body["filePath"]), (&json!(1), &Value::Null));

    let listed = author.get("/api/user/drafts").await;
    assert_eq!(listed.body[0]["preview"], "A lantern burns twice.");
    assert!(draft.contains(listed.body[0]["documentId"].as_str().unwrap()));
    assert_eq!(author.get("/api/user/board").await.body["drafts"], 1);
    let as_record = format!("/api/user/drafts/{}", listed.body[0]["id"].as_str().unwrap());
    assert_eq!(author.get(&as_record).await.status, 404);
    let export = author.get("/api/user/export").await.bytes;
    assert!(format!("{:?}", crate::transfer::members(&export)).contains("burns twice"));

    let edit = json!({
        "title": "Lantern", "content": "A lantern burns twice.", "category": "SITE", "clearanceLevel": 1, "baseVersion": 1,
    });
    assert_eq!(author.post(&draft.replace("/edit-draft", "/edit"), edit).await.status, 201);
    assert_eq!((author.get(&draft).await.status, site.count(COUNT).await), (404, 0));
    let late = author.put(&draft, text("Typed before it was sent", Some(&saved.text("revision")))).await;
    assert_eq!(late.code(), "not_found");
}

async fn a_draft_that_changed_elsewhere_is_not_overwritten(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    let first = author.put(&draft, text("One", None)).await.text("revision");
    let second = author.put(&draft, text("Two", Some(&first))).await.text("revision");
    assert_ne!(first, second);
    for revision in [Some(first.as_str()), None] {
        let refused = author.put(&draft, text("Three", revision)).await;
        assert_eq!(refused.refusal(), (409, "stale"));
        assert_eq!(
            (&refused.body["draft"]["content"], &refused.body["draft"]["revision"]),
            (&json!("Two"), &json!(second))
        );
        assert_eq!(author.put(&draft, text("Two", revision)).await.text("revision"), second);
    }
    let with_file =
        json!({ "content": "Two", "filePath": "/objects/00000000-0000-7000-8000-00000000ffff", "revision": second });
    assert_eq!(author.put(&draft, with_file).await.body["fields"][0]["field"], "filePath");
    assert_eq!(author.delete(&draft).await.status, 204);
    assert_eq!((author.delete(&draft).await.status, site.audited("draft_deleted").await), (404, 1));
}

async fn only_one_of_two_concurrent_first_saves_creates_the_draft(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    let (one, two) = tokio::join!(author.put(&draft, text("One", None)), author.put(&draft, text("Two", None)));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!((statuses, site.count(COUNT).await), ([200, 409], 1));
}

async fn an_author_whose_level_was_lowered_reads_no_more_of_a_draft_than_of_its_document(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let raised = published(&author, &admin, "A nightingale.", 3).await;
    let passages = published(&author, &admin, "A door.\n:::level 4\nIt opens at dusk.\n:::", 1).await;
    assert_eq!(author.put(&raised, text("A nightingale sings.", None)).await.status, 200);
    let typed = "A door!\n:::level 4\nIt opens at dusk.\n:::";
    let revision = author.put(&passages, text(typed, None)).await.text("revision");

    let author = site.at_level(&admin, &author, 1).await;
    let (denied, listed) = (author.get(&raised).await, author.get("/api/user/drafts").await);
    assert_eq!((denied.code(), &denied.body["requiredClearance"]), ("insufficient_clearance", &json!(3)));
    let shown = author.get(&passages).await;
    assert_eq!(shown.body["content"], "A door!\n:::withheld 4\n:::");
    let stale = author.put(&passages, text("A gate", None)).await;
    let export = format!("{:?}", crate::transfer::members(&author.get("/api/user/export").await.bytes));
    for text in [format!("{}", listed.body), format!("{}", stale.body), export] {
        assert!(!text.contains("dusk") && !text.contains("nightingale"), "{text}");
    }
    assert_eq!(author.put(&passages, text("A door!\n:::withheld 4\n:::", Some(&revision))).await.status, 200);
}

async fn a_draft_of_an_edit_is_hidden_while_its_document_is_in_the_trash(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    let saved = author.put(&draft, text("A lantern burns twice.", None)).await.text("revision");
    let document = draft.replace("/edit-draft", "");
    let in_trash = document.replace("/documents/", "/admin/trash/");
    assert_eq!(author.delete(&document).await.status, 204);
    assert_eq!(author.get(&draft).await.status, 404);
    assert_eq!(author.put(&draft, text("More", None)).await.status, 404);
    assert_eq!(author.get("/api/user/drafts").await.body, json!([]));
    let export = format!("{:?}", crate::transfer::members(&admin.get("/api/admin/export").await.bytes));
    assert!(!export.contains("burns twice"), "{export}");
    assert_eq!(admin.post(&format!("{in_trash}/restore"), json!({})).await.status, 200);
    assert_eq!(author.get(&draft).await.text("revision"), saved);
    assert_eq!(author.delete(&document).await.status, 204);
    assert_eq!(admin.delete(&in_trash).await.status, 204);
    assert_eq!(site.count("SELECT (SELECT count(*) FROM drafts) + (SELECT count(*) FROM trashed_rows) AS n").await, 0);
}

/// Returns the same text as a revision of this edit.
fn revising(edit: &str, content: &str, revision: Option<&str>) -> Value {
    let mut body = text(content, revision);
    body["revises"] = json!(edit);
    body
}

/// Proposes an edit of the document that this draft belongs to.
async fn propose(author: &Caller<'_>, draft: &str, content: &str, revised: Option<&str>) -> Answer {
    let edit = json!({
        "title": "Lantern", "content": content, "category": "SITE", "clearanceLevel": 1, "baseVersion": 1,
        "resubmissionOf": revised,
    });
    author.post(&draft.replace("/edit-draft", "/edit"), edit).await
}

async fn a_draft_of_an_edit_names_the_rejected_edit_that_it_revises(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    let elsewhere = published(&author, &admin, "Another lantern burns.", 1).await;
    let first = propose(&author, &draft, "A lantern burns twice.", None).await.text("id");
    let field = |refused: &Answer| (refused.status, refused.body["fields"][0]["field"].clone());
    let refused = (400, json!("revises"));
    let early = author.put(&draft, revising(&first, "A lantern burns thrice.", None)).await;
    assert_eq!(field(&early), refused, "it waits for its review");
    let review = json!({ "status": "rejected", "comments": "Count again." });
    assert_eq!(admin.patch(&format!("/api/document-edits/{first}"), review).await.status, 200);
    let nothing = "00000000-0000-4000-8000-000000000999";
    for (draft, edit) in [(&elsewhere, first.as_str()), (&draft, nothing), (&draft, "what?")] {
        assert_eq!(field(&author.put(draft, revising(edit, "Thrice.", None)).await), refused, "{edit}");
    }

    let saved = author.put(&draft, revising(&first, "A lantern burns thrice.", None)).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(author.get(&draft).await.text("revises"), first);
    assert_eq!(author.get("/api/user/drafts").await.each("revises"), [first.as_str()]);
    // Missing fields are removed.
    let plain = author.put(&draft, text("A lantern burns thrice.", Some(&saved.text("revision")))).await;
    assert_ne!(plain.text("revision"), saved.text("revision"));
    assert_eq!(author.get(&draft).await.body["revises"], Value::Null);
    assert_eq!(author.get("/api/user/drafts").await.body[0]["revises"], Value::Null);
    let revision = plain.text("revision");
    let named = author.put(&draft, revising(&first, "A lantern burns thrice.", Some(&revision))).await;
    assert_eq!((named.status, author.get(&draft).await.text("revises")), (200, first.clone()));

    let sent = propose(&author, &draft, "A lantern burns thrice.", Some(&first)).await;
    assert_eq!((sent.status, &sent.body["resubmissionOf"]), (201, &json!(first)), "{}", sent.body);
    let late = revising(&first, "A lantern", Some(&named.text("revision")));
    assert_eq!(author.put(&draft, late).await.code(), "not_found");
    assert_eq!(field(&author.put(&draft, revising(&first, "A lantern", None)).await), refused);
    assert_eq!(site.count(COUNT).await, 0);
}

async fn a_draft_can_be_proposed_by_itself_when_its_edit_can_no_longer_be_revised(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let draft = published(&author, &admin, "A lantern burns.", 1).await;
    let first = propose(&author, &draft, "A lantern burns twice.", None).await.text("id");
    site.set_clock(Duration::from_hours(73));
    let author = site.sign_in("author", PASSWORD).await;
    let saved = author.put(&draft, revising(&first, "A lantern burns thrice.", None)).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(author.get(&draft).await.text("revises"), first);

    let again = author.post(&format!("/api/user/edits/{first}/resubmit"), json!({})).await;
    assert_eq!(again.status, 200, "{}", again.body);
    let found = author.get(&draft).await;
    assert_eq!((&found.body["content"], &found.body["revises"]), (&json!("A lantern burns thrice."), &Value::Null));
    // Another open window can continue to save it.
    let more = revising(&first, "A lantern burns four times.", Some(&saved.text("revision")));
    assert_eq!(author.put(&draft, more).await.status, 200);
    let refused = propose(&author, &draft, "A lantern burns four times.", Some(&first)).await;
    assert_eq!(refused.code(), "already_resubmitted");
    let sent = propose(&author, &draft, "A lantern burns four times.", None).await;
    assert_eq!((sent.status, &sent.body["attempt"]), (201, &json!(1)), "{}", sent.body);
    assert_eq!(author.get(&draft).await.status, 404);
}
