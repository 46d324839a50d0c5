//! Pairs of concurrent changes, on one node and on two: which of them may succeed, and that the result is consistent.

use crate::archive::section;
use crate::caller::{Answer, Caller};
use crate::harness::{AT_A_TIME, PASSWORD, Site, rounds};
use crate::installations::on_each_installation;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use std::time::Duration;

/// Number of rounds of each pair on each installation: SQLite, PostgreSQL, and two nodes on PostgreSQL.
const ROUNDS: usize = 34;

fn many() -> i64 {
    i64::try_from(rounds(ROUNDS)).unwrap()
}

const NEW: &str = "/api/submissions";

on_each_installation![
    only_one_of_two_concurrent_reviews_of_an_edit_succeeds,
    an_approval_and_a_concurrent_revert_leave_a_gapless_history,
    a_document_is_archived_before_a_concurrent_deletion_or_not_at_all,
    submissions_are_resubmitted_once_while_the_job_marks_them,
    edits_are_resubmitted_once_while_the_job_marks_them,
    only_one_of_a_restoration_and_a_concurrent_purge_succeeds,
    comments_succeed_during_the_approval_of_an_edit,
    only_one_of_two_administrators_who_demote_each_other_succeeds,
];

fn lore(content: &str) -> Value {
    json!({ "title": "Lantern", "content": content, "category": "SITE" })
}

async fn published(author: &Caller<'_>, admin: &Caller<'_>) -> String {
    admin.publish(&author.post(NEW, lore("It burns.")).await.text("id"), 1).await
}

/// Proposes an edit and returns its path for reviewers.
async fn proposed(author: &Caller<'_>, document: &str, content: &str) -> String {
    let mut body = lore(content);
    body["clearanceLevel"] = json!(1);
    let edit = author.post(&format!("/api/documents/{document}/edit"), body).await;
    assert_eq!(edit.status, 201, "{}", edit.body);
    format!("/api/document-edits/{}", edit.text("id"))
}

fn approval() -> Value {
    json!({ "status": "approved" })
}

fn rejection() -> Value {
    json!({ "status": "rejected", "comments": "No." })
}

/// Returns whether a change succeeded. Fails the test if it was refused with another code than these.
fn succeeded(answer: &Answer, codes: &[(u16, &str)]) -> bool {
    let refused = codes.contains(&answer.refusal());
    assert!(answer.status < 300 || refused, "{} {}", answer.status, answer.body);
    !refused
}

/// Asserts that the history contains each version up to the document's current one once.
async fn assert_gapless(reader: &Caller<'_>, document: &str, version: i64) {
    let path = format!("/api/documents/{document}");
    assert_eq!(reader.get(&path).await.body["version"], version);
    let listed = reader.get(&format!("{path}/versions?view=summary")).await.body;
    let numbers = listed.as_array().unwrap().iter().map(|row| row["versionNumber"].as_i64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), (1..=version).rev().collect::<Vec<_>>());
}

async fn only_one_of_two_concurrent_reviews_of_an_edit_succeeds(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let second = one.admin_of(&admin, "second", 5).await;
    let author = one.user(&admin, "author", 1).await;
    let document = published(&author, &admin).await;
    let taken = [(409, "already_reviewed"), (409, "stale")];
    let mut approved = 0;
    for round in 0..many() {
        let edit = proposed(&author, &document, &format!("It burns {round} times.")).await;
        let verdict = if round % 2 == 0 { approval() } else { rejection() };
        let second = second.at(other);
        let (first, last) = tokio::join!(admin.patch(&edit, approval()), second.patch(&edit, verdict));
        let (first, last) = (succeeded(&first, &taken), succeeded(&last, &taken));
        assert!(first != last, "one of two reviews counts");
        approved += i64::from(first || round % 2 == 0);
    }
    assert_gapless(&author, &document, 1 + approved).await;
    let counted = (
        one.audited("document_edit_proposed").await,
        one.audited("document_edit_approved").await,
        one.audited("document_edit_rejected").await,
    );
    assert_eq!(counted, (many(), approved, many() - approved));
}

