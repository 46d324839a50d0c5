//! Finds search words in a text by the same rules as the index.
//!
//! Splitting a long text into words and normalizing each of them would take most of the time of a search. An ASCII word
//! differs from its form in the index only in case, so an automaton finds the search words regardless of case. Only the
//! words of the text at these positions, and those that are not ASCII, are examined.

use crate::folding::runs::{Located, located};
use crate::folding::tokens::{MAX_WORD_CHARS, Token, is_part_of_a_word};
use crate::search::terms::Words;
use aho_corasick::{AhoCorasick, AhoCorasickKind, Input};
use std::ops::Range;

/// Number of bytes that are tested for ASCII at once.
const CHUNK: usize = 256;

/// Finds the words of a search in texts.
#[derive(Debug)]
pub struct Finder<'w> {
    words: &'w Words,
    /// Finds the ASCII search words. The others cannot occur in an ASCII word. `None` if there are none.
    ascii: Option<AhoCorasick>,
}

impl<'w> Finder<'w> {
    pub(crate) fn of(words: &'w Words) -> Self {
        let ascii: Vec<&String> = words.as_slice().iter().filter(|word| word.is_ascii()).collect();
        if ascii.is_empty() {
            return Self { words, ascii: None };
        }
        let mut builder = AhoCorasick::builder();
        // A search has at most 16 words of 100 characters; the limits of an automaton are a million times higher.
        let ascii = builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA)).build(ascii).ok();
        Self { words, ascii }
    }

    /// Returns a bit for each search word that occurs in none of these texts.
    pub fn missing(&self, texts: &[&str]) -> u32 {
        let mut missing = self.all_bits();
        for (_, bits) in texts.iter().flat_map(|text| self.found(text)) {
            missing &= !bits;
            if missing == 0 {
                break;
            }
        }
        missing
    }

    /// Whether any of the words of these bits occurs in a text.
    pub fn has_any(&self, text: &str, bits: u32) -> bool {
        self.found(text).any(|(_, found)| found & bits != 0)
    }

    /// Returns a bit mask with a bit for each search word.
    pub(crate) fn all_bits(&self) -> u32 {
        (1_u32 << self.words.as_slice().len()) - 1
    }

    /// Returns the byte ranges of matching words in ascending order, each with a bit for every search word that it
    /// matches.
    pub(crate) fn found<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (Range<usize>, u32)> + 'a {
        self.candidates(text).flat_map(move |token| self.found_in(token))
    }

    /// Returns the matching parts of a token: the whole token, or characters of a script without spaces between words.
    fn found_in(&self, token: Token<'_>) -> Vec<(Range<usize>, u32)> {
        if token.text.is_ascii() {
            let bits = self.ascii_bits(token.text);
            return if bits == 0 { Vec::new() } else { vec![(token.start..token.end(), bits)] };
        }
        let mut found: Vec<(Range<usize>, u32)> = Vec::new();
        located(token.text, |Located { word, range, lead }| {
            let (whole, opened) = self.bits(word);
            if whole | opened == 0 {
                return;
            }
            let end = token.start + if whole == 0 { *lead } else { range.end };
            let start = token.start + range.start;
            match found.last_mut() {
                // Pairs of characters overlap.
                Some((last, bits)) if start < last.end => {
                    (last.end, *bits) = (last.end.max(end), *bits | whole | opened);
                }
                _ => found.push((start..end, whole | opened)),
            }
        });
        found
    }

    /// Returns the words of the text that may match: those that contain a search word, and those that are not ASCII.
    fn candidates<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Token<'a>> + 'a {
        let mut from = 0;
        let mut positions = CandidatePositions::of(self, text);
        std::iter::from_fn(move || {
            let position = positions.next(from)?;
            let token = token_at(text, from, position);
            from = token.end();
            Some(token)
        })
    }

    /// Like [`bits`](Self::bits) for a token of ASCII letters and digits. Such a token is one word that differs from
    /// the index only in case, so it is compared without normalization.
    fn ascii_bits(&self, token: &str) -> u32 {
        let token = token.get(..MAX_WORD_CHARS).unwrap_or(token).as_bytes();
        self.words.as_slice().iter().enumerate().fold(0, |bits, (index, word)| {
            let start = token.get(..word.len()).unwrap_or_default();
            let is_match =
                start.eq_ignore_ascii_case(word.as_bytes()) && (token.len() == word.len() || self.words.is_open(index));
            bits | (u32::from(is_match) << index)
        })
    }

    /// Returns a bit for each search word that equals this word of the index, and for each that is only its start.
    fn bits(&self, found: &str) -> (u32, u32) {
        self.words.as_slice().iter().enumerate().fold((0, 0), |(whole, opened), (index, word)| {
            let is_whole = found == word;
            let is_opened = !is_whole && self.words.is_open(index) && found.starts_with(word.as_str());
            (whole | (u32::from(is_whole) << index), opened | (u32::from(is_opened) << index))
        })
    }
}

