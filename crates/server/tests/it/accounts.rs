//! Accounts: requested rights, removed rights, deleted accounts, lockout, settings.

use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::json;

on_each_database!(
    rights_are_granted_and_removed,
    a_name_is_locked_after_wrong_passwords,
    users_change_their_own_settings,
    invalid_registrations_are_refused_and_registrations_are_limited,
    the_operator_restores_access,
);

async fn rights_are_granted_and_removed(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let own_id = admin.get("/api/user").await.text("id");

    // The administrator request is removed before the account is approved, and granted afterwards.
    let id = site.register("claimant", "command").await;
    let of = |what: &str| format!("/api/admin/users/{id}{what}");
    let level = json!({ "clearanceLevel": 4, "accessKey": "command" });
    assert_eq!(admin.patch(&of("/approve"), level.clone()).await.code(), "admin_claim");
    assert_eq!(admin.patch(&of("/make-admin"), json!({})).await.code(), "not_approved");
    assert_eq!(admin.patch(&of("/remove-admin"), json!({})).await.body["isAdmin"], false);
    assert_eq!(admin.patch(&of("/approve"), level).await.body["isAdmin"], false);
    let claimant = site.sign_in("claimant", PASSWORD).await;
    assert_eq!(claimant.get("/api/admin/users").await.code(), "admin_only");
    assert_eq!(admin.patch(&of("/make-admin"), json!({})).await.body["isAdmin"], true);
    assert_eq!(claimant.get("/api/admin/users").await.status, 200, "the right applies to the next request");

    // Administrators cannot grant more than their own level, and cannot change their own account this way.
    let higher = json!({ "clearanceLevel": 5, "accessKey": "command" });
    let refused = claimant.patch(&of("/update-clearance"), higher).await;
    assert_eq!(refused.refusal(), (403, "insufficient_clearance"));
    assert_eq!(
        admin.patch(&format!("/api/admin/users/{own_id}/remove-admin"), json!({})).await.code(),
        "self_forbidden"
    );
    assert_eq!(admin.delete(&format!("/api/admin/users/{own_id}")).await.code(), "self_forbidden");
    assert_eq!(admin.delete("/api/admin/users/emergency-access").await.code(), "protected_account");

    // Removing rights ends the sessions that used them.
    assert_eq!(admin.patch(&of("/remove-admin"), json!({})).await.status, 200);
    assert_eq!(claimant.get("/api/user").await.code(), "session_ended");
    let claimant = site.sign_in("claimant", PASSWORD).await;
    let lower = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    assert_eq!(admin.patch(&of("/update-clearance"), lower).await.body["clearanceLevel"], 1);
    assert_eq!(claimant.get("/api/user").await.status, 401);

    // A deleted account cannot sign in, is not listed, and keeps its name.
    let claimant = site.sign_in("claimant", PASSWORD).await;
    assert_eq!(admin.delete(&of("")).await.status, 204);
    assert_eq!(claimant.get("/api/user").await.status, 401);
    assert_eq!(admin.delete(&of("")).await.code(), "not_found");
    assert!(!admin.get("/api/admin/users").await.each("username").contains(&"claimant".to_owned()));
    let again = json!({ "username": "Claimant", "password": PASSWORD, "accessKey": "subject" });
    assert_eq!(site.anonymous().post("/api/register", again).await.code(), "username_taken");
    let body = json!({ "username": "claimant", "password": PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", body).await.code(), "invalid_credentials");

    // Signing out ends the session on the server.
    let user = site.user(&admin, "somebody", 1).await;
    let left = user.post("/api/logout", json!({})).await;
    assert_eq!((left.status, left.header("set-cookie").contains("Max-Age=0")), (204, true));
    assert_eq!(user.get("/api/user").await.status, 401);
    assert_eq!(user.post("/api/logout", json!({})).await.status, 204);
}

async fn a_name_is_locked_after_wrong_passwords(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "target", 1).await;
    let guess = |name: &str, password: &str| {
        let body = json!({ "username": name, "password": password });
        let caller = site.anonymous();
        async move { caller.post("/api/login", body).await }
    };
    for name in ["target", "nobody-of-that-name"] {
        let mut answers = Vec::new();
        for _ in 0..8 {
            let answer = guess(name, "wrong-guess").await;
            answers.push((answer.status, answer.code().to_owned(), !answer.header("retry-after").is_empty()));
        }
        let wrong = (401, "invalid_credentials".to_owned(), false);
        let locked = (423, "account_locked".to_owned(), true);
        let expected: Vec<_> = std::iter::repeat_n(wrong, 5).chain(std::iter::repeat_n(locked, 3)).collect();
        assert_eq!(answers, expected, "{name}");
    }
    assert_eq!(guess("target", PASSWORD).await.status, 423, "the correct password does not lift a lockout");
    let id = user.get("/api/user").await.text("id");
    assert_eq!(admin.patch(&format!("/api/admin/users/{id}/unlock"), json!({})).await.status, 200);
    assert_eq!(guess("target", PASSWORD).await.status, 200);
}

async fn users_change_their_own_settings(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    let path = "/api/user/settings";
    let all = json!({ "theme": "amber-crt", "sessionTimeout": 60, "email": "a@example.org", "phone": "+49 30 1" });
    let changed = user.patch(path, all).await;
    assert_eq!(
        (changed.status, changed.text("theme").as_str(), changed.body["sessionTimeout"].as_i64()),
        (200, "amber-crt", Some(60))
    );
    let cleared = user.patch(path, json!({ "email": null })).await;
    assert!(cleared.body["email"].is_null() && cleared.body["phone"] == "+49 30 1");
    for (member, value) in
        [("theme", json!("pink")), ("sessionTimeout", json!(31)), ("email", json!("x")), ("theme", json!(5))]
    {
        let refused = user.patch(path, json!({ member: value })).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"));
        assert_eq!(refused.body["fields"][0]["field"], member);
    }
    let refused = user.patch(path, json!({ "isAdmin": true })).await;
    assert_eq!(
        (refused.status, refused.code(), refused.body["fields"][0]["field"].as_str()),
        (400, "unknown_field", Some("isAdmin"))
    );
    assert_eq!(user.get("/api/user").await.body["theme"], "amber-crt");
}

async fn invalid_registrations_are_refused_and_registrations_are_limited(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let register = |body| {
        let caller = site.anonymous();
        async move { caller.post("/api/register", body).await }
    };
    let refused = register(json!({ "username": "a b", "password": "short", "accessKey": "none" })).await;
    let fields: Vec<&str> =
        refused.body["fields"].as_array().unwrap().iter().map(|f| f["field"].as_str().unwrap()).collect();
    assert_eq!((refused.status, fields), (400, vec!["username", "password", "accessKey"]));
    for name in ["emergency-access", "Administrator", "ROOT"] {
        let refused = register(json!({ "username": name, "password": PASSWORD, "accessKey": "subject" })).await;
        assert_eq!(refused.status, 400, "{name}");
    }
    let mut last = 0;
    for n in 0..61 {
        let body = json!({ "username": format!("x{n}"), "password": "no", "accessKey": "subject" });
        last = register(body).await.status;
    }
    assert_eq!(last, 429, "an address may try 60 names in ten minutes");
}

async fn the_operator_restores_access(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let shown = |arguments: &[&str]| {
        let output = site.facility(arguments);
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        text.rsplit(' ').next().unwrap().to_owned()
    };
    let password = shown(&["admin", "reset-password", "administrator"]);
    assert_eq!(admin.get("/api/user").await.status, 401);
    let body = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", body).await.status, 401);
    site.sign_in("administrator", &password).await;
    let password = shown(&["admin", "create", "warden"]);
    let warden = site.sign_in("warden", &password).await;
    assert_eq!(warden.get("/api/admin/users").await.status, 200);
    shown(&["admin", "unlock", "warden"]);
    shown(&["admin", "reset-2fa", "warden"]);
    assert!(shown(&["admin", "rotate-key", "emergency"]).len() >= 16);
    assert!(!site.facility(&["admin", "unlock", "nobody"]).status.success());
    assert_eq!((site.audited("password_reset").await, site.audited("key_rotated").await), (1, 1));
}
