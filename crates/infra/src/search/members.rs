//! Sets of documents of a block: bits in memory, and the members of a row in the index.
//!
//! A row has a list or a set. A list has two bytes for each document: its offset in the block, little-endian, in any
//! order and possibly repeated. A set has a bit for each document of the block and one more byte, so its length is odd,
//! and that of lists is even. A list becomes a set before it would be as long.

use diesel::sql_types::Binary;
use diesel::{QueryResult, SqliteConnection};

/// Number of documents in a block.
pub(super) const BLOCK: i64 = 8192;
const WORDS_OF_BITS: usize = 128;
/// Number of bytes of the bits of a block.
const BITS_BYTES: usize = 1024;

/// A set of the documents of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits([u64; WORDS_OF_BITS]);

impl Default for Bits {
    fn default() -> Self {
        Self([0; WORDS_OF_BITS])
    }
}

impl Bits {
    pub(super) const ALL: Self = Self([u64::MAX; WORDS_OF_BITS]);

    /// Adds the members of a row.
    pub(super) fn add(&mut self, members: &[u8]) {
        if let Some(set) = bits_of_set(members) {
            for (word, more) in self.0.iter_mut().zip(set.as_chunks::<8>().0) {
                *word |= u64::from_le_bytes(*more);
            }
        } else {
            for pair in members.as_chunks::<2>().0 {
                self.insert(u16::from_le_bytes(*pair));
            }
        }
    }

    pub(super) fn insert(&mut self, offset: u16) {
        if let Some(word) = self.0.get_mut(usize::from(offset / 64)) {
            *word |= 1 << (offset % 64);
        }
    }

    fn combine(&mut self, other: &Self, combined: impl Fn(u64, u64) -> u64) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = combined(*word, other);
        }
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b);
        self
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b);
        self
    }

    pub(super) fn but_not(mut self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b);
        self
    }

    /// Returns the positions in this block, highest first.
    pub(super) fn positions(&self, block: i64) -> impl Iterator<Item = i64> {
        (0_i64..128).rev().zip(self.0.iter().rev()).flat_map(move |(index, word)| {
            let (start, mut rest) = (block * BLOCK + index * 64, *word);
            std::iter::from_fn(move || {
                let highest = rest.checked_ilog2()?;
                rest ^= 1 << highest;
                Some(start + i64::from(highest))
            })
        })
    }

    /// Encodes this set as the members of a row.
    fn members(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_le_bytes()).chain([0]).collect()
    }
}

fn bits_of_set(members: &[u8]) -> Option<&[u8]> {
    members.get(..BITS_BYTES).filter(|_| members.len() % 2 == 1)
}

/// Returns the union of the members of two rows. The function `search_members` does the same on PostgreSQL.
pub(super) fn joined(before: &[u8], more: &[u8]) -> Vec<u8> {
    let is_list = before.len().is_multiple_of(2) && more.len().is_multiple_of(2);
    if is_list && before.len() + more.len() < BITS_BYTES {
        return [before, more].concat();
    }
    let mut bits = Bits::default();
    bits.add(before);
    bits.add(more);
    bits.members()
}

/// Returns the members of a row without the document at this offset. The function `search_members_but` does the same on
/// PostgreSQL.
pub(super) fn without(members: &[u8], offset: u16) -> Vec<u8> {
    if bits_of_set(members).is_some() {
        let mut set = members.to_vec();
        if let Some(byte) = set.get_mut(usize::from(offset / 8)) {
            *byte &= !(1 << (offset % 8));
        }
        return set;
    }
    let others = members.as_chunks::<2>().0.iter().filter(|pair| u16::from_le_bytes(**pair) != offset);
    others.flatten().copied().collect()
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn search_members(before: Binary, more: Binary) -> Binary;
}

/// Registers `search_members` on a connection. Writes to the index use it.
pub(super) fn register(conn: &mut SqliteConnection) -> QueryResult<()> {
    search_members_utils::register_impl(conn, |before: Vec<u8>, more: Vec<u8>| joined(&before, &more))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(members: &[u8]) -> Bits {
        let mut bits = Bits::default();
        bits.add(members);
        bits
    }

    #[test]
    fn members_are_offsets_in_any_order() {
        let bits = of(&[255, 31, 0, 0, 64, 0, 0, 0]);
        assert_eq!(bits.positions(2).collect::<Vec<_>>(), [3 * BLOCK - 1, 2 * BLOCK + 64, 2 * BLOCK]);
        let other = of(&[0, 0, 1, 0]);
        assert_eq!(bits.clone().and(&other).positions(0).collect::<Vec<_>>(), [0]);
        assert_eq!(bits.clone().but_not(&other).positions(0).collect::<Vec<_>>(), [BLOCK - 1, 64]);
        assert_eq!(bits.or(&other).positions(0).collect::<Vec<_>>(), [BLOCK - 1, 64, 1, 0]);
        assert_eq!(Bits::ALL.positions(0).count(), 8192);
    }

    #[test]
    fn document_is_removed_from_lists_and_sets() {
        let list: Vec<u8> = [7_u16, 300, 7, 8191].iter().flat_map(|n| n.to_le_bytes()).collect();
        assert_eq!(of(&without(&list, 7)).positions(0).collect::<Vec<_>>(), [8191, 300]);
        assert_eq!(without(&list, 8), list);
        assert!(without(&[7, 0], 7).is_empty());
        let set = of(&list).members();
        assert_eq!(without(&set, 300), of(&without(&list, 300)).members());
        assert_eq!(without(&set, 8), set);
    }

    #[test]
    fn list_becomes_a_set_before_it_is_as_long() {
        let list: Vec<u8> = (0..600_u16).flat_map(|n| (n * 13).to_le_bytes()).collect();
        let (most, rest) = list.split_at(1022);
        assert_eq!(joined(most, &[]), most);
        let set = joined(most, rest);
        assert_eq!(set.len(), 1025);
        assert_eq!(of(&set), of(&list));
        assert_eq!(joined(&set, &[7, 0]), joined(&list, &[7, 0]));
        assert_eq!(joined(&[7, 0], &set), joined(&set, &[7, 0]));
        assert_eq!(joined(&set, &joined(&list, &[])), set);
    }
}
