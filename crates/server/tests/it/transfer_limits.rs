//! An installation with texts at their limits, and texts of older releases, is exported, checked and imported again.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::process::Output;

on_each_database![
    everything_at_its_limits_is_imported_again,
    a_text_beyond_the_limit_can_be_edited_by_users_who_read_all_of_it,
    an_export_that_could_not_be_imported_is_refused,
];

/// A letter of four bytes, so that the longest text has the most bytes.
const LETTER: &str = "𐐨";

fn output(run: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
}

fn succeeds(run: &Output) {
    assert!(run.status.success(), "{}", output(run));
}

async fn created(caller: &Caller<'_>, path: &str, body: Value) -> Answer {
    let answer = caller.post(path, body).await;
    assert!([200, 201].contains(&answer.status), "{path}: {} {}", answer.status, answer.text("message"));
    answer
}

fn text(title: &str, content: &str) -> Value {
    json!({ "title": title, "content": content, "category": "OTHER" })
}

/// Publishes a document of level 1 with a passage of level 5 that its author cannot read. An approved edit of the
/// author makes it twice as long as the limit for new texts. Returns its id.
async fn publish_oversized(admin: &Caller<'_>, author: &Caller<'_>, character: &str) -> String {
    let secret = character.repeat(199_980);
    let sent = created(author, "/api/submissions", text("Grown", &format!("x\n{{{{5|{secret}}}}}\n"))).await;
    let document = admin.publish(&sent.text("id"), 1).await;
    let mut edit = text("Grown", &format!("{}\n{{{{withheld 5}}}}\n", character.repeat(199_900)));
    edit["clearanceLevel"] = json!(1);
    let proposed = created(author, &format!("/api/documents/{document}/edit"), edit).await.text("id");
    let review = json!({ "status": "approved" });
    let approved = admin.patch(&format!("/api/document-edits/{proposed}"), review).await;
    assert_eq!(approved.status, 200, "{}", approved.text("message"));
    document
}

async fn everything_at_its_limits_is_imported_again(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, &"a".repeat(50), 1).await;
    let (longest, title) = (LETTER.repeat(200_000), LETTER.repeat(200));
    let document = publish_oversized(&admin, &author, LETTER).await;
    let sent =
        created(&author, "/api/submissions", text(&title, &format!("{{{{5|x}}}}{}", LETTER.repeat(199_990)))).await;
    let trashed = admin.publish(&sent.text("id"), 1).await;
    // A pending and a rejected submission, a draft, a comment and a template.
    created(&author, "/api/submissions", text(&title, &longest)).await;
    let rejected = created(&author, "/api/submissions", text(&title, &longest)).await.text("id");
    let review = json!({ "status": "rejected", "comments": LETTER.repeat(2000) });
    let answer = admin.patch(&format!("/api/admin/submissions/{rejected}"), review).await;
    assert_eq!(answer.status, 200, "{}", answer.text("message"));
    for id in [&document, &trashed] {
        let mut edit = text(&title, &format!("{}{{{{withheld 5}}}}", LETTER.repeat(199_900)));
        edit["clearanceLevel"] = json!(1);
        edit["changeDescription"] = json!(LETTER.repeat(2000));
        created(&author, &format!("/api/documents/{id}/edit"), edit).await;
        let comment = json!({ "content": LETTER.repeat(5000), "quote": LETTER.repeat(1000) });
        created(&author, &format!("/api/documents/{id}/comments"), comment).await;
    }
    created(&author, "/api/user/drafts", json!({ "title": LETTER.repeat(500), "content": LETTER.repeat(250_000) }))
        .await;
    let template = json!({ "name": LETTER.repeat(100), "description": LETTER.repeat(500), "content": LETTER.repeat(20_000),
        "category": "OTHER" });
    created(&admin, "/api/templates", template).await;
    let section = json!({ "name": LETTER.repeat(100), "description": LETTER.repeat(1000) });
    created(&admin, "/api/archive/sections", section).await;
    author.attach(&format!("{}.md", "n".repeat(197)), b"# Notes").await;
    assert_eq!(author.delete(&format!("/api/documents/{trashed}")).await.status, 204);
    // Texts from an older release that current rules would refuse.
    let old = admin.publish(&admin.submit("Old", "SITE").await, 1).await;
    site.execute(format!(
        "UPDATE documents SET title = 'Site \u{202e}91', content = '::: Level of water' WHERE id = '{old}'"
    ))
    .await;

    let path = site.database.folder().join("whole.tar.zst").display().to_string();
    succeeds(&site.facility(&["export", &path, "--with-credentials"]));
    let mut other = Site::start(Site::database_on_sqlite()).await;
    other.terminate();
    let run = other.facility(&["import", &path]);
    succeeds(&run);
    assert!(output(&run).contains("2 documents"), "{}", output(&run));
    other.restart().await;
    for rows in
        ["documents", "document_versions", "document_edits", "submissions", "drafts", "comments", "templates", "trash"]
    {
        let counted = format!("SELECT count(*) AS n FROM {rows}");
        assert_eq!(other.count(&counted).await, site.count(&counted).await, "{rows}");
    }
    let bytes = format!("SELECT CAST(octet_length(content) AS BIGINT) AS n FROM documents WHERE id = '{document}'");
    let stored = other.count(&bytes).await;
    assert_eq!(stored, site.count(&bytes).await);
    assert!(stored > 1_500_000, "{stored}");
    // The imported installation is exported again.
    let again = other.database.folder().join("again.tar.zst").display().to_string();
    succeeds(&other.facility(&["export", &again]));
}

async fn a_text_beyond_the_limit_can_be_edited_by_users_who_read_all_of_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let document = publish_oversized(&admin, &author, "s").await;
    let author = site.at_level(&admin, &author, 5).await;
    let path = format!("/api/documents/{document}");
    let whole = author.get(&path).await.text("content");
    assert!(whole.len() > 399_000, "{}", whole.len());
    let edit = async |content: &str| {
        let mut edit = text("Grown", content);
        edit["clearanceLevel"] = json!(1);
        author.post(&format!("{path}/edit"), edit).await
    };
    let longer = edit(&format!("{whole}.")).await;
    let message = format!("Content must be at most {} characters", whole.len());
    assert_eq!((longer.status, longer.text("message")), (400, message));
    let changed = whole.replacen("ss", "as", 1);
    let proposed = edit(&changed).await;
    assert_eq!(proposed.status, 201, "{}", proposed.text("message"));
    let review = json!({ "status": "approved" });
    let approved = admin.patch(&format!("/api/document-edits/{}", proposed.text("id")), review).await;
    assert_eq!(approved.status, 200, "{}", approved.text("message"));
    assert_eq!(author.get(&path).await.text("content"), changed);
}

async fn an_export_that_could_not_be_imported_is_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let document = admin.publish(&admin.submit("Gate", "SITE").await, 1).await;
    site.execute(format!("UPDATE documents SET title = ' ' WHERE id = '{document}'")).await;
    let path = site.database.folder().join("whole.tar.zst").display().to_string();
    let run = site.facility(&["export", &path]);
    assert!(!run.status.success(), "{}", output(&run));
    let named = format!("documents/{document}.md has an invalid title");
    assert!(output(&run).contains(&named), "{}", output(&run));
    assert!(!std::fs::exists(&path).unwrap(), "no incomplete export is left");
    succeeds(&site.facility(&["export", &path, "--no-check"]));
}
