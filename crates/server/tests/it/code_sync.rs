//! Code sync: codes that administrators issue, also for accounts that must have a second factor and have none.

use crate::caller::{Caller, members};
use crate::factor::{code, cookie, protect, ticket, verify};
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_each_database!(
    issued_codes_open_a_session_when_a_second_factor_is_required,
    syncs_replace_codes_and_never_repeat_them,
    a_chosen_static_code_replaces_the_earlier_one,
    administrators_issue_codes_only_for_accounts_that_they_may_change,
    the_master_key_issues_codes_without_an_account,
);

async fn sync(caller: &Caller<'_>, name: &str) -> Value {
    let issued = caller.post("/api/admin/sync-user-codes", json!({ "targetUsername": name })).await;
    assert_eq!((issued.status, issued.header("cache-control")), (200, "no-store"), "{}", issued.body);
    assert_eq!(members(&issued.body), "backupCodes staticCode username");
    issued.body
}

fn backup(issued: &Value, n: usize) -> &str {
    issued["backupCodes"][n].as_str().unwrap()
}

async fn issued_codes_open_a_session_when_a_second_factor_is_required(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "bare", 3).await;
    let before = sync(&admin, "Bare").await;
    assert_eq!(before["username"], "bare");
    site.sign_in("bare", PASSWORD).await; // While none is required, codes change nothing.
    protect(&admin).await;
    let required = admin.patch("/api/admin/site-settings", json!({ "twoFactorRequired": true })).await;
    assert_eq!(required.status, 200);

    let first = ticket(&site, "bare", PASSWORD).await;
    assert_eq!(verify(&site, &first, "bare", "123456", "app").await.code(), "invalid_code");
    let opened = verify(&site, &first, "bare", backup(&before, 9), "backup").await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let user = Caller { site: &site, cookie: cookie(&opened, "facility_session") };
    let set_up = protect(&user).await;
    // The codes of the app's setup replaced the issued ones.
    let second = ticket(&site, "bare", PASSWORD).await;
    for stale in [backup(&before, 0), before["staticCode"].as_str().unwrap()] {
        for method in ["backup", "static"] {
            assert_eq!(verify(&site, &second, "bare", stale, method).await.code(), "invalid_code");
        }
    }
    let token = code(&site, set_up["setupCode"].as_str().unwrap(), 1);
    assert_eq!(verify(&site, &second, "bare", &token, "app").await.status, 200);
}

async fn syncs_replace_codes_and_never_repeat_them(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "lost", 3).await;
    let own = protect(&user).await;
    let (first, second) = (sync(&admin, "lost").await, sync(&admin, "lost").await);
    let all: BTreeSet<&str> = [&own, &first, &second]
        .into_iter()
        .flat_map(|codes| (0..10).map(|n| backup(codes, n)).chain([codes["staticCode"].as_str().unwrap()]))
        .collect();
    assert_eq!(all.len(), 33, "no code is issued twice");
    assert_eq!(user.get("/api/user").await.status, 200, "no session ends");
    let waiting = ticket(&site, "lost", PASSWORD).await;
    for stale in [&own, &first] {
        assert_eq!(verify(&site, &waiting, "lost", backup(stale, 1), "backup").await.code(), "invalid_code");
    }
    assert_eq!(verify(&site, &waiting, "lost", backup(&second, 1), "backup").await.status, 200);
    // The app still works.
    let waiting = ticket(&site, "lost", PASSWORD).await;
    let token = code(&site, own["setupCode"].as_str().unwrap(), 1);
    assert_eq!(verify(&site, &waiting, "lost", &token, "app").await.status, 200);

    // Each of several concurrent syncs returns its own codes, or is refused as stale.
    let tries = (0..8).map(|_| admin.post("/api/admin/sync-user-codes", json!({ "targetUsername": "lost" })));
    let answers = futures_util::future::join_all(tries).await;
    let issued: Vec<&Value> = answers.iter().filter(|one| one.status == 200).map(|one| &one.body).collect();
    assert!(answers.iter().all(|one| one.status == 200 || one.code() == "stale"));
    let different: BTreeSet<&str> = issued.iter().map(|codes| backup(codes, 0)).collect();
    assert!(!issued.is_empty() && different.len() == issued.len());
    assert_eq!(site.count("SELECT count(*) AS n FROM second_factor_codes").await, 11);
    let log = admin.get("/api/admin/audit-logs").await.body.to_string();
    assert!(all.iter().all(|code| !log.contains(code)), "no code is in the log");
    assert_eq!(site.audited("codes_synchronized").await, 2 + i64::try_from(issued.len()).unwrap());
}

