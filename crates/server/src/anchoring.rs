//! Anchors the audit log and signs its checkpoints while the server runs. Anchors and checkpoints are appended to the
//! anchor file in the data folder, and written to the server's log.

use facility_audit::trail::AuditTrail;
use facility_kernel::StoreError;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Appends anchors when they are due.
pub struct Anchoring {
    trail: AuditTrail,
    last: Mutex<Option<LastAnchor>>,
}

/// The last anchor.
#[derive(Clone, Copy)]
struct LastAnchor {
    /// The number of the last entry that it covers.
    number: i64,
    /// When it was appended, or when the server started to check.
    at: Instant,
}

impl Anchoring {
    /// Creates the anchoring of this log.
    pub const fn new(trail: AuditTrail) -> Self {
        Self { trail, last: Mutex::const_new(None) }
    }

    /// Appends an anchor if one is due. To be called about every second. Errors: the anchors cannot be read, or the new
    /// one cannot be written.
    pub async fn anchor_if_due(&self) -> Result<(), StoreError> {
        self.anchor_after(|last| last.at.elapsed().as_secs()).await
    }

    /// Anchors the entries since the last anchor. To be called when the server stops, after the last entry.
    pub async fn finish(&self) {
        if let Err(error) = self.anchor_after(|_last| u64::MAX).await {
            tracing::error!(%error, "cannot anchor the end of the audit log");
        }
    }

    async fn anchor_after(&self, seconds: impl FnOnce(LastAnchor) -> u64) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        let known = if let Some(known) = *last {
            known
        } else {
            self.warn_of_another_key().await?;
            *last.insert(LastAnchor { number: self.trail.anchored().await?, at: Instant::now() })
        };
        if let Some(anchor) = self.trail.anchor(known.number, seconds(known)).await? {
            *last = Some(LastAnchor { number: anchor.number, at: Instant::now() });
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

    /// Warns if the last checkpoint is signed with another key. This is expected after a rotation; otherwise somebody
    /// replaced the key in the database.
    async fn warn_of_another_key(&self) -> Result<(), StoreError> {
        let found = self.trail.unverified_checkpoints(&[self.trail.public_key().await?]).await?;
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
