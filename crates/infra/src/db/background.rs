//! Background writes: collected in memory and written in batches, within a second.

use super::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Time for which items are collected. It leaves time for the write itself within the promised second.
const COLLECT: Duration = Duration::from_millis(500);
/// Maximum number of collected items, and of items in the channel. Beyond it items are dropped, because memory is
/// limited and the caller must not wait.
const CAPACITY: usize = 10_000;

/// Maximum number of items per transaction: SQLite copies every page that a savepoint changes into memory.
const PART: usize = 500;

enum Message<T> {
    Item(T),
    Flush(oneshot::Sender<()>),
}

/// The handle that takes items. The writing task stops when the last handle is dropped.
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
    /// Starts the writing task on the current runtime. `write` stores one part of the collected items in one
    /// transaction. It may receive items that are already stored, and MUST leave those unchanged.
    pub(crate) fn start(
        name: &'static str,
        db: Database,
        write: fn(&mut AnyConn, &[T]) -> Result<(), DbError>,
    ) -> Self {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        tokio::spawn(collect(name, db, write, receiver));
        Self { name, sender }
    }

    /// Queues an item without waiting. If the queue is full, logs an error and drops the item.
    pub(crate) fn push(&self, item: T) {
        if self.sender.try_send(Message::Item(item)).is_err() {
            tracing::error!(what = self.name, "dropped a background write: the queue is full");
        }
    }

    /// Waits until everything queued before is written, or until one attempt to write it has failed.
    pub(crate) async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.sender.send(Message::Flush(done)).await.is_ok() {
            // An error means that the task has stopped, so nothing is left to wait for.
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
        // Items left over from a failed write are retried after the same pause.
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
                // While the database is unavailable, the items are kept up to the capacity; items that it refuses are
                // dropped. Items whose commit is in doubt are written again, which `write` has to tolerate.
                let is_unavailable = matches!(
                    error,
                    facility_kernel::StoreError::Unavailable(_) | facility_kernel::StoreError::InDoubt(_)
                );
                if is_unavailable && batch.len() < CAPACITY {
                    waiting = left.to_vec();
                    break;
                }
            }
        }
        if let Some(done) = flushed {
            // The caller may no longer be waiting.
            let _unheard = done.send(());
        }
    }
}
