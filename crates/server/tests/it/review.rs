//! Review: rejection, several steps, own submissions, races.

use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use serde_json::json;

on_each_database!(
    several_administrators_review,
    only_one_of_two_concurrent_reviews_succeeds,
    level_five_approval_can_always_be_completed,
    an_assigned_level_withholds_text_and_file,
    the_queue_omits_contents_and_a_single_case_has_it,
);

async fn several_administrators_review(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let of = |id: &str| format!("/api/admin/submissions/{id}");
    let approve = |level: i64| json!({ "status": "approved", "clearanceLevel": level });

    // A single administrator may review their own submissions, and level 5 takes one step.
    let own = admin.submit("The warden's note", "OTHER").await;
    admin.publish(&own, 5).await;

    // An approval needs a level; a rejection needs a reason and is final.
    let id = author.submit("A tall tale", "OTHER").await;
    let refused = admin.patch(&of(&id), json!({ "status": "approved" })).await;
    assert_eq!(refused.text("message"), "Please assign a clearance level before approving.");
    let rejected = admin.patch(&of(&id), json!({ "status": "rejected", "comments": "No sources." })).await;
    assert_eq!((rejected.status, rejected.text("status").as_str()), (200, "rejected"));
    assert_eq!(author.get("/api/user/submissions").await.body[0]["reviewComments"], "No sources.");
    assert_eq!(admin.patch(&of(&id), approve(1)).await.code(), "already_reviewed");

    // With a second administrator nobody may review their own submissions, and level 5 takes steps by two different
    // administrators at one level.
    let second = site.admin_of(&admin, "second", 5).await;
    let own = admin.submit("Another note", "OTHER").await;
    assert_eq!(admin.patch(&of(&own), approve(1)).await.refusal(), (403, "self_review"));
    let id = author.submit("The core", "CONTAINMENT PROTOCOL").await;
    let first = admin.patch(&of(&id), approve(5)).await;
    assert_eq!(
        (first.text("status").as_str(), first.body["approvalStep"].as_i64(), first.body["maxApprovalSteps"].as_i64()),
        ("pending", Some(2), Some(2))
    );
    assert_eq!(admin.patch(&of(&id), approve(5)).await.code(), "distinct_approver");
    assert_eq!(second.patch(&of(&id), approve(4)).await.code(), "level_differs");
    let last = second.patch(&of(&id), approve(5)).await;
    assert_eq!((last.text("status").as_str(), last.body["approvalSteps"].as_array().unwrap().len()), ("approved", 2));

    // The control panel lists every document, redacted above the administrator's level.
    let second = site.at_level(&admin, &second, 2).await;
    // Without contents, nothing is recorded as read.
    let summary = admin.get("/api/admin/documents?view=summary&limit=1").await;
    let shown = &summary.body[0];
    assert!(shown["content"].is_null() && shown["preview"].is_string(), "{}", summary.body);
    assert_eq!(shown["redacted"], false);
    let accesses = format!("/api/documents/{}/access-log", shown["id"].as_str().unwrap());
    let before = admin.get(&accesses).await.body;
    admin.get("/api/admin/documents?view=summary").await;
    assert_eq!(admin.get(&accesses).await.body, before);
    assert_eq!(admin.get("/api/admin/documents?view=some").await.status, 400);
    let panel = second.get("/api/admin/documents").await;
    let withheld = panel
        .body
        .as_array()
        .unwrap()
        .iter()
        .all(|document| document["redacted"] == true && document["content"].is_null());
    assert!(withheld && panel.header("x-total-count") == "2", "{}", panel.body);
    assert_eq!(author.get("/api/admin/documents").await.code(), "admin_only");
    let document = last.text("documentId");
    assert_eq!(second.delete(&format!("/api/admin/documents/{document}")).await.status, 204);
    assert_eq!(admin.get(&format!("/api/documents/{document}")).await.status, 404);
}

fn of(submission: &str) -> String {
    format!("/api/admin/submissions/{submission}")
}

