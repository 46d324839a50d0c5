//! Copies of Wikidot sites: the site's own backup (`source`, `files`), and what the common tools write, which is
//! metadata in JSON beside a folder of text for each page.

pub mod backup;
mod elements;
mod links;
mod site;
mod syntax;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use crate::collection::{Collection, Finding, Page};
use crate::wikis::history::{Saved, add_revisions};
use crate::wikis::source::read_file;
use crate::wikis::syntax::convert;
use backup::Source;
use site::{Wiki, path_of};

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    let mut collection = Collection::default();
    let mut wiki = Wiki::default();
    let sources = backup::sources(path, &mut wiki.files, &mut collection.faults)?;
    let total = sources.len() as u64;
    let mut ignored = 0;
    for (number, source) in sources.into_iter().enumerate() {
        if matches!(source.name.split_once(':'), Some(("system" | "admin" | "nav" | "forum", _))) {
            ignored += 1;
        } else if let Some(page) = page(source, &wiki, &mut collection)? {
            collection.pages.push(page);
        }
        progress(number as u64 + 1, total);
    }
    collection.ignored = ignored;
    if ignored > 0 {
        let detail = format!("{ignored} pages that run the site: system, admin, nav, forum");
        collection.changes.push(Finding::of("pages of the wiki itself left out", "", detail));
    }
    collection.files = wiki.files.into_files();
    Ok(collection)
}

/// Returns a page with its history. `None`: its newest text cannot be read, or it has none.
fn page(source: Source, wiki: &Wiki, collection: &mut Collection) -> io::Result<Option<Page>> {
    let Source { name, title, tags, revisions } = source;
    let path = path_of(&name);
    let mut history = Vec::new();
    let mut left = revisions.len();
    for (location, saved) in revisions {
        left -= 1;
        match read_file(&location) {
            Ok(text) => history.push(Saved { text, ..saved }),
            Err(error) => {
                let cause = if left == 0 { "page cannot be read" } else { "older text cannot be read" };
                collection.faults.push(Finding::of(cause, &path, error.to_string()));
                if left == 0 {
                    return Ok(None);
                }
            }
        }
    }
    let aliases = Some(name.clone()).filter(|alias| title.as_ref() != Some(alias) && *alias != path);
    let category = name.split_once(':').map(|(category, _)| category.to_owned());
    let mut page = Page { path, category, aliases: aliases.into_iter().collect(), title, ..Page::default() };
    add_revisions(&mut page, history, &mut collection.changes, |text, notes| Ok(convert(wiki, &name, text, notes)))?;
    page.tags = tags;
    Ok((!page.revisions.is_empty()).then_some(page))
}

#[cfg(test)]
pub fn converted(text: &str, notes: &mut crate::wikis::notes::Notes) -> String {
    convert(&Wiki::default(), "a", text, notes).markdown
}
