//! Deletes expired data. Any node may do it at any time, and concurrent sweeps are safe.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::storage::audit::{attempts, entries};
use crate::storage::files::{discarded, uploads};
use crate::storage::kernel::{replies, throttle};
use crate::storage::oversight::alerts;
use crate::storage::users::{claimants, mail, notifications, password_resets, pending_logins, sessions};
use facility_audit::attempts::ATTEMPT_RETENTION;
use facility_files::file::FilePath;
use facility_files::ports::{BlobEntry, Blobs};
use facility_files::upload::{
    REJECTED_FILE_RETENTION, UNUSED_FILE_RETENTION, UploadStatus, is_orphan, owner_of_object,
};
use facility_kernel::{StoreError, Timestamp, UploadId};
use facility_users::lockout::COUNTER_RETENTION;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of uploads that one sweep abandons.
const ABANDONED_AT_A_TIME: i64 = 500;
/// Maximum number of objects that one sweep examines.
const OBJECTS_AT_A_TIME: usize = 500;

/// Maximum number of sign-in attempts that one sweep deletes.
const ATTEMPTS_AT_A_TIME: i64 = 10_000;

/// Maximum number of notifications that one sweep deletes.
const NEWS_AT_A_TIME: i64 = 10_000;

/// Removes expired data from the database and the object store.
#[derive(Clone)]
pub struct Housekeeping {
    db: Database,
    blobs: Arc<dyn Blobs>,
    /// The last object examined; empty at the start of a round.
    last_examined: Arc<Mutex<String>>,
}

impl Housekeeping {
    /// Creates the service for this database and this object store.
    pub fn new(db: Database, blobs: Arc<dyn Blobs>) -> Self {
        Self { db, blobs, last_examined: Arc::default() }
    }

