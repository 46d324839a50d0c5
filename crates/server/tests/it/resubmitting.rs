//! Submissions and edits that revise one that was rejected or timed out.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    a_rejected_submission_is_revised_once_and_its_reviewer_sees_what_was_rejected,
    a_comparison_withholds_what_the_submissions_withhold,
    a_withdrawn_revision_can_be_sent_again,
    a_timed_out_submission_that_is_revised_cannot_be_resubmitted,
    only_one_of_two_concurrent_revisions_succeeds,
    a_rejected_edit_is_revised_once,
];

fn text(content: &str, revised: Option<&str>) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE", "resubmissionOf": revised })
}

async fn send(author: &Caller<'_>, content: &str, revised: Option<&str>) -> String {
    let sent = author.post("/api/submissions", text(content, revised)).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    sent.text("id")
}

async fn reject(admin: &Caller<'_>, id: &str) {
    let review = json!({ "status": "rejected", "comments": "Say when it opens." });
    let answer = admin.patch(&format!("/api/admin/submissions/{id}"), review).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

async fn a_rejected_submission_is_revised_once_and_its_reviewer_sees_what_was_rejected(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, other) = (site.user(&admin, "author", 2).await, site.user(&admin, "other", 2).await);
    let first = send(&author, "It opens.", None).await;
    let refused = |answer: crate::caller::Answer| (answer.status, answer.code().to_owned());
    let already = (409, "already_resubmitted".to_owned());
    let waiting = author.post("/api/submissions", text("It opens at nine.", Some(&first))).await;
    assert_eq!(refused(waiting), already, "it waits for its review");
    reject(&admin, &first).await;
    let stolen = other.post("/api/submissions", text("It opens at nine.", Some(&first))).await;
    assert_eq!(refused(stolen), already);

    // The draft names the submission that it revises, and so does the submission that is made from it.
    let draft = json!({ "title": "The gate", "content": "It opens at nine.", "category": "SITE", "revises": first });
    let draft = author.post("/api/user/drafts", draft).await;
    let (id, revision) = (draft.text("id"), draft.text("revision"));
    let sent = author.post(&format!("/api/user/drafts/{id}/submit"), json!({ "revision": revision })).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    let second = sent.text("id");
    assert_eq!((&sent.body["resubmissionOf"], &sent.body["attempt"]), (&json!(first), &json!(2)));
    let again = author.post("/api/submissions", text("It opens at ten.", Some(&first))).await;
    assert_eq!(refused(again), already);
    let own = author.get("/api/user/submissions?view=summary").await.body;
    assert_eq!((&own[1]["id"], &own[1]["resubmittedAs"]), (&json!(first), &json!(second)));
    let begun = json!({ "title": "The gate", "revises": first });
    assert_eq!(author.post("/api/user/drafts", begun).await.status, 400);

    let case = admin.get(&format!("/api/admin/submissions/{second}")).await.body;
    let previous = &case["previous"];
    assert_eq!(
        (&previous["id"], &previous["status"], &previous["reason"], &previous["decidedBy"]),
        (&json!(first), &json!("rejected"), &json!("Say when it opens."), &json!("administrator"))
    );
    assert!(previous["decidedAt"].is_string());
    assert_eq!(admin.get("/api/admin/submissions").await.body[0]["previous"], *previous);
    let compared = admin.get(&format!("/api/admin/submissions/{second}/compare")).await;
    assert_eq!((compared.status, &compared.body["added"]), (200, &json!(2)), "{}", compared.body);
    assert_eq!(admin.get(&format!("/api/admin/submissions/{first}/compare")).await.status, 404);
    assert_eq!(author.get(&format!("/api/admin/submissions/{second}/compare")).await.status, 403);

    // A chain: the third attempt revises the second.
    reject(&admin, &second).await;
    let third = send(&author, "It opens at nine, and closes at five.", Some(&second)).await;
    let case = admin.get(&format!("/api/admin/submissions/{third}")).await.body;
    assert_eq!((&case["attempt"], &case["previous"]["id"]), (&json!(3), &json!(second)));
}

async fn a_comparison_withholds_what_the_submissions_withhold(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let low = site.admin_of(&admin, "low", 2).await;
    let first = send(&author, "The {{4|south}} gate opens.", None).await;
    reject(&admin, &first).await;
    let second = send(&author, "The {{4|north}} gate opens at nine.", Some(&first)).await;
    let shown = async |caller: &Caller<'_>| {
        caller.get(&format!("/api/admin/submissions/{second}/compare")).await.body.to_string()
    };
    let cut = shown(&low).await;
    assert!(cut.contains("withheld 4") && !cut.contains("south") && !cut.contains("north"), "{cut}");
    let whole = shown(&admin).await;
    assert!(whole.contains("south") && whole.contains("north"), "{whole}");
}

