//! Words that differ from a typed one by a single slip.

use std::collections::BTreeSet;

/// Maximum number of words that are suggested.
pub const MOST_SUGGESTIONS: usize = 3;
/// Longer words have too many variants, and fewer of them are typed.
const MAX_CHARS: usize = 24;
/// Number of neighboring code points that are tried as other letters of the same script: Latin, Greek and Cyrillic fit.
const SCRIPT: u32 = 64;

/// Returns the words that differ from this word of the index by one letter added, left out or replaced, or by two
/// neighboring letters exchanged. The letters are those of the word's own script, and digits. Returns none for a word
/// of fewer than three characters, which has as many neighbors as there are words.
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

/// Returns the letters to try: those around the word's own letters, lower case only, and the digits.
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
    fn one_slip_is_forgiven() {
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
