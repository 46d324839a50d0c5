//! Locks that record which programs use a database: servers, or one import. SQLite allows only one server, because a
//! second one would not notice the changes of the first.
//!
//! On SQLite this is a lock on a file beside the database; on PostgreSQL, an advisory lock. Both end with the process,
//! even if it is killed. A server on PostgreSQL also locks its listening connection, which is reopened after a failure.
//!
//! PostgreSQL may notice late that a process has ended, and keeps the locks of its connections until then. So a program
//! releases its locks when it stops, and one that finds the database in use retries before it gives up.

use crate::db::conn::{Target, bounded};
use crate::db::error::DbError;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt as _;
use std::time::Duration;

/// Takes the shared lock of a running server on a connection, unless an import is running.
pub(crate) const SHARE_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock_shared(7305804402545)";
/// Releases the locks of a connection.
pub(crate) const RELEASE_ON_POSTGRES: &str = "SELECT pg_advisory_unlock_all()";
const CLAIM_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock(7305804402545) AS taken";
const JOIN_ON_POSTGRES: &str = "SELECT pg_try_advisory_lock_shared(7305804402545) AS taken";

/// How long a program on PostgreSQL waits for the lock of one that has ended.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two attempts.
const RETRY_EVERY: Duration = Duration::from_millis(100);

/// Why a program may not use a database now.
#[derive(Debug, thiserror::Error)]
pub enum InUse {
    /// An import needs the database to itself.
    #[error("a server or another import uses this database: stop it first")]
    Busy,
    /// A server on SQLite needs the database to itself.
    #[error("another server, or an import, uses this database: stop it first, or use PostgreSQL for several servers")]
    Served,
    /// A server cannot start during an import.
    #[error("an import into this database is running: wait until it ends")]
    Importing,
    /// The lock cannot be taken.
    #[error("cannot check whether the database is in use: {0}")]
    Unknown(#[from] DbError),
    /// The lock file cannot be opened.
    #[error("cannot check whether the database is in use: {0}")]
    File(#[from] std::io::Error),
}

/// The lock of a program that uses a database. Dropping it releases the lock.
#[must_use = "dropping it removes the mark"]
pub struct UsageLock(Lock);

enum Lock {
    /// A lock on a file, released when the file is closed.
    File { _open: File },
    /// A connection with an advisory lock.
    Postgres(Box<PgConnection>),
}

impl Drop for UsageLock {
    fn drop(&mut self) {
        if let Lock::Postgres(conn) = &mut self.0 {
            // If this fails, closing the connection releases the lock later, when PostgreSQL notices.
            drop(conn.batch_execute(RELEASE_ON_POSTGRES));
        }
    }
}

impl std::fmt::Debug for UsageLock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("UsageLock(..)")
    }
}

named_row! { struct Taken { taken: bool } }

/// Registers this process as a server of the database. Blocks, on PostgreSQL for up to 5 s. Errors: an import is running;
/// on SQLite also another server.
pub fn serve(target: &Target) -> Result<UsageLock, InUse> {
    serve_within(target, PATIENCE)
}

/// Like [`serve`], waiting on PostgreSQL for up to `patience`.
pub fn serve_within(target: &Target, patience: Duration) -> Result<UsageLock, InUse> {
    match target {
        Target::Sqlite(path) => on_file(path, InUse::Served),
        Target::Postgres(url) => on_postgres(url, JOIN_ON_POSTGRES, patience, InUse::Importing),
    }
}

/// Registers this process as the only user of the database. Blocks, on PostgreSQL for up to 5 s. Errors: a server or
/// another import uses it.
pub fn claim(target: &Target) -> Result<UsageLock, InUse> {
    claim_within(target, PATIENCE)
}

/// Like [`claim`], waiting on PostgreSQL for up to `patience`.
pub fn claim_within(target: &Target, patience: Duration) -> Result<UsageLock, InUse> {
    match target {
        Target::Sqlite(path) => on_file(path, InUse::Busy),
        Target::Postgres(url) => on_postgres(url, CLAIM_ON_POSTGRES, patience, InUse::Busy),
    }
}

fn on_file(path: &str, refused: InUse) -> Result<UsageLock, InUse> {
    let file = lock_file(path)?;
    locked(file.try_lock(), refused)?;
    Ok(UsageLock(Lock::File { _open: file }))
}

/// Opens a separate lock file, because closing the database's file would release SQLite's locks on it.
fn lock_file(path: &str) -> std::io::Result<File> {
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

fn on_postgres(url: &str, lock: &str, patience: Duration, refused: InUse) -> Result<UsageLock, InUse> {
    let mut conn = PgConnection::establish(&bounded(url)).map_err(|error| DbError::NoConnection(error.to_string()))?;
    let mut left = patience;
    loop {
        let found: Taken = diesel::sql_query(lock).get_result(&mut conn).map_err(DbError::from)?;
        if found.taken {
            return Ok(UsageLock(Lock::Postgres(Box::new(conn))));
        }
        if left.is_zero() {
            return Err(refused);
        }
        let pause = left.min(RETRY_EVERY);
        std::thread::sleep(pause);
        left -= pause;
    }
}