async fn a_withdrawn_revision_can_be_sent_again(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let first = send(&author, "It opens.", None).await;
    reject(&admin, &first).await;
    let second = send(&author, "It opens at nine.", Some(&first)).await;
    let draft = author.post(&format!("/api/user/submissions/{second}/withdraw"), json!({})).await;
    assert_eq!((draft.status, &draft.body["revises"]), (200, &json!(first)), "{}", draft.body);
    let own = author.get("/api/user/submissions").await.body;
    assert_eq!((own.as_array().unwrap().len(), &own[0]["resubmittedAs"]), (1, &Value::Null));
    let (id, revision) = (draft.text("id"), draft.text("revision"));
    let sent = author.post(&format!("/api/user/drafts/{id}/submit"), json!({ "revision": revision })).await;
    assert_eq!((&sent.body["resubmissionOf"], &sent.body["attempt"]), (&json!(first), &json!(2)));
}

async fn a_timed_out_submission_that_is_revised_cannot_be_resubmitted(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let first = send(&author, "It opens.", None).await;
    site.set_clock(Duration::from_hours(73));
    let (admin, author) = (site.administrator().await, site.sign_in("author", PASSWORD).await);
    assert_eq!(author.get("/api/user/board").await.body["timedOut"], 1);
    let second = send(&author, "It opens at nine.", Some(&first)).await;
    let previous = admin.get(&format!("/api/admin/submissions/{second}")).await.body["previous"].clone();
    assert_eq!(
        (&previous["status"], &previous["reason"], &previous["decidedBy"]),
        (&json!("timed_out"), &Value::Null, &Value::Null)
    );
    // The older submission is no longer listed as timed out.
    assert_eq!(author.get("/api/user/timed-out").await.body, json!([]));
    assert_eq!(author.get("/api/user/board").await.body["timedOut"], 0);
    let again = author.post(&format!("/api/user/submissions/{first}/resubmit"), json!({})).await;
    assert_eq!(again.status, 409, "{}", again.body);
    let withdrawn = author.post(&format!("/api/user/submissions/{first}/withdraw"), json!({})).await;
    assert_eq!(withdrawn.status, 409, "{}", withdrawn.body);
}

async fn only_one_of_two_concurrent_revisions_succeeds(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let first = send(&author, "It opens.", None).await;
    reject(&admin, &first).await;
    let revised = |n: u8| author.post("/api/submissions", text(&format!("It opens at {n}."), Some(&first)));
    let answers = futures_util::future::join_all((1..=6).map(revised)).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    assert_eq!(site.count("SELECT count(*) AS n FROM submissions").await, 2);
}

async fn a_rejected_edit_is_revised_once(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 2).await;
    let document = admin.publish(&send(&author, "It opens.", None).await, 2).await;
    let other = admin.publish(&send(&author, "It closes.", None).await, 2).await;
    let propose = async |document: &str, content: &str, revised: Option<&str>| {
        let edit = json!({ "title": "The gate", "content": content, "category": "SITE", "clearanceLevel": 2,
            "resubmissionOf": revised });
        author.post(&format!("/api/documents/{document}/edit"), edit).await
    };
    let first = propose(&document, "It opens at nine.", None).await.text("id");
    let refused = propose(&document, "It opens at ten.", Some(&first)).await;
    assert_eq!(refused.refusal(), (409, "already_resubmitted"), "it waits for its review");
    let review = json!({ "status": "rejected", "comments": "At ten." });
    let rejected = admin.patch(&format!("/api/document-edits/{first}"), review).await;
    assert_eq!(rejected.status, 200, "{}", rejected.body);
    assert_eq!(propose(&other, "It closes at ten.", Some(&first)).await.code(), "already_resubmitted");
    let second = propose(&document, "It opens at ten.", Some(&first)).await;
    assert_eq!((second.status, &second.body["attempt"]), (201, &json!(2)), "{}", second.body);
    assert_eq!(propose(&document, "It opens.", Some(&first)).await.code(), "already_resubmitted");
    let second = second.text("id");
    let case = admin.get(&format!("/api/document-edits/{second}")).await.body;
    let previous = &case["previous"];
    assert_eq!(
        (&previous["id"], &previous["status"], &previous["reason"], &previous["decidedBy"]),
        (&json!(first), &json!("rejected"), &json!("At ten."), &json!("administrator"))
    );
    let own = author.get(&format!("/api/user/edits/{first}")).await.body;
    assert_eq!(own["resubmittedAs"], json!(second));
    // After a revision is withdrawn, another one can be sent.
    assert_eq!(author.delete(&format!("/api/user/edits/{second}")).await.status, 204);
    assert_eq!(propose(&document, "It opens at ten.", Some(&first)).await.status, 201);
}
