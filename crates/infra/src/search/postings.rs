//! Reads the index of words.

use super::members::Bits;
use super::ranks::list;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Binary};
use facility_kernel::Clearance;
use std::collections::{BTreeMap, BTreeSet};

/// A form with at most this many rows is read completely in advance.
const FEW_ROWS: usize = 16;

/// The highest character, which ends the range of the words with a prefix.
const LAST: char = '\u{10ffff}';

/// Maximum number of words of the starts of titles in the index.
pub(super) const LONGEST_START: usize = 3;

/// A key of a search: a word, in each form in which the index may have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key(Vec<Form>);

/// A form of a word in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    word: String,
    /// Whether any word matches that starts with it.
    is_prefix: bool,
}

impl Key {
    /// A word anywhere in a document as readers of this level read it.
    pub(super) fn anywhere(word: &str, is_prefix: bool, reader: Clearance) -> Self {
        let forms = [word.to_owned(), of_level(word, reader), in_file(word)];
        Self(forms.map(|word| Form { word, is_prefix }).into())
    }

    /// A word in the title.
    pub(super) fn in_title(word: &str, is_prefix: bool) -> Self {
        Self(vec![Form { word: in_title(word), is_prefix }])
    }

    /// The title that consists of these words.
    pub(super) fn title(words: &[String]) -> Self {
        Self(vec![Form { word: title(words), is_prefix: false }])
    }

    /// Titles that begin with these words, of which the first [`LONGEST_START`] count.
    pub(super) fn title_start(words: &[String], is_prefix: bool) -> Self {
        let first = words.get(..LONGEST_START).unwrap_or(words);
        Self(vec![Form { word: title_start(first), is_prefix: is_prefix && first.len() == words.len() }])
    }

    /// Any document that a reader of this level may read.
    pub(super) fn readable(level: i64) -> Self {
        Self(vec![Form { word: readable(level), is_prefix: false }])
    }
}

impl Form {
    /// Appends the condition that a row has this form.
    fn append<ST>(&self, phrase: Phrase<ST>) -> Phrase<ST> {
        let word = &self.word;
        if self.is_prefix {
            phrase.then("word >= ").text(word).then(" AND word < ").text(format!("{word}{LAST}"))
        } else {
            phrase.then("word = ").text(word)
        }
    }
}

/// Returns the index's form of a word of a title. Words have letters, digits and marks only, so no word equals it.
pub(super) fn in_title(word: &str) -> String {
    format!("={word}")
}

/// Returns the index's form of a whole title. Only the first 200 characters count, which bounds the size of a row.
pub(super) fn title<W: AsRef<str>>(words: &[W]) -> String {
    let words = joined(words);
    let end = words.char_indices().nth(200).map_or(words.len(), |(end, _)| end);
    format!("^={}", words.get(..end).unwrap_or(&words))
}

/// Returns the index's form of the first words of a title. It begins with their number, so the range of a prefix has no
/// rows of longer starts, and is as short as the range of the words of titles.
pub(super) fn title_start<W: AsRef<str>>(words: &[W]) -> String {
    format!("^{}{}", words.len(), joined(words))
}

fn joined<W: AsRef<str>>(words: &[W]) -> String {
    words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")
}

/// Returns the index's form of a word of a document that readers of this level see, but not all readers.
pub(super) fn of_level(word: &str, reader: Clearance) -> String {
    format!("#{reader}{word}")
}

/// Returns the index's form of a word of a document's files.
pub(super) fn in_file(word: &str) -> String {
    format!("#0{word}")
}

/// Returns the index's word for documents whose level is at most this one.
pub(super) fn readable(level: i64) -> String {
    format!("@{level}")
}

type Rows = Vec<(i64, i64, Vec<u8>)>;
type RowType = (BigInt, BigInt, Binary);

/// What is known about a form before any block is read.
#[derive(Clone, Debug)]
enum Known {
    /// All its rows, by block.
    All(BTreeMap<i64, Bits>),
    /// It has more rows, which are read by block.
    Many,
}