/// The next positions in a text at which a match is possible. `None` if there are no more.
struct CandidatePositions<'a> {
    finder: &'a Finder<'a>,
    text: &'a str,
    /// The next occurrence of an ASCII search word.
    occurrence: Option<usize>,
    /// The next character that is not ASCII.
    other: Option<usize>,
}

impl<'a> CandidatePositions<'a> {
    fn of(finder: &'a Finder<'a>, text: &'a str) -> Self {
        let mut positions = Self { finder, text, occurrence: None, other: None };
        (positions.occurrence, positions.other) = (positions.occurrence_from(0), positions.other_from(0));
        positions
    }

    fn occurrence_from(&self, from: usize) -> Option<usize> {
        let automaton = self.finder.ascii.as_ref()?;
        automaton.find(Input::new(self.text).range(from..)).map(|found| found.start())
    }

    fn other_from(&self, from: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(from..)?;
        // Testing several bytes at once makes the time for most texts negligible.
        let start = rest.chunks(CHUNK).position(|chunk| !chunk.is_ascii())? * CHUNK;
        let chunk = rest.get(start..)?;
        chunk.iter().position(|byte| !byte.is_ascii()).map(|length| from + start + length)
    }

    /// Returns the next position at or after `from`, which must never decrease.
    fn next(&mut self, from: usize) -> Option<usize> {
        if self.occurrence.is_some_and(|position| position < from) {
            self.occurrence = self.occurrence_from(from);
        }
        if self.other.is_some_and(|position| position < from) {
            self.other = self.other_from(from);
        }
        match (self.occurrence, self.other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }
}

/// Returns the token at this position: the word, which starts at or after `from`, or a character that belongs to no
/// word.
fn token_at(text: &str, from: usize, position: usize) -> Token<'_> {
    let before = text.get(from..position).unwrap_or_default();
    let lead: usize = before.chars().rev().take_while(|c| is_part_of_a_word(*c)).map(char::len_utf8).sum();
    let after = text.get(position..).unwrap_or_default();
    let (start, length) = match end_of_word(after) {
        0 => (position, after.chars().next().map_or(0, char::len_utf8)),
        length => (position - lead, length),
    };
    Token { start, text: text.get(start..position + length).unwrap_or_default() }
}

/// Returns the length in bytes of the word, or rest of a word, at the start of the text. 0 if there is none.
pub(crate) fn end_of_word(text: &str) -> usize {
    text.find(|c| !is_part_of_a_word(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folding::index_text;
    use crate::folding::runs::is_unspaced;
    use crate::folding::tokens::tokens;
    use crate::search::query::Query;
    use proptest::prelude::*;

    fn words(typed: &str) -> Option<Words> {
        Some(Query::parse(typed).ok()??.terms?.words()?.clone())
    }

    /// The result according to the index: each word of the text, normalized.
    fn expected(words: &Words, text: &str) -> Vec<(Range<usize>, u32)> {
        let finder = words.finder();
        let each = tokens(text).map(|token| {
            let bits = index_text(token.text).split(' ').fold(0, |bits, word| {
                let (whole, opened) = finder.bits(word);
                bits | whole | opened
            });
            (token.start..token.end(), bits)
        });
        each.filter(|(_, bits)| *bits != 0).collect()
    }

    #[test]
    fn characters_of_unspaced_scripts_are_found() {
        for (typed, text, expected) in [
            ("京都", "東京都庁と京都市", vec!["京都", "京都"]),
            ("東京都庁", "東京都庁に行く", vec!["東京都庁"]),
            ("庁", "東京都庁に行く庁", vec!["庁", "庁"]),
            ("ガス", "ｶﾞｽ室", vec!["ｶﾞｽ"]),
            ("windows", "第３版Windows用", vec!["Windows"]),
            ("น้ำ", "กินน้ำเย็น", vec!["น้ำ"]),
        ] {
            let words = words(typed).unwrap();
            let finder = words.finder();
            let found: Vec<&str> = finder.found(text).map(|(range, _)| &text[range]).collect();
            assert_eq!(found, expected, "{typed}");
        }
    }

    #[test]
    fn words_are_found_in_any_case_and_with_accents() {
        let words = words("red door façade str").unwrap();
        let text = "Reddish RED—door, “Façade” of the FACADE; re\u{ad}d straße x²";
        let finder = words.finder();
        let found: Vec<&str> = finder.found(text).map(|(range, _)| &text[range]).collect();
        assert_eq!(found, ["RED", "door", "Façade", "FACADE", "re\u{ad}d", "straße"]);
    }

    proptest! {
        #[test]
        fn finder_finds_the_words_of_the_index(
            text in "([aAbBéßﬁ½·— .]|\\PC){0,60}", typed in "[aAbBéßf]{1,3}( [abéß1]{1,2}){0,3}",
        ) {
            if let Some(words) = words(&typed) {
                let found: Vec<_> = words.finder().found(&text).collect();
                let is_spaced = !index_text(&text).split(' ').any(is_unspaced);
                prop_assert!(!is_spaced || found == expected(&words, &text));
            }
        }
    }
}
