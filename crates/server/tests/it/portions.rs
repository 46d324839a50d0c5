//! Portions: what each reader sees of a text, which texts are refused, and what happens to portions above editors and
//! reviewers.

use crate::caller::{Answer, Caller};
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database![
    every_operation_withholds_portions_above_the_reader,
    an_invalid_portion_is_refused_with_its_line,
    reviewers_read_every_portion_that_they_approve,
    an_editor_below_a_portion_keeps_it_unchanged,
    changed_portions_are_reviewed_at_their_level,
    a_merge_of_a_stale_edit_keeps_portions_that_nobody_read,
    only_users_who_read_every_portion_can_revert,
    texts_that_differ_only_above_a_reader_get_identical_responses,
];

const TEXT: &str =
    "# The gate\n\n:::level 3\nIt *opens* at dusk.\n:::\n\nThe key is {{5|under the stone}} in the yard.";
const AT_1: &str = "# The gate\n\n:::withheld 3\n:::\n\nThe key is {{withheld 5}} in the yard.";
const AT_3: &str = "# The gate\n\n:::level 3\nIt *opens* at dusk.\n:::\n\nThe key is {{withheld 5}} in the yard.";

fn submission(content: &str) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE" })
}

fn edit(content: &str, level: i64) -> Value {
    json!({ "title": "The gate", "content": content, "category": "SITE", "clearanceLevel": level })
}

fn approve() -> Value {
    json!({ "status": "approved" })
}

async fn publish(author: &Caller<'_>, admin: &Caller<'_>, content: &str, level: u8) -> String {
    let sent = author.post("/api/submissions", submission(content)).await;
    assert_eq!(sent.status, 201, "{}", sent.body);
    admin.publish(&sent.text("id"), level).await
}

