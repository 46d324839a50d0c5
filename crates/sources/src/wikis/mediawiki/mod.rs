//! Dumps of MediaWiki: XML, plain or compressed, with the folder `images` beside it.

mod dump;
#[cfg(test)]
mod tests;
pub mod wikitext;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::collection::{Collection, Finding, Page};
use crate::paths;
use crate::wikis::history::{Saved, add_revisions};
use crate::wikis::source::{
    FileIndex, alone, file_name, files_in, has_ending, has_notes, matching, safe_path, time_of,
};
use dump::{Dump, Event, RawPage};
use wikitext::Site;

/// All Markdown of a wiki is held at once.
const MAX_TOTAL: usize = 2 * 1024 * 1024 * 1024;

/// What a wiki keeps beside the originals of its files.
const NO_ORIGINALS: [&str; 7] = ["thumb", "archive", "temp", "deleted", "lockdir", "math", "timeline"];

fn dumps(path: &Path) -> Vec<PathBuf> {
    matching(path, |file| {
        let name = file.to_string_lossy();
        let is_named = has_ending(&name, ".xml") || has_ending(&name, ".xml.gz");
        is_named && dump::start_of(file).is_some_and(|start| start.contains("<mediawiki"))
    })
}

/// The first dump that must be unpacked before it can be read.
fn packed(path: &Path) -> Option<PathBuf> {
    matching(path, |file| has_ending(&file.to_string_lossy(), ".xml.bz2")).into_iter().next()
}

pub fn recognized(path: &Path) -> bool {
    !dumps(path).is_empty() || (packed(path).is_some() && !has_notes(path))
}

fn files(path: &Path) -> io::Result<FileIndex> {
    let mut index = FileIndex::default();
    let beside = if path.is_dir() { Some(path) } else { path.parent() };
    for (name, location) in beside.map_or(Ok(Vec::new()), |beside| files_in(&beside.join("images")))? {
        let top = name.split('/').next().unwrap_or_default();
        let own = paths::name(&name);
        let odd = own.starts_with('.') || own.eq_ignore_ascii_case("readme") || has_ending(own, ".desc");
        if odd || NO_ORIGINALS.contains(&top) {
            continue;
        }
        let canonical = Site::default().canonical(own).replace(' ', "_");
        index.add(&[own, &canonical], format!("images/{name}"), location);
    }
    Ok(index)
}

/// Names that every wiki knows, whatever its language.
fn default_site(files: FileIndex) -> Site {
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Site {
        file_names: set(&["file", "image"]),
        category_names: set(&["category"]),
        namespaces: set(&["file", "category", "template", "help", "user", "talk", "project"]),
        case_sensitive: false,
        files,
    }
}

/// Namespaces that a dump need not name.
const STANDARD: [(i64, &str); 14] = [
    (-1, "Special"),
    (1, "Talk"),
    (2, "User"),
    (3, "User talk"),
    (5, "Project talk"),
    (6, "File"),
    (6, "Image"),
    (7, "File talk"),
    (8, "MediaWiki"),
    (10, "Template"),
    (11, "Template talk"),
    (14, "Category"),
    (15, "Category talk"),
    (12, "Help"),
];

#[derive(Default)]
struct Reading {
    site: Site,
    /// Names of namespaces by their number, and the reverse.
    names: HashMap<i64, String>,
    numbers: HashMap<String, i64>,
    collection: Collection,
    /// The index of a page by its title.
    known: HashMap<String, usize>,
    redirects: BTreeMap<String, String>,
    left_out: BTreeMap<String, usize>,
    total: usize,
}

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    alone(path)?;
    let dumps = dumps(path);
    if let (true, Some(packed)) = (dumps.is_empty(), packed(path)) {
        let name = file_name(&packed);
        return Err(io::Error::other(format!("unpack {name} first: bunzip2 --keep {name}")));
    }
    let numbers = STANDARD.iter().map(|(number, name)| ((*name).to_owned(), *number)).collect();
    let mut reading = Reading { site: default_site(files(path)?), numbers, ..Reading::default() };
    let size: u64 = dumps.iter().filter_map(|dump| fs::metadata(dump).ok()).map(|data| data.len()).sum();
    let mut before = 0;
    for file in &dumps {
        let mut dump = Dump::open(file)?;
        loop {
            match dump.next() {
                Ok(Some(Event::Namespace(key, name))) => reading.namespace(key, name),
                Ok(Some(Event::CaseSensitive)) => reading.site.case_sensitive = true,
                Ok(Some(Event::Page(page))) => {
                    reading.page(*page)?;
                    progress((before + dump.position()).min(size), size);
                }
                Ok(None) => break,
                Err(error) => {
                    let detail = format!("{error}; pages before it were read");
                    reading.collection.faults.push(Finding::of("dump is not complete", &file_name(file), detail));
                    break;
                }
            }
        }
        before += fs::metadata(file)?.len();
    }
    progress(size, size);
    Ok(reading.finish())
}

