//! Exports the whole installation.

use super::catalog::{AFTER, BEFORE, DOCUMENTS, FILES, TRASHED_ROWS, Table};
use super::columns::{Column, Kind};
use super::files::Files;
use super::lines::LineFile;
use super::progress::{Progress, Step};
use super::trashed::Sources;
use super::writer::TarWriter;
use super::{columns, rows, store};
use crate::db::conn::{Access, AnyConn, Target};
use crate::db::error::DbError;
use crate::opening::open;
use crate::storage::kernel::key_check;
use diesel::connection::SimpleConnection as _;
use facility_files::ports::Blobs;
use facility_kernel::{Timestamp, UploadId};
use facility_transfer::error::TransferError;
use facility_transfer::front_matter;
use facility_transfer::front_matter::Fields;
use facility_transfer::manifest::{Contents, FORMAT, Manifest, VERSION};
use facility_transfer::member::AUDIT_LOG;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use tokio::runtime::Handle;

/// The audit log, which is exported but never imported.
const AUDIT: Table = Table { order: "number", ..Table::of_log("audit_log") };

/// What an export contains besides the shared records.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportOptions {
    /// Whether it contains the accounts' password hashes.
    pub credentials: bool,
    /// Whether it contains the drafts, which only their owners may read.
    pub drafts: bool,
}

/// Exports the installation.
#[derive(Clone)]
pub struct Exporter {
    target: Target,
    files: Files,
}

/// The state of one export.
struct Work<'a, 'p, W: Write> {
    conn: AnyConn,
    archive: TarWriter<W>,
    options: ExportOptions,
    counts: BTreeMap<String, u64>,
    done: u64,
    total: u64,
    progress: &'a mut Progress<'p>,
}

impl Exporter {
    /// Exports this database and store. `runtime` drives the store's calls.
    pub fn new(target: Target, blobs: Arc<dyn Blobs>, runtime: Handle) -> Self {
        Self { target, files: Files::new(blobs, runtime) }
    }

    /// Writes one consistent state of the database and its files into an archive. Returns the writer, and the number of
    /// records of each kind. Blocks; call it on a thread that may block.
    ///
    /// Errors: the database or `to` fails; the bytes of a file do not match its record.
    pub fn write<W: Write>(
        &self,
        to: W,
        options: ExportOptions,
        now: Timestamp,
        progress: &mut Progress<'_>,
    ) -> Result<(W, BTreeMap<String, u64>), TransferError> {
        let conn = snapshot(&self.target).map_err(store)?;
        let made_at = u64::try_from(now.as_micros() / 1_000_000).unwrap_or(0);
        let archive = TarWriter::new(to, made_at)?;
        let mut work = Work { conn, archive, options, counts: BTreeMap::new(), done: 0, total: 0, progress };
        work.count()?;
        BEFORE.iter().try_for_each(|table| work.table(table))?;
        work.documents()?;
        AFTER.iter().try_for_each(|table| work.table(table))?;
        work.files(&self.files)?;
        work.audit_log()?;
        let check_value = key_check::check_value(&mut work.conn).map_err(store)?;
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            contents: Contents::Installation,
            created_at: now.to_string(),
            with_credentials: options.credentials,
            credentials_key: check_value.filter(|_key| options.credentials),
            counts: work.counts.clone(),
            members: BTreeMap::new(),
        };
        Ok((work.archive.finish(manifest)?, work.counts))
    }
}

/// Opens a connection that sees the database as it is now, for as long as the export takes.
fn snapshot(target: &Target) -> Result<AnyConn, DbError> {
    let mut conn = open(target, Access::Read)?;
    conn.batch_execute(match target {
        Target::Sqlite(_) => "BEGIN",
        Target::Postgres(_) => {
            "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
             BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        }
    })?;
    Ok(conn)
}

impl<W: Write> Work<'_, '_, W> {
    fn is_included(&self, table: &Table) -> bool {
        self.options.drafts || !table.is_private
    }

