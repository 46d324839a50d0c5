//! The audit log as a port, and its verification.

use crate::anchors::{self, Anchor, Anchors};
use crate::chain::{Broken, ChainKey, ChainVerifier, Link, SealedEntry};
use crate::{Audited, Entry, LogFilter};
use async_trait::async_trait;
use kernel::{Page, PageRequest, StoreError};
use std::sync::Arc;

/// Where audit entries are kept.
///
/// Implementations MUST number entries from 1 without gaps in the order of their commits, MUST chain each to the one
/// before, and MUST NOT be able to change or remove one.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends an entry that records something other than a change, such as a refusal, in a transaction of its own.
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError>;

    /// Up to `limit` entries with a number above `after`, in order.
    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError>;

    /// A page of the entries that the filter admits, newest first.
    ///
    /// With words implementations MUST look at no more than a bounded number of entries: a page that ends before it is
    /// full then names where the next one goes on, even when nothing was found.
    async fn list(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError>;

    /// How many entries the filter admits. Implementations MUST NOT walk through the log each time, nor at any time
    /// through more than a bounded number of entries: None where so many are left that this call did not come to the
    /// end. The next one goes on from there.
    async fn count(&self, filter: LogFilter) -> Result<Option<u64>, StoreError>;

    /// The entries with these numbers, as far as there are any, in any order.
    async fn links(&self, numbers: Vec<i64>) -> Result<Vec<Link>, StoreError>;

    /// The newest entry; none when the log is empty.
    async fn last(&self) -> Result<Option<SealedEntry>, StoreError>;
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Whether the chain holds.
    pub ok: bool,
    /// How many entries were checked.
    pub entries: u64,
    /// The first entry at which it does not hold.
    pub first_broken: Option<Broken>,
}

/// Records refusals, anchors the log, and verifies it.
#[derive(Clone)]
pub struct AuditTrail {
    log: Arc<dyn AuditLog>,
    anchors: Arc<dyn Anchors>,
    key: ChainKey,
}

/// Anchors looked up at a time.
const ANCHORS_AT_ONCE: usize = 100;

impl AuditTrail {
    /// Entries read at a time: some 500 KB.
    pub(crate) const BATCH: u32 = 1000;

    pub(crate) fn log(&self) -> &dyn AuditLog {
        &*self.log
    }

    /// A trail over this log, sealed with this key, with its anchors kept here.
    pub fn new(log: Arc<dyn AuditLog>, anchors: Arc<dyn Anchors>, key: ChainKey) -> Self {
        Self { log, anchors, key }
    }

    /// Records something that changed nothing, such as a refusal.
    pub async fn record(&self, entry: Entry) -> Result<(), StoreError> {
        self.log.record(Audited::new((), entry)).await
    }

    /// The number of the anchor that was appended last; zero before the first.
    pub async fn anchored(&self) -> Result<i64, StoreError> {
        Ok(self.anchors.read().await?.last().map_or(0, |anchor| anchor.number))
    }

    /// Appends an anchor at the newest entry when one is due, with the last one at `anchored` so many seconds ago.
    pub async fn anchor(&self, anchored: i64, seconds_since: u64) -> Result<Option<Anchor>, StoreError> {
        match self.log.last().await? {
            Some(last) if anchors::is_due(anchored, last.number, seconds_since) => {
                let anchor = Anchor::of(&last);
                self.anchors.append(&anchor).await?;
                Ok(Some(anchor))
            }
            _ => Ok(None),
        }
    }

    /// Checks the whole log from the first entry, in batches of constant memory, and all anchors.
    pub async fn verify(&self) -> Result<Verification, StoreError> {
        let found = self.verify_after(Link::START).await?;
        self.with_anchors(found).await
    }

    /// Checks the newest `count` entries and all anchors; the entry before them is taken on trust.
    pub async fn verify_tail(&self, count: i64) -> Result<Verification, StoreError> {
        let last = self.log.last().await?.map_or(0, |entry| entry.number);
        let start = last.saturating_sub(count);
        let before =
            if start > 0 { self.log.read_after(start.saturating_sub(1), 1).await?.pop() } else { None };
        let found = self.verify_after(before.map_or(Link::START, |entry| entry.link())).await?;
        self.with_anchors(found).await
    }

    /// What was found, or the anchor that does not hold where that is earlier.
    async fn with_anchors(&self, mut found: Verification) -> Result<Verification, StoreError> {
        // Read before the entries: an anchor is never ahead of the log it was taken from.
        let kept = self.anchors.read().await?;
        for some in kept.chunks(ANCHORS_AT_ONCE) {
            let entries = self.log.links(some.iter().map(|anchor| anchor.number).collect()).await?;
            let broken = anchors::first_broken(some, &entries, &self.key);
            if let Some(broken) = broken
                && found.first_broken.as_ref().is_none_or(|known| broken.number < known.number)
            {
                found = Verification { ok: false, first_broken: Some(broken), ..found };
            }
        }
        Ok(found)
    }

