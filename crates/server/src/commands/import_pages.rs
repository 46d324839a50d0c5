//! `facility import SOURCE`: a report of what comes in, and the import.

use super::console::Console;
use crate::config::Config;
use crate::data;
use crate::foundation::{self, Foundation};
use clap::ArgMatches;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Details, Entry, Performer};
use facility_files::ports::PictureReader;
use facility_infra::clock::server_clock;
use facility_infra::confined::parent::Children;
use facility_infra::pictures::reader::PictureChild;
use facility_infra::transfer::import::ImportReport;
use facility_infra::transfer::pages::{self, Import, PageImporter};
use facility_infra::transfer::progress::Step;
use facility_kernel::{Clearance, IdGenerator, RequestContext, Timestamp};
use facility_sources::map::Map;
use facility_sources::plan::{Authors, Become, Known, Options, Plan};
use facility_sources::report::{Ending, Report};
use facility_sources::{folder, wikis};
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::task::{block_in_place, spawn_blocking};

/// The flags that are for folders only.
pub const FLAGS: [&str; 12] = [
    "as",
    "owner",
    "level",
    "dry-run",
    "report",
    "map",
    "on-fault",
    "long",
    "same-title",
    "authors",
    "sections",
    "source",
];

/// The exit status if faults were found.
const FAULTS: u8 = 2;

/// What the command line asks for.
#[derive(Clone)]
pub struct Request {
    path: PathBuf,
    pub is_dry_run: bool,
    owner: Option<String>,
    report: Option<PathBuf>,
    skips_faults: bool,
    options: Options,
    /// The name under which the pages are remembered.
    source: String,
}

impl Request {
    /// Errors: flags are missing or contradict each other, or the map is not valid.
    pub fn of(path: &Path, arguments: &ArgMatches) -> Result<Self, Box<dyn Error>> {
        let given = |name: &str| arguments.get_one::<String>(name);
        let is_dry_run = arguments.get_flag("dry-run");
        let kind = given("as").ok_or("a folder needs --as submissions or --as documents")?;
        let owner = given("owner").cloned();
        if owner.is_none() && !is_dry_run {
            return Err("a folder needs --owner USER".into());
        }
        let r#become = match (kind.as_str(), arguments.get_one::<i64>("level").copied()) {
            ("documents", None) => return Err("--as documents needs --level LEVEL".into()),
            ("documents", Some(level)) => Become::Documents(Clearance::parse(level)?),
            (_, Some(_)) => {
                return Err("--level is for documents: reviewers assign the level of submissions".into());
            }
            (_, None) => Become::Submissions,
        };
        let map = match arguments.get_one::<PathBuf>("map") {
            Some(file) => {
                let shown = file.display();
                let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {shown}: {error}"))?;
                Map::parse(&text).map_err(|error| format!("{shown}: {error}"))?
            }
            None => Map::default(),
        };
        let makes_sections = arguments.get_flag("sections");
        if makes_sections && r#become == Become::Submissions {
            return Err("--sections is for documents: submissions are not in the archive".into());
        }
        let chooses = |name: &str, value: &str| given(name).is_some_and(|given| given == value);
        Ok(Self {
            path: path.to_owned(),
            is_dry_run,
            owner,
            report: arguments.get_one::<PathBuf>("report").cloned(),
            skips_faults: chooses("on-fault", "skip"),
            options: Options {
                r#become,
                map,
                splits_long: chooses("long", "split"),
                adds_folders: chooses("same-title", "folder"),
                authors: if chooses("authors", "as-accounts") { Authors::AsAccounts } else { Authors::AsText },
                makes_sections,
                now: Timestamp::EPOCH,
            },
            source: given("source").cloned().unwrap_or_else(|| folder::source_name(path)),
        })
    }

    /// Reads the source. Blocks.
    fn plan(&self, known: &HashMap<String, Known>, now: Timestamp, shown: &mut Shown) -> Result<Plan, Box<dyn Error>> {
        let read = |done, total| shown.show(Step::Source, done, total);
        let (kind, shown) = (wikis::recognize(&self.path), self.path.display());
        let collection = match kind {
            Some(kind) => wikis::read(&self.path, kind, read),
            None => folder::read(&self.path, now, read),
        };
        let collection = collection.map_err(|error| format!("cannot read {shown}: {error}"))?;
        if collection.pages.is_empty() && collection.faults.is_empty() {
            let missing = if kind.is_some() { "pages" } else { "Markdown files (*.md)" };
            return Err(format!("{shown} has no {missing}").into());
        }
        Ok(Plan::new(collection, known, Options { now, ..self.options.clone() }))
    }

    /// Prints the report, and writes it into the file that was asked for.
    fn print(&self, report: &Report) -> Result<(), Box<dyn Error>> {
        let ending = Ending { is_dry_run: self.is_dry_run, skips_faults: self.skips_faults };
        say!("{}", report.text(ending).trim_end())?;
        if let Some(file) = &self.report {
            std::fs::write(file, report.json()).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        }
        Ok(())
    }
}

