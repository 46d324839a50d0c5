//! Ends a search when its time limit is reached or its caller no longer waits.
//!
//! PostgreSQL ends a statement by itself (`statement_timeout`). SQLite runs in this process and has no such limit, so
//! statements that may scan many rows call the SQL function `search_goes_on()` for each row. It fails when the search
//! has to end.

use crate::db::error::DbError;
use diesel::serialize::{IsNull, Output, ToSql};
use diesel::sql_types::Bool;
use diesel::sqlite::Sqlite;
use diesel::{QueryResult, SqliteConnection};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search has to end.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    until: Instant,
    gone: Arc<AtomicBool>,
}

impl Deadline {
    /// Creates a deadline `time` from now.
    pub(crate) fn within(time: Duration) -> Self {
        Self { until: Instant::now() + time, gone: Arc::default() }
    }

    /// Returns the remaining time, which is zero once the caller has gone away.
    pub(crate) fn left(&self) -> Duration {
        if self.gone.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        self.until.saturating_duration_since(Instant::now())
    }

    /// Returns a guard for the waiting caller. Dropping it ends the search.
    pub(crate) fn caller(&self) -> Caller {
        Caller(Arc::clone(&self.gone))
    }

    /// Runs a search whose SQLite statements end at this deadline. Errors: a driver error after the deadline is
    /// reported as [`DbError::TooSlow`].
    pub(super) fn run<T>(&self, search: impl FnOnce() -> Result<T, DbError>) -> Result<T, DbError> {
        let _restored = CURRENT.with(|current| Restored(current.replace(Some(self.clone()))));
        match search() {
            Err(DbError::Driver(_)) if self.left().is_zero() => Err(DbError::TooSlow),
            result => result,
        }
    }
}

/// The guard of the caller that waits for a search.
pub(crate) struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

thread_local! {
    /// The deadline of the search on this thread. SQLite calls the function on the thread that runs the statement.
    static CURRENT: RefCell<Option<Deadline>> = const { RefCell::new(None) };
}

struct Restored(Option<Deadline>);

impl Drop for Restored {
    fn drop(&mut self) {
        CURRENT.with(|current| *current.borrow_mut() = self.0.take());
    }
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn search_goes_on() -> Bool;
}

/// The result of `search_goes_on()`: true, or an error.
#[derive(Debug)]
struct GoesOn;

impl ToSql<Bool, Sqlite> for GoesOn {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> diesel::serialize::Result {
        let is_over =
            CURRENT.with(|current| current.borrow().as_ref().is_some_and(|deadline| deadline.left().is_zero()));
        if is_over {
            return Err("the search exceeded its time limit".into());
        }
        out.set_value(1_i32);
        Ok(IsNull::No)
    }
}

/// Fails with [`DbError::TooSlow`] when the deadline of the search on this thread is over. A search of several
/// statements calls it between them.
pub(crate) fn check() -> Result<(), DbError> {
    let is_over = CURRENT.with(|current| current.borrow().as_ref().is_some_and(|deadline| deadline.left().is_zero()));
    if is_over { Err(DbError::TooSlow) } else { Ok(()) }
}

/// Registers the function on a connection.
pub(super) fn register(conn: &mut SqliteConnection) -> QueryResult<()> {
    // Nondeterministic, so that SQLite calls it for each row.
    search_goes_on_utils::register_nondeterministic_impl(conn, || GoesOn)
}
