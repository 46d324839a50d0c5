//! A part of the log that is verified on its own.

use crate::chain::{Broken, ChainKey, ChainVerifier, Link, SealedEntry};
use crate::merkle::Hash;

/// The result of verifying consecutive entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The id of the first entry, and the previous hash that it contains.
    pub first: Option<(String, Hash)>,
    /// The hashes of the valid entries, in order.
    pub hashes: Vec<Hash>,
    /// The first invalid entry. Entries after it are not examined.
    pub broken: Option<Broken>,
}

impl Segment {
    /// Verifies the entries after number `after`. The entry before the first one is trusted.
    pub fn examine(after: i64, entries: &[SealedEntry], key: &ChainKey) -> Self {
        let first = entries.first().map(|entry| (entry.id.clone(), entry.previous_hash));
        let before = Link { number: after, hash: first.as_ref().map_or([0; 32], |(_, hash)| *hash) };
        let mut verifier = ChainVerifier::after(before, key.clone());
        let mut hashes = Vec::with_capacity(entries.len());
        let broken = entries.iter().find_map(|entry| {
            let checked = verifier.check(entry);
            if checked.is_ok() {
                hashes.push(entry.hash);
            }
            checked.err()
        });
        Self { first, hashes, broken }
    }
}
