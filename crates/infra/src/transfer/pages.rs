//! Imports pages of other programs, as submissions or as documents of one owner.

use super::catalog::{IMPORTED_PAGES, Table, VERSIONS};
use super::files::Files;
use super::import::{ImportReport, open};
use super::page_files::{PageFiles, Pictures, read_all};
use super::progress::{Progress, Step};
use super::{insert, store};
use crate::db::conn::{Access, AnyConn, Target};
use crate::db::error::DbError;
use crate::storage::audit::entries;
use crate::storage::documents::{links, published};
use crate::storage::files::uploads;
use crate::{opening, search};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::Text;
use facility_audit::chain::ChainKey;
use facility_audit::entry::Entry;
use facility_files::file::AttachedFiles;
use facility_files::ports::{Blobs, PictureReader};
use facility_kernel::{DocumentId, IdGenerator, SectionId, Timestamp, UploadId, UserId};
use facility_sources::plan::writing::{Targets, Version};
use facility_sources::plan::{Become, Known, Plan, State};
use facility_transfer::error::TransferError;
use facility_transfer::front_matter::Fields;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tokio::runtime::Handle;

mod places;
mod records;

/// Rows that one statement inserts.
const AT_ONCE: usize = 500;
/// Digits of an id in a link. New documents get ids that differ in them.
const DIGITS: usize = 8;

/// Imports pages into a database that no server uses.
#[derive(Clone)]
pub struct PageImporter {
    target: Target,
    audit_key: ChainKey,
    files: Files,
    pictures: Arc<dyn PictureReader>,
    ids: Arc<dyn IdGenerator>,
}

/// The parts of an import that are the same for all pages.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// The name under which the pages are remembered.
    pub source: &'a str,
    pub owner: UserId,
    pub now: Timestamp,
}

/// The pictures that [`PageImporter::prepare`] stored. Pass them to [`PageImporter::import`] or
/// [`PageImporter::discard`].
#[derive(Default)]
pub struct Prepared(Pictures);

named_row! { struct Remembered { path: String, hash: String, record: String, is_document: bool, is_untouched: bool } }

named_row! { struct Id { id: String } }

/// Returns the pages of a source that were imported, by their paths. Changes nothing: a database without their table has
/// none. Blocks.
pub fn known(target: &Target, source: &str) -> Result<HashMap<String, Known>, TransferError> {
    let read = || -> Result<Vec<Remembered>, DbError> {
        let mut conn = opening::open(target, Access::Read)?;
        let table = match &conn {
            AnyConn::Sqlite(_) => "SELECT name AS id FROM sqlite_master WHERE name = 'imported_pages'",
            AnyConn::Pg(_) => {
                "SELECT CAST(table_name AS text) AS id FROM information_schema.tables \
                 WHERE table_schema = current_schema() AND table_name = 'imported_pages'"
            }
        };
        let tables: Vec<Id> = diesel::sql_query(table).load(&mut conn)?;
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let rows = diesel::sql_query(
            "SELECT pages.path, pages.hash, pages.record_id AS record, pages.version IS NOT NULL AS is_document, \
             EXISTS (SELECT 1 FROM documents WHERE documents.id = pages.record_id \
             AND documents.version = pages.version AND NOT EXISTS (SELECT 1 FROM document_edits \
             WHERE document_edits.document_id = documents.id AND document_edits.status = 'pending')) AS is_untouched \
             FROM imported_pages AS pages WHERE pages.source = $1",
        );
        Ok(rows.bind::<Text, _>(source).load(&mut conn)?)
    };
    let known = |row: Remembered| {
        let Remembered { path, hash, record, is_document, is_untouched } = row;
        (path, Known { hash, record, is_document, is_untouched })
    };
    Ok(read().map_err(store)?.into_iter().map(known).collect())
}

/// Reads the pictures and files of the pages that come in, and tells the plan which ones are refused. Changes nothing
/// else. Blocks; `runtime` drives the child processes that read pictures.
pub fn check_files(
    plan: &mut Plan,
    pictures: &dyn PictureReader,
    runtime: &Handle,
    progress: &mut Progress<'_>,
) -> Result<(), TransferError> {
    read_all(plan, pictures, runtime, progress, |_at, _path, _picture| Ok(()))
}

