//! Anchors the audit log while the server runs: to the file in the data folder, and to the log.

use audit::AuditTrail;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How often the log's end is looked at, in seconds: so much later than due an anchor may be.
const LOOK_EVERY: u64 = 1;

/// Appends anchors when they are due.
pub struct Anchoring {
    trail: AuditTrail,
    /// The number of the last one.
    anchored: AtomicI64,
}

impl Anchoring {
    /// Of this log. The first look is taken when it is run.
    pub const fn new(trail: AuditTrail) -> Self {
        Self { trail, anchored: AtomicI64::new(0) }
    }

    /// Anchors for as long as it is polled. An anchor that fails is told once, and tried again at every look.
    pub async fn run(&self) {
        match self.trail.anchored().await {
            Ok(number) => self.anchored.store(number, Ordering::Relaxed),
            Err(error) => tracing::error!(%error, "the anchors of the audit log cannot be read"),
        }
        let mut every = tokio::time::interval(Duration::from_secs(LOOK_EVERY));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut since, mut failing) = (0, false);
        loop {
            every.tick().await;
            match self.look(since).await {
                Ok(appended) => {
                    since = if appended { 0 } else { since + LOOK_EVERY };
                    failing = false;
                }
                Err(error) => {
                    if !failing {
                        tracing::error!(%error, "the audit log cannot be anchored; it is tried again");
                    }
                    (since, failing) = (since + LOOK_EVERY, true);
                }
            }
        }
    }

    /// Anchors what came since the last one. To be called when the server stops, after the last entry.
    pub async fn finish(&self) {
        if let Err(error) = self.look(u64::MAX).await {
            tracing::error!(%error, "the end of the audit log could not be anchored");
        }
    }

    async fn look(&self, since: u64) -> Result<bool, kernel::StoreError> {
        let Some(anchor) = self.trail.anchor(self.anchored.load(Ordering::Relaxed), since).await? else {
            return Ok(false);
        };
        self.anchored.store(anchor.number, Ordering::Relaxed);
        tracing::info!(anchor = anchor.to_line(), "audit anchor");
        Ok(true)
    }
}
