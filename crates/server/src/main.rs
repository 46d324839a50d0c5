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
mod starting;

use clap::ArgMatches;
use config::Config;
use facility_infra::pictures::child as read_picture;
use facility_infra::texts::child as read_text;
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
            // If standard error is closed, only the exit code reports the failure.
            let _ = writeln!(std::io::stderr(), "facility: {}", message(&*error));
            ExitCode::FAILURE
        }
    }
}

/// The error's message, with each cause that it does not repeat on a line of its own, and without numbers of the
/// operating system.
fn message(error: &dyn Error) -> String {
    let mut text = plain(&error.to_string());
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = plain(&error.to_string());
        if !text.contains(&more) {
            text = format!("{text}\n  caused by: {more}");
        }
        cause = error.source();
    }
    text
}

/// Removes ` (os error 2)` and blank ends.
fn plain(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once(')').map_or(part, |(_number, rest)| rest));
    rest.fold(first, |plain, part| plain + part).trim_end().to_owned()
}

fn run(matches: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    match matches.subcommand() {
        Some(("openapi", _)) => say!("{}", serde_json::to_string_pretty(&facility_web::openapi::openapi())?)?,
        // Before anything is opened: this process limits itself, and then reads what a stranger has sent.
        Some((read_picture::ARGUMENT, _)) => {
            return Ok(read_picture::run_child(std::io::stdin().lock(), std::io::stdout().lock()));
        }
        Some((read_text::ARGUMENT, arguments)) => {
            let media_type = arguments.get_one::<String>("media_type").map(String::as_str).unwrap_or_default();
            return Ok(read_text::run_child(media_type, std::io::stdin().lock(), std::io::stdout().lock()));
        }
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
        "demo" => Box::pin(commands::demo::run(config, arguments)).await?,
        "migrate" if arguments.get_flag("check") => block_in_place(|| commands::migrate::check(&config))?,
        "migrate" => block_in_place(|| commands::migrate::run(&config))?,
        "export" => commands::export::run(&config, arguments).await?,
        "import" => return commands::import::run(&config, arguments).await,
        "backup" => commands::backup::make(&config, arguments)?,
        "restore" => commands::backup::restore(&config, arguments)?,
        "admin" => {
            let base = block_in_place(|| Foundation::of_installation(&config))?;
            commands::admin::run(&config, &base, arguments).await?;
        }
        "mail" => {
            let (_test, arguments) = arguments.subcommand().ok_or("missing command")?;
            commands::mail::test(&config, arguments).await?;
        }
        "audit" => return commands::audit::run(&config, arguments).await,
        other => return Err(format!("unknown command: {other}").into()),
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_names_each_cause_once_and_no_number_of_the_system() {
        let missing = || std::io::Error::from_raw_os_error(2);
        assert_eq!(message(&missing()), "No such file or directory");
        let wrapped = std::io::Error::other(format!("x: {}, y\n", missing()));
        assert_eq!(message(&wrapped), "x: No such file or directory, y");
        let hidden = facility_kernel::StoreError::Unavailable(Box::new(missing()));
        assert!(message(&hidden).ends_with("\n  caused by: No such file or directory"), "{}", message(&hidden));
    }
}
