//! `facility export FILE`

use super::console::Console;
use crate::config::Config;
use crate::data;
use crate::foundation::Foundation;
use clap::ArgMatches;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_infra::transfer::export::{ExportOptions, Exporter};
use facility_infra::transfer::rules::check;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use tokio::runtime::Handle;
use tokio::task::{block_in_place, spawn_blocking};

/// Writes the installation into a new archive that only its owner can read, and reads it back with the rules of an
/// import. A server may be running: the archive has the state at its start.
pub async fn run(config: &Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let path = arguments.get_one::<PathBuf>("path").ok_or("missing FILE")?.clone();
    let options = ExportOptions { credentials: arguments.get_flag("with-credentials"), drafts: true };
    let base = block_in_place(|| Foundation::of_installation(config))?;
    let (target, is_checked) = (data::target(config)?, !arguments.get_flag("no-check"));
    let exporter = Exporter::new(target.clone(), Foundation::blobs(config)?, Handle::current());
    let partial = Partial::create(&path)?;
    let context = base.context();
    let details = Details::new().with("credentials", options.credentials).with("drafts", options.drafts);
    let entry = Entry::new(&*base.ids, &context, Performer::System, Action::InstallationExported, EntityType::Site);
    base.db.commit(Audited::new((), entry.details(details)), |_conn, ()| Ok(())).await?;
    let file = partial.file.try_clone()?;
    let (counts, bytes) = spawn_blocking(move || {
        let mut console = Console::new();
        let mut progress = |step, done, total| console.show(step, done, total);
        let made = exporter.write(file, options, context.now, &mut progress).and_then(|(file, counts)| {
            file.sync_all()?;
            if is_checked {
                check(&file, &target, &mut progress)?;
            }
            Ok((file, counts))
        });
        console.end();
        let (file, counts) = made?;
        Ok::<_, facility_transfer::error::TransferError>((counts, file.metadata()?.len()))
    })
    .await??;
    partial.keep()?;
    say!("{} ({} KiB):", path.display(), bytes.div_ceil(1024))?;
    for (kind, count) in counts {
        say!("  {count:>8} {kind}")?;
    }
    if options.credentials {
        say!("It contains password hashes: keep it as secret as the database.")?;
    }
    Ok(())
}

/// An archive with a temporary name until it is complete.
struct Partial {
    file: File,
    draft: PathBuf,
    path: PathBuf,
    is_kept: bool,
}

impl Partial {
    /// Creates the archive with mode 0600. Errors: it exists, or another export is writing it.
    fn create(path: &Path) -> Result<Self, Box<dyn Error>> {
        let shown = path.display();
        if path.try_exists()? {
            return Err(format!("{shown} already exists").into());
        }
        let mut draft = path.as_os_str().to_owned();
        draft.push(".partial");
        let draft = PathBuf::from(draft);
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&draft);
        let file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{} exists: another export is writing it, or left it behind", draft.display())
            }
            _ => format!("cannot create {}: {error}", draft.display()),
        })?;
        Ok(Self { file, draft, path: path.to_owned(), is_kept: false })
    }

    /// Gives the archive its final name. Errors: the name was taken in the meantime.
    fn keep(mut self) -> Result<(), Box<dyn Error>> {
        let linked = std::fs::hard_link(&self.draft, &self.path);
        linked.map_err(|error| format!("cannot create {}: {error}", self.path.display()))?;
        self.is_kept = std::fs::remove_file(&self.draft).is_ok();
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_kept
            && let Err(error) = std::fs::remove_file(&self.draft)
        {
            tracing::warn!(file = %self.draft.display(), %error, "cannot remove the incomplete archive");
        }
    }
}
