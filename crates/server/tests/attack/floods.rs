//! Floods of refused requests, from a signed-in user and from an anonymous caller.

use crate::figures::figure;
use crate::harness::{Site, on_each_database};
use crate::honest;
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use reqwest::header::{CONTENT_TYPE, COOKIE};
use reqwest::{Client, RequestBuilder};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

on_each_database!(floods_of_refused_requests_barely_slow_other_callers);

/// Number of callers per flood. With the pause between a caller's requests, there are 400 requests a second in total.
const CALLERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(20);
const LASTING: Duration = Duration::from_secs(20);
/// Maximum number of audit entries from both floods in that time.
const MOST_ENTRIES: i64 = 30;
/// A 99th percentile below this is noise of the machine, so a ratio to it is meaningless.
const NOISE: Duration = Duration::from_millis(20);

async fn floods_of_refused_requests_barely_slow_other_callers(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    admin.publish(&admin.submit("Something to read", "OTHER").await, 1).await;
    let user = site.user(&admin, "flooder", 1).await;
    site.register("victim", "subject").await;
    let id = admin.get("/api/user").await.text("id");
    let readers = site.open_sessions(&id, 0, 4).await;
    let quiet_before = honest::p99(&readers, LASTING).await;

    let entries = "SELECT count(*) AS n FROM audit_log";
    let before = site.count(entries).await;
    let stop = AtomicBool::new(false);
    let reading = async {
        let p99 = honest::p99(&readers, LASTING).await;
        stop.store(true, Ordering::Relaxed);
        p99
    };
    // From a separate network, because the floods use up the limit of their own.
    let elsewhere =
        Client::builder().no_proxy().local_address(Some(Ipv4Addr::new(127, 0, 9, 9).into())).build().unwrap();
    let cookie = user.cookie.clone().unwrap();
    let forbidden =
        flood(&stop, || elsewhere.get(format!("{}/api/admin/users", site.url)).header(COOKIE, cookie.clone()));
    let locked = flood(&stop, || {
        let guess = json!({ "username": "victim", "password": "a-wrong-guess" });
        elsewhere
            .post(format!("{}/api/login", site.url))
            .header(CONTENT_TYPE, "application/json")
            .body(guess.to_string())
    });
    let (flooded, forbidden, locked) = tokio::join!(reading, forbidden, locked);
    let written = site.count(entries).await - before;
    // Measured twice, because other work on the machine varies.
    let quiet = quiet_before.max(honest::p99(&readers, LASTING).await);
    figure(&format!(
        "floods: a level-1 session on an administrator's call, answered {forbidden:?}, and wrong sign-ins with one name, \
         answered {locked:?}, both at once for {} s: {written} audit entries; an honest reader's p99 {} ms, {} ms when it \
         is quiet",
        LASTING.as_secs(),
        flooded.as_millis(),
        quiet.as_millis(),
    ));
    assert!(forbidden.get(&403) > Some(&100) && forbidden.get(&429) > Some(&100), "{forbidden:?}");
    assert!(locked.get(&429) > Some(&100), "{locked:?}");
    assert!(written <= MOST_ENTRIES, "{written} entries");
    assert!(flooded <= (quiet * 2).max(NOISE), "{flooded:?}, {quiet:?} without floods");
    let after = site.count("SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS n FROM audit_log").await;
    assert!(after >= site.count(entries).await, "every entry represents at least one refusal or change");
}

/// Sends requests until asked to stop. Returns the number of responses per status.
async fn flood(stop: &AtomicBool, call: impl Fn() -> RequestBuilder) -> BTreeMap<u16, usize> {
    let caller = || async {
        let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
        while !stop.load(Ordering::Relaxed) {
            *statuses.entry(call().send().await.unwrap().status().as_u16()).or_default() += 1;
            tokio::time::sleep(PAUSE).await;
        }
        statuses
    };
    let mut sum: BTreeMap<u16, usize> = BTreeMap::new();
    for (status, count) in join_all((0..CALLERS).map(|_| caller())).await.into_iter().flatten() {
        *sum.entry(status).or_default() += count;
    }
    sum
}
