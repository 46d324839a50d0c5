//! The configuration: one table of settings, read from defaults, a file, the environment and flags, in this order.
//!
//! This is the only place that reads the environment.

use figment::Figment;
use figment::providers::{Format as _, Serialized, Toml};
use ipnet::IpNet;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use users::Secret;
use users::services::RateLimits;
use web::origin::Origin;

/// The file that is read from the current folder, where there is one.
pub const FILE: &str = "facility.toml";
const PREFIX: &str = "FACILITY_";
/// Variables with the prefix that the scripts and the tests read; those that begin with `test_` are theirs too.
const TOOLS: [&str; 3] = ["bin", "postgres_bin", "proxy"];

/// One setting: its name in `facility.toml`; in upper case behind `FACILITY_` its variable; with hyphens its flag.
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// What it is when nobody sets it, in words where it is no plain value.
    pub default: &'static str,
    /// Whether it is a secret, which can be given as a file too and has no flag.
    pub secret: bool,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! settings {
    ($($name:ident, $default:literal, $secret:literal, $meaning:literal;)+) => {
        /// Every setting there is.
        pub const SETTINGS: &[Setting] =
            &[$(Setting { name: stringify!($name), default: $default, secret: $secret, meaning: $meaning }),+];
    };
}

settings! {
    listen, "127.0.0.1:8080", false, "Address of the server.";
    metrics_listen, "none", false, "Address of a port of its own that answers `GET /metrics` for Prometheus, for whoever reaches it: loopback or a private network.";
    public_url, "http://localhost:8080", false, "What browsers call the server. Its origin is the one that may write; with https, cookies are `Secure` and named `__Host-…`, and HSTS is sent.";
    data_dir, "data", false, "Folder of the SQLite file, local objects and generated secrets. It is made with mode 0700, the files in it with 0600.";
    database_url, "`sqlite:` in the data folder", false, "`sqlite:PATH` or `postgres://…`.";
    object_store_url, "`file:` in the data folder", false, "`file:PATH` or `s3://bucket/prefix`, with the usual `AWS_*` variables (endpoint included).";
    secret_key, "generated into the data folder", true, "32 bytes in base64: the key of everything that is signed or hashed with a key. The same on every node.";
    admin_password, "generated, printed once at the first start", true, "Password of the first administrator, `administrator`. Taken at the first start only.";
    emergency_key, "generated, printed once at the first start", true, "Key of emergency access, at least 8 characters. Taken at the first start only.";
    master_key, "generated, printed once at the first start", true, "Key of emergency code synchronisation, at least 8 characters. Taken at the first start only.";
    trusted_proxies, "none", false, "Addresses or CIDR blocks, separated by commas, whose `X-Forwarded-For` is believed.";
    rate_limits, "strict", false, "`strict`, or `open` for load tests on a closed network: no limits but lockout.";
    min_password_length, "6", false, "The fewest characters a new password may have, at least 6.";
    two_steps_at_level_five, "true", false, "Whether approving at level 5 takes two administrators wherever two may approve.";
    max_connections, "25000", false, "The most connections each worker holds.";
    log_format, "pretty", false, "`pretty` or `json`.";
    log_filter, "info", false, "What is logged: `error`, `warn`, `info`, `debug`, or directives by module.";
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For programs, one JSON object a line.
    Json,
}

/// The values as they were given, before they are checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    listen: String,
    metrics_listen: Option<String>,
    public_url: String,
    data_dir: PathBuf,
    database_url: Option<String>,
    object_store_url: Option<String>,
    secret_key: Option<String>,
    secret_key_file: Option<PathBuf>,
    admin_password: Option<String>,
    admin_password_file: Option<PathBuf>,
    emergency_key: Option<String>,
    emergency_key_file: Option<PathBuf>,
    master_key: Option<String>,
    master_key_file: Option<PathBuf>,
    trusted_proxies: Option<String>,
    rate_limits: String,
    #[serde(deserialize_with = "lenient")]
    min_password_length: usize,
    #[serde(deserialize_with = "lenient")]
    two_steps_at_level_five: bool,
    #[serde(deserialize_with = "lenient")]
    max_connections: usize,
    log_format: LogFormat,
    log_filter: String,
}

