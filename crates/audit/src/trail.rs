//! The audit log port, and the audit trail with its anchors.

use crate::anchors::Anchors;
use crate::attempts::LoginAttempt;
use crate::chain::{Broken, ChainKey, Link, SealedEntry};
use crate::entry::{Audited, Entry};
use crate::filter::LogFilter;
use crate::log_tree::LogTree;
use crate::note::CheckpointKey;
use crate::segment::Segment;
use async_trait::async_trait;
use facility_kernel::{IdGenerator, Page, PageRequest, StoreError};
use futures_util::lock::Mutex;
use std::sync::Arc;

/// Storage for audit entries.
///
/// Implementations MUST number entries from 1 without gaps in commit order, MUST chain each to its predecessor, and
/// MUST NOT be able to change or remove an entry.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends an entry without a change, such as a refusal, in a separate transaction. Does nothing if an entry with
    /// the same id exists, so a call whose outcome is in doubt can be repeated.
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError>;

    /// Appends the entry of a refused sign-in together with the attempt, in one transaction. The attempt counts as
    /// often as the entry says. Can be repeated like [`Self::record`].
    async fn record_attempt(&self, refused: Audited<LoginAttempt>) -> Result<(), StoreError>;

    /// Returns up to `limit` entries with numbers above `after`, in order.
    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError>;

    /// Returns a page of the matching entries, newest first.
    ///
    /// For a search ([`LogFilter::is_search`]), implementations MUST examine a bounded number of entries. A page that
    /// ends early then has a cursor for the next page, even if nothing matched. They MAY skip entries whose position in
    /// the log is more than [`LogFilter::DISORDER`] outside the filter's time range.
    async fn list(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError>;

    /// Returns the number of matching entries. Implementations MUST NOT scan the log each time and MUST examine a
    /// bounded number of entries per call. None if entries remain to be counted; the next call continues from there.
    async fn count(&self, filter: LogFilter) -> Result<Option<u64>, StoreError>;

    /// Returns the existing entries with these numbers, in any order.
    async fn links(&self, numbers: Vec<i64>) -> Result<Vec<Link>, StoreError>;

    /// Returns the numbers and hashes of up to `limit` entries with numbers above `after`, in order.
    async fn links_after(&self, after: i64, limit: u32) -> Result<Vec<Link>, StoreError>;

    /// Reads like [`Self::read_after`] and verifies the entries with [`Segment::examine`], outside the threads that
    /// serve requests.
    async fn examine(&self, after: i64, limit: u32, key: ChainKey) -> Result<Segment, StoreError>;

    /// Returns the newest entry. None if the log is empty.
    async fn last(&self) -> Result<Option<SealedEntry>, StoreError>;
}

/// The result of verifying the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Whether the log is intact.
    pub ok: bool,
    /// Number of verified entries.
    pub entries: u64,
    /// The first entry that failed verification.
    pub first_broken: Option<Broken>,
}

/// Records refusals, anchors the log, and verifies it.
#[derive(Clone)]
pub struct AuditTrail {
    pub(crate) log: Arc<dyn AuditLog>,
    pub(crate) anchors: Arc<dyn Anchors>,
    pub(crate) key: ChainKey,
    pub(crate) signer: Arc<dyn CheckpointKey>,
    ids: Arc<dyn IdGenerator>,
    /// The tree of the last checkpoint, shared by all clones.
    pub(crate) tree: Arc<Mutex<Option<LogTree>>>,
}

impl AuditTrail {
    /// Number of entries per read, about 500 KB.
    pub(crate) const BATCH: u32 = 1000;

    pub(crate) fn log(&self) -> &dyn AuditLog {
        &*self.log
    }

    /// Creates a trail for this log, with its keys and anchor storage.
    pub fn new(
        log: Arc<dyn AuditLog>,
        anchors: Arc<dyn Anchors>,
        key: ChainKey,
        signer: Arc<dyn CheckpointKey>,
        ids: Arc<dyn IdGenerator>,
    ) -> Self {
        Self { log, anchors, key, signer, ids, tree: Arc::default() }
    }

    pub(crate) fn ids(&self) -> &dyn IdGenerator {
        &*self.ids
    }

    /// Records an entry without a change, such as a refusal.
    pub async fn record(&self, entry: Entry) -> Result<(), StoreError> {
        self.log.record(Audited::new((), entry)).await
    }

