//! What the log of a start says, the limit of open files, and a closed terminal.

use crate::harness::{Site, on_each_database, signal};
use crate::mail::until;
use facility_infra::testing::TestDatabase;
use std::process::Command;

on_each_database!(start_log_names_installation_and_modes, closed_terminal_does_not_stop_the_server);

async fn start_log_names_installation_and_modes(database: TestDatabase) {
    let settings = [("RATE_LIMITS", "open"), ("SECURITY_CONTACT", "mailto:security@wiki.example")];
    let mut site = Site::start_with(database, &settings).await;
    let logged = site.logged();
    let line = logged.lines().find(|line| line.contains("starting")).unwrap_or_else(|| panic!("{logged}"));
    let data = site.database.folder().join("data").display().to_string();
    for part in [env!("CARGO_PKG_VERSION"), &data, &site.url, "database=", "object_store=", "open_files="] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert!(line.contains("sqlite:/") || line.contains("postgres"), "{line}");
    for note in ["rate_limits is open", "smtp_url is not set", "makes no backups", "read on the first start only"] {
        assert!(logged.contains(note), "{note} in {logged}");
    }
    assert!(!logged.contains("the site is locked"));
    let file = site.anonymous().get("/.well-known/security.txt").await;
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(file.status == 200 && text.starts_with("Contact: mailto:security@wiki.example\nExpires: 20"), "{text}");
    site.lock(true).await;
    site.terminate();
    site.restart().await;
    assert!(site.logged().contains("the site is locked"), "{}", site.logged());
}

async fn closed_terminal_does_not_stop_the_server(database: TestDatabase) {
    let mut site = Site::start(database).await;
    assert_eq!(site.anonymous().get("/.well-known/security.txt").await.status, 404);
    signal(site.pid(), "-HUP");
    until("it is logged", async || site.logged().contains("received SIGHUP, which changes nothing")).await;
    assert_eq!(site.anonymous().get("/api/health/live").await.status, 200);
    site.terminate();
}

#[test]
fn limit_of_open_files_is_raised_to_the_hard_limit() {
    let folder = tempfile::tempdir().unwrap();
    let run = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_facility")]).current_dir(folder.path());
        // The first start is refused after the log began.
        let settings = [("FACILITY_LISTEN", "127.0.0.1:0"), ("FACILITY_ADMIN_PASSWORD", "x7!q")];
        let output = shell.envs(settings).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (hard, _) = run("ulimit -H -n");
    let (_, logged) = run("ulimit -S -n 128 && exec \"$0\" serve");
    let line = logged.lines().find(|line| line.contains("starting")).unwrap_or_else(|| panic!("{logged}"));
    assert!(line.contains(hard.trim()), "{hard} in {line}");
}
