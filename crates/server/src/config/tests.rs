//! The sources of settings, and which values are refused or cause a warning.

use super::*;
use std::os::unix::fs::PermissionsExt as _;

fn read(
    text: &str,
    variables: &BTreeMap<String, String>,
    flags: &BTreeMap<&'static str, String>,
) -> Result<Config, ConfigError> {
    sources::read((FILE, text), (variables, &BTreeMap::new()), flags)
}

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
    assert_eq!((config.max_connections, config.two_steps_at_level_five), (7, false), "flags override variables");
    assert_eq!(config.aws.get("AWS_REGION").map(String::as_str), Some("here"));
    let misspelled = read("", &environment(&[("FACILITY_LISTENS", "x")]), &BTreeMap::new());
    assert!(misspelled.unwrap_err().to_string().contains("listens"));
}

#[test]
fn the_log_filter_accepts_levels_and_directives_and_a_refusal_lists_them() {
    for good in ["info", "WARN", "off", "info,web::observe=warn", "web=debug"] {
        assert_eq!(loaded(&[("log_filter", good)]).unwrap().log_filter, good);
    }
    let refused = loaded(&[("log_filter", "verbose")]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "configuration: log_filter: verbose: must be off, error, warn, info, debug, trace, or directives such as \
         info,web=debug (--log-filter)"
    );
}

#[test]
fn a_missing_public_url_is_warned_about_if_others_can_reach_the_server() {
    let local = loaded(&[("listen", "127.0.0.1:9000")]).unwrap();
    let set_up = loaded(&[("listen", "0.0.0.0:9000"), ("public_url", "https://wiki.example")]).unwrap();
    assert_eq!([local.warnings, set_up.warnings].concat(), [""; 0]);
    let warned = loaded(&[("listen", "0.0.0.0:9000")]).unwrap().warnings;
    assert!(warned.len() == 1 && warned[0].contains("public_url") && warned[0].contains("localhost:9000"));
}

#[test]
fn refusal_names_setting_value_place_and_what_is_expected() {
    for (flag, value, said) in [
        ("trusted_proxies", "10.0.0.1, caddy", "caddy: must be an IP address or a block such as 10.0.0.0/24"),
        ("min_password_length", "six", "six: must be a whole number of at least 6"),
        ("min_password_length", "129", "129: must be at most 128"),
        ("max_connections", "-1", "-1: must be a whole number of at least 1"),
        ("two_steps_at_level_five", "yes", "yes: must be true or false"),
        ("backup_interval", "3w", "3w: must be a whole number with m, h or d"),
        ("security_contact", "security@example.org", "security@example.org: must be mailto:ADDRESS"),
        ("security_contact", "mailto:a@b.org\nExpires: never", "mailto:a@b.org\nExpires: never: must be"),
        ("public_url", "localhost", "localhost: a public URL must be http://HOST"),
    ] {
        let refused = loaded(&[(flag, value)]).unwrap_err().to_string();
        let place = format!(" (--{})", flag.replace('_', "-"));
        assert!(
            refused.starts_with(&format!("configuration: {flag}: {said}")) && refused.ends_with(&place),
            "{refused}"
        );
    }
    let refused = loaded(&[("database_url", "mysql://me:hunter2@h/d")]).unwrap_err().to_string();
    assert!(refused.contains("must be sqlite:PATH or postgres://") && !refused.contains("hunter2"), "{refused}");
}