async fn propose(author: &Caller<'_>, document: &str, body: Value) -> String {
    let answer = author.post(&format!("/api/documents/{document}/edit"), body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    format!("/api/document-edits/{}", answer.text("id"))
}

/// Asserts that a text is shown with these bars.
fn assert_shown(shown: &Value, content: &str, withheld: &Value) {
    assert_eq!((&shown["content"], &shown["withheldLevels"]), (&json!(content), withheld), "{shown}");
}

fn assert_refused_at(answer: &Answer, line: i64) {
    assert_eq!(answer.refusal(), (400, "validation_failed"), "{}", answer.body);
    let field = &answer.body["fields"][0];
    assert_eq!((&field["field"], &field["line"]), (&json!("content"), &json!(line)), "{}", answer.body);
}

async fn every_operation_withholds_portions_above_the_reader(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low_admin = site.admin_of(&admin, "lower", 3).await;
    let author = site.user(&admin, "author", 1).await;
    let sent = author.post("/api/submissions", submission(TEXT)).await;
    assert_shown(&sent.body, AT_1, &json!([3, 5]));
    assert_eq!(sent.text("preview"), "The gate ███ The key is ███ in the yard.");
    let id = sent.text("id");
    let own = author.get("/api/user/submissions").await.body;
    assert_shown(&own[0], AT_1, &json!([3, 5]));
    assert_shown(&author.get(&format!("/api/user/submissions/{id}")).await.body, AT_1, &json!([3, 5]));
    let listed = author.get("/api/user/submissions?view=summary").await.body;
    assert_eq!(listed[0]["preview"], "The gate ███ The key is ███ in the yard.");
    assert!(listed[0]["content"].is_null() && listed[0]["withheldLevels"] == json!([]), "{listed}");
    let case = format!("/api/admin/submissions/{id}");
    for (who, content, withheld, preview) in [
        (&low_admin, AT_3, json!([5]), "The gate It opens at dusk. The key is ███ in the yard."),
        (&admin, TEXT, json!([]), "The gate It opens at dusk. The key is under the stone in the yard."),
    ] {
        for shown in [who.get(&case).await.body, who.get("/api/admin/submissions").await.body[0].clone()] {
            assert_shown(&shown, content, &withheld);
        }
        let queue = who.get("/api/admin/submissions?view=summary").await.body;
        assert_eq!(
            (&queue[0]["preview"], &queue[0]["content"], &queue[0]["withheldLevels"]),
            (&json!(preview), &Value::Null, &json!([]))
        );
    }

    let document = admin.publish(&id, 1).await;
    let path = format!("/api/documents/{document}");
    for (who, content, withheld, preview) in [
        (&author, AT_1, json!([3, 5]), "The gate ███ The key is ███ in the yard."),
        (&low_admin, AT_3, json!([5]), "The gate It opens at dusk. The key is ███ in the yard."),
        (&admin, TEXT, json!([]), "The gate It opens at dusk. The key is under the stone in the yard."),
    ] {
        let versions = format!("{path}/versions");
        let shown = [
            who.get(&path).await.body,
            who.get("/api/documents").await.body[0].clone(),
            who.get("/api/documents?limit=5").await.body[0].clone(),
            who.get(&versions).await.body[0].clone(),
        ];
        for shown in shown {
            assert_shown(&shown, content, &withheld);
        }
        let summaries = [
            who.get("/api/documents?view=summary").await.body[0].clone(),
            who.get(&format!("/api/documents?id={}", &document[..6])).await.body[0].clone(),
            who.get("/api/user/board").await.body["latest"][0].clone(),
            who.get(&format!("{versions}?view=summary")).await.body[0].clone(),
        ];
        for shown in summaries {
            assert_eq!((&shown["preview"], &shown["withheldLevels"]), (&json!(preview), &json!([])), "{shown}");
        }
    }
    let panel = low_admin.get("/api/admin/documents").await.body;
    assert_shown(&panel[0], AT_3, &json!([5]));
    assert_eq!(panel[0]["preview"], "The gate It opens at dusk. The key is ███ in the yard.");
    // A draft is not cut for its author.
    let draft = author.post("/api/user/drafts", submission(TEXT)).await;
    let id = draft.text("id");
    assert_eq!(author.get(&format!("/api/user/drafts/{id}")).await.text("content"), TEXT);
    let submit = json!({ "revision": draft.text("revision") });
    assert_shown(&author.post(&format!("/api/user/drafts/{id}/submit"), submit).await.body, AT_1, &json!([3, 5]));
}

async fn an_invalid_portion_is_refused_with_its_line(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 4).await;
    for (content, line) in [
        ("a\n:::level 3\nb", 2),
        ("a\n\n::: \nb", 3),
        ("a {{7|b}}", 1),
        ("a\n:::level 3\n:::", 2),
        ("a\n:::withheld 3\n:::", 2),
        ("a\r\n{{withheld 3}}", 2),
    ] {
        assert_refused_at(&author.post("/api/submissions", submission(content)).await, line);
        let draft = author.post("/api/user/drafts", submission(content)).await;
        let submit = json!({ "revision": draft.text("revision") });
        let submitted = author.post(&format!("/api/user/drafts/{}/submit", draft.text("id")), submit).await;
        assert_refused_at(&submitted, line);
    }
    let template = |content: &str, level: i64| {
        json!({ "name": "Patrol", "description": "", "category": "SITE", "content": content,
            "requiredClearanceLevel": level })
    };
    assert_refused_at(&admin.post("/api/templates", template("a\n{{4|b}}", 3)).await, 2);
    assert_refused_at(&admin.post("/api/templates", template("a\n:::", 3)).await, 2);
    assert_eq!(admin.post("/api/templates", template("a\n{{3|b}}", 3)).await.status, 201);

    // No portion may be below the level of its document, neither at approval nor when the document is raised.
    let sent = author.post("/api/submissions", submission("a\n:::level 5\nb\nc\n:::\n{{2|d}}")).await;
    let review = |level: i64| json!({ "status": "approved", "clearanceLevel": level });
    let case = format!("/api/admin/submissions/{}", sent.text("id"));
    assert_refused_at(&admin.patch(&case, review(3)).await, 6);
    assert_eq!(admin.patch(&case, review(2)).await.status, 200);
    let document = admin.get("/api/documents?view=summary").await.each("id")[0].clone();
    let path = format!("/api/documents/{document}/edit");
    // The line numbers refer to the text that the editor sent, not to the whole text.
    assert_refused_at(&author.post(&path, edit("a\n:::withheld 5\n:::\n{{2|d}}", 3)).await, 4);
    assert_refused_at(&author.post(&path, edit("a\n:::withheld 5\n:::\n{{1|d}}", 2)).await, 4);
    assert_eq!(author.post(&path, edit("a\n:::withheld 5\n:::\n{{3|d}}", 3)).await.status, 201);
}

