//! The sources of settings: defaults, a file, variables and flags, in this order.

use super::error::{ConfigError, invalid};
use super::{Config, FILE, Given, PREFIX, SETTINGS, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::{Spanned, Table, Value};

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
    let (mut variables, mut lines, mut warnings) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    if let Some(path) = named(files.variables, &environment, "FACILITY_ENV_FILE") {
        for (line, name, value) in parse_variables(&path, &text_of(&path)?)? {
            if !name.starts_with(PREFIX) && !name.starts_with("AWS_") {
                warnings.push(format!("{}: {name} is not a setting and is ignored", path.display()));
            }
            lines.insert(name.clone(), format!("{}, line {line}", path.display()));
            variables.insert(name, value);
        }
        lines.retain(|name, _| !environment.contains_key(name));
    }
    variables.extend(environment);
    let config = named(files.config, &variables, "FACILITY_CONFIG");
    let config = config.or_else(|| Path::new(FILE).exists().then(|| FILE.into()));
    let text = config.as_deref().map(text_of).transpose()?.unwrap_or_default();
    let name = config.as_deref().unwrap_or(Path::new(FILE)).display().to_string();
    let mut read = read((&name, &text), (&variables, &lines), flags)?;
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
/// and values may be in quotes. Returns each with the number of its line. Errors name the line but not its
/// text, which may be a secret.
fn parse_variables(path: &Path, text: &str) -> Result<Vec<(usize, String, String)>, ConfigError> {
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
            Ok((number, name.to_owned(), quoted.unwrap_or(value).to_owned()))
        })
        .collect()
}

/// Merges all sources and checks the values. The configuration file comes with its name; the variables come with the
/// places of those that a file sets.
pub(super) fn read(
    (file, text): (&str, &str),
    (variables, lines): (&BTreeMap<String, String>, &BTreeMap<String, String>),
    flags: &BTreeMap<&'static str, String>,
) -> Result<Config, ConfigError> {
    let mut ours: BTreeMap<String, &String> = variables
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?.to_lowercase(), value)))
        .filter(|(name, _)| !name.starts_with("test_") && !OTHERS.contains(&name.as_str()))
        .collect();
    let links = service_links(&ours);
    ours.retain(|name, _| !links.contains(name));
    let line_of =
        |start: usize| format!("{file}, line {}", text.get(..start).unwrap_or(text).matches('\n').count() + 1);
    // The error names the line but not its text, which may contain secrets.
    let written: BTreeMap<String, Spanned<Value>> = toml::from_str(text).map_err(|error| {
        let place = error.span().map(|span| line_of(span.start));
        invalid(file, error.message()).located(|_| place)
    })?;
    let place_of = |name: &str| {
        let variable = || format!("{PREFIX}{}", name.to_uppercase());
        let in_variable = || Some(lines.get(&variable()).cloned().unwrap_or_else(variable));
        let flag = flags.contains_key(name).then(|| format!("--{}", name.replace('_', "-")));
        let variable = || if ours.contains_key(name) { in_variable() } else { None };
        flag.or_else(variable).or_else(|| Some(line_of(written.get(name)?.span().start)))
    };
    let mut merged: Table = texts(defaults());
    for (name, value) in &written {
        let value = as_text(name, value.get_ref()).map_err(|error| error.located(place_of))?;
        merged.insert(name.clone(), value);
    }
    merged.extend(texts(&ours));
    merged.extend(texts(flags));
    if let Some(name) = merged.keys().find(|name| !is_setting(name)) {
        return Err(invalid(name, "is not a setting; `facility --help` lists them").located(place_of));
    }
    let given: Given = merged.try_into().map_err(|error: toml::de::Error| invalid(file, error.message()))?;
    let aws = variables.iter().filter(|(name, _)| name.starts_with("AWS_"));
    let checked = given.check(aws.map(|(name, value)| (name.clone(), value.clone())).collect());
    let by_file = |name: &str| place_of(name).or_else(|| place_of(&format!("{name}_file")));
    let mut config = checked.map_err(|error| error.located(by_file))?;
    config.warnings.extend(links.iter().map(|name| {
        let name = name.to_uppercase();
        format!("{PREFIX}{name} comes from a Kubernetes service and is ignored (enableServiceLinks: false)")
    }));
    Ok(config)
}

/// Whether this is the name of a setting, or of the file of a secret.
fn is_setting(name: &str) -> bool {
    let of_file = name.strip_suffix("_file");
    SETTINGS.iter().any(|setting| setting.name == name || (setting.secret && of_file == Some(setting.name)))
}

/// The variables that Kubernetes sets for services whose name starts with that of this program. For the service
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
fn as_text(name: &str, value: &Value) -> Result<Value, ConfigError> {
    let is_secret = SETTINGS.iter().any(|setting| setting.secret && setting.name == name);
    match value {
        Value::String(_) => Ok(value.clone()),
        _ if is_secret => Err(invalid(name, "must be a text in quotes")),
        Value::Integer(number) => Ok(Value::String(number.to_string())),
        Value::Boolean(value) => Ok(Value::String(value.to_string())),
        _ => Err(invalid(name, "must be a text, a whole number, true or false")),
    }
}
