//! Cached counts of recent searches. Counting a common word takes time proportional to the number of its documents, and
//! every page of a search shows the count.

use crate::search::{DocumentFilter, Shelf};
use facility_kernel::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of cached counts, about 100 bytes each.
const CAPACITY: usize = 256;

/// What a count depends on besides the content: the search and the number of documents that the reader can see, which a
/// release changes without changing content.
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

/// The counts for one state of the shared content.
#[derive(Debug)]
struct Latest {
    content: Timestamp,
    totals: HashMap<Key, u64>,
}

/// Caches the counts of searches until shared content changes.
#[derive(Debug)]
pub struct SearchCounts(Mutex<Latest>);

impl Default for SearchCounts {
    fn default() -> Self {
        Self(Mutex::new(Latest { content: Timestamp::from_micros(0), totals: HashMap::new() }))
    }
}

impl SearchCounts {
    /// Returns the cached count of this search, if it was counted for the content as last changed at `content`.
    pub(super) fn find(&self, filter: &DocumentFilter, accessible: u64, content: Timestamp) -> Option<u64> {
        let latest = self.latest();
        (latest.content == content).then(|| latest.totals.get(&Key::new(filter, accessible)).copied())?
    }

    /// Stores a count. It must have been counted after `content` was read, never before.
    pub(super) fn store(&self, filter: &DocumentFilter, accessible: u64, content: Timestamp, total: u64) {
        let mut latest = self.latest();
        if content < latest.content {
            // Another caller has already seen a later change.
            return;
        }
        if content > latest.content || latest.totals.len() >= CAPACITY {
            latest.totals.clear();
            latest.content = content;
        }
        latest.totals.insert(Key::new(filter, accessible), total);
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        // Entries are inserted as a whole, so the map is consistent even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Search;
    use crate::search::query::Query;
    use crate::visibility::Visibility;
    use facility_kernel::Clearance;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    fn search(word: &str, level: i64, now: i64) -> DocumentFilter {
        let max_level = Clearance::parse(level).unwrap();
        let shelf = Shelf::Repository(Visibility { max_level, sees_unreleased: false, now: at(now) });
        let terms = Query::parse(word).unwrap().unwrap().terms;
        let search = Some(Search { terms, ..Search::default() });
        DocumentFilter { search, ..DocumentFilter::all(shelf) }
    }

    #[test]
    fn count_is_found_at_a_later_time() {
        let counts = SearchCounts::default();
        counts.store(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 2), 10, at(5)), Some(4));
    }

    #[test]
    fn count_belongs_to_one_search_and_visibility() {
        let counts = SearchCounts::default();
        counts.store(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 2, 1), 10, at(5)), None);
        assert_eq!(counts.find(&search("red door", 3, 1), 10, at(5)), None);
    }

    #[test]
    fn changes_and_releases_invalidate_counts() {
        let counts = SearchCounts::default();
        counts.store(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 1), 11, at(5)), None, "another document was released");
        assert_eq!(counts.find(&search("door", 3, 1), 10, at(6)), None, "content changed");
        counts.store(&search("door", 3, 1), 10, at(6), 7);
        counts.store(&search("door", 3, 1), 10, at(5), 4);
        assert_eq!(counts.find(&search("door", 3, 1), 10, at(6)), Some(7), "an outdated count is ignored");
    }

    #[test]
    fn number_of_cached_counts_is_bounded() {
        let counts = SearchCounts::default();
        for n in 0..1000 {
            counts.store(&search(&format!("door{n}"), 3, 1), 10, at(5), n);
            assert_eq!(counts.find(&search(&format!("door{n}"), 3, 1), 10, at(5)), Some(n));
        }
        assert!(counts.latest().totals.len() <= CAPACITY);
    }
}
