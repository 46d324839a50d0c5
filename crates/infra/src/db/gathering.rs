//! Combines concurrent reads by key into one statement.

use super::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use facility_kernel::StoreError;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Maximum number of concurrent statements per kind of read. Requests that arrive while all of them run share the next
/// one.
const MAX_STATEMENTS: usize = 2;

/// Reads the value of one key.
type One<K, V> = fn(&mut AnyConn, &K) -> Result<Option<V>, DbError>;
/// Reads the values of several keys, each with its key. A row that cannot be decoded does not affect the others.
type Many<K, V> = fn(&mut AnyConn, &[K]) -> Result<Vec<(K, Result<V, DbError>)>, DbError>;
/// The callers waiting for one key.
type Callers<V> = Vec<oneshot::Sender<Result<Option<V>, StoreError>>>;

/// Reads of one kind by key. On PostgreSQL a statement costs a round trip and two thread switches, so concurrent
/// callers share statements; a single caller is served immediately. On SQLite each read runs immediately and by
/// itself.
///
/// Each read starts after its request, so it sees every write that was acknowledged before.
pub(crate) struct Gathering<K, V>(Arc<Shared<K, V>>);

impl<K, V> Clone for Gathering<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

struct Shared<K, V> {
    db: Database,
    one: One<K, V>,
    many: Many<K, V>,
    state: Mutex<State<K, V>>,
}

struct State<K, V> {
    waiting: HashMap<K, Callers<V>>,
    running: usize,
}

impl<K, V> Gathering<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// Creates the reader for `db`, with the statement for one key and the statement for several.
    pub(crate) fn new(db: Database, one: One<K, V>, many: Many<K, V>) -> Self {
        let state = Mutex::new(State { waiting: HashMap::new(), running: 0 });
        Self(Arc::new(Shared { db, one, many, state }))
    }

    /// Returns the value of `key`, or `None` if there is none. Errors: as [`Database::read`].
    pub(crate) async fn get(&self, key: K) -> Result<Option<V>, StoreError> {
        let Shared { db, one, .. } = &*self.0;
        if db.is_sqlite() {
            let one = *one;
            return db.read_at_once(move |conn| one(conn, &key)).await;
        }
        let (caller, answer) = oneshot::channel();
        if self.0.enqueue(key, caller) {
            // In a task of its own: it serves other callers too, so it must survive this caller's cancellation.
            tokio::spawn(serve(Worker { shared: Arc::clone(&self.0), is_finished: false }));
        }
        answer.await.unwrap_or_else(|_gone| Err(DbError::NoConnection("the server is stopping".into()).into()))
    }
}

impl<K: Eq + Hash, V> Shared<K, V> {
    /// Queues a request. Returns whether the caller has to start another worker.
    fn enqueue(&self, key: K, caller: oneshot::Sender<Result<Option<V>, StoreError>>) -> bool {
        let mut state = self.state();
        state.waiting.entry(key).or_default().push(caller);
        let more = state.running < MAX_STATEMENTS;
        state.running += usize::from(more);
        more
    }
}

impl<K, V> Shared<K, V> {
    fn state(&self) -> MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the [`MAX_STATEMENTS`] workers. Dropping it lets another start, however the worker ends.
struct Worker<K, V> {
    shared: Arc<Shared<K, V>>,
    is_finished: bool,
}

impl<K, V> Worker<K, V> {
    /// Takes all waiting requests. If there are none, ends this worker under the same lock, so the next caller starts
    /// a new one.
    fn next(&mut self) -> Option<HashMap<K, Callers<V>>> {
        let mut state = self.shared.state();
        if state.waiting.is_empty() {
            state.running -= 1;
            self.is_finished = true;
            return None;
        }
        Some(std::mem::take(&mut state.waiting))
    }
}

impl<K, V> Drop for Worker<K, V> {
    /// When the server stops, it drops running statements, and waiting readers get an error.
    fn drop(&mut self) {
        if !self.is_finished {
            let mut state = self.shared.state();
            state.running -= 1;
            state.waiting.clear();
        }
    }
}

async fn serve<K, V>(mut worker: Worker<K, V>)
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    while let Some(mut waiting) = worker.next() {
        let Shared { db, one, many, .. } = &*worker.shared;
        let (one, many) = (*one, *many);
        let keys: Vec<K> = waiting.keys().cloned().collect();
        let read = db.read(move |conn| match keys.as_slice() {
            [key] => Ok(one(conn, key)?.map(|found| (key.clone(), Ok(found))).into_iter().collect()),
            keys => many(conn, keys),
        });
        match read.await {
            Ok(found) => {
                for (key, value) in found {
                    let value = value.map(Some).map_err(StoreError::from);
                    answer_all(waiting.remove(&key).unwrap_or_default(), value);
                }
                for callers in waiting.into_values() {
                    answer_all(callers, Ok(None));
                }
            }
            Err(error) => {
                for callers in waiting.into_values() {
                    answer_all(callers, Err(copied(&error)));
                }
            }
        }
    }
}

