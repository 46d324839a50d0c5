//! SQLite's single writer: a thread that commits queued writes together.
//!
//! A durable commit costs one disk flush, whatever its size. Writes that queue up during a flush therefore share the
//! next one: each runs in its own savepoint, and no caller is answered before the shared COMMIT.

use super::conn::{Access, Functions, connect};
use super::error::failed_commit;
use crate::db::conn::{AnyConn, Target};
use crate::db::error::DbError;
use diesel::connection::SimpleConnection;
use facility_kernel::StoreError;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Maximum number of writes per commit: enough to amortize the flush, few enough to keep the first caller's wait
/// short.
const BATCH: usize = 64;
/// Maximum length of the queue. Beyond it callers wait for a free slot; if none becomes free in time, the store is
/// unavailable.
const QUEUE: usize = 1024;
/// Time limit of the wait for a slot in the queue.
const PATIENCE: Duration = Duration::from_secs(3);

/// One write, which keeps its result until the shared commit.
trait Job: Send {
    /// Runs the write. After an error or a panic, its savepoint has to be rolled back.
    fn run(&mut self, conn: &mut AnyConn) -> Outcome;
    /// Fails the write as unavailable without running it.
    fn refuse(&mut self, reason: &str);
    /// Answers the caller with the write's result, or with the reason why the commit failed.
    fn answer(self: Box<Self>, commit: Result<(), Failure>);
}

/// Why no write of a batch may be reported as done.
#[derive(Clone, Debug)]
enum Failure {
    /// The whole batch was rolled back.
    Undone(String),
    /// The COMMIT failed in a way that may have left it durable.
    InDoubt(String),
}

