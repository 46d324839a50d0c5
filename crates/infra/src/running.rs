//! Which programs use a database at present: servers, or one import. SQLite allows one
//! server, because a second one would not learn of the first one's changes.
//!
//! On SQLite, a lock on a file beside the database; on PostgreSQL, an advisory lock. Both end with the process, also if it
//! is killed. A server on PostgreSQL marks its listening connection, too, which is opened again after a failure.

use crate::db::{DbError, Target, bounded};
use diesel::sql_types::Bool;
use diesel::{Connection as _, PgConnection, QueryableByName, RunQueryDsl as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt as _;

/// Marks a PostgreSQL connection as that of a running server, unless an import is running.
pub(crate) const MARK_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock_shared(7305804402545)";
const CLAIM_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock(7305804402545) AS taken";
const JOIN_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock_shared(7305804402545) AS taken";

/// Why a program may not use a database now.
#[derive(Debug, thiserror::Error)]
pub enum InUse {
    /// An import needs the database to itself.
    #[error("a server or another import uses this database: stop it first")]
    Busy,
    /// A server on SQLite needs the database to itself.
    #[error(
        "another server, or an import, uses this database: stop it first, or use PostgreSQL for several servers"
    )]
    Served,
    /// A server cannot start during an import.
    #[error("an import into this database is running: wait until it ends")]
    Importing,
    /// The mark cannot be made.
    #[error("cannot check whether the database is in use: {0}")]
    Unknown(#[from] DbError),
    /// The mark's file cannot be opened.
    #[error("cannot check whether the database is in use: {0}")]
    File(#[from] std::io::Error),
}

/// The mark of a program that uses a database. Dropping it removes the mark.
#[must_use = "dropping it removes the mark"]
pub enum Mark {
    /// A lock on a file.
    File(File),
    /// A connection with an advisory lock.
    Postgres(Box<PgConnection>),
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mark(..)")
    }
}

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = Bool)]
    taken: bool,
}

/// Marks this process as a server of the database. Blocks. Errors: an import is running; on SQLite also another server.
pub fn serve(target: &Target) -> Result<Mark, InUse> {
    match target {
        Target::Sqlite(path) => {
            let file = mark_file(path)?;
            locked(file.try_lock(), InUse::Served)?;
            Ok(Mark::File(file))
        }
        Target::Postgres(url) => postgres(url, JOIN_ON_POSTGRES, InUse::Importing),
    }
}

/// Marks this process as the only user of the database. Blocks. Errors: a server or another import uses it.
pub fn claim(target: &Target) -> Result<Mark, InUse> {
    match target {
        Target::Sqlite(path) => {
            let file = mark_file(path)?;
            locked(file.try_lock(), InUse::Busy)?;
            Ok(Mark::File(file))
        }
        Target::Postgres(url) => postgres(url, CLAIM_ON_POSTGRES, InUse::Busy),
    }
}

/// A file of its own, because closing the database's file would end SQLite's locks on it.
fn mark_file(path: &str) -> std::io::Result<File> {
    let path = format!("{path}.in-use");
    let opened = OpenOptions::new().create(true).append(true).mode(0o600).open(&path);
    opened.map_err(|error| std::io::Error::new(error.kind(), format!("{path}: {error}")))
}

fn locked(result: Result<(), TryLockError>, refused: InUse) -> Result<(), InUse> {
    result.map_err(|error| match error {
        TryLockError::WouldBlock => refused,
        TryLockError::Error(error) => error.into(),
    })
}

fn postgres(url: &str, lock: &str, refused: InUse) -> Result<Mark, InUse> {
    let mut conn =
        PgConnection::establish(&bounded(url)).map_err(|error| DbError::NoConnection(error.to_string()))?;
    let found: Taken = diesel::sql_query(lock).get_result(&mut conn).map_err(DbError::from)?;
    if found.taken { Ok(Mark::Postgres(Box::new(conn))) } else { Err(refused) }
}
