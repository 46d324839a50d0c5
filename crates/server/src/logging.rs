//! Logging to standard error, as readable lines or JSON.

use crate::config::{Config, LogFormat};
use std::io::IsTerminal as _;
use tracing_subscriber::EnvFilter;

/// The HTTP parser reports every malformed request as an error, so anyone could fill the log. A directive for it in
/// `log_filter` turns these messages on.
const QUIET: &str = "actix_http::h1=off";

/// Starts logging. Fails if the filter is invalid.
pub fn start(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EnvFilter::try_new(format!("{QUIET},{}", config.log_filter))
        .map_err(|error| format!("log_filter: {error}"))?;
    let colors = std::io::stderr().is_terminal();
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colors);
    match config.log_format {
        LogFormat::Pretty => lines.compact().init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    Ok(())
}