/// The configuration, checked.
#[derive(Debug)]
pub struct Config {
    /// Address of the server.
    pub listen: SocketAddr,
    /// Address of the port that tells the metrics, where there is to be one.
    pub metrics_listen: Option<SocketAddr>,
    /// What browsers call the server.
    pub origin: Origin,
    /// Folder of the database file, local objects and generated secrets.
    pub data_dir: PathBuf,
    /// The database.
    pub database_url: String,
    /// The object store.
    pub object_store_url: String,
    /// The `AWS_*` variables, for an S3 store.
    pub aws: BTreeMap<String, String>,
    /// The secret key, where it was given.
    pub secret_key: Option<Secret>,
    /// The first administrator's password, where it was given.
    pub admin_password: Option<Secret>,
    /// The emergency key, where it was given.
    pub emergency_key: Option<Secret>,
    /// The master key, where it was given.
    pub master_key: Option<Secret>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// How strictly calls are limited.
    pub rate_limits: RateLimits,
    /// The fewest characters a new password may have.
    pub min_password_length: usize,
    /// Whether approving at level 5 takes two administrators wherever two may approve.
    pub two_steps_at_level_five: bool,
    /// The most connections each worker holds.
    pub max_connections: usize,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// What is logged.
    pub log_filter: String,
}

/// What is wrong with the configuration, in one sentence.
#[derive(Debug)]
pub struct ConfigError(String);

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "configuration: {}", self.0)
    }
}

impl std::error::Error for ConfigError {}

fn wrong(setting: &str, reason: impl std::fmt::Display) -> ConfigError {
    ConfigError(format!("{setting}: {reason}"))
}

/// Reads the configuration; `flags` are the values given on the command line.
pub fn load(flags: &BTreeMap<&'static str, String>) -> Result<Config, ConfigError> {
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    read(&environment, flags)
}

fn read(
    environment: &BTreeMap<String, String>,
    flags: &BTreeMap<&'static str, String>,
) -> Result<Config, ConfigError> {
    // Taken as they are: a password of digits alone is no number.
    let ours: BTreeMap<String, &String> = environment
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?.to_lowercase(), value)))
        .filter(|(name, _)| !name.starts_with("test_") && !TOOLS.contains(&name.as_str()))
        .collect();
    let given: Given = Figment::from(Serialized::defaults(defaults()))
        .merge(Toml::file(FILE))
        .merge(Serialized::defaults(ours))
        .merge(Serialized::defaults(flags))
        .extract()
        .map_err(|error| ConfigError(error.to_string()))?;
    let is_aws = |name: &String| name.starts_with("AWS_");
    given.check(
        environment.iter().filter(|(name, _)| is_aws(name)).map(|(n, v)| (n.clone(), v.clone())).collect(),
    )
}

fn defaults() -> BTreeMap<&'static str, &'static str> {
    let plain =
        |setting: &&Setting| !setting.secret && !setting.default.contains(' ') && setting.default != "none";
    SETTINGS.iter().filter(plain).map(|setting| (setting.name, setting.default)).collect()
}

/// A number or a truth, as itself or as text.
fn lenient<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Number(u64),
        Truth(bool),
    }
    let text = match Written::deserialize(deserializer)? {
        Written::Text(text) => text,
        Written::Number(number) => number.to_string(),
        Written::Truth(truth) => truth.to_string(),
    };
    text.parse().map_err(serde::de::Error::custom)
}

impl Given {
    fn check(self, aws: BTreeMap<String, String>) -> Result<Config, ConfigError> {
        let rate_limits = match self.rate_limits.as_str() {
            "strict" => RateLimits::Strict,
            "open" => RateLimits::Open,
            other => return Err(wrong("rate_limits", format!("{other} is neither strict nor open"))),
        };
        if !(users::MIN_PASSWORD_CHARS..=users::MAX_PASSWORD_CHARS).contains(&self.min_password_length) {
            return Err(wrong("min_password_length", "must be between 6 and 128"));
        }
        if self.max_connections == 0 {
            return Err(wrong("max_connections", "must be at least 1"));
        }
        let metrics_listen = self.metrics_listen.map(|address| address.parse()).transpose();
        let in_data = |scheme: &str, name: &str| format!("{scheme}:{}", self.data_dir.join(name).display());
        Ok(Config {
            listen: self.listen.parse().map_err(|error| wrong("listen", error))?,
            metrics_listen: metrics_listen.map_err(|error| wrong("metrics_listen", error))?,
            origin: Origin::parse(&self.public_url).map_err(|error| wrong("public_url", error))?,
            database_url: self.database_url.unwrap_or_else(|| in_data("sqlite", "facility.sqlite")),
            object_store_url: self.object_store_url.unwrap_or_else(|| in_data("file", "objects")),
            aws,
            secret_key: secret("secret_key", self.secret_key, self.secret_key_file)?,
            admin_password: secret("admin_password", self.admin_password, self.admin_password_file)?,
            emergency_key: secret("emergency_key", self.emergency_key, self.emergency_key_file)?,
            master_key: secret("master_key", self.master_key, self.master_key_file)?,
            trusted_proxies: proxies(self.trusted_proxies.as_deref().unwrap_or_default())?,
            rate_limits,
            min_password_length: self.min_password_length,
            two_steps_at_level_five: self.two_steps_at_level_five,
            max_connections: self.max_connections,
            log_format: self.log_format,
            log_filter: self.log_filter,
            data_dir: self.data_dir,
        })
    }
}

