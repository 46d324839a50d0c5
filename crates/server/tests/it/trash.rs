//! The trash over HTTP.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    a_deleted_document_is_unreachable_until_it_is_restored,
    a_restored_document_has_its_links_and_titles_again,
];

async fn a_deleted_document_is_unreachable_until_it_is_restored(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 3).await;
    let low = site.admin_of(&admin, "low", 1).await;
    let file = owner.attach("notes.txt", b"Nobody holds the key.").await;
    let lore = json!({ "title": "Lantern", "content": "A lantern burns.", "category": "SITE", "filePath": file });
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
    // Once the first access is written, and with it the mark of the notification, further accesses change nothing.
    assert_eq!(owner.get(&path).await.status, 200);
    let is_marked = async || owner.get("/api/user/notifications").await.body[0]["readAt"].is_string();
    until("the access is written", is_marked).await;
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
    assert_eq!((listed.each("id"), listed.each("trashedByUsername")), (vec![id.clone()], vec!["owner".to_owned()]));
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

async fn a_restored_document_has_its_links_and_titles_again(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (low, high) = (site.user(&admin, "low", 1).await, site.user(&admin, "high", 3).await);
    let publish = async |title: &str, content: &str| {
        let lore = json!({ "title": title, "content": content, "category": "SITE" });
        admin.publish(&admin.post("/api/submissions", lore).await.text("id"), 1).await
    };
    let cellar = publish("Cellar", "It is dark.").await;
    let first = publish("Lantern", "It burns.").await;
    let (path, label) = (format!("/api/documents/{first}"), format!("DOC-{}", &first[..8]));
    // The second version has another title, and a link that readers below level 3 do not see.
    let text = "Down to the [[Cellar]].\n:::level 3\nBy [[The stair]].\n:::\n";
    let renamed = json!({ "title": "Lamp", "content": text, "category": "SITE", "clearanceLevel": 1 });
    let edit = admin.post(&format!("{path}/edit"), renamed).await.text("id");
    let approved = admin.patch(&format!("/api/document-edits/{edit}"), json!({ "status": "approved" })).await;
    assert_eq!(approved.status, 200, "{}", approved.body);
    let stair = publish("The stair", "It creaks.").await;
    let guide = publish("Guide", &format!("[[Lantern]], [[lamp]], [[{label}]]")).await;

    let backlinks =
        async |reader: &Caller<'_>, id: &str| reader.get(&format!("/api/documents/{id}/backlinks")).await.each("id");
    let targets = async |reader: &Caller<'_>, id: &str| -> Vec<Value> {
        let links = reader.get(&format!("/api/documents/{id}")).await.body["links"].clone();
        links.as_array().unwrap().iter().map(|link| link["id"].clone()).collect()
    };
    let resolved = async || {
        let to_lamp = vec![json!(first); 3];
        assert_eq!((targets(&low, &guide).await, targets(&high, &guide).await), (to_lamp.clone(), to_lamp));
        assert_eq!(targets(&low, &first).await, [json!(cellar)]);
        assert_eq!(targets(&high, &first).await, [json!(cellar), json!(stair)]);
        assert_eq!(backlinks(&low, &first).await, [guide.as_str()]);
        for (reader, id, expected) in
            [(&low, &cellar, true), (&high, &cellar, true), (&low, &stair, false), (&high, &stair, true)]
        {
            assert_eq!(backlinks(reader, id).await.contains(&first), expected);
        }
    };
    resolved().await;
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(targets(&high, &guide).await, vec![Value::Null; 3]);
    assert_eq!((backlinks(&high, &cellar).await.len(), backlinks(&high, &stair).await.len()), (0, 0));
    assert_eq!(admin.post(&format!("/api/admin/trash/{first}/restore"), json!({})).await.status, 200);
    resolved().await;
}
