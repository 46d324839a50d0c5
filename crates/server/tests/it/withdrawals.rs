//! Authors read, withdraw and revise their own submissions and edits.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    an_author_reads_a_rejected_edit_and_proposes_another,
    a_withdrawn_edit_is_removed_and_recorded,
    a_withdrawn_submission_becomes_a_draft_with_its_file,
    a_rejected_submission_is_revised_in_one_draft,
    a_submission_takes_the_release_date_of_its_draft,
];

const RELEASE: &str = "2199-01-01T00:00:00.000Z";

async fn publish(author: &Caller<'_>, admin: &Caller<'_>) -> String {
    let body = json!({ "title": "The red door", "content": "It opens on Tuesdays.", "category": "SITE" });
    let id = author.post("/api/submissions", body).await.text("id");
    admin.publish(&id, 1).await
}

fn edit(content: &str) -> Value {
    json!({ "title": "The red door", "content": content, "category": "SITE", "clearanceLevel": 1,
        "changeDescription": "The day" })
}

async fn an_author_reads_a_rejected_edit_and_proposes_another(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 5).await);
    let document = publish(&author, &admin).await;
    let propose = format!("/api/documents/{document}/edit");
    let id = author.post(&propose, edit("It opens on Fridays.")).await.text("id");
    let rejected = json!({ "status": "rejected", "comments": "It does not." });
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), rejected).await.status, 200);

    let own = format!("/api/user/edits/{id}");
    let read = author.get(&own).await.body;
    assert_eq!((&read["content"], &read["status"]), (&json!("It opens on Fridays."), &json!("rejected")));
    assert_eq!((&read["reviewComments"], &read["changeDescription"]), (&json!("It does not."), &json!("The day")));
    assert_eq!(read["approvalSteps"][0]["status"], "rejected");
    let list = author.get("/api/user/edits").await;
    assert_eq!((list.each("id"), &list.body[0]["content"]), (vec![id], &Value::Null));
    assert_eq!(list.body[0]["reviewComments"], "It does not.");
    assert_eq!((other.get(&own).await.code(), admin.get(&own).await.code()), ("not_found", "owner_only"));
    assert_eq!(other.get("/api/user/edits").await.body, json!([]));
    assert_eq!(author.post(&propose, edit("It opens on Mondays.")).await.status, 201);
}

async fn a_withdrawn_edit_is_removed_and_recorded(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 1).await);
    let document = publish(&author, &admin).await;
    let propose = format!("/api/documents/{document}/edit");
    let id = author.post(&propose, edit("Never")).await.text("id");
    let own = format!("/api/user/edits/{id}");
    assert_eq!((other.delete(&own).await.code(), admin.delete(&own).await.code()), ("not_found", "owner_only"));
    assert_eq!(author.delete(&own).await.status, 204);
    assert_eq!(author.delete(&own).await.code(), "not_found");
    assert_eq!(admin.get("/api/document-edits").await.body, json!([]));
    assert_eq!(site.audited("document_edit_withdrawn").await, 1);

    let id = author.post(&propose, edit("It opens on Fridays.")).await.text("id");
    let approved = json!({ "status": "approved" });
    assert_eq!(admin.patch(&format!("/api/document-edits/{id}"), approved).await.status, 200);
    assert_eq!(author.delete(&format!("/api/user/edits/{id}")).await.code(), "already_reviewed");
}

