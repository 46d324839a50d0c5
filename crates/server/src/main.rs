//! The binary `facility`: reads the configuration, wires the adapters to the services, and runs a command.

#![deny(clippy::print_stdout, clippy::print_stderr)]

/// Prints a line to standard output. Returns an error where `println!` would panic, such as when its reader is gone.
macro_rules! say {
    ($($text:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($text)*)))
    };
}

mod anchoring;
mod backups;
mod cli;
mod commands;
mod compose;
mod config;
mod data;
mod demo;
mod foundation;
mod jobs;
mod logging;
mod mailing;
mod process;

use clap::ArgMatches;
use config::Config;
use foundation::Foundation;
use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;
use tokio::task::block_in_place;

/// The allocator of the whole process, including SQLite's allocations. It returns unused memory to the system; the C
/// library's allocator keeps twice as much after searches for frequent words on many threads. Its settings are in
/// `.cargo/config.toml`.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let matches = cli::command().get_matches();
    match run(&matches) {
        Ok(code) => code,
        Err(error) => {
            let mut stderr = std::io::stderr();
            // If standard error is closed, only the exit code reports the failure.
            let _ = writeln!(stderr, "facility: {error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                let _ = writeln!(stderr, "  caused by: {error}");
                cause = error.source();
            }
            ExitCode::FAILURE
        }
    }
}

fn run(matches: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    match matches.subcommand() {
        Some(("openapi", _)) => say!("{}", serde_json::to_string_pretty(&facility_web::openapi::openapi())?)?,
        Some(("manual", _)) => cli::manual(&mut std::io::stdout())?,
        Some(("config-doc", _)) => say!("{}", config::document().trim_end())?,
        Some((command, arguments)) => {
            let config = config::sources::load(cli::files(matches), &cli::flags(matches))?;
            let _log = logging::start(&config)?;
            for warning in &config.warnings {
                tracing::warn!("{warning}");
            }
            facility_infra::install_tls();
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            return runtime.block_on(with_config(config, command, arguments));
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn with_config(config: Config, command: &str, arguments: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        "health" => block_in_place(|| commands::health::run(&config))?,
        "serve" => commands::serve::run(config).await?,
        "demo" => commands::demo::run(config, arguments).await?,
        "migrate" => {
            block_in_place(|| Foundation::of_installation(&config))?;
            say!("The database schema is up to date.")?;
        }
        "export" => commands::export::run(&config, arguments).await?,
        "import" => commands::import::run(&config, arguments).await?,
        "backup" => commands::backup::make(&config, arguments)?,
        "restore" => commands::backup::restore(&config, arguments)?,
        "admin" => {
            let base = block_in_place(|| Foundation::of_installation(&config))?;
            commands::admin::run(&config, &base, arguments).await?;
        }
        "audit" => return commands::audit::run(&config, arguments).await,
        other => return Err(format!("unknown command: {other}").into()),
    }
    Ok(ExitCode::SUCCESS)
}
