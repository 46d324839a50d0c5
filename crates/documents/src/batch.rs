//! Jobs that process several items per run.

use facility_kernel::{DomainError as _, ErrorKind, StoreError};

/// The items of a run. An item that cannot be read is an error, which the store logs with the item's id.
pub type Batch<T> = Vec<Result<T, StoreError>>;

/// Number of items skipped because the store is unavailable before a run ends.
const MAX_UNAVAILABLE_ITEMS: u8 = 3;

/// The result of a run. A failed item does not stop the others, but the run fails at the end.
#[derive(Debug, Default)]
pub struct RunResult {
    done: usize,
    unavailable: u8,
    failed: Option<StoreError>,
}

impl RunResult {
    /// Adds the result of an item: the number of changes, or an error. Errors: the store was unavailable for three
    /// items, and each further item would wait just as long.
    pub fn add(&mut self, item: Result<usize, StoreError>) -> Result<(), StoreError> {
        match item {
            Ok(done) => self.done += done,
            Err(error) => {
                if error.kind() == ErrorKind::Unavailable {
                    self.unavailable += 1;
                    if self.unavailable == MAX_UNAVAILABLE_ITEMS {
                        return Err(error);
                    }
                }
                self.failed.get_or_insert(error);
            }
        }
        Ok(())
    }

    /// Returns the number of changes. Errors: the first error of an item.
    pub fn finish(self) -> Result<usize, StoreError> {
        self.failed.map_or(Ok(self.done), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_items_are_left_out_and_reported() {
        let mut tally = RunResult::default();
        for item in [Ok(1), Err(StoreError::internal("damaged")), Ok(0), Err(StoreError::Stale), Ok(1)] {
            tally.add(item).unwrap();
        }
        assert_eq!(tally.done, 2);
        assert!(matches!(tally.finish(), Err(StoreError::Internal(_))));
        assert_eq!(RunResult::default().finish().unwrap(), 0);
    }

    #[test]
    fn run_ends_when_the_store_stays_unavailable() {
        let mut tally = RunResult::default();
        let away = || Err(StoreError::Unavailable("away".into()));
        assert!([away(), away()].into_iter().all(|item| tally.add(item).is_ok()));
        assert!(matches!(tally.add(away()), Err(StoreError::Unavailable(_))));
    }
}
