//! Imports a folder of Markdown files, as submissions or as documents of one owner.

use super::import::{ImportReport, open};
use super::progress::{Progress, Step};
use super::store;
use crate::db::conn::Target;
use crate::db::error::DbError;
use crate::search;
use crate::storage::audit::entries;
use crate::storage::documents::{links, published};
use crate::storage::submissions::submitted;
use diesel::connection::SimpleConnection as _;
use facility_audit::chain::ChainKey;
use facility_audit::entry::Entry;
use facility_documents::document::Document;
use facility_documents::portions;
use facility_files::text_encoding::decode;
use facility_kernel::Timestamp;
use facility_submissions::submission::Submission;
use facility_transfer::error::TransferError;
use facility_transfer::note;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// Maximum number of bytes of a Markdown file: 200,000 characters, and front matter.
const MAX_BYTES: u64 = 1024 * 1024;

/// A record made from a Markdown file.
#[derive(Debug)]
pub enum ImportedRecord {
    /// A submission that waits for its review.
    Submission(Box<Submission>),
    /// A published document.
    Document(Box<Document>),
}

/// A Markdown file to be imported.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownFile<'a> {
    /// The file's name without its extension.
    pub stem: &'a str,
    /// The file's text.
    pub text: &'a str,
    /// Its date, which is unique in the import: that of its front matter, or else of its last modification.
    pub date: Timestamp,
    /// The time of the import minus one microsecond for each file after this one, so that it is unique, too.
    pub imported_at: Timestamp,
}

/// Imports folders of Markdown files into a database that no server uses.
#[derive(Clone, Debug)]
pub struct FolderImporter {
    target: Target,
    audit_key: ChainKey,
}

impl FolderImporter {
    /// Imports into this database.
    pub const fn new(target: Target, audit_key: ChainKey) -> Self {
        Self { target, audit_key }
    }

    /// Imports a record made by `make` from each Markdown file of the folder, oldest first, and files of the same date
    /// in the order of their names. Imports all of them with this audit entry, or none. Blocks.
    ///
    /// Errors: a file is too long, is not text, has an invalid date, or is refused by `make`, whose error is the
    /// predicate of a sentence.
    pub fn import(
        &self,
        folder: &Path,
        now: Timestamp,
        mut make: impl FnMut(MarkdownFile<'_>) -> Result<ImportedRecord, String>,
        entry: impl FnOnce(&ImportReport) -> Entry,
        progress: &mut Progress<'_>,
    ) -> Result<ImportReport, TransferError> {
        let Found { notes, others } = find(folder)?;
        let files = dated(notes, now)?;
        if files.is_empty() {
            return Err(refused(folder, "has no Markdown files (*.md)".to_owned()));
        }
        let mut conn = open(&self.target).map_err(store)?;
        let before = published::last_position(&mut conn).map_err(store)?;
        let relative = |path: &Path| path.strip_prefix(folder).unwrap_or(path).display().to_string();
        let reason = |path: &Path| if path.is_symlink() { "a link" } else { "not a Markdown file" };
        let left_out = others.iter().map(|path| format!("{}: {}", relative(path), reason(path))).collect();
        let mut report = ImportReport { left_out, ..ImportReport::default() };
        for (done, (date, path)) in files.iter().enumerate() {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("untitled");
            let later = (files.len() - done - 1) as u64;
            let imported_at = now.minus(Duration::from_micros(later));
            let note = MarkdownFile { stem, text: &read(path)?, date: *date, imported_at };
            let fields = note::left_out(note.text);
            if !fields.is_empty() {
                report.left_out.push(format!("{}: {} of the front matter", relative(path), fields.join(", ")));
            }
            let made = make(note).map_err(|reason| refused(path, reason))?;
            let kind = match made {
                ImportedRecord::Document(document) => {
                    published::insert_unindexed(&mut conn, &document).map_err(store)?;
                    "documents"
                }
                ImportedRecord::Submission(new) => {
                    let submitted = submitted::submit(&mut conn, &new, &portions::stored::previews(&new.content));
                    let submitted = submitted.map_err(store)?;
                    submitted.map_err(|taken| refused(path, format!("cannot be submitted: {taken}")))?;
                    "submissions"
                }
            };
            report.kinds.entry(kind.to_owned()).or_default().added += 1;
            progress(Step::Folder, done as u64 + 1, files.len() as u64);
        }
        progress(Step::Indexing, 0, 1);
        search::index::index_inserted(&mut conn, before).map_err(store)?;
        links::index_inserted(&mut conn, before).map_err(store)?;
        progress(Step::Indexing, 1, 1);
        entries::append(&mut conn, &entry(&report), &self.audit_key).map_err(store)?;
        conn.batch_execute("COMMIT").map_err(|error| store(DbError::InDoubt(error.to_string())))?;
        Ok(report)
    }
}

/// The files of a folder and of the folders in it, in the order of their paths.
struct Found {
    /// The Markdown files.
    notes: Vec<PathBuf>,
    /// Other files, and links.
    others: Vec<PathBuf>,
}

/// Finds the files of a folder. Links are not followed, and hidden files and folders are ignored.
fn find(folder: &Path) -> std::io::Result<Found> {
    let (mut notes, mut others, mut folders) = (Vec::new(), Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "md") {
                notes.push(path);
            } else {
                others.push(path);
            }
        }
    }
    notes.sort_unstable();
    others.sort_unstable();
    Ok(Found { notes, others })
}

/// Returns the files with their dates, oldest first. No two dates are equal, and none is later than `now`.
fn dated(files: Vec<PathBuf>, now: Timestamp) -> Result<Vec<(Timestamp, PathBuf)>, TransferError> {
    let mut dated = Vec::with_capacity(files.len());
    for path in files {
        let date = note::date(&read(&path)?, now);
        let date = date.map_err(|field| refused(&path, format!("is refused: {}", field.message)))?;
        dated.push((date.map_or_else(|| modified(&path, now), Ok)?, path));
    }
    dated.sort_unstable();
    let mut dates: Vec<Timestamp> = dated.iter().map(|(date, _)| *date).collect();
    note::spread(&mut dates, now);
    Ok(dates.into_iter().zip(dated.into_iter().map(|(_, path)| path)).collect())
}

/// Returns when a file was last modified, or `now` if that is in the future. A time before 1970 counts as the start of
/// 1970.
fn modified(path: &Path, now: Timestamp) -> std::io::Result<Timestamp> {
    let since = std::fs::metadata(path)?.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Timestamp::EPOCH.plus(since).min(now))
}

fn read(path: &Path) -> Result<String, TransferError> {
    if std::fs::metadata(path)?.len() > MAX_BYTES {
        return Err(refused(path, "has more than 1 MiB".to_owned()));
    }
    decode(&std::fs::read(path)?).ok_or_else(|| refused(path, "is not text".to_owned()))
}

fn refused(path: &Path, reason: String) -> TransferError {
    TransferError::File { path: path.display().to_string(), reason }
}
