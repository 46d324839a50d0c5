//! Emergency access by the emergency key.

use crate::caller::Caller;
use crate::factor::cookie;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    the_emergency_key_opens_a_session_of_half_an_hour,
    emergency_access_works_in_a_lockdown_and_owns_nothing,
    wrong_keys_are_limited_per_network_and_for_the_site,
    a_key_is_not_rotated_while_it_is_the_only_way_in,
    a_new_key_ends_the_sessions_of_the_old_one,
);

const KEY: &str = "an-emergency-key-of-brass";

async fn site(database: TestDatabase, limits: &'static str) -> Site {
    Site::start_with(database, &[("EMERGENCY_KEY", KEY), ("RATE_LIMITS", limits), ("TRUSTED_PROXIES", "127.0.0.1")])
        .await
}

async fn enter(site: &Site) -> Caller<'_> {
    let opened = site.anonymous().post("/api/emergency-access", json!({ "adminKey": KEY })).await;
    assert_eq!((opened.status, opened.text("id").as_str()), (200, "emergency-access"), "{}", opened.body);
    assert_eq!(opened.header("cache-control"), "no-store");
    assert!(!opened.header("session-ends").is_empty());
    assert!(cookie(&opened, "facility_device").is_none(), "no browser becomes known to it");
    Caller { site, cookie: cookie(&opened, "facility_session") }
}

async fn the_emergency_key_opens_a_session_of_half_an_hour(database: TestDatabase) {
    let site = site(database, "open").await;
    for key in ["", "wrong", "an-emergency-key-of-brasS", " an-emergency-key-of-brass"] {
        let refused = site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
        let expected = if key.is_empty() { (400, "validation_failed") } else { (401, "invalid_key") };
        assert_eq!(refused.refusal(), expected, "{key}");
        assert_eq!(refused.header("set-cookie"), "");
    }
    for key in ["wrong\0", "wrong\t", "wrong\u{202e}"] {
        let refused = site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
        assert_eq!((refused.status, refused.body["fields"][0]["field"].as_str()), (400, Some("adminKey")));
    }
    let emergency = enter(&site).await;
    let me = emergency.get("/api/user").await;
    assert_eq!((me.body["isAdmin"].as_bool(), me.body["clearanceLevel"].as_i64()), (Some(true), Some(5)));
    assert_eq!(emergency.get("/api/admin/users").await.status, 200);
    // The session ends after 30 minutes, however active it is.
    for minute in [10, 20, 29] {
        site.set_clock(Duration::from_mins(minute));
        assert_eq!(emergency.get("/api/user").await.status, 200, "{minute}");
    }
    site.set_clock(Duration::from_secs(30 * 60 + 1));
    assert_eq!(emergency.get("/api/user").await.code(), "session_ended");

    assert_eq!(site.audited("emergency_access_opened").await, 1);
    // All administrators get an alert.
    let admin = site.administrator().await;
    let alert = admin.get("/api/admin/security-alerts").await.body[0].clone();
    assert_eq!((&alert["cause"], &alert["severity"]), (&json!("emergency_access_opened"), &json!("critical")));
    assert_eq!(alert["entityType"], "site");
    let fingerprints = "SELECT count(*) AS n FROM audit_log WHERE details LIKE '%keyFingerprint%'";
    assert_eq!(site.count(fingerprints).await, 4, "each try that was checked");
    let keys = "SELECT count(*) AS n FROM audit_log WHERE details LIKE '%brass%' OR details LIKE '%wrong\"%'";
    assert_eq!(site.count(keys).await, 0, "never the key");
    let suspicious = "SELECT count(*) AS n FROM login_attempts
        WHERE is_suspicious AND failure_reason = 'wrong_emergency_key'";
    assert_eq!(site.count(suspicious).await, 3);
}

async fn emergency_access_works_in_a_lockdown_and_owns_nothing(database: TestDatabase) {
    let site = site(database, "open").await;
    site.lock(true).await;
    let emergency = enter(&site).await;
    let unlocked = emergency.patch("/api/admin/site-settings", json!({ "isLocked": false })).await;
    assert_eq!(unlocked.status, 200, "{}", unlocked.body);
    let lore = json!({ "title": "A", "content": "B", "category": "OTHER" });
    for (path, body) in [
        ("/api/user/2fa/enable", json!({})),
        ("/api/user/2fa/complete", json!({ "token": "123456" })),
        ("/api/user/2fa/disable", json!({ "password": "x" })),
        ("/api/submissions", lore),
        ("/api/user/drafts", json!({ "title": "A" })),
    ] {
        assert_eq!(emergency.post(path, body).await.refusal(), (403, "protected_account"), "{path}");
    }
    // It cannot require a second factor, because it has none.
    let refused = emergency.patch("/api/admin/site-settings", json!({ "twoFactorRequired": true })).await;
    assert_eq!(refused.refusal(), (409, "no_second_factor"));
    // Its account has no password, so no password signs in.
    let login = json!({ "username": "emergency-access", "password": KEY });
    assert_eq!(site.anonymous().post("/api/login", login).await.code(), "invalid_credentials");
}

