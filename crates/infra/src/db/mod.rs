//! The only access to both databases: [`Database::read`] and [`Database::write`]. This module knows no tables.
//!
//! No transaction leaves this module. A caller passes a closure, which runs inside one transaction on a thread that
//! may block; the call returns when the transaction is durable.

#[macro_use]
pub(crate) mod named_row;

pub(crate) mod applied;
pub(crate) mod background;
pub mod conn;
pub(crate) mod deadline;
pub mod error;
pub(crate) mod gathering;
pub(crate) mod hints;
mod log;
pub(crate) mod phrase;
pub(crate) mod schema;
mod sizes;
mod writer;

use error::{failed_commit, failed_read};

use crate::db::conn::Access;
use crate::db::conn::AnyConn;
use crate::db::conn::Functions;
use crate::db::conn::Target;
use crate::db::deadline::Deadline;
use crate::db::error::DbError;
use crate::db::hints::Hints;
use conn::{Manager, Suspicion};
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::r2d2::{HandleError, Pool, PooledConnection};
use facility_audit::chain::ChainKey;
use facility_kernel::StoreError;
use sizes::Sizes;
use std::os::unix::fs::OpenOptionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use writer::Writer;

/// Time limit of the wait for a connection. After it the database counts as unavailable.
const POOL_WAIT: Duration = Duration::from_secs(3);
/// Maximum number of retries of a transaction that PostgreSQL rolled back because of a conflict.
const RETRIES: u32 = 3;
/// Extra time beyond its deadline that a search gets to end.
const GRACE: Duration = Duration::from_millis(50);

/// The migrated database, ready for use. Clones share its connections.
#[derive(Clone)]
pub struct Database {
    readers: Connections,
    searches: usize,
    writing: Writing,
    audit_key: ChainKey,
    hints: Arc<Hints>,
}

/// How writes run.
#[derive(Clone)]
enum Writing {
    /// SQLite: one after the other, in the writer thread.
    Writer(Writer),
    /// PostgreSQL: on separate connections, so that writes waiting for row locks do not block readers.
    Connections(Connections),
}

/// Connections of one kind and a permit for each. Callers wait for a permit without occupying a thread.
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
    /// Opens a migrated database. Blocks. `functions` are registered on each connection to SQLite, and `audit_key`
    /// seals the entries of the audit log.
    pub(crate) fn connect(target: &Target, functions: Functions, audit_key: ChainKey) -> Result<Self, DbError> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let Sizes { reading, searching, writing } = Sizes::of(target, cores);
        let suspicion = Suspicion::none();
        let readers = Connections::open(target, Access::Read, functions, reading, &suspicion)?;
        let writing = match target {
            Target::Postgres(_) => {
                Writing::Connections(Connections::open(target, Access::Write, functions, writing, &suspicion)?)
            }
            Target::Sqlite(_) => Writing::Writer(Writer::start(target.clone(), functions)?),
        };
        Ok(Self { readers, searches: searching, writing, audit_key, hints: Arc::default() })
    }

    /// Returns the maximum number of concurrent searches, which is less than the number of connections.
    pub(crate) const fn searches(&self) -> usize {
        self.searches
    }

    /// Returns whether this is SQLite, which runs in this process.
    pub(crate) const fn is_sqlite(&self) -> bool {
        matches!(self.writing, Writing::Writer(_))
    }

    /// Runs a read on a pooled connection. Errors: no connection becomes free within 3 s (unavailable), or `read`
    /// writes (a defect).
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.readers.run(POOL_WAIT, |conn| read(conn).map_err(failed_read)).await
    }

    /// Runs a read that may scan many rows, such as a search, until its deadline. It ends as too slow at the deadline
    /// or when the caller goes away. The wait for a connection counts towards the deadline.
    pub(crate) async fn read_until<T: Send + 'static>(
        &self,
        deadline: Deadline,
        read: impl FnOnce(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let _caller = deadline.caller();
        let wait = deadline.left();
        let running = self
            .readers
            .run(wait, move |conn| deadline.run(|| bounded_read(conn, deadline.left(), read)).map_err(failed_read));
        // PostgreSQL applies its time limit to each statement separately, so this timeout bounds the whole.
        tokio::time::timeout(wait + GRACE, running).await.unwrap_or(Err(StoreError::TooSlow))
    }

    /// Runs a read by key that touches a few pages. On SQLite it runs on the caller's own thread, because switching
    /// threads takes several times as long as the read. On PostgreSQL, where a read waits for the network, and when no
    /// connection is free, it works like [`read`](Self::read).
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

    /// Runs a write in one transaction and returns when it is durable. An error leaves nothing behind, except
    /// [`StoreError::InDoubt`]: then the write is either complete or absent, and which of the two is unknown.
    ///
    /// The closure may run more than once, each time on a state without traces of the earlier runs. It MUST return
    /// every error it receives: after a failed statement PostgreSQL accepts no other in that transaction.
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

    /// Moves the content of SQLite's write-ahead log into the database file and empties the log, which otherwise keeps
    /// overwritten and deleted data. Returns whether it is empty: a long read or another checkpoint can prevent it. On
    /// PostgreSQL, which recycles its log itself, this has no effect.
    pub async fn empty_log(&self) -> Result<bool, StoreError> {
        if !self.is_sqlite() {
            return Ok(true);
        }
        self.readers.run(POOL_WAIT, |conn| log::empty(conn).map_err(failed_read)).await
    }

    /// Returns the current load of this process's connections.
    pub fn load(&self) -> DatabaseLoad {
        let (writing, queued_writes) = match &self.writing {
            Writing::Writer(writer) => (None, writer.queued()),
            Writing::Connections(connections) => (Some(connections.usage()), 0),
        };
        DatabaseLoad { reading: self.readers.usage(), writing, queued_writes }
    }

    /// Returns the key that seals the entries of the audit log.
    pub(crate) const fn audit_key(&self) -> &ChainKey {
        &self.audit_key
    }

    /// Returns the signals that wake the feeds of this process.
    pub(crate) const fn hints(&self) -> &Arc<Hints> {
        &self.hints
    }

    /// Checks that the database answers. Errors: it does not.
    pub async fn is_ready(&self) -> Result<(), StoreError> {
        self.read(|conn| Ok(diesel::r2d2::R2D2Connection::ping(conn)?)).await
    }
}

