//! The sources of settings: defaults, a file, variables and flags, in this order.

use super::error::{ConfigError, invalid};
use super::{Config, FILE, Given, PREFIX, SETTINGS, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Variables with the prefix that are not settings: they name files of settings, or scripts and tests use them.
/// Variables that start with `test_` are not settings either.
const OTHERS: [&str; 5] = ["bin", "config", "env_file", "postgres_bin", "proxy"];

/// The files that the command line names.
#[derive(Default)]
pub struct Files {
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// The file with variables.
    pub variables: Option<PathBuf>,
}

/// Reads the configuration; `flags` are the values given on the command line.
pub fn load(files: Files, flags: &BTreeMap<&'static str, String>) -> Result<Config, ConfigError> {
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let named = |flag: Option<PathBuf>, variables: &BTreeMap<String, String>, name: &str| {
        flag.or_else(|| variables.get(name).map(PathBuf::from))
    };
    let (mut variables, mut warnings) = (BTreeMap::new(), Vec::new());
    if let Some(path) = named(files.variables, &environment, "FACILITY_ENV_FILE") {
        variables = parse_variables(&path, &text_of(&path)?)?;
        for name in variables.keys().filter(|name| !name.starts_with(PREFIX) && !name.starts_with("AWS_")) {
            warnings.push(format!("{}: {name} is not a setting and is ignored", path.display()));
        }
    }
    variables.extend(environment);
    let config = named(files.config, &variables, "FACILITY_CONFIG");
    let config = config.or_else(|| Path::new(FILE).exists().then(|| FILE.into()));
    let text = config.as_deref().map(text_of).transpose()?.unwrap_or_default();
    let name = config.as_deref().unwrap_or(Path::new(FILE)).display().to_string();
    let mut read = read(&name, &text, &variables, flags)?;
    read.warnings.extend(warnings);
    Ok(Config { file: config, ..read })
}

fn text_of(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path).map_err(|error| {
        let is_closed = error.kind() == ErrorKind::PermissionDenied;
        let hint = if is_closed { "; run this as root or as the user of the server" } else { "" };
        invalid(&path.display().to_string(), format!("cannot read it: {error}{hint}"))
    })
}

/// Parses lines of the form `NAME=VALUE`, like systemd: empty lines and lines that start with `#` or `;` are ignored,
/// and values may be in quotes. Errors name the line but not its text, which may be a secret.
fn parse_variables(path: &Path, text: &str) -> Result<BTreeMap<String, String>, ConfigError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';']));
    lines
        .map(|(number, line)| {
            let pair = line.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
            let Some((name, value)) = pair.filter(|(name, _)| is_name(name)) else {
                return Err(invalid(&format!("{}: line {number}", path.display()), "must be NAME=VALUE"));
            };
            let quoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
            Ok((name.to_owned(), quoted.unwrap_or(value).to_owned()))
        })
        .collect()
}

/// Merges all sources and checks the values. `name` and `text` are those of the configuration file.
pub(super) fn read(
    name: &str,
    text: &str,
    variables: &BTreeMap<String, String>,
    flags: &BTreeMap<&'static str, String>,
) -> Result<Config, ConfigError> {
    let mut ours: BTreeMap<String, &String> = variables
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?.to_lowercase(), value)))
        .filter(|(name, _)| !name.starts_with("test_") && !OTHERS.contains(&name.as_str()))
        .collect();
    let links = service_links(&ours);
    ours.retain(|name, _| !links.contains(name));
    let mut merged: Table = texts(defaults());
    // The error names the source but not the text, which may contain secrets.
    let written = text.parse::<Table>().map_err(|error| invalid(name, error.message()))?;
    for (name, value) in written {
        let value = as_text(&name, value)?;
        merged.insert(name, value);
    }
    merged.extend(texts(ours));
    merged.extend(texts(flags));
    let given: Given = merged.try_into().map_err(|error: toml::de::Error| ConfigError(error.message().to_owned()))?;
    let aws = variables.iter().filter(|(name, _)| name.starts_with("AWS_"));
    let mut config = given.check(aws.map(|(name, value)| (name.clone(), value.clone())).collect())?;
    config.warnings.extend(links.iter().map(|name| {
        let name = name.to_uppercase();
        format!("{PREFIX}{name} comes from a Kubernetes service and is ignored (enableServiceLinks: false)")
    }));
    Ok(config)
}

/// Returns the variables that Kubernetes sets for services whose name starts with that of this program. For the service
/// `facility`, these are `FACILITY_PORT` with a value such as `tcp://10.0.0.1:8080`, `FACILITY_PORT_8080_TCP_ADDR`,
/// `FACILITY_SERVICE_HOST` and others.
fn service_links(variables: &BTreeMap<String, &String>) -> BTreeSet<String> {
    let is_address = |value: &str| ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let services = variables.iter().filter(|(_, value)| is_address(value));
    let services: BTreeSet<&str> = services.filter_map(|(name, _)| name.strip_suffix("port")).collect();
    let is_link = |name: &str| {
        services.iter().any(|service| {
            name.strip_prefix(service).is_some_and(|rest| {
                ["port", "service_host", "service_port"].contains(&rest)
                    || rest.starts_with("service_port_")
                    || rest.strip_prefix("port_").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            })
        })
    };
    variables.keys().filter(|name| is_link(name)).cloned().collect()
}

fn texts<N: ToString, T: ToString>(values: impl IntoIterator<Item = (N, T)>) -> Table {
    values.into_iter().map(|(name, text)| (name.to_string(), Value::String(text.to_string()))).collect()
}

fn defaults() -> BTreeMap<&'static str, &'static str> {
    let plain = |setting: &&Setting| !setting.secret && !setting.default.contains(' ') && setting.default != "none";
    SETTINGS.iter().filter(plain).map(|setting| (setting.name, setting.default)).collect()
}

/// Converts a value of the configuration file to text. Numbers and booleans need no quotes, except for secrets: a
/// password of digits is not a number.
fn as_text(name: &str, value: Value) -> Result<Value, ConfigError> {
    let is_secret = SETTINGS.iter().any(|setting| setting.secret && setting.name == name);
    match value {
        Value::String(_) => Ok(value),
        _ if is_secret => Err(invalid(name, "must be a text in quotes")),
        Value::Integer(number) => Ok(Value::String(number.to_string())),
        Value::Boolean(value) => Ok(Value::String(value.to_string())),
        _ => Err(invalid(name, "must be a text, a whole number, true or false")),
    }
}