async fn comments_succeed_during_the_approval_of_an_edit(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let document = published(&author, &admin).await;
    let comments = format!("/api/documents/{document}/comments");
    for round in 0..many() {
        let edit = proposed(&author, &document, &format!("It burns {round} times.")).await;
        let author = author.at(other);
        let comment = || author.post(&comments, json!({ "content": "Bright." }));
        let (review, first, second, third) =
            tokio::join!(admin.patch(&edit, approval()), comment(), comment(), comment());
        assert_eq!(review.status, 200, "{}", review.body);
        for sent in [first, second, third] {
            assert_eq!(sent.status, 201, "a comment depends on no version: {}", sent.body);
        }
    }
    let counted = one.audited("comment_created").await;
    assert_eq!(counted, many() * 3);
}

async fn only_one_of_two_administrators_who_demote_each_other_succeeds(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let id = async |caller: &Caller<'_>| caller.get("/api/user").await.text("id");
    for round in 0..many() {
        let (left, right) = (format!("left{round}"), format!("right{round}"));
        let (left, right) = (one.admin_of(&admin, &left, 5).await, one.admin_of(&admin, &right, 5).await);
        let demote = async |caller: &Caller<'_>, target: &str| {
            caller.patch(&format!("/api/admin/users/{target}/remove-admin"), json!({})).await
        };
        let (left_id, right_id) = (id(&left).await, id(&right).await);
        let at_other = right.at(other);
        let (first, second) = tokio::join!(demote(&left, &right_id), demote(&at_other, &left_id));
        // The second administrator has lost their rights, and usually their session too.
        let too_late = [(403, "admin_only"), (401, "session_ended"), (401, "not_signed_in")];
        assert!(
            succeeded(&first, &too_late) != succeeded(&second, &too_late),
            "one of them: {} {}",
            first.body,
            second.body
        );
    }
}

async fn an_approval_and_a_concurrent_revert_leave_a_gapless_history(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let document = published(&author, &admin).await;
    let first = proposed(&author, &document, "It burns brightly.").await;
    assert_eq!(admin.patch(&first, approval()).await.status, 200);
    let revert = format!("/api/documents/{document}/revert/{document}");
    let (mut approved, mut reverted) = (1, 0);
    for round in 0..many() {
        let edit = proposed(&author, &document, &format!("It burns {round} times.")).await;
        let author = author.at(other);
        let (review, back) = tokio::join!(admin.patch(&edit, approval()), author.post(&revert, json!({})));
        let (review, back) = (succeeded(&review, &[(409, "stale")]), succeeded(&back, &[(409, "stale")]));
        assert!(review || back, "one of them succeeds");
        approved += i64::from(review);
        reverted += i64::from(back);
        if !review {
            assert_eq!(admin.patch(&edit, rejection()).await.status, 200);
        }
    }
    assert_gapless(&author, &document, 1 + approved + reverted).await;
    assert_eq!(
        (one.audited("document_edit_approved").await, one.audited("document_reverted").await),
        (approved, reverted)
    );
}

async fn a_document_is_archived_before_a_concurrent_deletion_or_not_at_all(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let section = section(&admin, "Amber").await;
    let (mut archived, mut deleted) = (0, 0);
    for _ in 0..many() {
        let document = published(&author, &admin).await;
        let path = format!("/api/documents/{document}");
        let (request, body) = (format!("{path}/request-archive"), json!({ "sectionId": section }));
        let author = author.at(other);
        let (moved, gone) = tokio::join!(admin.post(&request, body), author.delete(&path));
        let moved = succeeded(&moved, &[(404, "not_found")]);
        let gone = succeeded(&gone, &[(409, "stale")]);
        assert!(moved || gone, "one of them succeeds");
        archived += i64::from(moved);
        deleted += i64::from(gone);
        assert_eq!(author.get(&path).await.status, if gone { 404 } else { 200 });
        // The document was archived before its deletion, or not at all.
        if gone {
            let back = admin.post(&format!("/api/admin/trash/{document}/restore"), json!({})).await;
            assert_eq!((back.status, &back.body["isArchived"]), (200, &json!(moved)), "{}", back.body);
        }
    }
    assert_eq!((one.audited("document_archived").await, one.audited("document_deleted").await), (archived, deleted));
    for (sql, expected) in [("SELECT count(*) AS n FROM documents", many()), ("SELECT count(*) AS n FROM trash", 0)] {
        assert_eq!(one.count(sql).await, expected, "{sql}");
    }
    let listed = author.get("/api/archive/sections").await;
    assert_eq!(listed.body[0]["documentCount"], archived);
}

