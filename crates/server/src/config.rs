//! The configuration: one table of settings, read from defaults, a file, the environment and flags, in this order.
//!
//! This is the only place that reads the environment.

pub mod error;
pub mod mail;
pub mod schedule;
pub mod sources;
mod values;

use error::ConfigError;
use error::invalid;
use facility_infra::db::conn::Target;
use facility_kernel::RateLimits;
use facility_kernel::Secret;
use facility_users::password::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS};
use facility_web::gate::origin::Origin;
use ipnet::IpNet;
use mail::MailSettings;
use schedule::Schedule;
use schedule::interval;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use values::{address, contact, log_filter, number, proxies, secret, truth};

/// The configuration file in the current folder, if no other is named. Optional.
const FILE: &str = "facility.toml";
/// What the variables of settings begin with.
pub const PREFIX: &str = "FACILITY_";

/// One setting. `listen` is its key in `facility.toml`, `FACILITY_LISTEN` its variable and `--listen` its flag.
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// The default value, or a description of it.
    pub default: &'static str,
    /// Whether it is a secret. Secrets have no flag and can also be read from a file.
    pub secret: bool,
    /// The description.
    pub meaning: &'static str,
}

macro_rules! settings {
    ($($name:ident, $default:literal, $secret:literal, $meaning:literal;)+) => {
        /// All settings.
        pub const SETTINGS: &[Setting] =
            &[$(Setting { name: stringify!($name), default: $default, secret: $secret, meaning: $meaning }),+];
    };
}

settings! {
    listen, "127.0.0.1:8080", false, "Address of the server.";
    metrics_listen, "none", false, "Address of a separate port that answers `GET /metrics` for Prometheus without authentication. Use loopback or a private network.";
    public_url, "`http://localhost` with the port of `listen`", false, "Address of the server as browsers see it. Only its origin may send writing requests. With https, cookies are `Secure` with the `__Host-` prefix, and the server sends HSTS.";
    data_dir, "data", false, "Folder of the SQLite file, local objects and generated secrets. Created with mode 0700, its files with mode 0600.";
    database_url, "`sqlite:` in the data folder", false, "`sqlite:PATH` or `postgres://…`.";
    object_store_url, "`file:` in the data folder", false, "`file:PATH` or `s3://bucket/prefix`, with the usual `AWS_*` variables (endpoint included).";
    secret_key, "generated into the data folder", true, "32 bytes in base64: the key for all signatures and keyed hashes. Must be the same on every node.";
    admin_password, "generated, printed once at the first start", true, "Password of the first administrator, `administrator`. Read on the first start only.";
    emergency_key, "generated, printed once at the first start", true, "Key of emergency access, at least 80 bits (`openssl rand -hex 16`). Read on the first start only.";
    master_key, "generated, printed once at the first start", true, "Key of emergency code synchronization, at least 80 bits. Read on the first start only.";
    audit_signing_key, "generated into the database", true, "Ed25519 key that signs checkpoints of the audit log, for a new installation. The database keeps it, for all nodes; one that differs from it is refused.";
    backup_dir, "none", false, "Folder of scheduled backups, on SQLite only. They are off without it.";
    backup_interval, "24h", false, "Time between two scheduled backups: a number with `m`, `h` or `d`, at least `1m`.";
    backup_keep, "7", false, "Number of scheduled backups that are kept, at least 1.";
    smtp_url, "none", true, "Mail server: `smtps://user:password@host`, `smtp://…?tls=required` (STARTTLS), or `smtp://host` without encryption. Percent-encode special characters of the password. Without it, messages to users are kept unsent.";
    mail_from, "none", false, "Sender of messages, such as `Facility Terminal <terminal@example.org>`. Required with `smtp_url`.";
    trusted_proxies, "none", false, "Trusted proxies: comma-separated addresses or CIDR blocks whose `X-Forwarded-For` header counts.";
    security_contact, "none", false, "Where vulnerabilities are reported to: `mailto:ADDRESS` or `https://…`. Served as `/.well-known/security.txt`, which does not exist without it.";
    rate_limits, "strict", false, "`strict`, or `open` for load tests on a closed network, which leaves only the lockout.";
    min_password_length, "6", false, "Minimum length of new passwords in characters, at least 6.";
    two_steps_at_level_five, "true", false, "Whether an approval at level 5 requires two administrators if two can approve.";
    max_connections, "25000", false, "Maximum number of connections per worker.";
    log_format, "pretty", false, "`pretty` or `json`.";
    log_filter, "info", false, "Log level: `error`, `warn`, `info`, `debug`, or directives per module.";
}

