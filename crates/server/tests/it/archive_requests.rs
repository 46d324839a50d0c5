//! Requests to archive a document, over HTTP.

use crate::archive::{archive, section};
use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    an_owner_requests_and_an_administrator_decides,
    only_owners_and_administrators_with_clearance_archive,
    an_administrator_below_the_level_sees_metadata_only,
    nobody_decides_their_own_request_while_another_administrator_exists,
    a_request_for_an_inactive_section_cannot_be_approved,
];

const QUEUE: &str = "/api/admin/archive-requests";

/// Publishes a document of this user at a level.
async fn published(admin: &Caller<'_>, owner: &Caller<'_>, title: &str, level: u8) -> String {
    admin.publish(&owner.submit(title, "SITE").await, level).await
}

fn request_path(document: &str) -> String {
    format!("/api/documents/{document}/request-archive")
}

async fn request(owner: &Caller<'_>, document: &str, section: &str) {
    let asked = owner.post(&request_path(document), json!({ "sectionId": section })).await;
    assert_eq!((asked.status, &asked.body["archiveRequested"]), (202, &json!(true)), "{}", asked.body);
}

async fn an_owner_requests_and_an_administrator_decides(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 2).await;
    let section = section(&admin, "Amber").await;
    let first = published(&admin, &owner, "First", 2).await;
    let second = published(&admin, &owner, "Second", 1).await;
    for document in [&second, &first] {
        request(&owner, document, &section).await;
    }
    let again = owner.post(&request_path(&first), json!({ "sectionId": section })).await;
    assert_eq!(again.refusal(), (409, "already_requested"));
    assert_eq!(owner.get("/api/documents").await.each("id").len(), 2, "it stays in the repository");

    let queue = admin.get(QUEUE).await;
    assert_eq!(queue.each("title"), ["Second", "First"], "oldest request first");
    let item = &queue.body[0];
    assert_eq!(
        (&item["sectionName"], &item["archiveRequestedByUsername"], &item["redacted"]),
        (&json!("Amber"), &json!("owner"), &json!(false))
    );
    assert_eq!((&item["content"], &item["excerpt"]), (&json!("What Second says."), &json!("What Second says.")));
    let brief = admin.get(&format!("{QUEUE}?view=summary&limit=1")).await;
    assert_eq!((brief.body[0]["content"].is_null(), brief.each("excerpt").len()), (true, 1));
    assert!(brief.header("link").contains("rel=\"next\""));
    let waiting = admin.get("/api/user/board").await.body["waiting"]["archiveRequests"].clone();
    assert_eq!(
        (&waiting["count"], &waiting["oldest"]["id"], &waiting["oldest"]["timesOutAt"]),
        (&json!(2), &json!(second), &Value::Null)
    );

    let approved = admin.post(&format!("{QUEUE}/{second}/approve"), json!({})).await;
    assert_eq!(
        (approved.status, &approved.body["isArchived"], &approved.body["archiveSection"]),
        (200, &json!(true), &json!(section))
    );
    let reason = json!({ "comments": "The site is still open." });
    let rejected = admin.post(&format!("{QUEUE}/{first}/reject"), reason).await;
    assert_eq!((rejected.status, &rejected.body["archiveRequested"]), (200, &json!(false)));
    for (document, verdict) in [(&second, "approve"), (&second, "reject"), (&first, "approve")] {
        let refused = admin.post(&format!("{QUEUE}/{document}/{verdict}"), json!({})).await;
        assert_eq!(refused.refusal(), (409, "no_request"));
    }
    assert_eq!(admin.get(QUEUE).await.body, json!([]));
    assert_eq!(owner.get("/api/documents").await.each("id"), [first.as_str()]);

    let news = owner.get("/api/user/notifications?limit=2").await;
    assert_eq!(news.each("kind"), ["archive_rejected", "archive_approved"]);
    assert_eq!(news.each("entityId"), [first.as_str(), &second]);
    assert_eq!(
        news.body[0]["message"],
        "administrator rejected your request to archive \"First\": The site is still open."
    );
    assert_eq!(news.body[1]["message"], "administrator archived \"Second\" as you requested.");
    for (action, view) in [("archive_requested", "user"), ("archive_approved", "admin"), ("archive_rejected", "admin")]
    {
        let logged = admin.get(&format!("/api/admin/audit-logs?view={view}&action={action}&limit=5")).await;
        assert!(logged.each("entityType").iter().all(|kind| kind == "document"), "{action}");
        assert!(!logged.body.as_array().unwrap().is_empty(), "{action}");
    }
    // A rejected request can be made again.
    request(&owner, &first, &section).await;
}

