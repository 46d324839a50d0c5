//! Acknowledged writes survive when the server is killed, and a server that is asked to stop finishes its work.

use crate::harness::{Site, on_each_database};
use crate::load::{WriteResults, assert_kept, kill_under_load};
use crate::waiting::until;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(no_acknowledged_write_is_lost, the_server_stops_on_sigterm, the_server_survives_a_database_outage);

async fn no_acknowledged_write_is_lost(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let mut writes = WriteResults::default();
    for _ in 0..3 {
        let written = kill_under_load(&mut site, 1, Duration::from_millis(700)).await;
        assert!(written.acknowledged() > 0);
        writes.add(written);
    }
    assert_kept(&site, &writes).await;
}

async fn the_server_stops_on_sigterm(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    let document = admin.publish(&admin.submit("Last words", "OTHER").await, 1).await;
    assert_eq!(admin.get(&format!("/api/documents/{document}")).await.status, 200);
    let took = site.terminate();
    assert!(took < Duration::from_secs(10), "{took:?}");
    site.restart().await;
    let admin = site.administrator().await;
    let log = admin.get(&format!("/api/documents/{document}/access-log")).await;
    assert_eq!(log.each("accessType"), ["view"], "the outstanding entries were written");
}

async fn the_server_survives_a_database_outage(database: TestDatabase) {
    let is_postgres = matches!(database.target(), Target::Postgres(_));
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    admin.submit("Before", "OTHER").await;

    let outage = site.database.make_unavailable().unwrap();
    let body = json!({ "title": "Meanwhile", "content": "x", "category": "INCIDENT" });
    let refused = admin.post("/api/submissions", body).await;
    assert_eq!(refused.refusal(), (503, "unavailable"));
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    // The readiness of the stores is cached for a second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let ready = site.anonymous().get("/api/health/ready").await;
    let read = admin.get("/api/documents").await;
    // SQLite answers reads while another process writes; PostgreSQL answers no request.
    let expected = if is_postgres { (503, 503) } else { (200, 200) };
    assert_eq!((ready.status, read.status), expected);

    drop(outage);
    until("the server recovers by itself", async || admin.get("/api/documents").await.status == 200).await;
    let document = admin.publish(&admin.submit("After", "INCIDENT").await, 1).await;
    let title = admin.get(&format!("/api/documents/{document}")).await.text("title");
    assert_eq!(title, "IR-000001", "a refused submission uses no number");
    assert_eq!(admin.get("/api/user/submissions").await.each("title"), ["IR-000001", "Before"]);
}
