//! The `data` folder of DokuWiki: pages, media, and the history in `attic` and `meta`.

mod history;
mod links;
mod site;
mod syntax;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use crate::collection::{Collection, Finding, Page};
use crate::paths::{self, decoded};
use crate::wikis::history::add_revisions;
use crate::wikis::source::{FileIndex, files_in, has_ending, names_in, read_file, safe_path};
use crate::wikis::syntax::convert;
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
    for (name, location) in files_in(&data.join("pages"))? {
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
    for (number, Source { id, location, text }) in sources.into_iter().enumerate() {
        let path = safe_path(&id.replace(':', "/"));
        let title = title_of(&text).unwrap_or_else(|| paths::name(&path).replace('_', " "));
        let mut page = Page { path, title: Some(title), ..Page::default() };
        let saved = history.of(&id, text, &location, &mut collection.faults);
        add_revisions(&mut page, saved, &mut collection.changes, |text, notes| Ok(convert(&wiki, &id, text, notes)))?;
        collection.pages.push(page);
        progress(number as u64 + 1, total);
    }
    collection.ignored = history.left();
    if collection.ignored > 0 {
        let detail = format!("{} pages that the wiki had deleted", collection.ignored);
        collection.changes.push(Finding::of("deleted pages left out", "", detail));
    }
    collection.files = wiki.files.into_files();
    Ok(collection)
}

fn media(folder: &Path) -> io::Result<FileIndex> {
    let mut index = FileIndex::default();
    for (name, location) in files_in(folder)? {
        let own = paths::name(&name);
        if !own.starts_with('.') && own != "_dummy" {
            let name = decoded(&name);
            index.add(&[&name.replace('/', ":")], format!("media/{name}"), location);
        }
    }
    Ok(index)
}

#[cfg(test)]
pub fn converted(text: &str, notes: &mut crate::wikis::notes::Notes) -> String {
    convert(&Wiki::default(), "a:b", text, notes).markdown
}
