//! Sequences of two and of three words, by which phrases are found.
//!
//! The index holds a hash of 32 bits of each sequence: the first 13 bits choose the row of a block, the others are
//! stored with the document's offset in four bytes. Among 1,000 million sequences, one search in four meets a sequence
//! with the same hash as the phrase's. It affects the result only if its document has all words of the phrase.
//!
//! Sequences of three keep searches for phrases of common words fast: nearly every document has each pair of them.

use super::members::Bits;
use super::ranks::list;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Binary};
use facility_kernel::Clearance;
use std::collections::BTreeMap;
use std::hash::Hasher as _;

/// Number of words of the longest sequences.
pub(super) const LONGEST: usize = 3;
/// Number of bits of an offset in a block.
const OFFSET_BITS: u32 = 13;
/// Number of bits of the hash that are stored with the offset.
const REST_BITS: u32 = 32 - OFFSET_BITS;

/// The level of sequences of files, above all levels of readers.
const IN_FILE: u8 = 6;

/// Two or three consecutive words: for all readers of a document, or for those of one level, or of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sequence {
    /// The level; 0 is all, and [`IN_FILE`] all in a file.
    level: u8,
    hash: u32,
}

impl Sequence {
    fn of(words: &[&str]) -> Self {
        // FNV-1a: its values are stored in the rows, so it must never change.
        let mut hasher = fnv::FnvHasher::default();
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                hasher.write_u8(b' ');
            }
            hasher.write(word.as_bytes());
        }
        // Combines both halves: each alone varies too little for short words.
        let hash = hasher.finish();
        let hash = u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or_default();
        Self { level: 0, hash }
    }

    /// Returns the same sequence for readers of this level only.
    pub(super) const fn of_level(self, level: Clearance) -> Self {
        Self { level: level.level(), ..self }
    }

    /// Returns the same sequence in a file.
    pub(super) const fn in_file(self) -> Self {
        Self { level: IN_FILE, ..self }
    }

    /// Returns the sequences of a text, whose words are separated by blanks.
    pub(super) fn all(text: &str) -> impl Iterator<Item = Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let of_length = |length| words.windows(length).map(Self::of).collect::<Vec<_>>();
        [of_length(2), of_length(LONGEST)].into_iter().flatten()
    }

    /// Returns the sequences that every document with this phrase has. Up to [`LONGEST`] words, they are the phrase
    /// itself.
    pub(super) fn of_phrase(words: &[String]) -> Vec<Self> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.windows(words.len().clamp(2, LONGEST)).map(Self::of).collect()
    }

    /// Returns the number that selects a row of a block: the level and a part of the hash. Rows of a level exist only
    /// where a document has portions, and those of files where it has files.
    pub(super) fn bucket(self) -> i64 {
        (i64::from(self.level) << OFFSET_BITS) | i64::from(self.hash >> REST_BITS)
    }

    /// Returns a row's entry for a document with this sequence.
    pub(super) const fn member(self, offset: u16) -> [u8; 4] {
        ((self.hash << OFFSET_BITS) | offset as u32).to_le_bytes()
    }

    /// Returns the members of a row without those of the document at this offset. The function `search_sequences_but`
    /// does the same on PostgreSQL.
    pub(super) fn without(members: &[u8], offset: u16) -> Vec<u8> {
        Self::retained(members, |other| other != offset)
    }

    /// Returns the members of a row that belong to documents at the offsets that `is_kept` admits.
    pub(super) fn retained(members: &[u8], is_kept: impl Fn(u16) -> bool) -> Vec<u8> {
        let is_kept = |member: &&[u8; 4]| {
            let offset = u32::from_le_bytes(**member) & ((1 << OFFSET_BITS) - 1);
            u16::try_from(offset).is_ok_and(&is_kept)
        };
        members.as_chunks::<4>().0.iter().filter(is_kept).flatten().copied().collect()
    }

    /// Returns the documents of a row of its bucket that have this sequence.
    fn documents(self, members: &[u8]) -> Bits {
        let mut bits = Bits::default();
        for member in members.as_chunks::<4>().0 {
            let member = u32::from_le_bytes(*member);
            if member >> OFFSET_BITS == self.hash & ((1 << REST_BITS) - 1) {
                bits.insert(u16::try_from(member & ((1 << OFFSET_BITS) - 1)).unwrap_or_default());
            }
        }
        bits
    }
}

/// Returns the documents with each sequence in these blocks as readers of this level read them, in the order of the
/// sequences.
pub(super) fn read(
    conn: &mut AnyConn,
    sequences: &[Sequence],
    reader: Clearance,
    blocks: &[i64],
) -> Result<Vec<BTreeMap<i64, Bits>>, DbError> {
    if sequences.is_empty() || blocks.is_empty() {
        return Ok(vec![BTreeMap::new(); sequences.len()]);
    }
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let either = |sequence: &Sequence| [*sequence, sequence.of_level(reader), sequence.in_file()];
    let buckets: Vec<i64> = sequences.iter().flat_map(either).map(Sequence::bucket).collect();
    let (buckets, blocks) = (list(&buckets, is_sqlite), list(blocks, is_sqlite));
    let phrase = Phrase::<(BigInt, BigInt, Binary)>::sql("SELECT bucket, block, members FROM ");
    let phrase = if is_sqlite {
        phrase
            .then("json_each(")
            .text(buckets)
            .then(") AS chosen CROSS JOIN json_each(")
            .text(blocks)
            .then(") AS wanted CROSS JOIN search_sequences ON bucket = chosen.value AND block = wanted.value")
    } else {
        phrase
            .then("search_sequences WHERE bucket = ANY(CAST(")
            .text(buckets)
            .then(" AS bigint[])) AND block = ANY(CAST(")
            .text(blocks)
            .then(" AS bigint[]))")
    };
    let statement = phrase.statement();
    let rows: Vec<(i64, i64, Vec<u8>)> = on_both!(conn, |c| statement.load(c))?;
    let of_sequence = |sequence: &Sequence| {
        let mut documents: BTreeMap<i64, Bits> = BTreeMap::new();
        for sequence in either(sequence) {
            for (_, block, members) in rows.iter().filter(|(bucket, ..)| *bucket == sequence.bucket()) {
                let found = documents.entry(*block).or_default();
                *found = std::mem::take(found).or(&sequence.documents(members));
            }
        }
        documents
    };
    Ok(sequences.iter().map(of_sequence).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_of_a_sequence_never_changes() {
        let sequences: Vec<Sequence> = Sequence::all("the red lantern").collect();
        assert_eq!(sequences, [1_990_476_663, 2_218_757_118, 652_270_218].map(|hash| Sequence { level: 0, hash }));
    }

    #[test]
    fn row_holds_the_documents_with_a_sequence() {
        let [one, other] = [0xffff_ffff, 0xffff_fffe].map(|hash| Sequence { level: 0, hash });
        assert_eq!(one.bucket(), other.bucket());
        assert_eq!(one.of_level(Clearance::MAX).bucket(), 5 * 8192 + one.bucket());
        let members = [one.member(0), other.member(1), one.member(8191)].concat();
        assert_eq!(one.documents(&members).positions(0).collect::<Vec<_>>(), [8191, 0]);
        assert_eq!(other.documents(&members).positions(0).collect::<Vec<_>>(), [1]);
        let left = [one.member(0), one.member(8191)].concat();
        assert_eq!(Sequence::without(&members, 1), left);
        assert_eq!(Sequence::without(&left, 8191), one.member(0));
    }
}
