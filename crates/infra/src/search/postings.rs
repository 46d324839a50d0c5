//! Reads the index of words.

use super::list;
use super::members::Bits;
use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Binary};
use kernel::Clearance;
use std::collections::BTreeMap;

/// Up to this many rows of a key are read at once, and are all that there is to know about it.
const NARROW: usize = 16;

/// The last character there is: it ends the range of the words with a prefix.
const LAST: char = '\u{10ffff}';

/// A row's key in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The word in the forms that the index has it in; one or two.
    words: Vec<String>,
    /// Any word that starts with one of them.
    is_prefix: bool,
}

impl Key {
    /// A word anywhere in a document as readers of this level read it.
    pub(super) fn anywhere(word: &str, is_prefix: bool, reader: Clearance) -> Self {
        Self { words: vec![word.to_owned(), of_level(word, reader)], is_prefix }
    }

    /// A word in the title.
    pub(super) fn in_title(word: &str, is_prefix: bool) -> Self {
        Self { words: vec![in_title(word)], is_prefix }
    }

    /// Any document that a reader of this level may read.
    pub(super) fn readable(level: i64) -> Self {
        Self { words: vec![readable(level)], is_prefix: false }
    }

    /// Returns the conditions that a row has this key. Each is for a statement of its own, so that it is one range of the index.
    fn conditions(&self) -> Vec<Condition<'_>> {
        if self.is_prefix {
            self.words.iter().map(|word| Condition::Start(word)).collect()
        } else {
            vec![Condition::Among(&self.words)]
        }
    }
}

/// A condition of the word of a row.
enum Condition<'a> {
    Start(&'a str),
    Among(&'a [String]),
}

impl Condition<'_> {
    /// Appends it.
    fn append<ST>(&self, phrase: Phrase<ST>) -> Phrase<ST> {
        match self {
            Self::Start(word) => {
                phrase.then("word >= ").text(*word).then(" AND word < ").text(format!("{word}{LAST}"))
            }
            Self::Among([word]) => phrase.then("word = ").text(word),
            Self::Among(words) => {
                let mut phrase = phrase.then("word IN (");
                for (n, word) in words.iter().enumerate() {
                    phrase = if n == 0 { phrase } else { phrase.then(", ") }.text(word);
                }
                phrase.then(")")
            }
        }
    }
}

/// Returns the index's form of a word of a title. Words have letters, digits and marks only, so no word looks like it.
pub(super) fn in_title(word: &str) -> String {
    format!("={word}")
}

/// Returns the index's form of a word that readers of this level read in a document, but not all of its readers.
pub(super) fn of_level(word: &str, reader: Clearance) -> String {
    format!("#{reader}{word}")
}

/// Returns the index's word of the documents whose level is at most this one.
pub(super) fn readable(level: i64) -> String {
    format!("@{level}")
}

/// Returns the conditions of these keys, each with the number of its key.
fn each_condition<'a>(
    keys: impl Iterator<Item = (i64, &'a Key)>,
) -> impl Iterator<Item = (i64, Condition<'a>)> {
    keys.flat_map(|(index, key)| key.conditions().into_iter().map(move |condition| (index, condition)))
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
        let mut is_first = true;
        for (index, condition) in each_condition((0..).zip(&keys)) {
            let is_first = std::mem::take(&mut is_first);
            let start = if is_first { "SELECT * FROM (SELECT " } else { " UNION ALL SELECT * FROM (SELECT " };
            phrase =
                phrase.then(start).number(index).then(" AS nth, block, members FROM search_words WHERE ");
            // NARROW + 1.
            phrase = condition.append(phrase).then(" LIMIT 17) AS found");
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        let mut found: Vec<Vec<(i64, Vec<u8>)>> = keys.iter().map(|_| Vec::new()).collect();
        for (index, block, members) in rows {
            if let Some(of_key) = usize::try_from(index).ok().and_then(|index| found.get_mut(index)) {
                of_key.push((block, members));
            }
        }
        let known = found.into_iter().map(|rows| {
            if rows.len() > NARROW {
                return Known::Wide;
            }
            let mut blocks: BTreeMap<i64, Bits> = BTreeMap::new();
            for (block, members) in rows {
                blocks.entry(block).or_default().add(&members);
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
                Known::Narrow(rows) => rows.get(block).cloned().unwrap_or_default(),
                Known::Wide => Bits::default(),
            });
            found.insert(*block, known.collect());
        }
        let wide = (0..).zip(&self.keys).filter(|(_, (_, known))| matches!(known, Known::Wide));
        let wide = wide.map(|(index, (key, _))| (index, key));
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let blocks = list(blocks, is_sqlite);
        let mut phrase = Phrase::<RowType>::sql("");
        let mut is_first = true;
        for (index, condition) in each_condition(wide) {
            let start = if std::mem::take(&mut is_first) { "SELECT " } else { " UNION ALL SELECT " };
            phrase = phrase.then(start).number(index);
            phrase = if is_sqlite {
                phrase
                    .then(" AS nth, block, members FROM json_each(")
                    .text(&blocks)
                    .then(") AS wanted CROSS JOIN search_words ON block = wanted.value AND ")
            } else {
                phrase
                    .then(" AS nth, block, members FROM search_words WHERE block = ANY(CAST(")
                    .text(&blocks)
                    .then(" AS bigint[])) AND ")
            };
            phrase = condition.append(phrase);
        }
        if is_first {
            return Ok(found);
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        for (index, block, members) in rows {
            let of_block = found.get_mut(&block);
            let index = usize::try_from(index).ok();
            if let Some(bits) = of_block.zip(index).and_then(|(keys, index)| keys.get_mut(index)) {
                bits.add(&members);
            }
        }
        Ok(found)
    }
}