#[test]
fn refusal_names_the_line_or_the_variable_that_set_the_value() {
    let none = BTreeMap::new();
    let refused = |file: &str| read(file, &none, &BTreeMap::new()).unwrap_err().to_string();
    let file = "# first\nlog_format = \"json\"\nlisten = \"x\"\n";
    assert!(refused(file).ends_with(" (facility.toml, line 3)"), "{}", refused(file));
    assert_eq!(
        refused("\n\ncolor = \"green\"\n"),
        "configuration: color: is not a setting; `facility --help` lists them (facility.toml, line 3)"
    );
    let broken = refused("listen = \"127.0.0.1:1\"\nmaster_key = hunter2\n");
    assert!(broken.ends_with(" (facility.toml, line 2)") && !broken.contains("hunter2"), "{broken}");
    let variables = BTreeMap::from([("FACILITY_LISTEN".to_owned(), "x".to_owned())]);
    let refused = read("listen = \"y\"", &variables, &BTreeMap::new()).unwrap_err().to_string();
    assert!(refused.contains("listen: x: ") && refused.ends_with(" (FACILITY_LISTEN)"), "{refused}");
    let lines = BTreeMap::from([("FACILITY_LISTEN".to_owned(), "/etc/facility/environment, line 7".to_owned())]);
    let refused = sources::read((FILE, ""), (&variables, &lines), &BTreeMap::new()).unwrap_err().to_string();
    assert!(refused.ends_with(" (/etc/facility/environment, line 7)"), "{refused}");
    let variables = BTreeMap::from([("FACILITY_MASTER_KEY_FILE".to_owned(), "/nowhere".to_owned())]);
    let refused = read("", &variables, &BTreeMap::new()).unwrap_err().to_string();
    assert!(refused.starts_with("configuration: master_key: cannot read the file /nowhere: "), "{refused}");
    assert!(refused.ends_with(" (FACILITY_MASTER_KEY_FILE)"), "{refused}");
}

#[test]
fn variables_of_kubernetes_services_are_ignored_with_a_warning() {
    let of = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| (format!("FACILITY_{name}"), (*value).to_owned())).collect()
    };
    let links = of(&[
        ("PORT", "tcp://10.0.0.1:8080"),
        ("PORT_8080_TCP", "tcp://10.0.0.1:8080"),
        ("PORT_8080_TCP_ADDR", "10.0.0.1"),
        ("SERVICE_HOST", "10.0.0.1"),
        ("SERVICE_PORT", "8080"),
        ("SERVICE_PORT_HTTP", "8080"),
        ("METRICS_PORT", "tcp://10.0.0.2:9090"),
        ("METRICS_SERVICE_HOST", "10.0.0.2"),
        ("LISTEN", "127.0.0.1:9"),
    ]);
    let config = read("", &links, &BTreeMap::new()).unwrap();
    assert_eq!((config.listen.port(), config.warnings.len()), (9, 8), "{:?}", config.warnings);
    assert!(config.warnings.iter().any(|text| text.starts_with("FACILITY_PORT comes from a Kubernetes service")));
    // Without the address of a service they are unknown settings.
    for (name, value) in [("PORT", "8080"), ("SERVICE_HOST", "10.0.0.1")] {
        let refused = read("", &of(&[(name, value)]), &BTreeMap::new()).unwrap_err().to_string();
        assert!(refused.contains(&name.to_lowercase()), "{refused}");
    }
}

#[test]
fn the_location_of_the_database_shows_no_password() {
    let place = |url: &str| loaded(&[("database_url", url)]).unwrap().database_place();
    assert!(place("postgres://me:hunter2@db.example/f").starts_with("the PostgreSQL database of database_url ("));
    assert!(place("sqlite:/var/lib/facility/x.db").starts_with("/var/lib/facility/x.db (configuration file: none;"));
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
fn public_url_has_the_port_of_the_server_unless_it_is_set() {
    let config = loaded(&[("listen", "0.0.0.0:9000")]).unwrap();
    assert_eq!(config.origin.as_str(), "http://localhost:9000");
    let config = loaded(&[("listen", "0.0.0.0:9000"), ("public_url", "http://localhost:8080")]).unwrap();
    assert_eq!(config.origin.as_str(), "http://localhost:8080");
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
        ("max_connections", "many"),
        ("backup_keep", "-1"),
        ("two_steps_at_level_five", "yes"),
        ("trusted_proxies", "10.0.0.0/8, here"),
        ("trusted_proxies", "0.0.0.0/0"),
        ("trusted_proxies", "10.0.0.1, ::/0"),
        ("log_format", "xml"),
        ("log_filter", "verbose"),
        ("log_filter", "info,web=loud"),
        ("log_filter", ""),
        ("color", "green"),
    ] {
        let said = loaded(&[flags]).unwrap_err().to_string();
        assert!(said.contains(flags.0), "{flags:?}: {said}");
    }
    let config = loaded(&[("trusted_proxies", "10.0.0.0/8, 192.0.2.1"), ("data_dir", "x")]).unwrap();
    assert_eq!(config.trusted_proxies.len(), 2);
    assert_eq!(config.database_url, "sqlite:x/facility.sqlite");
}