/// Progress on a terminal.
struct Shown(Option<Console>);

impl Shown {
    fn show(&mut self, step: Step, done: u64, total: u64) {
        if let Some(console) = &mut self.0 {
            console.show(step, done, total);
        }
    }

    fn end(&mut self) {
        if let Some(console) = &mut self.0 {
            console.end();
        }
    }
}

fn pictures() -> Arc<dyn PictureReader> {
    Arc::new(PictureChild::new(Arc::new(Children::new("/proc/self/exe".into()))))
}

/// Reports what an import would do, also while a server runs. Changes nothing.
pub async fn look(config: &Config, request: &Request) -> Result<ExitCode, Box<dyn Error>> {
    let now = server_clock()?.now();
    let known = match block_in_place(|| foundation::find(config))? {
        Some((target, _keys)) => block_in_place(|| pages::known(&target, &request.source))?,
        None => HashMap::new(),
    };
    let (asked, runtime) = (request.clone(), Handle::current());
    let done = spawn_blocking(move || {
        let mut shown = Shown(Console::of_terminal());
        let mut plan = asked.plan(&known, now, &mut shown).map_err(|error| error.to_string())?;
        let show = &mut |step, done, total| shown.show(step, done, total);
        pages::check_files(&mut plan, &*pictures(), &runtime, show).map_err(|error| error.to_string())?;
        shown.end();
        Ok::<_, String>(Report::of(&plan))
    });
    let report = done.await??;
    request.print(&report)?;
    Ok(if report.has_faults() { ExitCode::from(FAULTS) } else { ExitCode::SUCCESS })
}

/// Reports what comes in, and imports it. Returns the exit status if faults prevent that.
pub async fn import(
    base: &Foundation,
    config: &Config,
    request: &Request,
) -> Result<Result<ImportReport, ExitCode>, Box<dyn Error>> {
    let name = request.owner.as_deref().unwrap_or_default();
    let owner = base.operator().account(name).await.map_err(|error| format!("--owner {name}: {error}"))?;
    if !owner.is_approved {
        return Err("the owner must be an approved account".into());
    }
    let target = data::target(config)?;
    let (ids, context) = (Arc::clone(&base.ids), base.context());
    let importer = PageImporter::new(
        (target.clone(), base.keys.audit_chain()),
        Foundation::blobs(config)?,
        pictures(),
        Arc::clone(&base.ids),
        Handle::current(),
    );
    let asked = request.clone();
    let done = spawn_blocking(move || {
        let failed = |error: Box<dyn Error>| error.to_string();
        let mut shown = Shown(Console::of_terminal());
        let known = pages::known(&target, &asked.source).map_err(|error| error.to_string())?;
        let mut plan = asked.plan(&known, context.now, &mut shown).map_err(failed)?;
        let import = Import { source: &asked.source, owner: owner.id, now: context.now };
        let prepared = importer.prepare(&mut plan, import, &mut |step, done, total| shown.show(step, done, total));
        let prepared = prepared.map_err(|error| error.to_string())?;
        shown.end();
        let report = Report::of(&plan);
        asked.print(&report).map_err(failed)?;
        if report.has_faults() && !asked.skips_faults {
            importer.discard(prepared);
            return Ok(None);
        }
        if !report.has_news() {
            importer.discard(prepared);
            return Ok(Some(ImportReport::default()));
        }
        let entry = |report: &ImportReport| entry(&*ids, &context, report);
        let show = &mut |step, done, total| shown.show(step, done, total);
        let imported = importer.import(&plan, import, prepared, entry, show).map_err(|error| error.to_string())?;
        shown.end();
        Ok::<_, String>(Some(imported))
    });
    Ok(done.await??.ok_or_else(|| ExitCode::from(FAULTS)))
}

/// The audit entry of an import.
pub(super) fn entry(ids: &dyn IdGenerator, context: &RequestContext, report: &ImportReport) -> Entry {
    let added = |kind: &str| report.kinds.get(kind).map_or(0, |report| report.added);
    let details = ["documents", "files", "sections", "submissions", "users", "versions"]
        .iter()
        .fold(Details::new(), |details, kind| details.with(kind, added(kind)));
    Entry::new(ids, context, Performer::System, Action::InstallationImported, EntityType::Site).details(details)
}