/// The log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Human-readable lines.
    Pretty,
    /// One JSON object per line.
    Json,
}

/// The values before validation, as text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    listen: String,
    metrics_listen: Option<String>,
    public_url: Option<String>,
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
    audit_signing_key: Option<String>,
    audit_signing_key_file: Option<PathBuf>,
    backup_dir: Option<PathBuf>,
    backup_interval: String,
    backup_keep: String,
    smtp_url: Option<String>,
    smtp_url_file: Option<PathBuf>,
    mail_from: Option<String>,
    trusted_proxies: Option<String>,
    security_contact: Option<String>,
    rate_limits: String,
    min_password_length: String,
    two_steps_at_level_five: String,
    max_connections: String,
    log_format: String,
    log_filter: String,
}

/// The validated configuration.
#[derive(Debug)]
pub struct Config {
    /// The file that was read, if any.
    pub file: Option<PathBuf>,
    /// Address of the server.
    pub listen: SocketAddr,
    /// Address of the metrics port, if enabled.
    pub metrics_listen: Option<SocketAddr>,
    /// Address of the server as browsers see it.
    pub origin: Origin,
    /// Folder of the database file, local objects and generated secrets.
    pub data_dir: PathBuf,
    /// The database.
    pub database_url: String,
    /// The object store.
    pub object_store_url: String,
    /// The `AWS_*` variables, for an S3 store.
    pub aws: BTreeMap<String, String>,
    /// The secret key, if configured.
    pub secret_key: Option<Secret>,
    /// The first administrator's password, if configured.
    pub admin_password: Option<Secret>,
    /// The emergency key, if configured.
    pub emergency_key: Option<Secret>,
    /// The master key, if configured.
    pub master_key: Option<Secret>,
    /// The key that signs checkpoints of the audit log, if configured.
    pub audit_signing_key: Option<Secret>,
    /// Scheduled backups, if enabled.
    pub backups: Option<Schedule>,
    /// The mail server, if enabled.
    pub mail: Option<MailSettings>,
    /// Trusted proxies: their `X-Forwarded-For` header counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Where vulnerabilities are reported to, if the operator says so.
    pub security_contact: Option<String>,
    /// The rate limits.
    pub rate_limits: RateLimits,
    /// Minimum length of new passwords in characters.
    pub min_password_length: usize,
    /// Whether an approval at level 5 requires two administrators if two can approve.
    pub two_steps_at_level_five: bool,
    /// Maximum number of connections per worker.
    pub max_connections: usize,
    /// The log format.
    pub log_format: LogFormat,
    /// The log filter.
    pub log_filter: String,
    /// Warnings about dangerous settings, one sentence each, for the log.
    pub warnings: Vec<String>,
}

impl Config {
    /// Describes the location of the database. Omits the URL of PostgreSQL, which may contain a password.
    pub fn database_place(&self) -> String {
        let place = match self.database_url.strip_prefix("sqlite:").map(std::path::absolute) {
            Some(Ok(path)) => path.display().to_string(),
            _ => "the PostgreSQL database of database_url".to_owned(),
        };
        let file = self.file.as_ref().map_or("none".to_owned(), |path| path.display().to_string());
        format!("{place} (configuration file: {file}; --config names another)")
    }
}

