//! The values of single settings. A refusal names the value, unless it is a secret, and what is expected.

use super::error::{ConfigError, invalid};
use facility_kernel::Secret;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::num::ParseIntError;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::str::ParseBoolError;

/// The levels of the log.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

pub(super) fn address(name: &str, text: &str) -> Result<SocketAddr, ConfigError> {
    let wrong = |_| invalid(name, format!("{text}: must be an address and a port, such as 127.0.0.1:8080"));
    text.parse().map_err(wrong)
}

/// A whole number of at least `least`.
pub(super) fn number(name: &str, text: &str, least: usize) -> Result<usize, ConfigError> {
    let wrong = || invalid(name, format!("{text}: must be a whole number of at least {least}"));
    let number: usize = text.parse().map_err(|_source: ParseIntError| wrong())?;
    if number < least { Err(wrong()) } else { Ok(number) }
}

pub(super) fn truth(name: &str, text: &str) -> Result<bool, ConfigError> {
    text.parse().map_err(|_source: ParseBoolError| invalid(name, format!("{text}: must be true or false")))
}

/// Otherwise a misspelled level would be taken for a module, and nothing else would be logged.
pub(super) fn log_filter(text: String) -> Result<String, ConfigError> {
    let level = |part: &str| part.rsplit('=').next().unwrap_or(part).trim().to_lowercase();
    match text.split(',').find(|part| !LEVELS.contains(&level(part).as_str())) {
        None => Ok(text),
        Some(part) => {
            let reason = format!("{part}: must be {}, or directives such as info,web=debug", LEVELS.join(", "));
            Err(invalid("log_filter", reason))
        }
    }
}

pub(super) fn secret(
    name: &str,
    value: Option<String>,
    file: Option<PathBuf>,
    warnings: &mut Vec<String>,
) -> Result<Option<Secret>, ConfigError> {
    match (value, file) {
        (Some(_), Some(_)) => Err(invalid(name, "is set both as a value and as a file")),
        (Some(value), None) => Ok(Some(Secret::new(value))),
        (None, Some(path)) => read_secret(name, &path, warnings).map(Some),
        (None, None) => Ok(None),
    }
}

/// A file that everyone can read only causes a warning, because container platforms mount secrets that way.
pub(super) fn read_secret(name: &str, path: &Path, warnings: &mut Vec<String>) -> Result<Secret, ConfigError> {
    let failed = |error: std::io::Error| invalid(name, format!("cannot read the file {}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let mode = std::fs::metadata(path).map_err(failed)?.permissions().mode();
    if mode & 0o007 != 0 {
        let path = path.display();
        warnings.push(format!("{name}: every user of this machine can read {path} (chmod 600 {path})"));
    }
    Ok(Secret::new(text.trim_end_matches(['\r', '\n'])))
}

pub(super) fn proxies(list: &str) -> Result<Vec<IpNet>, ConfigError> {
    let named = list.split(',').map(str::trim).filter(|text| !text.is_empty());
    named
        .map(|text| {
            let address = text.parse::<IpAddr>().map(IpNet::from);
            let network = address.or_else(|_source| text.parse::<IpNet>());
            let network = network.map_err(|_source| {
                let reason = "must be an IP address or a block such as 10.0.0.0/24, not a host name";
                invalid("trusted_proxies", format!("{text}: {reason}"))
            })?;
            // Wider than any private network: any caller could choose the address to which limits apply.
            let widest = if network.addr().is_ipv4() { 8 } else { 7 };
            if network.prefix_len() < widest {
                let reason = format!("{text}: trusts too many addresses; the widest block is /{widest}");
                return Err(invalid("trusted_proxies", reason));
            }
            Ok(network)
        })
        .collect()
}

/// A contact in the form of RFC 9116.
pub(super) fn contact(text: String) -> Result<String, ConfigError> {
    let rest = text.strip_prefix("mailto:").filter(|address| address.contains('@'));
    let rest = rest.or_else(|| text.strip_prefix("https://")).unwrap_or_default();
    if rest.is_empty() || !rest.chars().all(|c| c.is_ascii_graphic()) {
        let reason = format!("{text}: must be mailto:ADDRESS or https://ADDRESS, such as mailto:security@example.org");
        return Err(invalid("security_contact", reason));
    }
    Ok(text)
}