async fn reviewers_read_every_portion_that_they_approve(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low_admin = site.admin_of(&admin, "lower", 3).await;
    let author = site.user(&admin, "author", 1).await;
    let sent = author.post("/api/submissions", submission("a {{4|b}}")).await;
    let case = format!("/api/admin/submissions/{}", sent.text("id"));
    let review = json!({ "status": "approved", "clearanceLevel": 1 });
    let refused = low_admin.patch(&case, review.clone()).await;
    assert_eq!((refused.code(), &refused.body["requiredClearance"]), ("insufficient_clearance", &json!(4)));
    assert_eq!(admin.patch(&case, review).await.status, 200);
    let other = author.post("/api/submissions", submission("a {{4|b}}")).await;
    let case = format!("/api/admin/submissions/{}", other.text("id"));
    let rejected = low_admin.patch(&case, json!({ "status": "rejected", "comments": "No" })).await;
    assert_eq!(rejected.status, 200, "{}", rejected.body);
}

async fn an_editor_below_a_portion_keeps_it_unchanged(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low_admin = site.admin_of(&admin, "lower", 1).await;
    let author = site.user(&admin, "author", 1).await;
    let document = publish(&author, &admin, TEXT, 1).await;
    let path = format!("/api/documents/{document}");
    for altered in [
        AT_1.replace("{{withheld 5}}", ""),
        AT_1.replace("{{withheld 5}}", "{{withheld 5}}{{withheld 5}}"),
        AT_1.replace("{{withheld 5}}", "{{withheld 4}}"),
        AT_1.replace(":::withheld 3\n", ":::withheld 3\nmine\n"),
        "The key is {{withheld 5}}\n:::withheld 3\n:::".to_owned(),
    ] {
        let refused = author.post(&format!("{path}/edit"), edit(&altered, 1)).await;
        assert_eq!(refused.refusal(), (409, "portion_mismatch"), "{altered} {}", refused.body);
    }
    let same = author.post(&format!("{path}/edit"), edit(AT_1, 1)).await;
    assert_eq!(same.code(), "validation_failed", "nothing has changed");

    let case = propose(&author, &document, edit(&AT_1.replace("yard", "garden"), 1)).await;
    let shown = low_admin.get(&case).await.body;
    assert_shown(&shown, &AT_1.replace("yard", "garden"), &json!([3, 5]));
    assert_shown(&shown["currentDocument"], AT_1, &json!([3, 5]));
    assert!(!shown.to_string().contains("dusk") && !shown.to_string().contains("stone"), "{shown}");
    assert!(shown["diff"].to_string().contains("{{withheld 5}}"), "{shown}");
    // Untouched portions need no cleared reviewer, and only one step.
    let done = low_admin.patch(&case, approve()).await;
    assert_eq!((done.status, done.text("status").as_str()), (200, "approved"), "{}", done.body);
    assert_shown(&admin.get(&path).await.body, &TEXT.replace("yard", "garden"), &json!([]));
    assert_shown(&author.get(&path).await.body, &AT_1.replace("yard", "garden"), &json!([3, 5]));
    let versions = author.get(&format!("{path}/versions")).await.body;
    assert_shown(&versions[1], AT_1, &json!([3, 5]));
}