    async fn verify_after(&self, start: Link) -> Result<Verification, StoreError> {
        let mut verifier = ChainVerifier::after(start, self.key.clone());
        let mut at = start.number;
        let mut entries = 0;
        loop {
            let batch = self.log.read_after(at, Self::BATCH).await?;
            let Some(end) = batch.last() else {
                return Ok(Verification { ok: true, entries, first_broken: None });
            };
            at = end.number;
            for entry in &batch {
                if let Err(broken) = verifier.check(entry) {
                    return Ok(Verification { ok: false, entries, first_broken: Some(broken) });
                }
                entries += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anchors::MockAnchors;
    use crate::{Action, EntityType, Performer};
    use kernel::testing::{SequentialIds, context};

    fn trail(length: usize, alter: impl Fn(&mut Vec<SealedEntry>)) -> AuditTrail {
        let key = ChainKey::new([1; 32]);
        let ids = SequentialIds::default();
        let mut rows: Vec<SealedEntry> = Vec::new();
        for _ in 0..length {
            let entry = Entry::new(&ids, &context(), Performer::System, Action::KeyRotated, EntityType::Site);
            let last = rows.last().map_or(Link::START, SealedEntry::link);
            rows.push(SealedEntry::seal(&entry, last, &key));
        }
        let anchors: Vec<Anchor> = rows.iter().skip(9).step_by(10).map(Anchor::of).collect();
        alter(&mut rows);
        let linked: Vec<Link> = rows.iter().map(SealedEntry::link).collect();
        let mut log = MockAuditLog::new();
        let newest = rows.last().cloned();
        log.expect_last().returning(move || Ok(newest.clone()));
        log.expect_read_after().returning(move |after, limit| {
            Ok(rows.iter().filter(|row| row.number > after).take(limit as usize).cloned().collect())
        });
        log.expect_links().returning(move |numbers| {
            Ok(linked.iter().filter(|link| numbers.contains(&link.number)).copied().collect())
        });
        let mut store = MockAnchors::new();
        store.expect_read().returning(move || Ok(anchors.clone()));
        store.expect_append().returning(|_| Ok(()));
        AuditTrail::new(Arc::new(log), Arc::new(store), key)
    }

    #[tokio::test]
    async fn a_cut_tail_is_found_by_its_anchors() {
        let found = trail(2500, |rows| rows.truncate(1200)).verify().await.unwrap();
        assert_eq!((found.ok, found.entries, found.first_broken.unwrap().number), (false, 1200, 1210));
        let found = trail(2500, Vec::clear).verify_tail(10).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 10);
        // The entry comes before the anchor that it takes with it.
        let found = trail(40, |rows| rows.drain(12..).for_each(drop)).verify_tail(5).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 20);
        let found = trail(40, |rows| rows[4].action = "nothing".to_owned()).verify().await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 5);
    }

    #[tokio::test]
    async fn an_anchor_is_the_newest_entry_when_it_is_due() {
        let trail = trail(1250, |_| ());
        assert_eq!(trail.anchored().await.unwrap(), 1250);
        assert_eq!(trail.anchor(1250, 600).await.unwrap(), None);
        assert_eq!(trail.anchor(1249, 59).await.unwrap(), None);
        assert_eq!(trail.anchor(1249, 60).await.unwrap().unwrap().number, 1250);
        assert_eq!(trail.anchor(250, 0).await.unwrap().unwrap().number, 1250);
    }

    #[tokio::test]
    async fn verification_walks_all_batches() {
        let found = trail(2500, |_| ()).verify().await.unwrap();
        assert_eq!(found, Verification { ok: true, entries: 2500, first_broken: None });
    }

    #[tokio::test]
    async fn the_first_broken_entry_is_named() {
        let found = trail(30, |rows| rows[11].action = "nothing".to_owned()).verify().await.unwrap();
        assert_eq!((found.ok, found.entries), (false, 11));
        assert_eq!(found.first_broken.unwrap().number, 12);
    }

    #[tokio::test]
    async fn a_tail_is_checked_against_the_entry_before_it() {
        let found = trail(30, |rows| rows[3].action = "nothing".to_owned()).verify_tail(10).await.unwrap();
        assert_eq!((found.ok, found.entries), (true, 10));
        let found = trail(30, |rows| rows[25].action = "nothing".to_owned()).verify_tail(10).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 26);
        assert_eq!(trail(0, |_| ()).verify_tail(10).await.unwrap().entries, 0);
    }
}
