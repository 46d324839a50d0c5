//! Errors of the configuration.

/// A configuration error, described in one sentence.
#[derive(Debug)]
pub struct ConfigError(pub(super) String);

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "configuration: {}", self.0)
    }
}

impl std::error::Error for ConfigError {}

pub(super) fn invalid(setting: &str, reason: impl std::fmt::Display) -> ConfigError {
    ConfigError(format!("{setting}: {reason}"))
}