impl Failure {
    fn of_commit(error: diesel::result::Error) -> Self {
        match failed_commit(error) {
            DbError::InDoubt(reason) => Self::InDoubt(reason),
            undone => Self::Undone(undone.to_string()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    Refused,
    Panicked,
}

struct Typed<T, F> {
    write: F,
    result: Result<T, DbError>,
    caller: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Typed<T, F>
where
    T: Send,
    F: FnMut(&mut AnyConn) -> Result<T, DbError> + Send,
{
    fn run(&mut self, conn: &mut AnyConn) -> Outcome {
        match catch_unwind(AssertUnwindSafe(|| (self.write)(conn))) {
            Ok(result) => {
                let outcome = if result.is_ok() { Outcome::Done } else { Outcome::Refused };
                self.result = result;
                outcome
            }
            Err(_panic) => {
                self.result = Err(DbError::Fault("a write panicked".to_owned()));
                Outcome::Panicked
            }
        }
    }

    fn refuse(&mut self, reason: &str) {
        self.result = Err(DbError::NoConnection(reason.to_owned()));
    }

    fn answer(self: Box<Self>, commit: Result<(), Failure>) {
        let answer = match (self.result, commit) {
            (Ok(_), Err(Failure::Undone(reason))) => Err(DbError::NoConnection(reason)),
            (Ok(_), Err(Failure::InDoubt(reason))) => Err(DbError::InDoubt(reason)),
            (result, _) => result,
        };
        // The caller may have gone away.
        drop(self.caller.send(answer.map_err(StoreError::from)));
    }
}

/// Handle of the writer thread. The thread stops when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Box<dyn Job>>);

impl Writer {
    /// Starts the thread. Errors: the system cannot start it.
    pub(crate) fn start(target: Target, functions: Functions) -> Result<Self, DbError> {
        let (sender, jobs) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || Thread { target, functions, jobs, waiting: VecDeque::new(), conn: None }.run())
            .map_err(|error| DbError::Fault(format!("cannot start the writer thread: {error}")))?;
        Ok(Self(sender))
    }

    /// Queues a write and waits until it is durable or refused.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        write: impl FnMut(&mut AnyConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (caller, answer) = oneshot::channel();
        let unanswered = Err(DbError::Fault("the write did not run".to_owned()));
        let job: Box<dyn Job> = Box::new(Typed { write, result: unanswered, caller });
        if self.0.send_timeout(job, PATIENCE).await.is_err() {
            return Err(DbError::NoConnection("the writer's queue is full".to_owned()).into());
        }
        // The thread received the write but has stopped.
        let lost = || DbError::InDoubt("the writer stopped before it answered".to_owned()).into();
        answer.await.unwrap_or_else(|_closed| Err(lost()))
    }
}

impl Writer {
    /// Returns the number of writes in the queue.
    pub(crate) fn queued(&self) -> usize {
        self.0.max_capacity().saturating_sub(self.0.capacity())
    }
}

struct Thread {
    target: Target,
    functions: Functions,
    jobs: mpsc::Receiver<Box<dyn Job>>,
    waiting: VecDeque<Box<dyn Job>>,
    conn: Option<AnyConn>,
}

impl Thread {
    fn run(mut self) {
        loop {
            if self.waiting.is_empty() {
                let Some(job) = self.jobs.blocking_recv() else { return };
                self.waiting.push_back(job);
            }
            while self.waiting.len() < BATCH {
                let Ok(job) = self.jobs.try_recv() else { break };
                self.waiting.push_back(job);
            }
            self.commit_batch();
        }
    }

    /// Runs up to one batch of queued writes, commits it and answers the callers. If a write rolls back the whole
    /// transaction, the writes after it stay queued for the next batch.
    fn commit_batch(&mut self) {
        let kept = self.conn.take();
        let mut conn = match kept.map_or_else(|| connect(&self.target, Access::Write, self.functions), Ok) {
            Ok(conn) => conn,
            Err(error) => return self.refuse_all(&error.to_string()),
        };
        if let Err(error) = conn.batch_execute("BEGIN IMMEDIATE") {
            return self.refuse_all(&error.to_string());
        }
        let mut ran = Vec::with_capacity(BATCH);
        let mut any_done = false;
        let mut healthy = true;
        let mut undone = None;
        while ran.len() < BATCH {
            let Some(mut job) = self.waiting.pop_front() else { break };
            let step = run_in_savepoint(&mut conn, job.as_mut());
            ran.push(job);
            match step {
                Ok(outcome) => {
                    any_done |= outcome == Outcome::Done;
                    healthy &= outcome != Outcome::Panicked;
                }
                Err(error) => {
                    undone = Some(error.to_string());
                    break;
                }
            }
        }
        let commit = match undone {
            // In some cases, such as a full disk, SQLite rolls back the whole transaction by itself, including earlier
            // writes.
            Some(reason) => Err(Failure::Undone(reason)),
            None if any_done => conn.batch_execute("COMMIT").map_err(Failure::of_commit),
            None => conn.batch_execute("ROLLBACK").map_err(|error| Failure::Undone(error.to_string())),
        };
        if commit.is_ok() && healthy {
            self.conn = Some(conn);
        } else {
            // Closing the connection rolls back what is open; the next batch opens a new one. It is closed before any
            // caller is answered, so that a refused write is certainly undone, unless it is in doubt.
            drop(conn);
        }
        for job in ran {
            job.answer(commit.clone());
        }
    }

    fn refuse_all(&mut self, reason: &str) {
        for mut job in self.waiting.drain(..) {
            job.refuse(reason);
            job.answer(Err(Failure::Undone(reason.to_owned())));
        }
    }
}

/// Runs one write in a savepoint. Errors: the transaction as a whole is no longer intact.
fn run_in_savepoint(conn: &mut AnyConn, job: &mut dyn Job) -> Result<Outcome, diesel::result::Error> {
    conn.batch_execute("SAVEPOINT job")?;
    let outcome = job.run(conn);
    match outcome {
        Outcome::Done => conn.batch_execute("RELEASE job")?,
        Outcome::Refused | Outcome::Panicked => conn.batch_execute("ROLLBACK TO job; RELEASE job")?,
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::result::{DatabaseErrorKind, Error as Diesel};

    fn answered(result: Result<(), DbError>, commit: &str) -> Result<(), StoreError> {
        let (caller, mut answer) = oneshot::channel();
        let job = Box::new(Typed { write: |_: &mut AnyConn| Ok(()), result, caller });
        let error = Diesel::DatabaseError(DatabaseErrorKind::Unknown, Box::new(commit.to_owned()));
        job.answer(Err(Failure::of_commit(error)));
        answer.try_recv().unwrap()
    }

    #[test]
    fn a_write_whose_commit_may_be_durable_is_in_doubt() {
        assert!(matches!(answered(Ok(()), "disk I/O error"), Err(StoreError::InDoubt(_))));
        assert!(matches!(answered(Ok(()), "database or disk is full"), Err(StoreError::Unavailable(_))));
        // Its savepoint was already rolled back, so it has no effect, whether or not the others are committed.
        assert!(matches!(answered(Err(DbError::Stale), "disk I/O error"), Err(StoreError::Stale)));
    }
}
