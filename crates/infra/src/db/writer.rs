//! SQLite's one writer: a thread that commits what is queued together.
//!
//! A durable commit costs a disk flush, whatever it holds. So the jobs that queue up while one flush is under way share
//! the next: each runs in a savepoint of its own, and nobody is answered before the common COMMIT.

use super::conn::{Access, connect};
use super::{AnyConn, DbError, Target};
use diesel::connection::SimpleConnection;
use kernel::StoreError;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Most jobs of one commit: enough to hide the flush, few enough that the first one does not wait long.
const BATCH: usize = 64;
/// Jobs that may wait. Beyond it callers wait for a place, and are told that the store is away when none comes free.
const QUEUE: usize = 1024;
/// How long a caller waits for a place in the queue.
const PATIENCE: Duration = Duration::from_secs(3);

/// One write, its result kept until the common commit.
trait Job: Send {
    /// Runs the write. An error, a panic included, means that its savepoint has to be undone.
    fn run(&mut self, conn: &mut AnyConn) -> Outcome;
    /// Takes the database being away as the result, without running.
    fn refuse(&mut self, reason: &str);
    /// Answers the caller: with the write's own result, or with why the commit failed.
    fn answer(self: Box<Self>, commit: Result<(), String>);
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

    fn answer(self: Box<Self>, commit: Result<(), String>) {
        let answer = match (self.result, commit) {
            (Ok(_), Err(reason)) => Err(DbError::NoConnection(reason)),
            (result, _) => result,
        };
        // A caller that went away needs no answer.
        drop(self.caller.send(answer.map_err(StoreError::from)));
    }
}

/// The way to the writer's thread. The thread ends when the last of these is dropped.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Box<dyn Job>>);

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(target: Target) -> Result<Self, DbError> {
        let (sender, jobs) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || Thread { target, jobs, waiting: VecDeque::new(), conn: None }.run())
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
        let lost = || DbError::NoConnection("the writer has stopped".to_owned()).into();
        answer.await.unwrap_or_else(|_closed| Err(lost()))
    }
}

struct Thread {
    target: Target,
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

    /// Runs up to a batch of what waits, commits it, and answers. Jobs behind one that undid the whole transaction stay
    /// waiting for the next batch.
    fn commit_batch(&mut self) {
        let mut conn = match self.conn.take().map_or_else(|| connect(&self.target, Access::Write), Ok) {
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
            // A full disk, for one, makes SQLite undo the transaction by itself, and with it the jobs before.
            Some(reason) => Err(reason),
            None if any_done => conn.batch_execute("COMMIT").map_err(|error| error.to_string()),
            None => conn.batch_execute("ROLLBACK").map_err(|error| error.to_string()),
        };
        if commit.is_ok() && healthy {
            self.conn = Some(conn);
        } else {
            // Closing it rolls back whatever is left open; the next batch starts on a new one. Closed before anybody
            // is answered, so that a refused write is known to be gone.
            drop(conn);
        }
        for job in ran {
            job.answer(commit.clone());
        }
    }

    fn refuse_all(&mut self, reason: &str) {
        for mut job in self.waiting.drain(..) {
            job.refuse(reason);
            job.answer(Err(reason.to_owned()));
        }
    }
}

/// Runs one job in a savepoint. An error means that the transaction as a whole is no longer what it was.
fn run_in_savepoint(conn: &mut AnyConn, job: &mut dyn Job) -> Result<Outcome, diesel::result::Error> {
    conn.batch_execute("SAVEPOINT job")?;
    let outcome = job.run(conn);
    match outcome {
        Outcome::Done => conn.batch_execute("RELEASE job")?,
        Outcome::Refused | Outcome::Panicked => conn.batch_execute("ROLLBACK TO job; RELEASE job")?,
    }
    Ok(outcome)
}
