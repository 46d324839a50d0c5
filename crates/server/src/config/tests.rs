//! The sources of settings, and which values are refused or cause a warning.

use super::*;

fn loaded(flags: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
    read("", &BTreeMap::new(), &flags.iter().map(|(name, text)| (*name, (*text).to_owned())).collect())
}

#[test]
fn environment_values_are_read_as_text() {
    let environment = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let given = environment(&[
        ("FACILITY_ADMIN_PASSWORD", "12345678"),
        ("FACILITY_MAX_CONNECTIONS", "9"),
        ("FACILITY_TWO_STEPS_AT_LEVEL_FIVE", "false"),
        ("FACILITY_TEST_POSTGRES_URL", "x"),
        ("FACILITY_BIN", "x"),
        ("AWS_REGION", "here"),
        ("LISTEN", "elsewhere"),
    ]);
    let config = read("", &given, &BTreeMap::from([("max_connections", "7".to_owned())])).unwrap();
    assert_eq!(config.admin_password.map(|secret| secret.expose().to_owned()).as_deref(), Some("12345678"));
    assert_eq!(
        (config.max_connections, config.two_steps_at_level_five),
        (7, false),
        "flags override variables"
    );
    assert_eq!(config.aws.get("AWS_REGION").map(String::as_str), Some("here"));
    let misspelled = read("", &environment(&[("FACILITY_LISTENS", "x")]), &BTreeMap::new());
    assert!(misspelled.unwrap_err().to_string().contains("listens"));
}

#[test]
fn defaults_are_valid() {
    let config = loaded(&[]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.origin.as_str(), "http://localhost:8080");
    assert_eq!(config.database_url, "sqlite:data/facility.sqlite");
    assert_eq!(config.object_store_url, "file:data/objects");
    assert_eq!((config.rate_limits, config.max_connections), (RateLimits::Strict, 25_000));
    assert!(config.secret_key.is_none() && config.trusted_proxies.is_empty());
    assert!(config.metrics_listen.is_none());
}

#[test]
fn invalid_values_are_refused() {
    for flags in [
        ("listen", "nowhere"),
        ("metrics_listen", "9090"),
        ("public_url", "localhost"),
        ("rate_limits", "some"),
        ("min_password_length", "5"),
        ("max_connections", "0"),
        ("trusted_proxies", "10.0.0.0/8, here"),
        ("trusted_proxies", "0.0.0.0/0"),
        ("trusted_proxies", "10.0.0.1, ::/0"),
        ("log_format", "xml"),
        ("color", "green"),
    ] {
        assert!(loaded(&[flags]).is_err(), "{flags:?}");
    }
    let config = loaded(&[("trusted_proxies", "10.0.0.0/8, 192.0.2.1"), ("data_dir", "x")]).unwrap();
    assert_eq!(config.trusted_proxies.len(), 2);
    assert_eq!(config.database_url, "sqlite:x/facility.sqlite");
}

#[test]
fn later_sources_count_and_the_file_takes_plain_values() {
    let file = "max_connections = 5\ntwo_steps_at_level_five = false\nlog_filter = \"debug\"\n";
    let environment = BTreeMap::from([("FACILITY_LOG_FILTER".to_owned(), "warn".to_owned())]);
    let config = read(file, &environment, &BTreeMap::from([("listen", "127.0.0.1:9".to_owned())])).unwrap();
    assert_eq!((config.max_connections, config.two_steps_at_level_five), (5, false));
    assert_eq!((config.log_filter.as_str(), config.listen.port()), ("warn", 9));
    let refused = |file: &str| read(file, &BTreeMap::new(), &BTreeMap::new()).unwrap_err().to_string();
    assert!(refused("color = \"green\"").contains("color"));
    assert!(refused("max_connections = -1").starts_with("configuration: "));
    let broken = refused("master_key = \"only-half");
    assert!(broken.contains(FILE) && !broken.contains("only-half"), "{broken}");
}

#[test]
fn secret_comes_from_value_or_file_but_not_both() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "s3cret\n").unwrap();
    let path = || Some(file.path().to_owned());
    let mut warnings = Vec::new();
    let mut secret = |value, path| secret("x", value, path, &mut warnings);
    assert_eq!(secret(None, path()).unwrap().unwrap().expose(), "s3cret");
    assert!(secret(Some("y".to_owned()), path()).is_err());
    assert!(secret(None, Some(PathBuf::from("/nowhere"))).is_err());
    assert!(warnings.is_empty());
}

#[test]
fn secret_file_readable_by_everyone_causes_a_warning() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for (mode, warned) in [(0o600, 0), (0o640, 0), (0o644, 1)] {
        std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(mode)).unwrap();
        let mut warnings = Vec::new();
        read_secret("secret_key", file.path(), &mut warnings).unwrap();
        assert_eq!(warnings.len(), warned, "{mode:o} {warnings:?}");
    }
}

#[test]
fn every_setting_is_documented() {
    let text = document();
    for setting in SETTINGS {
        assert!(text.contains(&format!("| `{}` |", setting.name)), "{}", setting.name);
    }
}
