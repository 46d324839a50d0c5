//! The one gate to both databases: [`Database::read`] and [`Database::write`]. It knows of no table.
//!
//! No transaction leaves this module: a caller hands in a closure, which runs on a thread that may block, inside one
//! transaction, and is answered when that is durable.

mod backup;
mod conn;
mod deadline;
mod error;
mod gathering;
mod migrate;
pub(crate) mod phrase;
pub(crate) mod schema;
mod writer;

pub(crate) use conn::bounded;
pub use conn::{AnyConn, BadTarget, Target};
pub(crate) use deadline::Deadline;
pub use error::DbError;
pub(crate) use error::exactly_one;
use error::{failed_commit, failed_read};
pub(crate) use gathering::Gathering;
pub use migrate::MigrationError;

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
/// How much longer than its deadline a search is waited for: what it takes to end it.
const GRACE: Duration = Duration::from_millis(50);

/// A database of ours, migrated and ready. Clones share its connections.
#[derive(Clone)]
pub struct Database {
    readers: Connections,
    searches: usize,
    writing: Writing,
    audit_key: ChainKey,
    announced: Arc<Notify>,
}

/// How writes run.
#[derive(Clone)]
enum Writing {
    /// On SQLite: one after the other, in the writer's thread.
    Writer(Writer),
    /// On PostgreSQL: on connections of their own, so that writes that wait for each other's locks keep no reader
    /// waiting.
    Connections(Connections),
}

/// Connections of one kind, with a permit for each: callers wait for a permit without a thread.
#[derive(Clone)]
struct Connections {
    pool: Pool<Manager>,
    permits: Arc<Semaphore>,
    suspicion: Suspicion,
}

#[derive(Debug)]
struct LogFailures;

impl HandleError<diesel::r2d2::Error> for LogFailures {
    fn handle_error(&self, error: diesel::r2d2::Error) {
        tracing::warn!(%error, "a database connection failed");
    }
}

impl Database {
    /// Brings the schema up to date without opening the database for work. A SQLite file that holds data is copied
    /// beside itself before. Blocks.
    pub fn migrate(target: &Target) -> Result<(), MigrationError> {
        prepare_file(target)?;
        migrate::run(target)
    }

    /// Brings the schema to what it was at this version, as a database that an older release left.
    #[cfg(feature = "testing")]
    pub(crate) fn migrate_up_to(target: &Target, version: &str) -> Result<(), MigrationError> {
        prepare_file(target)?;
        migrate::run_up_to(target, Some(version))
    }

    /// Migrates and opens the database; a SQLite file is made, mode 0600, in a folder that has to exist. Blocks.
    ///
    /// `audit_key` seals the audit log's entries. Errors: the database cannot be reached, cannot be brought up to date,
    /// is newer than this program, or is of a version of SQLite that cannot be trusted.
    pub fn open(target: &Target, audit_key: ChainKey) -> Result<Self, MigrationError> {
        Self::migrate(target)?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let Sizes { reading, searching, writing } = Sizes::of(target, cores);
        let suspicion = Suspicion::none();
        let readers = Connections::open(target, Access::Read, reading, &suspicion)?;
        let writing = match target {
            Target::Postgres(_) => {
                Writing::Connections(Connections::open(target, Access::Write, writing, &suspicion)?)
            }
            Target::Sqlite(_) => Writing::Writer(Writer::start(target.clone())?),
        };
        Ok(Self { readers, searches: searching, writing, audit_key, announced: Arc::default() })
    }

    /// How many searches there may be at once; always fewer than there are connections.
    pub(crate) const fn searches(&self) -> usize {
        self.searches
    }

    /// Whether this is SQLite, in this process, and not a server.
    const fn is_sqlite(&self) -> bool {
        matches!(self.writing, Writing::Writer(_))
    }

