//! Copies of Wikidot sites: the site's own backup (`source`, `files`), and what the common tools write, which is
//! metadata in JSON beside a folder of text for each page.

pub(super) mod backup;
mod blocks;
mod elements;
mod prepare;
mod site;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use crate::collection::{Collection, Finding, Page, Revision};
use crate::wikis::notes::Notes;
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
        } else if let Some(page) = page(source, &wiki, &mut collection) {
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

fn page(source: Source, wiki: &Wiki, collection: &mut Collection) -> Option<Page> {
    let path = path_of(&source.name);
    let mut page = Page {
        path: path.clone(),
        category: source.name.split_once(':').map(|(category, _)| category.to_owned()),
        aliases: vec![source.name.clone()],
        title: source.title,
        tags: source.tags,
        ..Page::default()
    };
    page.aliases.retain(|alias| page.title.as_ref() != Some(alias) && *alias != path);
    let last = source.revisions.len().checked_sub(1)?;
    for (number, saved) in source.revisions.into_iter().enumerate() {
        let text = match saved.text() {
            Ok(text) => text,
            Err(error) => {
                let cause = if number == last { "page cannot be read" } else { "older text cannot be read" };
                collection.faults.push(Finding::of(cause, &path, error.to_string()));
                if number == last {
                    return None;
                }
                continue;
            }
        };
        let mut notes = if number == last { Notes::new(&path) } else { Notes::quiet() };
        let markdown = blocks::convert(&text, &source.name, wiki, &mut notes);
        page.revisions.push(Revision { markdown, author: saved.author, at: saved.at, comment: saved.comment });
        collection.changes.extend(notes.into_findings());
    }
    (!page.revisions.is_empty()).then_some(page)
}

#[cfg(test)]
pub fn converted(text: &str, notes: &mut Notes) -> String {
    blocks::convert(text, "a", &Wiki::default(), notes)
}
