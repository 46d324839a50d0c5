//! Finds the documents of a search, in the order of the results, a few blocks at a time.

use super::members::{BLOCK, Bits};
use super::phrases::Phrases;
use super::postings::{Key, Postings};
use super::ranks::Rank;
use super::sequences::{self, Sequence};
use super::visible;
use crate::db::conn::AnyConn;
use crate::db::deadline;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use facility_documents::search::terms::{Term, Terms};
use facility_documents::search::{DocumentFilter, Order};
use facility_kernel::Clearance;
use std::collections::BTreeMap;

/// Number of blocks to read first. Each further step reads four times as many, up to the maximum: for a common word,
/// the first ones fill the page.
const FIRST_BLOCKS: usize = 1;
const MAX_BLOCKS: usize = 64;
/// Number of documents to look up first. Each further step looks up four times as many, up to the maximum.
const FIRST_LOOKUPS: usize = 64;
const MAX_LOOKUPS: usize = 2048;

/// Counts the documents of the search, at most `most`.
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter, terms: &Terms, most: usize) -> Result<u64, DbError> {
    let in_any_order = DocumentFilter { order: Order::Newest, ..filter.clone() };
    Ok(find(conn, &in_any_order, terms, i64::MAX, most)?.len() as u64)
}

/// Returns the ranks of the first `limit` documents of the search below rank `before`, in descending order.
///
/// Errors: [`DbError::TooSlow`] after the deadline.
pub(crate) fn find(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    terms: &Terms,
    before: i64,
    limit: usize,
) -> Result<Vec<Rank>, DbError> {
    let keys = Keys::of(filter, terms);
    let by_relevance = filter.order == Order::Relevance && !keys.titles.is_empty();
    let postings = Postings::read(conn, keys.all(by_relevance))?;
    let phrases = Phrases::of(terms, filter.shelf.reader_level());
    let mut run = Run { filter, keys, postings, phrases, seen: BTreeMap::new(), newest: None };
    let groups: &[Group] =
        if by_relevance { &[Group::Title, Group::Start, Group::All, Group::Some, Group::None] } else { &[Group::Any] };
    let mut found = Vec::new();
    for group in groups {
        let Some(before) = group.position_before(before) else { continue };
        run.group(conn, *group, before, limit, &mut found)?;
        if found.len() >= limit {
            break;
        }
    }
    Ok(found)
}

/// A group of documents in order of relevance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// The title equals the search text.
    Title,
    /// The title starts with the search text.
    Start,
    /// All required words are in the title.
    All,
    /// Some required words are in the title.
    Some,
    /// No required word is in the title.
    None,
    /// Every document, in orders other than relevance.
    Any,
}

impl Group {
    const fn number(self) -> i64 {
        match self {
            Self::Title => 4,
            Self::Start => 3,
            Self::All => 2,
            Self::Some => 1,
            Self::None | Self::Any => 0,
        }
    }

    fn rank(self, position: i64) -> Rank {
        Rank::new(self.number(), position)
    }

    /// Returns the position below which the group's documents rank below `rank`. `None` if none of them does: a group
    /// ranks below the groups before it.
    fn position_before(self, rank: i64) -> Option<i64> {
        let first = self.rank(0).number();
        let is_in_earlier_group = rank >= Rank::new(self.number() + 1, 0).number();
        (rank > first).then(|| if is_in_earlier_group { i64::MAX } else { rank - first })
    }
}

/// The keys of a search.
struct Keys {
    /// Required words anywhere, and the levels that the reader may read.
    required: Vec<Key>,
    /// The required words in titles.
    titles: Vec<Key>,
    /// The search text as a whole title, and as the start of a title.
    typed: [Key; 2],
    /// Words that must not occur, and levels below the wanted one.
    refused: Vec<Key>,
    /// The sequences of required phrases.
    required_sequences: Vec<Sequence>,
    /// Refused phrases that are one sequence. Longer ones are checked in the texts.
    refused_sequences: Vec<Sequence>,
}

