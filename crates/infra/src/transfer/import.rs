//! Imports an archive: all of it in one transaction, or nothing.

use super::catalog::{COUNTERS, DOCUMENTS, FILES, TRASH, TRASHED_ROWS, Table, USERS};
use super::files::Files;
use super::names::Mapping;
use super::progress::{Progress, Step};
use super::reader::{Content, walk};
use super::rules::{Rules, records};
use super::{insert, store, sums, trashed};
use crate::db::conn::{Access, AnyConn, Target};
use crate::db::error::DbError;
use crate::storage::audit::entries;
use crate::storage::documents::{links, published, trash};
use crate::storage::kernel::key_check;
use crate::storage::read;
use crate::storage::users::account_rows;
use crate::{opening, search};
use diesel::connection::SimpleConnection as _;
use facility_audit::chain::ChainKey;
use facility_audit::entry::Entry;
use facility_files::ports::Blobs;
use facility_kernel::UploadId;
use facility_transfer::error::TransferError;
use facility_transfer::front_matter::Fields;
use facility_transfer::manifest::{Manifest, MemberSum};
use facility_transfer::member::Member;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Maximum number of rows of a statement, and of their bytes.
const AT_ONCE: (usize, usize) = (500, 4 * 1024 * 1024);
/// Maximum number of ids in a report, for each kind.
const REPORTED: usize = 20;

/// What happened to the records of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindReport {
    /// Number of records that were added.
    pub added: u64,
    /// Number of records that were left as they are: their ids already exist, or they belong to such a record.
    pub left: u64,
    /// Number of accounts or sections that exist under another id, which is used instead.
    pub mapped: u64,
    /// The ids of the first records that were left.
    pub left_ids: Vec<String>,
}

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// By the kind of record.
    pub kinds: BTreeMap<String, KindReport>,
    /// Number of added accounts whose password hash needs another secret key.
    pub foreign_passwords: u64,
}

/// Imports archives into a database that no server uses.
#[derive(Clone)]
pub struct Importer {
    target: Target,
    audit_key: ChainKey,
    files: Files,
}

impl Importer {
    /// Imports into this database and store. `runtime` drives the store's calls.
    pub fn new(target: Target, audit_key: ChainKey, blobs: Arc<dyn Blobs>, runtime: Handle) -> Self {
        Self { target, audit_key, files: Files::new(blobs, runtime) }
    }

    /// Checks the whole archive, and then imports it with this audit entry. Blocks; call it on a thread that may block.
    ///
    /// Errors: the archive is damaged, too large or contradictory, or a store fails. Nothing was changed then, unless
    /// the answer to the commit was lost.
    pub fn import(
        &self,
        archive: &File,
        entry: impl FnOnce(&ImportReport) -> Entry,
        progress: &mut Progress<'_>,
    ) -> Result<ImportReport, TransferError> {
        let manifest = sums::verify(archive, progress)?;
        let mut work = Work {
            conn: open(&self.target).map_err(store)?,
            files: &self.files,
            manifest: &manifest,
            mapping: Mapping::default(),
            batch: Batch::default(),
            rules: Rules::default(),
            report: ImportReport::default(),
            awaited: HashSet::new(),
            stored: Vec::new(),
            has_foreign_passwords: false,
        };
        let done = work.run(archive, progress).and_then(|()| {
            let entry = entry(&work.report);
            entries::append(&mut work.conn, &entry, &self.audit_key).map_err(store)
        });
        if let Err(error) = done {
            // Closing the connection rolls the transaction back, before the files that its rows refer to are deleted.
            let stored = std::mem::take(&mut work.stored);
            drop(work);
            for id in stored {
                self.files.discard(id);
            }
            return Err(error);
        }
        // From here on the outcome may be unknown, and then nothing may be undone.
        work.conn.batch_execute("COMMIT").map_err(|error| store(DbError::InDoubt(error.to_string())))?;
        Ok(work.report)
    }
}

