//! What readers opened through this process a moment ago, which may not be in the database yet.

use facility_kernel::{DocumentId, UserId};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Time for which an access is remembered: well beyond the second within which it is written.
const REMEMBERED: Duration = Duration::from_secs(5);
/// Time between two removals of what is older. Removing it with every access would cost more than the access.
const BETWEEN_REMOVALS: Duration = Duration::from_secs(1);

/// The latest version of each document that each reader opened recently.
#[derive(Default)]
pub(super) struct RecentlyOpened {
    by_reader: HashMap<UserId, HashMap<DocumentId, (i32, Instant)>>,
    removed_at: Option<Instant>,
}

impl RecentlyOpened {
    pub(super) fn add(&mut self, reader: UserId, document: DocumentId, version: i32, now: Instant) {
        if self.removed_at.is_none_or(|at| now.duration_since(at) >= BETWEEN_REMOVALS) {
            self.removed_at = Some(now);
            self.by_reader.retain(|_, opened| {
                opened.retain(|_, (_, since)| is_recent(*since, now));
                !opened.is_empty()
            });
        }
        let (latest, since) = self.by_reader.entry(reader).or_default().entry(document).or_insert((version, now));
        (*latest, *since) = (version.max(*latest), now);
    }

    /// Returns those of these documents that the reader opened recently.
    pub(super) fn of(&self, reader: UserId, documents: &[DocumentId], now: Instant) -> Vec<(DocumentId, i32)> {
        let Some(opened) = self.by_reader.get(&reader) else { return Vec::new() };
        let recent = documents.iter().filter_map(|document| Some((*document, *opened.get(document)?)));
        recent.filter(|(_, (_, since))| is_recent(*since, now)).map(|(id, (version, _))| (id, version)).collect()
    }

    /// Returns all documents that the reader opened recently.
    pub(super) fn all_of(&self, reader: UserId, now: Instant) -> Vec<(DocumentId, i32)> {
        let opened = self.by_reader.get(&reader).into_iter().flatten();
        let recent = opened.filter(|(_, (_, since))| is_recent(*since, now));
        recent.map(|(document, (version, _))| (*document, *version)).collect()
    }
}

fn is_recent(since: Instant, now: Instant) -> bool {
    now.duration_since(since) < REMEMBERED
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    fn reader(n: u64) -> UserId {
        UserId::Account(numbered(n))
    }

    fn document(n: u64) -> DocumentId {
        DocumentId::from_uuid(numbered(n))
    }

    #[test]
    fn the_latest_version_of_each_reader_is_remembered_for_five_seconds() {
        let start = Instant::now();
        let mut opened = RecentlyOpened::default();
        opened.add(reader(1), document(1), 2, start);
        opened.add(reader(1), document(1), 1, start);
        opened.add(reader(2), document(2), 7, start);
        assert_eq!(opened.of(reader(1), &[document(1), document(2)], start), [(document(1), 2)]);
        assert_eq!(opened.all_of(reader(2), start), [(document(2), 7)]);
        let later = start + REMEMBERED;
        assert_eq!(opened.of(reader(1), &[document(1)], later), []);
        assert_eq!(opened.all_of(reader(2), later), []);
    }

    #[test]
    fn what_is_older_is_removed() {
        let start = Instant::now();
        let mut opened = RecentlyOpened::default();
        for n in 1..100 {
            opened.add(reader(n), document(n), 1, start);
        }
        opened.add(reader(1), document(1), 1, start + REMEMBERED);
        assert_eq!(opened.by_reader.len(), 1);
    }
}