fn secret(name: &str, value: Option<String>, file: Option<PathBuf>) -> Result<Option<Secret>, ConfigError> {
    match (value, file) {
        (Some(_), Some(_)) => Err(wrong(name, "is given both as a value and as a file")),
        (Some(value), None) => Ok(Some(Secret::new(value))),
        (None, Some(path)) => read_secret(name, &path).map(Some),
        (None, None) => Ok(None),
    }
}

fn read_secret(name: &str, path: &Path) -> Result<Secret, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| wrong(name, format!("{} cannot be read: {error}", path.display())))?;
    Ok(Secret::new(text.trim_end_matches(['\r', '\n'])))
}

fn proxies(list: &str) -> Result<Vec<IpNet>, ConfigError> {
    let named = list.split(',').map(str::trim).filter(|text| !text.is_empty());
    named
        .map(|text| {
            let address = text.parse::<IpAddr>().map(IpNet::from);
            address.or_else(|_source| text.parse::<IpNet>()).map_err(|error| wrong("trusted_proxies", error))
        })
        .collect()
}

/// The documentation of the settings, in Markdown.
pub fn document() -> String {
    let mut text = String::from(
        "# Configuration\n\nMade by `facility config-doc` from the table the server reads; edit it there.\n\n\
         A setting is taken from its default, then `facility.toml` in the current folder, then the environment, then \
         the command line; the later one counts. A key that is not in this table is refused. Secrets have no flag; \
         each can be given as a file too, by its variable with `_FILE` added.\n\n\
         | `facility.toml` | variable | flag | default | meaning |\n|---|---|---|---|---|\n",
    );
    for Setting { name, default, secret, meaning } in SETTINGS {
        let variable = format!("{PREFIX}{}", name.to_uppercase());
        let flag = if *secret { String::new() } else { format!("`--{}`", name.replace('_', "-")) };
        let is_plain = !default.contains(' ') && *default != "none";
        let default = if is_plain { format!("`{default}`") } else { (*default).to_owned() };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{name}` | `{variable}` | {flag} | {default} | {meaning} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(flags: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
        read(&BTreeMap::new(), &flags.iter().map(|(name, text)| (*name, (*text).to_owned())).collect())
    }

    #[test]
    fn the_environment_is_taken_as_it_is() {
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
        let config = read(&given, &BTreeMap::from([("max_connections", "7".to_owned())])).unwrap();
        assert_eq!(
            config.admin_password.map(|secret| secret.expose().to_owned()).as_deref(),
            Some("12345678")
        );
        assert_eq!((config.max_connections, config.two_steps_at_level_five), (7, false), "flags count last");
        assert_eq!(config.aws.get("AWS_REGION").map(String::as_str), Some("here"));
        let misspelt = read(&environment(&[("FACILITY_LISTENS", "x")]), &BTreeMap::new());
        assert!(misspelt.unwrap_err().to_string().contains("listens"));
    }

    #[test]
    fn the_defaults_stand_by_themselves() {
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
    fn what_makes_no_sense_is_refused() {
        for flags in [
            ("listen", "nowhere"),
            ("metrics_listen", "9090"),
            ("public_url", "localhost"),
            ("rate_limits", "some"),
            ("min_password_length", "5"),
            ("max_connections", "0"),
            ("trusted_proxies", "10.0.0.0/8, here"),
            ("log_format", "xml"),
            ("colour", "green"),
        ] {
            assert!(loaded(&[flags]).is_err(), "{flags:?}");
        }
        let config = loaded(&[("trusted_proxies", "10.0.0.0/8, 192.0.2.1"), ("data_dir", "x")]).unwrap();
        assert_eq!(config.trusted_proxies.len(), 2);
        assert_eq!(config.database_url, "sqlite:x/facility.sqlite");
    }

    #[test]
    fn a_secret_comes_from_one_place() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "s3cret\n").unwrap();
        let path = || Some(file.path().to_owned());
        assert_eq!(secret("x", None, path()).unwrap().unwrap().expose(), "s3cret");
        assert!(secret("x", Some("y".to_owned()), path()).is_err());
        assert!(secret("x", None, Some(PathBuf::from("/nowhere"))).is_err());
    }

    #[test]
    fn every_setting_is_documented() {
        let text = document();
        for setting in SETTINGS {
            assert!(text.contains(&format!("| `{}` |", setting.name)), "{}", setting.name);
        }
    }
}
