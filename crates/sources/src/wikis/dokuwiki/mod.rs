//! The `data` folder of DokuWiki: pages, media, and the history in `attic` and `meta`.

mod history;
mod prepare;
mod site;
mod syntax;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::collection::{Collection, Finding, Page, Revision};
use crate::paths::decoded;
use crate::wikis::notes::Notes;
use crate::wikis::source::{FileIndex, has_ending, names_in, read_file, safe_path, walk};
use site::Wiki;

fn data(path: &Path) -> Option<PathBuf> {
    [path.to_owned(), path.join("data")].into_iter().find(|folder| {
        folder.join("pages").is_dir()
            && (["attic", "meta", "media", "media_meta", "media_attic"].iter().any(|name| folder.join(name).is_dir()))
    })
}

pub fn recognized(path: &Path) -> bool {
    let Some(data) = data(path) else { return false };
    let pages = data.join("pages");
    let is_text = |name: &String| has_ending(name, ".txt");
    let names = names_in(&pages);
    names.iter().any(is_text) || names.iter().any(|name| names_in(&pages.join(name)).iter().any(is_text))
}

/// The first heading, which DokuWiki shows as the title of a page.
fn title_of(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| syntax::heading_of(line.trim()))?;
    let title = line.1.replace("**", "").replace("//", "").replace("''", "").replace("%%", "");
    let title = crate::wikis::markdown::one_line(&title);
    (!title.is_empty()).then_some(title)
}

struct Source {
    id: String,
    location: PathBuf,
    text: String,
}

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    let Some(data) = data(path) else { return Ok(Collection::default()) };
    let mut collection = Collection::default();
    let mut wiki = Wiki { files: media(&data.join("media"))?, ..Wiki::default() };
    let mut sources = Vec::new();
    for (name, location) in walk(&data.join("pages"))? {
        let Some(id) = name.strip_suffix(".txt").map(|name| decoded(name).replace('/', ":")) else { continue };
        match read_file(&location) {
            Ok(text) => sources.push(Source { id, location, text }),
            Err(error) => {
                collection.faults.push(Finding::of("page cannot be read", &id.replace(':', "/"), error.to_string()));
            }
        }
    }
    wiki.pages = sources.iter().map(|source| source.id.clone()).collect();
    let mut history = history::History::open(&data)?;
    let total = sources.len() as u64;
    for (number, source) in sources.into_iter().enumerate() {
        let revisions = history.of(&source.id, &source.text, &source.location, &mut collection.faults);
        collection.pages.push(page(&source, revisions, &wiki, &mut collection.changes));
        progress(number as u64 + 1, total);
    }
    let deleted: HashSet<String> = history.left();
    collection.ignored = deleted.len();
    if !deleted.is_empty() {
        let detail = format!("{} pages that the wiki had deleted", deleted.len());
        collection.changes.push(Finding::of("deleted pages left out", "", detail));
    }
    collection.files = wiki.files.into_files();
    Ok(collection)
}

fn page(source: &Source, revisions: Vec<history::Saved>, wiki: &Wiki, changes: &mut Vec<Finding>) -> Page {
    let path = safe_path(&source.id.replace(':', "/"));
    let mut page = Page { path: path.clone(), title: title_of(&source.text), ..Page::default() };
    if page.title.is_none() {
        page.title = path.rsplit('/').next().map(|name| name.replace('_', " "));
    }
    let last = revisions.len().saturating_sub(1);
    for (number, saved) in revisions.into_iter().enumerate() {
        let mut notes = if number == last { Notes::new(&path) } else { Notes::quiet() };
        let (markdown, tags) = syntax::convert(&saved.text, &source.id, wiki, &mut notes);
        page.revisions.push(Revision { markdown, author: saved.author, at: saved.at, comment: saved.comment });
        page.tags = tags;
        changes.extend(notes.into_findings());
    }
    page
}

fn media(folder: &Path) -> io::Result<FileIndex> {
    let mut index = FileIndex::default();
    if !folder.is_dir() {
        return Ok(index);
    }
    for (name, location) in walk(folder)? {
        if name.rsplit('/').next().is_some_and(|own| own.starts_with('.') || own == "_dummy") {
            continue;
        }
        let name = decoded(&name);
        let id = name.replace('/', ":");
        index.add(&[&id], format!("media/{name}"), location);
    }
    Ok(index)
}

#[cfg(test)]
pub fn converted(text: &str, notes: &mut Notes) -> String {
    syntax::convert(text, "a:b", &Wiki::default(), notes).0
}
