//! The one gate to both databases: [`Database::read`] and [`Database::write`]. It knows of no table.
//!
//! No transaction leaves this module: a caller hands in a closure, which runs on a thread that may block, inside one
//! transaction, and is answered when that is durable.

mod conn;
mod error;
mod gathering;
mod migrate;
pub(crate) mod phrase;
pub(crate) mod schema;
mod writer;

pub(crate) use conn::bounded;
pub use conn::{AnyConn, BadTarget, Target};
pub use error::DbError;
pub(crate) use error::exactly_one;
pub(crate) use gathering::Gathering;

use audit::chain::ChainKey;
use conn::{Access, Manager, Suspicion};
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::r2d2::{HandleError, Pool, PooledConnection};
use kernel::StoreError;
use std::os::unix::fs::OpenOptionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};
use writer::Writer;

/// How long a caller waits for a connection before it is told that the database is away.
const POOL_WAIT: Duration = Duration::from_secs(3);
/// How often a transaction that PostgreSQL undid for the sake of another is run again.
const RETRIES: u32 = 3;

/// A database of ours, migrated and ready. Clones share its connections.
#[derive(Clone)]
pub struct Database {
    pool: Pool<Manager>,
    permits: Arc<Semaphore>,
    searches: usize,
    suspicion: Suspicion,
    /// SQLite's writer; on PostgreSQL writes go through the pool.
    writer: Option<Writer>,
    audit_key: ChainKey,
    announced: Arc<Notify>,
}

#[derive(Debug)]
struct LogFailures;

impl HandleError<diesel::r2d2::Error> for LogFailures {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        tracing::warn!(%error, "a database connection failed");
    }
}

impl Database {
    /// Brings the schema up to date without opening the database for work. Blocks.
    pub fn migrate(target: &Target) -> Result<(), StoreError> {
        prepare_file(target)?;
        Ok(migrate::run(target)?)
    }

    /// Migrates and opens the database; a SQLite file is made, mode 0600, in a folder that has to exist. Blocks.
    ///
    /// `audit_key` seals the audit log's entries. Errors: the database cannot be reached, or is of a version that
    /// cannot be trusted.
    pub fn open(target: &Target, audit_key: ChainKey) -> Result<Self, StoreError> {
        Self::migrate(target)?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let (size, searches) = connections(target, cores);
        let (access, writer) = match target {
            Target::Postgres(_) => (Access::Write, None),
            Target::Sqlite(_) => (Access::Read, Some(Writer::start(target.clone())?)),
        };
        let suspicion = Suspicion::none();
        let pool = Pool::builder()
            .max_size(u32::try_from(size).unwrap_or(8))
            .min_idle(Some(1))
            .connection_timeout(POOL_WAIT)
            .test_on_check_out(true)
            .error_handler(Box::new(LogFailures))
            .build(Manager::new(target.clone(), access, suspicion.clone()))
            .map_err(|error| DbError::NoConnection(error.to_string()))?;
        let (permits, announced) = (Arc::new(Semaphore::new(size)), Arc::default());
        Ok(Self { pool, permits, searches, suspicion, writer, audit_key, announced })
    }

    /// How many searches there may be at once; always fewer than there are connections.
    pub(crate) const fn searches(&self) -> usize {
        self.searches
    }

    /// Whether this is SQLite, in this process, and not a server.
    const fn is_sqlite(&self) -> bool {
        self.writer.is_some()
    }

