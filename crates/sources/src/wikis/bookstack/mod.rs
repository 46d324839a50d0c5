//! Exports of BookStack: the portable ZIP archive, packed or unpacked, and pages of HTML.

mod archive;
mod book;
mod page;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use crate::collection::{Collection, Finding};
use crate::wikis::source::{alone, file_name, has_ending, head, matching, read_file};
use archive::Archive;
use book::Names;

fn html_files(path: &Path) -> Vec<PathBuf> {
    const MARKS: [&str; 5] = [
        "export-format-html",
        "class=\"page-content\"",
        "class=\"chapter-hint\"",
        "id=\"bkmrk-",
        "<!-- Custom BookStack",
    ];
    matching(path, |file| {
        let name = file.to_string_lossy();
        if !has_ending(&name, ".html") && !has_ending(&name, ".htm") {
            return false;
        }
        let start = head(file, 256 * 1024);
        let start = String::from_utf8_lossy(&start);
        MARKS.iter().any(|mark| start.contains(mark))
    })
}

pub fn recognized(path: &Path) -> bool {
    Archive::open(path).is_some_and(|mut archive| archive.data().is_ok_and(|data| data.is_export()))
        || !html_files(path).is_empty()
}

pub fn read(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> io::Result<Collection> {
    let mut collection = Collection::default();
    if let Some(mut archive) = Archive::open(path) {
        let (data, files) = (archive.data()?, archive.files()?);
        let entries = data.entries();
        let names: Names = entries.iter().filter_map(|entry| Some((entry.key.clone()?, entry.path.clone()))).collect();
        for (number, entry) in entries.iter().enumerate() {
            collection.pages.extend(page::of_entry(entry, &data, &names, &files, &mut collection.changes));
            progress(number as u64 + 1, entries.len() as u64);
        }
        collection.files = files.into_files();
        return Ok(collection);
    }
    alone(path)?;
    let files = html_files(path);
    let total = files.len() as u64;
    for (number, file) in files.iter().enumerate() {
        let name = file_name(file);
        match read_file(file) {
            Ok(html) => collection.pages.extend(page::of_html(&html, &name, &mut collection.changes)),
            Err(error) => collection.faults.push(Finding::of("page cannot be read", &name, error.to_string())),
        }
        progress(number as u64 + 1, total);
    }
    Ok(collection)
}
