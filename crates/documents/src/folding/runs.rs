//! Runs of letters: words, and text of scripts that write no blanks between words.

use super::tokens::{MAX_WORD_CHARS, fold, is_letter_of_a_word, tokens};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, LineBreak};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation as _;

/// A part of a folded text, in bytes.
pub(super) enum Run<'t> {
    /// A word.
    Word(Range<usize>),
    /// Text of a script without blanks between words, and where it starts.
    Unspaced(usize, &'t str),
}

impl Run<'_> {
    /// Calls `with` for the position of each of its words in the index.
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

/// Returns the runs of a folded text. A word ends after [`MAX_WORD_CHARS`] characters.
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

/// Returns the words of each run of a typed text, as the index has them.
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

/// A word of the index in a token.
#[derive(Debug, PartialEq, Eq)]
pub struct Located<'t> {
    /// The word.
    pub word: &'t str,
    /// Where it stands, in bytes of the token.
    pub range: Range<usize>,
    /// Where its first character ends if it is a pair of characters, else the whole word.
    pub lead: usize,
}

/// Calls `with` for each word of the index in a token. A word stands where its run of letters does: of "x²" the whole
/// token, of "東京都" each pair of characters.
pub fn located(token: &str, mut with: impl FnMut(&Located<'_>)) {
    let folded = fold(token);
    if !folded.contains(is_unspaced_letter) {
        let whole = |word| Located { word, range: 0..token.len(), lead: token.len() };
        return of(&folded).for_each(|run| {
            run.each_word(|word| with(&whole(folded.get(word).unwrap_or_default())));
        });
    }
    // Folded one by one, to know what each part of the folded text was: what a reader sees as one character is folded
    // alone as it is beside others.
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

/// Returns whether a word of the index is one or two characters of a script without blanks between words.
pub fn is_unspaced(word: &str) -> bool {
    word.contains(is_unspaced_letter)
}

/// Returns whether the character is of a script that writes no blanks between words: those whose lines may end between
/// any two characters (UAX 14: Han, kana, Yi), or between words that only a dictionary knows (Thai, Lao, Khmer, Myanmar
/// and others).
fn is_unspaced_letter(c: char) -> bool {
    // Thai is the first.
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