fn approve(level: i64) -> serde_json::Value {
    json!({ "status": "approved", "clearanceLevel": level })
}

async fn level_five_approval_can_always_be_completed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let second = site.admin_of(&admin, "second", 5).await;
    let second_id = second.get("/api/user").await.text("id");
    let level = |level: i64| json!({ "clearanceLevel": level, "accessKey": "developer" });
    let account = |call: &str| format!("/api/admin/users/{second_id}/{call}");

    // An administrator below level 5 cannot take a step, so the review does not wait for one.
    assert_eq!(admin.patch(&account("update-clearance"), level(3)).await.status, 200);
    let id = author.submit("The core", "OTHER").await;
    assert_eq!(admin.patch(&of(&id), approve(5)).await.text("status"), "approved");

    // With a second administrator of level 5 there are two steps, unless that one is lowered, demoted or deleted in
    // between.
    let changes = [("update-clearance", level(3)), ("remove-admin", json!({})), ("", json!({}))];
    for (change, body) in changes {
        assert_eq!(admin.patch(&account("update-clearance"), level(5)).await.status, 200);
        let id = author.submit("Deeper", "OTHER").await;
        let first = admin.patch(&of(&id), approve(5)).await;
        assert_eq!((first.text("status").as_str(), first.body["maxApprovalSteps"].as_i64()), ("pending", Some(2)));
        assert_eq!(first.body["awaitsAnotherApprover"], true);
        assert_eq!(admin.patch(&of(&id), approve(5)).await.code(), "distinct_approver");
        let changed = if change.is_empty() {
            admin.delete(&format!("/api/admin/users/{second_id}")).await
        } else {
            admin.patch(&account(change), body).await
        };
        assert!(matches!(changed.status, 200 | 204), "{}", changed.body);
        let waiting = admin.get("/api/admin/submissions").await;
        assert_eq!(waiting.body[0]["awaitsAnotherApprover"], false, "{}", waiting.body);
        let finished = admin.patch(&of(&id), approve(5)).await;
        assert_eq!((finished.status, finished.text("status").as_str()), (200, "approved"), "{}", finished.body);
        if change == "remove-admin" {
            assert_eq!(admin.patch(&account("make-admin"), json!({})).await.status, 200);
        }
    }
    let marked = "SELECT count(*) AS n FROM audit_log WHERE action = 'submission_approved' \
                  AND details LIKE '%\"sameApprover\":true%'";
    assert_eq!(site.count(marked).await, 3);
}

async fn an_assigned_level_withholds_text_and_file(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    site.admin_of(&admin, "second", 5).await;
    let low = site.admin_of(&admin, "low", 2).await;

    let path = author.attach("plan.txt", b"The plan.").await;
    let lore = json!({ "title": "The plan", "content": "A secret.", "category": "OTHER", "filePath": path });
    let id = author.post("/api/submissions", lore).await.text("id");
    let before = low.get("/api/admin/submissions").await;
    assert_eq!(
        (before.body[0]["content"].as_str(), before.body[0]["redacted"].as_bool()),
        (Some("A secret."), Some(false))
    );
    assert_eq!(low.get(&path).await.status, 200);

    assert_eq!(admin.patch(&of(&id), approve(5)).await.text("content"), "A secret.");
    let queue = low.get("/api/admin/submissions").await;
    let shown = &queue.body[0];
    assert_eq!((shown["redacted"].as_bool(), shown["title"].as_str()), (Some(true), Some("The plan")));
    assert!(shown["content"].is_null() && shown["filePath"].is_null(), "{shown}");
    let paged = low.get("/api/admin/submissions?limit=1").await;
    assert!(!String::from_utf8_lossy(&paged.bytes).contains("secret"), "{}", paged.body);
    let file = low.get(&path).await;
    assert_eq!(
        (file.status, file.code(), file.body["requiredClearance"].as_i64()),
        (403, "insufficient_clearance", Some(5))
    );
    assert_eq!(admin.get(&path).await.bytes, b"The plan.");

    // The author keeps access to the file, and a rejection by a lower-level administrator returns the submission
    // without its content.
    assert_eq!(author.get(&path).await.bytes, b"The plan.");
    assert_eq!(author.get("/api/user/submissions").await.body[0]["content"], "A secret.");
    let rejected = low.patch(&of(&id), json!({ "status": "rejected", "comments": "No." })).await;
    assert_eq!((rejected.status, rejected.body["redacted"].as_bool()), (200, Some(true)));
    assert!(rejected.body["content"].is_null() && rejected.body["filePath"].is_null(), "{}", rejected.body);
}

