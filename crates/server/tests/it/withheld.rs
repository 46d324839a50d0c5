//! Texts above the level of a user are withheld from their own lists too, together with the name of the file.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database![the_name_of_a_file_is_withheld_with_its_text, a_user_s_own_texts_above_their_level_are_withheld];

async fn the_name_of_a_file_is_withheld_with_its_text(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (owner, low) = (site.user(&admin, "owner", 5).await, site.admin_of(&admin, "lower", 3).await);
    let section = crate::archive::section(&admin, "Amber").await;
    let file = owner.attach("nightingale.txt", b"Nobody holds the key.").await;
    let text = json!({ "title": "Lantern", "content": "A lantern burns.", "category": "SITE", "filePath": file });
    let id = admin.publish(&owner.post("/api/submissions", text).await.text("id"), 4).await;
    let path = format!("/api/documents/{id}");
    let edit = json!({ "title": "Lantern", "content": "It burns.", "category": "SITE", "clearanceLevel": 4 });
    let edit = owner.post(&format!("{path}/edit"), edit).await.text("id");
    let asked = owner.post(&format!("{path}/request-archive"), json!({ "sectionId": section })).await;
    assert_eq!(asked.status, 202, "{}", asked.body);
    for list in [
        "/api/document-edits".to_owned(),
        format!("/api/document-edits/{edit}"),
        "/api/admin/documents".to_owned(),
        "/api/admin/documents?view=summary".to_owned(),
        "/api/admin/archive-requests".to_owned(),
    ] {
        let (shown, hidden) = (admin.get(&list).await.body.to_string(), low.get(&list).await);
        assert!(shown.contains("nightingale.txt") && shown.contains(&file), "{list}: {shown}");
        let hidden = hidden.body.to_string();
        assert!(hidden.contains(&id) && hidden.contains("\"redacted\":true"), "{list}: {hidden}");
        assert!(!hidden.contains("nightingale") && !hidden.contains(&file), "{list}: {hidden}");
    }
}

async fn a_user_s_own_texts_above_their_level_are_withheld(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 3).await;
    let file = author.attach("nightingale.txt", b"Nobody holds the key.").await;
    for (title, content, level, file) in [
        ("Raised", "The lantern burns.", 4, Some(&file)),
        ("Fallen", "The keeper sleeps.", 3, None),
        ("Open", "The gate opens.", 1, None),
    ] {
        let text = json!({ "title": title, "content": content, "category": "SITE", "filePath": file });
        let sent = author.post("/api/submissions", text).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        let approved = json!({ "status": "approved", "clearanceLevel": level, "comments": format!("Say {title}!") });
        let path = format!("/api/admin/submissions/{}", sent.text("id"));
        assert_eq!(admin.patch(&path, approved).await.status, 200);
    }
    let own = async |reader: &Caller<'_>| {
        let list = reader.get("/api/user/submissions").await.body;
        // Single items show the same as the list.
        for item in list.as_array().unwrap() {
            let path = format!("/api/user/submissions/{}", item["id"].as_str().unwrap());
            assert_eq!(&reader.get(&path).await.body, item);
        }
        let of = |item: &Value| (item["title"].as_str().unwrap().to_owned(), item["content"].is_string());
        let mut shown: Vec<_> = list.as_array().unwrap().iter().map(of).collect();
        shown.sort();
        (shown, list.to_string())
    };
    let title = |title: &str, is_shown| (title.to_owned(), is_shown);
    let (shown, list) = own(&author).await;
    assert_eq!(shown, [title("Fallen", true), title("Open", true), title("Raised", false)]);
    assert!(!list.contains("lantern") && !list.contains("nightingale") && !list.contains(&file), "{list}");
    assert!(list.contains("Say Fallen!") && !list.contains("Say Raised!"), "{list}");
    let notifications_of = async |caller: &Caller<'_>| {
        let news = caller.get("/api/user/notifications").await.body.to_string();
        format!("{news} {}", caller.get("/api/user/board").await.body)
    };
    let news = notifications_of(&author).await;
    assert!(news.contains("Say Fallen!") && !news.contains("Say Raised!"), "{news}");
    let export = author.get("/api/user/export").await.bytes;
    let all = format!("{:?}", crate::transfer::members(&export));
    assert!(all.contains("Say Fallen!") && !all.contains("Say Raised!"), "{all}");
    assert!(all.contains("Raised") && all.contains("keeper sleeps"), "{all}");
    assert!(!all.contains("lantern") && !all.contains("nightingale"), "{all}");

    let id = author.get("/api/user").await.text("id");
    let lowered = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    let lower = format!("/api/admin/users/{id}/update-clearance");
    assert_eq!(admin.json(Method::PATCH, &lower, lowered).await.status, 200);
    let author = site.sign_in("author", PASSWORD).await;
    let (shown, list) = own(&author).await;
    assert_eq!(shown, [title("Fallen", false), title("Open", true), title("Raised", false)]);
    assert!(!list.contains("keeper") && !list.contains("Say Fallen!"), "{list}");
    let news = notifications_of(&author).await;
    assert!(news.contains("Say Open!") && !news.contains("Say Fallen!"), "{news}");
}
