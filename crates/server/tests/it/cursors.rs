//! Lists continue correctly when the last item of a page no longer exists.

use crate::archive::{archive, section};
use crate::caller::{Answer, Caller};
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database![
    queues_continue_when_the_last_item_of_a_page_is_withdrawn,
    lists_of_documents_continue_when_the_last_item_of_a_page_is_gone,
    lists_of_administrators_continue_when_the_last_item_of_a_page_is_gone,
    items_that_timed_out_at_the_same_moment_are_all_listed,
];

/// Returns the ids of a whole list.
async fn whole(reader: &Caller<'_>, list: &str) -> Vec<String> {
    reader.get(list).await.each("id")
}

/// Returns the path of the next page.
pub fn next(page: &Answer) -> Option<String> {
    let link = page.header("link");
    let path = link.strip_prefix('<').and_then(|link| link.split_once(">; rel=\"next\""));
    path.map(|(path, _)| path.to_owned())
}

/// Returns the ids on this page and on those after it.
async fn rest(reader: &Caller<'_>, mut page: Answer) -> Vec<String> {
    let mut ids = page.each("id");
    while let Some(path) = next(&page) {
        page = reader.get(&path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        ids.extend(page.each("id"));
        assert!(ids.len() < 100, "{path} does not end");
    }
    ids
}

/// Reads a page of one item, removes the item, and checks that the next pages contain all others.
async fn assert_continues(reader: &Caller<'_>, list: &str, remove: impl AsyncFnOnce(&str)) {
    let all = whole(reader, list).await;
    assert!(all.len() >= 3, "{list} has {} items", all.len());
    let page = reader.get(&format!("{list}?limit=1")).await;
    assert_eq!(page.each("id"), all[..1], "{list}");
    let link = next(&page).unwrap();
    remove(&all[0]).await;
    let after = reader.get(&link).await;
    assert_eq!(after.status, 200, "{link}: {}", after.body);
    assert_eq!(rest(reader, after).await, all[1..], "{list}");
}

async fn published(admin: &Caller<'_>, author: &Caller<'_>, titles: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for title in titles {
        ids.push(admin.publish(&author.submit(title, "SITE").await, 1).await);
    }
    ids
}

async fn propose(author: &Caller<'_>, documents: &[String]) {
    for document in documents {
        let edit = json!({ "title": "Changed", "content": "Other.", "category": "SITE", "clearanceLevel": 1 });
        assert_eq!(author.post(&format!("/api/documents/{document}/edit"), edit).await.status, 201);
    }
}

async fn queues_continue_when_the_last_item_of_a_page_is_withdrawn(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let documents = published(&admin, &author, &["A", "B", "C", "D", "E", "F"]).await;
    for title in ["G", "H", "I", "J", "K"] {
        author.submit(title, "SITE").await;
    }
    propose(&author, &documents).await;
    let withdraw = async |id: &str| {
        let path = format!("/api/user/submissions/{id}/withdraw");
        assert_eq!(author.post(&path, json!({})).await.status, 200);
    };
    let withdraw_edit = async |id: &str| assert_eq!(author.delete(&format!("/api/user/edits/{id}")).await.status, 204);
    assert_continues(&admin, "/api/admin/submissions", withdraw).await;
    assert_continues(&author, "/api/user/submissions", withdraw).await;
    assert_continues(&admin, "/api/document-edits", withdraw_edit).await;
    assert_continues(&author, "/api/user/edits", withdraw_edit).await;
    assert_continues(&author, "/api/user/pending-edits", withdraw_edit).await;
    // Deleting the document of the first edit withdraws the edit.
    assert_continues(&admin, "/api/document-edits", async |id| {
        let edit = admin.get(&format!("/api/document-edits/{id}")).await.text("documentId");
        assert_eq!(author.delete(&format!("/api/documents/{edit}")).await.status, 204);
    })
    .await;
}

async fn lists_of_documents_continue_when_the_last_item_of_a_page_is_gone(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let amber = section(&admin, "Amber").await;
    let goal = published(&admin, &author, &["Goal"]).await.remove(0);
    for title in ["A", "B", "C", "D", "E", "F", "G"] {
        let text = json!({ "title": title, "content": "See [[Goal]].", "category": "SITE" });
        admin.publish(&author.post("/api/submissions", text).await.text("id"), 1).await;
    }
    let delete = async |id: &str| {
        assert_eq!(author.delete(&format!("/api/documents/{id}")).await.status, 204);
    };
    assert_continues(&author, "/api/documents", delete).await;
    assert_continues(&admin, "/api/admin/documents", delete).await;
    assert_continues(&author, &format!("/api/documents/{goal}/backlinks"), delete).await;
    let restore = async |id: &str| {
        assert_eq!(admin.post(&format!("/api/admin/trash/{id}/restore"), json!({})).await.status, 200);
    };
    assert_continues(&admin, "/api/admin/trash", restore).await;
    let requested = whole(&author, "/api/documents").await;
    for id in &requested[..3] {
        let path = format!("/api/documents/{id}/request-archive");
        assert_eq!(author.post(&path, json!({ "sectionId": amber })).await.status, 202);
    }
    assert_continues(&admin, "/api/admin/archive-requests", async |id| {
        let path = format!("/api/admin/archive-requests/{id}/reject");
        assert_eq!(admin.post(&path, json!({})).await.status, 200);
    })
    .await;
    for id in requested.iter().filter(|id| **id != goal).take(3) {
        archive(&admin, id, &amber).await;
    }
    assert_continues(&author, &format!("/api/archive/documents/{amber}"), async |id| {
        let path = format!("/api/documents/{id}/unarchive");
        assert_eq!(admin.post(&path, json!({})).await.status, 200);
    })
    .await;
    let comments = format!("/api/documents/{goal}/comments");
    for comment in ["One", "Two", "Three"] {
        assert_eq!(author.post(&comments, json!({ "content": comment })).await.status, 201);
    }
    assert_continues(&author, &comments, async |id| {
        assert_eq!(author.delete(&format!("{comments}/{id}")).await.status, 204);
    })
    .await;
}

async fn lists_of_administrators_continue_when_the_last_item_of_a_page_is_gone(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    published(&admin, &author, &["A", "B", "C"]).await;
    let document = published(&admin, &author, &["D"]).await.remove(0);
    for reader in ["one", "two", "three"] {
        let reader = site.user(&admin, reader, 1).await;
        assert_eq!(reader.get(&format!("/api/documents/{document}")).await.status, 200);
    }
    // Only the removal of old rows deletes attempts and notifications, so delete them directly.
    let without = async |table: &str, id: &str| {
        site.execute(format!("DELETE FROM {table} WHERE id = '{id}'")).await;
    };
    assert_continues(&author, "/api/user/notifications", async |id| without("notifications", id).await).await;
    assert_continues(&admin, "/api/admin/security/recent-logins", async |id| without("login_attempts", id).await).await;
    assert_continues(&admin, "/api/admin/security/active-sessions", async |id| without("sessions", id).await).await;

    // The list begins with accounts that cannot be deleted.
    let users = whole(&admin, "/api/admin/users").await;
    let deleted = author.get("/api/user").await.text("id");
    let at = users.iter().position(|id| *id == deleted).unwrap() + 1;
    let link = next(&admin.get(&format!("/api/admin/users?limit={at}")).await).unwrap();
    assert_eq!(admin.delete(&format!("/api/admin/users/{deleted}")).await.status, 204);
    assert_eq!(rest(&admin, admin.get(&link).await).await, users[at..]);
}

async fn items_that_timed_out_at_the_same_moment_are_all_listed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let documents = published(&admin, &author, &["A", "B", "C"]).await;
    for title in ["D", "E", "F"] {
        author.submit(title, "SITE").await;
    }
    propose(&author, &documents).await;
    for table in ["submissions", "document_edits"] {
        let first = "(SELECT MIN(created_at) FROM submissions)";
        site.execute(format!("UPDATE {table} SET created_at = {first} WHERE status = 'pending'")).await;
    }
    site.set_clock(Duration::from_hours(73));
    let author = site.sign_in("author", PASSWORD).await;
    let all = whole(&author, "/api/user/timed-out").await;
    assert_eq!(all.len(), 6);
    let pages = rest(&author, author.get("/api/user/timed-out?limit=1").await).await;
    assert_eq!(pages, all);
    assert_continues(&author, "/api/user/timed-out", async |id| {
        let withdrawn = match author.post(&format!("/api/user/submissions/{id}/withdraw"), json!({})).await.status {
            200 => true,
            _ => author.delete(&format!("/api/user/edits/{id}")).await.status == 204,
        };
        assert!(withdrawn);
    })
    .await;
}