    /// Counts the records, for the progress.
    fn count(&mut self) -> Result<(), TransferError> {
        for table in BEFORE.iter().chain([&DOCUMENTS]).chain(&AFTER) {
            if self.is_included(table) {
                self.total += rows::count(&mut self.conn, table, self.options.drafts).map_err(store)?;
            }
        }
        (self.progress)(Step::Records, 0, self.total);
        Ok(())
    }

    fn columns(&mut self, table: &Table) -> Result<Vec<Column>, TransferError> {
        columns::of(&mut self.conn, table, self.options.credentials).map_err(store)
    }

    fn table(&mut self, table: &Table) -> Result<(), TransferError> {
        if !self.is_included(table) {
            return Ok(());
        }
        let count = self.lines(table, &table.member())?;
        self.counts.insert(table.kind.to_owned(), count);
        Ok(())
    }

    /// Writes a table into a member, one line for each row. Returns their number.
    fn lines(&mut self, table: &Table, member: &str) -> Result<u64, TransferError> {
        let columns = self.columns(table)?;
        let is_trash = table.name == TRASHED_ROWS.name;
        let sources = if is_trash { Some(Sources::read(&mut self.conn).map_err(store)?) } else { None };
        let mut lines = LineFile::new()?;
        let Self { conn, done, total, progress, options, .. } = self;
        rows::each(conn, table, &columns, None, options.drafts, |mut fields, _text| {
            if let Some(sources) = &sources {
                sources.strip(&mut fields).map_err(store)?;
            }
            *done += 1;
            progress(Step::Records, *done, *total);
            Ok(lines.write(&fields)?)
        })?;
        let count = lines.count;
        self.archive.add_file(member, lines.into_file()?)?;
        Ok(count)
    }

    fn documents(&mut self) -> Result<(), TransferError> {
        let columns = self.columns(&DOCUMENTS)?;
        let mut count = 0;
        let Self { conn, archive, done, total, progress, options, .. } = self;
        rows::each(conn, &DOCUMENTS, &columns, Some("content"), options.drafts, |fields, text| {
            let id = text_of(&fields, "id");
            let document = front_matter::join(&fields, &text);
            archive.add(&format!("documents/{id}.md"), document.len() as u64, document.as_bytes())?;
            count += 1;
            *done += 1;
            progress(Step::Records, *done, *total);
            Ok(())
        })?;
        self.counts.insert(DOCUMENTS.kind.to_owned(), count);
        Ok(())
    }

    fn files(&mut self, files: &Files) -> Result<(), TransferError> {
        let columns = ["id", "sha256", "size"]
            .map(|name| Column { name: name.to_owned(), kind: if name == "size" { Kind::Number } else { Kind::Text } });
        let total = self.counts.get(FILES.kind).copied().unwrap_or(0);
        let mut done = 0;
        let Self { conn, archive, progress, options, .. } = self;
        rows::each(conn, &FILES, &columns, None, options.drafts, |fields, _text| {
            copy(archive, files, &fields)?;
            done += 1;
            progress(Step::Files, done, total);
            Ok(())
        })
    }

    fn audit_log(&mut self) -> Result<(), TransferError> {
        self.lines(&AUDIT, AUDIT_LOG).map(drop)
    }
}

fn text_of<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Copies a file into the archive. Errors: its bytes do not match its record.
fn copy<W: Write>(archive: &mut TarWriter<W>, files: &Files, fields: &Fields) -> Result<(), TransferError> {
    let id = text_of(fields, "id");
    let broken = |reason: String| TransferError::BrokenFile { id: id.to_owned(), reason };
    let upload: UploadId = id.parse().map_err(|_refused| broken("its id is invalid".to_owned()))?;
    let size = fields.get("size").and_then(serde_json::Value::as_u64);
    let size = size.ok_or_else(|| broken("its size is unknown".to_owned()))?;
    let bytes = files.open(upload)?;
    let sha256 = archive.add(&format!("files/{id}"), size, bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => broken(error.to_string()),
        _ => TransferError::Io(error),
    })?;
    if sha256 == text_of(fields, "sha256") {
        Ok(())
    } else {
        Err(broken("its SHA-256 is not the one of its upload".to_owned()))
    }
}
