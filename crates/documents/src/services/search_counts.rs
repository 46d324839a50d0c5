//! How many documents the latest searches found. Counting a common word takes as long as there are documents that have
//! it, and every page of a search tells the number again.

use crate::{DocumentFilter, Shelf};
use kernel::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Searches whose number is kept, about 100 bytes each.
const CAPACITY: usize = 256;

/// What a number depends on beside the content: the search itself and, because a release changes nothing but the time,
/// how many documents its reader could see at all.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Key {
    filter: DocumentFilter,
    accessible: u64,
}

impl Key {
    fn new(filter: &DocumentFilter, accessible: u64) -> Self {
        let mut filter = filter.clone();
        if let Shelf::Repository(visibility) = &mut filter.shelf {
            visibility.now = Timestamp::from_micros(0);
        }
        Self { filter, accessible }
    }
}

/// The numbers that hold for one state of the shared content.
#[derive(Debug)]
struct Latest {
    content: Timestamp,
    totals: HashMap<Key, u64>,
}

/// Remembers how many documents a search found, for as long as no shared content changes.
#[derive(Debug)]
pub struct SearchCounts(Mutex<Latest>);

impl Default for SearchCounts {
    fn default() -> Self {
        Self(Mutex::new(Latest { content: Timestamp::from_micros(0), totals: HashMap::new() }))
    }
}

impl SearchCounts {
    /// The number that this search found, if it was told for the content as it was last changed at `content`.
    pub(super) fn find(&self, filter: &DocumentFilter, accessible: u64, content: Timestamp) -> Option<u64> {
        let latest = self.latest();
        (latest.content == content).then(|| latest.totals.get(&Key::new(filter, accessible)).copied())?
    }

    /// Tells the number. It has to be counted after `content` was read, never before.
    pub(super) fn tell(&self, filter: &DocumentFilter, accessible: u64, content: Timestamp, total: u64) {
        let mut latest = self.latest();
        if content < latest.content {
            // Somebody knows of a later change already.
            return;
        }
        if content > latest.content || latest.totals.len() >= CAPACITY {
            latest.totals.clear();
            latest.content = content;
        }
        latest.totals.insert(Key::new(filter, accessible), total);
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        // Whatever panicked meanwhile, what stands in the map was told as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Words;
    use crate::visibility::Visibility;
    use kernel::Clearance;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    fn search(word: &str, level: i64, now: i64) -> DocumentFilter {
        let max_level = Clearance::parse(level).unwrap();
        let shelf = Shelf::Repository(Visibility { max_level, sees_unreleased: false, now: at(now) });
        DocumentFilter { words: Words::parse(word).unwrap(), ..DocumentFilter::all(shelf) }
    }

    #[test]
    fn a_number_is_found_again_at_another_time() {
        let counts = SearchCounts::default();
        counts.tell(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 2), 10, at(5)), Some(4));
    }

    #[test]
    fn a_number_is_no_other_readers_nor_another_searchs() {
        let counts = SearchCounts::default();
        counts.tell(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 2, 1), 10, at(5)), None);
        assert_eq!(counts.find(&search("red door", 3, 1), 10, at(5)), None);
    }

    #[test]
    fn a_change_and_a_release_make_it_count_again() {
        let counts = SearchCounts::default();
        counts.tell(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 1), 11, at(5)), None, "one more is released");
        assert_eq!(counts.find(&search("door", 3, 1), 10, at(6)), None, "content changed");
        counts.tell(&search("door", 3, 1), 10, at(6), 7);
        counts.tell(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 1), 10, at(6)), Some(7), "the late one tells nothing");
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let counts = SearchCounts::default();
        for n in 0..1000 {
            counts.tell(&search(&format!("door{n}"), 3, 1), 10, at(5), n);
            assert_eq!(counts.find(&search(&format!("door{n}"), 3, 1), 10, at(5)), Some(n));
        }
        assert!(counts.latest().totals.len() <= CAPACITY);
    }
}