async fn wrong_keys_are_limited_per_network_and_for_the_site(database: TestDatabase) {
    let site = site(database, "strict").await;
    let enter = |address: String, key: &'static str| {
        let caller = site.anonymous();
        async move {
            let headers = [("content-type", "application/json"), ("x-forwarded-for", address.as_str())];
            let body = json!({ "adminKey": key }).to_string().into_bytes();
            caller.send(reqwest::Method::POST, "/api/emergency-access", &headers, Some(body)).await
        }
    };
    // A network is a /24 of IPv4 or a /48 of IPv6.
    for address in ["203.0.113.1", "203.0.113.2", "203.0.113.3"] {
        assert_eq!(enter(address.to_owned(), "wrong").await.status, 401, "{address}");
    }
    let limited = enter("203.0.113.4".to_owned(), KEY).await;
    assert_eq!(limited.refusal(), (429, "rate_limited"), "nothing is checked any more");
    assert!((1..=900).contains(&limited.header("retry-after").parse::<u64>().unwrap()));
    for subnet in ["1", "2", "3"] {
        assert_eq!(enter(format!("2001:db8:1:{subnet}::1"), "wrong").await.status, 401, "{subnet}");
    }
    assert_eq!(enter("2001:db8:1:4::1".to_owned(), KEY).await.status, 429);
    // Attempts refused by the limit of a network do not count for the site, which has counted six. Forty more networks
    // try.
    let mut checked = 6;
    for n in 0..40 {
        let answer = enter(format!("198.51.{n}.1"), "wrong").await;
        assert!([401, 429].contains(&answer.status), "{}", answer.body);
        checked += usize::from(answer.status == 401);
    }
    assert_eq!(checked, 10, "for the whole site, within an hour");
    for _ in 0..5 {
        let opened = enter("192.0.2.1".to_owned(), KEY).await;
        assert_eq!(opened.status, 200, "right keys are accepted and use nothing up: {}", opened.body);
    }
    site.set_clock(Duration::from_mins(61));
    assert_eq!(enter("192.0.2.1".to_owned(), "wrong").await.status, 401);
}

async fn a_key_is_not_rotated_while_it_is_the_only_way_in(database: TestDatabase) {
    let site = site(database, "open").await;
    site.execute("UPDATE site_settings SET two_factor_required = TRUE".to_owned()).await;
    for key in ["emergency", "master"] {
        assert!(!site.facility(&["admin", "rotate-key", key]).status.success(), "{key}");
    }
    assert_eq!(site.audited("key_rotated").await, 0);
    site.execute(
        "INSERT INTO second_factor_codes (user_id, is_pending, code_hash, kind) \
         SELECT id, FALSE, 'hash', 'backup' FROM users WHERE username = 'administrator'"
            .to_owned(),
    )
    .await;
    for key in ["emergency", "master"] {
        assert!(site.facility(&["admin", "rotate-key", key]).status.success(), "{key}");
    }
}

async fn a_new_key_ends_the_sessions_of_the_old_one(database: TestDatabase) {
    let site = site(database, "open").await;
    let emergency = enter(&site).await;
    // Without `--force`, the rotation is refused because it would end an open session.
    let refused = site.facility(&["admin", "rotate-key", "emergency"]);
    let printed = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && printed.contains("Nothing was changed"), "{printed}");
    assert_eq!(emergency.get("/api/user").await.status, 200);
    let output = site.facility(&["admin", "rotate-key", "emergency", "--force"]);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let key = text.rsplit(' ').next().unwrap();
    assert_eq!(emergency.get("/api/user").await.code(), "session_ended");
    let old = site.anonymous().post("/api/emergency-access", json!({ "adminKey": KEY })).await;
    assert_eq!(old.code(), "invalid_key");
    let new = site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
    assert_eq!(new.status, 200);
}
