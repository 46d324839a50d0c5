//! The binary `facility`: reads the configuration, puts the adapters behind the services, and runs a command.

mod cli;
mod config;
mod data;
mod logging;

use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("facility: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let matches = cli::command().get_matches();
    match matches.subcommand() {
        Some(("openapi", _)) => println!("{}", serde_json::to_string_pretty(&web::openapi())?),
        Some(("config-doc", _)) => print!("{}", config::document()),
        _ => return Ok(ExitCode::FAILURE),
    }
    Ok(ExitCode::SUCCESS)
}
