//! Exports of BookStack: the portable ZIP archive, packed or unpacked, and pages of HTML.

mod archive;
mod book;
mod page;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use crate::collection::Finding;
use crate::collection::{Collection, Page};
use crate::wikis::source::{FileIndex, alone, has_ending, head, names_in, read_file};
use archive::Archive;
use book::{Export, Names};

fn is_html(path: &Path) -> bool {
    let name = path.to_string_lossy();
    if !(has_ending(&name, ".html") || has_ending(&name, ".htm")) || !path.is_file() {
        return false;
    }
    let start = String::from_utf8_lossy(&head(path, 256 * 1024)).into_owned();
    ["export-format-html", "class=\"page-content\"", "class=\"chapter-hint\"", "id=\"bkmrk-", "<!-- Custom BookStack"]
        .iter()
        .any(|mark| start.contains(mark))
}

fn html_files(path: &Path) -> Vec<std::path::PathBuf> {
    if path.is_dir() {
        names_in(path).iter().map(|name| path.join(name)).filter(|file| is_html(file)).collect()
    } else if is_html(path) {
        vec![path.to_owned()]
    } else {
        Vec::new()
    }
}

pub fn recognized(path: &Path) -> bool {
    Archive::open(path).is_some_and(|mut archive| archive.data().is_ok_and(|data| data.is_export()))
        || !html_files(path).is_empty()
}

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    let mut collection = Collection::default();
    if let Some(mut archive) = Archive::open(path) {
        let data = archive.data()?;
        let files = archive.files()?;
        export(&data, files, &mut collection, progress);
        return Ok(collection);
    }
    alone(path)?;
    let files = html_files(path);
    let total = files.len() as u64;
    for (number, file) in files.iter().enumerate() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match read_file(file) {
            Ok(html) => collection.pages.extend(page::of_html(&html, &name, &mut collection.changes)),
            Err(error) => {
                let detail = error.to_string();
                collection.faults.push(Finding::of("page cannot be read", &name, detail));
            }
        }
        progress(number as u64 + 1, total);
    }
    Ok(collection)
}

fn export(data: &Export, files: FileIndex, collection: &mut Collection, progress: &mut dyn FnMut(u64, u64)) {
    let entries = data.entries();
    let mut names = Names::new();
    for entry in &entries {
        if let Some(key) = &entry.key {
            names.insert(key.clone(), entry.path.clone());
        }
    }
    let total = entries.len() as u64;
    for (number, entry) in entries.into_iter().enumerate() {
        let page: Option<Page> = page::of_entry(&entry, data, &names, &files, &mut collection.changes);
        collection.pages.extend(page);
        progress(number as u64 + 1, total);
    }
    collection.files = files.into_files();
}