    /// Runs a read on a pooled connection. Waits at most 3 s for one, then the store is unavailable. A write in it is a
    /// fault.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.readers.run(POOL_WAIT, |conn| read(conn).map_err(failed_read)).await
    }

    /// Runs a read that may walk far, such as a search, until its deadline; then, or when the caller goes away, it ends
    /// as too slow. Waits for a connection no longer than that.
    pub(crate) async fn read_until<T: Send + 'static>(
        &self,
        deadline: Deadline,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let _caller = deadline.caller();
        let wait = deadline.left();
        let running = self.readers.run(wait, move |conn| {
            deadline.run(|| bounded_read(conn, deadline.left(), read)).map_err(failed_read)
        });
        // PostgreSQL counts the time of each statement for itself, so the caller is told by this clock.
        tokio::time::timeout(wait + GRACE, running).await.unwrap_or(Err(StoreError::TooSlow))
    }

    /// Runs a read by key, of a few pages: on SQLite on the caller's own thread, because handing it to another and back
    /// takes several times as long as such a read. On PostgreSQL, which is waited for, and when no connection is free,
    /// as [`read`](Self::read).
    pub async fn read_at_once<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_sqlite()
            && let Ok(_permit) = self.readers.permits.try_acquire()
            && let Some(mut conn) = self.readers.pool.try_get()
        {
            let read = AssertUnwindSafe(|| {
                watched(&self.readers.suspicion, &mut conn, |conn| read(conn).map_err(failed_read))
            });
            return Ok(catch_unwind(read).unwrap_or_else(|_panic| Err(panicked()))?);
        }
        self.read(read).await
    }

    /// Runs a write in one transaction and answers when it is durable. An error leaves nothing behind, except
    /// [`StoreError::InDoubt`]: then the write is wholly there or not at all, and nobody knows which.
    ///
    /// The closure may run more than once, each time on a state without traces of the runs before. It MUST return
    /// every error it meets: after a failed statement PostgreSQL takes no other in that transaction.
    pub async fn write<T: Send + 'static>(
        &self,
        write: impl FnMut(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match &self.writing {
            Writing::Writer(writer) => writer.write(write).await,
            Writing::Connections(connections) => {
                let mut write = write;
                connections.run(POOL_WAIT, move |conn| retrying(conn, &mut write)).await
            }
        }
    }

    /// What the audit log's entries are sealed with.
    pub(crate) const fn audit_key(&self) -> &ChainKey {
        &self.audit_key
    }

    /// Wakes the readers of the outbox after each announcement of this process.
    pub(crate) fn announced(&self) -> Arc<Notify> {
        Arc::clone(&self.announced)
    }

    /// Whether the database answers.
    pub async fn is_ready(&self) -> Result<(), StoreError> {
        self.read(|conn| Ok(diesel::r2d2::R2D2Connection::ping(conn)?)).await
    }
}

impl Connections {
    fn open(target: &Target, access: Access, size: usize, suspicion: &Suspicion) -> Result<Self, DbError> {
        let pool = Pool::builder()
            .max_size(u32::try_from(size).unwrap_or(8))
            .min_idle(Some(1))
            .connection_timeout(POOL_WAIT)
            .test_on_check_out(true)
            .error_handler(Box::new(LogFailures))
            .build(Manager::new(target.clone(), access, suspicion.clone()))
            .map_err(|error| DbError::NoConnection(error.to_string()))?;
        Ok(Self { pool, permits: Arc::new(Semaphore::new(size)), suspicion: suspicion.clone() })
    }

    /// Runs this on a connection and a thread that may block, after waiting this long at most for a permit.
    async fn run<T: Send + 'static>(
        &self,
        patience: Duration,
        run: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let busy = || DbError::NoConnection("no free connection".to_owned());
        let permit = tokio::time::timeout(patience, Arc::clone(&self.permits).acquire_owned())
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

/// How many connections there are for what.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// For reading.
    reading: usize,
    /// How many of those may search at once: half, so that reading never waits for searches; on SQLite, which searches
    /// in this process, no more than there are cores, because more would only take more memory.
    searching: usize,
    /// For writing, on PostgreSQL. Writes wait for one another in any case, at the end of the audit log.
    writing: usize,
}

impl Sizes {
    /// On a machine of so many cores.
    fn of(target: &Target, cores: usize) -> Self {
        match target {
            Target::Postgres(_) => {
                let reading = (cores * 4).clamp(8, 24);
                Self { reading, searching: reading / 2, writing: reading / 2 }
            }
            Target::Sqlite(_) => {
                let reading = (cores * 2).clamp(4, 16);
                Self { reading, searching: cores.min(reading / 2), writing: 1 }
            }
        }
    }
}

/// Runs a read of which PostgreSQL ends every statement that takes longer than this.
fn bounded_read<T>(
    conn: &mut AnyConn,
    time: Duration,
    read: impl FnOnce(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let AnyConn::Pg(inner) = conn else { return read(conn) };
    // Zero would mean no bound at all.
    let millis = time.as_millis().max(1);
    AnsiTransactionManager::begin_transaction_sql(
        inner,
        &format!("BEGIN; SET LOCAL statement_timeout = {millis}"),
    )?;
    let result = read(conn);
    if let AnyConn::Pg(inner) = conn {
        // There is nothing to keep. When even this fails the connection is broken, and the pool drops it.
        drop(AnsiTransactionManager::rollback_transaction(inner));
    }
    result
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
        return Err(DbError::Fault("SQLite writes must use the writer thread".to_owned()));
    };
    AnsiTransactionManager::begin_transaction(inner)?;
    let result = write(conn);
    let AnyConn::Pg(inner) = conn else {
        return Err(DbError::Fault("a write switched connections".to_owned()));
    };
    match result {
        Ok(done) => {
            AnsiTransactionManager::commit_transaction(inner).map_err(failed_commit)?;
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
                let Sizes { reading, searching, writing } = Sizes::of(&target, cores);
                assert!(searching >= 1 && searching * 2 <= reading && writing >= 1, "{target:?} {cores}");
            }
        }
    }
}
