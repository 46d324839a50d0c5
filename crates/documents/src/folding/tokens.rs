//! Tokens of a text, and folding of case, accents and compatibility forms.

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use std::borrow::Cow;

/// Maximum number of characters of a word that are indexed and searched.
pub const MAX_WORD_CHARS: usize = 100;

/// A part of a text without white space and punctuation. It may produce several index words: "½" becomes "1" and "2".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub start: usize,
    pub text: &'a str,
}

impl Token<'_> {
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..)?;
        let start = from + rest.find(is_part_of_a_word)?;
        let rest = text.get(start..)?;
        let length = rest.find(|c| !is_part_of_a_word(c)).unwrap_or(rest.len());
        from = start + length;
        Some(Token { start, text: text.get(start..from)? })
    })
}

pub(super) fn fold(token: &str) -> Cow<'_, str> {
    if token.is_ascii() {
        return if token.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(token.to_ascii_lowercase())
        } else {
            Cow::Borrowed(token)
        };
    }
    let decompose = DecomposingNormalizerBorrowed::new_nfkd();
    let decomposed = decompose.normalize(token);
    let folded = CaseMapper::new().fold_string(&decomposed);
    // Folding may produce composed characters again.
    let plain: String = decompose.normalize(&folded).chars().filter(|c| !is_accent(*c) && !is_ignored(*c)).collect();
    // The remaining marks belong to their letters: Hangul syllables, voiced kana.
    Cow::Owned(ComposingNormalizerBorrowed::new_nfc().normalize(&plain).into_owned())
}

/// Whether the character is part of a word: a letter, a digit, a combining mark, a character ignored inside words, or a
/// symbol made of letters or digits, such as "™".
pub(crate) fn is_part_of_a_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    is_letter_of_a_word(c) || is_ignored(c) || {
        let mut buffer = [0; 4];
        let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(c.encode_utf8(&mut buffer)).into_owned();
        decomposed.chars().any(char::is_alphanumeric)
    }
}

/// Whether the character is a letter, a digit, or a combining mark.
pub(super) fn is_letter_of_a_word(c: char) -> bool {
    c.is_alphanumeric()
        || (!c.is_ascii() && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c)))
}

/// Whether this is a combining mark that people omit when typing: Latin, Greek and Cyrillic accents, Hebrew points,
/// Arabic vowel signs. Marks that distinguish words, as in Indic scripts and Japanese, are kept.
const fn is_accent(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}'
        | '\u{5c4}'..='\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether this character is invisible inside a word: soft hyphens, joiners, direction marks, variation selectors, and
/// the Arabic tatweel.
const fn is_ignored(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{640}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}
