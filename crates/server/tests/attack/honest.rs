//! Honest readers and the response times of their requests.

use crate::caller::Caller;
use crate::figures::at_share;
use std::time::{Duration, Instant};

/// Pause between the requests of a reader, well below the rate limit of a session.
const PAUSE: Duration = Duration::from_millis(40);

/// Sends the requests of an open page for `lasting`, using these sessions in turn. Returns the 99th percentile of the
/// response times.
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
