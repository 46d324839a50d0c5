//! The part of a text that a search result shows, with the positions of the matches.

use crate::finder::{Finder, end_of_word};
use crate::search::terms::Words;
use std::ops::Range;

/// Approximate length of an excerpt in characters, and the part of it that precedes the first match.
const CHARS: usize = 240;
const CHARS_BEFORE: usize = 60;
/// Distance in bytes within which matches are shown together.
const SPAN: usize = 200;
/// Number of matches after which the best position so far is used. It limits the work on a text full of matches.
const MAX_MATCHES: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    pub text: &'a str,
    /// Whether there is text before the part.
    pub cut_before: bool,
    /// Whether there is text after the part.
    pub cut_after: bool,
    /// Byte ranges of the matches in the part, in ascending order, without overlap.
    pub matches: Vec<Range<usize>>,
}

impl Words {
    /// Returns a finder for these words. Building it takes longer than searching a short text.
    pub fn finder(&self) -> Finder<'_> {
        Finder::of(self)
    }
}

impl Finder<'_> {
    /// Returns the byte ranges of matches in a text in ascending order, at most `most`.
    pub fn matches(&self, text: &str, most: usize) -> Vec<Range<usize>> {
        self.found(text).map(|(range, _)| range).take(most).collect()
    }

    /// Returns the part of a text in which the most different words are close together. If none occurs, it is the start
    /// of the text.
    ///
    /// Takes time proportional to the length of the text, whatever its content, and less if the words occur near the
    /// start.
    pub fn excerpt<'a>(&self, text: &'a str) -> Excerpt<'a> {
        let first = self.best_position(text).unwrap_or(0);
        let start = start_of(text, first);
        let rest = text.get(start..).unwrap_or_default();
        let length = length_of(rest);
        let text_of = rest.get(..length).unwrap_or(rest);
        // The last word may be cut off. Text after it is not searched.
        let whole = length + end_of_word(rest.get(length..).unwrap_or_default());
        let matches = self
            .found(rest.get(..whole).unwrap_or(rest))
            .take_while(|(range, _)| range.start < length)
            .map(|(range, _)| range.start..range.end.min(length))
            .collect();
        Excerpt { text: text_of, cut_before: start > 0, cut_after: length < rest.len(), matches }
    }

    /// Returns the position of the first of the matches to show together, chosen to include as many different words as
    /// possible.
    fn best_position(&self, text: &str) -> Option<usize> {
        let all = self.all_bits();
        let mut near: std::collections::VecDeque<(Range<usize>, u32)> = std::collections::VecDeque::new();
        let mut best: Option<(u32, usize)> = None;
        for (range, bits) in self.found(text).take(MAX_MATCHES) {
            while near.front().is_some_and(|(first, _)| range.end.saturating_sub(first.start) > SPAN) {
                near.pop_front();
            }
            near.push_back((range, bits));
            let seen = near.iter().fold(0, |seen, (_, bits)| seen | bits);
            let place = near.front().map_or(0, |(first, _)| first.start);
            if best.is_none_or(|(most, _)| seen.count_ones() > most) {
                best = Some((seen.count_ones(), place));
            }
            if seen == all {
                break;
            }
        }
        best.map(|(_, place)| place)
    }
}

/// Returns a position shortly before a match, at the start of a word if possible.
fn start_of(text: &str, first: usize) -> usize {
    let before = text.get(..first).unwrap_or_default();
    let Some((early, _)) = before.char_indices().rev().nth(CHARS_BEFORE - 1) else { return 0 };
    let lead = text.get(early..first).unwrap_or_default();
    lead.char_indices().find(|(_, c)| c.is_whitespace()).map_or(early, |(at, blank)| early + at + blank.len_utf8())
}

/// Returns the length of the excerpt in bytes. It ends at a word boundary if there is one in its second half.
fn length_of(rest: &str) -> usize {
    let Some((end, _)) = rest.char_indices().nth(CHARS) else { return rest.len() };
    let shown = rest.get(..end).unwrap_or(rest);
    match shown.rfind(char::is_whitespace) {
        Some(blank) if blank > end / 2 => shown.get(..blank).map_or(end, |text| text.trim_end().len()),
        _ => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(typed: &str) -> Words {
        crate::search::query::Query::parse(typed).unwrap().unwrap().terms.unwrap().words().unwrap().clone()
    }

    fn shown<'a>(excerpt: &Excerpt<'a>) -> Vec<&'a str> {
        excerpt.matches.iter().map(|range| excerpt.text.get(range.clone()).unwrap()).collect()
    }

    #[test]
    fn match_is_shown_in_its_original_form() {
        let text = "Ο ΣΊΣΥΦΟΣ κυλά την πέτρα. In İstanbul a ﬁne straße.";
        for (typed, match_) in [("σισυφος", "ΣΊΣΥΦΟΣ"), ("istan", "İstanbul"), ("fine", "ﬁne"), ("STRASSE", "straße")]
        {
            assert_eq!(shown(&words(typed).finder().excerpt(text)), [match_], "{typed}");
        }
    }

    #[test]
    fn only_the_last_word_may_be_a_prefix() {
        let text = "lanterns, lantern, and light";
        assert_eq!(shown(&words("lantern li").finder().excerpt(text)), ["lantern", "light"]);
        assert_eq!(words("lan").finder().matches(text, 10), [0..8, 10..17]);
        assert_eq!(words("lan").finder().matches(text, 1), std::slice::from_ref(&(0..8)));
    }

    #[test]
    fn excerpt_shows_the_words_close_together() {
        let text = format!("red {}the red Lantern burns{}", "door ".repeat(5000), " door".repeat(5000));
        let excerpt_of = words("red lantern");
        let excerpt = excerpt_of.finder().excerpt(&text);
        assert_eq!(shown(&excerpt), ["red", "Lantern"]);
        assert!(excerpt.cut_before && excerpt.cut_after);
        assert!(excerpt.text.starts_with("door") && excerpt.text.ends_with("door"), "{}", excerpt.text);
        assert!(excerpt.text.chars().count() <= CHARS);
    }

    #[test]
    fn text_without_the_words_is_shown_from_its_start() {
        let excerpt = words("lantern").finder().excerpt("a door");
        assert_eq!(excerpt, Excerpt { text: "a door", cut_before: false, cut_after: false, matches: vec![] });
    }

    proptest! {
        #[test]
        fn an_excerpt_is_a_part_of_the_text(text in "\\PC{0,400}", typed in "[a-zé]{1,3}( [a-z]{1,2}){0,2}") {
            let found = words(&typed);
            let excerpt = found.finder().excerpt(&text);
            prop_assert!(text.contains(excerpt.text));
            prop_assert!(excerpt.text.chars().count() <= CHARS);
            let mut end = 0;
            for range in &excerpt.matches {
                prop_assert!(range.start >= end && range.end <= excerpt.text.len());
                prop_assert!(excerpt.text.get(range.clone()).is_some());
                end = range.end;
            }
        }
    }

    /// Measurements of how long an excerpt takes, run without other tests.
    mod timed {
        use super::*;
        use std::time::{Duration, Instant};

        /// SQLite's own snippets took 43 seconds for 66,000 matches in one document.
        #[test]
        fn a_text_full_of_matches_takes_no_longer_than_another() {
            let (full, other) = ("ab ".repeat(66_000), "cd ".repeat(66_000));
            let begun = Instant::now();
            assert!(words("ab ab ab a").finder().excerpt(&full).matches.len() > 10);
            assert!(words("ab ab ab a").finder().excerpt(&other).matches.is_empty());
            assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        }
    }
}
