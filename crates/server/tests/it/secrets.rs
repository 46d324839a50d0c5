//! Codes and keys that were shown once do not appear in later exports and backups. Responses, the log and the database
//! are searched in every test.

use crate::factor::protect;
use crate::harness::{Site, on_each_database};
use crate::transfer::members;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use serde_json::json;

on_each_database!(no_archive_contains_a_code_or_a_key, the_search_finds_a_secret_in_an_archive);

async fn no_archive_contains_a_code_or_a_key(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    protect(&admin).await;
    let user = site.user(&admin, "mercer", 3).await;
    protect(&user).await;
    site.user(&admin, "bare", 3).await;
    let issued = admin.post("/api/admin/sync-user-codes", json!({ "targetUsername": "bare" })).await;
    assert_eq!(issued.status, 200, "{}", issued.body);
    let id = user.get("/api/user").await.text("id");
    let reset = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
    assert_eq!(reset.status, 200, "{}", reset.body);
    // The search of a response unpacks the archive.
    for (caller, path) in [(&admin, "/api/admin/export"), (&user, "/api/user/export")] {
        let export = caller.get(path).await;
        assert_eq!(export.status, 200, "{path}");
        assert!(members(&export.bytes).contains_key("manifest.json"), "{path}");
    }
    let folder = site.database.folder();
    let path = |name: &str| folder.join(name).display().to_string();
    let (whole, backup) = (path("whole.tar.zst"), path("one.backup"));
    let exported = site.facility(&["export", &whole, "--with-credentials"]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    assert!(members(&std::fs::read(&whole).unwrap())["users.jsonl"].contains("argon2"));
    if matches!(site.database.target(), Target::Sqlite(_)) {
        let made = site.facility(&["backup", &backup]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        assert!(std::fs::metadata(&backup).unwrap().len() > 1000);
    }
}

async fn the_search_finds_a_secret_in_an_archive(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let title = "hollow-brass-lantern";
    admin.submit(title, "OTHER").await;
    // Treat the title as a code: it occurs in the archive, but only compressed.
    site.planted.learn(&json!({ "resetCode": title }));
    let path = site.database.folder().join("whole.tar.zst").display().to_string();
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| site.facility(&["export", &path])));
    let message = *found.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains(&format!("{path} contains {title}")), "{message}");
    site.planted.forget(title);
}
