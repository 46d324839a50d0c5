//! Anchors the audit log while the server runs: appends to the file in the data folder, and writes to the server's
//! log.

use audit::AuditTrail;
use kernel::StoreError;
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
        let known = match *last {
            Some(known) => known,
            None => *last.insert(Last { number: self.trail.anchored().await?, at: Instant::now() }),
        };
        if let Some(anchor) = self.trail.anchor(known.number, seconds(known)).await? {
            *last = Some(Last { number: anchor.number, at: Instant::now() });
            tracing::info!(anchor = anchor.to_line(), "audit anchor");
        }
        Ok(())
    }
}
