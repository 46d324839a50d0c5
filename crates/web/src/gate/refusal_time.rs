//! Hides the reason of a refusal from its timing.

use std::future::Future;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Refusals are sent at multiples of this after the request began.
const STEP: Duration = Duration::from_millis(100);

/// Runs an attempt with a name and a secret. If it fails, returns the error only at the next multiple of 100 ms: a
/// known name takes a few more statements than an unknown one, which an attacker could measure over many attempts
/// (OWASP ASVS 5.0, 6.3.8). A success is returned at once.
pub async fn with_even_refusal_time<T, E>(attempt: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let begun = Instant::now();
    let outcome = attempt.await;
    if outcome.is_err() {
        sleep(rest(begun.elapsed())).await;
    }
    outcome
}

/// Returns the time from `taken` to the next multiple of the step.
fn rest(taken: Duration) -> Duration {
    let step = STEP.as_nanos();
    // Less than a step, so the conversion succeeds.
    Duration::from_nanos(u64::try_from((step - taken.as_nanos() % step) % step).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn took(work: Duration, outcome: Result<(), ()>) -> Duration {
        let begun = Instant::now();
        let attempt = async {
            sleep(work).await;
            outcome
        };
        assert_eq!(with_even_refusal_time(attempt).await, outcome);
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_end_at_the_next_step_and_successes_at_once() {
        for (work, end) in [(1, 100), (99, 100), (100, 100), (101, 200), (250, 300)] {
            let (work, end) = (Duration::from_millis(work), Duration::from_millis(end));
            assert_eq!(took(work, Err(())).await, end, "{work:?}");
            assert_eq!(took(work, Ok(())).await, work, "{work:?}");
        }
    }
}
