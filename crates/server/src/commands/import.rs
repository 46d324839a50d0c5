//! `facility import PATH`

use super::console::Console;
use crate::config::Config;
use crate::data;
use crate::foundation::{self, Foundation};
use clap::ArgMatches;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Details, Entry, Performer};
use facility_documents::document::{Document, Placement, Text};
use facility_documents::portions;
use facility_documents::text::DocumentText;
use facility_files::file::AttachedFiles;
use facility_infra::running;
use facility_infra::transfer::folder::{FolderImporter, ImportedRecord, MarkdownFile};
use facility_infra::transfer::import::{ImportReport, Importer, KindReport};
use facility_kernel::{
    Clearance, DocumentId, FieldError, IdGenerator, RequestContext, SubmissionId, Timestamp, UserId,
};
use facility_submissions::case::Case;
use facility_submissions::submission::Submission;
use facility_transfer::error::TransferError;
use facility_transfer::note;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::{block_in_place, spawn_blocking};

/// Imports an archive or a folder, while no server uses the database. Either all of it is imported, or nothing.
pub async fn run(config: &Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let path = arguments.get_one::<PathBuf>("path").ok_or("missing PATH")?;
    let is_folder =
        std::fs::metadata(path).map_err(|error| format!("cannot open {}: {error}", path.display()))?.is_dir();
    data::prepare(config)?;
    // Claimed before anything is opened and held until the end, so that no server can start in the meantime.
    let _claim = block_in_place(|| running::claim(&data::target(config)?).map_err(Box::<dyn Error>::from))?;
    let base = block_in_place(|| Foundation::of_new_or_existing(config))?;
    let is_unused = base.is_unused().await?;
    let report = if is_folder {
        import_folder(&base, config, path, arguments).await?
    } else {
        import_archive(&base, config, path, arguments).await?
    };
    print(&report)?;
    if is_unused {
        move_anchors_aside(config).await?;
    }
    Ok(())
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
    if ["as", "owner", "level"].iter().any(|name| arguments.contains_id(name)) {
        return Err("--as, --owner and --level are for folders, and this is a file".into());
    }
    let archive = File::open(path).map_err(|error| format!("cannot open {}: {error}", path.display()))?;
    let importer =
        Importer::new(data::target(config)?, base.keys.audit_chain(), Foundation::blobs(config)?, Handle::current());
    let (ids, context) = (Arc::clone(&base.ids), base.context());
    work(move |console| {
        let entry = |report: &ImportReport| entry(&*ids, &context, report);
        importer.import(&archive, entry, &mut |step, done, total| console.show(step, done, total))
    })
    .await
}

async fn import_folder(
    base: &Foundation,
    config: &Config,
    path: &Path,
    arguments: &ArgMatches,
) -> Result<ImportReport, Box<dyn Error>> {
    let given = |name: &str| arguments.get_one::<String>(name);
    let kind = given("as").ok_or("a folder needs --as submissions or --as documents")?;
    let owner = given("owner").ok_or("a folder needs --owner USER")?;
    let level = arguments.get_one::<i64>("level").copied();
    let level = match (kind.as_str(), level) {
        ("documents", None) => return Err("--as documents needs --level LEVEL".into()),
        ("documents", Some(level)) => Some(Clearance::parse(level)?),
        (_, Some(_)) => {
            return Err("--level is for documents: reviewers assign the level of submissions".into());
        }
        (_, None) => None,
    };
    let owner = base.operator().account(owner).await?;
    if !owner.is_approved {
        return Err("the owner must be an approved account".into());
    }
    let importer = FolderImporter::new(data::target(config)?, base.keys.audit_chain());
    let (ids, context, folder) = (Arc::clone(&base.ids), base.context(), path.to_owned());
    work(move |console| {
        let make = |file: MarkdownFile<'_>| {
            let text = note::parse(file.stem, file.text).map_err(|fields| {
                let reasons: Vec<String> = fields.into_iter().map(|field| field.message).collect();
                format!("is refused: {}", reasons.join("; "))
            })?;
            let Some(level) = level else {
                // The review starts now, and the document gets the date of its publication, like any other.
                let submission = submission(&*ids, file.imported_at, owner.id, text);
                return Ok(ImportedRecord::Submission(Box::new(submission)));
            };
            portions::check_levels(&text.content, level)
                .map_err(|fault| format!("is refused: {}", FieldError::from(fault).message))?;
            Ok(ImportedRecord::Document(Box::new(document(&*ids, file.date, owner.id, level, text))))
        };
        let entry = |report: &ImportReport| entry(&*ids, &context, report);
        importer.import(&folder, context.now, make, entry, &mut |step, done, total| {
            console.show(step, done, total);
        })
    })
    .await
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

fn entry(ids: &dyn IdGenerator, context: &RequestContext, report: &ImportReport) -> Entry {
    let added = |kind: &str| report.kinds.get(kind).map_or(0, |report| report.added);
    let details = ["documents", "files", "submissions", "users"]
        .iter()
        .fold(Details::new(), |details, kind| details.with(kind, added(kind)));
    Entry::new(ids, context, Performer::System, Action::InstallationImported, EntityType::Site).details(details)
}

fn document(ids: &dyn IdGenerator, at: Timestamp, owner: UserId, clearance: Clearance, text: DocumentText) -> Document {
    Document {
        id: DocumentId::generate(ids),
        owner,
        text: Text { title: text.title, content: text.content.into(), category: text.category },
        clearance,
        files: AttachedFiles::default(),
        placement: Placement::REPOSITORY,
        release_at: None,
        version: 1,
        created_at: at,
        updated_at: at,
    }
}

fn submission(ids: &dyn IdGenerator, at: Timestamp, owner: UserId, text: DocumentText) -> Submission {
    Submission::new(Case::new(SubmissionId::generate(ids), owner, at), text)
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
    if !report.left_out.is_empty() {
        say!("Left out:")?;
        for line in &report.left_out {
            say!("  {line}")?;
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
