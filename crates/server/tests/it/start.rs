//! Settings that prevent the start, and sources of the configuration.

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

/// Creates an installation in this folder, with these settings, whose server ends before its initialization.
fn make(folder: &Path, settings: &[(&str, &str)]) {
    let refused = [settings, &[("ADMIN_PASSWORD", "x7!q"), ("LISTEN", "127.0.0.1:0")]].concat();
    let complaint = facility(&["serve"], folder, &refused).stderr;
    let complaint = String::from_utf8_lossy(&complaint);
    assert!(complaint.contains("configuration: admin_password: "), "{complaint}");
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
    let migrate = |folder: &Path, settings: &[(&str, &str)]| {
        let output = facility(&["migrate"], folder, settings);
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (ok, complaint) = migrate(&inside, &[]);
    assert!(!ok && complaint.contains("(configuration file: none; --config names another)"), "{complaint}");
    make(&inside, &[]);
    let (ok, complaint) = migrate(&inside, &[]);
    assert!(ok, "{complaint}");
    let (ok, complaint) = migrate(above.path(), &[]);
    assert!(!ok && complaint.contains("no_such_setting"), "{complaint}");
    fs::write(above.path().join("good.toml"), "data_dir = \"inside/data\"\n").unwrap();
    let (ok, complaint) = migrate(above.path(), &[("CONFIG", "good.toml")]);
    assert!(ok, "{complaint}");
    let (ok, complaint) = migrate(&inside, &[("CONFIG", "nowhere.toml")]);
    assert!(!ok && complaint.contains("nowhere.toml: cannot read it"), "{complaint}");
}

#[test]
fn every_command_reads_the_named_files_of_settings() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let secret = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    fs::write(path("a.toml"), format!("data_dir = {:?}\nlog_filter = \"debug\"\n", path("data"))).unwrap();
    let variables = format!("# secrets\n\nFACILITY_SECRET_KEY=\"{secret}\"\nFACILITY_LOG_FILTER = 'warn'\nPATH=x\n");
    fs::write(path("variables"), variables).unwrap();
    make(folder.path(), &[("CONFIG", &path("a.toml")), ("ENV_FILE", &path("variables"))]);
    assert!(!folder.path().join("data/secret.key").exists(), "the key of the file counts");
    let (config, env_file) = (path("a.toml"), path("variables"));
    for arguments in [
        ["--config", &config, "--env-file", &env_file, "admin", "create", "warden"],
        ["admin", "unlock", "warden", "--env-file", &env_file, "--config", &config],
    ] {
        let output = facility(&arguments, elsewhere.path(), &[]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{complaint}");
        assert!(complaint.contains("PATH is not a setting and is ignored"), "{complaint}");
    }
    fs::write(path("variables"), format!("FACILITY_SECRET_KEY={secret}\nhunter2\n")).unwrap();
    let output = facility(&["migrate", "--env-file", &env_file], elsewhere.path(), &[]);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("variables: line 2: must be NAME=VALUE"), "{complaint}");
    assert!(!output.status.success() && !complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn commands_do_not_create_an_installation() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("data/facility.sqlite");
    let place = format!("there is no installation: {} (configuration file: none", place.display());
    for arguments in [
        &["audit", "verify"][..],
        &["audit", "checkpoint"],
        &["audit", "key"],
        &["admin", "site", "--unlock"],
        &["export", "all.tar.zst"],
        &["backup", "all.tar.zst"],
        &["migrate"],
    ] {
        let output = facility(arguments, folder.path(), &[]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains(&place), "{arguments:?}: {complaint}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
fn check_of_a_migration_says_what_would_happen() {
    let folder = tempfile::tempdir().unwrap();
    let check = |settings: &[(&str, &str)]| {
        let output = facility(&["migrate", "--check"], folder.path(), settings);
        let printed = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(printed).unwrap())
    };
    let (ok, printed) = check(&[]);
    assert!(!ok && printed.contains("there is no installation: "), "{printed}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    make(folder.path(), &[]);
    // It needs no secret key, and no other command's rights.
    fs::remove_file(folder.path().join("data/secret.key")).unwrap();
    let (ok, printed) = check(&[]);
    let version = env!("CARGO_PKG_VERSION");
    assert!(ok && printed.contains(&format!("This program ({version}) ends with migration 0")), "{printed}");
    assert!(printed.contains("Nothing would be migrated."), "{printed}");
    fs::write(folder.path().join("empty"), "").unwrap();
    let (ok, printed) = check(&[("DATABASE_URL", "sqlite:empty")]);
    assert!(!ok && printed.contains("there is no installation: "), "{printed}");
}

#[test]
fn keys_are_made_for_a_new_installation_only() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &[]);
    let key = folder.path().join("data/secret.key");
    let text = fs::read_to_string(&key).unwrap();
    fs::remove_file(&key).unwrap();
    for arguments in [&["audit", "verify"][..], &["backup", "all.tar.zst"], &["serve"]] {
        let output = facility(arguments, folder.path(), &[("LISTEN", "127.0.0.1:0")]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains("the secret key is missing"), "{complaint}");
        assert!(!key.exists(), "{arguments:?}");
    }
    fs::write(&key, text).unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    let (ok, complaint) = verify(folder.path(), &[]);
    assert!(ok, "{complaint}");
}

#[test]
fn missing_file_is_named_with_what_failed() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str], settings: &[(&str, &str)]| {
        let output = facility(arguments, folder.path(), settings);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (arguments, message) in [
        (&["import", "nowhere"][..], "facility: cannot open nowhere: No such file or directory\n"),
        (&["restore", "nowhere"], "facility: cannot use nowhere: No such file or directory\n"),
        (&["migrate", "--config", "nowhere"], "nowhere: cannot read it: No such file or directory\n"),
        (
            &["serve", "--listen", "127.0.0.1:0", "--database-url", "sqlite:none/x"],
            "database_url: the folder none does",
        ),
    ] {
        let complaint = said(arguments, &[]);
        assert!(complaint.contains(message), "{arguments:?}: {complaint}");
    }
    make(folder.path(), &[]);
    let complaint = said(&["audit", "verify"], &[("SECRET_KEY", "hunter2")]);
    let expected = "configuration: secret_key: the key must be 32 bytes in base64, as from head -c 32 /dev/urandom | base64; \
                    this is not base64, or a part is missing";
    assert!(complaint.contains(expected) && !complaint.contains("hunter2"), "{complaint}");
    fs::write(folder.path().join("data/secret.key"), "c2hvcnQ=").unwrap();
    let complaint = said(&["audit", "verify"], &[]);
    assert!(complaint.contains("data/secret.key: the key must be") && complaint.contains("has 5 bytes"), "{complaint}");
}

#[test]
fn invalid_secret_is_refused_and_weak_secret_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    let ones = "AQEB".repeat(10) + "AQE=";
    make(folder.path(), &[("SECRET_KEY", &ones)]);
    let zeros = "A".repeat(43) + "=";
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &zeros)]);
    assert!(!ok && complaint.contains("all zeros"), "{complaint}");
    let (ok, complaint) = verify(folder.path(), &[("SECRET_KEY", &ones)]);
    assert!(ok && complaint.contains("not random"), "{complaint}");
}

#[test]
fn an_invalid_secret_for_the_first_start_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, named) in [
        ("ADMIN_PASSWORD", "configuration: admin_password: "),
        ("EMERGENCY_KEY", "configuration: emergency_key: "),
        ("MASTER_KEY", "configuration: master_key: A key must have at least 80 bits"),
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
    let (ours, other) = ("BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=", "AQEB".repeat(10) + "AQE=");
    make(folder.path(), &[("SECRET_KEY", ours)]);
    let (ok, complaint) = admin(ours);
    assert!(ok, "{complaint}");
    let (ok, complaint) = admin(&other);
    assert!(!ok && complaint.contains("belongs to another secret key"), "{complaint}");
    let (ok, complaint) = admin(ours);
    assert!(!ok && complaint.contains("already exists"), "the right key is accepted: {complaint}");
}

#[test]
fn a_folder_or_secret_that_others_can_read_is_warned_about_and_such_a_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    make(folder.path(), &[]);
    let key = data.join("secret.key");
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
