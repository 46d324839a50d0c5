//! Positions of search words: in a title, and in a part of a text.

use crate::Words;
use crate::plain::{EXCERPT_CHARS, cut, plain_text};
use unicode_segmentation::UnicodeSegmentation as _;

/// Maximum number of characters before the first match in a snippet.
const LEAD_CHARS: usize = 60;

/// A match: its first UTF-16 unit and the one after its last, as JavaScript counts.
pub type Match = [u32; 2];

/// A part of a text around the search words, as plain text of at most [`EXCERPT_CHARS`] characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snippet {
    /// The part on one line, with `…` for omitted text.
    pub text: String,
    /// The matches: ascending, without overlap; empty if the words occur only in the title.
    pub matches: Vec<Match>,
}

impl Snippet {
    /// Creates a snippet from a database's excerpt: a part of Markdown with `…` where it was cut.
    pub fn found(words: &Words, shown: &str) -> Self {
        let piece = shown.trim_start_matches('…');
        let (cut_before, rest) = (piece.len() < shown.len(), piece);
        let piece = rest.trim_end_matches('…');
        Self::of(words, piece, cut_before, piece.len() < rest.len())
    }

    /// Creates a snippet from a part of Markdown that a search found. Control characters in it are removed, because
    /// databases mark matches with some. `cut_before` and `cut_behind` say that the text continues beyond the part.
    pub fn of(words: &Words, piece: &str, cut_before: bool, cut_behind: bool) -> Self {
        let clean: String = piece.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect();
        let clean = without_halves(&clean, cut_before, cut_behind);
        let line = plain_text(&clean);
        let line = if cut_before || cut_behind { line.replace(['*', '`'], "") } else { line };
        let first = words.matches(&line, 1).first().map_or(0, |found| found.start);
        let start = begin(&line, first);
        let body = line.get(start..).unwrap_or_default().trim_start();
        let leads = start > 0 || cut_before;
        let text = cut(body, EXCERPT_CHARS - usize::from(leads), cut_behind);
        let text = if leads { format!("…{text}") } else { text };
        let matches = matches(words, &text);
        Self { text, matches }
    }
}

/// Returns the positions of the search words in a line: ascending, without overlap.
pub fn matches(words: &Words, line: &str) -> Vec<Match> {
    let mut units = Utf16::new(line);
    words
        .matches(line, usize::MAX)
        .into_iter()
        .map(|found| [units.at(found.start), units.at(found.end)])
        .collect()
}

/// Removes incomplete links at either end, so that no part of their markup remains.
fn without_halves(piece: &str, cut_before: bool, cut_behind: bool) -> String {
    let mut text = piece.to_owned();
    if cut_behind
        && let Some(at) = text.rfind("](")
        && !text.get(at..).unwrap_or_default().contains(')')
    {
        text.truncate(at);
        if let Some(bracket) = text.rfind('[') {
            text.remove(bracket);
        }
    }
    if cut_before
        && let Some(at) = text.find("](")
        && !text.get(..at).unwrap_or_default().contains('[')
        && let Some(end) = text.get(at..).unwrap_or_default().find(')')
    {
        text.replace_range(at..=at + end, "");
    }
    text
}

/// Returns where a snippet starts: at a word, at most [`LEAD_CHARS`] before the first match.
fn begin(line: &str, first: usize) -> usize {
    let before = line.get(..first).unwrap_or_default();
    let mut room = LEAD_CHARS;
    let mut start = first;
    for (at, word) in before.split_word_bound_indices().rev() {
        let Some(left) = room.checked_sub(word.chars().count()) else { break };
        (room, start) = (left, at);
    }
    start
}