/// Load of one process's connections to the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatabaseLoad {
    /// Connections for reading.
    pub reading: Usage,
    /// Connections for writing, or `None` on SQLite, which has one writer with a queue.
    pub writing: Option<Usage>,
    /// Number of writes in the queue of SQLite's writer, at most 1,024.
    pub queued_writes: usize,
}

/// Use of a set of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Number of connections in use.
    pub in_use: usize,
    /// Maximum number of connections.
    pub size: usize,
}

impl Connections {
    fn usage(&self) -> Usage {
        let size = usize::try_from(self.pool.max_size()).unwrap_or(usize::MAX);
        Usage { in_use: size.saturating_sub(self.permits.available_permits()), size }
    }

    fn open(
        target: &Target,
        access: Access,
        functions: Functions,
        size: usize,
        suspicion: &Suspicion,
    ) -> Result<Self, DbError> {
        let pool = Pool::builder()
            .max_size(u32::try_from(size).unwrap_or(8))
            .min_idle(Some(1))
            .connection_timeout(POOL_WAIT)
            .test_on_check_out(true)
            .error_handler(Box::new(LogFailures))
            .build(Manager::new(target.clone(), access, functions, suspicion.clone()))
            .map_err(|error| DbError::NoConnection(error.to_string()))?;
        Ok(Self { pool, permits: Arc::new(Semaphore::new(size)), suspicion: suspicion.clone() })
    }

    /// Waits at most `patience` for a permit, then runs `run` with a connection on a thread that may block.
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

/// Runs a read in which PostgreSQL ends every statement that exceeds `time`.
fn bounded_read<T>(
    conn: &mut AnyConn,
    time: Duration,
    read: impl FnOnce(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let AnyConn::Pg(inner) = conn else { return read(conn) };
    // Zero would disable the limit.
    let millis = time.as_millis().max(1);
    AnsiTransactionManager::begin_transaction_sql(inner, &format!("BEGIN; SET LOCAL statement_timeout = {millis}"))?;
    let result = read(conn);
    if let AnyConn::Pg(inner) = conn {
        // There is nothing to keep. If the rollback fails, the connection is broken and the pool drops it.
        drop(AnsiTransactionManager::rollback_transaction(inner));
    }
    result
}

fn panicked() -> DbError {
    DbError::Fault("a statement panicked".to_owned())
}

/// Runs a statement. If this connection is broken, marks the others as suspect.
fn watched<T>(
    suspicion: &Suspicion,
    conn: &mut AnyConn,
    run: impl FnOnce(&mut AnyConn) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let result = run(conn);
    if let Err(error) = &result
        && error.is_unavailable()
    {
        suspicion.raise();
    }
    result
}

/// Runs a transaction on PostgreSQL and retries it after a conflict with another.
fn retrying<T>(conn: &mut AnyConn, write: &mut impl FnMut(&mut AnyConn) -> Result<T, DbError>) -> Result<T, DbError> {
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
            // If the rollback fails, the connection is broken and the pool drops it together with the transaction.
            drop(AnsiTransactionManager::rollback_transaction(inner));
            Err(error)
        }
    }
}

/// Creates an empty SQLite file that only its owner can read. The write-ahead log inherits its mode.
pub(crate) fn prepare_file(target: &Target) -> Result<(), DbError> {
    let Target::Sqlite(path) = target else { return Ok(()) };
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
        .map(drop)
        .map_err(|error| DbError::NoConnection(format!("{path}: {error}")))
}
