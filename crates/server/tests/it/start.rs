//! Which settings prevent a start, and where the configuration is read from.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

/// Runs `facility` in this folder, with these settings.
fn facility(arguments: &[&str], folder: &Path, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.args(arguments).current_dir(folder);
    for (name, value) in settings {
        command.env(format!("FACILITY_{name}"), value);
    }
    command.output().unwrap()
}

/// Runs `facility migrate` in this folder, with these settings.
fn migrate(folder: &Path, settings: &[(&str, &str)]) -> Output {
    facility(&["migrate"], folder, settings)
}

/// Runs `facility audit verify`, which needs the secret key, in this folder.
fn verify(folder: &Path, settings: &[(&str, &str)]) -> (bool, String) {
    let output = facility(&["audit", "verify"], folder, settings);
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_configuration_file_is_read_from_the_current_folder_only() {
    let above = tempfile::tempdir().unwrap();
    let inside = above.path().join("inside");
    fs::create_dir(&inside).unwrap();
    fs::write(above.path().join("facility.toml"), "no_such_setting = 1\n").unwrap();
    let output = migrate(&inside, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let refused = migrate(above.path(), &[]);
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && complaint.contains("no_such_setting"), "{complaint}");
}

#[test]
fn commands_do_not_create_an_installation() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["audit", "verify"][..], &["admin", "site", "--unlock"], &["export", "all.tar.zst"]] {
        let output = facility(arguments, folder.path(), &[]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains("there is no installation"), "{complaint}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
    // A database whose key is elsewhere.
    assert!(migrate(folder.path(), &[]).status.success());
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(!ok && complaint.contains("secret.key does not exist"), "{complaint}");
    assert!(!folder.path().join("data/secret.key").exists());
}

#[test]
fn invalid_secret_is_refused_and_weak_secret_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    assert!(migrate(folder.path(), &[]).status.success());
    let zeros = "A".repeat(43) + "=";
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &zeros)]);
    assert!(!ok && complaint.contains("all zeros"), "{complaint}");
    let ones = "AQEB".repeat(10) + "AQE=";
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &ones)]);
    assert!(ok && complaint.contains("not random"), "{complaint}");
}

#[test]
fn refused_secret_of_the_first_start_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, named) in [
        ("ADMIN_PASSWORD", "configuration: admin_password: "),
        ("EMERGENCY_KEY", "configuration: emergency_key: "),
        ("MASTER_KEY", "configuration: master_key: "),
    ] {
        let settings = [(name, "x7!q"), ("LISTEN", "127.0.0.1:0")];
        let output = facility(&["serve"], folder.path(), &settings);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains(named), "{complaint}");
        assert!(!complaint.contains("x7!q"), "{complaint}");
    }
}

#[test]
fn a_database_of_another_secret_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let admin = |key: &str| {
        let output = facility(&["admin", "create", "warden"], folder.path(), &[("SECRET_KEY", key)]);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(migrate(folder.path(), &[]).status.success());
    let (ours, other) = ("BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=", "AQEB".repeat(10) + "AQE=");
    let (ok, complaint) = admin(ours);
    assert!(ok, "{complaint}");
    let (ok, complaint) = admin(&other);
    assert!(!ok && complaint.contains("belongs to another secret key"), "{complaint}");
    let (ok, complaint) = admin(ours);
    assert!(!ok && complaint.contains("already exists"), "the right key goes on: {complaint}");
}

#[test]
fn readable_folder_or_secret_is_warned_about_and_readable_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    assert!(migrate(folder.path(), &[]).status.success());
    let key = data.join("secret.key");
    fs::write(&key, "AQEB".repeat(10) + "AQE=").unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(ok && complaint.contains("chmod 700"), "{complaint}");
    let shared = folder.path().join("master");
    fs::write(&shared, "brass-lantern-41").unwrap();
    fs::set_permissions(&shared, Permissions::from_mode(0o644)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[("MASTER_KEY_FILE", &shared.display().to_string())]);
    assert!(ok && complaint.contains("chmod 600"), "{complaint}");
    fs::set_permissions(&key, Permissions::from_mode(0o640)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(!ok && complaint.contains("other users can read"), "{complaint}");
}
