//! How long a search may take: until its time is over, or its caller has gone.
//!
//! PostgreSQL ends a statement by itself. SQLite runs in this process and ends none, so statements that may walk far ask
//! `search_goes_on()` for each row. It is a function of ours, and fails when the statement has to end.

use super::DbError;
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
    /// So long from now.
    pub(crate) fn within(time: Duration) -> Self {
        Self { until: Instant::now() + time, gone: Arc::default() }
    }

    /// What is left; nothing when the caller has gone.
    pub(crate) fn left(&self) -> Duration {
        if self.gone.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        self.until.saturating_duration_since(Instant::now())
    }

    /// The search ends when this is dropped: its caller holds it for as long as it waits.
    pub(crate) fn caller(&self) -> Caller {
        Caller(Arc::clone(&self.gone))
    }

    /// Runs a search whose statements on SQLite end by this deadline. An error after it is the deadline's doing.
    pub(super) fn run<T>(&self, search: impl FnOnce() -> Result<T, DbError>) -> Result<T, DbError> {
        let _restored = CURRENT.with(|current| Restored(current.replace(Some(self.clone()))));
        match search() {
            Err(DbError::Driver(_)) if self.left().is_zero() => Err(DbError::TooSlow),
            result => result,
        }
    }
}

/// The caller that waits for a search.
pub(crate) struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

thread_local! {
    /// The deadline of what runs on this thread: statements run on the thread that asks for them.
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

/// True, or a failure.
#[derive(Debug)]
struct GoesOn;

impl ToSql<Bool, Sqlite> for GoesOn {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> diesel::serialize::Result {
        let is_over = CURRENT
            .with(|current| current.borrow().as_ref().is_some_and(|deadline| deadline.left().is_zero()));
        if is_over {
            return Err("the search's time is over".into());
        }
        out.set_value(1_i32);
        Ok(IsNull::No)
    }
}

/// Makes the function known to a connection.
pub(super) fn register(conn: &mut SqliteConnection) -> QueryResult<()> {
    // Not deterministic: it has to be asked for each row.
    search_goes_on_utils::register_nondeterministic_impl(conn, || GoesOn)
}