    /// Runs a read on a pooled connection. Waits at most 3 s for one, then the store is unavailable.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.blocking(move |conn| read(conn)).await
    }

    /// Runs a read by key, of a few pages: on SQLite on the caller's own thread, because handing it to another and back
    /// takes several times as long as such a read. On PostgreSQL, which is waited for, and when no connection is free,
    /// as [`read`](Self::read).
    pub async fn read_at_once<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_sqlite()
            && let Ok(_permit) = self.permits.try_acquire()
            && let Some(mut conn) = self.pool.try_get()
        {
            let read = AssertUnwindSafe(|| watched(&self.suspicion, &mut conn, read));
            return Ok(catch_unwind(read).unwrap_or_else(|_panic| Err(panicked()))?);
        }
        self.read(read).await
    }

    /// Runs a write in one transaction and answers when it is durable; an error leaves nothing behind.
    ///
    /// The closure may run more than once, each time on a state without traces of the runs before. It MUST return
    /// every error it meets: after a failed statement PostgreSQL takes no other in that transaction.
    pub async fn write<T: Send + 'static>(
        &self,
        write: impl FnMut(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if let Some(writer) = &self.writer {
            return writer.write(write).await;
        }
        let mut write = write;
        self.blocking(move |conn| retrying(conn, &mut write)).await
    }

    /// What the audit log's entries are sealed with.
    pub(crate) const fn audit_key(&self) -> &ChainKey {
        &self.audit_key
    }

    /// Wakes whoever reads what was announced, after each announcement of this process.
    pub(crate) fn announced(&self) -> Arc<Notify> {
        Arc::clone(&self.announced)
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> Result<(), StoreError> {
        self.read(|conn| Ok(diesel::r2d2::R2D2Connection::ping(conn)?)).await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        run: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let busy = || DbError::NoConnection("no connection came free".to_owned());
        let permit = tokio::time::timeout(POOL_WAIT, Arc::clone(&self.permits).acquire_owned())
            .await
            .map_err(|_elapsed| busy())?
            .map_err(|_closed| busy())?;
        let (pool, suspicion) = (self.pool.clone(), self.suspicion.clone());
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let mut conn: PooledConnection<Manager> =
                pool.get().map_err(|error| DbError::NoConnection(error.to_string()))?;
            watched(&suspicion, &mut conn, run)
        });
        match task.await {
            Ok(result) => Ok(result?),
            Err(_panicked) => Err(panicked().into()),
        }
    }
}

/// How many connections a machine of so many cores keeps for reading, and how many of them may search at once: half, so
/// that reading never waits for searches; on SQLite, which searches in this process, no more than there are cores,
/// because more would only take more memory.
fn connections(target: &Target, cores: usize) -> (usize, usize) {
    match target {
        Target::Postgres(_) => {
            let size = (cores * 4).clamp(8, 32);
            (size, size / 2)
        }
        Target::Sqlite(_) => {
            let size = (cores * 2).clamp(4, 16);
            (size, cores.min(size / 2))
        }
    }
}

fn panicked() -> DbError {
    DbError::Fault("a statement panicked".to_owned())
}

/// Runs a statement, and suspects the other connections when this one was found broken.
fn watched<T>(
    suspicion: &Suspicion,
    conn: &mut AnyConn,
    run: impl FnOnce(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let result = run(conn);
    if let Err(error) = &result
        && error.is_away()
    {
        suspicion.raise();
    }
    result
}

/// Runs a transaction on PostgreSQL, again when it lost against another.
fn retrying<T>(
    conn: &mut AnyConn,
    write: &mut impl FnMut(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let mut left = RETRIES;
    loop {
        match in_transaction(conn, write) {
            Err(error) if left > 0 && error.is_transient() => left -= 1,
            result => return result,
        }
    }
}

fn in_transaction<T>(
    conn: &mut AnyConn,
    write: &mut impl FnMut(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let AnyConn::Pg(inner) = conn else {
        return Err(DbError::Fault("SQLite writes through its writer".to_owned()));
    };
    AnsiTransactionManager::begin_transaction(inner)?;
    let result = write(conn);
    let AnyConn::Pg(inner) = conn else {
        return Err(DbError::Fault("a write changed its connection".to_owned()));
    };
    match result {
        Ok(done) => {
            AnsiTransactionManager::commit_transaction(inner)?;
            Ok(done)
        }
        Err(error) => {
            // When even this fails the connection is broken, and the pool drops it with the transaction.
            drop(AnsiTransactionManager::rollback_transaction(inner));
            Err(error)
        }
    }
}

/// Makes an empty SQLite file that only its owner can read; the write-ahead log takes its mode from it.
fn prepare_file(target: &Target) -> Result<(), DbError> {
    let Target::Sqlite(path) = target else { return Ok(()) };
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
        .map(drop)
        .map_err(|error| DbError::NoConnection(format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_leave_half_of_the_connections_on_any_machine() {
        for target in [Target::Sqlite("x.db".to_owned()), Target::Postgres("postgres://h/d".to_owned())] {
            for cores in 1..=128 {
                let (size, searches) = connections(&target, cores);
                assert!(searches >= 1 && searches * 2 <= size, "{target:?} {cores}: {searches} of {size}");
            }
        }
    }
}
