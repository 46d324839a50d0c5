//! The second factor: setting it up, signing in with it, requiring it, and turning it off.

use crate::caller::{Answer, Caller};
use crate::factor::{code, cookie, post, protect, secret_of, ticket, verify};
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

on_each_database!(
    sign_in_requires_the_app_once_it_is_set_up,
    codes_of_every_kind_open_a_session,
    a_password_without_a_code_opens_no_session,
    turning_the_second_factor_off_requires_password_and_code,
    the_requirement_applies_at_sign_in_and_never_locks_everybody_out,
    the_operator_resets_a_second_factor,
    known_browsers_stay_known,
);

/// Returns the parts of an error: status, code and `success`.
pub fn failure(answer: &Answer) -> (u16, &str, Option<bool>) {
    assert!(answer.body["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", answer.body);
    (answer.status, answer.code(), answer.body["success"].as_bool())
}

async fn sign_in_requires_the_app_once_it_is_set_up(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let elsewhere = site.administrator().await;
    let first = admin.post("/api/user/2fa/enable", json!({})).await;
    let second = admin.post("/api/user/2fa/enable", json!({})).await;
    assert_eq!(second.header("cache-control"), "no-store");
    for answer in [&first, &second] {
        let (secret, manual) = (answer.text("setupCode"), answer.text("manualEntryKey"));
        assert!(secret.starts_with("otpauth://totp/Facility%20Terminal:administrator?"), "{secret}");
        assert_eq!((secret_of(&secret).len(), manual.replace(' ', "")), (32, secret_of(&secret).to_owned()));
        assert!(answer.text("qrCodeUrl").starts_with("data:image/png;base64,iVBOR"));
        let backup: Vec<&str> =
            answer.body["backupCodes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        assert!(backup.len() == 10 && backup.iter().all(|code| code.len() == 9), "{backup:?}");
        assert_eq!(answer.text("staticCode").split('-').map(str::len).collect::<Vec<_>>(), [4, 4, 4]);
    }
    assert_eq!(admin.get("/api/user").await.body["twoFactorEnabled"], false, "nothing is on yet");

    // The first setup was replaced.
    let stale = code(&site, &first.text("setupCode"), 0);
    let refused = admin.post("/api/user/2fa/complete", json!({ "token": stale })).await;
    assert_eq!(failure(&refused), (401, "invalid_code", Some(false)));
    let token = code(&site, &second.text("setupCode"), 0);
    let completed = admin.post("/api/user/2fa/complete", json!({ "token": token })).await;
    assert_eq!((completed.status, &completed.body["twoFactorEnabled"]), (200, &json!(true)));
    assert_eq!(admin.get("/api/user").await.body["twoFactorEnabled"], true);
    assert_eq!(elsewhere.get("/api/user").await.code(), "session_ended", "other sessions end");
    let again = admin.post("/api/user/2fa/enable", json!({})).await;
    assert_eq!(failure(&again), (409, "already_enabled", Some(false)));
    let again = admin.post("/api/user/2fa/complete", json!({ "token": "123456" })).await;
    assert_eq!(failure(&again), (409, "already_enabled", Some(false)));

    // The code of `complete` is spent; the next one signs in.
    let ticket = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let body = json!({ "username": "administrator", "token": token });
    let spent = post(&site, "/api/user/2fa/verify-totp", &ticket, body).await;
    assert_eq!(failure(&spent), (401, "invalid_code", Some(false)));
    let next = code(&site, &second.text("setupCode"), 1);
    let body = json!({ "username": "Administrator", "token": next });
    let opened = post(&site, "/api/user/2fa/verify-totp", &ticket, body.clone()).await;
    assert_eq!((opened.status, opened.body["success"].as_bool()), (200, Some(true)), "{}", opened.body);
    assert_eq!(opened.body["user"]["username"], "administrator");
    assert!(!opened.header("session-ends").is_empty());
    let session = cookie(&opened, "facility_session").unwrap();
    assert_eq!(cookie(&opened, "facility_pending").unwrap(), "facility_pending=", "the ticket is gone");
    let signed_in = Caller { site: &site, cookie: Some(session) };
    assert_eq!(signed_in.get("/api/user").await.status, 200);
    let used_up = post(&site, "/api/user/2fa/verify-totp", &ticket, body).await;
    assert_eq!(failure(&used_up), (401, "sign_in_expired", Some(false)));

    // No secret or code is in the log or in the database.
    let log = admin.get("/api/admin/audit-logs").await.body.to_string();
    let fixed = second.text("staticCode");
    for secret in [secret_of(&second.text("setupCode")).to_owned(), fixed.clone(), fixed.replace('-', "")] {
        assert!(!log.contains(&secret));
        let stored = format!(
            "SELECT (SELECT count(*) FROM second_factors WHERE secret LIKE '%{secret}%')
             + (SELECT count(*) FROM second_factor_codes WHERE code_hash LIKE '%{secret}%') AS n"
        );
        assert_eq!(site.count(&stored).await, 0);
    }
    for (action, times) in
        [("two_factor_setup_started", 2), ("two_factor_enabled", 1), ("two_factor_failed", 1), ("two_factor_asked", 1)]
    {
        assert_eq!(site.audited(action).await, times, "{action}");
    }
}

async fn codes_of_every_kind_open_a_session(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let codes = protect(&admin).await;
    let backup = codes["backupCodes"][3].as_str().unwrap();
    let fixed = codes["staticCode"].as_str().unwrap();
    let secret = codes["setupCode"].as_str().unwrap();
    for (token, method) in [
        (code(&site, secret, 1), "app"),
        (backup.to_lowercase().replace('-', " "), "backup"),
        (fixed.to_lowercase(), "static"),
        (fixed.to_owned(), "static"),
    ] {
        let ticket = ticket(&site, "administrator", ADMIN_PASSWORD).await;
        // A code is accepted only with its own method.
        for other in ["app", "backup", "static"].into_iter().filter(|other| *other != method) {
            let wrong = verify(&site, &ticket, "administrator", &token, other).await;
            assert_eq!(failure(&wrong), (401, "invalid_code", Some(false)), "{method} as {other}");
        }
        let opened = verify(&site, &ticket, "administrator", &token, method).await;
        let expected = json!({ "success": true, "message": "Two-factor authentication successful" });
        assert_eq!((opened.status, &opened.body), (200, &expected));
        assert!(cookie(&opened, "facility_session").is_some());
    }
    let ticket = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let spent = verify(&site, &ticket, "administrator", backup, "backup").await;
    assert_eq!(failure(&spent), (401, "invalid_code", Some(false)), "a backup code works once");
    for body in [json!({ "username": "administrator", "token": "1", "method": "sms" }), json!({ "token": 5 })] {
        let refused = post(&site, "/api/verify-2fa", &ticket, body).await;
        assert_eq!((refused.status, refused.body["success"].as_bool()), (400, Some(false)), "{}", refused.body);
    }
    let empty = verify(&site, &ticket, "administrator", "  ", "app").await;
    assert_eq!(failure(&empty), (400, "validation_failed", Some(false)));

    // Each use of the static code is an alert, and so is a wrong one.
    assert_eq!(site.audited("static_code_used").await, 2);
    let alerts = admin.get("/api/admin/security-alerts").await;
    let used = alerts.body.as_array().unwrap().iter().filter(|alert| alert["cause"] == "static_code_used");
    let used: Vec<_> = used.collect();
    assert_eq!(used.len(), 2, "{}", alerts.body);
    for alert in used {
        assert_eq!((&alert["suspiciousAttempts"], &alert["severity"]), (&json!(0), &json!("high")));
        assert_eq!(alert["message"], "administrator signed in with the static code");
    }
    let suspicious =
        "SELECT count(*) AS n FROM login_attempts WHERE is_suspicious AND failure_reason = 'wrong_static_code'";
    assert_eq!(site.count(suspicious).await, 2);
    assert_eq!(site.count("SELECT count(*) AS n FROM sessions WHERE method = 'static_code'").await, 2);
}

async fn a_password_without_a_code_opens_no_session(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let codes = protect(&admin).await;
    let right = codes["backupCodes"][0].as_str().unwrap();
    // Known and unknown names get the same response, without a ticket and with the ticket of another account.
    let user = site.user(&admin, "bystander", 3).await;
    protect(&user).await;
    let theirs = ticket(&site, "bystander", PASSWORD).await;
    let mut answers = Vec::new();
    for name in ["administrator", "nobody-of-that-name"] {
        for cookies in ["", "facility_pending=", "facility_pending=guess"] {
            let refused = verify(&site, cookies, name, right, "backup").await;
            assert_eq!(failure(&refused), (401, "sign_in_expired", Some(false)));
            answers.push(refused.bytes);
        }
        let refused = verify(&site, &theirs, name, right, "backup").await;
        assert_eq!(failure(&refused), (401, "invalid_code", Some(false)));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    // Attempts without a ticket share a row, whatever the name.
    let unchecked = "SELECT count(*) AS n FROM login_attempts WHERE failure_reason = 'sign_in_expired'";
    assert_eq!(site.count(unchecked).await, 1);
    let guess = json!({ "username": "administrator", "password": "no-no-no" });
    assert_eq!(site.anonymous().post("/api/login", guess).await.code(), "invalid_credentials");
    // A ticket is not a session, and whatever ends sessions also ends tickets.
    let ticket = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let as_session = ticket.replace("facility_pending", "facility_session");
    let read = site.anonymous().send(Method::GET, "/api/user", &[("cookie", &as_session)], None).await;
    assert_eq!(read.code(), "session_ended");
    assert!(site.facility(&["admin", "reset-password", "administrator"]).status.success());
    let refused = verify(&site, &ticket, "administrator", right, "backup").await;
    assert_eq!(failure(&refused), (401, "sign_in_expired", Some(false)));
}

async fn turning_the_second_factor_off_requires_password_and_code(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let codes = protect(&admin).await;
    let disable = |body: Value| {
        let admin = admin.clone();
        async move { admin.post("/api/user/2fa/disable", body).await }
    };
    let right = codes["backupCodes"][0].as_str().unwrap();
    for (body, expected) in [
        (json!({ "password": ADMIN_PASSWORD }), (400, "validation_failed", Some(false))),
        (json!({ "password": "", "token": right }), (400, "validation_failed", Some(false))),
        (json!({ "password": "wrong-guess", "token": right }), (401, "invalid_credentials", Some(false))),
        (json!({ "password": ADMIN_PASSWORD, "token": "123456" }), (401, "invalid_code", Some(false))),
        (json!({ "password": ADMIN_PASSWORD, "token": codes["staticCode"] }), (401, "invalid_code", Some(false))),
    ] {
        assert_eq!(failure(&disable(body.clone()).await), expected, "{body}");
    }
    let waiting = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let off = disable(json!({ "password": ADMIN_PASSWORD, "token": right })).await;
    assert_eq!((off.status, &off.body["twoFactorEnabled"]), (200, &json!(false)));
    assert_eq!(admin.get("/api/user").await.status, 200, "this session stays");
    let late = verify(&site, &waiting, "administrator", codes["staticCode"].as_str().unwrap(), "static").await;
    assert_eq!(late.code(), "sign_in_expired");
    assert_eq!(site.count("SELECT count(*) AS n FROM second_factor_codes").await, 0, "no code is left");
    assert_eq!(site.count("SELECT count(*) AS n FROM second_factors WHERE secret IS NOT NULL").await, 0);
    site.administrator().await;
    // While it is off, the password is enough, and a setup in progress is discarded.
    assert_eq!(admin.post("/api/user/2fa/enable", json!({})).await.status, 200);
    assert_eq!(disable(json!({ "password": ADMIN_PASSWORD })).await.status, 200);
    assert_eq!(admin.post("/api/user/2fa/complete", json!({ "token": "123456" })).await.code(), "no_setup");

    // Wrong passwords count as well, so that a stolen session cannot guess.
    let user = site.user(&admin, "guessed", 3).await;
    for _ in 0..20 {
        let wrong = user.post("/api/user/2fa/disable", json!({ "password": "wrong-guess" })).await;
        assert_eq!(wrong.code(), "invalid_credentials");
    }
    let locked = user.post("/api/user/2fa/disable", json!({ "password": PASSWORD })).await;
    assert_eq!(failure(&locked), (423, "account_locked", Some(false)));
    let low = site.user(&admin, "lowly", 2).await;
    let refused = low.post("/api/user/2fa/enable", json!({})).await;
    assert_eq!(failure(&refused), (403, "insufficient_clearance", Some(false)));
    assert_eq!(refused.body["requiredClearance"], 3);
}

async fn the_requirement_applies_at_sign_in_and_never_locks_everybody_out(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "bare", 3).await;
    let low = site.user(&admin, "lowly", 2).await;
    let require = |required: bool| {
        let admin = admin.clone();
        async move { admin.patch("/api/admin/site-settings", json!({ "twoFactorRequired": required })).await }
    };
    assert_eq!(require(true).await.refusal(), (409, "no_second_factor"));
    let codes = protect(&admin).await;
    assert_eq!(require(true).await.status, 200);
    assert_eq!(user.get("/api/user").await.status, 200, "no session ends");
    let login = |name: &'static str| {
        let caller = site.anonymous();
        async move { caller.post("/api/login", json!({ "username": name, "password": PASSWORD })).await }
    };
    let missing = login("bare").await;
    assert_eq!((missing.status, &missing.body), (200, &json!({ "requiresTwoFactorSetup": true, "clearanceLevel": 3 })));
    assert_eq!(missing.header("set-cookie"), "");
    assert_eq!(user.get("/api/user").await.body["failedLoginAttempts"], 0, "the password was correct");
    assert_eq!(site.audited("login_failed").await, 1);
    assert_eq!(login("lowly").await.status, 200);
    drop(low);

    // The last administrator who has one cannot turn it off; with a second one, they can.
    let off = json!({ "password": ADMIN_PASSWORD, "token": codes["backupCodes"][0] });
    let refused = admin.post("/api/user/2fa/disable", off.clone()).await;
    assert_eq!(failure(&refused), (409, "last_second_factor", Some(false)));
    assert_eq!(admin.get("/api/user").await.body["twoFactorEnabled"], true);
    let id = user.get("/api/user").await.text("id");
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/make-admin"), json!({})).await.status, 200);
    protect(&user).await;
    assert_eq!(admin.post("/api/user/2fa/disable", off).await.status, 200, "the code was not spent by the refusal");
    assert!(site.facility(&["admin", "site", "--two-factor-optional"]).status.success());
    assert_eq!(site.audited("two_factor_optional").await, 1);
}

async fn the_operator_resets_a_second_factor(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    protect(&admin).await;
    let waiting = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    assert!(site.facility(&["admin", "reset-two-factor", "administrator"]).status.success());
    assert_eq!(admin.get("/api/user").await.code(), "session_ended");
    assert_eq!(verify(&site, &waiting, "administrator", "123456", "app").await.code(), "sign_in_expired");
    let admin = site.administrator().await;
    assert_eq!(admin.get("/api/user").await.body["twoFactorEnabled"], false);
    assert_eq!(site.count("SELECT count(*) AS n FROM second_factor_codes").await, 0);
    assert_eq!(site.audited("two_factor_reset").await, 1);
    // A deleted account leaves no secret and no code.
    let user = site.user(&admin, "gone", 3).await;
    protect(&user).await;
    let id = user.get("/api/user").await.text("id");
    assert_eq!(admin.delete(&format!("/api/admin/users/{id}")).await.status, 204);
    let left = "SELECT (SELECT count(*) FROM second_factor_codes)
        + (SELECT count(*) FROM second_factors WHERE secret IS NOT NULL OR pending_secret IS NOT NULL) AS n";
    assert_eq!(site.count(left).await, 0);
}

async fn known_browsers_stay_known(database: TestDatabase) {
    let site = Site::start(database).await;
    let codes = protect(&site.administrator().await).await;
    let right = |n: usize| codes["backupCodes"][n].as_str().unwrap().to_owned();
    let ticket_of = |cookies: String| {
        let site = &site;
        async move {
            let body = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
            let asked = post(site, "/api/login", &cookies, body).await;
            assert!(cookie(&asked, "facility_device").is_none(), "only a session makes a browser known");
            cookie(&asked, "facility_pending").unwrap()
        }
    };
    let first = ticket_of(String::new()).await;
    let opened = verify(&site, &first, "administrator", &right(0), "backup").await;
    let device = cookie(&opened, "facility_device").unwrap();
    let old = cookie(&opened, "facility_session").unwrap();
    // The browser keeps its cookie, and its earlier session ends.
    let second = ticket_of(format!("{device}; {old}")).await;
    let cookies = format!("{second}; {device}; {old}");
    let opened = verify(&site, &cookies, "administrator", &right(1), "backup").await;
    assert_eq!(cookie(&opened, "facility_device").unwrap(), device);
    let gone = Caller { site: &site, cookie: Some(old) };
    assert_eq!(gone.get("/api/user").await.code(), "session_ended");
    // A cookie that no account knows is replaced.
    let third = ticket_of(String::new()).await;
    let opened =
        verify(&site, &format!("{third}; facility_device=invented"), "administrator", &right(2), "backup").await;
    assert_ne!(cookie(&opened, "facility_device").unwrap(), "facility_device=invented");
}
