//! Every command checks the secret key before it writes, and reports whether the key is missing, is another one, or the
//! log was altered.

use crate::harness::{Site, on_each_database};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use std::process::{Command, Output};

const MISSING: &str = "the secret key is missing";
const OTHER: &str = "this database belongs to another secret key";
const ALTERED: &str = "\"ok\":false";

on_each_database!(every_command_checks_the_secret_key_before_it_writes);

/// Runs a command on the database of a stopped site, with this secret key and no other settings of the site.
fn facility(site: &Site, arguments: &[&str], key: Option<&str>) -> (bool, String) {
    let database = match site.database.target() {
        Target::Sqlite(path) => format!("sqlite:{path}"),
        Target::Postgres(url) => url.clone(),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.args(arguments).current_dir(site.database.folder());
    command.env("FACILITY_DATABASE_URL", database).env("FACILITY_LISTEN", "127.0.0.1:0");
    if let Some(key) = key {
        command.env("FACILITY_SECRET_KEY", key);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.success(), format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)))
}

async fn every_command_checks_the_secret_key_before_it_writes(database: TestDatabase) {
    let mut site = Site::start(database).await;
    site.administrator().await.submit("Kept", "OTHER").await;
    site.terminate();
    let is_sqlite = matches!(site.database.target(), Target::Sqlite(_));
    assert!(site.facility(&["export", "all.tar.zst"]).status.success());
    let entries = "SELECT count(*) AS n FROM audit_log";
    let before = site.count(entries).await;
    let mut commands = vec![
        vec!["serve"],
        vec!["migrate"],
        vec!["admin", "create", "warden"],
        vec!["admin", "site", "--unlock"],
        vec!["audit", "verify"],
        vec!["audit", "checkpoint"],
        vec!["export", "other.tar.zst"],
        vec!["import", "all.tar.zst"],
    ];
    if is_sqlite {
        commands.push(vec!["backup", "other.tar.zst"]);
    }
    let another = "AQEB".repeat(10) + "AQE=";
    for (key, said, unsaid) in [(None, MISSING, OTHER), (Some(another.as_str()), OTHER, MISSING)] {
        for arguments in &commands {
            let (ok, printed) = facility(&site, arguments, key);
            assert!(!ok && printed.contains(said), "{arguments:?}: {printed}");
            assert!(!printed.contains(unsaid) && !printed.contains(ALTERED), "{arguments:?}: {printed}");
        }
    }
    assert_eq!(site.count(entries).await, before);
    let made = |name: &str| site.database.folder().join(name).exists();
    assert!(!made("data/secret.key") && !made("other.tar.zst"));
    assert!(site.facility(&["audit", "verify"]).status.success());

    let trigger = if is_sqlite { "" } else { " ON audit_log" };
    site.execute(format!("DROP TRIGGER audit_log_no_update{trigger}")).await;
    site.execute("UPDATE audit_log SET action = 'login' WHERE number = 1".to_owned()).await;
    let verified = site.facility(&["audit", "verify"]);
    let printed = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(!verified.status.success() && printed.contains(ALTERED), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_another_secret_key_is_not_restored_and_not_called_damaged() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    site.terminate();
    let made = site.facility(&["backup", "one.backup", "--with-keys"]);
    let printed = String::from_utf8_lossy(&made.stdout);
    // The key is only in the environment, so the backup does not contain it.
    assert!(made.status.success() && printed.contains("does not contain the secret key"), "{printed}");
    let another = "AQEB".repeat(10) + "AQE=";
    let (ok, printed) = facility(&site, &["restore", "one.backup", "--replace"], Some(&another));
    assert!(!ok && printed.contains("the backup belongs to another secret key"), "{printed}");
    assert!(site.facility(&["audit", "verify"]).status.success(), "nothing was changed");
    let (ok, printed) = facility(&site, &["restore", "one.backup", "--replace"], None);
    assert!(ok && printed.contains("does not contain the secret key"), "{printed}");
}