impl Given {
    fn check(self, aws: BTreeMap<String, String>) -> Result<Config, ConfigError> {
        let rate_limits = match self.rate_limits.as_str() {
            "strict" => RateLimits::Strict,
            "open" => RateLimits::Open,
            other => return Err(invalid("rate_limits", format!("{other}: must be strict or open"))),
        };
        let log_format = match self.log_format.as_str() {
            "pretty" => LogFormat::Pretty,
            "json" => LogFormat::Json,
            other => return Err(invalid("log_format", format!("{other}: must be pretty or json"))),
        };
        let min_password_length = number("min_password_length", &self.min_password_length, MIN_PASSWORD_CHARS)?;
        if min_password_length > MAX_PASSWORD_CHARS {
            let reason = format!("{min_password_length}: must be at most {MAX_PASSWORD_CHARS}");
            return Err(invalid("min_password_length", reason));
        }
        let max_connections = number("max_connections", &self.max_connections, 1)?;
        let mut warnings = Vec::new();
        let mut secret = |name: &str, value, file| secret(name, value, file, &mut warnings);
        let secret_key = secret("secret_key", self.secret_key, self.secret_key_file)?;
        let admin_password = secret("admin_password", self.admin_password, self.admin_password_file)?;
        let emergency_key = secret("emergency_key", self.emergency_key, self.emergency_key_file)?;
        let master_key = secret("master_key", self.master_key, self.master_key_file)?;
        let audit_signing_key = secret("audit_signing_key", self.audit_signing_key, self.audit_signing_key_file)?;
        let smtp_url = secret("smtp_url", self.smtp_url, self.smtp_url_file)?;
        let mail = MailSettings::of(smtp_url, self.mail_from, &mut warnings)?;
        let every = interval(&self.backup_interval).ok_or_else(|| {
            let reason = "must be a whole number with m, h or d, such as 24h, from 1m to 366d";
            invalid("backup_interval", format!("{}: {reason}", self.backup_interval))
        })?;
        let keep = number("backup_keep", &self.backup_keep, 1)?;
        let listen = address("listen", &self.listen)?;
        let public_url = self.public_url.unwrap_or_else(|| {
            let url = format!("http://localhost:{}", listen.port());
            if !listen.ip().is_loopback() {
                warnings.push(format!(
                    "public_url is not set, so only pages of {url} may change anything: set it to the address that browsers open"
                ));
            }
            url
        });
        let metrics_listen = self.metrics_listen.map(|text| address("metrics_listen", &text)).transpose()?;
        let origin =
            Origin::parse(&public_url).map_err(|error| invalid("public_url", format!("{public_url}: {error}")))?;
        let in_data = |scheme: &str, name: &str| format!("{scheme}:{}", self.data_dir.join(name).display());
        let database_url = self.database_url.unwrap_or_else(|| in_data("sqlite", "facility.sqlite"));
        Target::parse(&database_url).map_err(|error| invalid("database_url", error))?;
        Ok(Config {
            file: None,
            listen,
            metrics_listen,
            origin,
            database_url,
            object_store_url: self.object_store_url.unwrap_or_else(|| in_data("file", "objects")),
            aws,
            secret_key,
            admin_password,
            emergency_key,
            master_key,
            audit_signing_key,
            backups: self.backup_dir.map(|folder| Schedule { folder, every, keep }),
            mail,
            trusted_proxies: proxies(self.trusted_proxies.as_deref().unwrap_or_default())?,
            security_contact: self.security_contact.map(contact).transpose()?,
            rate_limits,
            min_password_length,
            two_steps_at_level_five: truth("two_steps_at_level_five", &self.two_steps_at_level_five)?,
            max_connections,
            log_format,
            log_filter: log_filter(self.log_filter)?,
            data_dir: self.data_dir,
            warnings,
        })
    }
}

/// Documents the settings in Markdown.
pub fn document() -> String {
    let mut text = String::from(
        "# Configuration\n\nGenerated by `facility config-doc` from the server's table of settings; edit them there.\n\n\
         Every command reads the defaults, a configuration file, a file with variables, the environment and the command line, in \
         this order; later values override earlier ones. The configuration file is the one that `--config` or \
         `FACILITY_CONFIG` names, else `facility.toml` in the current folder if there is one. `--env-file` or \
         `FACILITY_ENV_FILE` names a file of lines `NAME=VALUE`, for secrets and the `AWS_*` variables. Unknown keys are errors. Secrets have no flag. Each secret can \
         also be read from a file, which its variable with the suffix `_FILE` names.\n\n\
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
mod tests;
