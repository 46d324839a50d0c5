//! The binary `facility`: reads the configuration, wires the adapters to the services, and runs a command.

mod anchoring;
mod cli;
mod commands;
mod compose;
mod config;
mod data;
mod demo;
mod jobs;
mod logging;

use clap::ArgMatches;
use compose::Foundation;
use config::Config;
use std::error::Error;
use std::process::ExitCode;
use tikv_jemallocator::Jemalloc;
use tokio::task::block_in_place;

/// The allocator of the whole process, including SQLite's allocations: it returns memory that many threads once
/// needed, where the C library's allocator keeps twice as much after searches for frequent words. Its settings are in
/// `.cargo/config.toml`.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    let matches = cli::command().get_matches();
    match run(&matches) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("facility: {error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("  caused by: {error}");
                cause = error.source();
            }
            ExitCode::FAILURE
        }
    }
}

fn run(matches: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    match matches.subcommand() {
        Some(("openapi", _)) => println!("{}", serde_json::to_string_pretty(&web::openapi())?),
        Some(("config-doc", _)) => print!("{}", config::document()),
        Some((command, arguments)) => {
            let config = config::load(&cli::flags(matches))?;
            logging::start(&config)?;
            for warning in &config.warnings {
                tracing::warn!("{warning}");
            }
            infra::install_tls();
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            return runtime.block_on(with_config(config, command, arguments));
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn with_config(
    config: Config,
    command: &str,
    arguments: &ArgMatches,
) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        "serve" => commands::serve::run(config).await?,
        "demo" => commands::demo::run(config, arguments).await?,
        "migrate" => {
            let target = compose::target(&config)?;
            block_in_place(|| infra::db::Database::migrate(&target))?;
            println!("The database schema is up to date.");
        }
        "export" => commands::export::run(&config, arguments).await?,
        "import" => commands::import::run(&config, arguments).await?,
        "admin" => commands::admin::run(&block_in_place(|| Foundation::open(&config))?, arguments).await?,
        "audit" => return commands::audit::verify(&block_in_place(|| Foundation::open(&config))?).await,
        other => return Err(format!("unknown command: {other}").into()),
    }
    Ok(ExitCode::SUCCESS)
}
