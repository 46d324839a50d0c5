//! Reads the index of words.

use super::list;
use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Binary};
use std::collections::BTreeMap;

/// Number of documents in a block.
pub(super) const BLOCK: i64 = 1024;
const WORDS_OF_BITS: usize = 16;
/// Up to this many rows of a word are read at once, and are all that there is to know about it.
const NARROW: usize = 32;

/// The last character there is: it ends the range of the words with a prefix.
const LAST: char = '\u{10ffff}';

/// A set of the documents of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Bits([u64; WORDS_OF_BITS]);

impl Bits {
    pub(super) const ALL: Self = Self([u64::MAX; WORDS_OF_BITS]);

    fn of(members: &[u8]) -> Self {
        let mut bits = Self::default();
        for pair in members.as_chunks::<2>().0 {
            bits.insert(u16::from_le_bytes(*pair));
        }
        bits
    }

    fn insert(&mut self, offset: u16) {
        if let Some(word) = self.0.get_mut(usize::from(offset / 64)) {
            *word |= 1 << (offset % 64);
        }
    }

    fn with(self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut combined = self.0;
        for (word, other) in combined.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Self(combined)
    }

    pub(super) fn and(self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    pub(super) fn or(self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    pub(super) fn but_not(self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Returns the positions in this block, highest first.
    pub(super) fn positions(self, block: i64) -> impl Iterator<Item = i64> {
        (0..BLOCK).rev().filter_map(move |offset| {
            let word = self.0.get(usize::try_from(offset / 64).ok()?)?;
            (word >> (offset % 64) & 1 == 1).then_some(block * BLOCK + offset)
        })
    }
}

/// A row's key in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    word: String,
    /// Any word that starts with it.
    is_prefix: bool,
}

impl Key {
    /// A word anywhere in a document.
    pub(super) fn anywhere(word: &str, is_prefix: bool) -> Self {
        Self { word: word.to_owned(), is_prefix }
    }

    /// A word in the title.
    pub(super) fn in_title(word: &str, is_prefix: bool) -> Self {
        Self { word: in_title(word), is_prefix }
    }

    /// Appends the condition that a row has this key.
    fn condition<ST>(&self, phrase: Phrase<ST>) -> Phrase<ST> {
        if self.is_prefix {
            let end = format!("{}{LAST}", self.word);
            phrase.then("word >= ").text(&self.word).then(" AND word < ").text(end)
        } else {
            phrase.then("word = ").text(&self.word)
        }
    }
}

/// Returns the index's form of a word of a title. Words have letters, digits and marks only, so no word looks like it.
pub(super) fn in_title(word: &str) -> String {
    format!("={word}")
}

type Rows = Vec<(i64, i64, Vec<u8>)>;
type RowType = (BigInt, BigInt, Binary);

/// What is known of a key before any block is read.
#[derive(Clone, Debug)]
enum Known {
    /// All its rows, by block.
    Narrow(BTreeMap<i64, Bits>),
    /// It has many rows, which are read by block.
    Wide,
}

/// The keys of a search, and what is known of them.
pub(super) struct Postings {
    keys: Vec<(Key, Known)>,
}

impl Postings {
    /// Reads the rows of rare keys. One statement for all keys.
    pub(super) fn read(conn: &mut AnyConn, keys: Vec<Key>) -> Result<Self, DbError> {
        if keys.is_empty() {
            return Ok(Self { keys: Vec::new() });
        }
        let mut phrase = Phrase::<RowType>::sql("");
        for (index, key) in (0..).zip(&keys) {
            let start =
                if index == 0 { "SELECT * FROM (SELECT " } else { " UNION ALL SELECT * FROM (SELECT " };
            phrase =
                phrase.then(start).number(index).then(" AS nth, block, members FROM search_postings WHERE ");
            // NARROW + 1.
            phrase = key.condition(phrase).then(" LIMIT 33) AS found");
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        let mut found: Vec<Vec<(i64, Bits)>> = keys.iter().map(|_| Vec::new()).collect();
        for (index, block, members) in rows {
            if let Some(of_key) = usize::try_from(index).ok().and_then(|index| found.get_mut(index)) {
                of_key.push((block, Bits::of(&members)));
            }
        }
        let known = found.into_iter().map(|rows| {
            if rows.len() > NARROW {
                return Known::Wide;
            }
            let mut blocks: BTreeMap<i64, Bits> = BTreeMap::new();
            for (block, bits) in rows {
                let so_far = blocks.entry(block).or_default();
                *so_far = so_far.or(&bits);
            }
            Known::Narrow(blocks)
        });
        Ok(Self { keys: keys.into_iter().zip(known).collect() })
    }

    /// Returns the blocks of this key, ascending, if all are known.
    pub(super) fn blocks(&self, key: usize) -> Option<Vec<i64>> {
        match self.keys.get(key) {
            Some((_, Known::Narrow(blocks))) => Some(blocks.keys().copied().collect()),
            Some((_, Known::Wide)) => None,
            None => Some(Vec::new()),
        }
    }

    /// Returns the documents with each key in these blocks, in the order of the keys.
    pub(super) fn of_blocks(
        &self,
        conn: &mut AnyConn,
        blocks: &[i64],
    ) -> Result<BTreeMap<i64, Vec<Bits>>, DbError> {
        let mut found: BTreeMap<i64, Vec<Bits>> = BTreeMap::new();
        for block in blocks {
            let known = self.keys.iter().map(|(_, known)| match known {
                Known::Narrow(rows) => rows.get(block).copied().unwrap_or_default(),
                Known::Wide => Bits::default(),
            });
            found.insert(*block, known.collect());
        }
        let wide = (0..).zip(&self.keys).filter(|(_, (_, known))| matches!(known, Known::Wide));
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let blocks = list(blocks, is_sqlite);
        let mut phrase = Phrase::<RowType>::sql("");
        let mut is_first = true;
        for (index, (key, _)) in wide {
            let start = if std::mem::take(&mut is_first) { "SELECT " } else { " UNION ALL SELECT " };
            phrase = phrase.then(start).number(index);
            phrase = if is_sqlite {
                phrase
                    .then(" AS nth, block, members FROM json_each(")
                    .text(&blocks)
                    .then(") AS wanted CROSS JOIN search_postings ON block = wanted.value AND ")
            } else {
                phrase
                    .then(" AS nth, block, members FROM search_postings WHERE block = ANY(CAST(")
                    .text(&blocks)
                    .then(" AS bigint[])) AND ")
            };
            phrase = key.condition(phrase);
        }
        if is_first {
            return Ok(found);
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        for (index, block, members) in rows {
            let of_block = found.get_mut(&block);
            let index = usize::try_from(index).ok();
            if let Some(bits) = of_block.zip(index).and_then(|(keys, index)| keys.get_mut(index)) {
                *bits = bits.or(&Bits::of(&members));
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_offsets_in_any_order() {
        let bits = Bits::of(&[255, 3, 0, 0, 64, 0, 0, 0, 9]);
        assert_eq!(bits.positions(2).collect::<Vec<_>>(), [2048 + 1023, 2048 + 64, 2048]);
        let other = Bits::of(&[0, 0, 1, 0]);
        assert_eq!(bits.and(&other).positions(0).collect::<Vec<_>>(), [0]);
        assert_eq!(bits.but_not(&other).positions(0).collect::<Vec<_>>(), [1023, 64]);
        assert_eq!(bits.or(&other).positions(0).collect::<Vec<_>>(), [1023, 64, 1, 0]);
        assert_eq!(Bits::ALL.positions(0).count(), 1024);
    }
}
