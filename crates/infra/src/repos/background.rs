//! Writes that nobody waits for: collected in memory and written together, within a second.

use crate::db::{AnyConn, Database, DbError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long an item waits for others: short of the promised second by what writing may take.
const COLLECT: Duration = Duration::from_millis(500);
/// Items that may wait, here and in the channel each. Beyond it items are dropped, because memory is bounded and the
/// caller must not wait.
const CAPACITY: usize = 10_000;

/// Items of one transaction: SQLite keeps a copy of every page that a part of a transaction changes, in memory.
const PART: usize = 500;

enum Message<T> {
    Item(T),
    Flush(oneshot::Sender<()>),
}

/// Where items are handed in. The writing task ends when the last of these is dropped.
pub(crate) struct Background<T> {
    name: &'static str,
    sender: mpsc::Sender<Message<T>>,
}

impl<T> Clone for Background<T> {
    fn clone(&self) -> Self {
        Self { name: self.name, sender: self.sender.clone() }
    }
}

impl<T: Clone + Send + Sync + 'static> Background<T> {
    /// Starts the writing task on the current runtime. `write` puts a part of what was collected into the
    /// database, in one transaction. It may get items again that are written already, and MUST leave those as they are.
    pub(crate) fn start(
        name: &'static str,
        db: Database,
        write: fn(&mut AnyConn, &[T]) -> Result<(), DbError>,
    ) -> Self {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        tokio::spawn(collect(name, db, write, receiver));
        Self { name, sender }
    }

    /// Hands in an item without waiting.
    pub(crate) fn push(&self, item: T) {
        if self.sender.try_send(Message::Item(item)).is_err() {
            tracing::error!(what = self.name, "dropped a background write: the queue is full");
        }
    }

    /// Waits until everything handed in before is written, or one try to write it failed.
    pub(crate) async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.sender.send(Message::Flush(done)).await.is_ok() {
            // An error means that the task is gone, and with it what it could have written.
            drop(written.await);
        }
    }
}

async fn collect<T: Clone + Send + Sync + 'static>(
    name: &'static str,
    db: Database,
    write: fn(&mut AnyConn, &[T]) -> Result<(), DbError>,
    mut receiver: mpsc::Receiver<Message<T>>,
) {
    let mut waiting: Vec<T> = Vec::new();
    let mut open = true;
    while open {
        let mut flushed = None;
        // What a failed write left waiting is tried again after the same pause.
        let mut deadline = (!waiting.is_empty()).then(|| tokio::time::Instant::now() + COLLECT);
        loop {
            let message = match deadline {
                None => receiver.recv().await,
                Some(at) => match tokio::time::timeout_at(at, receiver.recv()).await {
                    Ok(message) => message,
                    Err(_elapsed) => break,
                },
            };
            match message {
                Some(Message::Item(item)) => {
                    waiting.push(item);
                    deadline.get_or_insert_with(|| tokio::time::Instant::now() + COLLECT);
                    if waiting.len() >= CAPACITY {
                        break;
                    }
                }
                Some(Message::Flush(done)) => {
                    flushed = Some(done);
                    break;
                }
                None => {
                    open = false;
                    break;
                }
            }
        }
        let batch = std::mem::take(&mut waiting);
        for (index, part) in batch.chunks(PART).enumerate() {
            let part: std::sync::Arc<[T]> = part.into();
            if let Err(error) = db.write(move |conn| write(conn, &part)).await {
                let left = batch.get(index * PART..).unwrap_or_default();
                tracing::error!(what = name, %error, items = left.len(), "a background write failed");
                // The database being away loses nothing as long as there is room; what it refuses is given up. What
                // may have been written is written again, which `write` has to bear.
                let is_away =
                    matches!(error, kernel::StoreError::Unavailable(_) | kernel::StoreError::InDoubt(_));
                if is_away && batch.len() < CAPACITY {
                    waiting = left.to_vec();
                    break;
                }
            }
        }
        if let Some(done) = flushed {
            // A caller that no longer waits needs no answer.
            let _unheard = done.send(());
        }
    }
}
