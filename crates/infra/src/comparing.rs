//! Compares texts on threads that may be busy for a while.

use async_trait::async_trait;
use documents::edits::compare::{Comparison, Texts, compare};
use documents::ports::Comparing;
use kernel::StoreError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Time limit of the wait for a turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Compares at most as many texts at a time as half of the processor's cores, so that other requests find one.
#[derive(Clone)]
pub struct Comparer(Arc<Semaphore>);

impl Default for Comparer {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Semaphore::new((cores / 2).max(1))))
    }
}

#[async_trait]
impl Comparing for Comparer {
    async fn compare(&self, texts: Texts) -> Result<Comparison, StoreError> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.0).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(StoreError::Unavailable("too many comparisons are waiting".into()));
        };
        let task = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            compare(&texts)
        });
        task.await.map_err(|error| StoreError::Internal(Box::new(error)))
    }
}