impl Keys {
    fn of(filter: &DocumentFilter, terms: &Terms) -> Self {
        let words = |term: &Term| {
            let is_prefix = matches!(term, Term::Start(_));
            term.words().iter().map(|word| (word.clone(), is_prefix)).collect::<Vec<_>>()
        };
        let sequences = |term: &Term| match term {
            Term::Phrase(words) => Sequence::of_phrase(words),
            Term::Word(_) | Term::Start(_) => Vec::new(),
        };
        let words: Vec<(String, bool)> = terms.required().iter().flat_map(words).collect();
        let reader = filter.shelf.reader_level();
        let refused = terms.refused().iter().filter_map(|term| match term {
            Term::Word(word) => Some(Key::anywhere(word, false, reader)),
            Term::Start(word) => Some(Key::anywhere(word, true, reader)),
            Term::Phrase(_) => None,
        });
        let (above, readable) = levels(filter);
        let (start, is_open) = terms.title().start();
        Self {
            titles: words.iter().map(|(word, is_prefix)| Key::in_title(word, *is_prefix)).collect(),
            typed: [Key::title(terms.title().whole()), Key::title_start(start, is_open)],
            required: words
                .iter()
                .map(|(word, is_prefix)| Key::anywhere(word, *is_prefix, reader))
                .chain(readable.map(Key::readable))
                .collect(),
            refused: refused.chain(above.map(Key::readable)).collect(),
            required_sequences: terms.required().iter().flat_map(sequences).collect(),
            refused_sequences: terms
                .refused()
                .iter()
                .map(sequences)
                .filter(|sequences| sequences.len() == 1)
                .flatten()
                .collect(),
        }
    }

    /// Returns all keys to read: required, refused, and if needed those of titles.
    fn all(&self, with_titles: bool) -> Vec<Key> {
        let titles = self.titles.iter().chain(&self.typed).filter(|_| with_titles);
        self.required.iter().chain(&self.refused).chain(titles).cloned().collect()
    }

    fn of_title(&self) -> std::ops::Range<usize> {
        let start = self.required.len() + self.refused.len();
        start..start + self.titles.len()
    }

    /// The key of the titles of the first groups.
    fn of_group(&self, group: Group) -> Option<usize> {
        match group {
            Group::Title => Some(self.of_title().end),
            Group::Start => Some(self.of_title().end + 1),
            Group::All | Group::Some | Group::None | Group::Any => None,
        }
    }
}

/// Returns the exclusive lower and the inclusive upper limit of the levels of the filter's documents. `None` is no
/// limit.
fn levels(filter: &DocumentFilter) -> (Option<i64>, Option<i64>) {
    let most = filter.shelf.reader_level();
    let highest = filter.level.map_or(most, |level| level.min(most));
    let above = filter.level.map(|level| i64::from(level.level()) - 1).filter(|above| *above > 0);
    (above, (highest < Clearance::MAX).then(|| highest.level().into()))
}

/// The documents of a block that have the words.
#[derive(Clone, Debug)]
struct Sets {
    /// All required words, and none of the refused ones.
    matching: Bits,
    /// All of them in the title.
    all: Bits,
    /// At least one in the title.
    some: Bits,
    /// The title equals the search text, or starts with it. Such titles have all words.
    title: Bits,
    start: Bits,
}

impl Sets {
    fn of(keys: &Keys, bits: &[Bits]) -> Self {
        let (required, rest) = bits.split_at_checked(keys.required.len()).unwrap_or((bits, &[]));
        let (refused, rest) = rest.split_at_checked(keys.refused.len()).unwrap_or((rest, &[]));
        let (titles, typed) = rest.split_at_checked(keys.titles.len()).unwrap_or((rest, &[]));
        let matching = required.iter().fold(Bits::ALL, Bits::and);
        let all = titles.iter().fold(Bits::ALL, Bits::and);
        let none = Bits::default();
        let typed = |index: usize| all.clone().and(typed.get(index).unwrap_or(&none));
        let title = typed(0);
        Self {
            matching: refused.iter().fold(matching, Bits::but_not),
            some: titles.iter().fold(Bits::default(), Bits::or),
            start: typed(1).but_not(&title),
            title,
            all,
        }
    }

    /// Keeps only the documents with, or without, a sequence of words.
    fn restrict(&mut self, sequence: Option<&Bits>, is_required: bool) {
        let matching = std::mem::take(&mut self.matching);
        let none = Bits::default();
        let sequence = sequence.unwrap_or(&none);
        self.matching = if is_required { matching.and(sequence) } else { matching.but_not(sequence) };
    }

    fn group(&self, group: Group) -> Bits {
        match group {
            Group::Any => self.matching.clone(),
            Group::Title => self.matching.clone().and(&self.title),
            Group::Start => self.matching.clone().and(&self.start),
            Group::All => self.matching.clone().and(&self.all).but_not(&self.title).but_not(&self.start),
            Group::Some => self.matching.clone().and(&self.some).but_not(&self.all),
            Group::None => self.matching.clone().but_not(&self.some),
        }
    }
}

struct Run<'a> {
    filter: &'a DocumentFilter,
    keys: Keys,
    postings: Postings,
    phrases: Phrases,
    /// The blocks read so far. Groups share them.
    seen: BTreeMap<i64, Sets>,
    /// The newest block, once it has been read.
    newest: Option<i64>,
}