async fn only_owners_and_administrators_with_clearance_archive(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (owner, other) = (site.user(&admin, "owner", 2).await, site.user(&admin, "other", 5).await);
    let section = section(&admin, "Amber").await;
    let document = published(&admin, &owner, "Lantern", 2).await;
    let above = published(&admin, &owner, "Above", 4).await;
    let none = "00000000-0000-7000-8000-00000000ffff";
    let call = async |caller: &Caller<'_>, document: &str, section: &str| {
        let answer = caller.post(&request_path(document), json!({ "sectionId": section })).await;
        (answer.status, answer.code().to_owned())
    };
    let is = |status, code: &str| (status, code.to_owned());
    assert_eq!(call(&other, &document, &section).await, is(403, "owner_only"));
    assert_eq!(call(&owner, &above, &section).await, is(403, "insufficient_clearance"));
    assert_eq!(call(&owner, none, &section).await, is(404, "not_found"));
    assert_eq!(call(&owner, &document, none).await, is(404, "not_found"));
    assert_eq!(call(&owner, &document, "amber").await, is(400, "validation_failed"));
    assert_eq!(call(&owner, "lantern", &section).await, is(400, "validation_failed"));
    let missing = owner.post(&request_path(&document), json!({})).await;
    assert_eq!((missing.status, &missing.body["fields"][0]["field"]), (400, &json!("sectionId")));
    let path = format!("/api/archive/sections/{section}");
    admin.patch(&path, json!({ "isActive": false })).await;
    assert_eq!(call(&owner, &document, &section).await, is(404, "not_found"));
    assert_eq!(call(&admin, &document, &section).await, is(404, "not_found"));
    for call in ["unarchive"] {
        let refused = owner.post(&format!("/api/documents/{document}/{call}"), json!({})).await;
        assert_eq!(refused.refusal(), (403, "admin_only"));
    }
}

async fn an_administrator_below_the_level_sees_metadata_only(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 5).await;
    let section = section(&admin, "Amber").await;
    let document = published(&admin, &owner, "Above", 4).await;
    let kept = published(&admin, &owner, "Kept", 4).await;
    archive(&admin, &kept, &section).await;
    request(&owner, &document, &section).await;
    let warden = site.admin_of(&admin, "warden", 3).await;
    let item = warden.get(QUEUE).await.body[0].clone();
    assert_eq!(
        (&item["title"], &item["redacted"], &item["clearanceLevel"]),
        (&json!("Above"), &json!(true), &json!(4))
    );
    assert!(item["content"].is_null() && item["excerpt"].is_null() && item["preview"].is_null());
    for path in [
        format!("{QUEUE}/{document}/approve"),
        format!("{QUEUE}/{document}/reject"),
        format!("/api/documents/{kept}/unarchive"),
    ] {
        let refused = warden.post(&path, json!({})).await;
        assert_eq!(
            (refused.status, refused.code(), &refused.body["requiredClearance"]),
            (403, "insufficient_clearance", &json!(4)),
            "{path}"
        );
    }
    let refused = warden.post(&request_path(&document), json!({ "sectionId": section })).await;
    assert_eq!(refused.code(), "insufficient_clearance");
    assert_eq!(warden.get(&format!("/api/archive/documents/{section}")).await.body, json!([]));
}

async fn nobody_decides_their_own_request_while_another_administrator_exists(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 5).await;
    let section = section(&admin, "Amber").await;
    let document = published(&admin, &owner, "Lantern", 2).await;
    request(&owner, &document, &section).await;
    let id = owner.get("/api/user").await.text("id");
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/make-admin"), json!({})).await.status, 200);
    let owner = site.sign_in("owner", PASSWORD).await;
    assert_eq!(owner.get(QUEUE).await.body[0]["awaitsAnotherApprover"], true);
    assert_eq!(admin.get(QUEUE).await.body[0]["awaitsAnotherApprover"], false);
    for verdict in ["approve", "reject"] {
        let refused = owner.post(&format!("{QUEUE}/{document}/{verdict}"), json!({})).await;
        assert_eq!(refused.refusal(), (403, "self_review"));
    }
    let admin_id = admin.get("/api/user").await.text("id");
    assert_eq!(owner.patch(&format!("/api/admin/users/{admin_id}/remove-admin"), json!({})).await.status, 200);
    assert_eq!(owner.get(QUEUE).await.body[0]["awaitsAnotherApprover"], false);
    assert_eq!(owner.post(&format!("{QUEUE}/{document}/approve"), json!({})).await.status, 200);
}

async fn a_request_for_an_inactive_section_cannot_be_approved(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 2).await;
    let section = section(&admin, "Amber").await;
    let document = published(&admin, &owner, "Lantern", 2).await;
    request(&owner, &document, &section).await;
    let path = format!("/api/archive/sections/{section}");
    admin.patch(&path, json!({ "isActive": false })).await;
    assert_eq!(admin.get(QUEUE).await.each("sectionName"), ["Amber"]);
    let refused = admin.post(&format!("{QUEUE}/{document}/approve"), json!({})).await;
    assert_eq!(refused.refusal(), (409, "section_inactive"));
    admin.patch(&path, json!({ "isActive": true })).await;
    let long = json!({ "comments": "é".repeat(2001) });
    let refused = admin.post(&format!("{QUEUE}/{document}/approve"), long).await;
    assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!("comments")));
    assert_eq!(admin.post(&format!("{QUEUE}/{document}/approve"), json!({ "comments": " " })).await.status, 200);
}
