//! Compares texts on threads that may block.

use async_trait::async_trait;
use facility_documents::compare::{Comparison, Purpose, Texts, compare};
use facility_documents::ports::Comparing;
use facility_kernel::{StoreError, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Time limit of the wait for both permits.
const PATIENCE: Duration = Duration::from_secs(5);

/// Compares texts with limited concurrency: one comparison per person and purpose, and per purpose as many as half of
/// the processor's cores, which leaves cores for other requests. A person's further requests wait for that person's
/// earlier ones, so a hundred requests by one person delay others by at most one comparison. Readers never delay
/// reviewers.
#[derive(Clone)]
pub struct Comparer {
    readers: Arc<Semaphore>,
    reviewers: Arc<Semaphore>,
    /// People with a waiting or running comparison, with one permit each.
    persons: Arc<Mutex<HashMap<Person, Arc<Semaphore>>>>,
    patience: Duration,
}

impl Default for Comparer {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let slots = || Arc::new(Semaphore::new((cores / 2).max(1)));
        Self { readers: slots(), reviewers: slots(), persons: Arc::default(), patience: PATIENCE }
    }
}

/// Who compares, and for which purpose.
type Person = (UserId, Purpose);
/// What a comparison holds while it runs: the person's permit, and one of the purpose.
type Permits = (OwnedSemaphorePermit, OwnedSemaphorePermit);

impl Comparer {
    fn own(&self, person: UserId, purpose: Purpose) -> Arc<Semaphore> {
        let mut persons = self.persons.lock().unwrap_or_else(PoisonError::into_inner);
        // Only waiting and running comparisons hold a clone.
        persons.retain(|_, own| Arc::strong_count(own) > 1);
        Arc::clone(persons.entry((person, purpose)).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    /// Waits for both permits. Errors: unavailable after `patience`.
    async fn permits(&self, person: UserId, purpose: Purpose) -> Result<Permits, StoreError> {
        let own = self.own(person, purpose);
        let slots = match purpose {
            Purpose::Reading => &self.readers,
            Purpose::Reviewing => &self.reviewers,
        };
        let both = async { Ok((own.acquire_owned().await?, Arc::clone(slots).acquire_owned().await?)) };
        match timeout(self.patience, both).await {
            Ok(Ok::<_, tokio::sync::AcquireError>(permits)) => Ok(permits),
            _ => Err(StoreError::Unavailable("too many comparisons are waiting".into())),
        }
    }
}

#[async_trait]
impl Comparing for Comparer {
    async fn compare(&self, person: UserId, purpose: Purpose, texts: Texts) -> Result<Comparison, StoreError> {
        let permits = self.permits(person, purpose).await?;
        let task = tokio::task::spawn_blocking(move || {
            let _permits = permits;
            compare(&texts, purpose)
        });
        task.await.map_err(|error| StoreError::Internal(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    fn person(n: u64) -> UserId {
        UserId::Account(numbered(n))
    }

    #[tokio::test]
    async fn reader_who_asks_often_delays_neither_reviewers_nor_other_readers() {
        let (readers, patience) = (Arc::new(Semaphore::new(2)), Duration::from_millis(1));
        let comparer = Comparer { readers, patience, ..Comparer::default() };
        let held = comparer.permits(person(1), Purpose::Reading).await.unwrap();
        for _ in 0..5 {
            assert!(comparer.permits(person(1), Purpose::Reading).await.is_err(), "one at a time");
        }
        let other = comparer.permits(person(2), Purpose::Reading).await.unwrap();
        assert!(comparer.permits(person(3), Purpose::Reading).await.is_err(), "both slots are taken");
        let review = comparer.permits(person(1), Purpose::Reviewing).await;
        assert!(review.is_ok(), "reviewers have their own slots");
        drop((held, other, review));
        assert!(comparer.permits(person(1), Purpose::Reading).await.is_ok());
        let _turn = comparer.own(person(9), Purpose::Reading);
        assert_eq!(comparer.persons.lock().unwrap().len(), 1, "people without comparisons are forgotten");
    }
}