async fn the_queue_omits_contents_and_a_single_case_has_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let second = site.admin_of(&admin, "second", 5).await;
    let id = author.submit("The tide clock", "OTHER").await;

    // A summary has the preview; a single case has the whole text.
    let queue = admin.get("/api/admin/submissions?view=summary").await;
    let shown = &queue.body[0];
    assert!(shown["content"].is_null(), "{shown}");
    assert_eq!(shown["preview"], "What The tide clock says.");
    let paged = admin.get("/api/admin/submissions?view=summary&limit=1").await;
    assert!(paged.body[0]["content"].is_null() && paged.body[0]["preview"].is_string(), "{}", paged.body);
    let case = admin.get(&of(&id)).await;
    assert_eq!((case.status, case.text("content").as_str()), (200, "What The tide clock says."));
    for bad in ["/api/admin/submissions?view=some", "/api/admin/submissions/nonsense"] {
        assert_eq!(admin.get(bad).await.code(), "validation_failed", "{bad}");
    }
    assert_eq!(author.get(&of(&id)).await.code(), "admin_only");

    // The same applies to authors, and they cannot read those of others.
    let mine = format!("/api/user/submissions/{id}");
    let listed = author.get("/api/user/submissions?view=summary").await;
    assert!(listed.body[0]["content"].is_null() && listed.body[0]["preview"].is_string(), "{}", listed.body);
    assert_eq!(author.get(&mine).await.text("content"), "What The tide clock says.");
    assert_eq!(admin.get(&mine).await.code(), "not_found");
    for bad in ["/api/user/submissions?view=some", "/api/user/submissions/nonsense"] {
        assert_eq!(author.get(bad).await.code(), "validation_failed", "{bad}");
    }

    // Another administrator must decide one's own submission.
    let own = second.submit("A note of mine", "OTHER").await;
    assert_eq!(second.get(&of(&own)).await.body["awaitsAnotherApprover"], true);
    assert_eq!(admin.get(&of(&own)).await.body["awaitsAnotherApprover"], false);

    // A decided case names who decided, and keeps its text from administrators below its level.
    assert_eq!(second.patch(&of(&id), approve(3)).await.text("status"), "approved");
    let decided = admin.get(&of(&id)).await;
    assert_eq!(
        (decided.text("status").as_str(), decided.body["approvalSteps"][0]["approverUsername"].as_str()),
        ("approved", Some("second"))
    );
    let low = site.admin_of(&admin, "low", 2).await;
    let withheld = low.get(&of(&id)).await;
    assert_eq!((withheld.status, withheld.body["redacted"].as_bool()), (200, Some(true)));
    assert!(withheld.body["content"].is_null() && withheld.body["preview"].is_null(), "{}", withheld.body);
}

async fn only_one_of_two_concurrent_reviews_succeeds(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let second = site.admin_of(&admin, "second", 5).await;
    let author = site.user(&admin, "author", 1).await;
    for n in 0..10 {
        let id = author.submit(&format!("Race {n}"), "OTHER").await;
        let path = format!("/api/admin/submissions/{id}");
        let approve = json!({ "status": "approved", "clearanceLevel": 1 });
        let answers = join_all([&admin, &second].map(|caller| caller.patch(&path, approve.clone()))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }
    assert_eq!(author.get("/api/documents").await.body.as_array().unwrap().len(), 10);
    assert_eq!(site.audited("submission_approved").await, 10);
}