    /// Returns the number of the last anchored entry. Zero if there is no anchor.
    pub async fn anchored(&self) -> Result<i64, StoreError> {
        Ok(self.anchors.read().await?.last().map_or(0, |anchor| anchor.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, EntityType};
    use crate::anchors::{Anchor, MockAnchors};
    use crate::checkpoint::Checkpoint;
    use crate::entry::Performer;
    use crate::note::NoteSigner;
    use crate::signing::{SigningError, Unverified};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, context};
    use std::slice::from_ref;

    fn trail(length: usize, alter: impl Fn(&mut Vec<SealedEntry>)) -> AuditTrail {
        let key = ChainKey::new([1; 32]);
        let ids = SequentialIds::default();
        let mut rows: Vec<SealedEntry> = Vec::new();
        for _ in 0..length {
            let entry = Entry::new(&ids, &context(), Performer::System, Action::KeyRotated, EntityType::Site);
            let last = rows.last().map_or(Link::START, SealedEntry::link);
            rows.push(SealedEntry::seal(&entry, last, TEST_NOW, &key));
        }
        let anchors: Vec<Anchor> = rows.iter().skip(9).step_by(10).map(Anchor::of).collect();
        alter(&mut rows);
        let linked: Vec<Link> = rows.iter().map(SealedEntry::link).collect();
        let mut log = MockAuditLog::new();
        let (newest, examined) = (rows.last().cloned(), rows.clone());
        log.expect_last().returning(move || Ok(newest.clone()));
        log.expect_read_after().returning(move |after, limit| {
            Ok(rows.iter().filter(|row| row.number > after).take(limit as usize).cloned().collect())
        });
        let all = linked.clone();
        log.expect_links_after().returning(move |after, limit| {
            Ok(all.iter().filter(|link| link.number > after).take(limit as usize).copied().collect())
        });
        log.expect_examine().returning(move |after, limit, key| {
            let part: Vec<SealedEntry> =
                examined.iter().filter(|row| row.number > after).take(limit as usize).cloned().collect();
            Ok(Segment::examine(after, &part, &key))
        });
        log.expect_links().returning(move |numbers| {
            Ok(linked.iter().filter(|link| numbers.contains(&link.number)).copied().collect())
        });
        let (mut store, appended) = (MockAnchors::new(), Arc::new(std::sync::Mutex::new(anchors)));
        let read = appended.clone();
        store.expect_read().returning(move || Ok(read.lock().unwrap().clone()));
        store.expect_append().returning(move |anchor| {
            appended.lock().unwrap().push(anchor.clone());
            Ok(())
        });
        let tree = Arc::new(std::sync::Mutex::new(None));
        let kept = tree.clone();
        store.expect_tree().returning(move || Ok(kept.lock().unwrap().clone()));
        store.expect_store_tree().returning(move |log_tree| {
            *tree.lock().unwrap() = Some(log_tree.clone());
            Ok(())
        });
        let signer = NoteSigner::new("terminal/audit", &[3; 32]).unwrap();
        AuditTrail::new(Arc::new(log), Arc::new(store), key, Arc::new(signer), Arc::new(SequentialIds::default()))
    }

    #[tokio::test]
    async fn truncated_log_is_found_by_its_anchors() {
        let found = trail(2500, |rows| rows.truncate(1200)).verify().await.unwrap();
        assert_eq!((found.ok, found.entries, found.first_broken.unwrap().number), (false, 1200, 1210));
        let found = trail(2500, Vec::clear).verify().await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 10);
        // The oldest anchor among the newest hundred.
        let found = trail(2500, Vec::clear).verify_tail(10).await.unwrap();
        assert_eq!(found.first_broken.unwrap().number, 1510);
        // The first verified entry is before its anchor.
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

    #[tokio::test]
    async fn anchors_carry_checkpoints_that_later_ones_extend() {
        let trail = trail(1250, |_| ());
        let anchor = trail.anchor(250, 0).await.unwrap().unwrap();
        let key = trail.public_key().await.unwrap();
        let signed = Checkpoint::open(&anchor.checkpoint.unwrap(), &key).unwrap();
        assert_eq!(signed.size, 1250);
        assert!(trail.verify_since(from_ref(&key), &[signed]).await.unwrap().ok);
        let mut other = signed;
        other.root[0] ^= 1;
        assert_eq!(trail.verify_since(from_ref(&key), &[other]).await.unwrap().first_broken.unwrap().number, 1250);
        // A restarted server continues the stored tree and signs the same checkpoint.
        let restarted = AuditTrail { tree: Arc::default(), ..trail.clone() };
        assert_eq!(restarted.checkpoint().await.unwrap(), trail.checkpoint().await.unwrap());
        let proof = trail.prove(3).await.unwrap();
        let entry = trail.log.read_after(2, 1).await.unwrap().pop().unwrap();
        assert_eq!(proof.verify(&entry, &key), Ok(signed));
        assert!(matches!(trail.prove(1251).await, Err(SigningError::NoSuchEntry)));
    }

    #[tokio::test]
    async fn checkpoints_of_another_key_are_counted() {
        let first = trail(40, |_| ());
        first.anchor(0, 60).await.unwrap();
        first.anchor(0, 60).await.unwrap();
        let first_key = first.public_key().await.unwrap();
        assert_eq!(first.unverified_checkpoints(&[first_key]).await.unwrap(), Unverified::default());
        let signer = NoteSigner::new("terminal/audit", &[4; 32]).unwrap();
        let key = signer.verifier();
        let replaced = AuditTrail { signer: Arc::new(signer), tree: Arc::default(), ..first };
        let found = replaced.unverified_checkpoints(from_ref(&key)).await.unwrap();
        assert_eq!(found, Unverified { count: 2, is_newest: true });
        replaced.anchor(0, 60).await.unwrap();
        let found = replaced.unverified_checkpoints(from_ref(&key)).await.unwrap();
        assert_eq!(found, Unverified { count: 2, is_newest: false }, "from the second on it is known");
    }

    #[tokio::test]
    async fn log_that_does_not_extend_its_last_checkpoint_is_not_signed() {
        let whole = trail(40, |_| ());
        whole.anchor(0, 60).await.unwrap();
        for alter in [(|rows| rows.truncate(30)) as fn(&mut Vec<SealedEntry>), |rows| rows[39].hash[0] ^= 1] {
            // The anchors and the tree of the whole log, with an altered log.
            let altered = AuditTrail { anchors: whole.anchors.clone(), ..trail(40, alter) };
            assert!(matches!(altered.checkpoint().await, Err(SigningError::Altered)));
            let anchor = altered.anchor(0, 60).await.unwrap().unwrap();
            assert_eq!(anchor.checkpoint, None);
        }
    }
}
