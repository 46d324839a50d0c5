//! Two servers on one PostgreSQL database and one bucket form one facility.

use crate::caller::Caller;
use crate::harness::{AT_A_TIME, PASSWORD, Site, on_s3, two};
use diesel::Connection as _;
use diesel::connection::SimpleConnection as _;
use facility_infra::db::conn::Target;
use facility_infra::testing::s3::TestS3;
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

fn sorted(answers: &[crate::caller::Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_set_up_an_empty_database_once() {
    let Some(database) = Site::database_on_postgres().map(Arc::new) else { return };
    let Target::Postgres(url) = database.target() else { panic!("not on PostgreSQL") };
    let mut conn = diesel::PgConnection::establish(url).unwrap();
    conn.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").unwrap();
    drop(conn);
    let store = TestS3::start().unwrap();
    let nodes =
        join_all([1, 2, 3].map(|node| Site::start_node(Arc::clone(&database), node, on_s3(&store, "open")))).await;
    let administrators = "SELECT count(*) AS n FROM users WHERE is_admin AND username = 'administrator'";
    assert_eq!(nodes[0].count(administrators).await, 1);
    let mut keys = vec![];
    for node in &nodes {
        let admin = node.administrator().await;
        keys.push(admin.get("/api/admin/audit-logs/checkpoint").await.text("publicKey"));
    }
    assert!(keys.iter().all(|key| *key == keys[0]), "one key signs: {keys:?}");
    let verified = nodes[0].facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_rights_and_files_are_shared_by_both_servers() {
    let Some((one, other, store)) = two("open").await else { return };
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    assert_eq!(author.at(&other).get("/api/user").await.text("username"), "author");

    // A file uploaded at one server is served by the other, and deleted when its document is purged from the trash.
    let path = author.attach("notes.txt", b"The door was open.").await;
    let lore = json!({ "title": "Door", "content": "x", "category": "OTHER", "filePath": path });
    let sent = author.at(&other).post("/api/submissions", lore).await;
    let document = admin.publish(&sent.text("id"), 1).await;
    assert_eq!(author.at(&other).get(&path).await.bytes, b"The door was open.");
    let health = one.anonymous().get("/api/health").await.text("timestamp");
    assert_eq!(other.anonymous().get("/api/health").await.text("timestamp"), health);
    assert_eq!(author.at(&other).delete(&format!("/api/documents/{document}")).await.status, 204);
    assert_eq!((author.get(&path).await.status, store.files("files").len()), (404, 1));
    assert_eq!(admin.at(&other).delete(&format!("/api/admin/trash/{document}")).await.status, 204);
    assert!(store.files("files").is_empty());

    // A lockdown set at one server applies to the next request at the other.
    let locked = admin.patch("/api/admin/site-settings", json!({ "isLocked": true })).await;
    assert_eq!(locked.status, 200, "{}", locked.body);
    assert_eq!(author.at(&other).get("/api/documents").await.status, 423);
    assert_eq!(admin.at(&other).patch("/api/admin/site-settings", json!({ "isLocked": false })).await.status, 200);
    let author = one.sign_in("author", PASSWORD).await;

    // A session that ends at one server ends at both.
    assert_eq!(author.at(&other).post("/api/logout", json!({})).await.status, 204);
    assert_eq!((author.get("/api/user").await.status, author.at(&other).get("/api/user").await.status), (401, 401));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_of_two_concurrent_changes_at_two_servers_succeeds() {
    let Some((one, other, _store)) = two("open").await else { return };
    let admin = one.administrator().await;
    let second = one.admin_of(&admin, "second", 5).await;
    let author = one.user(&admin, "author", 1).await;
    let callers: [Caller<'_>; 2] = [admin.clone(), second.at(&other)];
    for n in 0..10 {
        let id = author.submit(&format!("Race {n}"), "OTHER").await;
        let path = format!("/api/admin/submissions/{id}");
        let approve = json!({ "status": "approved", "clearanceLevel": 1 });
        let answers = join_all(callers.iter().map(|caller| caller.patch(&path, approve.clone()))).await;
        assert_eq!(sorted(&answers), [200, 409]);
    }
    assert_eq!(author.get("/api/documents").await.body.as_array().unwrap().len(), 10);

    // Two administrators remove each other's rights concurrently: one of them remains.
    let path = |id: String| format!("/api/admin/users/{id}/remove-admin");
    let first_path = path(admin.get("/api/user").await.text("id"));
    let second_path = path(second.get("/api/user").await.text("id"));
    let (of_second, of_first) =
        tokio::join!(callers[0].patch(&second_path, json!({})), callers[1].patch(&first_path, json!({})));
    let granted = [&of_second, &of_first].into_iter().filter(|answer| answer.status == 200).count();
    assert_eq!(granted, 1, "{} {}", of_second.body, of_first.body);
    let left = "SELECT count(*) AS n FROM users WHERE is_admin AND is_approved AND deleted_at IS NULL \
                AND username IN ('administrator', 'second')";
    assert_eq!(one.count(left).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn incident_numbers_are_shared_by_both_servers() {
    let Some((one, other, _store)) = two("open").await else { return };
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    let callers = [author.clone(), author.at(&other)];
    let submitted = (0..100).map(|n| callers[n % 2].submit("anything", "INCIDENT"));
    stream::iter(submitted).buffer_unordered(AT_A_TIME).collect::<Vec<_>>().await;
    let mut titles = author.get("/api/user/submissions").await.each("title");
    titles.sort();
    assert_eq!(titles, (1..=100).map(|n| format!("IR-{n:06}")).collect::<Vec<_>>());
    let verified = other.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_at_both_servers_are_counted_together() {
    let Some((one, other, _store)) = two("open").await else { return };
    let admin = one.administrator().await;
    one.user(&admin, "author", 1).await;
    let wrong = json!({ "username": "author", "password": "not-the-password-1" });
    for site in [&one, &other, &one, &other, &one] {
        assert_eq!(site.anonymous().post("/api/login", wrong.clone()).await.status, 401);
    }
    let right = json!({ "username": "author", "password": PASSWORD });
    for site in [&one, &other] {
        let refused = site.anonymous().post("/api/login", right.clone()).await;
        assert!(matches!(refused.status, 423 | 429), "{}", refused.body);
    }
}

/// Only one of the two nodes runs the job, so each change is made, recorded and announced once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_outs_and_releases_are_recorded_once_by_two_nodes() {
    let Some((one, other, _store)) = two("open").await else { return };
    let admin = one.administrator().await;
    let author = one.user(&admin, "author", 1).await;
    for n in 0..5 {
        author.submit(&format!("Waiting {n}"), "OTHER").await;
    }
    for n in 0..5 {
        let id = author.submit(&format!("Scheduled {n}"), "OTHER").await;
        let at = one.now().plus(Duration::from_hours(1)).to_string();
        let review = json!({ "status": "approved", "clearanceLevel": 1, "scheduledReleaseAt": at });
        assert_eq!(admin.patch(&format!("/api/admin/submissions/{id}"), review).await.status, 200);
    }
    // Both nodes use the same clock.
    one.set_clock(Duration::from_hours(73));
    let recorded = async {
        while one.audited("submission_timed_out").await < 5 || released(&one).await < 5 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(15), recorded).await.expect("the changes are not recorded");
    // Enough further runs for both nodes to repeat the changes.
    one.execute("DELETE FROM jobs WHERE name = 'mark_time_outs'".to_owned()).await;
    one.set_clock(Duration::from_hours(74));
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!((one.audited("submission_timed_out").await, released(&other).await), (5, 5));
    let marked = "SELECT count(DISTINCT entity_id) AS n FROM audit_log WHERE action = 'submission_timed_out' \
                  AND performed_by IS NULL";
    assert_eq!(one.count(marked).await, 5);
}

/// Counts the documents that the audit log names as released.
async fn released(site: &Site) -> i64 {
    site.count(
        "SELECT count(*) AS n FROM documents d WHERE EXISTS (SELECT 1 FROM audit_log a \
         WHERE a.action = 'document_released' AND (a.entity_id = d.id OR a.details LIKE '%' || d.id || '%'))",
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_sweeps_delete_once() {
    let Some((mut one, mut other, store)) = two("open").await else { return };
    let admin = one.administrator().await;
    let kept = admin.attach("kept.txt", b"Kept.").await;
    let lore = json!({ "title": "Kept", "content": "x", "category": "OTHER", "filePath": kept });
    assert_eq!(admin.post("/api/submissions", lore).await.status, 201);
    for n in 0..10 {
        admin.attach(&format!("{n}.txt"), b"Never sent in.").await;
    }
    one.kill();
    other.kill();
    // Expire the lease of the killed node.
    one.execute(
        "UPDATE uploads SET expires_at = 0 WHERE id NOT IN (SELECT upload_id FROM file_refs); DELETE FROM jobs"
            .to_owned(),
    )
    .await;
    tokio::join!(one.restart(), other.restart());
    let swept = async {
        while store.files("files").len() > 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(15), swept).await.expect("unsubmitted files remain");
    assert_eq!(one.count("SELECT count(*) AS n FROM uploads WHERE status = 'deleted'").await, 10);
    assert_eq!(other.administrator().await.get(&kept).await.bytes, b"Kept.");
}