async fn changed_portions_are_reviewed_at_their_level(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let second = site.admin_of(&admin, "second", 5).await;
    let low_admin = site.admin_of(&admin, "lower", 3).await;
    let author = site.user(&admin, "author", 5).await;
    // A portion of level 5 needs two steps, even in a submission that is approved at level 1.
    let case = format!("/api/admin/submissions/{}", author.post("/api/submissions", submission(TEXT)).await.text("id"));
    let approve_at_1 = json!({ "status": "approved", "clearanceLevel": 1 });
    assert_eq!(admin.patch(&case, approve_at_1.clone()).await.text("status"), "pending");
    assert_eq!(admin.patch(&case, approve_at_1.clone()).await.code(), "distinct_approver");
    let document = second.patch(&case, approve_at_1).await.text("documentId");
    let path = format!("/api/documents/{document}");

    // A reviewer below the portion sees no difference, and may not approve it.
    let changed = TEXT.replace("under the stone", "with the porter");
    let case = propose(&author, &document, edit(&changed, 1)).await;
    let shown = low_admin.get(&case).await.body;
    assert!(!shown.to_string().contains("porter") && !shown.to_string().contains("stone"), "{shown}");
    let refused = low_admin.patch(&case, approve()).await;
    assert_eq!((refused.code(), &refused.body["requiredClearance"]), ("insufficient_clearance", &json!(5)));
    // A portion of level 5 needs two steps, even in a document of level 1.
    assert_eq!(admin.patch(&case, approve()).await.text("status"), "pending");
    assert_eq!(admin.patch(&case, approve()).await.code(), "distinct_approver");
    assert_eq!(second.patch(&case, approve()).await.text("status"), "approved");
    assert_eq!(author.get(&path).await.text("content"), changed);

    // Removing it needs two steps as well; a portion of level 3 needs one.
    let removed = changed.replace("{{5|with the porter}}", "lost");
    let case = propose(&author, &document, edit(&removed, 1)).await;
    assert_eq!(low_admin.patch(&case, approve()).await.code(), "insufficient_clearance");
    assert_eq!(admin.patch(&case, approve()).await.text("status"), "pending");
    assert_eq!(second.patch(&case, approve()).await.text("status"), "approved");
    let dawn = propose(&author, &document, edit(&removed.replace("dusk", "dawn"), 1)).await;
    assert_eq!(low_admin.patch(&dawn, approve()).await.text("status"), "approved");
}

async fn a_merge_of_a_stale_edit_keeps_portions_that_nobody_read(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low_admin = site.admin_of(&admin, "lower", 1).await;
    let author = site.user(&admin, "author", 1).await;
    let text = "One.\n\nTwo {{4|old}}.\n\nThree.\n\nFour.";
    let at_1 = text.replace("{{4|old}}", "{{withheld 4}}");
    let document = publish(&author, &admin, text, 1).await;
    let path = format!("/api/documents/{document}");
    let first = propose(&author, &document, edit(&at_1.replace("One", "First"), 1)).await;
    assert_eq!(low_admin.patch(&first, approve()).await.status, 200);
    let merged = propose(&author, &document, edit(&at_1.replace("One", "First").replace("Four", "Fourth"), 1)).await;
    // In the meantime, the document is reverted to its first version, with another passage that neither author nor
    // reviewer can read.
    let revert = format!("{path}/revert/{document}");
    assert_eq!(admin.post(&revert, json!({})).await.status, 200);
    site.execute("UPDATE documents SET content = replace(content, '{{4|old}}', '{{4|now}}')".to_owned()).await;

    let case = low_admin.get(&merged).await.body;
    let both = at_1.replace("Four", "Fourth");
    assert_eq!((&case["stale"], &case["threeWay"]["resolved"]), (&json!(true), &json!(both)), "{case}");
    assert!(!case.to_string().contains("|old") && !case.to_string().contains("|now"), "{case}");
    let done = low_admin.patch(&merged, json!({ "status": "approved", "content": both })).await;
    assert_eq!((done.status, done.text("status").as_str()), (200, "approved"), "{}", done.body);
    assert_eq!(admin.get(&path).await.text("content"), both.replace("{{withheld 4}}", "{{4|now}}"));

    let forced = propose(&author, &document, edit(&both.replace("Three", "Third"), 1)).await;
    assert_eq!(admin.post(&revert, json!({})).await.status, 200);
    let done = low_admin.patch(&forced, json!({ "status": "approved", "force": true })).await;
    assert_eq!((done.status, done.text("status").as_str()), (200, "approved"), "{}", done.body);
    let whole = both.replace("Three", "Third").replace("{{withheld 4}}", "{{4|old}}");
    assert_eq!(admin.get(&path).await.text("content"), whole);
}

