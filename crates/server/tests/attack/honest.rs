//! Readers who want nothing but to work, and how long they wait.

use crate::caller::Caller;
use crate::figures::at_share;
use std::time::{Duration, Instant};

/// Pause between the calls of a reader, far below what a session may call.
const PAUSE: Duration = Duration::from_millis(40);

/// Reads as a person's page does for so long, in these sessions by turns; the 99th percentile of how long a call takes.
pub async fn p99(readers: &[Caller<'_>], lasting: Duration) -> Duration {
    let started = Instant::now();
    let mut took = Vec::new();
    for reader in readers.iter().cycle() {
        if started.elapsed() > lasting {
            break;
        }
        for path in ["/api/documents?limit=10&view=summary", "/api/user"] {
            let begun = Instant::now();
            assert_eq!(reader.get(path).await.status, 200, "{path}");
            took.push(begun.elapsed());
        }
        tokio::time::sleep(PAUSE).await;
    }
    took.sort();
    at_share(&took, 0.99)
}
