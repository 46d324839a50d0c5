//! Old revisions in `attic`, and who saved them when and why in `meta`.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::collection::Finding;
use crate::paths::decoded;
use crate::wikis::history::Saved;
use crate::wikis::source::{files_in, filled, read_file, read_text, time};

pub(super) struct History {
    /// The files of each page by the second they were saved in.
    attic: HashMap<String, BTreeMap<i64, PathBuf>>,
    meta: PathBuf,
}

impl History {
    pub(super) fn open(data: &Path) -> io::Result<Self> {
        let mut attic: HashMap<String, BTreeMap<i64, PathBuf>> = HashMap::new();
        for (name, location) in files_in(&data.join("attic"))? {
            let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".bz2")).unwrap_or(&name);
            let parts = name.strip_suffix(".txt").and_then(|name| name.rsplit_once('.'));
            let Some((name, Ok(second))) = parts.map(|(name, second)| (name, second.parse())) else { continue };
            attic.entry(decoded(name).replace('/', ":")).or_default().insert(second, location);
        }
        Ok(Self { attic, meta: data.join("meta") })
    }

    /// What is known of the revisions of a page, by the second they were saved in.
    fn known(&self, id: &str, location: &Path) -> BTreeMap<i64, Saved> {
        // The same name below `meta` as below `pages`, encoded as there.
        let name = location.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut folder = self.meta.clone();
        let spaces: Vec<&std::ffi::OsStr> = location.iter().rev().skip(1).take(id.matches(':').count()).collect();
        folder.extend(spaces.into_iter().rev());
        let mut known = BTreeMap::new();
        for line in read_file(&folder.join(format!("{name}.changes"))).unwrap_or_default().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let field = |at: usize| filled(fields.get(at).copied().unwrap_or_default());
            let Some(Ok(second)) = fields.first().map(|second| second.parse()) else { continue };
            // Without a name, the address from which it was saved.
            let author = field(4).or_else(|| field(1));
            known.insert(second, Saved { author, at: time(second), comment: field(5), ..Saved::default() });
        }
        known
    }

    /// Oldest first; the last is what the page says now.
    pub(super) fn of(&mut self, id: &str, text: String, location: &Path, faults: &mut Vec<Finding>) -> Vec<Saved> {
        let mut known = self.known(id, location);
        let mut saved: Vec<Saved> = Vec::new();
        let mut latest = None;
        for (second, file) in self.attic.remove(id).unwrap_or_default() {
            match unpacked(&file) {
                Ok(text) => {
                    latest = Some(second);
                    let known = known.remove(&second);
                    let unknown = || Saved { at: time(second), ..Saved::default() };
                    saved.push(Saved { text, ..known.unwrap_or_else(unknown) });
                }
                Err(error) => {
                    let detail = format!("{second}: {error}");
                    faults.push(Finding::of("older text cannot be read", &id.replace(':', "/"), detail));
                }
            }
        }
        if saved.last().is_none_or(|last| last.text != text) {
            let newest = known.pop_last().filter(|(second, _)| latest.is_none_or(|latest| *second >= latest));
            let unknown = || Saved { at: modified(location), ..Saved::default() };
            saved.push(Saved { text, ..newest.map_or_else(unknown, |(_, known)| known) });
        }
        saved
    }

    /// Number of pages that have a history and are no more.
    pub(super) fn left(self) -> usize {
        self.attic.len()
    }
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
