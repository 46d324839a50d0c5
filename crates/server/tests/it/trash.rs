//! The trash over HTTP.

use crate::harness::{Site, on_each_database};
use infra::testing::TestDatabase;
use serde_json::json;

on_each_database![deleted_document_is_behind_no_door_until_it_is_restored];

async fn deleted_document_is_behind_no_door_until_it_is_restored(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 3).await;
    let low = site.user(&admin, "low", 1).await;
    let below = low.get("/api/user").await.text("id");
    assert_eq!(admin.patch(&format!("/api/admin/users/{below}/make-admin"), json!({})).await.status, 200);
    let file = owner.attach("notes.txt", b"Nobody holds the key.").await;
    let lore =
        json!({ "title": "Lantern", "content": "A lantern burns.", "category": "SITE", "filePath": file });
    let id = admin.publish(&owner.post("/api/submissions", lore).await.text("id"), 3).await;
    let path = format!("/api/documents/{id}");
    assert_eq!(owner.post(&format!("{path}/comments"), json!({ "content": "Mine" })).await.status, 201);
    let label = format!("/api/documents?id={}", &id[..6]);
    let doors = [path.clone(), format!("{path}/versions"), format!("{path}/comments"), file.clone()];
    let lists = [
        "/api/documents".to_owned(),
        "/api/documents?q=lantern".to_owned(),
        label,
        "/api/user/notifications".to_owned(),
        "/api/admin/documents".to_owned(),
    ];
    let mut before = Vec::new();
    for path in doors.iter().chain(&lists[..4]) {
        before.push(owner.get(path).await.bytes);
    }
    assert_eq!(owner.delete(&path).await.status, 204);
    for door in &doors {
        assert_eq!((owner.get(door).await.status, admin.get(door).await.status), (404, 404), "{door}");
    }
    assert_eq!(admin.get(&format!("{path}/access-log")).await.status, 404);
    for list in &lists {
        assert!(!admin.get(list).await.bytes.windows(36).any(|part| part == id.as_bytes()), "{list}");
    }
    assert_eq!(owner.get("/api/user/notifications").await.body, json!([]));
    let listed = low.get("/api/admin/trash").await;
    assert_eq!(
        (listed.each("id"), listed.each("trashedByUsername")),
        (vec![id.clone()], vec!["owner".to_owned()])
    );
    assert_eq!(owner.get("/api/admin/trash").await.code(), "admin_only");
    let (restore, purge) = (format!("/api/admin/trash/{id}/restore"), format!("/api/admin/trash/{id}"));
    let refused = low.post(&restore, json!({})).await;
    assert_eq!((refused.code(), &refused.body["requiredClearance"]), ("insufficient_clearance", &json!(3)));
    assert_eq!(low.delete(&purge).await.code(), "insufficient_clearance");
    let restored = admin.post(&restore, json!({})).await;
    assert_eq!((restored.status, restored.text("id")), (200, id));
    for (path, was) in doors.iter().chain(&lists[..4]).zip(before) {
        assert_eq!(owner.get(path).await.bytes, was, "{path}");
    }
    assert_eq!(admin.post(&restore, json!({})).await.code(), "not_found");
    assert_eq!((site.audited("document_deleted").await, site.audited("document_restored").await), (1, 1));
}
