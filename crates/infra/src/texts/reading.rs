//! Reads the texts of files in the background, each in a child process.

use super::child::{ARGUMENT, parsed};
use crate::confined::parent::{Children, RunError};
use crate::db::Database;
use crate::search::files::FileWords;
use crate::storage::files::texts::{self, Waiting};
use facility_files::file::FilePath;
use facility_files::ports::Blobs;
use facility_kernel::{StoreError, Timestamp, UploadId};
use std::os::unix::process::ExitStatusExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Time after which a file is tried again, if its reader was interrupted or failed: longer than a child may take.
const AGAIN_AFTER: Duration = Duration::from_mins(1);
/// Maximum number of files in a run, so that other work gets its turn.
const AT_ONCE: usize = 4;
/// The signal of a process that exceeded its time.
const TOO_SLOW: i32 = 24;

/// Reads the texts of files. Several nodes may do so at the same time: each file has one reader, unless one takes more
/// than a minute, and only the first result is stored.
#[derive(Clone)]
pub struct FileTexts {
    db: Database,
    blobs: Arc<dyn Blobs>,
    children: Arc<Children>,
    /// Whether files without a stored state were added since the start.
    is_complete: Arc<AtomicBool>,
}

impl FileTexts {
    /// Creates a reader with its own children, so that pictures do not wait for it.
    pub fn new(db: Database, blobs: Arc<dyn Blobs>, children: Arc<Children>) -> Self {
        Self { db, blobs, children, is_complete: Arc::default() }
    }

    /// Reads up to four of the files that wait, newest first, and returns their number.
    ///
    /// Errors: the database is unavailable. A file whose bytes cannot be read now, or whose reader cannot be started,
    /// is tried again later; one that makes the reader fail three times has no text.
    pub async fn read_waiting(&self, now: Timestamp) -> Result<usize, StoreError> {
        if !self.is_complete.load(Ordering::Relaxed) {
            self.db.write(texts::add_missing).await?;
            self.is_complete.store(true, Ordering::Relaxed);
        }
        for read in 0..AT_ONCE {
            let Some(file) = self.db.read(move |conn| texts::next(conn, now)).await? else { return Ok(read) };
            let (id, media_type) = (file.id, file.media_type.clone());
            if self.reserve(file, now.plus(AGAIN_AFTER)).await? {
                self.read(id, &media_type, now.plus(AGAIN_AFTER)).await?;
            }
        }
        Ok(AT_ONCE)
    }

    async fn reserve(&self, file: Waiting, until: Timestamp) -> Result<bool, StoreError> {
        self.db.write(move |conn| texts::reserve(conn, &file, until)).await
    }

    async fn read(&self, id: UploadId, media_type: &str, again_at: Timestamp) -> Result<(), StoreError> {
        let bytes = match self.blobs.get(&FilePath::of(id).object_key(), None).await {
            Ok(bytes) => bytes,
            Err(error) => {
                tracing::warn!(file = %id, %error, "the bytes of a file cannot be read for its text; retrying");
                return Ok(());
            }
        };
        match self.children.run(&[ARGUMENT, media_type], None, bytes).await {
            Ok((answer, _place)) => self.settle(id, answer).await,
            Err(RunError::Failed(status)) if status.signal() == Some(TOO_SLOW) => {
                tracing::info!(file = %id, "reading the text of a file takes too long");
                self.db.write(move |conn| texts::settle(conn, id, None)).await
            }
            Err(RunError::Failed(status)) => {
                tracing::info!(file = %id, %status, "a file made the process that read its text fail");
                self.db.write(move |conn| texts::count_failure(conn, id, again_at)).await
            }
            Err(error @ (RunError::Busy | RunError::Unavailable(_))) => {
                tracing::warn!(file = %id, %error, "the text of a file cannot be read now; retrying");
                Ok(())
            }
        }
    }

    async fn settle(&self, id: UploadId, answer: Vec<u8>) -> Result<(), StoreError> {
        // Finding the words of a long text takes longer than writing them, and on SQLite all writers would wait.
        let prepare = move || {
            let text = parsed(&answer)?;
            let words = FileWords::of(std::iter::once(text.as_str()));
            Some((text, words))
        };
        let prepared = spawn_blocking(prepare).await.map_err(|error| StoreError::Internal(error.into()))?;
        let settle = move |conn: &mut _| {
            let prepared = prepared.as_ref().map(|(text, words)| (text.as_str(), words));
            texts::settle(conn, id, prepared)
        };
        self.db.write(settle).await
    }
}