impl Run<'_> {
    /// Appends the documents of a group before this position, until there are `limit`.
    fn group(
        &mut self,
        conn: &mut AnyConn,
        group: Group,
        before: i64,
        limit: usize,
        found: &mut Vec<Rank>,
    ) -> Result<(), DbError> {
        let blocks = self.blocks(conn, group, before)?;
        let mut blocks = blocks.as_slice();
        let (mut step, mut at_once) = (FIRST_BLOCKS, FIRST_LOOKUPS.max(limit - found.len()));
        while !blocks.is_empty() && found.len() < limit {
            deadline::check()?;
            let (now, later) = blocks.split_at_checked(step).unwrap_or((blocks, &[]));
            (blocks, step) = (later, (step * 4).min(MAX_BLOCKS));
            let candidates = self.candidates(conn, group, now, before)?;
            let mut candidates = candidates.as_slice();
            while !candidates.is_empty() && found.len() < limit {
                deadline::check()?;
                at_once = at_once.min(MAX_LOOKUPS);
                let (now, later) = candidates.split_at_checked(at_once).unwrap_or((candidates, &[]));
                (candidates, at_once) = (later, at_once * 4);
                let visible = visible::visible(conn, self.filter, now)?;
                let shown = now.iter().copied().filter(|position| visible.contains(position));
                let wanted = limit - found.len();
                let shown = self.phrases.matching(conn, shown.collect(), wanted)?;
                found.extend(shown.into_iter().take(wanted).map(|position| group.rank(position)));
            }
        }
        Ok(())
    }

    /// Returns the documents of the group in these blocks before this position, newest first.
    fn candidates(
        &mut self,
        conn: &mut AnyConn,
        group: Group,
        blocks: &[i64],
        before: i64,
    ) -> Result<Vec<i64>, DbError> {
        let unread: Vec<i64> = blocks.iter().copied().filter(|block| !self.seen.contains_key(block)).collect();
        if !unread.is_empty() {
            let reader = self.filter.shelf.reader_level();
            let required = sequences::read(conn, &self.keys.required_sequences, reader, &unread)?;
            let refused = sequences::read(conn, &self.keys.refused_sequences, reader, &unread)?;
            for (block, bits) in self.postings.of_blocks(conn, &unread)? {
                let mut sets = Sets::of(&self.keys, &bits);
                for sequence in &required {
                    sets.restrict(sequence.get(&block), true);
                }
                for sequence in &refused {
                    sets.restrict(sequence.get(&block), false);
                }
                self.seen.insert(block, sets);
            }
        }
        let mut candidates = Vec::new();
        for block in blocks {
            let bits = self.seen.get(block).map(|sets| sets.group(group)).unwrap_or_default();
            candidates.extend(bits.positions(*block).filter(|position| *position < before));
        }
        Ok(candidates)
    }

    /// Returns the blocks that can hold documents of the group before this position, newest first.
    fn blocks(&mut self, conn: &mut AnyConn, group: Group, before: i64) -> Result<Vec<i64>, DbError> {
        let required = 0..self.keys.required.len();
        let titles = self.keys.of_title();
        let mut allowed: Option<Vec<i64>> = None;
        let mut restrict_to = |blocks: Vec<i64>| {
            allowed = Some(match allowed.take() {
                None => blocks,
                Some(before) => before.into_iter().filter(|block| blocks.binary_search(block).is_ok()).collect(),
            });
        };
        required.filter_map(|key| self.postings.blocks(key)).for_each(&mut restrict_to);
        self.keys.of_group(group).and_then(|key| self.postings.blocks(key)).into_iter().for_each(&mut restrict_to);
        match group {
            Group::Title | Group::Start | Group::All => {
                titles.filter_map(|key| self.postings.blocks(key)).for_each(&mut restrict_to);
            }
            Group::Some => {
                let each: Option<Vec<Vec<i64>>> = titles.map(|key| self.postings.blocks(key)).collect();
                if let Some(each) = each {
                    let mut any: Vec<i64> = each.into_iter().flatten().collect();
                    any.sort_unstable();
                    restrict_to(any);
                }
            }
            Group::None | Group::Any => {}
        }
        let blocks = match allowed {
            Some(blocks) => blocks,
            None => (0..=self.newest(conn)?).collect(),
        };
        let last = (before - 1).div_euclid(BLOCK);
        Ok(blocks.into_iter().rev().filter(|block| *block <= last).collect())
    }

    fn newest(&mut self, conn: &mut AnyConn) -> Result<i64, DbError> {
        if let Some(newest) = self.newest {
            return Ok(newest);
        }
        let phrase = Phrase::<BigInt>::sql("SELECT COALESCE(MAX(block), -1) FROM search_words").statement();
        let newest: i64 = on_both!(conn, |c| phrase.get_result(c))?;
        self.newest = Some(newest);
        Ok(newest)
    }
}