async fn submissions_are_resubmitted_once_while_the_job_marks_them(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let mut ids = Vec::new();
    for round in 0..many() {
        ids.push(author.submit(&format!("Waiting {round}"), "OTHER").await);
    }
    resubmitted_while_marked((one, other), &ids, ("submissions", "submission")).await;
}

async fn edits_are_resubmitted_once_while_the_job_marks_them(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let document = published(&author, &admin).await;
    let mut ids = Vec::new();
    for round in 0..many() {
        let path = proposed(&author, &document, &format!("It burns {round} times.")).await;
        ids.push(path.rsplit('/').next().unwrap().to_owned());
    }
    resubmitted_while_marked((one, other), &ids, ("edits", "document_edit")).await;
}

/// Resubmits items while the job marks them as timed out. `segment` is their segment in the author's paths, `entity`
/// their type in the log.
async fn resubmitted_while_marked((one, other): (&Site, &Site), ids: &[String], (segment, entity): (&str, &str)) {
    const LATE: Duration = Duration::from_hours(73);
    let (late, back) = (format!("{entity}_timed_out"), format!("{entity}_resubmitted"));
    // The job runs again half a minute after it ended, so move the clock until it has.
    let marked = async |times: i64, mut ahead: Duration| {
        let waited = async {
            while one.audited(&late).await < times {
                one.set_clock(ahead);
                ahead += Duration::from_mins(1);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), waited).await.expect("the job does not mark");
    };
    let account = one.sign_in("author", PASSWORD).await.get("/api/user").await.text("id");
    // The job marks one item after the other. All are resubmitted in the meantime.
    marked(1, LATE).await;
    let author = one.open_sessions(&account, 1, 1).await.remove(0);
    let nodes = [author.clone(), author.at(other)];
    let calls = ids.iter().rev().enumerate().map(|(n, id)| {
        let caller = &nodes[n % 2];
        async move { caller.post(&format!("/api/user/{segment}/{id}/resubmit"), json!({})).await }
    });
    for answer in stream::iter(calls).buffer_unordered(AT_A_TIME).collect::<Vec<_>>().await {
        assert_eq!((answer.status, &answer.body["isTimedOut"]), (200, &json!(false)), "{}", answer.body);
    }
    assert_eq!(author.get("/api/user/timed-out").await.body, json!([]));
    assert_eq!(one.audited(&back).await, many());

    // All of them time out again, and the job marks each once more.
    let before = one.audited(&late).await;
    assert!((1..=many()).contains(&before), "{before}");
    marked(before + many(), LATE * 3).await;
    // No timeout was marked after the resubmission that ended it.
    let early = format!(
        "SELECT count(*) AS n FROM audit_log marked JOIN audit_log back ON back.entity_id = marked.entity_id \
         WHERE marked.action = '{late}' AND back.action = '{back}' \
         AND marked.number > back.number AND marked.timestamp - back.timestamp < {}",
        Duration::from_hours(72).as_micros()
    );
    assert_eq!((one.count(&early).await, one.audited(&late).await), (0, before + many()));
}

async fn only_one_of_a_restoration_and_a_concurrent_purge_succeeds(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let second = one.admin_of(&admin, "second", 5).await;
    let author = one.user(&admin, "author", 1).await;
    let mut restored = 0;
    for _ in 0..many() {
        let document = published(&author, &admin).await;
        let path = format!("/api/documents/{document}");
        assert_eq!(author.delete(&path).await.status, 204);
        let trashed = format!("/api/admin/trash/{document}");
        let (restore, second) = (format!("{trashed}/restore"), second.at(other));
        let (back, gone) = tokio::join!(admin.post(&restore, json!({})), second.delete(&trashed));
        let (back, gone) = (succeeded(&back, &[(404, "not_found")]), succeeded(&gone, &[(404, "not_found")]));
        assert!(back != gone, "one of them finds it");
        restored += i64::from(back);
        assert_eq!(author.get(&path).await.status, if back { 200 } else { 404 });
    }
    for (sql, expected) in [
        ("SELECT count(*) AS n FROM documents", restored),
        ("SELECT count(*) AS n FROM trash", 0),
        ("SELECT count(*) AS n FROM trashed_rows", 0),
    ] {
        assert_eq!(one.count(sql).await, expected, "{sql}");
    }
    assert_eq!(
        (one.audited("document_restored").await, one.audited("document_purged").await),
        (restored, many() - restored)
    );
}
