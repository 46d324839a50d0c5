//! Expiry over HTTP: sessions and lockouts. The harness moves the servers' clock.

use crate::caller::{Answer, cookie_of};
use crate::harness::{ADMIN_PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use facility_kernel::Timestamp;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    an_idle_session_ends_after_the_users_timeout,
    an_active_session_ends_after_twelve_hours,
    an_upload_ticket_expires_after_fifteen_minutes,
    every_response_reports_the_end_of_the_session,
    only_user_actions_extend_the_session,
    responses_without_a_session_report_no_end,
    without_its_settings_the_site_is_unavailable,
    start_warns_of_audit_entries_from_the_future,
);

const fn minutes(n: u64) -> Duration {
    Duration::from_mins(n)
}

async fn an_idle_session_ends_after_the_users_timeout(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.set_clock(minutes(29));
    assert_eq!(admin.get("/api/user").await.status, 200, "the call counts as activity");
    site.set_clock(minutes(29 + 29));
    assert_eq!(admin.get("/api/user").await.status, 200);
    site.set_clock(minutes(29 + 29 + 31));
    assert_eq!(admin.get("/api/user").await.status, 401);
}

async fn an_active_session_ends_after_twelve_hours(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for half_hours in 1..=25_u64 {
        site.set_clock(minutes(29 * half_hours));
        let status = admin.get("/api/user").await.status;
        let expected = if half_hours * 29 < 12 * 60 { 200 } else { 401 };
        assert_eq!(status, expected, "after {} minutes", 29 * half_hours);
    }
}

async fn an_upload_ticket_expires_after_fifteen_minutes(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let url = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    let put = async |url: &str| {
        let path = format!("{url}?filename=note.txt");
        admin.send(Method::PUT, &path, &[], Some(b"A note.".to_vec())).await
    };
    site.set_clock(minutes(16));
    assert_ne!(put(&url).await.status, 200, "the ticket has expired");
    let fresh = admin.post("/api/objects/upload", json!({})).await.text("uploadURL");
    site.set_clock(minutes(16 + 14));
    assert_eq!(put(&fresh).await.status, 200);
}

/// Returns the time at which the session ends according to a response.
fn end(answer: &Answer) -> Timestamp {
    answer.header("session-ends").parse().unwrap_or_else(|_| panic!("no end: {:?}", answer.headers))
}

async fn every_response_reports_the_end_of_the_session(database: TestDatabase) {
    let site = Site::start(database).await;
    let body = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
    let before = site.now();
    let opened = site.anonymous().post("/api/login", body).await;
    let admin = crate::caller::Caller { site: &site, cookie: Some(cookie_of(&opened)) };
    let first = end(&opened);
    // Timestamps in responses have milliseconds, rounded down.
    let earliest = minutes(30).saturating_sub(Duration::from_millis(1));
    assert!(first.since(before) > earliest && first.since(site.now()) <= minutes(30));

    // Refusals carry the header like other responses, and none of these requests moves it within the first minute.
    let longer = admin.patch("/api/user/settings", json!({ "sessionTimeout": 240 })).await;
    assert_eq!(end(&longer).since(first), minutes(210), "a new timeout is reported at once");
    for answer in [
        admin.get("/api/user").await,
        admin.get("/api/documents/not-an-id").await,
        admin.patch("/api/user/settings", json!({ "nonsense": 1 })).await,
        admin.delete("/api/admin/users/emergency-access").await,
    ] {
        assert_eq!(end(&answer), end(&longer), "{}", answer.status);
    }

    // The reported times are exact to the second, for the idle and the absolute limit.
    site.set_clock(minutes(60));
    let reported = end(&admin.get("/api/user").await);
    let left = reported.since(site.now());
    assert!(left > minutes(239) && left <= minutes(240), "{left:?}");
    site.set_clock(minutes(60) + left.saturating_sub(Duration::from_secs(5)));
    let active = admin.send(Method::GET, "/api/user", &[("x-background", "1")], None).await;
    assert_eq!((active.status, end(&active)), (200, reported));
    site.set_clock(minutes(60) + left + Duration::from_secs(5));
    let ended = admin.get("/api/user").await;
    assert_eq!((ended.status, ended.code(), ended.header("session-ends")), (401, "session_ended", ""));

    site.set_clock(Duration::ZERO);
    let admin = site.administrator().await;
    for hour in [3, 6, 9, 11] {
        site.set_clock(minutes(60 * hour));
        let reported = end(&admin.get("/api/user").await);
        let expected = (hour + 4).min(12);
        let away = reported.since(site.now().minus(minutes(60 * hour)));
        assert!(away <= minutes(60 * expected) && away > minutes(60 * expected - 1), "hour {hour}: {away:?}");
    }
}

async fn only_user_actions_extend_the_session(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reported = end(&admin.get("/api/user").await);
    let background = [("x-background", "1")];
    for minute in [5, 15, 29] {
        site.set_clock(minutes(minute));
        let polled = admin.send(Method::GET, "/api/user", &background, None).await;
        assert_eq!((polled.status, end(&polled)), (200, reported));
        // Requests that never touch the session report no end and do not extend it.
        for path in ["/api/health", "/api/health/live", "/api/health/ready", "/api/site-lock-status"] {
            let polled = admin.get(path).await;
            assert_eq!((polled.status, polled.header("session-ends")), (200, ""), "{path}");
        }
    }
    let acted = admin.get("/api/user").await;
    // The end is reported in whole seconds, and the test itself takes a moment.
    let (later, second) = (end(&acted).since(reported), Duration::from_secs(1));
    assert!(later + second >= minutes(29) && later < minutes(30), "{later:?}");
    site.set_clock(minutes(58));
    assert_eq!(admin.get("/api/user").await.status, 200);
}

async fn responses_without_a_session_report_no_end(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let cross_site = [("sec-fetch-site", "cross-site"), ("content-type", "application/json")];
    for answer in [
        site.anonymous().get("/api/user").await,
        admin.get("/api/no-such-call").await,
        admin.send(Method::PUT, "/api/user", &[], None).await,
        admin.send(Method::PATCH, "/api/user/settings", &cross_site, Some(b"{}".to_vec())).await,
        admin.get("/").await,
        admin.post("/api/logout", json!({})).await,
    ] {
        assert_eq!(answer.header("session-ends"), "", "{} {}", answer.status, answer.body);
    }
    assert_eq!(site.anonymous().get("/api/user").await.refusal(), (401, "not_signed_in"));
    assert_eq!(admin.get("/api/user").await.code(), "session_ended");
}

async fn without_its_settings_the_site_is_unavailable(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.execute("DELETE FROM site_settings".to_owned()).await;
    let login = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
    for answer in [
        admin.get("/api/user").await,
        admin.get("/api/documents").await,
        admin.get("/api/site-lock-status").await,
        admin.get("/api/health").await,
        admin.patch("/api/admin/site-settings", json!({ "isLocked": true })).await,
        site.anonymous().post("/api/login", login).await,
    ] {
        assert_eq!(answer.refusal(), (503, "unavailable"), "{}", answer.body);
    }
}

async fn start_warns_of_audit_entries_from_the_future(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let warned = |site: &Site| site.logged().contains("the newest audit entry is in the future");
    site.set_clock(minutes(60));
    // The sign-in is in the log.
    site.administrator().await;
    site.terminate();
    site.restart().await;
    assert!(!warned(&site), "{}", site.logged());
    site.terminate();
    site.set_clock(Duration::ZERO);
    site.restart().await;
    let waited = async {
        while !warned(&site) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waited).await.unwrap();
}