/// Answers all callers waiting for one key. Callers that have gone away are skipped.
fn answer_all<V: Clone>(mut callers: Callers<V>, value: Result<Option<V>, StoreError>) {
    let last = callers.pop();
    for caller in callers {
        let value = value.as_ref().map(Clone::clone).map_err(copied);
        drop(caller.send(value));
    }
    if let Some(last) = last {
        drop(last.send(value));
    }
}

/// Copies an error for another caller, with its cause as text.
fn copied(error: &StoreError) -> StoreError {
    match error {
        StoreError::Unavailable(cause) => StoreError::Unavailable(cause.to_string().into()),
        StoreError::InDoubt(cause) => StoreError::InDoubt(cause.to_string().into()),
        StoreError::Internal(cause) => StoreError::Internal(cause.to_string().into()),
        StoreError::TooSlow => StoreError::TooSlow,
        StoreError::Stale => StoreError::Stale,
        StoreError::Taken(name) => StoreError::Taken(name),
    }
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use diesel::connection::SimpleConnection as _;
    use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
    use std::time::Duration;

    static STATEMENTS: AtomicUsize = AtomicUsize::new(0);
    static ASKED: AtomicU32 = AtomicU32::new(0);
    const REQUESTS: u32 = 200;

    /// Counts a statement, which takes until all requests have been made, but not forever.
    fn statement(conn: &mut AnyConn) -> Result<(), DbError> {
        STATEMENTS.fetch_add(1, Ordering::SeqCst);
        for _ in 0..3000 {
            if ASKED.load(Ordering::SeqCst) == REQUESTS {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(conn.batch_execute("SELECT 1")?)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature of a shared read")]
    fn one(conn: &mut AnyConn, key: &u32) -> Result<Option<u32>, DbError> {
        statement(conn)?;
        Ok(Some(key * 2))
    }

    #[expect(clippy::type_complexity, reason = "the signature of a shared read")]
    fn many(conn: &mut AnyConn, keys: &[u32]) -> Result<Vec<(u32, Result<u32, DbError>)>, DbError> {
        statement(conn)?;
        Ok(keys.iter().map(|key| (*key, Ok(key * 2))).collect())
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn concurrent_reads_share_statements() {
        #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
        let url = std::env::var("FACILITY_TEST_POSTGRES_URL");
        let Ok(url) = url else { return };
        let database = TestDatabase::postgres(&url).unwrap();
        let gathering = Gathering::new(database.open().unwrap(), one, many);
        let asked = (0..REQUESTS).map(|key| {
            let gathering = gathering.clone();
            async move {
                // Counted after the request has been made, which the first poll does.
                let counted = async { ASKED.fetch_add(1, Ordering::SeqCst) };
                (key, tokio::join!(biased; gathering.get(key), counted).0.unwrap())
            }
        });
        for (key, value) in futures_util::future::join_all(asked).await {
            assert_eq!(value, Some(key * 2));
        }
        // Two statements run while the requests arrive; the rest share the one that follows.
        assert!(STATEMENTS.load(Ordering::SeqCst) <= 3, "{STATEMENTS:?} statements for 200 reads");
    }
}