/// Converts ascending byte offsets to UTF-16 units.
struct Utf16<'a> {
    line: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Utf16<'a> {
    const fn new(line: &'a str) -> Self {
        Self { line, byte: 0, units: 0 }
    }

    fn at(&mut self, byte: usize) -> u32 {
        let passed = self.line.get(self.byte..byte).unwrap_or_default();
        self.units += passed.encode_utf16().count();
        self.byte = byte;
        u32::try_from(self.units).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Words {
        Words::parse(text).unwrap().unwrap()
    }

    /// Returns the text of the matches, cut as JavaScript would.
    fn held(text: &str, matches: &[Match]) -> Vec<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        matches.iter().map(|[a, b]| String::from_utf16(&units[*a as usize..*b as usize]).unwrap()).collect()
    }

    #[test]
    fn matches_are_counted_in_utf_16() {
        let title = "🦀🦀 The Lighthouse, the LIGHT";
        let found = matches(&words("the light"), title);
        assert_eq!(found, [[5, 8], [9, 19], [21, 24], [25, 30]]);
        assert_eq!(held(title, &found), ["The", "Lighthouse", "the", "LIGHT"]);
        assert_eq!(matches(&words("nobody"), title), Vec::<Match>::new());
    }

    #[test]
    fn only_the_last_word_may_be_the_start_of_one() {
        let found = |text: &str| held("lighthouse keeper", &matches(&words(text), "lighthouse keeper"));
        assert_eq!(found("keeper ligh"), ["lighthouse", "keeper"]);
        assert_eq!(found("ligh keep"), ["keeper"]);
    }

    #[test]
    fn a_snippet_is_plain_text_around_the_first_match() {
        let padding = "nothing to *see* here ".repeat(30);
        let text = format!("{padding} the **<b>Lighthouse</b>** [keeper](https://example.com) {padding}");
        let snippet = Snippet::of(&words("lighthouse"), &text, false, false);
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…'), "{snippet:?}");
        assert!(snippet.text.contains("see here the Lighthouse keeper nothing"), "{snippet:?}");
        assert!(snippet.text.chars().count() <= EXCERPT_CHARS && !snippet.text.contains(['*', '<']));
        assert_eq!(held(&snippet.text, &snippet.matches), ["Lighthouse"]);
    }

    #[test]
    fn a_piece_of_a_text_says_where_it_was_cut() {
        let piece = |before, behind| Snippet::of(&words("b"), "a \u{2}b\u{3} c", before, behind).text;
        assert_eq!(
            [piece(false, false), piece(true, false), piece(false, true), piece(true, true)],
            ["a b c", "…a b c", "a b c…", "…a b c…"]
        );
    }

    #[test]
    fn a_cut_through_marks_leaves_none_behind() {
        for (piece, shown) in [
            ("opens **inwards", "…opens inwards…"),
            ("a word** and `code", "…a word and code…"),
            ("the [keeper](https://exam", "…the keeper…"),
            ("per](https://example.com) of the gate", "…per of the gate…"),
            ("per](x) of [the](y) [gate](z", "…per of the gate…"),
        ] {
            assert_eq!(Snippet::found(&words("word"), &format!("…{piece}…")).text, shown);
        }
    }

    #[test]
    fn a_text_without_the_words_begins_at_its_beginning() {
        let snippet = Snippet::of(&words("title"), "The gate is closed.", false, false);
        assert_eq!(snippet, Snippet { text: "The gate is closed.".to_owned(), matches: Vec::new() });
    }

    proptest! {
        #[test]
        fn matches_are_ascending_and_inside_of_the_text(
            text in "(\\PC|a|b|\n|🦀|é){0,300}", query in "[ab]{1,2}( [ab])?", cut in any::<(bool, bool)>(),
        ) {
            let snippet = Snippet::of(&words(&query), &text, cut.0, cut.1);
            let units = u32::try_from(snippet.text.encode_utf16().count()).unwrap();
            let flat: Vec<u32> = snippet.matches.iter().flatten().copied().collect();
            prop_assert!(flat.is_sorted() && flat.iter().all(|at| *at <= units));
            prop_assert!(snippet.matches.iter().all(|[a, b]| a < b));
            prop_assert!(snippet.text.chars().count() <= EXCERPT_CHARS);
        }
    }
}
