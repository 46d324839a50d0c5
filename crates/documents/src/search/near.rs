//! Spelling suggestions: words that differ from a typed one by a single error.

use std::collections::BTreeSet;

/// Maximum number of suggestions.
pub const MAX_SUGGESTIONS: usize = 3;
/// Longer words have too many variants and are rarely typed.
const MAX_CHARS: usize = 24;
/// Number of adjacent code points that are tried as other letters of the same script. Sufficient for Latin, Greek and
/// Cyrillic.
const SCRIPT: u32 = 64;

/// Returns the words that differ from this index word by one letter added, omitted or replaced, or by two adjacent
/// letters swapped. Letters are taken from the word's own script, and digits are included. Empty for words of fewer
/// than three characters, which would be similar to almost any short word.
pub fn near(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < 3 || letters.len() > MAX_CHARS {
        return Vec::new();
    }
    let alphabet = alphabet(&letters);
    let mut found = BTreeSet::new();
    let mut add = |letters: &[&[char]]| {
        found.insert(letters.iter().copied().flatten().collect::<String>());
    };
    for at in 0..=letters.len() {
        let (before, rest) = letters.split_at(at);
        for letter in &alphabet {
            add(&[before, &[*letter], rest]);
        }
        let Some((first, after)) = rest.split_first() else { continue };
        add(&[before, after]);
        for letter in &alphabet {
            add(&[before, &[*letter], after]);
        }
        if let Some((second, after)) = after.split_first() {
            add(&[before, &[*second, *first], after]);
        }
    }
    found.remove(word);
    found.into_iter().collect()
}

/// Returns the letters to try: lower-case letters near those of the word, and digits.
fn alphabet(letters: &[char]) -> BTreeSet<char> {
    let blocks: BTreeSet<u32> = letters.iter().map(|letter| *letter as u32 / SCRIPT).collect();
    let neighbors = blocks.into_iter().flat_map(|block| block * SCRIPT..(block + 1) * SCRIPT);
    let neighbors = neighbors.filter_map(char::from_u32).filter(|c| c.is_alphanumeric());
    neighbors.filter(|c| !c.is_uppercase()).chain('0'..='9').chain('a'..='z').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_typing_error_is_tolerated() {
        let near = near("lantern");
        for other in ["lantren", "lanter", "lanternn", "llantern", "kantern", "antern", "lantern5"] {
            assert!(near.iter().any(|word| word == other), "{other}");
        }
        assert!(!near.contains(&"lantern".to_owned()));
        assert!(near.len() < 700);
    }

    #[test]
    fn letters_are_of_the_words_script() {
        assert!(near("елка").contains(&"елки".to_owned()));
        assert!(near("σισυφοσ").contains(&"σισιφοσ".to_owned()));
    }

    #[test]
    fn very_short_and_very_long_words_have_no_neighbors() {
        assert_eq!(near("ab"), Vec::<String>::new());
        assert_eq!(near(&"a".repeat(25)), Vec::<String>::new());
    }
}
