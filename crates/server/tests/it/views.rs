//! The number of readers of a document.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![readers_are_counted_for_the_owner_without_names];

/// Waits until the caller gets these numbers, because the access log is written in the background.
async fn counted(caller: &Caller<'_>, path: &str, readers: u64, last_month: u64) {
    let expected = json!({ "readers": readers, "lastMonth": last_month });
    let mut last = Value::Null;
    for _ in 0..100 {
        last = caller.get(path).await.body;
        if last == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{last} instead of {expected}");
}

async fn readers_are_counted_for_the_owner_without_names(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let owner = site.user(&admin, "owner", 2).await;
    let low = site.user(&admin, "low", 1).await;
    let file = owner.attach("notes.txt", b"Nobody holds the key.").await;
    let lore = json!({ "title": "Lantern", "content": "A lantern burns.", "category": "SITE", "filePath": file });
    let id = admin.publish(&owner.post("/api/submissions", lore).await.text("id"), 2).await;
    let (path, views) = (format!("/api/documents/{id}"), format!("/api/documents/{id}/views"));
    counted(&owner, &views, 0, 0).await;

    // A user who reads twice counts once, a download counts, and the owner does not.
    let (one, two) = (site.user(&admin, "one", 2).await, site.user(&admin, "two", 3).await);
    for reader in [&one, &one, &owner] {
        assert_eq!(reader.get(&path).await.status, 200);
    }
    assert_eq!(two.get(&file).await.status, 200);
    assert_eq!(low.get(&path).await.status, 403);
    counted(&owner, &views, 2, 2).await;
    // An administrator who reads as another level is not counted; without the parameter they are.
    assert_eq!(admin.get(&format!("{path}?as=level:2")).await.status, 200);
    counted(&admin, &views, 2, 2).await;
    assert_eq!(admin.get(&path).await.status, 200);
    counted(&owner, &views, 3, 3).await;

    // Others are refused as in the document's other operations.
    assert_eq!(one.get(&views).await.code(), "owner_only");
    let denied = low.get(&views).await;
    assert_eq!(denied.code(), "insufficient_clearance");
    assert_eq!(denied.bytes, low.get(&path).await.bytes);
    let unknown = "/api/documents/00000000-0000-4000-8000-00000000ffff";
    let answers = (one.get(&format!("{unknown}/views")).await, one.get(unknown).await);
    assert_eq!((answers.0.status, answers.0.bytes), (404, answers.1.bytes));
    assert_eq!(admin.get(&format!("{views}?as=level:2")).await.status, 400);

    // After 30 days, they no longer count for the last month.
    site.set_clock(Duration::from_hours(31 * 24));
    let (owner, one) = (site.sign_in("owner", PASSWORD).await, site.sign_in("one", PASSWORD).await);
    counted(&owner, &views, 3, 0).await;
    assert_eq!(one.get(&path).await.status, 200);
    counted(&owner, &views, 3, 1).await;

    // In the trash, not even the owner gets the numbers.
    assert_eq!(owner.delete(&path).await.status, 204);
    assert_eq!(owner.get(&views).await.code(), "not_found");
}
