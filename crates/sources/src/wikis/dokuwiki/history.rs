//! Old revisions in `attic`, and who saved them when and why in `meta`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::collection::Finding;
use crate::paths::decoded;
use crate::wikis::source::{read_file, read_text, time, walk};

pub(super) struct Saved {
    pub text: String,
    pub author: Option<String>,
    pub at: Option<String>,
    pub comment: Option<String>,
}

struct Change {
    author: Option<String>,
    comment: Option<String>,
}

pub(super) struct History {
    /// The files of each page by the second they were saved in.
    attic: HashMap<String, BTreeMap<i64, PathBuf>>,
    meta: PathBuf,
}

impl History {
    pub(super) fn open(data: &Path) -> io::Result<Self> {
        let mut attic: HashMap<String, BTreeMap<i64, PathBuf>> = HashMap::new();
        let folder = data.join("attic");
        if folder.is_dir() {
            for (name, location) in walk(&folder)? {
                let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".bz2")).unwrap_or(&name);
                let parts = name.strip_suffix(".txt").and_then(|name| name.rsplit_once('.'));
                let Some((name, Ok(second))) = parts.map(|(name, second)| (name, second.parse())) else { continue };
                attic.entry(decoded(name).replace('/', ":")).or_default().insert(second, location);
            }
        }
        Ok(Self { attic, meta: data.join("meta") })
    }

    fn changes(&self, id: &str, location: &Path) -> BTreeMap<i64, Change> {
        // The same name below `meta` as below `pages`, encoded as there.
        let name = location.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut folder = self.meta.clone();
        let spaces: Vec<&std::ffi::OsStr> = location.iter().rev().skip(1).take(id.matches(':').count()).collect();
        folder.extend(spaces.into_iter().rev());
        let Ok(text) = read_file(&folder.join(format!("{name}.changes"))) else { return BTreeMap::new() };
        let mut changes = BTreeMap::new();
        for line in text.lines() {
            let mut fields = line.split('\t');
            let Some(Ok(second)) = fields.next().map(str::parse::<i64>) else { continue };
            let address = fields.next().unwrap_or_default().trim();
            let mut fields = fields.skip(2);
            let user = fields.next().unwrap_or_default().trim();
            let comment = fields.next().unwrap_or_default().trim();
            let author = [user, address].into_iter().find(|name| !name.is_empty()).map(str::to_owned);
            let comment = (!comment.is_empty()).then(|| comment.to_owned());
            changes.insert(second, Change { author, comment });
        }
        changes
    }

    /// Oldest first; the last is what the page says now.
    pub(super) fn of(&mut self, id: &str, text: &str, location: &Path, faults: &mut Vec<Finding>) -> Vec<Saved> {
        let mut changes = self.changes(id, location);
        let mut saved = Vec::new();
        let mut latest = None;
        for (second, file) in self.attic.remove(id).unwrap_or_default() {
            match unpacked(&file) {
                Ok(text) => {
                    latest = Some(second);
                    saved.push(one(text, second, changes.remove(&second)));
                }
                Err(error) => faults.push(Finding::of(
                    "older text cannot be read",
                    &id.replace(':', "/"),
                    format!("{second}: {error}"),
                )),
            }
        }
        if saved.last().is_some_and(|last| last.text == text) {
            return saved;
        }
        let newest =
            changes.into_iter().next_back().filter(|(second, _)| latest.is_none_or(|latest| *second >= latest));
        match newest {
            Some((second, change)) => saved.push(one(text.to_owned(), second, Some(change))),
            None => saved.push(Saved { text: text.to_owned(), author: None, at: modified(location), comment: None }),
        }
        saved
    }

    /// Pages that have a history and are no more.
    pub(super) fn left(self) -> HashSet<String> {
        self.attic.into_keys().collect()
    }
}

fn one(text: String, second: i64, change: Option<Change>) -> Saved {
    let (author, comment) = change.map_or((None, None), |change| (change.author, change.comment));
    Saved { text, author, at: time(second), comment }
}

fn modified(file: &Path) -> Option<String> {
    let since = file.metadata().ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    time(i64::try_from(since.as_secs()).ok()?)
}

fn unpacked(file: &Path) -> io::Result<String> {
    let reader = File::open(file)?;
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => read_text(flate2::read::MultiGzDecoder::new(reader)),
        Some("bz2") => Err(io::Error::other("packed as bz2: unpack it first with bunzip2")),
        _ => read_text(reader),
    }
}
