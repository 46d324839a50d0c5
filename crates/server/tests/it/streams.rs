//! Responses that are still being read when their reader loses access: whole lists and the export of the audit log.
//! File downloads are tested in `limits`.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::slow_reader::{begin, publish_long, rest};
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

on_each_database!(
    a_whole_list_ends_when_its_reader_loses_access,
    the_export_of_the_audit_log_ends_when_its_reader_loses_access,
);

async fn a_whole_list_ends_when_its_reader_loses_access(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    // The oldest document is on the second page of the whole list, which is read after the first page was sent.
    publish_long(&admin, 8, 195_000).await;
    let id = async |caller: &Caller<'_>| caller.get("/api/user").await.text("id");
    let lowered = site.user(&admin, "lowered", 4).await;
    let left = site.user(&admin, "left", 4).await;
    let deleted = site.user(&admin, "deleted", 4).await;
    let demoted = site.admin_of(&admin, "demoted", 5).await;
    let locked_out = site.user(&admin, "locked_out", 4).await;
    let all = [
        (&lowered, "/api/documents"),
        (&left, "/api/documents"),
        (&deleted, "/api/documents"),
        (&demoted, "/api/admin/documents"),
        (&locked_out, "/api/documents"),
        (&admin, "/api/documents"),
    ];
    let (lowered_id, deleted_id, demoted_id) = (id(&lowered).await, id(&deleted).await, id(&demoted).await);
    let mut reading = Vec::new();
    for (reader, path) in all {
        let (stream, head) = begin(reader, path).await;
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("x-accel-buffering: no"), "{head}");
        reading.push(rest(stream));
    }
    let of = |id: &str, what: &str| format!("/api/admin/users/{id}/{what}");
    let level = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    for answer in [
        admin.patch(&of(&lowered_id, "update-clearance"), level).await,
        left.post("/api/logout", json!({})).await,
        admin.delete(&format!("/api/admin/users/{deleted_id}")).await,
        admin.patch(&of(&demoted_id, "remove-admin"), json!({})).await,
    ] {
        assert!([200, 204].contains(&answer.status), "{}", answer.body);
    }
    site.lock(true).await;
    site.execute("UPDATE documents SET content = 'written since' WHERE title = 'Long 0'".to_owned()).await;
    let read = join_all(reading).await;
    for ((text, is_cut), (reader, path)) in read.iter().zip(all) {
        let may_go_on = reader.cookie == admin.cookie;
        let shows_news = text.windows(13).any(|part| part == b"written since");
        assert_eq!((*is_cut, shows_news && !may_go_on), (!may_go_on, false), "{path}, {} bytes", text.len());
    }
}

async fn the_export_of_the_audit_log_ends_when_its_reader_loses_access(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    // Entries of the maximum length, so that few of them fill all buffers.
    let agent = "a".repeat(512);
    let headers = [("user-agent", agent.as_str()), ("content-type", "application/json")];
    for round in 0..700 {
        let minutes = if round % 2 == 0 { 15 } else { 30 };
        let body = json!({ "sessionTimeout": minutes }).to_string().into_bytes();
        let changed = admin.send(Method::PATCH, "/api/user/settings", &headers, Some(body)).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
    }
    let demoted = site.admin_of(&admin, "demoted", 5).await;
    let id = demoted.get("/api/user").await.text("id");
    let (stream, head) = begin(&demoted, "/api/admin/audit-logs/export").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let demotion = format!("/api/admin/users/{id}/remove-admin");
    assert_eq!(admin.patch(&demotion, json!({})).await.status, 200);
    let (text, is_cut) = rest(stream).await;
    assert!(is_cut, "{} bytes", text.len());
}
