//! Waits for background work of a server.

use std::time::Duration;

/// Time limit of a wait. It is generous, so that a busy machine does not fail a test. A background job that has just
/// run when a test moves the clock is due only a whole interval later, half a minute for most jobs.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until the condition holds. Panics with `what` after the time limit.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waited).await.is_ok(), "waited in vain: {what}");
}
