//! Which settings prevent a start, and where the configuration is read from.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

/// Runs `facility migrate` in this folder, with these settings.
fn migrate(folder: &Path, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.arg("migrate").current_dir(folder);
    for (name, value) in settings {
        command.env(format!("FACILITY_{name}"), value);
    }
    command.output().unwrap()
}

/// Runs `facility audit verify`, which needs the secret key, in this folder.
fn verify(folder: &Path, settings: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.args(["audit", "verify"]).current_dir(folder);
    for (name, value) in settings {
        command.env(format!("FACILITY_{name}"), value);
    }
    let output = command.output().unwrap();
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
fn invalid_secret_is_refused_and_weak_secret_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    let zeros = "A".repeat(43) + "=";
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &zeros)]);
    assert!(!ok && complaint.contains("all zeros"), "{complaint}");
    let ones = "AQEB".repeat(10) + "AQE=";
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &ones)]);
    assert!(ok && complaint.contains("not random"), "{complaint}");
}

#[test]
fn readable_folder_or_secret_is_warned_about_and_readable_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(ok && complaint.contains("chmod 700"), "{complaint}");
    let shared = folder.path().join("master");
    fs::write(&shared, "brass-lantern-41").unwrap();
    fs::set_permissions(&shared, Permissions::from_mode(0o644)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[("MASTER_KEY_FILE", &shared.display().to_string())]);
    assert!(ok && complaint.contains("chmod 600"), "{complaint}");
    fs::set_permissions(data.join("secret.key"), Permissions::from_mode(0o640)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(!ok && complaint.contains("other users can read"), "{complaint}");
}
