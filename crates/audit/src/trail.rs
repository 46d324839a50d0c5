//! The audit log as a port, and its verification.

use crate::anchors::{self, Anchor, Anchors};
use crate::attempts::LoginAttempt;
use crate::chain::{Broken, ChainKey, ChainVerifier, Link, SealedEntry};
use crate::{Audited, Entry, LogFilter};
use async_trait::async_trait;
use kernel::{IdGenerator, Page, PageRequest, StoreError};
use std::sync::Arc;

/// Storage for audit entries.
///
/// Implementations MUST number entries from 1 without gaps in commit order, MUST chain each to its predecessor,
/// and MUST NOT be able to change or remove an entry.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends an entry without a change, such as a refusal, in a separate transaction. Does nothing if an entry with its
    /// id is in the log, so that a try whose outcome is in doubt can be repeated.
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError>;

    /// Appends the entry of a refused sign-in together with the attempt, which counts as often as its entry says. Both
    /// or neither. Can be repeated like [`Self::record`].
    async fn record_attempt(&self, refused: Audited<LoginAttempt>) -> Result<(), StoreError>;

    /// Up to `limit` entries with a number above `after`, in order.
    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError>;

    /// A page of the matching entries, newest first.
    ///
    /// For a search ([`LogFilter::is_search`]), implementations MUST examine a bounded number of entries. A page that ends
    /// before it is full then has a cursor for the next page, even if nothing matched. They MAY skip the entries whose
    /// place in the log is further than [`LogFilter::DISORDER`] outside the time.
    async fn list(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError>;

    /// The number of matching entries. Implementations MUST NOT scan the log each time and MUST examine a bounded
    /// number of entries per call. None if entries remain to be counted;
    /// the next call continues from there.
    async fn count(&self, filter: LogFilter) -> Result<Option<u64>, StoreError>;

    /// The existing entries with these numbers, in any order.
    async fn links(&self, numbers: Vec<i64>) -> Result<Vec<Link>, StoreError>;

    /// The newest entry. None if the log is empty.
    async fn last(&self) -> Result<Option<SealedEntry>, StoreError>;
}

/// The result of a verification.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Whether the chain is intact.
    pub ok: bool,
    /// Number of verified entries.
    pub entries: u64,
    /// The first entry that failed verification.
    pub first_broken: Option<Broken>,
}

/// Records refusals, anchors the log, and verifies it.
#[derive(Clone)]
pub struct AuditTrail {
    log: Arc<dyn AuditLog>,
    anchors: Arc<dyn Anchors>,
    key: ChainKey,
    ids: Arc<dyn IdGenerator>,
}

/// Number of anchors per lookup.
const ANCHORS_AT_ONCE: usize = 100;

impl AuditTrail {
    /// Number of entries per read, about 500 KB.
    pub(crate) const BATCH: u32 = 1000;

    pub(crate) fn log(&self) -> &dyn AuditLog {
        &*self.log
    }

    /// Creates a trail for this log, key and anchor storage, with ids for the entries of its own.
    pub fn new(
        log: Arc<dyn AuditLog>,
        anchors: Arc<dyn Anchors>,
        key: ChainKey,
        ids: Arc<dyn IdGenerator>,
    ) -> Self {
        Self { log, anchors, key, ids }
    }

    pub(crate) fn ids(&self) -> &dyn IdGenerator {
        &*self.ids
    }

    /// Records an event without a change, such as a refusal.
    pub async fn record(&self, entry: Entry) -> Result<(), StoreError> {
        self.log.record(Audited::new((), entry)).await
    }

    /// Number of the last appended anchor. Zero before the first.
    pub async fn anchored(&self) -> Result<i64, StoreError> {
        Ok(self.anchors.read().await?.last().map_or(0, |anchor| anchor.number))
    }

    /// Appends an anchor for the newest entry if one is due. The last one was at `anchored`, `seconds` ago.
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

    /// Verifies the whole log from the first entry, in batches of constant memory, and all anchors.
    pub async fn verify(&self) -> Result<Verification, StoreError> {
        let found = self.verify_after(Link::START).await?;
        self.with_anchors(found, &self.anchors.read().await?).await
    }

    /// Verifies the newest `count` entries and the newest 100 anchors, the anchors with one query. The entry before the
    /// first of them is trusted.
    pub async fn verify_tail(&self, count: i64) -> Result<Verification, StoreError> {
        let last = self.log.last().await?.map_or(0, |entry| entry.number);
        let start = last.saturating_sub(count);
        let before =
            if start > 0 { self.log.read_after(start.saturating_sub(1), 1).await?.pop() } else { None };
        let found = self.verify_after(before.map_or(Link::START, |entry| entry.link())).await?;
        let kept = self.anchors.read().await?;
        let newest = kept.len().saturating_sub(ANCHORS_AT_ONCE);
        self.with_anchors(found, kept.get(newest..).unwrap_or_default()).await
    }

    /// The result, or the invalid anchor if that comes first. The anchors must be read before the entries: an anchor is
    /// never ahead of its log.
    async fn with_anchors(
        &self,
        mut found: Verification,
        kept: &[Anchor],
    ) -> Result<Verification, StoreError> {
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
        AuditTrail::new(Arc::new(log), Arc::new(store), key, Arc::new(SequentialIds::default()))
    }

    #[tokio::test]
    async fn truncated_log_is_found_by_its_anchors() {
        let found = trail(2500, |rows| rows.truncate(1200)).verify().await.unwrap();
        assert_eq!((found.ok, found.entries, found.first_broken.unwrap().number), (false, 1200, 1210));
        let found = trail(2500, Vec::clear).verify().await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 10);
        // The oldest of the newest hundred.
        let found = trail(2500, Vec::clear).verify_tail(10).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 1510);
        // The entry precedes its anchor.
        let found = trail(40, |rows| rows.drain(12..).for_each(drop)).verify_tail(5).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 20);
        let found = trail(40, |rows| rows[4].action = "nothing".to_owned()).verify().await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 5);
    }

    #[tokio::test]
    async fn due_anchor_records_the_newest_entry() {
        let trail = trail(1250, |_| ());
        assert_eq!(trail.anchored().await.unwrap(), 1250);
        assert_eq!(trail.anchor(1250, 600).await.unwrap(), None);
        assert_eq!(trail.anchor(1249, 59).await.unwrap(), None);
        assert_eq!(trail.anchor(1249, 60).await.unwrap().unwrap().number, 1250);
        assert_eq!(trail.anchor(250, 0).await.unwrap().unwrap().number, 1250);
    }

    #[tokio::test]
    async fn verification_covers_all_batches() {
        let found = trail(2500, |_| ()).verify().await.unwrap();
        assert_eq!(found, Verification { ok: true, entries: 2500, first_broken: None });
    }

    #[tokio::test]
    async fn verification_names_the_first_broken_entry() {
        let found = trail(30, |rows| rows[11].action = "nothing".to_owned()).verify().await.unwrap();
        assert_eq!((found.ok, found.entries), (false, 11));
        assert_eq!(found.first_broken.unwrap().number, 12);
    }

    #[tokio::test]
    async fn tail_is_verified_against_its_predecessor() {
        let found = trail(30, |rows| rows[3].action = "nothing".to_owned()).verify_tail(10).await.unwrap();
        assert_eq!((found.ok, found.entries), (true, 10));
        let found = trail(30, |rows| rows[25].action = "nothing".to_owned()).verify_tail(10).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 26);
        assert_eq!(trail(0, |_| ()).verify_tail(10).await.unwrap().entries, 0);
    }
}
