//! Pairs of neighboring words, by which phrases are found.
//!
//! The index holds a hash of 32 bits of each pair: the first 13 bits choose the row of a block, the others are stored with
//! the document's offset in four bytes. Of 1,000 million pairs, another one has the same hash as a pair of a phrase once in
//! four searches, and appears in a result only if its document has all words of the phrase.

use super::list;
use super::members::Bits;
use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Binary};
use std::collections::BTreeMap;
use std::hash::Hasher as _;

/// Number of bits of an offset in a block.
const OFFSET_BITS: u32 = 13;
/// Number of bits of the hash that are stored with the offset.
const REST_BITS: u32 = 32 - OFFSET_BITS;

/// A pair of neighboring words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair(u32);

impl Pair {
    fn of(first: &str, second: &str) -> Self {
        // FNV-1a: the rows keep its values, so it must never change.
        let mut hasher = fnv::FnvHasher::default();
        hasher.write(first.as_bytes());
        hasher.write_u8(b' ');
        hasher.write(second.as_bytes());
        // Both halves: alone, each varies too little for short words.
        let hash = hasher.finish();
        Self(u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or_default())
    }

    /// Returns the pairs of these words, in order.
    pub(super) fn all<'a>(words: impl Iterator<Item = &'a str> + Clone) -> impl Iterator<Item = Self> {
        words.clone().zip(words.skip(1)).map(|(first, second)| Self::of(first, second))
    }

    /// Returns the part of the hash that chooses a row.
    pub(super) fn bucket(self) -> i64 {
        (self.0 >> REST_BITS).into()
    }

    /// Returns what a row holds for a document with this pair.
    pub(super) const fn member(self, offset: u16) -> [u8; 4] {
        ((self.0 << OFFSET_BITS) | offset as u32).to_le_bytes()
    }

    /// Returns the members of a row without those of the document at this offset. The function `search_pairs_but` does the
    /// same on PostgreSQL.
    pub(super) fn without(members: &[u8], offset: u16) -> Vec<u8> {
        let is_other =
            |member: &&[u8; 4]| u32::from_le_bytes(**member) & ((1 << OFFSET_BITS) - 1) != u32::from(offset);
        members.as_chunks::<4>().0.iter().filter(is_other).flatten().copied().collect()
    }

    /// Returns the documents of a row of its bucket that have this pair.
    fn documents(self, members: &[u8]) -> Bits {
        let mut bits = Bits::default();
        for member in members.as_chunks::<4>().0 {
            let member = u32::from_le_bytes(*member);
            if member >> OFFSET_BITS == self.0 & ((1 << REST_BITS) - 1) {
                bits.insert(u16::try_from(member & ((1 << OFFSET_BITS) - 1)).unwrap_or_default());
            }
        }
        bits
    }
}

/// Returns the documents with each pair in these blocks, in the order of the pairs.
pub(super) fn read(
    conn: &mut AnyConn,
    pairs: &[Pair],
    blocks: &[i64],
) -> Result<Vec<BTreeMap<i64, Bits>>, DbError> {
    if pairs.is_empty() || blocks.is_empty() {
        return Ok(vec![BTreeMap::new(); pairs.len()]);
    }
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let buckets: Vec<i64> = pairs.iter().map(|pair| pair.bucket()).collect();
    let (buckets, blocks) = (list(&buckets, is_sqlite), list(blocks, is_sqlite));
    let phrase = Phrase::<(BigInt, BigInt, Binary)>::sql("SELECT bucket, block, members FROM ");
    let phrase = if is_sqlite {
        phrase
            .then("json_each(")
            .text(buckets)
            .then(") AS chosen CROSS JOIN json_each(")
            .text(blocks)
            .then(") AS wanted CROSS JOIN search_pairs ON bucket = chosen.value AND block = wanted.value")
    } else {
        phrase
            .then("search_pairs WHERE bucket = ANY(CAST(")
            .text(buckets)
            .then(" AS bigint[])) AND block = ANY(CAST(")
            .text(blocks)
            .then(" AS bigint[]))")
    };
    let statement = phrase.statement();
    let rows: Vec<(i64, i64, Vec<u8>)> = on_both!(conn, |c| statement.load(c))?;
    let of_pair = |pair: &Pair| {
        let rows = rows.iter().filter(|(bucket, ..)| *bucket == pair.bucket());
        rows.map(|(_, block, members)| (*block, pair.documents(members))).collect()
    };
    Ok(pairs.iter().map(of_pair).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_of_a_pair_never_changes() {
        let pairs: Vec<Pair> = Pair::all("the red lantern".split(' ')).collect();
        assert_eq!(pairs, [Pair(1_990_476_663), Pair(2_218_757_118)]);
    }

    #[test]
    fn row_tells_the_documents_with_a_pair() {
        let [one, other] = [Pair(0xffff_ffff), Pair(0xffff_fffe)];
        assert_eq!(one.bucket(), other.bucket());
        let members = [one.member(0), other.member(1), one.member(8191)].concat();
        assert_eq!(one.documents(&members).positions(0).collect::<Vec<_>>(), [8191, 0]);
        assert_eq!(other.documents(&members).positions(0).collect::<Vec<_>>(), [1]);
        let left = [one.member(0), one.member(8191)].concat();
        assert_eq!(Pair::without(&members, 1), left);
        assert_eq!(Pair::without(&left, 8191), one.member(0));
    }
}
