//! What a reader found in a source.

use std::io;
use std::path::PathBuf;

/// A page with its history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Where it is in the source: unique, with `/` between folders.
    pub path: String,
    pub title: Option<String>,
    /// Other names of the page, and addresses that lead to it, which begin with `/`.
    pub aliases: Vec<String>,
    pub tags: Vec<String>,
    pub category: Option<String>,
    pub level: Option<String>,
    /// Oldest first, at least one.
    pub revisions: Vec<Revision>,
}

/// A text of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    pub markdown: String,
    pub author: Option<String>,
    /// As written; in RFC 3339 if the source has a time.
    pub at: Option<String>,
    pub comment: Option<String>,
}

/// Something to report about a page or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// One line. The report groups findings by it.
    pub cause: &'static str,
    pub path: String,
    pub line: Option<usize>,
    pub detail: String,
}

impl Finding {
    /// A finding about a whole page or file.
    pub fn of(cause: &'static str, path: &str, detail: impl Into<String>) -> Self {
        Self { cause, path: path.to_owned(), line: None, detail: detail.into() }
    }

    /// The same at this line, counted from 1.
    #[must_use]
    pub fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// The cause of a picture or file that a page names and the source does not have.
pub(crate) const NO_FILE: &str = "picture or file that is not in the source, kept as text";

/// A file that is not a page.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Where it is in the source, with `/` between folders.
    pub path: String,
    pub location: Location,
}

/// Where the bytes of a file are.
#[derive(Clone, Debug)]
pub enum Location {
    Disk(PathBuf),
    /// In a ZIP archive, under this name.
    Packed {
        archive: PathBuf,
        name: String,
    },
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Self {
        Self::Disk(path)
    }
}

impl SourceFile {
    /// Returns its bytes. Errors: it has more than `max`, or cannot be read.
    pub fn read(&self, max: u64) -> io::Result<Vec<u8>> {
        let too_large = || io::Error::from(io::ErrorKind::FileTooLarge);
        let bytes = match &self.location {
            Location::Disk(path) if std::fs::metadata(path)?.len() > max => return Err(too_large()),
            Location::Disk(path) => std::fs::read(path)?,
            Location::Packed { archive, name } => crate::packed::read_packed(archive, name, max)?,
        };
        if bytes.len() as u64 > max { Err(too_large()) } else { Ok(bytes) }
    }
}

/// The pages and files of a source.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// What it is, such as `folder, Obsidian`.
    pub kind: String,
    pub pages: Vec<Page>,
    pub files: Vec<SourceFile>,
    /// Number of files and folders that are not content, such as hidden ones.
    pub ignored: usize,
    /// What was changed while reading. Every word is kept.
    pub changes: Vec<Finding>,
    /// What could not be read.
    pub faults: Vec<Finding>,
}
