//! Sign-in during a guessing attack, during a database outage, and with invalid names.

use crate::caller::Answer;
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use crate::traces::found;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    strangers_cannot_lock_the_owner_out,
    a_known_browser_is_locked_for_a_day_after_ten_wrong_passwords,
    a_network_that_tries_many_names_is_blocked,
    attempts_that_could_not_be_checked_do_not_count,
    invalid_names_are_refused,
    an_unknown_name_is_stored_only_as_its_fingerprint,
);

/// Requests come through a proxy on this machine, which reports the client's address.
const PROXIED: &[(&str, &str)] = &[("RATE_LIMITS", "open"), ("TRUSTED_PROXIES", "127.0.0.1")];

/// Signs in from this address, with these cookies.
async fn sign_in(site: &Site, name: &str, password: &str, address: &str, cookies: &str) -> Answer {
    let body = json!({ "username": name, "password": password }).to_string().into_bytes();
    let headers = [("content-type", "application/json"), ("x-forwarded-for", address), ("cookie", cookies)];
    let headers: &[_] = if cookies.is_empty() { &headers[..2] } else { &headers };
    site.anonymous().send(Method::POST, "/api/login", headers, Some(body)).await
}

/// Returns the device cookie that a response sets, in the form of a request header.
fn device_of(answer: &Answer) -> String {
    let set: Vec<&str> = answer.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
    assert!(set[0].starts_with("facility_session="), "{set:?}");
    let device = set.iter().find(|cookie| cookie.starts_with("facility_device=")).expect("a device cookie");
    for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=15552000"] {
        assert!(device.contains(attribute), "{device}");
    }
    device.split(';').next().unwrap().to_owned()
}

/// Imitates unknown browsers that have used up the daily limit of this name.
async fn use_up_the_day(site: &Site, name: &str) {
    let now = site.now().as_micros();
    let times = vec![now.to_string(); 100].join(" ");
    site.execute(format!(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, last_failed_at, day_failures)
         VALUES ('name:{name}', 0, {now}, 0, {now}, '{times}')"
    ))
    .await;
}

async fn strangers_cannot_lock_the_owner_out(database: TestDatabase) {
    let site = Site::start_with(database, PROXIED).await;
    let admin = site.administrator().await;
    site.user(&admin, "target", 1).await;
    let home = sign_in(&site, "target", PASSWORD, "198.51.100.7", "").await;
    let device = device_of(&home);
    use_up_the_day(&site, "target").await;

    let stranger = sign_in(&site, "target", PASSWORD, "203.0.113.9", "").await;
    assert_eq!(stranger.refusal(), (423, "account_locked"));
    assert!(stranger.header("retry-after").parse::<u64>().unwrap() > 23 * 3600);
    let travelling = sign_in(&site, "target", PASSWORD, "203.0.113.9", &device).await;
    assert_eq!(travelling.status, 200, "{}", travelling.body);
    assert_eq!(device_of(&travelling), device, "the browser keeps its cookie");
    let other_browser_at_home = sign_in(&site, "target", PASSWORD, "198.51.100.8", "").await;
    assert_eq!(other_browser_at_home.status, 200, "{}", other_browser_at_home.body);
    assert_ne!(device_of(&other_browser_at_home), device);

    // The cookie does not help with another account.
    use_up_the_day(&site, "administrator").await;
    let other = sign_in(&site, "administrator", ADMIN_PASSWORD, "203.0.113.9", &device).await;
    assert_eq!(other.status, 423);
    // A new password makes the cookie worthless.
    let reset = site.facility(&["admin", "reset-password", "target"]);
    assert!(reset.status.success());
    use_up_the_day(&site, "target").await;
    assert_eq!(sign_in(&site, "target", PASSWORD, "198.51.100.7", &device).await.status, 423);
}

async fn a_known_browser_is_locked_for_a_day_after_ten_wrong_passwords(database: TestDatabase) {
    let site = Site::start_with(database, PROXIED).await;
    let admin = site.administrator().await;
    site.user(&admin, "target", 1).await;
    let device = device_of(&sign_in(&site, "target", PASSWORD, "198.51.100.7", "").await);
    let mut statuses = Vec::new();
    for _ in 0..11 {
        statuses.push(sign_in(&site, "target", "wrong-guess", "198.51.100.7", &device).await.status);
    }
    let (judged, refused) = statuses.split_at(10);
    assert!(judged.iter().all(|status| *status == 401) && refused == [423], "{statuses:?}");
    assert_eq!(sign_in(&site, "target", PASSWORD, "198.51.100.7", &device).await.status, 423);
    let elsewhere = sign_in(&site, "target", PASSWORD, "203.0.113.9", "").await;
    assert_eq!(elsewhere.status, 200, "attempts from unknown browsers are counted separately");
    site.set_clock(Duration::from_hours(24));
    assert_eq!(sign_in(&site, "target", PASSWORD, "198.51.100.7", &device).await.status, 200);
}

