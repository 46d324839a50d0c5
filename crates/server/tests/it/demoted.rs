//! A user whose level was lowered: no response contains anything above the new level, whether the user reads, repeats
//! requests, submits or changes texts. Drafts belong to their author and are not cut.

use crate::caller::{Answer, Caller};
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database![a_user_whose_level_was_lowered_gets_nothing_above_the_new_level];

/// A word in every text above level 2.
const WORD: &str = "nightingale";

fn text(content: &str) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE" })
}

fn edit(content: &str) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE", "clearanceLevel": 1 })
}

/// Returns the headers and the body of a response. An archive is unpacked.
fn response_text(answer: &Answer) -> String {
    let body = if answer.header("content-type") == "application/zstd" {
        format!("{:?}", crate::transfer::members(&answer.bytes))
    } else {
        String::from_utf8_lossy(&answer.bytes).into_owned()
    };
    format!("{:?} {body}", answer.headers)
}

/// Fails the test if the response contains the word.
fn clean(what: &str, answer: Answer) -> Answer {
    assert!(!response_text(&answer).contains(WORD), "{what}: {}", response_text(&answer));
    assert_ne!(answer.status, 500, "{what}");
    answer
}

async fn keyed(caller: &Caller<'_>, path: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", "once")];
    caller.send(Method::POST, path, &headers, Some(body.to_string().into_bytes())).await
}

/// The items of level 4 that the author created: ids, and paths and bodies of the requests that created them.
struct Made {
    /// A document of level 1 with a passage of level 4, and one of level 4.
    open: String,
    high: String,
    file: String,
    rejected: String,
    pending: String,
    /// Requests with an idempotency key, and their first responses.
    repeated: Vec<(String, Value, Answer)>,
}

async fn make(author: &Caller<'_>, admin: &Caller<'_>) -> Made {
    let sent = async |body: Value| {
        let sent = author.post("/api/submissions", body).await;
        assert_eq!(sent.status, 201, "{}", sent.body);
        sent.text("id")
    };
    let first = "The gate opens. {{4|The nightingale sings.}} It closes.";
    let open = admin.publish(&sent(text(first)).await, 1).await;
    let second = edit(&first.replace("closes", "shuts"));
    let second = author.post(&format!("/api/documents/{open}/edit"), second).await.text("id");
    let approved = admin.patch(&format!("/api/document-edits/{second}"), json!({ "status": "approved" })).await;
    assert_eq!(approved.text("status"), "approved", "{}", approved.body);
    let file = author.attach("nightingale.txt", b"The nightingale sings.").await;
    let mut whole = text("The nightingale sings at the gate.");
    whole["filePath"] = json!(file);
    let high = admin.publish(&sent(whole).await, 4).await;
    let (rejected, pending) = (sent(text(first)).await, sent(text(first)).await);
    let reason = json!({ "status": "rejected", "comments": "Not now." });
    assert_eq!(admin.patch(&format!("/api/admin/submissions/{rejected}"), reason).await.status, 200);
    let draft = author.post("/api/user/drafts", text(first)).await;
    let quoting = json!({ "content": "Why {{4|the nightingale}}?", "quote": "The nightingale sings." });
    let ways = [
        ("/api/submissions".to_owned(), text(first)),
        (format!("/api/user/drafts/{}/submit", draft.text("id")), json!({ "revision": draft.text("revision") })),
        (format!("/api/documents/{open}/edit"), edit("The gate opens. {{4|The nightingale sleeps.}} It shuts.")),
        (format!("/api/documents/{high}/edit"), edit("The nightingale sleeps at the gate.")),
        (format!("/api/documents/{open}/comments"), quoting),
        (format!("/api/documents/{high}/comments"), json!({ "content": "A nightingale?" })),
    ];
    let mut repeated = Vec::new();
    for (path, body) in ways {
        let made = keyed(author, &path, &body).await;
        assert_eq!(made.status, 201, "{path}: {}", made.body);
        assert!(response_text(&made).contains(WORD), "{path}: {}", made.body);
        repeated.push((path, body, made));
    }
    Made { open, high, file, rejected, pending, repeated }
}

