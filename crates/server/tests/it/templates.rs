//! Templates over HTTP.

use crate::caller::members;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    templates_are_listed_up_to_the_level_of_the_reader,
    administrators_change_and_retire_custom_templates,
    the_log_names_a_template_only_for_administrators_of_its_level,
];

fn patrol(level: i64) -> Value {
    json!({
        "name": " Patrol report ", "category": "SITE", "content": "## Rounds\n\n1. ",
        "requiredClearanceLevel": level, "description": "Rounds of a wing.",
    })
}

async fn templates_are_listed_up_to_the_level_of_the_reader(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 3).await);
    assert_eq!(
        members(&admin.get("/api/templates").await.body[0]),
        "category content createdAt createdBy description files id isActive isBuiltIn name \
         requiredClearanceLevel updatedAt"
    );
    assert_eq!(low.get("/api/templates").await.body, json!([]));
    let built_in = high.get("/api/templates").await;
    assert_eq!(
        built_in.each("name"),
        ["Entity Object Document", "Incident Report", "Experiment Log", "Containment Protocol"]
    );
    let all = admin.get("/api/templates").await;
    assert_eq!(all.each("name")[3..5], ["Personnel File", "Site Documentation"]);
    let levels = all.body.as_array().unwrap().iter().map(|each| each["requiredClearanceLevel"].as_i64().unwrap());
    assert_eq!(levels.collect::<Vec<_>>(), [2, 3, 3, 4, 4, 3]);
    assert!(
        built_in.body.as_array().unwrap().iter().all(|each| each["isBuiltIn"] == true && each["createdBy"].is_null())
    );

    let made = admin.post("/api/templates", patrol(2)).await;
    assert_eq!(
        (made.status, &made.body["name"], &made.body["isBuiltIn"]),
        (201, &json!("Patrol report"), &json!(false))
    );
    let plain = json!({ "name": "Plain", "category": "OTHER", "content": "x" });
    let plain = admin.post("/api/templates", plain).await;
    assert_eq!((&plain.body["requiredClearanceLevel"], &plain.body["description"]), (&json!(1), &json!("")));
    assert_eq!(low.get("/api/templates").await.each("name"), ["Plain"]);
    assert_eq!(high.get("/api/templates").await.each("name")[4..], ["Patrol report", "Plain"]);
    assert_eq!(low.get("/api/user/board").await.body["templates"], 1);
    assert_eq!(high.get("/api/user/board").await.body["templates"], 6);

    let refused = admin.post("/api/templates", json!({ "name": "A", "category": "SITE", "content": "" })).await;
    assert_eq!((refused.status, &refused.body["fields"][0]["field"]), (400, &json!("content")));
    let extra = json!({ "name": "A", "category": "SITE", "content": "x", "isBuiltIn": true });
    assert_eq!(admin.post("/api/templates", extra).await.code(), "unknown_field");
}

async fn administrators_change_and_retire_custom_templates(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let made = admin.post("/api/templates", patrol(2)).await.body;
    let path = format!("/api/templates/{}", made["id"].as_str().unwrap());

    let renamed = admin.patch(&path, json!({ "name": "Night patrol", "updatedAt": made["updatedAt"] })).await;
    assert_eq!(
        (renamed.status, &renamed.body["name"], &renamed.body["content"]),
        (200, &json!("Night patrol"), &made["content"])
    );
    let refused = admin.patch(&path, json!({ "name": "Day patrol", "updatedAt": made["updatedAt"] })).await;
    assert_eq!(refused.refusal(), (409, "stale"));
    assert_eq!(admin.patch(&path, json!({ "updatedAt": "yesterday" })).await.status, 400);

    assert_eq!(admin.patch(&path, json!({ "isActive": false })).await.body["isActive"], false);
    assert_eq!(reader.get("/api/templates").await.each("name").len(), 1);
    assert_eq!(admin.get("/api/templates").await.each("name").len(), 6);
    let all = admin.get("/api/templates?retired=true").await;
    assert_eq!((all.each("name").len(), &all.body[6]["isActive"]), (7, &json!(false)));
    assert_eq!(reader.get("/api/templates?retired=true").await.code(), "admin_only");
    assert_eq!(admin.patch(&path, json!({ "isActive": true })).await.body["isActive"], true);
    assert_eq!(reader.get("/api/templates").await.each("name").len(), 2);

    let fixed = admin.get("/api/templates").await.body[0]["id"].as_str().unwrap().to_owned();
    let refused = admin.patch(&format!("/api/templates/{fixed}"), json!({ "isActive": false })).await;
    assert_eq!(refused.refusal(), (403, "built_in_template"));

    let actions = ["template_created", "template_updated", "template_retired", "template_restored"];
    for action in actions {
        let logged = admin.get(&format!("/api/admin/audit-logs?view=admin&action={action}&limit=10")).await;
        assert_eq!(logged.each("entityType"), ["template"], "{action}");
    }
}

async fn the_log_names_a_template_only_for_administrators_of_its_level(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let id = admin.post("/api/templates", patrol(5)).await.body["id"].clone();
    let warden = site.admin_of(&admin, "warden", 3).await;
    let path = format!("/api/templates/{}", id.as_str().unwrap());
    let refused = warden.patch(&path, json!({ "requiredClearanceLevel": 1 })).await;
    assert_eq!(
        (refused.status, refused.code(), &refused.body["requiredClearance"]),
        (403, "insufficient_clearance", &json!(5))
    );
    assert_eq!(warden.post("/api/templates", patrol(4)).await.refusal(), (403, "insufficient_clearance"));

    let entries = "/api/admin/audit-logs?view=admin&action=template_created&limit=10";
    assert_eq!(admin.get(entries).await.body[0]["object"]["name"], "Patrol report");
    assert!(warden.get(entries).await.body[0]["object"].is_null());
}
