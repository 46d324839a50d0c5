//! Dumps of MediaWiki: XML, plain or compressed, with the folder `images` beside it.

mod dump;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::collection::{Collection, Finding, Page, Revision};
use crate::wikis::notes::Notes;
use crate::wikis::source::{FileIndex, alone, has_ending, has_notes, names_in, safe_path, time_of, walk};
use crate::wikis::wikitext::{self, Site};
use dump::{Dump, Event, RawPage};

/// All Markdown of a wiki is held at once.
const MAX_TOTAL: usize = 2 * 1024 * 1024 * 1024;

const ENDINGS: [&str; 2] = [".xml", ".xml.gz"];

/// What a wiki keeps beside the originals of its files.
const NO_ORIGINALS: [&str; 7] = ["thumb", "archive", "temp", "deleted", "lockdir", "math", "timeline"];

fn is_dump(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    if !path.is_file() || !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
        return false;
    }
    dump::start_of(path).is_some_and(|start| start.contains("<mediawiki"))
}

fn dumps(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        names_in(path).iter().map(|name| path.join(name)).filter(|file| is_dump(file)).collect()
    } else if is_dump(path) {
        vec![path.to_owned()]
    } else {
        Vec::new()
    }
}

/// The first dump that must be unpacked before it can be read.
fn packed(path: &Path) -> Option<PathBuf> {
    let is_packed = |file: &PathBuf| file.is_file() && has_ending(&file.to_string_lossy(), ".xml.bz2");
    let files = names_in(path).into_iter().map(|name| path.join(name));
    std::iter::once(path.to_owned()).chain(files).find(is_packed)
}

pub fn recognized(path: &Path) -> bool {
    !dumps(path).is_empty() || (packed(path).is_some() && !has_notes(path))
}

fn files(path: &Path) -> io::Result<FileIndex> {
    let mut index = FileIndex::default();
    let beside = if path.is_dir() { Some(path) } else { path.parent() };
    let Some(folder) = beside.map(|beside| beside.join("images")).filter(|folder| folder.is_dir()) else {
        return Ok(index);
    };
    for (name, location) in walk(&folder)? {
        let top = name.split('/').next().unwrap_or_default();
        let own = name.rsplit('/').next().unwrap_or_default();
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

struct Reading {
    site: Site,
    names: HashMap<i64, String>,
    pages: Vec<Page>,
    /// The index of a page by its title.
    known: HashMap<String, usize>,
    redirects: BTreeMap<String, String>,
    left_out: BTreeMap<String, usize>,
    changes: Vec<Finding>,
    faults: Vec<Finding>,
    total: usize,
}

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    alone(path)?;
    let dumps = dumps(path);
    if let (true, Some(packed)) = (dumps.is_empty(), packed(path)) {
        let name = packed.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(io::Error::other(format!("unpack {name} first: bunzip2 --keep {name}")));
    }
    let mut reading = Reading {
        site: default_site(files(path)?),
        names: HashMap::new(),
        pages: Vec::new(),
        known: HashMap::new(),
        redirects: BTreeMap::new(),
        left_out: BTreeMap::new(),
        changes: Vec::new(),
        faults: Vec::new(),
        total: 0,
    };
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
                    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    let detail = format!("{error}; pages before it were read");
                    reading.faults.push(Finding::of("dump is not complete", &name, detail));
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
        self.names.insert(key, name);
    }

    fn namespace_of(&self, title: &str) -> i64 {
        let Some((name, _)) = title.split_once(':') else { return 0 };
        let known = self.names.iter().find(|(_, known)| known.as_str() == name).map(|(key, _)| *key);
        known.unwrap_or_else(|| STANDARD.iter().find(|(_, known)| *known == name).map_or(0, |(key, _)| *key))
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
            self.faults.push(Finding::of("older text is too long", &raw.title, detail));
        }
        if raw.hidden > 0 {
            let detail = format!("{} revisions without a text", raw.hidden);
            self.changes.push(Finding::of("versions that the wiki had hidden left out", &raw.title, detail));
        }
        if let Some(target) = raw.redirect.take() {
            if raw.revisions.len() > 1 {
                let detail = format!("{} revisions of a redirect", raw.revisions.len());
                self.changes.push(Finding::of("history of a redirect left out", &raw.title, detail));
            }
            self.redirects.insert(raw.title, target);
            return Ok(());
        }
        let known = self.known.get(&raw.title).copied();
        let fewer =
            known.and_then(|at| self.pages.get(at)).is_some_and(|page| page.revisions.len() >= raw.revisions.len());
        if raw.revisions.is_empty() || fewer {
            return Ok(());
        }
        let page = self.convert(raw)?;
        if let Some(known) = known.and_then(|at| self.pages.get_mut(at)) {
            *known = page;
        } else {
            self.known.insert(page.title.clone().unwrap_or_default(), self.pages.len());
            self.pages.push(page);
        }
        Ok(())
    }

    fn convert(&mut self, mut raw: RawPage) -> io::Result<Page> {
        raw.revisions.sort_by(|left, right| left.at.cmp(&right.at));
        let path = page_path(&raw.title, raw.namespace != Some(0));
        let mut page = Page { path: path.clone(), title: Some(raw.title.clone()), ..Page::default() };
        let last = raw.revisions.len() - 1;
        for (number, revision) in raw.revisions.into_iter().enumerate() {
            let mut notes = if number == last { Notes::new(&path) } else { Notes::quiet() };
            let converted = if matches!(revision.model.as_str(), "" | "wikitext") {
                wikitext::convert(&revision.text, &raw.title, &self.site, &mut notes)
            } else {
                notes.add("shown as code", 1, &revision.model);
                let markdown = crate::wikis::markdown::fence(&revision.model, &revision.text);
                wikitext::Converted { markdown, tags: Vec::new() }
            };
            self.total += converted.markdown.len();
            if self.total > MAX_TOTAL {
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the dump holds more than 2 GiB of text"));
            }
            page.revisions.push(Revision {
                markdown: converted.markdown,
                author: revision.author.filter(|author| !author.is_empty()),
                at: revision.at.as_deref().and_then(time_of),
                comment: revision.comment.filter(|comment| !comment.is_empty()),
            });
            page.tags = converted.tags;
            self.changes.extend(notes.into_findings());
        }
        Ok(page)
    }

    fn finish(mut self) -> Collection {
        for (title, target) in &self.redirects {
            let mut end = self.site.canonical(target.split('#').next().unwrap_or_default());
            for _ in 0..10 {
                let Some(next) = self.redirects.get(&end) else { break };
                end = self.site.canonical(next.split('#').next().unwrap_or_default());
            }
            if let Some(page) = self.known.get(&end).and_then(|at| self.pages.get_mut(*at)) {
                page.aliases.push(title.clone());
            } else {
                let detail = format!("leads to {target}");
                self.changes.push(Finding::of("redirect to a page that is not in the source left out", title, detail));
            }
        }
        let ignored = self.left_out.values().sum();
        for (name, count) in self.left_out {
            let detail = format!("{count} pages");
            self.changes.push(Finding::of("pages of the wiki itself left out", &name, detail));
        }
        Collection {
            pages: self.pages,
            files: self.site.files.into_files(),
            ignored,
            changes: self.changes,
            faults: self.faults,
            ..Collection::default()
        }
    }
}

fn page_path(title: &str, spaced: bool) -> String {
    let title = if spaced { title.replacen(':', "/", 1) } else { title.to_owned() };
    safe_path(&title)
}