async fn a_chosen_static_code_replaces_the_earlier_one(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let codes = protect(&site.user(&admin, "chosen", 3).await).await;
    let path = "/api/admin/update-user-codes";
    for bad in ["", "ABCD-1234", "ABCD-1234-EFG!", "ABCD1234EFGH"] {
        let refused = admin.post(path, json!({ "targetUser": "chosen", "newStaticCode": bad })).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{bad}");
        assert_eq!(refused.body["fields"][0]["field"], "newStaticCode");
    }
    let body = json!({ "targetUser": "chosen", "newStaticCode": "lamp-oil9-wick" });
    let updated = admin.post(path, body).await;
    let expected = json!({ "username": "chosen", "staticCode": "LAMP-OIL9-WICK", "backupCodes": [] });
    assert_eq!((updated.status, &updated.body, updated.header("cache-control")), (200, &expected, "no-store"));
    let waiting = ticket(&site, "chosen", PASSWORD).await;
    let old = verify(&site, &waiting, "chosen", codes["staticCode"].as_str().unwrap(), "static").await;
    assert_eq!(old.code(), "invalid_code");
    assert_eq!(verify(&site, &waiting, "chosen", "lampoil9wick", "static").await.status, 200);
    let waiting = ticket(&site, "chosen", PASSWORD).await;
    let kept = verify(&site, &waiting, "chosen", backup(&codes, 0), "backup").await;
    assert_eq!(kept.status, 200, "backup codes stay");
    assert_eq!(site.audited("static_code_updated").await, 1);
    assert!(!admin.get("/api/admin/audit-logs").await.body.to_string().to_uppercase().contains("LAMP-OIL9"));
}

async fn administrators_issue_codes_only_for_accounts_that_they_may_change(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let lower = site.admin_of(&admin, "lower", 3).await;
    site.register("waiting", "security").await;
    for (caller, name, expected) in [
        (&lower, "administrator", (403, "insufficient_clearance")),
        (&lower, "lower", (403, "self_forbidden")),
        (&admin, "emergency-access", (403, "protected_account")),
        (&admin, "nobody-of-that-name", (404, "not_found")),
        (&admin, "waiting", (409, "not_approved")),
        (&admin, "", (400, "validation_failed")),
    ] {
        let body = json!({ "targetUsername": name });
        let refused = caller.post("/api/admin/sync-user-codes", body).await;
        assert_eq!(refused.refusal(), expected, "{name}");
        let body = json!({ "targetUser": name, "newStaticCode": "ABCD-1234-EFGH" });
        let refused = caller.post("/api/admin/update-user-codes", body).await;
        assert_eq!(refused.refusal(), expected, "{name}");
    }
    sync(&admin, "lower").await;
}

async fn the_master_key_issues_codes_without_an_account(database: TestDatabase) {
    let site = Site::start_with(database, &[("MASTER_KEY", "a-master-key-of-brass")]).await;
    let admin = site.administrator().await;
    protect(&site.user(&admin, "stranded", 3).await).await;
    let call = |name: &'static str, key: &'static str| {
        let caller = site.anonymous();
        async move { caller.post("/api/emergency-sync/codes", json!({ "username": name, "masterKey": key })).await }
    };
    // A wrong key gets the same response for known and unknown names.
    let wrong = call("stranded", "a-master-key-of-tin!!").await;
    assert_eq!(wrong.refusal(), (401, "invalid_key"));
    assert_eq!(call("nobody-of-that-name", "a-master-key-of-tin!!").await.bytes, wrong.bytes);
    let issued = call("stranded", "a-master-key-of-brass").await;
    assert_eq!((issued.status, issued.header("cache-control")), (200, "no-store"), "{}", issued.body);
    // The use of the right key for an unknown name is recorded, too.
    assert_eq!(call("nobody-of-that-name", "a-master-key-of-brass").await.code(), "not_found");
    assert_eq!(site.audited("master_key_used").await, 1);
    assert_eq!(call("stranded", "a-master-key-of-tin!!").await.code(), "invalid_key");
    let limited = call("stranded", "a-master-key-of-brass").await;
    assert_eq!(limited.refusal(), (429, "rate_limited"), "three wrong keys within 15 minutes from one address");
    assert!((1..=900).contains(&limited.header("retry-after").parse::<u64>().unwrap()));

    let waiting = ticket(&site, "stranded", PASSWORD).await;
    assert_eq!(verify(&site, &waiting, "stranded", backup(&issued.body, 0), "backup").await.status, 200);
    assert_eq!(site.audited("emergency_codes_synchronized").await, 1);
    let alerts = admin.get("/api/admin/security-alerts").await;
    assert_eq!(alerts.each("cause"), ["master_key_used", "emergency_codes_synchronized"]);
    assert_eq!(alerts.each("message")[1], "Codes for stranded were issued with the master key");
    let log = admin.get("/api/admin/audit-logs").await.body.to_string();
    assert!(log.contains("keyFingerprint") && !log.contains("a-master-key"), "{log}");
    let suspicious = "SELECT count(*) AS n FROM login_attempts
        WHERE is_suspicious AND failure_reason = 'wrong_master_key'";
    assert_eq!(site.count(suspicious).await, 3);
}
