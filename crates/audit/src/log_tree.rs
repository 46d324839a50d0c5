//! The Merkle tree over the log, which grows with it.

use crate::chain::Link;
use crate::checkpoint::Checkpoint;
use crate::merkle::{Hash, Tree};
use crate::note::NoteVerifier;
use serde::{Deserialize, Serialize};

/// The tree of the last checkpoint, stored so that a restarted server reads only new entries. It is accepted only if
/// its root is the one in the signed checkpoint, so it cannot be replaced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredTree {
    checkpoint: String,
    last: String,
    parts: Vec<String>,
}

/// The tree with the position of its last entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogTree {
    pub(crate) tree: Tree,
    pub(crate) last: Link,
}

impl StoredTree {
    pub(crate) fn of(log_tree: &LogTree, checkpoint: &str) -> Self {
        Self {
            checkpoint: checkpoint.to_owned(),
            last: hex::encode(log_tree.last.hash),
            parts: log_tree.tree.parts().iter().map(hex::encode).collect(),
        }
    }

    /// Returns the tree if its root is that of its checkpoint.
    pub(crate) fn restore(&self, key: &NoteVerifier) -> Option<LogTree> {
        let hash = |text: &String| -> Option<Hash> { hex::decode(text).ok()?.try_into().ok() };
        let Checkpoint { size, root } = Checkpoint::open(&self.checkpoint, key).ok()?;
        let tree = Tree::from_parts(size, self.parts.iter().map(hash).collect::<Option<_>>()?)?;
        let last = Link { number: i64::try_from(size).ok()?, hash: hash(&self.last)? };
        (tree.root() == root).then_some(LogTree { tree, last })
    }
}