impl PageImporter {
    /// Imports into this database and store. `runtime` drives the store's calls.
    pub fn new(
        (target, audit_key): (Target, ChainKey),
        blobs: Arc<dyn Blobs>,
        pictures: Arc<dyn PictureReader>,
        ids: Arc<dyn IdGenerator>,
        runtime: Handle,
    ) -> Self {
        Self { target, audit_key, files: Files::new(blobs, runtime), pictures, ids }
    }

    /// As [`check_files`], and stores the pictures. Blocks.
    pub fn prepare(
        &self,
        plan: &mut Plan,
        import: Import<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<Prepared, TransferError> {
        let (mut stored, files) = (Pictures::default(), self.page_files(import));
        let keep = |at, path: &str, picture| files.keep((at, path), picture, &mut stored);
        match read_all(plan, &*self.pictures, self.files.runtime(), progress, keep) {
            Ok(()) => Ok(Prepared(stored)),
            Err(error) => {
                self.discard(Prepared(stored));
                Err(error)
            }
        }
    }

    /// Deletes the pictures of an import that does not take place.
    pub fn discard(&self, prepared: Prepared) {
        for upload in prepared.0.uploads.into_values() {
            self.files.discard_picture(upload.id);
        }
    }

    fn page_files<'a>(&'a self, Import { owner, now, .. }: Import<'_>) -> PageFiles<'a> {
        PageFiles { files: &self.files, ids: &*self.ids, owner, now }
    }

    /// Imports what the plan says comes in, oldest first, with this audit entry, or nothing. Blocks.
    pub fn import(
        &self,
        plan: &Plan,
        import: Import<'_>,
        prepared: Prepared,
        entry: impl FnOnce(&ImportReport) -> Entry,
        progress: &mut Progress<'_>,
    ) -> Result<ImportReport, TransferError> {
        let mut work = Work {
            conn: open(&self.target).map_err(store)?,
            plan,
            import,
            ids: &*self.ids,
            page_files: self.page_files(import),
            pictures: prepared.0,
            documents: HashMap::new(),
            accounts: HashMap::new(),
            shelves: Vec::new(),
            attached: Vec::new(),
            versions: Vec::new(),
            remembered: Vec::new(),
            report: ImportReport::default(),
        };
        let done = work.run(progress).and_then(|()| {
            let entry = entry(&work.report);
            entries::append(&mut work.conn, &entry, &self.audit_key).map_err(store)
        });
        if let Err(error) = done {
            let Work { pictures, attached, conn, .. } = work;
            // Rolls the transaction back, before the files that its rows refer to are deleted.
            drop(conn);
            self.discard(Prepared(pictures));
            for id in attached {
                self.files.discard(id);
            }
            return Err(error);
        }
        // From here on the outcome may be unknown, and then nothing may be undone.
        work.conn.batch_execute("COMMIT").map_err(|error| store(DbError::InDoubt(error.to_string())))?;
        Ok(work.report)
    }
}

/// A section that documents are archived in.
#[derive(Clone, Copy)]
struct Shelf {
    id: SectionId,
    /// The latest time at which a document was archived in it.
    last: Timestamp,
}

/// One import.
struct Work<'a> {
    conn: AnyConn,
    plan: &'a Plan,
    import: Import<'a>,
    ids: &'a dyn IdGenerator,
    page_files: PageFiles<'a>,
    pictures: Pictures,
    /// The documents of pages, by index: also those of earlier imports.
    documents: HashMap<usize, DocumentId>,
    /// The accounts of authors, by their names in the source.
    accounts: HashMap<&'a str, UserId>,
    /// The sections of folders, as in the plan.
    shelves: Vec<Shelf>,
    /// Attached files that were stored.
    attached: Vec<UploadId>,
    /// Rows of versions that were not inserted yet.
    versions: Vec<Fields>,
    /// Rows of imported pages that were not inserted yet.
    remembered: Vec<Fields>,
    report: ImportReport,
}

