//! The server's memory during an attack.

use crate::figures::resident_kib;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Interval between readings of the resident memory.
const EVERY: Duration = Duration::from_millis(20);

/// Records the peak of a process's resident memory.
pub struct Watch {
    before_kib: u64,
    stop: Arc<AtomicBool>,
    peak_kib: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Watch {
    /// Starts recording for this process.
    pub fn start(pid: u32) -> Self {
        let before_kib = resident_kib(pid);
        let (stop, peak_kib) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(before_kib)));
        let (until, peak) = (Arc::clone(&stop), Arc::clone(&peak_kib));
        let task = tokio::spawn(async move {
            while !until.load(Ordering::Relaxed) {
                peak.fetch_max(resident_kib(pid), Ordering::Relaxed);
                tokio::time::sleep(EVERY).await;
            }
        });
        Self { before_kib, stop, peak_kib, task }
    }

    /// Stops recording. Returns the memory at the start and the peak, in MiB.
    pub async fn stop(self) -> (u64, u64) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap();
        (self.before_kib / 1024, self.peak_kib.load(Ordering::Relaxed) / 1024)
    }
}
