//! Runs of letters: words, and text of scripts without spaces between words.

use super::tokens::{MAX_WORD_CHARS, fold, is_letter_of_a_word, tokens};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, LineBreak};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation as _;

/// A part of a folded text.
pub(super) enum Run<'t> {
    /// The byte range of a word.
    Word(Range<usize>),
    /// Text of a script without spaces between words, and the byte offset of its start.
    Unspaced(usize, &'t str),
}

impl Run<'_> {
    /// Calls `with` for the byte range of each index word in it.
    pub(super) fn each_word(self, mut with: impl FnMut(Range<usize>)) {
        match self {
            Self::Word(word) => with(word),
            Self::Unspaced(start, text) => {
                let ends = text.char_indices().map(|(at, c)| start + at + c.len_utf8());
                let starts = text.char_indices().map(|(at, _)| start + at);
                let end = start + text.len();
                starts.zip(ends.skip(1).chain([end])).for_each(|(start, end)| with(start..end));
            }
        }
    }
}

/// Splits a folded text into runs. A word ends after [`MAX_WORD_CHARS`] characters.
pub(super) fn of(folded: &str) -> impl Iterator<Item = Run<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = folded.get(from..)?;
        let start = from + rest.find(is_letter_of_a_word)?;
        let rest = folded.get(start..)?;
        let unspaced = rest.starts_with(is_unspaced_letter);
        let goes_on = |c: char| is_letter_of_a_word(c) && (is_mark(c) || is_unspaced_letter(c) == unspaced);
        let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        let run = rest.get(..length)?;
        from = start + length;
        Some(if unspaced {
            Run::Unspaced(start, run)
        } else {
            let length = run.char_indices().nth(MAX_WORD_CHARS).map_or(run.len(), |(end, _)| end);
            Run::Word(start..start + length)
        })
    })
}

/// Returns the index words of each run of a typed text.
pub fn typed_runs(text: &str) -> Vec<Vec<String>> {
    let mut runs = Vec::new();
    for token in tokens(text) {
        let folded = fold(token.text);
        runs.extend(of(&folded).map(|run| {
            let mut words = Vec::new();
            run.each_word(|word| words.extend(folded.get(word).map(str::to_owned)));
            words
        }));
    }
    runs
}

/// An index word within a token.
#[derive(Debug, PartialEq, Eq)]
pub struct Located<'t> {
    pub word: &'t str,
    /// The byte range that it covers in the token.
    pub range: Range<usize>,
    /// Where the word's first character ends, if the word is a pair of characters. Otherwise the end of the word.
    pub lead: usize,
}

/// Calls `with` for each index word of a token. The range of a word is that of its letters in the token: for "x²" the
/// whole token, for "東京都" each pair of characters.
pub fn located(token: &str, mut with: impl FnMut(&Located<'_>)) {
    let folded = fold(token);
    if !folded.contains(is_unspaced_letter) {
        let whole = |word| Located { word, range: 0..token.len(), lead: token.len() };
        return of(&folded).for_each(|run| {
            run.each_word(|word| with(&whole(folded.get(word).unwrap_or_default())));
        });
    }
    // User-perceived characters are folded one by one to track where each folded part came from. Folding them
    // separately gives the same result.
    let mut folded = String::new();
    let mut characters: Vec<(usize, Range<usize>)> = Vec::new();
    for (start, character) in token.grapheme_indices(true) {
        folded.push_str(&fold(character));
        characters.push((folded.len(), start..start + character.len()));
    }
    let origin = |byte: usize| {
        let at = characters.partition_point(|(end, _)| *end <= byte);
        characters.get(at).map_or(token.len()..token.len(), |(_, range)| range.clone())
    };
    for run in of(&folded) {
        run.each_word(|word| {
            let range = origin(word.start).start..origin(word.end - 1).end;
            let text = folded.get(word.clone()).unwrap_or_default();
            let lead = if is_unspaced(text) { origin(word.start).end } else { range.end };
            with(&Located { word: text, range, lead });
        });
    }
}

/// Whether an index word consists of one or two characters of a script without spaces between words.
pub fn is_unspaced(word: &str) -> bool {
    word.contains(is_unspaced_letter)
}

/// Whether the character belongs to a script without spaces between words. In such scripts lines may break between any
/// two characters (UAX 14: Han, kana, Yi), or between words that only a dictionary can find (Thai, Lao, Khmer, Myanmar
/// and others).
fn is_unspaced_letter(c: char) -> bool {
    // The first such script in Unicode is Thai.
    c >= '\u{e00}'
        && matches!(
            CodePointMapData::<LineBreak>::new().get(c),
            LineBreak::Ideographic
                | LineBreak::ConditionalJapaneseStarter
                | LineBreak::Nonstarter
                | LineBreak::ComplexContext
                | LineBreak::Aksara
                | LineBreak::AksaraPrebase
                | LineBreak::AksaraStart
        )
}

fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}
