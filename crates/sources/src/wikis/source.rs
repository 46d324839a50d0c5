//! Folders and files of a source.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::collection::{Location, SourceFile};
use crate::paths::{self, is_note};
use crate::walk::walk;

/// A text longer than this is no page.
pub const MAX_TEXT: u64 = 8 * 1024 * 1024;

/// All files below a folder with their path in it, in order; none if it does not exist.
pub fn files_in(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if folder.is_dir() { Ok(walk(folder, |_| false)?.files) } else { Ok(Vec::new()) }
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The file of this path, or those in the folder of this path, that are of a kind.
pub fn matching(path: &Path, is_of_kind: fn(&Path) -> bool) -> Vec<PathBuf> {
    let in_folder = names_in(path).into_iter().map(|name| path.join(name));
    std::iter::once(path.to_owned()).chain(in_folder).filter(|file| file.is_file() && is_of_kind(file)).collect()
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A text without the space around it, unless nothing is left.
pub fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// At most `MAX_TEXT` bytes as text; longer ones are an error. Old wikis hold Latin-1 too: then each byte is a letter.
pub fn read_text(reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {MAX_TEXT} bytes")));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().map(|byte| char::from(*byte)).collect(),
    };
    Ok(text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n"))
}

pub fn read_file(path: &Path) -> io::Result<String> {
    read_text(fs::File::open(path)?)
}

pub fn head(path: &Path, length: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = fs::File::open(path) {
        let _ = file.take(length).read_to_end(&mut bytes);
    }
    bytes
}

/// RFC 3339 of seconds since 1970.
pub fn time(seconds: i64) -> Option<String> {
    let time = chrono::DateTime::from_timestamp(seconds, 0)?;
    Some(time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}

/// RFC 3339 of a time that may lack its zone; UTC then.
pub fn time_of(text: &str) -> Option<String> {
    let text = text.trim();
    if let Ok(time) = chrono::DateTime::parse_from_rfc3339(text) {
        return Some(time.to_utc().to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
    }
    let time = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f"]
        .iter()
        .find_map(|format| chrono::NaiveDateTime::parse_from_str(text, format).ok())?;
    self::time(time.and_utc().timestamp())
}

/// The files of a source by the names under which its pages call them.
#[derive(Debug, Default)]
pub struct FileIndex {
    files: Vec<SourceFile>,
    by_name: HashMap<String, usize>,
}

impl FileIndex {
    pub fn add(&mut self, names: &[&str], path: String, location: impl Into<Location>) {
        let at = self.files.len();
        self.files.push(SourceFile { path, location: location.into() });
        for name in names {
            self.by_name.entry((*name).to_owned()).or_insert(at);
        }
    }

    pub fn path_of(&self, name: &str) -> Option<&str> {
        let at = self.by_name.get(name)?;
        self.files.get(*at).map(|file| file.path.as_str())
    }

    pub fn into_files(self) -> Vec<SourceFile> {
        self.files
    }
}

/// Whether a name ends so, in capitals or not.
pub fn has_ending(name: &str, ending: &str) -> bool {
    let start = name.len().checked_sub(ending.len());
    start.and_then(|start| name.get(start..)).is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// A path of a page without empty parts, those that lead upwards, and what no link may have.
pub fn safe_path(path: &str) -> String {
    let path = path.replace(['[', ']', '|', '#', '\n'], "-");
    let parts = path.split('/').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| if matches!(part, "." | "..") { "_" } else { part }).collect::<Vec<_>>().join("/")
}

/// Whether a folder has pages of Markdown, apart from what explains the folder.
pub fn has_notes(folder: &Path) -> bool {
    let is_page = |path: &str| {
        let name = paths::name(path).to_ascii_lowercase();
        is_note(path) && !name.starts_with("readme.") && !path.starts_with("images/")
    };
    files_in(folder).is_ok_and(|files| files.iter().any(|(path, _)| is_page(path)))
}

/// An error for an export in a folder with pages of Markdown, which would be left out.
pub fn alone(path: &Path) -> io::Result<()> {
    if has_notes(path) {
        return Err(io::Error::other(
            "it holds an export and Markdown: name the file of the export, or move one of them",
        ));
    }
    Ok(())
}

pub fn is_picture(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    matches!(ending.as_str(), "png" | "jpg" | "jpeg" | "gif" | "webp" | "svg" | "bmp" | "avif" | "tif" | "tiff" | "ico")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_become_rfc_3339_in_utc() {
        assert_eq!(time(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(time_of("2020-01-02T03:04:05+01:00").as_deref(), Some("2020-01-02T02:04:05Z"));
        assert_eq!(time_of("2020-01-02 03:04:05").as_deref(), Some("2020-01-02T03:04:05Z"));
        assert_eq!(time_of("yesterday"), None);
    }

    #[test]
    fn text_that_is_no_utf_8_is_latin_1() {
        assert_eq!(read_text(&b"caf\xe9\r\n"[..]).expect("text"), "caf\u{e9}\n");
    }
}
