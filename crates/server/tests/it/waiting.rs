//! Waits for what a server does in the background.

use std::time::Duration;

/// Time limit of a wait: longer than any of them takes, because a busy machine is late and not wrong. A background job
/// that has just run when a test moves the clock is due a whole interval later, which is half a minute for most.
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
