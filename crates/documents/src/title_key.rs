//! Alphabetical order of titles.

use crate::folding::each_word;
use std::fmt::Write as _;

/// Maximum size of a key in bytes. It is part of an index.
const MAX_BYTES: usize = 600;

/// Returns the sort key of a title, to be compared by its bytes: the words as a search normalizes them, with numbers
/// ordered by value, so that `Incident 9` precedes `INCIDENT 10`.
pub fn title_key(title: &str) -> String {
    let mut key = String::with_capacity(title.len());
    each_word(title, |word| {
        if !key.is_empty() {
            key.push(' ');
        }
        push(&mut key, word);
    });
    key.truncate(key.floor_char_boundary(MAX_BYTES));
    key
}

/// Appends a word, with each number preceded by its number of digits.
fn push(key: &mut String, word: &str) {
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        let number = number.trim_start_matches('0');
        key.push_str(before);
        // Writing to a string cannot fail.
        let _written = write!(key, "{:02}{number}", number.len());
        rest = after;
    }
    key.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_ordered_by_their_words_and_numbers() {
        let ordered = [
            "!",
            "0",
            "Site 007",
            "site 19",
            "SITE-100",
            "“Ábel” and others",
            "abel, the second",
            "Zoo",
            "Éclair2b",
            "éclair 10",
        ];
        let mut sorted = ordered;
        sorted.sort_by_key(|title| title_key(title));
        assert_eq!(
            sorted,
            [
                "!",
                "0",
                "“Ábel” and others",
                "abel, the second",
                "éclair 10",
                "Éclair2b",
                "Site 007",
                "site 19",
                "SITE-100",
                "Zoo"
            ]
        );
    }

    #[test]
    fn keys_fit_into_an_index() {
        assert!(title_key(&"\u{FDFA}".repeat(200)).len() <= MAX_BYTES);
        assert_eq!(title_key("0007"), title_key("7"));
    }
}