async fn a_withdrawn_submission_becomes_a_draft_with_its_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let second = site.admin_of(&admin, "second", 5).await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 1).await);
    let file = author.attach("notes.txt", b"Nobody holds the key.").await;
    let body = json!({ "title": "The red door", "content": "Knock twice.", "category": "SITE", "filePath": file,
        "scheduledReleaseAt": RELEASE });
    let id = author.post("/api/submissions", body).await.text("id");
    // It can be withdrawn even after a step was taken.
    let step = json!({ "status": "approved", "clearanceLevel": 1, "maxApprovalSteps": 2 });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{id}"), step).await.text("status"), "pending");

    let withdraw = format!("/api/user/submissions/{id}/withdraw");
    assert_eq!(other.post(&withdraw, json!({})).await.code(), "not_found");
    assert_eq!(second.post(&withdraw, json!({})).await.code(), "owner_only");
    let draft = author.post(&withdraw, json!({})).await;
    assert_eq!(draft.status, 200, "{}", draft.body);
    assert_eq!((&draft.body["content"], &draft.body["filePath"]), (&json!("Knock twice."), &json!(file)));
    assert_eq!(draft.body["scheduledReleaseAt"], RELEASE);
    assert_eq!(author.get(&file).await.status, 200);
    assert_eq!(author.post(&withdraw, json!({})).await.code(), "not_found");
    assert_eq!(author.get("/api/user/submissions").await.body, json!([]));
    assert_eq!(admin.get("/api/admin/submissions").await.body, json!([]));
    assert_eq!(site.audited("submission_withdrawn").await, 1);
    assert_eq!(site.count("SELECT count(*) AS n FROM submission_steps").await, 0);

    // It can be submitted again with its file. Once it is decided, it cannot be withdrawn.
    let submit = format!("/api/user/drafts/{}/submit", draft.text("id"));
    let again = author.post(&submit, json!({ "revision": draft.text("revision") })).await;
    assert_eq!((again.status, &again.body["filePath"]), (201, &json!(file)), "{}", again.body);
    let id = again.text("id");
    admin.publish(&id, 1).await;
    let refused = author.post(&format!("/api/user/submissions/{id}/withdraw"), json!({})).await;
    assert_eq!(refused.refusal(), (409, "already_reviewed"));
}

async fn a_rejected_submission_is_revised_in_one_draft(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 1).await, site.user(&admin, "other", 1).await);
    let body = json!({ "title": "The red door", "content": "Knock twice.", "category": "SITE" });
    let id = author.post("/api/submissions", body.clone()).await.text("id");
    let begin = json!({ "title": "The red door", "content": "Knock twice.", "category": "SITE", "revises": id });
    assert_eq!(author.post("/api/user/drafts", begin.clone()).await.refusal(), (400, "validation_failed"));
    let rejected = json!({ "status": "rejected", "comments": "Three times." });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{id}"), rejected).await.status, 200);
    assert_eq!(other.post("/api/user/drafts", begin.clone()).await.code(), "validation_failed");

    let (one, two) =
        tokio::join!(author.post("/api/user/drafts", begin.clone()), author.post("/api/user/drafts", begin.clone()));
    assert_eq!((one.status, two.status), (201, 201), "{} {}", one.body, two.body);
    assert_eq!((one.text("id"), &one.body["revises"]), (two.text("id"), &json!(id)));
    let draft = format!("/api/user/drafts/{}", one.text("id"));
    let written = json!({ "content": "Knock three times.", "revision": one.text("revision") });
    let saved = author.put(&draft, written).await;
    assert_eq!((saved.status, &saved.body["revises"]), (200, &json!(id)), "{}", saved.body);
    let again = author.post("/api/user/drafts", begin).await;
    assert_eq!((again.text("id"), &again.body["content"]), (one.text("id"), &json!("Knock three times.")));
    assert_eq!(author.get("/api/user/drafts").await.each("revises"), [id.as_str()]);
}

async fn a_submission_takes_the_release_date_of_its_draft(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let body = json!({ "title": "The red door", "content": "Knock twice.", "category": "SITE",
        "scheduledReleaseAt": RELEASE });
    let draft = author.post("/api/user/drafts", body).await;
    assert_eq!(draft.body["scheduledReleaseAt"], RELEASE);
    let submit = format!("/api/user/drafts/{}/submit", draft.text("id"));
    let sent = author.post(&submit, json!({ "revision": draft.text("revision") })).await;
    assert_eq!(sent.body["scheduledReleaseAt"], RELEASE, "{}", sent.body);
}
