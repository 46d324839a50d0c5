//! Normalization of text into words, identical for the index and for queries.
//!
//! The databases receive finished words separated by single spaces. They never tokenize, fold or strip anything by
//! their own rules, so both databases find the same.
//!
//! Scripts without spaces between words cannot be split into words without a dictionary. Their text is indexed as
//! overlapping pairs of characters, so that any part of it can be found (`runs`).

pub mod runs;
pub mod tokens;

use crate::folding::tokens::tokens;
use std::borrow::Cow;
use tokens::fold;

/// Replaces typographic characters that phones and word processors insert with ASCII: curly quotes, dashes and
/// full-width forms.
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let sign = |c| match c {
        '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{300C}'..='\u{300F}' => '"',
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{2BC}' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    };
    Cow::Owned(text.chars().map(sign).collect())
}

/// Returns the words of a text as the index stores them, separated by single spaces.
///
/// Compatibility forms are resolved (NFKC), full case folding is applied ("ß" becomes "ss", "Σ" and "ς" become "σ"),
/// and accents are removed. Longer words are truncated to [`MAX_WORD_CHARS`] characters. Text of a script without
/// spaces becomes its pairs of adjacent characters and its last character: "東京都" becomes "東京 京都 都".
pub fn index_text(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    each_word(text, |word| push_word(&mut folded, word));
    folded
}

/// Calls `with` for each word of [`index_text`] in order, without building the text.
pub fn each_word(text: &str, mut with: impl FnMut(&str)) {
    for token in tokens(text) {
        each_word_of(token.text, &mut with);
    }
}

fn push_word(out: &mut String, word: &str) {
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(word);
}

fn each_word_of(token: &str, with: &mut impl FnMut(&str)) {
    let folded = fold(token);
    for run in runs::of(&folded) {
        run.each_word(|word| with(folded.get(word).unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folding::runs::is_unspaced;
    use crate::folding::tokens::MAX_WORD_CHARS;
    use proptest::prelude::*;

    #[test]
    fn words_that_look_alike_are_equal() {
        for (typed, word) in [
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("Σίσυφος", "σισυφοσ"),
            ("İstanbul", "istanbul"),
            ("I\u{307}STANBUL", "istanbul"),
            ("STRASSE", "strasse"),
            ("straße", "strasse"),
            ("ﬁne", "fine"),
            ("façade", "facade"),
            ("fac\u{327}ade", "facade"),
            ("Ångström", "angstrom"),
            ("Ѐлка", "елка"),
            ("x²", "x2"),
            ("Ⅷ", "viii"),
            ("ＦＵＬＬ", "full"),
            ("x™", "xtm"),
            ("co\u{ad}operate", "cooperate"),
            ("مُحَمَّد", "محمد"),
            ("が", "が"),
            ("한국어", "한국어"),
            ("東京都", "東京 京都 都"),
            ("ｶﾞｽ室", "ガス ス室 室"),
            ("第３版Windows用", "第 3 版 windows 用"),
            ("น้ำ", "น\u{e49} \u{e49}\u{e4d} \u{e4d}า า"),
        ] {
            assert_eq!(index_text(typed), word, "{typed}");
        }
    }

    #[test]
    fn blanks_and_punctuation_separate_words() {
        assert_eq!(index_text("  IR-000001: don't, \"half\"\tNEAR(½)*"), "ir 000001 don t half near 1 2");
        assert_eq!(index_text("\u{301} – … \u{200b}"), "");
        assert_eq!(index_text(&"é".repeat(300)), "e".repeat(MAX_WORD_CHARS));
    }

    proptest! {
        #[test]
        fn normalizing_words_again_changes_nothing(text in "\\PC{0,40}") {
            let once: Vec<String> =
                index_text(&text).split(' ').filter(|word| !is_unspaced(word)).map(str::to_owned).collect();
            let once = once.join(" ");
            prop_assert_eq!(index_text(&once), once.clone());
        }

        #[test]
        fn case_makes_no_difference(text in "\\PC{0,40}") {
            prop_assert_eq!(index_text(&text.to_uppercase()), index_text(&text.to_uppercase().to_lowercase()));
        }

        #[test]
        fn tokens_are_parts_of_the_text(text in "\\PC{0,60}") {
            let mut end = 0;
            for token in tokens(&text) {
                prop_assert!(token.start >= end);
                prop_assert_eq!(text.get(token.start..token.end()), Some(token.text));
                end = token.end();
            }
        }
    }
}
