//! Moving an installation to another database, by the steps in `docs/OPERATIONS.md`.

use crate::harness::{PASSWORD, Site, on_each_database};
use crate::transfer::output;
use diesel::connection::SimpleConnection as _;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;

on_each_database![
    an_import_into_an_empty_database_moves_the_anchors_of_the_earlier_one_aside,
    import_counts_the_passwords_that_need_another_secret_key,
];

async fn an_import_into_an_empty_database_moves_the_anchors_of_the_earlier_one_aside(target: TestDatabase) {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    site.user(&site.administrator().await, "reader", 2).await;
    let folder = site.database.folder().to_owned();
    let path = folder.join("whole.tar.zst").display().to_string();
    assert!(site.facility(&["export", "--with-credentials", &path]).status.success());
    site.terminate();
    let anchors = std::fs::read(folder.join("data/audit-anchors.ndjson")).unwrap();
    let url = match target.target() {
        Target::Sqlite(path) => format!("sqlite:{path}"),
        Target::Postgres(url) => url.clone(),
    };
    site.settings.push(("DATABASE_URL", url));

    let damaged = folder.join("damaged.tar.zst");
    std::fs::write(&damaged, "nothing").unwrap();
    assert!(!site.facility(&["import", &damaged.display().to_string()]).status.success());
    assert!(folder.join("data/audit-anchors.ndjson").exists(), "nothing was imported");
    let run = site.facility(&["import", &path]);
    assert!(run.status.success() && output(&run).contains("before-import-1"), "{}", output(&run));
    let moved = folder.join("data/before-import-1");
    assert_eq!(std::fs::read(moved.join("audit-anchors.ndjson")).unwrap(), anchors);
    assert!(moved.join("audit-tree.json").exists());
    let seen = site.logged().len();
    site.restart().await;
    assert_eq!(site.sign_in("reader", PASSWORD).await.get("/api/user").await.status, 200);
    assert!(!site.logged()[seen..].contains("was altered"), "{}", site.logged());
    site.terminate();
    let verified = site.facility(&["audit", "verify"]);
    assert!(verified.status.success(), "{}", output(&verified));

    // These anchors belong to this database, so they stay, and a log that ends before them counts as altered.
    let again = site.facility(&["import", &path]);
    assert!(again.status.success() && !output(&again).contains("before-import"), "{}", output(&again));
    let database = target.open().unwrap();
    let trigger = match target.target() {
        Target::Sqlite(_) => "DROP TRIGGER audit_log_no_delete",
        Target::Postgres(_) => "DROP TRIGGER audit_log_no_update ON audit_log",
    };
    let sql = format!("{trigger}; DELETE FROM audit_log");
    database.write(move |conn| Ok(conn.batch_execute(&sql)?)).await.unwrap();
    drop(database);
    let again = site.facility(&["import", &path]);
    assert!(again.status.success() && !output(&again).contains("before-import"), "{}", output(&again));
    assert!(!site.facility(&["audit", "verify"]).status.success());
}

async fn import_counts_the_passwords_that_need_another_secret_key(target: TestDatabase) {
    let site = Site::start(target).await;
    site.user(&site.administrator().await, "reader", 2).await;
    let path = site.database.folder().join("whole.tar.zst").display().to_string();
    let bare = site.database.folder().join("bare.tar.zst").display().to_string();
    assert!(site.facility(&["export", "--with-credentials", &path]).status.success());
    assert!(site.facility(&["export", &bare]).status.success());
    let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    for (archive, key, warned) in [(&path, Some(key), true), (&path, None, false), (&bare, Some(key), false)] {
        let mut other = Site::start(Site::database_on_sqlite()).await;
        other.terminate();
        let url = format!("sqlite:{}", other.database.folder().join("new.sqlite").display());
        other.settings.push(("DATABASE_URL", url));
        other.settings.extend(key.map(|key| ("SECRET_KEY", key.to_owned())));
        let run = other.facility(&["import", archive]);
        assert!(run.status.success(), "{}", output(&run));
        let is_reported = output(&run).contains("2 accounts cannot sign in with their old password");
        assert_eq!(is_reported, warned, "{}", output(&run));
    }
}
