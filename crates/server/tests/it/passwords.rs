//! Changing passwords, resetting them with a code, and a user's own sessions.

use crate::caller::members;
use crate::factor::cookie;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::socket::Socket;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database!(
    users_change_their_password,
    wrong_current_passwords_are_limited_like_sign_ins,
    a_reset_code_sets_a_new_password_once,
    wrong_reset_codes_are_limited_and_protected_accounts_get_none,
    wrong_attempts_from_elsewhere_do_not_invalidate_a_code,
    users_end_their_own_sessions,
);

const NEW: &str = "copper-estuary-52";

fn change(current: &str, new: &str) -> Value {
    json!({ "currentPassword": current, "newPassword": new })
}

fn reset(username: &str, code: &str, new: &str) -> Value {
    json!({ "username": username, "resetCode": code, "newPassword": new })
}

async fn users_change_their_password(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let elsewhere = site.sign_in("mercer", PASSWORD).await;
    let (mut here, mut there) = (Socket::open(&user).await, Socket::open(&elsewhere).await);
    let path = "/api/user/password";

    assert_eq!(user.post(path, change("wrong-guess", NEW)).await.refusal(), (401, "invalid_credentials"));
    for (new, field) in [("short", "newPassword"), ("Mercer", "newPassword"), (PASSWORD, "newPassword")] {
        let refused = user.post(path, change(PASSWORD, new)).await;
        assert_eq!((refused.status, refused.body["fields"][0]["field"].as_str()), (400, Some(field)));
    }
    assert_eq!(elsewhere.get("/api/user").await.status, 200, "nothing has changed yet");

    let changed = user.post(path, change(PASSWORD, NEW)).await;
    assert_eq!((changed.status, changed.bytes.len()), (204, 0), "{}", changed.body);
    assert_eq!(there.closed().await, 4401);
    assert_eq!(elsewhere.get("/api/user").await.code(), "session_ended");
    assert_eq!(user.get("/api/user").await.status, 200);
    admin.publish(&user.submit("Lore", "OTHER").await, 1).await;
    here.until("documents").await;

    let old = json!({ "username": "mercer", "password": PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", old).await.code(), "invalid_credentials");
    let id = user.get("/api/user").await.text("id");
    let known = format!("SELECT count(*) AS n FROM devices WHERE user_id = '{id}'");
    assert_eq!(site.count(&known).await, 0, "the account has forgotten its browsers");
    site.sign_in("mercer", NEW).await;
    assert_eq!(site.audited("password_changed").await, 1);
    assert_eq!(site.audited("password_change_failed").await, 1);
    let leaked = format!("SELECT count(*) AS n FROM audit_log WHERE details LIKE '%{NEW}%'");
    assert_eq!(site.count(&leaked).await, 0);
}

async fn wrong_current_passwords_are_limited_like_sign_ins(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(user.post("/api/user/password", change("wrong-guess", NEW)).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 423]);
    let refused = user.post("/api/user/password", change(PASSWORD, NEW)).await;
    assert_eq!(refused.refusal(), (423, "account_locked"));
    let sign_in = json!({ "username": "mercer", "password": PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", sign_in).await.status, 423, "one counter for both");
    site.set_clock(Duration::from_mins(15));
    assert_eq!(user.post("/api/user/password", change(PASSWORD, NEW)).await.status, 204);
}

async fn a_reset_code_sets_a_new_password_once(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let id = user.get("/api/user").await.text("id");
    let path = format!("/api/admin/users/{id}/reset-password");
    let first = admin.post(&path, json!({})).await.text("resetCode");
    let issued = admin.post(&path, json!({})).await;
    assert_eq!((issued.status, issued.header("cache-control")), (200, "no-store"));
    let code = issued.text("resetCode");
    let groups: Vec<&str> = code.split('-').collect();
    assert!(groups.len() == 4 && groups.iter().all(|group| group.len() == 4), "{code}");
    assert_ne!(first, code);
    assert_eq!(user.get("/api/user").await.status, 200, "until then nothing changes");
    let stored = format!("SELECT count(*) AS n FROM password_resets WHERE code_hash LIKE '%{code}%'");
    assert_eq!(site.count(&stored).await, 0);

    let wrong = site.anonymous().post("/api/password-reset", reset("mercer", &first, NEW)).await;
    assert_eq!(wrong.refusal(), (401, "invalid_code"), "the first code is replaced");
    let unknown = site.anonymous().post("/api/password-reset", reset("nobody", &code, NEW)).await;
    assert_eq!((unknown.status, &unknown.body), (401, &wrong.body));
    let weak = site.anonymous().post("/api/password-reset", reset("mercer", &code, "123456")).await;
    assert_eq!((weak.status, weak.body["fields"][0]["field"].as_str()), (400, Some("newPassword")));

    let typed = code.replace('-', " ").to_lowercase();
    let done = site.anonymous().post("/api/password-reset", reset("MERCER", &typed, NEW)).await;
    assert_eq!((done.status, done.header("set-cookie")), (204, ""), "{}", done.body);
    assert_eq!(user.get("/api/user").await.code(), "session_ended");
    let refused = site.anonymous().post("/api/password-reset", reset("mercer", &code, PASSWORD)).await;
    assert_eq!(refused.refusal(), (401, "invalid_code"));
    site.sign_in("mercer", NEW).await;
    for (action, count) in [("password_reset_issued", 2), ("password_reset_completed", 1), ("password_reset_failed", 3)]
    {
        assert_eq!(site.audited(action).await, count, "{action}");
    }

    let code = admin.post(&path, json!({})).await.text("resetCode");
    site.set_clock(Duration::from_hours(1));
    let expired = site.anonymous().post("/api/password-reset", reset("mercer", &code, PASSWORD)).await;
    assert_eq!((expired.status, &expired.body), (401, &wrong.body));
}

async fn wrong_reset_codes_are_limited_and_protected_accounts_get_none(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let own = admin.get("/api/user").await.text("id");
    let pending = site.register("pending", "subject").await;
    for (id, status, code) in [
        (own.as_str(), 403, "self_forbidden"),
        ("emergency-access", 403, "protected_account"),
        (&pending, 409, "not_approved"),
    ] {
        let refused = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
        assert_eq!(refused.refusal(), (status, code));
    }
    // Wrong passwords of others and a lockdown do not prevent the use of a code.
    let id = user.get("/api/user").await.text("id");
    let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    let code = issued.text("resetCode");
    site.lock(true).await;
    for _ in 0..4 {
        let refused = site.anonymous().post("/api/password-reset", reset("mercer", "0", NEW)).await;
        assert_eq!(refused.refusal(), (401, "invalid_code"));
    }
    for _ in 0..3 {
        let guess = json!({ "username": "mercer", "password": "wrong-guess" });
        site.anonymous().post("/api/login", guess).await;
    }
    let guess = json!({ "username": "mercer", "password": PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", guess).await.code(), "account_locked");
    let done = site.anonymous().post("/api/password-reset", reset("mercer", &code, NEW)).await;
    assert_eq!((done.status, done.header("set-cookie")), (204, ""), "{}", done.body);
    site.lock(false).await;
    site.sign_in("mercer", NEW).await;
    // After five wrong codes, no code is checked from this network, even if the lockout hid the result of some of them.
    let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    let code = issued.text("resetCode");
    for _ in 0..3 {
        let guess = json!({ "username": "mercer", "password": "wrong-guess" });
        site.anonymous().post("/api/login", guess).await;
    }
    for _ in 0..5 {
        let guess = site.anonymous().post("/api/password-reset", reset("mercer", "0", NEW)).await;
        assert!(["invalid_code", "account_locked"].contains(&guess.code()), "{}", guess.body);
    }
    let late = site.anonymous().post("/api/password-reset", reset("mercer", &code, PASSWORD)).await;
    assert_eq!(late.code(), "account_locked", "the right code is too late");
    // A new code has its own attempts.
    let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    let next = reset("mercer", &issued.text("resetCode"), PASSWORD);
    assert_eq!(site.anonymous().post("/api/password-reset", next).await.status, 204);
}

async fn wrong_attempts_from_elsewhere_do_not_invalidate_a_code(database: TestDatabase) {
    let site = Site::start_with(database, &[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let id = user.get("/api/user").await.text("id");
    let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    let code = issued.text("resetCode");
    let from = |address: &'static str, code: &str, device: Option<&str>| {
        let (mut caller, body) = (site.anonymous(), reset("mercer", code, NEW));
        caller.cookie = device.map(str::to_owned);
        async move {
            let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
            let body = Some(body.to_string().into_bytes());
            caller.send(Method::POST, "/api/password-reset", &headers, body).await
        }
    };
    // Two networks, an IPv4 /24 and an IPv6 /48. Each has five attempts, whichever addresses it uses.
    let strangers: [[&str; 3]; 2] =
        [["203.0.113.1", "203.0.113.2", "203.0.113.200"], ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:ffff::1"]];
    for [one, other, third] in strangers {
        for address in [one, other, third, one, other] {
            assert_eq!(from(address, "0", None).await.code(), "invalid_code", "{address}");
        }
        for tried in ["0", &code] {
            let refused = from(third, tried, None).await;
            assert_eq!(refused.refusal(), (423, "account_locked"), "{third}");
            let wait: u64 = refused.header("retry-after").parse().unwrap();
            assert!((3000..=3600).contains(&wait), "{wait}");
        }
    }
    assert_eq!(from("203.0.112.1", &code, None).await.status, 204, "the owner elsewhere");
    // A known browser has its own attempts, even in the network of the attackers.
    let opened = site.anonymous().post("/api/login", json!({ "username": "mercer", "password": NEW })).await;
    let known = cookie(&opened, "facility_device");
    let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    for _ in 0..5 {
        from("203.0.113.1", "0", None).await;
    }
    let code = issued.text("resetCode");
    assert_eq!(from("203.0.113.1", &code, None).await.status, 423);
    assert_eq!(from("203.0.113.1", &code, known.as_deref()).await.status, 204);
}

async fn users_end_their_own_sessions(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "mercer", 1).await;
    let other = site.sign_in("mercer", PASSWORD).await;
    let listed = user.get("/api/user/sessions").await;
    let rows = listed.body.as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(members(&rows[0]), "createdAt current id ipAddress lastActivity userAgent");
    assert_eq!(rows.iter().filter(|row| row["current"] == true).count(), 1);
    assert_eq!(rows[0]["ipAddress"], "127.0.0.1");
    let id_of = |current| {
        let row = rows.iter().find(|row| row["current"] == current).unwrap();
        format!("/api/user/sessions/{}", row["id"].as_str().unwrap())
    };
    let (own, elsewhere) = (id_of(true), id_of(false));

    let foreign = admin.get("/api/user/sessions").await.each("id");
    let refused = user.delete(&format!("/api/user/sessions/{}", foreign[0])).await;
    assert_eq!(refused.refusal(), (404, "not_found"));
    assert_eq!(user.delete("/api/user/sessions/none").await.status, 400);

    let mut socket = Socket::open(&other).await;
    assert_eq!(user.delete(&elsewhere).await.status, 204);
    assert_eq!(socket.closed().await, 4401);
    assert_eq!(other.get("/api/user").await.code(), "session_ended");
    assert_eq!(user.delete(&elsewhere).await.status, 404);
    assert_eq!(user.get("/api/user/sessions").await.body.as_array().unwrap().len(), 1);
    assert_eq!(user.delete(&own).await.status, 204);
    assert_eq!(user.get("/api/user").await.code(), "session_ended");
    assert_eq!(site.audited("own_session_ended").await, 2);
}
