//! Backups of an installation on SQLite: one archive with the database, the local files, the anchors of the audit log
//! and, on request, the keys, with the SHA-256 of each.

pub mod make;
pub mod restore;

use crate::db::conn::AnyConn;
use crate::running::InUse;
use crate::storage::audit::entries::read_after;
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use diesel::{Connection as _, RunQueryDsl as _, SqliteConnection};
use facility_audit::chain::{ChainKey, ChainVerifier, Link};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The archive member with the database.
pub(crate) const DATABASE: &str = "facility.sqlite";
/// The archive member that lists all others. It is always the last.
const MANIFEST: &str = "manifest.json";
/// Name prefix of members that are stored files.
const OBJECTS: &str = "objects/";
/// The anchors of the audit log, in the data folder.
const ANCHORS: [&str; 2] = ["audit-anchors.ndjson", "audit-tree.json"];
/// The keys, in the data folder.
const KEYS: [&str; 2] = [SECRET_KEY, "audit-signing.key"];
const SECRET_KEY: &str = "secret.key";
/// The format that this version writes and reads.
const FORMAT: u32 = 1;

/// Why a backup cannot be made or restored. The message is meant for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database is on PostgreSQL, which has tools of its own.
    #[error(
        "the database is on PostgreSQL, which has its own backups: run `pg_dump --format=custom \
         --exclude-table-data=sessions --exclude-table-data=pending_logins --exclude-table-data=password_resets \
         --file=FILE URL`, then copy the object store and the keys; restore with `pg_restore --dbname=URL FILE`"
    )]
    Postgres,
    /// The target already exists.
    #[error("{0} already exists")]
    Exists(String),
    /// There is data that a restore would replace.
    #[error("there is data already: restore into an empty data folder, or add --replace to move it aside")]
    NotEmpty,
    /// Files would have to move between file systems, which is not atomic.
    #[error("the database, the files and the data folder must be on one file system")]
    FileSystems,
    /// A member of the archive is missing, damaged or not what it should be.
    #[error("the backup is damaged: {member} {reason}")]
    Damaged {
        /// The member.
        member: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is an export.
    #[error("this is an export, not a backup: import it with `facility import`")]
    Export,
    /// The copy of the database did not pass its checks.
    #[error("the copy of the database is not sound: {0}")]
    Unsound(String),
    /// The secret key in use is not the backup's.
    #[error(
        "the backup belongs to another secret key: put its key into the data folder, or move secret.key away and put the key \
         there after the restore (docs/OPERATIONS.md, Keys)"
    )]
    OtherKey,
    /// A newer version made the archive.
    #[error("a newer version of this program made this backup (format {0})")]
    Newer(u32),
    /// The database is in use.
    #[error(transparent)]
    InUse(#[from] InUse),
    /// A file cannot be read or written.
    #[error("cannot use {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
}

impl BackupError {
    fn damaged(member: &str, reason: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self::Damaged { member: member.to_owned(), reason: reason.to_string() }
    }
}

/// Adds the path to a file error.
fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError + '_ {
    |error| BackupError::File { path: path.display().to_string(), error }
}

/// Size and SHA-256 of a member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Sum {
    size: u64,
    sha256: String,
}

/// What the archive contains.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    format: u32,
    /// Version of the program that made it.
    version: String,
    /// When the copy of the database was made.
    made_at: String,
    /// Number of audit entries in the database, and the hash of the last one.
    audit_entries: i64,
    audit_hash: String,
    members: BTreeMap<String, Sum>,
}

/// Returns `path` with `end` appended to its name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn sync_folder(path: &Path) -> Result<(), BackupError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))
}

/// Ends sessions, pending sign-ins and reset codes in a copy of a database that nothing else uses: some may have ended
/// since the copy was made, and must not become valid again.
pub(crate) fn end_sign_ins(path: &str) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let mut conn = SqliteConnection::establish(path).map_err(|error| text(&error))?;
    // No journal: a partially changed copy is never used.
    conn.batch_execute("PRAGMA journal_mode = OFF").map_err(|error| text(&error))?;
    // An older schema may lack some of these tables.
    for (name, ended) in [
        ("sessions", "DELETE FROM sessions"),
        ("pending_logins", "DELETE FROM pending_logins"),
        ("password_resets", "DELETE FROM password_resets"),
    ] {
        let present = diesel::sql_query("SELECT name AS value FROM sqlite_schema WHERE name = $1");
        let present: Vec<TextRow> = present.bind::<Text, _>(name).load(&mut conn).map_err(|error| text(&error))?;
        if !present.is_empty() {
            conn.batch_execute(ended).map_err(|error| text(&error))?;
        }
    }
    drop(conn);
    File::open(path).and_then(|file| file.sync_all()).map_err(|error| text(&error))
}

/// Refuses a copy of a database with triggers or views that the program did not create: they could affect every later
/// change.
fn refuse_foreign_code(path: &str) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let mut conn = SqliteConnection::establish(path).map_err(|error| text(&error))?;
    let all = "SELECT sql AS value FROM sqlite_schema WHERE type IN ('trigger', 'view')";
    let found: Vec<TextRow> = diesel::sql_query(all).load(&mut conn).map_err(|error| text(&error))?;
    let own = crate::migration::schema::written(&crate::db::conn::Target::Sqlite(path.to_owned()));
    match found.into_iter().find(|TextRow { value }| !own.contains(value)) {
        Some(TextRow { value }) => {
            let name: String = value.lines().next().unwrap_or_default().chars().take(100).collect();
            Err(format!("contains a trigger or view that is not part of the program: {name}"))
        }
        None => Ok(()),
    }
}

named_row! { struct TextRow { value: String } }

/// Checks a copy of a database that nothing else uses: its pages and indexes, its foreign keys, and the chain of its
/// audit log, including the MACs if the key is known. Returns the last link of the chain.
fn check_copy(path: &Path, key: Option<ChainKey>) -> Result<Link, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let name = path.to_str().ok_or("the path is not UTF-8")?;
    let mut conn = SqliteConnection::establish(name).map_err(|error| text(&error))?;
    // No journal, so the check leaves no file beside the copy.
    conn.batch_execute("PRAGMA journal_mode = OFF; PRAGMA query_only = ON").map_err(|error| text(&error))?;
    for check in [
        "SELECT integrity_check AS value FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 1",
        "SELECT 'a row of ' || \"table\" || ' refers to a missing row' AS value FROM pragma_foreign_key_check LIMIT 1",
    ] {
        let found: Vec<TextRow> = diesel::sql_query(check).load(&mut conn).map_err(|error| text(&error))?;
        if let Some(TextRow { value }) = found.into_iter().next() {
            return Err(value);
        }
    }
    let mut conn = AnyConn::Sqlite(conn);
    let (mut verifier, mut last) = (ChainVerifier::after(Link::START, key), Link::START);
    loop {
        let entries = read_after(&mut conn, last.number, 4000).map_err(|error| text(&error))?;
        let Some(end) = entries.last() else { return Ok(last) };
        last = end.link();
        for entry in &entries {
            verifier
                .check(entry)
                .map_err(|broken| format!("entry {} of its audit log does not match the chain", broken.number))?;
        }
    }
}