/// Opens a connection without the time limits of requests, in a transaction.
pub(super) fn open(target: &Target) -> Result<AnyConn, DbError> {
    let mut conn = opening::open(target, Access::Write)?;
    conn.batch_execute(match target {
        // If a transaction changes more pages than the cache holds, SQLite writes and reads them repeatedly.
        Target::Sqlite(_) => "PRAGMA cache_size = -64000; BEGIN IMMEDIATE",
        Target::Postgres(_) => "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN",
    })?;
    Ok(conn)
}

/// Rows that one statement inserts: of one table, with the same fields.
#[derive(Default)]
struct Batch {
    table: Option<&'static Table>,
    rows: Vec<Fields>,
    bytes: usize,
    /// The member that each row is from.
    members: Vec<String>,
}

/// One import.
struct Work<'a> {
    conn: AnyConn,
    files: &'a Files,
    manifest: &'a Manifest,
    mapping: Mapping,
    batch: Batch,
    rules: Rules,
    report: ImportReport,
    /// Files whose rows were added and whose bytes have not been read yet.
    awaited: HashSet<UploadId>,
    /// Files that were stored.
    stored: Vec<UploadId>,
    /// Whether the password hashes of the archive need another secret key than this database's.
    has_foreign_passwords: bool,
}

impl Work<'_> {
    fn run(&mut self, archive: &File, progress: &mut Progress<'_>) -> Result<(), TransferError> {
        insert::prepare(&mut self.conn).map_err(store)?;
        let own = key_check::check_value(&mut self.conn).map_err(store)?;
        self.has_foreign_passwords =
            own.zip(self.manifest.credentials_key.as_ref()).is_some_and(|(own, theirs)| own != *theirs);
        let before = published::last_position(&mut self.conn).map_err(store)?;
        walk(archive, (Step::Importing, progress), |member, content| self.member(member, content))?;
        self.flush()?;
        if let Some(id) = self.awaited.iter().next() {
            return Err(TransferError::damaged(format!("files/{id}"), "is missing"));
        }
        self.rules.check_counts(self.manifest)?;
        progress(Step::Indexing, 0, 1);
        search::index::index_inserted(&mut self.conn, before).map_err(store)?;
        links::index_inserted(&mut self.conn, before).map_err(store)?;
        progress(Step::Indexing, 1, 1);
        Ok(())
    }

    fn member(&mut self, member: Member<'_>, mut content: Content<'_>) -> Result<(), TransferError> {
        let Member::File(id) = member else {
            return records(member, &mut content, |table, name, fields, size| self.row(table, name, fields, size));
        };
        self.flush()?;
        if self.awaited.remove(&id) {
            let bytes = content.read_all()?;
            self.files.put(id, bytes)?;
            self.stored.push(id);
        }
        Ok(())
    }

    /// Adds a row to the batch, after checking it.
    fn row(
        &mut self,
        table: &'static Table,
        member: &str,
        mut fields: Fields,
        bytes: usize,
    ) -> Result<(), TransferError> {
        let is_other = self.batch.table.is_none_or(|current| current.name != table.name)
            || self.batch.rows.first().is_some_and(|row| !row.keys().eq(fields.keys()) && table.name != FILES.name)
            || self.batch.rows.len() >= AT_ONCE.0
            || self.batch.bytes + bytes > AT_ONCE.1;
        if is_other {
            self.flush()?;
        }
        self.rules.check(&mut self.conn, table, member, &mut fields)?;
        self.batch.table = Some(table);
        self.batch.rows.push(fields);
        self.batch.bytes += bytes;
        self.batch.members.push(member.to_owned());
        Ok(())
    }

    /// Inserts the rows of the batch.
    fn flush(&mut self) -> Result<(), TransferError> {
        let Batch { table, mut rows, members, .. } = std::mem::take(&mut self.batch);
        let (Some(table), Some(member)) = (table, members.first()) else { return Ok(()) };
        let conn = &mut self.conn;
        let refused = |error| refused(member, error);
        if table.name == COUNTERS.name {
            return insert::raise_counters(conn, &rows).map_err(refused);
        }
        let mapped = self.mapping.learn(conn, table, &mut rows).map_err(refused)?;
        for row in &mut rows {
            self.mapping.apply(row);
        }
        let added = insert_all(conn, table, &rows, &members)?;
        let report = self.report.kinds.entry(table.kind.to_owned()).or_default();
        report.mapped += mapped;
        report.added += added.len() as u64;
        report.left += (rows.len() - added.len()) as u64;
        let added: HashSet<&str> = added.iter().map(String::as_str).collect();
        if table.name == TRASHED_ROWS.name {
            rows.retain(|row| row.get(table.key).and_then(Value::as_str).is_some_and(|id| added.contains(id)));
            insert::mark_added(conn, &trashed::versions(&rows)).map_err(refused)?;
            return Ok(());
        }
        for row in &rows {
            let id = row.get(table.key).and_then(Value::as_str).unwrap_or_default();
            if self.has_foreign_passwords && table.name == USERS.name && added.contains(id) {
                let has_password = row.get("password_hash").is_some_and(|hash| !hash.is_null());
                self.report.foreign_passwords += u64::from(has_password);
            }
            if !added.contains(id) && report.left_ids.len() < REPORTED {
                report.left_ids.push(id.to_owned());
            } else if added.contains(id) && table.name == FILES.name {
                await_file(self.manifest, id, row, &mut self.awaited)?;
            }
        }
        Ok(())
    }
}