impl Reading {
    fn namespace(&mut self, key: i64, name: String) {
        if name.is_empty() {
            return;
        }
        let lower = name.to_lowercase();
        self.site.namespaces.insert(lower.clone());
        if key == 6 {
            self.site.file_names.insert(lower);
        } else if key == 14 {
            self.site.category_names.insert(lower);
        }
        self.numbers.insert(name.clone(), key);
        self.names.insert(key, name);
    }

    fn namespace_of(&self, title: &str) -> i64 {
        title.split_once(':').and_then(|(name, _)| self.numbers.get(name)).copied().unwrap_or_default()
    }

    /// Discussions, users, and what only the wiki's own software reads.
    fn left_out(&mut self, page: &RawPage, namespace: i64) -> bool {
        let odd = namespace.rem_euclid(2) == 1;
        if !odd && !matches!(namespace, 2 | 6 | 8 | 10 | 828) && namespace >= 0 {
            return false;
        }
        let name = self.names.get(&namespace).cloned();
        let name = name.or_else(|| page.title.split_once(':').map(|(name, _)| name.to_owned())).unwrap_or_default();
        *self.left_out.entry(name).or_default() += 1;
        true
    }

    fn page(&mut self, mut raw: RawPage) -> io::Result<()> {
        raw.title = raw.title.replace('_', " ");
        let namespace = raw.namespace.unwrap_or_else(|| self.namespace_of(&raw.title));
        raw.namespace = Some(namespace);
        if raw.title.trim().is_empty() || self.left_out(&raw, namespace) {
            return Ok(());
        }
        for revision in raw.too_long.drain(..) {
            let detail = format!("revision {revision} is too long");
            self.collection.faults.push(Finding::of("older text is too long", &raw.title, detail));
        }
        if raw.hidden > 0 {
            let detail = format!("{} revisions without a text", raw.hidden);
            self.collection.changes.push(Finding::of("versions that the wiki had hidden left out", &raw.title, detail));
        }
        if let Some(target) = raw.redirect.take() {
            if raw.revisions.len() > 1 {
                let detail = format!("{} revisions of a redirect", raw.revisions.len());
                self.collection.changes.push(Finding::of("history of a redirect left out", &raw.title, detail));
            }
            self.redirects.insert(raw.title, target);
            return Ok(());
        }
        let known = self.known.get(&raw.title).copied();
        let fewer = known
            .and_then(|at| self.collection.pages.get(at))
            .is_some_and(|page| page.revisions.len() >= raw.revisions.len());
        if raw.revisions.is_empty() || fewer {
            return Ok(());
        }
        let page = self.convert(raw)?;
        if let Some(known) = known.and_then(|at| self.collection.pages.get_mut(at)) {
            *known = page;
        } else {
            self.known.insert(page.title.clone().unwrap_or_default(), self.collection.pages.len());
            self.collection.pages.push(page);
        }
        Ok(())
    }

    fn convert(&mut self, mut raw: RawPage) -> io::Result<Page> {
        raw.revisions.sort_by(|left, right| left.saved.at.cmp(&right.saved.at));
        let path = page_path(&raw.title, raw.namespace != Some(0));
        let mut page = Page { path, title: Some(raw.title.clone()), ..Page::default() };
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        let history = raw.revisions.into_iter().map(|revision| {
            let Saved { text, language, author, at, comment } = revision.saved;
            let language = if language == "wikitext" { String::new() } else { language };
            Saved {
                text,
                language,
                author: filled(author),
                at: at.as_deref().and_then(time_of),
                comment: filled(comment),
            }
        });
        add_revisions(&mut page, history.collect(), &mut self.collection.changes, |text, notes| {
            let converted = wikitext::convert(text, &raw.title, &self.site, notes);
            self.total += converted.markdown.len();
            if self.total > MAX_TOTAL {
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the dump holds more than 2 GiB of text"));
            }
            Ok(converted)
        })?;
        Ok(page)
    }

    fn finish(mut self) -> Collection {
        for (title, target) in &self.redirects {
            let mut end = self.site.canonical(target.split('#').next().unwrap_or_default());
            for _ in 0..10 {
                let Some(next) = self.redirects.get(&end) else { break };
                end = self.site.canonical(next.split('#').next().unwrap_or_default());
            }
            if let Some(page) = self.known.get(&end).and_then(|at| self.collection.pages.get_mut(*at)) {
                page.aliases.push(title.clone());
            } else {
                let detail = format!("leads to {target}");
                self.collection.changes.push(Finding::of(
                    "redirect to a page that is not in the source left out",
                    title,
                    detail,
                ));
            }
        }
        self.collection.ignored = self.left_out.values().sum();
        for (name, count) in self.left_out {
            let detail = format!("{count} pages");
            self.collection.changes.push(Finding::of("pages of the wiki itself left out", &name, detail));
        }
        Collection { files: self.site.files.into_files(), ..self.collection }
    }
}

fn page_path(title: &str, spaced: bool) -> String {
    let title = if spaced { title.replacen(':', "/", 1) } else { title.to_owned() };
    safe_path(&title)
}