impl Work<'_> {
    fn run(&mut self, progress: &mut Progress<'_>) -> Result<(), TransferError> {
        insert::prepare(&mut self.conn).map_err(store)?;
        let before = published::last_position(&mut self.conn).map_err(store)?;
        self.name_documents().map_err(store)?;
        self.find_accounts()?;
        self.find_sections()?;
        for upload in self.pictures.uploads.values() {
            uploads::insert(&mut self.conn, upload).map_err(store)?;
        }
        *self.added("files") += self.pictures.uploads.len() as u64;
        let dates = self.plan.dates();
        let total = dates.len() as u64;
        for (done, (at, date)) in dates.iter().enumerate() {
            let later = total - done as u64 - 1;
            self.page(*at, *date, later)?;
            if self.versions.len() >= AT_ONCE {
                self.flush()?;
            }
            progress(Step::Pages, done as u64 + 1, total);
        }
        self.flush()?;
        progress(Step::Indexing, 0, 1);
        search::index::index_inserted(&mut self.conn, before).map_err(store)?;
        links::index_inserted(&mut self.conn, before).map_err(store)?;
        progress(Step::Indexing, 1, 1);
        Ok(())
    }

    /// Gives each new document an id whose first digits no other document has.
    fn name_documents(&mut self) -> Result<(), DbError> {
        let ids = "SELECT id FROM documents UNION ALL SELECT document_id AS id FROM trash";
        let taken: Vec<Id> = diesel::sql_query(ids).load(&mut self.conn)?;
        let digits = |id: &str| id.get(..DIGITS).unwrap_or_default().to_owned();
        let mut taken: HashSet<String> = taken.iter().map(|row| digits(&row.id)).collect();
        for (at, page) in self.plan.pages.iter().enumerate() {
            let earlier = match &page.state {
                State::Here(known) | State::Changed(known) if known.is_document => known.record.parse().ok(),
                _ => None,
            };
            if let Some(earlier) = earlier {
                self.documents.insert(at, earlier);
            } else if page.comes_in() && matches!(self.plan.options.r#become, Become::Documents(_)) {
                let id = loop {
                    let id = DocumentId::generate(self.ids);
                    if taken.insert(digits(&id.to_string())) {
                        break id;
                    }
                };
                self.documents.insert(at, id);
            }
        }
        Ok(())
    }

    /// Returns the versions of a page with links to records and pictures.
    fn versions_of(&self, at: usize, last_only: bool) -> Vec<Version> {
        let own = |page: usize| {
            let id = self.documents.get(&page)?.to_string();
            Some(format!("DOC-{}", id.get(..DIGITS)?))
        };
        let label = |page: usize| self.plan.label(page, || own(page));
        let picture = |file: usize| self.pictures.uploads.get(&file).map(|upload| upload.id);
        self.plan.versions(at, &Targets { label: &label, picture: &picture }, last_only)
    }

    /// Stores the files of a page, and inserts their rows.
    fn attach(&mut self, at: usize) -> Result<AttachedFiles, TransferError> {
        let mut files = Vec::new();
        for file in self.plan.attachments(at) {
            let Some(upload) = self.page_files.store_attachment(self.plan, file)? else { continue };
            self.attached.push(upload.id);
            uploads::insert(&mut self.conn, &upload).map_err(store)?;
            *self.added("files") += 1;
            files.push(upload.id);
        }
        Ok(files.into_iter().collect())
    }

    fn added(&mut self, kind: &str) -> &mut u64 {
        &mut self.report.kinds.entry(kind.to_owned()).or_default().added
    }

    /// Remembers what a page became.
    fn remember(&mut self, at: usize, record: &str, version: Option<i32>) -> Result<(), TransferError> {
        let Some(page) = self.plan.pages.get(at) else { return Ok(()) };
        let (source, path) = (self.import.source, &page.page.path);
        if matches!(page.state, State::Changed(_)) {
            diesel::sql_query("DELETE FROM imported_pages WHERE source = $1 AND path = $2")
                .bind::<Text, _>(source)
                .bind::<Text, _>(path)
                .execute(&mut self.conn)
                .map_err(|error| store(error.into()))?;
        }
        let row = json!({ "source": source, "path": path, "hash": page.hash, "record_id": record, "version": version });
        if let serde_json::Value::Object(row) = row {
            self.remembered.push(row.into_iter().collect());
        }
        Ok(())
    }

    /// Inserts the rows that wait.
    fn flush(&mut self) -> Result<(), TransferError> {
        // They belong to records that this import added or that were here.
        let tables = [Table { belongs_to: None, ..VERSIONS }, Table { belongs_to: None, ..IMPORTED_PAGES }];
        let waiting = [std::mem::take(&mut self.versions), std::mem::take(&mut self.remembered)];
        for (table, rows) in tables.iter().zip(waiting) {
            for some in rows.chunks(AT_ONCE) {
                insert::insert(&mut self.conn, table, some).map_err(store)?;
            }
        }
        Ok(())
    }
}