/// Inserts rows, and reads them back. Returns the keys of the inserted ones. If the database refuses them, it retries
/// them one by one, so that the error names the member of the first refused row.
fn insert_all(
    conn: &mut AnyConn,
    table: &'static Table,
    rows: &[Fields],
    members: &[String],
) -> Result<Vec<String>, TransferError> {
    let mut insert = |rows: &[Fields]| -> Result<Vec<String>, DbError> {
        conn.batch_execute("SAVEPOINT rows")?;
        let added = insert::insert(conn, table, rows).and_then(|added| decode(conn, table, &added).map(|()| added));
        conn.batch_execute(if added.is_ok() { "RELEASE rows" } else { "ROLLBACK TO rows" })?;
        added
    };
    let error = match insert(rows) {
        Ok(added) => return Ok(added),
        Err(error) => error,
    };
    if !error.is_unavailable() {
        for (row, member) in rows.iter().zip(members) {
            insert(std::slice::from_ref(row)).map_err(|error| refused(member, error))?;
        }
    }
    Err(refused(members.first().map_or("", String::as_str), error))
}

/// Checks that the manifest lists the bytes of this file, and adds it to the awaited files.
fn await_file(
    manifest: &Manifest,
    id: &str,
    row: &Fields,
    awaited: &mut HashSet<UploadId>,
) -> Result<(), TransferError> {
    let name = format!("files/{id}");
    let described = |sum: &&MemberSum| {
        row.get("size").and_then(Value::as_u64) == Some(sum.size)
            && row.get("sha256").and_then(Value::as_str) == Some(&*sum.sha256)
    };
    let sum = manifest.members.get(&name).ok_or_else(|| TransferError::damaged(&name, "is missing"))?;
    if !described(&sum) {
        return Err(TransferError::damaged(name, "is not the one that files.jsonl describes"));
    }
    let id = id.parse().map_err(|_refused| TransferError::damaged(name, "has an invalid id"))?;
    awaited.insert(id);
    Ok(())
}

/// Reads added records back, so that a row that this program cannot read is refused now and not when somebody opens it.
fn decode(conn: &mut AnyConn, table: &Table, added: &[String]) -> Result<(), DbError> {
    if table.name == DOCUMENTS.name {
        let ids: Vec<&str> = added.iter().map(String::as_str).collect();
        published::records(conn, &ids, false)?;
    } else if table.name == USERS.name {
        for id in added {
            account_rows::find(conn, read(id, "users", "id", id)?)?;
        }
    } else if table.name == TRASH.name {
        for id in added {
            trash::find(conn, read(id, "trash", "document_id", id)?)?;
        }
    }
    Ok(())
}

/// Maps a refused row to a damaged archive, an unavailable database to a store error.
fn refused(member: &str, error: DbError) -> TransferError {
    if error.is_unavailable() { store(error) } else { TransferError::damaged(member, format!("is refused: {error}")) }
}