async fn only_users_who_read_every_portion_can_revert(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let document = publish(&author, &admin, TEXT, 1).await;
    let path = format!("/api/documents/{document}");
    let case = propose(&author, &document, edit(&AT_1.replace("yard", "garden"), 1)).await;
    assert_eq!(admin.patch(&case, approve()).await.status, 200);
    let revert = format!("{path}/revert/{document}");
    let refused = author.post(&revert, json!({})).await;
    assert_eq!(refused.refusal(), (409, "portion_mismatch"), "{}", refused.body);
    let versions = author.get(&format!("{path}/versions?view=summary")).await.each("id");
    let compare = format!("{path}/versions/compare?from={}&to={}", versions[1], versions[0]);
    let diff = author.get(&compare).await;
    assert_eq!(diff.status, 200, "{}", diff.body);
    assert!(!diff.body.to_string().contains("dusk") && !diff.body.to_string().contains("stone"), "{}", diff.body);
    let done = admin.post(&revert, json!({})).await;
    assert_eq!(done.status, 200, "{}", done.body);
    assert_shown(&done.body, TEXT, &json!([]));

    // A version with a portion below the current level of the document.
    let owner = site.user(&admin, "owner", 4).await;
    let own = publish(&owner, &admin, "One.\n{{2|two}}", 1).await;
    let raised = propose(&owner, &own, edit("One.", 3)).await;
    assert_eq!(admin.patch(&raised, approve()).await.status, 200);
    assert_refused_at(&owner.post(&format!("/api/documents/{own}/revert/{own}"), json!({})).await, 2);
}

/// Length, lines and number of hidden words change no byte and no header of a response.
async fn texts_that_differ_only_above_a_reader_get_identical_responses(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let low_admin = site.admin_of(&admin, "lower", 2).await;
    let author = site.user(&admin, "author", 1).await;
    let secret = "word ".repeat(300_000);
    let document = publish(&author, &admin, "One.\n:::level 3\nshort\n:::\nTwo.", 1).await;
    publish(&author, &admin, "Other {{4|text}}.", 1).await;
    let paths = [
        format!("/api/documents/{document}"),
        "/api/documents?limit=2".to_owned(),
        "/api/documents?view=summary&limit=2".to_owned(),
        "/api/documents?q=one&limit=2".to_owned(),
        format!("/api/documents/{document}/versions?limit=2"),
        "/api/admin/documents?limit=2".to_owned(),
    ];
    let answers = async || {
        let mut seen = Vec::new();
        for path in &paths {
            let answer = low_admin.get(path).await;
            assert_eq!(answer.status, 200, "{path} {}", answer.body);
            let headers = ["etag", "link", "x-total-count"].map(|name| answer.header(name).to_owned());
            seen.push((path.clone(), answer.body.clone(), headers));
        }
        seen
    };
    // The marks change once the document was read, so read it before.
    answers().await;
    let before = answers().await;
    let longer = format!("One.\n:::level 3\n{secret}\n:::\nTwo.");
    let previews = facility_documents::previews::previews(&longer);
    let set = format!("UPDATE documents SET content = '{longer}', preview = '{previews}' WHERE id = '{document}'");
    site.execute(set).await;
    assert_eq!(answers().await, before);
    assert_eq!(admin.get(&paths[0]).await.text("content"), longer);
}
