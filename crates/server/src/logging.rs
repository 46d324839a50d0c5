//! Where log lines go: standard error, for people or as JSON.

use crate::config::{Config, LogFormat};
use std::io::IsTerminal as _;
use tracing_subscriber::EnvFilter;

/// Starts logging. Errors: the filter cannot be understood.
pub fn start(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EnvFilter::try_new(&config.log_filter).map_err(|error| format!("log_filter: {error}"))?;
    let colours = std::io::stderr().is_terminal();
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    match config.log_format {
        LogFormat::Pretty => lines.compact().init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    Ok(())
}
