//! Readiness: whether the stores answer, checked at most once a second.

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Time for which a result is cached, because anyone can ask as often as the rate limit allows.
const CACHED_FOR: Duration = Duration::from_secs(1);

/// Checks whether the stores are available.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Returns whether the database and the object store answer within a few seconds.
    async fn is_ready(&self) -> bool;
}

/// Checks the stores at most once a second. Concurrent callers share the result.
pub struct ReadyCheck {
    stores: Arc<dyn Readiness>,
    last: Mutex<Option<(Instant, bool)>>,
}

impl ReadyCheck {
    /// Creates the check for these stores.
    pub fn new(stores: Arc<dyn Readiness>) -> Self {
        Self { stores, last: Mutex::new(None) }
    }

    /// Returns whether the stores answer, according to a check within the last second.
    pub async fn is_ready(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, ready)) = *last
            && at.elapsed() < CACHED_FOR
        {
            return ready;
        }
        let ready = self.stores.is_ready().await;
        *last = Some((Instant::now(), ready));
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[derive(Default)]
    struct Counting(AtomicUsize);

    #[async_trait]
    impl Readiness for Counting {
        async fn is_ready(&self) -> bool {
            tokio::time::sleep(Duration::from_millis(10)).await;
            self.0.fetch_add(1, Ordering::Relaxed) == 0
        }
    }

    #[tokio::test(start_paused = true)]
    async fn stores_are_checked_at_most_once_a_second() {
        let stores = Arc::new(Counting::default());
        let check = ReadyCheck::new(stores.clone());
        let at_once = join_all((0..100).map(|_| check.is_ready())).await;
        assert!(at_once.into_iter().all(|ready| ready));
        assert_eq!(stores.0.load(Ordering::Relaxed), 1);
        tokio::time::advance(CACHED_FOR).await;
        assert!(!check.is_ready().await, "after a second the stores are checked again");
        assert_eq!(stores.0.load(Ordering::Relaxed), 2);
    }
}