    /// Deletes sign-in attempts older than 90 days, at most 10,000, and expired known browsers and networks. Returns
    /// the number of deleted attempts.
    pub async fn prune_sign_ins(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| claimants::sweep(conn, now)).await?;
        let before = now.minus(ATTEMPT_RETENTION);
        self.db.write(move |conn| attempts::prune(conn, before, ATTEMPTS_AT_A_TIME)).await
    }

    /// Deletes expired sessions, expired pending sign-ins and expired password reset codes.
    pub async fn sweep_sessions(&self, now: Timestamp) -> Result<(), StoreError> {
        self.db
            .write(move |conn| {
                sessions::clamp(conn, now)?;
                sessions::sweep(conn, now)?;
                pending_logins::sweep(conn, now)?;
                password_resets::sweep(conn, now)
            })
            .await
    }

    /// Deletes throttle counts that were inactive for a day. Shortens locks that end later than they could if they
    /// began now.
    pub async fn sweep_throttles(&self, now: Timestamp) -> Result<(), StoreError> {
        self.db
            .write(move |conn| {
                throttle::clamp(conn, now)?;
                throttle::sweep(conn, now, now.minus(COUNTER_RETENTION))
            })
            .await
    }

    /// Deletes stored replies older than a day and returns their number.
    pub async fn sweep_replies(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| replies::sweep(conn, now)).await
    }

    /// Deletes notifications older than 90 days, at most 10,000, and returns their number. Also deletes the handled
    /// marks of alerts of that age.
    pub async fn sweep_notifications(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| alerts::sweep(conn, now)).await?;
        self.db.write(move |conn| notifications::sweep(conn, now, NEWS_AT_A_TIME)).await
    }

    /// Deletes mail older than 30 days, and the oldest beyond 10,000 messages, but none that may still be sent. Returns
    /// the number of deleted messages.
    pub async fn sweep_mail(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.db.write(move |conn| mail::sweep(conn, now)).await
    }

    /// Empties SQLite's write-ahead log, which otherwise keeps deleted data. If a long read prevents it, a later run
    /// retries.
    pub async fn empty_log(&self) -> Result<(), StoreError> {
        self.db.empty_log().await.map(drop)
    }

    /// Abandons uploads that no submission references a day after their ticket expired, and files of submissions that
    /// were rejected 30 days ago and not resubmitted: at most 500 of each. Returns the number of uploads.
    ///
    /// Deletes the bytes of at most 500 discarded files, abandoned by a sweep or purged. A store that does not answer
    /// is not an error: the next sweep deletes the others.
    pub async fn sweep_uploads(&self, now: Timestamp) -> Result<usize, StoreError> {
        // Rows first, so that a file cannot be submitted while its bytes are being deleted.
        let (unused, rejected) = (now.minus(UNUSED_FILE_RETENTION), now.minus(REJECTED_FILE_RETENTION));
        let abandon = move |conn: &mut AnyConn| {
            let mut ids = uploads::abandon(conn, unused, ABANDONED_AT_A_TIME)?;
            ids.extend(uploads::abandon_rejected(conn, rejected, ABANDONED_AT_A_TIME)?);
            Ok(ids)
        };
        let abandoned = self.db.write(abandon).await?;
        self.delete_discarded(now).await?;
        Ok(abandoned.len())
    }

    async fn delete_discarded(&self, now: Timestamp) -> Result<(), StoreError> {
        let discarded = self.db.read(|conn| discarded::list(conn, ABANDONED_AT_A_TIME)).await?;
        if discarded.is_empty() {
            return Ok(());
        }
        let mut removed = 0;
        for (id, is_picture) in &discarded {
            let objects = if *is_picture { usize::MAX } else { 1 };
            let keys: Vec<String> = FilePath::of(*id).object_keys().take(objects).collect();
            let wanted = keys.len();
            if self.remove(keys.into_iter()).await < wanted {
                break;
            }
            removed += 1;
        }
        let ids: Vec<UploadId> = discarded.into_iter().map(|(id, _)| id).collect();
        let (deleted, left) = ids.split_at(removed);
        let (deleted, failed) = (deleted.to_vec(), left.first().copied());
        self.db.write(move |conn| discarded::settle(conn, &deleted, failed, now)).await
    }

    /// Examines the next 500 objects of the store and deletes those older than a day that belong to no upload in use.
    /// Returns the number of deleted objects. A store that does not answer is not an error: a later sweep retries.
    pub async fn sweep_orphans(&self, now: Timestamp) -> Result<usize, StoreError> {
        let after = self.last_examined.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = match self.blobs.list(&after, OBJECTS_AT_A_TIME).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "cannot scan the object store");
                return Ok(0);
            }
        };
        // After the last object a new round starts.
        let next = found.last().filter(|_| found.len() >= OBJECTS_AT_A_TIME).map(|object| object.key.clone());
        let orphans = self.orphans(found, now).await?;
        let removed = self.remove(orphans.into_iter()).await;
        *self.last_examined.lock().unwrap_or_else(PoisonError::into_inner) = next.unwrap_or_default();
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
                // A database without entries knows no uploads, so it must not delete any objects.
                is_orphan(object.written_at, is_whole, status, since.unwrap_or(now), now)
            })
        };
        Ok(found.into_iter().filter(orphaned).map(|object| object.key).collect())
    }

    /// Deletes objects and returns their number. Stops at the first failure, because each further object would take
    /// as long to fail.
    async fn remove(&self, keys: impl Iterator<Item = String> + Send) -> usize {
        let mut removed = 0;
        for key in keys {
            // The store logs it.
            if self.blobs.delete(&key).await.is_err() {
                break;
            }
            removed += 1;
        }
        removed
    }
}

/// Returns the status of these uploads and the time when the database was set up.
fn known(
    conn: &mut AnyConn,
    ids: &[UploadId],
) -> Result<(HashMap<UploadId, UploadStatus>, Option<Timestamp>), DbError> {
    Ok((uploads::statuses(conn, ids)?, entries::first_entry_at(conn)?))
}
