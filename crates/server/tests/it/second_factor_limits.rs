//! Limits for wrong codes of the second factor, and resets of the second factor.

use crate::factor::{cookie, post, protect, ticket, verify};
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use crate::second_factor::failure;
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    a_sign_in_ends_after_five_wrong_codes_or_five_minutes,
    twenty_wrong_codes_lock_the_second_factor_for_the_day,
    others_do_not_lock_the_owners_browser_out,
    signing_out_ends_a_pending_sign_in,
    an_administrator_resets_a_lost_second_factor,
    the_last_administrator_with_a_second_factor_keeps_it,
);

async fn a_sign_in_ends_after_five_wrong_codes_or_five_minutes(database: TestDatabase) {
    let site = Site::start(database).await;
    let codes = protect(&site.administrator().await).await;
    let right = |n: usize| codes["backupCodes"][n].as_str().unwrap().to_owned();
    let first = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    for n in 0..5 {
        let wrong = verify(&site, &first, "administrator", "AAAA-BBBB", "backup").await;
        assert_eq!(failure(&wrong), (401, "invalid_code", Some(false)), "{n}");
        assert_eq!(wrong.body["triesLeft"], 4 - n);
    }
    let late = verify(&site, &first, "administrator", &right(0), "backup").await;
    assert_eq!(failure(&late), (401, "sign_in_expired", Some(false)), "the right code comes too late");
    // Another sign-in has its own attempts, which a wrong name uses up, too.
    let second = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let other_name = verify(&site, &second, "administrator2", &right(0), "backup").await;
    assert_eq!(failure(&other_name), (401, "invalid_code", Some(false)));
    assert_eq!(verify(&site, &second, "administrator", &right(0), "backup").await.status, 200);

    let third = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    site.set_clock(Duration::from_secs(299));
    assert_eq!(verify(&site, &third, "administrator", "x", "backup").await.code(), "invalid_code");
    site.set_clock(Duration::from_secs(301));
    let late = verify(&site, &third, "administrator", &right(1), "backup").await;
    assert_eq!(failure(&late), (401, "sign_in_expired", Some(false)));
}

async fn twenty_wrong_codes_lock_the_second_factor_for_the_day(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "guarded", 3).await;
    let id = user.get("/api/user").await.text("id");
    let codes = protect(&user).await;
    let right = |n: usize| codes["backupCodes"][n].as_str().unwrap().to_owned();
    for n in 0..20 {
        let ticket = ticket(&site, "guarded", PASSWORD).await;
        let wrong = verify(&site, &ticket, "guarded", "000000", "app").await;
        assert_eq!(failure(&wrong), (401, "invalid_code", Some(false)), "{n}");
        assert_eq!(site.audited("two_factor_locked").await, i64::from(n == 19), "{n}");
    }
    let last = ticket(&site, "guarded", PASSWORD).await;
    let locked = verify(&site, &last, "guarded", &right(0), "backup").await;
    assert_eq!(failure(&locked), (423, "account_locked", Some(false)), "also for the right code");
    assert!(locked.header("retry-after").parse::<u64>().unwrap() > 23 * 3600);
    // The lock applies to this account only, and ends by an administrator or the next day.
    assert_eq!(admin.get("/api/user").await.status, 200);
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/unlock"), json!({})).await.status, 200);
    assert_eq!(verify(&site, &last, "guarded", &right(0), "backup").await.status, 200);
    let times = vec![site.now().as_micros().to_string(); 20].join(" ");
    site.execute(format!(
        "INSERT INTO lockouts (key, failures, window_started_at, locks, last_failed_at, day_failures)
         VALUES ('codes:{id}', 0, 0, 0, 0, '{times}')"
    ))
    .await;
    let last = ticket(&site, "guarded", PASSWORD).await;
    assert_eq!(verify(&site, &last, "guarded", &right(1), "backup").await.status, 423);
    site.set_clock(Duration::from_hours(25));
    let next_day = ticket(&site, "guarded", PASSWORD).await;
    assert_eq!(verify(&site, &next_day, "guarded", &right(1), "backup").await.status, 200);
}

