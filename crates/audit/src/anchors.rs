//! Anchors: now and then the end of the chain is written down outside the database. Whoever cuts the log's tail off, or
//! puts an old copy back, leaves a chain that holds in itself, but an anchor beyond its end or with another hash.

use crate::chain::{Broken, ChainKey, Link, SealedEntry, is_authentic};
use async_trait::async_trait;
use kernel::StoreError;
use serde::{Deserialize, Serialize};

/// New entries after which an anchor is due at once.
const ENTRIES: u64 = 1000;
/// Seconds after which an anchor is due when there is any new entry.
const SECONDS: u64 = 60;

/// An entry as it was once seen at the end of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// The entry's number.
    pub number: i64,
    /// The entry's id.
    pub id: String,
    /// The entry's hash.
    pub hash: [u8; 32],
    /// The entry's MAC, which tells an anchor of ours from one that somebody made up.
    pub mac: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: i64,
    id: String,
    hash: String,
    mac: String,
}

impl Anchor {
    /// The anchor at this entry.
    pub fn of(entry: &SealedEntry) -> Self {
        Self { number: entry.number, id: entry.id.clone(), hash: entry.hash, mac: entry.mac }
    }

    /// The anchor as one line of JSON, without a line break.
    pub fn to_line(&self) -> String {
        let (hash, mac) = (hex::encode(self.hash), hex::encode(self.mac));
        serde_json::json!({ "number": self.number, "id": self.id, "hash": hash, "mac": mac }).to_string()
    }

    /// The anchor on such a line; none when it is no whole one, such as the last line before a power cut.
    pub fn parse(line: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line).ok()?;
        let digest = |text: &str| hex::decode(text).ok()?.try_into().ok();
        Some(Self { number: line.number, hash: digest(&line.hash)?, mac: digest(&line.mac)?, id: line.id })
    }
}

/// Where anchors are kept. Not the database.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Anchors: Send + Sync {
    /// All anchors in the order in which they were appended; lines that are none are passed over.
    async fn read(&self) -> Result<Vec<Anchor>, StoreError>;

    /// Appends one, and answers when it is durable.
    async fn append(&self, anchor: &Anchor) -> Result<(), StoreError>;
}

/// Whether it is time for an anchor, when the last one was at `anchored` and the log ends at `last`.
pub const fn is_due(anchored: i64, last: i64, seconds_since: u64) -> bool {
    // A log that got shorter is anchored too: what happens in it from now on counts as well.
    last != anchored && (last.abs_diff(anchored) >= ENTRIES || seconds_since >= SECONDS)
}

/// The first of these anchors whose entry is missing in the log, or is another one. `found` are the entries at the
/// anchors' numbers, in any order. An anchor without a valid MAC is not ours and says nothing.
pub fn first_broken(anchors: &[Anchor], found: &[Link], key: &ChainKey) -> Option<Broken> {
    let holds = |anchor: &Anchor| {
        found.iter().any(|entry| entry.number == anchor.number && entry.hash == anchor.hash)
            || !is_authentic(key, &anchor.hash, &anchor.mac)
    };
    let broken = anchors.iter().filter(|anchor| !holds(anchor)).min_by_key(|anchor| anchor.number)?;
    Some(Broken { id: broken.id.clone(), number: broken.number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::testing::{key, log};

    fn anchors(entries: &[SealedEntry], at: &[usize]) -> Vec<Anchor> {
        at.iter().map(|index| Anchor::of(&entries[*index])).collect()
    }

    fn links(entries: &[SealedEntry]) -> Vec<Link> {
        entries.iter().map(SealedEntry::link).collect()
    }

    #[test]
    fn an_anchor_survives_its_line_and_half_a_line_is_none() {
        let anchor = Anchor::of(&log(3)[2]);
        let line = anchor.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(Anchor::parse(&line), Some(anchor));
        for end in 0..line.len() {
            assert_eq!(Anchor::parse(&line[..end]), None, "{end}");
        }
    }

    #[test]
    fn an_anchor_is_due_after_many_entries_or_some_time() {
        for (anchored, last, seconds, due) in [
            (0, 0, 1000, false),
            (5, 5, 1000, false),
            (5, 6, 59, false),
            (5, 6, 60, true),
            (5, 1004, 1, false),
            (5, 1005, 0, true),
            (50, 20, 60, true),
        ] {
            assert_eq!(is_due(anchored, last, seconds), due, "{anchored} {last} {seconds}");
        }
    }

    #[test]
    fn a_cut_tail_and_another_history_are_found() {
        let entries = log(20);
        let kept = anchors(&entries, &[4, 9, 14, 19]);
        assert_eq!(first_broken(&kept, &links(&entries), &key()), None);
        let broken = first_broken(&kept, &links(&entries[..12]), &key()).unwrap();
        assert_eq!((broken.number, &broken.id), (15, &entries[14].id));
        let mut other = links(&entries);
        other[9].hash[0] ^= 1;
        assert_eq!(first_broken(&kept, &other, &key()).unwrap().number, 10);
    }

    #[test]
    fn an_anchor_that_somebody_made_up_says_nothing() {
        let entries = log(3);
        let mut made_up = anchors(&entries, &[2]);
        made_up[0].hash = [9; 32];
        assert_eq!(first_broken(&made_up, &links(&entries), &key()), None);
    }
}