#[test]
fn later_sources_override_earlier_ones_and_the_file_accepts_plain_values() {
    let file = "max_connections = 5\ntwo_steps_at_level_five = false\nlog_filter = \"debug\"\n";
    let environment = BTreeMap::from([("FACILITY_LOG_FILTER".to_owned(), "warn".to_owned())]);
    let config = read(file, &environment, &BTreeMap::from([("listen", "127.0.0.1:9".to_owned())])).unwrap();
    assert_eq!((config.max_connections, config.two_steps_at_level_five), (5, false));
    assert_eq!((config.log_filter.as_str(), config.listen.port()), ("warn", 9));
    let refused = |file: &str| read(file, &BTreeMap::new(), &BTreeMap::new()).unwrap_err().to_string();
    assert!(refused("color = \"green\"").contains("color"));
    assert!(refused("max_connections = -1").starts_with("configuration: max_connections: "));
    assert!(refused("listen = 8080").starts_with("configuration: listen: 8080: must be an address"));
    assert!(refused("log_filter = [\"info\"]").starts_with("configuration: log_filter: must be a text"));
    assert_eq!(
        refused("admin_password = 12345678"),
        "configuration: admin_password: must be a text in quotes (facility.toml, line 1)"
    );
    let broken = refused("master_key = \"only-half");
    assert!(broken.contains(FILE) && !broken.contains("only-half"), "{broken}");
}

#[test]
fn a_secret_comes_from_a_value_or_a_file_but_not_both() {
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
        values::read_secret("secret_key", file.path(), &mut warnings).unwrap();
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

#[test]
fn mail_needs_a_server_and_a_sender_and_errors_never_repeat_the_password() {
    let given = |url: Option<&str>, from: Option<&str>| {
        let named = [("FACILITY_SMTP_URL", url), ("FACILITY_MAIL_FROM", from)];
        let set = named.iter().filter_map(|(name, value)| Some(((*name).to_owned(), (*value)?.to_owned())));
        read("", &set.collect(), &BTreeMap::new())
    };
    let (url, from) = ("smtps://robot:hunter2@mail.example.org", "terminal@example.org");
    assert!(given(None, None).unwrap().mail.is_none());
    let config = given(Some(url), Some(from)).unwrap();
    assert!(config.mail.is_some() && config.warnings.is_empty());
    assert!(!format!("{config:?}").contains("hunter2"));
    let plain = given(Some("smtp://mail.example.org"), Some(from)).unwrap();
    assert_eq!(plain.warnings, ["smtp_url: messages travel unencrypted"]);
    assert!(given(Some("smtp://127.0.0.1:2525"), Some(from)).unwrap().warnings.is_empty());
    for (url, from, named) in [
        (Some(url), None, "mail_from: must be set together"),
        (None, Some(from), "smtp_url: must be set together"),
        (Some(url), Some("nobody"), "mail_from: nobody: must be an email address"),
        (Some("smtp://robot:hunter2@mail.example.org"), Some(from), "smtp_url: would send the password"),
        (Some("https://robot:hunter2@mail.example.org"), Some(from), "smtp_url: must be smtp://"),
    ] {
        let error = given(url, from).unwrap_err().to_string();
        assert!(error.contains(named) && !error.contains("hunter2"), "{error}");
    }
}
