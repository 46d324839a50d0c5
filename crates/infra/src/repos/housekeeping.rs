//! Takes away what has no use any more. Any node may do it, at any time, and several at once do no harm.

use crate::db::{AnyConn, Database, DbError};
use crate::tables;
use kernel::{StoreError, Timestamp, UploadId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use submissions::ports::{BlobEntry, Blobs};
use submissions::{FilePath, UploadStatus, is_orphan, owner_of_object};

/// How long uploads that nothing carries, and counts that nobody added to, are kept.
const KEPT: Duration = Duration::from_hours(24);
/// Uploads that one sweep gives up at most.
const ABANDONED_AT_A_TIME: i64 = 500;
/// Objects that one sweep looks at.
const LOOKED_AT: usize = 500;

/// How long announcements are kept for nodes that were out of reach.
const EVENTS_KEPT: Duration = Duration::from_hours(1);

/// Sweeps the database and the object store.
#[derive(Clone)]
pub struct Housekeeping {
    db: Database,
    blobs: Arc<dyn Blobs>,
    /// The last object that was looked at; empty at the beginning of a round.
    looked_up_to: Arc<Mutex<String>>,
}

/// What a sweep took away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Uploads that nothing carried.
    pub uploads: usize,
    /// Objects that belonged to no upload in use.
    pub orphans: usize,
}

impl Housekeeping {
    /// Over this database and this object store.
    pub fn new(db: Database, blobs: Arc<dyn Blobs>) -> Self {
        Self { db, blobs, looked_up_to: Arc::default() }
    }

    /// Deletes sessions that are over, announcements older than an hour, throttle counts that were quiet for a day,
    /// uploads that nothing carries a day after their ticket ended, with their bytes, and orphaned objects. What one
    /// call does is bounded: it gives up 500 uploads at most and looks at the next 500 objects.
    ///
    /// A store that does not answer ends nothing: what it keeps is an orphan from then on, and found later.
    pub async fn sweep(&self, now: Timestamp) -> Result<Swept, StoreError> {
        let past = now.minus(KEPT);
        self.db.write(move |conn| tables::sessions::sweep(conn, now)).await?;
        self.db.write(move |conn| tables::throttle::sweep(conn, now, past)).await?;
        let told = now.minus(EVENTS_KEPT);
        self.db.write(move |conn| tables::outbox::sweep(conn, told)).await?;
        // Rows first: a file whose row says that it is gone can no longer be submitted while its bytes go.
        let abandon = move |conn: &mut AnyConn| tables::uploads::abandon(conn, past, ABANDONED_AT_A_TIME);
        let abandoned = self.db.write(abandon).await?;
        self.remove(abandoned.iter().map(|id| FilePath::of(*id).object_key())).await;
        Ok(Swept { uploads: abandoned.len(), orphans: self.reap(now).await? })
    }

    /// Looks at the next objects of the store and removes those that belong to no upload in use.
    async fn reap(&self, now: Timestamp) -> Result<usize, StoreError> {
        let after = self.looked_up_to.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = match self.blobs.list(&after, LOOKED_AT).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "the object store could not be looked through");
                return Ok(0);
            }
        };
        // At the end the next round begins.
        let next = found.last().filter(|_| found.len() >= LOOKED_AT).map(|object| object.key.clone());
        let orphans = self.orphans(found, now).await?;
        let removed = self.remove(orphans.into_iter()).await;
        *self.looked_up_to.lock().unwrap_or_else(PoisonError::into_inner) = next.unwrap_or_default();
        Ok(removed)
    }

    async fn orphans(&self, found: Vec<BlobEntry>, now: Timestamp) -> Result<Vec<String>, StoreError> {
        let ids: Vec<UploadId> =
            found.iter().filter_map(|object| owner_of_object(&object.key)).map(|(id, _)| id).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let (statuses, since) = self.db.read(move |conn| known(conn, &ids)).await?;
        let orphaned = |object: &BlobEntry| {
            owner_of_object(&object.key).is_some_and(|(id, is_whole)| {
                let status = statuses.get(&id).copied();
                // Before its first entry a database knows nothing, and takes nothing away.
                is_orphan(object.written_at, is_whole, status, since.unwrap_or(now), now)
            })
        };
        Ok(found.into_iter().filter(orphaned).map(|object| object.key).collect())
    }

    /// Removes objects, and answers how many. Ends at the first that the store does not remove: the next ones would each
    /// take as long to fail.
    async fn remove(&self, keys: impl Iterator<Item = String> + Send) -> usize {
        let mut removed = 0;
        for key in keys {
            if let Err(error) = self.blobs.delete(&key).await {
                tracing::warn!(key, %error, "objects without a use stay behind; they are found again");
                break;
            }
            removed += 1;
        }
        removed
    }
}

/// Where these uploads stand, and when the database was set up.
fn known(
    conn: &mut AnyConn,
    ids: &[UploadId],
) -> Result<(HashMap<UploadId, UploadStatus>, Option<Timestamp>), DbError> {
    Ok((tables::uploads::statuses(conn, ids)?, tables::audit::begun_at(conn)?))
}
