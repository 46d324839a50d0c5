//! Anchors record the end of the chain outside the database. If an attacker truncates the log or restores an old copy,
//! the chain itself is valid, but the newest anchor is beyond its end or has a different hash.

use crate::chain::{Broken, ChainKey, Link, SealedEntry, is_authentic};
use crate::log_tree::StoredTree;
use async_trait::async_trait;
use facility_kernel::StoreError;
use serde::{Deserialize, Serialize};

/// An anchor is due after this number of new entries.
const ENTRIES: u64 = 1000;
/// An anchor is due after this number of seconds if there are new entries.
const SECONDS: u64 = 60;

/// The recorded end of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    pub number: i64,
    pub id: String,
    pub hash: [u8; 32],
    /// The entry's MAC, which proves that the anchor is genuine.
    pub mac: [u8; 32],
    /// The signed checkpoint of the log up to the entry. None if an earlier version wrote the anchor, or if the log did
    /// not extend its last checkpoint.
    pub checkpoint: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: i64,
    id: String,
    hash: String,
    mac: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkpoint: Option<String>,
}

impl Anchor {
    /// Creates the anchor for this entry.
    pub fn of(entry: &SealedEntry) -> Self {
        Self { number: entry.number, id: entry.id.clone(), hash: entry.hash, mac: entry.mac, checkpoint: None }
    }

    /// Returns the anchor as one line of JSON, without the line break.
    pub fn to_line(&self) -> String {
        let line = Line {
            number: self.number,
            id: self.id.clone(),
            hash: hex::encode(self.hash),
            mac: hex::encode(self.mac),
            checkpoint: self.checkpoint.clone(),
        };
        // Strings and numbers always serialize.
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Parses a line. None for an incomplete line, such as the last one before a power failure.
    pub fn parse(line: &str) -> Option<Self> {
        let line: Line = serde_json::from_str(line).ok()?;
        let digest = |text: &str| hex::decode(text).ok()?.try_into().ok();
        Some(Self {
            number: line.number,
            hash: digest(&line.hash)?,
            mac: digest(&line.mac)?,
            id: line.id,
            checkpoint: line.checkpoint,
        })
    }
}

/// Storage for anchors. It must be outside the database.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Anchors: Send + Sync {
    /// Returns all anchors in the order of appending. Invalid lines are skipped.
    async fn read(&self) -> Result<Vec<Anchor>, StoreError>;

    /// Appends an anchor and returns when it is durable.
    async fn append(&self, anchor: &Anchor) -> Result<(), StoreError>;

    /// Returns the stored tree. None if it is missing or damaged; it can be rebuilt from the log.
    async fn tree(&self) -> Result<Option<StoredTree>, StoreError>;

    /// Replaces the stored tree.
    async fn store_tree(&self, tree: &StoredTree) -> Result<(), StoreError>;
}

/// Whether an anchor is due. The last one was at entry `anchored`; the log ends at entry `last`.
pub const fn is_due(anchored: i64, last: i64, seconds_since: u64) -> bool {
    // A shorter log is anchored too: after a truncation, its new entries also count.
    last != anchored && (last.abs_diff(anchored) >= ENTRIES || seconds_since >= SECONDS)
}

/// Returns the first anchor whose entry is missing or different. `found` contains the log's entries at the anchors'
/// numbers, in any order. Anchors without a valid MAC are ignored.
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
    fn anchor_round_trips_and_torn_line_is_ignored() {
        let mut anchor = Anchor::of(&log(3)[2]);
        assert_eq!(Anchor::parse(&anchor.to_line()), Some(anchor.clone()), "as an earlier version wrote it");
        anchor.checkpoint = Some("origin\n3\nroot\n\n\u{2014} origin signature\n".to_owned());
        let line = anchor.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(Anchor::parse(&line), Some(anchor));
        for end in (0..line.len()).filter(|end| line.is_char_boundary(*end)) {
            assert_eq!(Anchor::parse(&line[..end]), None, "{end}");
        }
    }

    #[test]
    fn anchor_is_due_after_many_entries_or_a_minute() {
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
    fn truncated_and_replaced_logs_are_found() {
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
    fn forged_anchor_is_ignored() {
        let entries = log(3);
        let mut made_up = anchors(&entries, &[2]);
        made_up[0].hash = [9; 32];
        assert_eq!(first_broken(&made_up, &links(&entries), &key()), None);
    }
}