/// The keys of a search, and what is known about their forms.
pub(super) struct Postings {
    keys: usize,
    /// Each with the number of its key.
    forms: Vec<(usize, Form, Known)>,
}

impl Postings {
    /// Reads the rows of rare forms, in one statement.
    ///
    /// Most forms for readers of one level have no rows at all, because few documents have portions: no block is then
    /// read for them.
    pub(super) fn read(conn: &mut AnyConn, keys: Vec<Key>) -> Result<Self, DbError> {
        let count = keys.len();
        if keys.is_empty() {
            return Ok(Self { keys: count, forms: Vec::new() });
        }
        let of_key = |(key, Key(forms)): (usize, Key)| forms.into_iter().map(move |form| (key, form));
        let forms: Vec<(usize, Form)> = keys.into_iter().enumerate().flat_map(of_key).collect();
        let mut phrase = Phrase::<RowType>::sql("");
        for (index, (_, form)) in (0..).zip(&forms) {
            let start = if index == 0 { "SELECT * FROM (SELECT " } else { " UNION ALL SELECT * FROM (SELECT " };
            phrase = phrase.then(start).number(index).then(" AS nth, block, members FROM search_words WHERE ");
            // FEW_ROWS + 1.
            phrase = form.append(phrase).then(" LIMIT 17) AS found");
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        let mut found: Vec<Vec<(i64, Vec<u8>)>> = forms.iter().map(|_| Vec::new()).collect();
        for (index, block, members) in rows {
            if let Some(of_form) = usize::try_from(index).ok().and_then(|index| found.get_mut(index)) {
                of_form.push((block, members));
            }
        }
        let known = found.into_iter().map(|rows| {
            if rows.len() > FEW_ROWS {
                return Known::Many;
            }
            let mut blocks: BTreeMap<i64, Bits> = BTreeMap::new();
            for (block, members) in rows {
                blocks.entry(block).or_default().add(&members);
            }
            Known::All(blocks)
        });
        let forms = forms.into_iter().zip(known).map(|((key, form), known)| (key, form, known)).collect();
        Ok(Self { keys: count, forms })
    }

    /// Returns the blocks of this key, ascending, if all are known.
    pub(super) fn blocks(&self, key: usize) -> Option<Vec<i64>> {
        let mut blocks = BTreeSet::new();
        for (_, _, known) in self.forms.iter().filter(|(of, ..)| *of == key) {
            match known {
                Known::All(rows) => blocks.extend(rows.keys()),
                Known::Many => return None,
            }
        }
        Some(blocks.into_iter().collect())
    }

    /// Returns the documents with each key in these blocks, in the order of the keys.
    pub(super) fn of_blocks(&self, conn: &mut AnyConn, blocks: &[i64]) -> Result<BTreeMap<i64, Vec<Bits>>, DbError> {
        let mut found: BTreeMap<i64, Vec<Bits>> =
            blocks.iter().map(|block| (*block, vec![Bits::default(); self.keys])).collect();
        for (key, _, known) in &self.forms {
            let Known::All(rows) = known else { continue };
            for (block, keys) in &mut found {
                if let Some((bits, more)) = keys.get_mut(*key).zip(rows.get(block)) {
                    *bits = std::mem::take(bits).or(more);
                }
            }
        }
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let blocks = list(blocks, is_sqlite);
        let mut phrase = Phrase::<RowType>::sql("");
        let mut is_first = true;
        let frequent = (0..).zip(&self.forms).filter(|(_, (_, _, known))| matches!(known, Known::Many));
        for (index, (_, form, _)) in frequent {
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
            phrase = form.append(phrase);
        }
        if is_first {
            return Ok(found);
        }
        let rows: Rows = on_both!(conn, |c| phrase.statement().load(c))?;
        for (index, block, members) in rows {
            let form = usize::try_from(index).ok().and_then(|index| self.forms.get(index));
            let keys = found.get_mut(&block);
            if let Some(bits) = form.zip(keys).and_then(|((key, ..), keys)| keys.get_mut(*key)) {
                bits.add(&members);
            }
        }
        Ok(found)
    }
}
