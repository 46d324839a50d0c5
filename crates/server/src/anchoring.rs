//! Anchors the audit log and signs its checkpoints while the server runs: appends both to the file in the data folder,
//! and writes them to the server's log.

use facility_audit::trail::AuditTrail;
use facility_kernel::StoreError;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Appends anchors when they are due.
pub struct Anchoring {
    trail: AuditTrail,
    last: Mutex<Option<Last>>,
}

/// The last anchor.
#[derive(Clone, Copy)]
struct Last {
    /// The number of its entry.
    number: i64,
    /// When it was appended, or when the server started to check.
    at: Instant,
}

impl Anchoring {
    /// Creates it for this log.
    pub const fn new(trail: AuditTrail) -> Self {
        Self { trail, last: Mutex::const_new(None) }
    }

    /// Appends an anchor if one is due. Call it about every second. Errors: the anchors cannot be read, or the new
    /// one cannot be written.
    pub async fn look(&self) -> Result<(), StoreError> {
        self.look_after(|last| last.at.elapsed().as_secs()).await
    }

    /// Anchors the entries since the last anchor. Call it when the server stops, after the last entry.
    pub async fn finish(&self) {
        if let Err(error) = self.look_after(|_last| u64::MAX).await {
            tracing::error!(%error, "cannot anchor the end of the audit log");
        }
    }

    async fn look_after(&self, seconds: impl FnOnce(Last) -> u64) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        let known = if let Some(known) = *last {
            known
        } else {
            self.warn_of_another_key().await?;
            *last.insert(Last { number: self.trail.anchored().await?, at: Instant::now() })
        };
        if let Some(anchor) = self.trail.anchor(known.number, seconds(known)).await? {
            *last = Some(Last { number: anchor.number, at: Instant::now() });
            tracing::info!(anchor = anchor.to_line(), "audit anchor");
            if anchor.checkpoint.is_none() {
                tracing::error!(
                    number = anchor.number,
                    "the audit log does not extend its last checkpoint, so no other is signed: run `facility audit verify`"
                );
            }
        }
        Ok(())
    }

    /// After a rotation this is expected; otherwise somebody exchanged the key.
    async fn warn_of_another_key(&self) -> Result<(), StoreError> {
        let found = self.trail.unverified_checkpoints(&self.trail.public_key().await?).await?;
        if found.is_newest {
            tracing::error!(
                checkpoints = found.count,
                "the last checkpoint of the audit log is not signed with this signing key: if nobody replaced the key \
                 (`facility admin rotate-key signing`), somebody exchanged it in the database"
            );
        }
        Ok(())
    }
}
