//! Deletes what has no use any more. Any node may do it, at any time, and several at once do no harm.

use crate::db::{AnyConn, Database, DbError};
use crate::tables;
use kernel::{StoreError, Timestamp, UploadId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use submissions::ports::{BlobEntry, Blobs};
use submissions::{FilePath, REJECTED_KEPT, UploadStatus, is_orphan, owner_of_object};

/// How long uploads that nothing carries, and counts that nobody added to, are kept.
const KEPT: Duration = Duration::from_hours(24);
/// Uploads that one sweep gives up at most.
const ABANDONED_AT_A_TIME: i64 = 500;
/// Objects that one sweep looks at.
const LOOKED_AT: usize = 500;

/// How long announcements are kept for nodes that were out of reach.
const EVENTS_KEPT: Duration = Duration::from_hours(1);

/// How long attempts to sign in are kept.
const ATTEMPTS_KEPT: Duration = Duration::from_hours(24 * 90);
/// Attempts that one sweep deletes at most.
const ATTEMPTS_AT_A_TIME: i64 = 10_000;

/// Sweeps the database and the object store.
#[derive(Clone)]
pub struct Housekeeping {
    db: Database,
    blobs: Arc<dyn Blobs>,
    /// The last object that was looked at; empty at the beginning of a round.
    looked_up_to: Arc<Mutex<String>>,
}

impl Housekeeping {
    /// Over this database and this object store.
    pub fn new(db: Database, blobs: Arc<dyn Blobs>) -> Self {
        Self { db, blobs, looked_up_to: Arc::default() }
    }

    /// Deletes attempts to sign in that are older than 90 days, at most 10,000, and browsers and networks that are known
    /// to their accounts no longer. Answers how many attempts it were.
    pub async fn prune_sign_ins(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| tables::sign_in::sweep(conn, now)).await?;
        let before = now.minus(ATTEMPTS_KEPT);
        self.db.write(move |conn| tables::sessions::prune_attempts(conn, before, ATTEMPTS_AT_A_TIME)).await
    }

    /// Deletes sessions that have ended.
    pub async fn sweep_sessions(&self, now: Timestamp) -> Result<(), StoreError> {
        self.db.write(move |conn| tables::sessions::sweep(conn, now)).await
    }

    /// Deletes counts of throttles that were quiet for a day.
    pub async fn sweep_throttles(&self, now: Timestamp) -> Result<(), StoreError> {
        self.db.write(move |conn| tables::throttle::sweep(conn, now, now.minus(KEPT))).await
    }

    /// Deletes announcements older than an hour.
    pub async fn sweep_announcements(&self, now: Timestamp) -> Result<(), StoreError> {
        let told = now.minus(EVENTS_KEPT);
        self.db.write(move |conn| tables::outbox::sweep(conn, told)).await
    }

    /// Deletes stored replies older than a day, and answers how many.
    pub async fn sweep_replies(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| tables::replies::sweep(conn, now)).await
    }

    /// Gives up uploads that no submission uses a day after their ticket ended, and the files of submissions that were
    /// rejected 30 days ago and not submitted again, 500 of each at most; answers how many. Their bytes go with them.
    ///
    /// A store that does not answer is no error: the bytes that it keeps are orphans from then on, and found later.
    pub async fn sweep_uploads(&self, now: Timestamp) -> Result<usize, StoreError> {
        // Rows first: a file whose row says that it is gone can no longer be submitted while its bytes go.
        let (unused, rejected) = (now.minus(KEPT), now.minus(REJECTED_KEPT));
        let abandon = move |conn: &mut AnyConn| {
            let mut ids = tables::uploads::abandon(conn, unused, ABANDONED_AT_A_TIME)?;
            ids.extend(tables::uploads::abandon_rejected(conn, rejected, ABANDONED_AT_A_TIME)?);
            Ok(ids)
        };
        let abandoned = self.db.write(abandon).await?;
        self.remove(abandoned.iter().map(|id| FilePath::of(*id).object_key())).await;
        Ok(abandoned.len())
    }

    /// Looks at the next 500 objects of the store and removes those older than a day that belong to no upload in use;
    /// answers how many. A store that does not answer is no error: they are looked at again.
    pub async fn sweep_orphans(&self, now: Timestamp) -> Result<usize, StoreError> {
        let after = self.looked_up_to.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = match self.blobs.list(&after, LOOKED_AT).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "cannot scan the object store");
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
                tracing::warn!(key, %error, "orphaned objects remain; the next sweep removes them");
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