/// Returns every call that reads the author's items, and whether the response to a reader of level 4 contains the word.
async fn reads(author: &Caller<'_>, made: &Made) -> Vec<(String, bool)> {
    let (open, high) = (format!("/api/documents/{}", made.open), format!("/api/documents/{}", made.high));
    let versions = author.get(&format!("{open}/versions")).await.each("id");
    let edit = |n: usize| format!("/api/user/edits/{}", made.repeated[n].2.text("id"));
    let compared = format!("{open}/versions/compare?from={}&to={}", versions[1], versions[0]);
    let shown = [
        "/api/user/submissions".to_owned(),
        "/api/documents".to_owned(),
        "/api/documents?view=summary".to_owned(),
        "/api/documents?search=nightingale&view=summary".to_owned(),
        "/api/documents/suggestions?q=nightingole".to_owned(),
        edit(2),
        edit(3),
        format!("{open}/versions"),
        compared,
        format!("{open}/comments"),
        format!("{high}/versions"),
        format!("{high}/comments"),
        open.clone(),
        high.clone(),
        format!("{open}/export"),
        format!("{high}/export"),
        made.file.clone(),
        "/api/user/edits".to_owned(),
        "/api/user/board".to_owned(),
        "/api/user/export".to_owned(),
    ];
    let hidden = [
        "/api/user".to_owned(),
        "/api/user/drafts".to_owned(),
        "/api/user/notifications".to_owned(),
        "/api/user/pending-edits".to_owned(),
        "/api/user/sessions".to_owned(),
        "/api/user/timed-out".to_owned(),
        "/api/archive/sections".to_owned(),
        format!("{open}/views"),
        format!("{open}/backlinks"),
        format!("{high}/views"),
        format!("{high}/backlinks"),
    ];
    shown.map(|path| (path, true)).into_iter().chain(hidden.map(|path| (path, false))).collect()
}

/// Changes the author's texts at level 2 and checks each status.
async fn change(author: &Caller<'_>, made: &Made) {
    let (open, high) = (format!("/api/documents/{}", made.open), format!("/api/documents/{}", made.high));
    let id = |n: usize| made.repeated[n].2.text("id");
    let first = author.get(&format!("{open}/versions")).await.each("id").pop().unwrap();
    let cut = "The gate opens. {{withheld 4}} It shuts late.";
    let quoting = json!({ "content": "When?", "quote": "The gate opens." });
    let mut unexpected = Vec::new();
    for (method, path, body, expected) in [
        (Method::POST, format!("{open}/edit"), edit(cut), 201),
        (Method::POST, format!("{high}/edit"), edit("Mine."), 403),
        (Method::POST, format!("{open}/comments"), quoting, 201),
        (Method::POST, format!("{high}/comments"), json!({ "content": "Mine." }), 403),
        (Method::POST, format!("{open}/revert/{first}"), json!({}), 409),
        (Method::POST, format!("{high}/request-archive"), json!({ "sectionId": first }), 403),
        (Method::POST, "/api/user/drafts".to_owned(), json!({ "revises": made.rejected }), 201),
        (Method::POST, format!("/api/user/submissions/{}/resubmit", made.pending), json!({}), 409),
        (Method::POST, format!("/api/user/submissions/{}/withdraw", made.pending), json!({}), 200),
        (Method::POST, format!("/api/user/submissions/{}/withdraw", id(0)), json!({}), 200),
        (Method::POST, format!("/api/user/edits/{}/resubmit", id(2)), json!({}), 409),
        (Method::DELETE, format!("/api/user/edits/{}", id(2)), json!({}), 204),
        (Method::DELETE, format!("/api/user/edits/{}", id(3)), json!({}), 403),
        (Method::DELETE, format!("{open}/comments/{}", id(4)), json!({}), 204),
        (Method::DELETE, format!("{high}/comments/{}", id(5)), json!({}), 403),
        (Method::PATCH, "/api/user/settings".to_owned(), json!({ "sessionTimeout": 30 }), 200),
    ] {
        let answer = match &method {
            &Method::DELETE => author.delete(&path).await,
            _ => author.json(method.clone(), &path, body).await,
        };
        let answer = clean(&format!("{method} {path}"), answer);
        if answer.status != expected {
            unexpected.push(format!("{} {method} {path}: {}", answer.status, answer.body));
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    // Withdrawn submissions that became drafts lack what is above the level.
    for draft in author.get("/api/user/drafts").await.each("id") {
        let path = format!("/api/user/drafts/{draft}");
        let read = clean(&path, author.get(&path).await);
        let saved = json!({ "title": "Mine", "revision": read.text("revision") });
        clean(&path, author.put(&path, saved).await);
    }
}

async fn a_user_whose_level_was_lowered_gets_nothing_above_the_new_level(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    let made = make(&author, &admin).await;
    let reads = reads(&author, &made).await;
    let mut seen = Vec::new();
    for (path, _) in &reads {
        seen.push((path.clone(), response_text(&author.get(path).await).contains(WORD)));
    }
    assert_eq!(seen, reads);

    let id = author.get("/api/user").await.text("id");
    let lowered = json!({ "clearanceLevel": 2, "accessKey": "subject" });
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/update-clearance"), lowered).await.status, 200);
    let author = site.sign_in("author", PASSWORD).await;
    for _ in 0..2 {
        for (path, _) in &reads {
            clean(path, author.get(path).await);
        }
        for (path, body, _) in &made.repeated {
            clean(path, keyed(&author, path, body).await);
        }
    }
    change(&author, &made).await;
    for (path, _) in &reads {
        clean(path, author.get(path).await);
    }
    for (path, body, _) in &made.repeated {
        clean(path, keyed(&author, path, body).await);
    }
}
