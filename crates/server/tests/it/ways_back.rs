//! Every procedure to regain access in `docs/OPERATIONS.md` ("When someone is locked out" and "Keys"), from the loss to
//! the sign-in.

use crate::caller::Caller;
use crate::factor::{cookie, protect, ticket, verify};
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};

on_each_database!(
    an_administrator_without_phone_and_password_regains_access_by_the_console,
    an_administrator_without_phone_regains_access_by_the_emergency_key,
    an_administrator_without_phone_regains_access_by_the_master_key,
    a_site_without_an_administrator_gets_one_by_the_console,
);

/// Runs a command of the operator and returns the last word of its output: a password or a key.
fn operator(site: &Site, arguments: &[&str]) -> String {
    let output = site.facility(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    text.rsplit(' ').next().unwrap_or_default().to_owned()
}

async fn require_two_factor(admin: &Caller<'_>) {
    let required = admin.patch("/api/admin/site-settings", json!({ "twoFactorRequired": true })).await;
    assert_eq!(required.status, 200, "{}", required.body);
}

/// Starts a site that is locked and requires a second factor, whose only administrator has lost theirs.
async fn locked_out_site(database: TestDatabase) -> Site {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    protect(&admin).await;
    require_two_factor(&admin).await;
    site.lock(true).await;
    site
}

/// Signs in with an issued code and shows that the caller is an administrator.
async fn sign_in_by_code<'a>(site: &'a Site, password: &str, codes: &Value) -> Caller<'a> {
    let waiting = ticket(site, "administrator", password).await;
    let code = codes["backupCodes"][0].as_str().unwrap();
    let opened = verify(site, &waiting, "administrator", code, "backup").await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let admin = Caller { site, cookie: cookie(&opened, "facility_session") };
    assert_eq!(admin.get("/api/admin/users").await.status, 200);
    admin
}

async fn an_administrator_without_phone_and_password_regains_access_by_the_console(database: TestDatabase) {
    let site = locked_out_site(database).await;
    operator(&site, &["admin", "site", "--two-factor-optional"]);
    operator(&site, &["admin", "reset-2fa", "administrator"]);
    let password = operator(&site, &["admin", "reset-password", "administrator"]);
    let admin = site.sign_in("administrator", &password).await;
    protect(&admin).await;
    require_two_factor(&admin).await;
    operator(&site, &["admin", "site", "--unlock"]);
}

async fn an_administrator_without_phone_regains_access_by_the_emergency_key(database: TestDatabase) {
    let site = locked_out_site(database).await;
    // The emergency key is lost as well.
    let key = operator(&site, &["admin", "rotate-key", "emergency", "--force"]);
    let opened = site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let emergency = Caller { site: &site, cookie: cookie(&opened, "facility_session") };
    let codes = emergency.post("/api/admin/sync-user-codes", json!({ "targetUsername": "administrator" })).await;
    assert_eq!(codes.status, 200, "{}", codes.body);
    sign_in_by_code(&site, ADMIN_PASSWORD, &codes.body).await;
    let left = emergency.post("/api/logout", json!({})).await;
    assert_eq!(left.status, 204);
    let next = operator(&site, &["admin", "rotate-key", "emergency"]);
    let used = site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
    assert_eq!(used.code(), "invalid_key");
    assert_ne!(next, key);
}

async fn an_administrator_without_phone_regains_access_by_the_master_key(database: TestDatabase) {
    let site = locked_out_site(database).await;
    // The master key is lost as well.
    let key = operator(&site, &["admin", "rotate-key", "master", "--force"]);
    let body = json!({ "username": "administrator", "masterKey": key });
    let codes = site.anonymous().post("/api/emergency-sync/codes", body).await;
    assert_eq!(codes.status, 200, "{}", codes.body);
    sign_in_by_code(&site, ADMIN_PASSWORD, &codes.body).await;
}

async fn a_site_without_an_administrator_gets_one_by_the_console(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "reader", 1).await;
    // The product never removes the last administrator, but a restored database may have none.
    site.execute("UPDATE users SET is_admin = FALSE WHERE username = 'administrator'".to_owned()).await;
    assert_eq!(site.administrator().await.get("/api/admin/users").await.status, 403);
    let password = operator(&site, &["admin", "create", "warden"]);
    let warden = site.sign_in("warden", &password).await;
    assert_eq!(warden.get("/api/admin/users").await.status, 200);
    // The new administrator restores the rights of the other one, and resets a lost password.
    let users = warden.get("/api/admin/users").await.body;
    let id = users.as_array().unwrap().iter().find(|user| user["username"] == "reader").unwrap()["id"].clone();
    let reset = format!("/api/admin/users/{}/reset-password", id.as_str().unwrap());
    let code = warden.post(&reset, json!({})).await.text("resetCode");
    let body = json!({ "username": "reader", "resetCode": code, "newPassword": "copper-estuary-61" });
    assert_eq!(site.anonymous().post("/api/password-reset", body).await.status, 204);
    site.sign_in("reader", "copper-estuary-61").await;
    let refused = json!({ "username": "reader", "password": PASSWORD });
    assert_eq!(site.anonymous().post("/api/login", refused).await.code(), "invalid_credentials");
}
