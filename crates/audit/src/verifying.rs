//! Verification of the log: its chain, anchors and checkpoints in one pass. Several parts are read and hashed
//! concurrently.

use crate::anchors::{self, Anchor};
use crate::chain::{Broken, ChainKey, Link, is_authentic};
use crate::checkpoint::{Checkpoint, leaf_of};
use crate::merkle::{Hash, Tree};
use crate::note::NoteVerifier;
use crate::segment::Segment;
use crate::trail::{AuditTrail, Verification};
use facility_kernel::{StoreError, Timestamp};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use std::iter::Peekable;
use std::vec::IntoIter;

/// Number of entries per part, about 2 MB.
const PART_ENTRIES: u32 = 4000;
/// Number of parts that are read and hashed concurrently.
const CONCURRENT_PARTS: usize = 3;
/// Number of anchors per lookup.
const ANCHORS_PER_LOOKUP: usize = 100;

/// The expected state of the log at an entry, known from outside the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expectation {
    number: i64,
    id: String,
    hash: Option<Hash>,
    root: Option<Hash>,
}

impl Expectation {
    /// The expectation of an anchor. None if neither its MAC nor its checkpoint is genuine.
    fn of(anchor: &Anchor, key: &ChainKey, verifiers: &[NoteVerifier]) -> Option<Self> {
        let hash = is_authentic(key, &anchor.hash, &anchor.mac).then_some(anchor.hash);
        let signed = anchor.checkpoint.as_deref().and_then(|note| Checkpoint::open_with_any(note, verifiers).ok());
        let signed = signed.filter(|checkpoint| i64::try_from(checkpoint.size) == Ok(anchor.number));
        let root = signed.map(|checkpoint| checkpoint.root);
        (hash.is_some() || root.is_some()).then(|| Self { number: anchor.number, id: anchor.id.clone(), hash, root })
    }

    /// The expectation of a checkpoint that was stored elsewhere.
    pub(crate) fn since(checkpoint: Checkpoint) -> Self {
        Self {
            number: i64::try_from(checkpoint.size).unwrap_or(i64::MAX),
            id: format!("checkpoint of {} entries", checkpoint.size),
            hash: None,
            root: Some(checkpoint.root),
        }
    }

    pub(crate) fn broken(self) -> Broken {
        Broken { id: self.id, number: self.number }
    }
}

/// Rebuilds the tree from the first entry on and compares it with the expectations.
pub(crate) struct VerificationPass {
    tree: Tree,
    last: Link,
    marks: Peekable<IntoIter<Expectation>>,
    missed: Option<Expectation>,
}

impl VerificationPass {
    pub(crate) fn beside(mut marks: Vec<Expectation>) -> Self {
        marks.sort_by_key(|mark| mark.number);
        Self { tree: Tree::default(), last: Link::START, marks: marks.into_iter().peekable(), missed: None }
    }

    /// The last valid entry.
    pub(crate) const fn last(&self) -> Link {
        self.last
    }

    /// The checkpoint of the entries so far.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { size: self.tree.size(), root: self.tree.root() }
    }

    /// Adds the hash of the next valid entry.
    pub(crate) fn advance(&mut self, hash: Hash) {
        self.last = Link { number: self.last.number.saturating_add(1), hash };
        self.tree.push(leaf_of(&hash));
        while let Some(mark) = self.marks.next_if(|mark| mark.number <= self.last.number) {
            let differs =
                mark.hash.is_some_and(|kept| kept != hash) || mark.root.is_some_and(|kept| kept != self.tree.root());
            if differs && self.missed.is_none() {
                self.missed = Some(mark);
            }
        }
    }

    /// Returns the first expectation that the log does not meet, or that is beyond its end.
    pub(crate) fn finish(mut self) -> Option<Broken> {
        self.missed.or_else(|| self.marks.next()).map(Expectation::broken)
    }
}

/// Returns the one that comes first in the log.
pub(crate) fn earlier(one: Option<Broken>, other: Option<Broken>) -> Option<Broken> {
    [one, other].into_iter().flatten().min_by_key(|broken| broken.number)
}

impl AuditTrail {
    /// Verifies the whole log from the first entry, with all anchors and checkpoints, part by part in constant memory.
    pub async fn verify(&self) -> Result<Verification, StoreError> {
        self.verify_since(&[self.public_key().await?], &[]).await
    }

    /// Verifies like [`AuditTrail::verify`], with the checkpoints that these keys have signed. Also verifies that the log
    /// still begins with the entries of the checkpoints in `kept`.
    pub async fn verify_since(&self, keys: &[NoteVerifier], kept: &[Checkpoint]) -> Result<Verification, StoreError> {
        // The anchors are read first: an anchor is never ahead of its log.
        let anchors = self.anchors.read().await?;
        let marks = anchors.iter().filter_map(|anchor| Expectation::of(anchor, &self.key, keys));
        let mut pass = VerificationPass::beside(marks.chain(kept.iter().copied().map(Expectation::since)).collect());
        let (entries, broken) = self.follow(Link::START, |hash| pass.advance(hash)).await?;
        let first_broken = earlier(broken, pass.finish());
        Ok(Verification { ok: first_broken.is_none(), entries, first_broken })
    }

    /// Returns the time of the newest entry. None if the log is empty.
    pub async fn newest_at(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.log.last().await?.map(|entry| Timestamp::from_micros(entry.timestamp)))
    }

    /// Verifies the newest `count` entries and the newest 100 anchors, with one query for the anchors. The entry before
    /// the first verified one is trusted.
    pub async fn verify_tail(&self, count: i64) -> Result<Verification, StoreError> {
        let last = self.log.last().await?.map_or(0, |entry| entry.number);
        let start = last.saturating_sub(count);
        let before = if start > 0 { self.log.read_after(start.saturating_sub(1), 1).await?.pop() } else { None };
        let kept = self.anchors.read().await?;
        let start = before.map_or(Link::START, |entry| entry.link());
        let (entries, broken) = self.follow(start, |_hash| ()).await?;
        let newest = kept.get(kept.len().saturating_sub(ANCHORS_PER_LOOKUP)..).unwrap_or_default();
        let links = self.log.links(newest.iter().map(|anchor| anchor.number).collect()).await?;
        let first_broken = earlier(broken, anchors::first_broken(newest, &links, &self.key));
        Ok(Verification { ok: first_broken.is_none(), entries, first_broken })
    }

    /// Verifies the chain after `start` and passes each valid hash to `each`. Returns the number of valid entries and
    /// the first invalid one.
    async fn follow(&self, start: Link, mut each: impl FnMut(Hash)) -> Result<(u64, Option<Broken>), StoreError> {
        let end = self.log.last().await?.map_or(0, |entry| entry.number);
        let step = usize::try_from(PART_ENTRIES).unwrap_or(usize::MAX);
        let parts = stream::iter((start.number..end).step_by(step));
        let mut parts =
            parts.map(|after| self.log.examine(after, PART_ENTRIES, self.key.clone())).buffered(CONCURRENT_PARTS);
        let (mut last, mut entries) = (start, 0);
        while let Some(Segment { first, hashes, broken }) = parts.try_next().await? {
            if let Some((id, previous)) = first
                && previous != last.hash
            {
                return Ok((entries, Some(Broken { id, number: last.number.saturating_add(1) })));
            }
            for hash in hashes {
                last = Link { number: last.number.saturating_add(1), hash };
                entries += 1;
                each(hash);
            }
            if broken.is_some() {
                return Ok((entries, broken));
            }
        }
        Ok((entries, None))
    }
}
