//! Takes away what has no use any more. Any node may do it, at any time, and several at once do no harm.

use crate::db::Database;
use crate::tables;
use kernel::{StoreError, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use submissions::FilePath;
use submissions::ports::Blobs;

/// How long uploads that nothing carries, and counts that nobody added to, are kept.
const KEPT: Duration = Duration::from_hours(24);

/// Sweeps the database and the object store.
#[derive(Clone)]
pub struct Housekeeping {
    db: Database,
    blobs: Arc<dyn Blobs>,
}

impl Housekeeping {
    /// Over this database and this object store.
    pub const fn new(db: Database, blobs: Arc<dyn Blobs>) -> Self {
        Self { db, blobs }
    }

    /// Deletes sessions that are over, throttle counts that were quiet for a day, and uploads that nothing carries a
    /// day after their ticket ended, with their bytes. Answers how many uploads went.
    pub async fn sweep(&self, now: Timestamp) -> Result<usize, StoreError> {
        let past = now.minus(KEPT);
        self.db.write(move |conn| tables::sessions::sweep(conn, now)).await?;
        self.db.write(move |conn| tables::throttle::sweep(conn, now, past)).await?;
        // Rows first: a file whose row says that it is gone can no longer be submitted while its bytes go.
        let abandoned = self.db.write(move |conn| tables::uploads::abandon(conn, past)).await?;
        for id in &abandoned {
            let key = FilePath::of(*id).object_key();
            if let Err(error) = self.blobs.delete(&key).await {
                tracing::warn!(key, %error, "an abandoned object stays behind");
            }
        }
        Ok(abandoned.len())
    }
}
