//! Signals that wake the feeds of this process.

use facility_audit::topics::Event;
use tokio::sync::{Notify, broadcast};

/// Maximum number of relayed messages waiting for a feed.
const WAITING: usize = 256;

/// Wakes the feeds of this process. Nothing here is durable.
pub(crate) struct Hints {
    appended: Notify,
    relayed: broadcast::Sender<Event>,
}

impl Default for Hints {
    fn default() -> Self {
        Self { appended: Notify::new(), relayed: broadcast::Sender::new(WAITING) }
    }
}

impl Hints {
    /// Signals that the audit log has new entries.
    pub(crate) fn append(&self) {
        self.appended.notify_one();
    }

    /// Waits until the audit log may have new entries.
    pub(crate) async fn appended(&self) {
        self.appended.notified().await;
    }

    /// Passes a relayed message to the feeds of this process.
    pub(crate) fn relay(&self, event: Event) {
        // Sending fails only if there is no feed.
        drop(self.relayed.send(event));
    }

    /// Subscribes to the messages relayed from now on.
    pub(crate) fn relayed(&self) -> broadcast::Receiver<Event> {
        self.relayed.subscribe()
    }
}
