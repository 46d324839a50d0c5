//! Compares texts on threads that may be busy for a while.

use async_trait::async_trait;
use facility_documents::compare::{Comparison, Purpose, Texts, compare};
use facility_documents::ports::Comparing;
use facility_kernel::{StoreError, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Time limit of the wait for a turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Compares one text for each person and purpose at a time, and for each purpose at most as many as half of the
/// processor's cores, so that other requests find one. Further requests of a person wait for their own first, so
/// somebody who asks a hundred times delays nobody else by more than one comparison; and readers never delay reviewers.
#[derive(Clone)]
pub struct Comparer {
    readers: Arc<Semaphore>,
    reviewers: Arc<Semaphore>,
    /// Those who wait or are served, with one permit each.
    persons: Arc<Mutex<HashMap<Person, Arc<Semaphore>>>>,
    patience: Duration,
}

impl Default for Comparer {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let places = || Arc::new(Semaphore::new((cores / 2).max(1)));
        Self { readers: places(), reviewers: places(), persons: Arc::default(), patience: PATIENCE }
    }
}

/// Who compares, and what for.
type Person = (UserId, Purpose);
/// The turn of one comparison.
type Turn = (OwnedSemaphorePermit, OwnedSemaphorePermit);

impl Comparer {
    fn own(&self, person: UserId, purpose: Purpose) -> Arc<Semaphore> {
        let mut persons = self.persons.lock().unwrap_or_else(PoisonError::into_inner);
        // Who neither waits nor is served holds no clone.
        persons.retain(|_, own| Arc::strong_count(own) > 1);
        Arc::clone(persons.entry((person, purpose)).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    /// Waits for a turn. Errors: it takes too long.
    async fn turn(&self, person: UserId, purpose: Purpose) -> Result<Turn, StoreError> {
        let own = self.own(person, purpose);
        let places = match purpose {
            Purpose::Reading => &self.readers,
            Purpose::Reviewing => &self.reviewers,
        };
        let turn = async { Ok((own.acquire_owned().await?, Arc::clone(places).acquire_owned().await?)) };
        match timeout(self.patience, turn).await {
            Ok(Ok::<_, tokio::sync::AcquireError>(turn)) => Ok(turn),
            _ => Err(StoreError::Unavailable("too many comparisons are waiting".into())),
        }
    }
}

#[async_trait]
impl Comparing for Comparer {
    async fn compare(&self, person: UserId, purpose: Purpose, texts: Texts) -> Result<Comparison, StoreError> {
        let turn = self.turn(person, purpose).await?;
        let task = tokio::task::spawn_blocking(move || {
            let _turn = turn;
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
        let held = comparer.turn(person(1), Purpose::Reading).await.unwrap();
        for _ in 0..5 {
            assert!(comparer.turn(person(1), Purpose::Reading).await.is_err(), "one at a time");
        }
        let other = comparer.turn(person(2), Purpose::Reading).await.unwrap();
        assert!(comparer.turn(person(3), Purpose::Reading).await.is_err(), "both places are taken");
        let review = comparer.turn(person(1), Purpose::Reviewing).await;
        assert!(review.is_ok(), "reviewers have places of their own");
        drop((held, other, review));
        assert!(comparer.turn(person(1), Purpose::Reading).await.is_ok());
        let _turn = comparer.own(person(9), Purpose::Reading);
        assert_eq!(comparer.persons.lock().unwrap().len(), 1, "who is served is forgotten");
    }
}
