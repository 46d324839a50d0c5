//! Positions of search words in a title and in a part of a text.

use crate::finder::Finder;
use crate::plain::{EXCERPT_CHARS, cut};
use facility_kernel::UploadId;
use unicode_segmentation::UnicodeSegmentation as _;

/// Maximum number of characters before the first match in a snippet.
const LEAD_CHARS: usize = 60;

/// A match: the index of its first UTF-16 unit and the index after its last one, as JavaScript counts.
pub type Match = [u32; 2];

/// A part of a text around the search words, as plain text of at most [`EXCERPT_CHARS`] characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snippet {
    /// The part on one line, with `…` for omitted text.
    pub text: String,
    /// The matches in ascending order, without overlap. Empty if the words occur only in the title.
    pub matches: Vec<Match>,
}

impl Snippet {
    /// Returns the part of a plain text in which most of the words are close together, or its start if it contains none
    /// of them.
    pub fn of(words: &Finder<'_>, plain: &str) -> Self {
        let piece = words.excerpt(plain);
        let first = piece.matches.first().map_or(0, |found| found.start);
        let start = begin(piece.text, first);
        let body = piece.text.get(start..).unwrap_or_default().trim_start();
        let leads = start > 0 || piece.cut_before;
        let text = cut(body, EXCERPT_CHARS - usize::from(leads), piece.cut_after);
        let text = if leads { format!("…{text}") } else { text };
        Self { matches: matches(words, &text), text }
    }

    /// Returns the preview as a snippet, for a text that could not be searched in time.
    pub fn unsearched(words: &Finder<'_>, preview: &str) -> Self {
        Self { matches: matches(words, preview), text: preview.to_owned() }
    }
}

/// A part of a file's text around the search words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileMatch {
    pub file: UploadId,
    /// The name of the file.
    pub name: String,
    pub snippet: Snippet,
}

/// Returns the positions of the search words in a line, in ascending order, without overlap.
pub fn matches(words: &Finder<'_>, line: &str) -> Vec<Match> {
    let mut units = Utf16::new(line);
    words.matches(line, usize::MAX).into_iter().map(|found| [units.at(found.start), units.at(found.end)]).collect()
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

/// Converts ascending byte offsets to UTF-16 offsets.
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

    fn words(text: &str) -> crate::search::terms::Words {
        crate::search::query::Query::parse(text).unwrap().unwrap().terms.unwrap().words().unwrap().clone()
    }

    /// Returns the text of the matches, cut as JavaScript would.
    fn held(text: &str, matches: &[Match]) -> Vec<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        matches.iter().map(|[a, b]| String::from_utf16(&units[*a as usize..*b as usize]).unwrap()).collect()
    }

    #[test]
    fn matches_are_counted_in_utf_16() {
        let title = "🦀🦀 The Lighthouse, the LIGHT";
        let found = matches(&words("the light").finder(), title);
        assert_eq!(found, [[5, 8], [9, 19], [21, 24], [25, 30]]);
        assert_eq!(held(title, &found), ["The", "Lighthouse", "the", "LIGHT"]);
        assert_eq!(matches(&words("nobody").finder(), title), Vec::<Match>::new());
    }

    #[test]
    fn only_the_last_word_may_be_a_prefix() {
        let found = |text: &str| held("lighthouse keeper", &matches(&words(text).finder(), "lighthouse keeper"));
        assert_eq!(found("keeper ligh"), ["lighthouse", "keeper"]);
        assert_eq!(found("ligh keep"), ["keeper"]);
    }

    #[test]
    fn a_snippet_is_the_text_around_the_first_match() {
        let padding = "nothing to see here ".repeat(30);
        let text = format!("{padding}the Lighthouse keeper {padding}");
        let snippet = Snippet::of(&words("lighthouse").finder(), &text);
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…'), "{snippet:?}");
        assert!(snippet.text.contains("see here the Lighthouse keeper nothing"), "{snippet:?}");
        assert!(snippet.text.chars().count() <= EXCERPT_CHARS);
        assert_eq!(held(&snippet.text, &snippet.matches), ["Lighthouse"]);
    }

    #[test]
    fn ends_of_the_text_have_no_ellipsis() {
        let snippet = Snippet::of(&words("b").finder(), "a b c");
        assert_eq!(snippet, Snippet { text: "a b c".to_owned(), matches: vec![[2, 3]] });
        let text = Snippet::of(&words("b").finder(), &format!("a b {}", "c".repeat(300))).text;
        assert!(text.starts_with("a b") && text.ends_with('…'), "{text}");
    }

    #[test]
    fn snippet_without_matches_starts_at_the_start() {
        let snippet = Snippet::of(&words("title").finder(), "The gate is closed.");
        assert_eq!(snippet, Snippet { text: "The gate is closed.".to_owned(), matches: Vec::new() });
    }

    proptest! {
        #[test]
        fn matches_are_ascending_and_inside_the_text(
            text in "(\\PC|a|b|\n|🦀|é){0,300}", query in "[ab]{1,2}( [ab])?",
        ) {
            let snippet = Snippet::of(&words(&query).finder(), &crate::plain::plain_text(&text));
            let units = u32::try_from(snippet.text.encode_utf16().count()).unwrap();
            let flat: Vec<u32> = snippet.matches.iter().flatten().copied().collect();
            prop_assert!(flat.is_sorted() && flat.iter().all(|at| *at <= units));
            prop_assert!(snippet.matches.iter().all(|[a, b]| a < b));
            prop_assert!(snippet.text.chars().count() <= EXCERPT_CHARS);
        }
    }
}
