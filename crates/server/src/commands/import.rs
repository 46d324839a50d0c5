//! `facility import PATH`

use super::console::Console;
use super::import_pages::{self, Request};
use crate::config::Config;
use crate::data;
use crate::foundation::{self, Foundation};
use clap::ArgMatches;
use clap::parser::ValueSource;
use facility_infra::running;
use facility_infra::transfer::import::{ImportReport, Importer, KindReport};
use facility_sources::wikis;
use facility_transfer::error::TransferError;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::{block_in_place, spawn_blocking};

/// Imports an archive or a folder, while no server uses the database. Either all of it is imported, or nothing.
pub async fn run(config: &Config, arguments: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    let path = arguments.get_one::<PathBuf>("path").ok_or("missing PATH")?;
    let is_folder =
        std::fs::metadata(path).map_err(|error| format!("cannot open {}: {error}", path.display()))?.is_dir();
    let has_pages = is_folder || block_in_place(|| wikis::recognize(path)).is_some();
    let pages = if has_pages { Some(Request::of(path, arguments)?) } else { None };
    if let Some(request) = pages.as_ref().filter(|request| request.is_dry_run) {
        return import_pages::look(config, request).await;
    }
    data::prepare(config)?;
    // Claimed before anything is opened and held until the end, so that no server can start in the meantime.
    let _claim = block_in_place(|| running::claim(&data::target(config)?).map_err(Box::<dyn Error>::from))?;
    let base = block_in_place(|| Foundation::of_new_or_existing(config))?;
    let is_unused = base.is_unused().await?;
    let report = match &pages {
        Some(request) => match import_pages::import(&base, config, request).await? {
            Ok(report) => report,
            Err(code) => return Ok(code),
        },
        None => import_archive(&base, config, path, arguments).await?,
    };
    print(&report)?;
    if is_unused {
        move_anchors_aside(config).await?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Moves the anchors aside after an import into an unused database, because they belong to another database.
async fn move_anchors_aside(config: &Config) -> Result<(), Box<dyn Error>> {
    let moved = foundation::anchors(config).move_aside().await;
    let moved = moved.map_err(|error| {
        format!(
            "the import is complete, but the anchors of the earlier database are still in use: move them away: {error}"
        )
    })?;
    if let Some(folder) = moved {
        let folder = folder.display();
        tracing::warn!("the anchors in the data folder belong to another database and were moved to {folder}");
        say!("The audit anchors of the earlier database were moved to {folder}. Keep them with that database.")?;
    }
    Ok(())
}

async fn import_archive(
    base: &Foundation,
    config: &Config,
    path: &Path,
    arguments: &ArgMatches,
) -> Result<ImportReport, Box<dyn Error>> {
    if let Some(name) = import_pages::FLAGS.iter().find(|name| is_given(arguments, name)) {
        return Err(format!("--{name} is for folders and exports of wikis, and this is neither").into());
    }
    let archive = File::open(path).map_err(|error| format!("cannot open {}: {error}", path.display()))?;
    let importer =
        Importer::new(data::target(config)?, base.keys.audit_chain(), Foundation::blobs(config)?, Handle::current());
    let (ids, context) = (Arc::clone(&base.ids), base.context());
    work(move |console| {
        let entry = |report: &ImportReport| import_pages::entry(&*ids, &context, report);
        importer.import(&archive, entry, &mut |step, done, total| console.show(step, done, total))
    })
    .await
}

fn is_given(arguments: &ArgMatches, name: &str) -> bool {
    arguments.value_source(name) == Some(ValueSource::CommandLine)
}

/// Runs the import on a thread that may block, and shows its progress on the console.
async fn work(
    import: impl FnOnce(&mut Console) -> Result<ImportReport, TransferError> + Send + 'static,
) -> Result<ImportReport, Box<dyn Error>> {
    let done = spawn_blocking(move || {
        let mut console = Console::new();
        let done = import(&mut console);
        console.end();
        done
    });
    Ok(done.await??)
}

fn print(report: &ImportReport) -> std::io::Result<()> {
    say!("Imported:")?;
    for (kind, KindReport { added, left, mapped, left_ids }) in &report.kinds {
        say!("  {added:>8} {kind}{}{}", of(*left, "left as they are"), of(*mapped, "exist under another id"))?;
        for id in left_ids {
            say!("             left: {id}")?;
        }
        if *left > left_ids.len() as u64 {
            say!("             and {} more", left - left_ids.len() as u64)?;
        }
    }
    if report.foreign_passwords > 0 {
        say!(
            "{} accounts cannot sign in with their old password, because it was hashed with another secret key. Set new \
             passwords (facility admin reset-password USER), or import into an empty database with the secret key of the \
             source.",
            report.foreign_passwords
        )?;
    }
    if report.kinds.get("users").is_some_and(|users| users.added > 0) {
        say!(
            "Accounts that came without a password hash cannot sign in until they have a password \
             (facility admin reset-password USER)."
        )?;
    }
    Ok(())
}

fn of(count: u64, what: &str) -> String {
    if count == 0 { String::new() } else { format!(", {count} {what}") }
}