async fn a_network_that_tries_many_names_is_blocked(database: TestDatabase) {
    let site = Site::start_with(database, &[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let mut statuses = Vec::new();
    for n in 0..32 {
        let name = format!("somebody-{n}");
        statuses.push(sign_in(&site, &name, "wrong-guess", &format!("203.0.113.{n}"), "").await.status);
    }
    let (judged, refused) = statuses.split_at(30);
    assert!(judged.iter().all(|status| *status == 401) && refused == [429, 429], "{statuses:?}");
    let limited = sign_in(&site, "administrator", ADMIN_PASSWORD, "203.0.113.99", "").await;
    assert_eq!(limited.code(), "rate_limited");
    assert!((1..=600).contains(&limited.header("retry-after").parse::<u64>().unwrap()));
    let elsewhere = sign_in(&site, "administrator", ADMIN_PASSWORD, "198.51.100.7", "").await;
    assert_eq!(elsewhere.status, 200);
    site.set_clock(Duration::from_mins(10));
    assert_eq!(sign_in(&site, "nobody", "wrong-guess", "203.0.113.9", "").await.status, 401);
}

async fn attempts_that_could_not_be_checked_do_not_count(database: TestDatabase) {
    let site = Site::start_with(database, PROXIED).await;
    let admin = site.administrator().await;
    site.user(&admin, "target", 1).await;
    let outage = site.database.make_unavailable().unwrap();
    let tries = (0..7).map(|_| sign_in(&site, "target", "wrong-guess", "203.0.113.9", ""));
    for answer in futures_util::future::join_all(tries).await {
        assert_eq!(answer.refusal(), (503, "unavailable"), "{}", answer.body);
    }
    drop(outage);
    let mut status = 503;
    while status == 503 {
        status = sign_in(&site, "target", PASSWORD, "203.0.113.9", "").await.status;
    }
    assert_eq!(status, 200);
}

async fn invalid_names_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    for (member, value) in [
        ("username", "admin\u{202e}istrator"),
        ("username", "administrator\u{0}"),
        ("accessKey", "devel\u{200b}oper"),
        ("accessKey", "developer\n"),
    ] {
        let mut body = json!({ "username": "administrator", "password": ADMIN_PASSWORD, "accessKey": "developer" });
        body[member] = Value::String(value.to_owned());
        let refused = site.anonymous().post("/api/login", body).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{value:?}");
        assert_eq!(refused.body["fields"][0]["field"], member);
    }
    assert_eq!(site.count("SELECT count(*) AS n FROM login_attempts").await, 0);
}

async fn an_unknown_name_is_stored_only_as_its_fingerprint(database: TestDatabase) {
    // A password that a user types into the name field by mistake.
    const TYPED: &str = "Zqquiet-zqlantern 42!";
    let site = Site::start_with(database, PROXIED).await;
    let admin = site.administrator().await;
    site.user(&admin, "target", 1).await;
    let mut answers = Vec::new();
    for name in [TYPED, "target"] {
        let mut of_name = Vec::new();
        for _ in 0..7 {
            let answer = sign_in(&site, name, "wrong-guess", "203.0.113.9", "").await;
            of_name.push((answer.status, answer.code().to_owned(), answer.text("message")));
        }
        let code = json!({ "username": name, "token": "123456", "method": "backup" });
        let answer = site.anonymous().post("/api/verify-2fa", code).await;
        of_name.push((answer.status, answer.code().to_owned(), answer.text("message")));
        let reset = json!({ "username": name, "resetCode": "AAAA-BBBB-CCCC-DDDD", "newPassword": "hollow-brass-77" });
        let answer = site.anonymous().post("/api/password-reset", reset).await;
        of_name.push((answer.status, answer.code().to_owned(), answer.text("message")));
        answers.push(of_name);
    }
    assert_eq!(answers[0], answers[1], "responses do not reveal whether an account exists");
    let statuses: Vec<u16> = answers[0].iter().map(|(status, ..)| *status).collect();
    assert_eq!(statuses[..8], [401, 401, 401, 401, 401, 423, 423, 401], "{:?}", answers[0]);

    // All attempts with one name are grouped wherever they are stored, as are those with the name of an account.
    for (name, tries) in [("unknown name %", 5), ("target", 5)] {
        let same = |table: &str, column: &str| {
            format!("SELECT count(*) AS n FROM {table} WHERE {column} LIKE '{name}' GROUP BY {column}")
        };
        assert!(site.count(&same("login_attempts", "username")).await >= tries, "{name}");
        assert!(site.count(&same("audit_log", "performed_by_username")).await >= tries, "{name}");
    }
    let locked = admin.get("/api/admin/security/locked-names").await;
    let named = locked.each("username");
    assert!(named.iter().any(|name| name.starts_with("unknown name ") && name.len() == 21), "{}", locked.body);
    assert!(named.contains(&"target".to_owned()), "{}", locked.body);

    let words = ["zqquiet", "zqlantern"];
    assert_eq!(found(&site, &words).await, Vec::<String>::new());
    assert!(words.iter().all(|word| !site.logged().to_lowercase().contains(word)));
}