async fn others_do_not_lock_the_owners_browser_out(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "guarded", 3).await;
    let codes = protect(&user).await;
    let right = |n: usize| codes["backupCodes"][n].as_str().unwrap().to_owned();
    let first = ticket(&site, "guarded", PASSWORD).await;
    let opened = verify(&site, &first, "guarded", &right(0), "backup").await;
    let own = cookie(&opened, "facility_device").unwrap();
    // An attacker has the password and uses another browser.
    for _ in 0..20 {
        let theirs = ticket(&site, "guarded", PASSWORD).await;
        assert_eq!(verify(&site, &theirs, "guarded", "000000", "app").await.code(), "invalid_code");
    }
    let theirs = ticket(&site, "guarded", PASSWORD).await;
    assert_eq!(verify(&site, &theirs, "guarded", &right(1), "backup").await.code(), "account_locked");
    let body = json!({ "username": "guarded", "password": PASSWORD });
    let asked = post(&site, "/api/login", &own, body.clone()).await;
    assert_eq!(asked.body["triesLeft"], 5, "{}", asked.body);
    assert_eq!(asked.body["methods"], json!(["app", "backup", "static"]));
    let cookies = format!("{}; {own}", cookie(&asked, "facility_pending").unwrap());
    let opened = verify(&site, &cookies, "guarded", &right(1), "backup").await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    // The attempts of the known browser are limited, too.
    for n in 0..10 {
        let asked = post(&site, "/api/login", &own, body.clone()).await;
        let cookies = format!("{}; {own}", cookie(&asked, "facility_pending").unwrap());
        let wrong = verify(&site, &cookies, "guarded", "000000", "app").await;
        assert_eq!((wrong.code(), &wrong.body["triesLeft"]), ("invalid_code", &json!((9 - n).min(4))));
    }
    let asked = post(&site, "/api/login", &own, body).await;
    assert_eq!(asked.body["triesLeft"], 0);
    let cookies = format!("{}; {own}", cookie(&asked, "facility_pending").unwrap());
    assert_eq!(verify(&site, &cookies, "guarded", &right(2), "backup").await.code(), "account_locked");
}

async fn signing_out_ends_a_pending_sign_in(database: TestDatabase) {
    let site = Site::start(database).await;
    let codes = protect(&site.administrator().await).await;
    let waiting = ticket(&site, "administrator", ADMIN_PASSWORD).await;
    let left = post(&site, "/api/logout", &waiting, json!({})).await;
    assert_eq!((left.status, cookie(&left, "facility_pending").as_deref()), (204, Some("facility_pending=")));
    let right = codes["backupCodes"][0].as_str().unwrap();
    let late = verify(&site, &waiting, "administrator", right, "backup").await;
    assert_eq!(failure(&late), (401, "sign_in_expired", Some(false)));
}

async fn an_administrator_resets_a_lost_second_factor(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "phoneless", 3).await;
    let id = user.get("/api/user").await.text("id");
    let path = format!("/api/admin/users/{id}/reset-2fa");
    assert_eq!(admin.post(&path, json!({})).await.refusal(), (409, "not_enabled"));
    protect(&user).await;
    assert_eq!(user.post(&path, json!({})).await.status, 403);
    let waiting = ticket(&site, "phoneless", PASSWORD).await;
    let taken = admin.post(&path, json!({})).await;
    assert_eq!((taken.status, &taken.body["twoFactorEnabled"]), (200, &json!(false)), "{}", taken.body);
    assert_eq!(user.get("/api/user").await.code(), "session_ended");
    assert_eq!(verify(&site, &waiting, "phoneless", "000000", "app").await.code(), "sign_in_expired");
    assert_eq!(site.count("SELECT count(*) AS n FROM second_factor_codes").await, 0);
    assert_eq!(site.audited("two_factor_reset").await, 1);
    site.sign_in("phoneless", PASSWORD).await;
    let own = admin.get("/api/user").await.text("id");
    let refused = admin.post(&format!("/api/admin/users/{own}/reset-2fa"), json!({})).await;
    assert_eq!(refused.refusal(), (403, "self_forbidden"));
}

async fn the_last_administrator_with_a_second_factor_keeps_it(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    protect(&admin).await;
    let second = site.admin_of(&admin, "second", 5).await;
    let own = admin.get("/api/user").await.text("id");
    let required = json!({ "twoFactorRequired": true });
    let switched = admin.patch("/api/admin/site-settings", required).await;
    assert_eq!(switched.status, 200, "{}", switched.body);
    for (what, refused) in [
        ("remove-admin", second.patch(&format!("/api/admin/users/{own}/remove-admin"), json!({})).await),
        ("delete", second.delete(&format!("/api/admin/users/{own}")).await),
        ("reset-2fa", second.post(&format!("/api/admin/users/{own}/reset-2fa"), json!({})).await),
    ] {
        assert_eq!(refused.refusal(), (409, "last_second_factor"), "{what}");
    }
    protect(&second).await;
    let removed = second.patch(&format!("/api/admin/users/{own}/remove-admin"), json!({})).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
}
