//! Refused calls in a loop, by somebody signed in and by somebody who is not.

use crate::figures::figure;
use crate::harness::{Site, on_each_database};
use crate::honest;
use futures_util::future::join_all;
use infra::testing::TestDatabase;
use reqwest::header::{CONTENT_TYPE, COOKIE};
use reqwest::{Client, RequestBuilder};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

on_each_database!(refused_calls_in_a_loop_cost_the_others_little);

/// Each flood has so many callers, and each of them this pause between its calls: 400 calls a second in all.
const CALLERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(20);
const LASTING: Duration = Duration::from_secs(20);
/// The most entries that both floods may leave in the audit log in that time.
const MOST_ENTRIES: i64 = 30;
/// Below this a p99 is the machine's noise, and no ratio means anything.
const NOISE: Duration = Duration::from_millis(20);

async fn refused_calls_in_a_loop_cost_the_others_little(database: TestDatabase) {
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
    // A network of its own: the floods use up what their own network may call.
    let elsewhere =
        Client::builder().no_proxy().local_address(Some(Ipv4Addr::new(127, 0, 9, 9).into())).build().unwrap();
    let cookie = user.cookie.clone().unwrap();
    let forbidden = flood(&stop, || {
        elsewhere.get(format!("{}/api/admin/users", site.url)).header(COOKIE, cookie.clone())
    });
    let locked = flood(&stop, || {
        let guess = json!({ "username": "victim", "password": "a-wrong-guess" });
        elsewhere
            .post(format!("{}/api/login", site.url))
            .header(CONTENT_TYPE, "application/json")
            .body(guess.to_string())
    });
    let (flooded, forbidden, locked) = tokio::join!(reading, forbidden, locked);
    let written = site.count(entries).await - before;
    // A machine that does other work is not equally quiet all the time.
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
    assert!(flooded <= (quiet * 2).max(NOISE), "{flooded:?}, {quiet:?} when it is quiet");
    let after = site.count("SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS n FROM audit_log").await;
    assert!(after >= site.count(entries).await, "every entry stands for one act or more");
}

/// Calls until it is told to stop; how often each status was answered.
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
