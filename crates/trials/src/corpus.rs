//! The texts of the measured documents, which are the same in each run.

use std::fmt::Write as _;

/// A word that occurs in ten of a hundred thousand documents.
pub const RARE: &str = "rare00042";
/// A word that occurs in nearly every document.
pub const COMMON: &str = "kakaka";

/// The first and most frequent words of the vocabulary.
pub const COMMON_WORDS: [&str; 12] = [
    "kakaka", "lokaka", "mikaka", "takaka", "rekaka", "sukaka", "nekaka", "vokaka", "pikaka", "dakaka", "xekaka",
    "qukaka",
];

/// The distribution of document lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corpus {
    /// Every document has about 2,000 characters.
    Even,
    /// From one line to 200,000 characters, as in a real archive: half of the documents have fewer than 400
    /// characters, one in a hundred has more than 15,000, and one in 10,000 consists of the twelve most frequent
    /// words, more than 2,000 times each.
    HeavyTailed,
}

const SYLLABLES: [&str; 20] = [
    "ka", "lo", "mi", "ta", "re", "su", "ne", "vo", "pi", "da", "xe", "qu", "fa", "go", "hu", "ja", "le", "mo", "ny",
    "ro",
];
/// The vocabulary has 2^`OCTAVES` - 1 words of three syllables. All have the same length, so none is a prefix of
/// another.
const OCTAVES: u64 = 12;
/// Number of words in a document of [`Corpus::Even`]: about 2,000 characters.
const EVEN_WORDS: u64 = 280;
/// Number of words in the shortest document of [`Corpus::HeavyTailed`]: one line.
const MIN_WORDS: u64 = 24;
/// Number of words in the longest document: 28,000 words of six letters and a space are just below the product's
/// limit of 200,000 characters.
const MAX_WORDS: u64 = 28_000;
/// One in this many documents repeats the most frequent words.
const REPEATS_EVERY: u64 = 10_000;

/// A deterministic source of pseudorandom numbers.
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns a number below `limit`, which must be a power of two.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) & (limit - 1)
    }

    /// Returns a random word. The nth most frequent word is about n times as rare as the first, as in natural language.
    fn word(&mut self) -> String {
        // Every power of two is equally probable, and so is every word within it, so the frequency falls with the rank.
        let power = 1 << (self.below(1 << 20) % OCTAVES);
        let mut rest = power + self.below(power) - 1;
        let mut word = String::new();
        for _ in 0..3 {
            let syllable = usize::try_from(rest % 20).ok().and_then(|n| SYLLABLES.get(n));
            word += syllable.unwrap_or(&"ka");
            rest /= 20;
        }
        word
    }
}

/// Returns the number of words of a document, by a Pareto distribution with exponent 1: twice the length is half as
/// frequent.
fn heavy_tailed(numbers: &mut Numbers) -> u64 {
    const SHARES: u64 = 1 << 20;
    (MIN_WORDS * SHARES / (numbers.below(SHARES) + 1)).min(MAX_WORDS)
}

impl Corpus {
    /// Returns the content of the `n`th document.
    pub fn content(self, numbers: &mut Numbers, n: u64) -> String {
        let words = match self {
            Self::Even => EVEN_WORDS,
            Self::HeavyTailed => heavy_tailed(numbers),
        };
        let repeats = self == Self::HeavyTailed && n % REPEATS_EVERY == 1;
        let mut text = String::new();
        if repeats {
            for word in COMMON_WORDS.iter().cycle().take(usize::try_from(MAX_WORDS).unwrap_or(usize::MAX)) {
                text.push_str(word);
                text.push(' ');
            }
        } else {
            for _ in 0..words {
                text.push_str(&numbers.word());
                text.push(' ');
            }
        }
        // Writing to a String cannot fail.
        let _always_ok = write!(text, "rare{:05}", n % 10_000);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_tailed_lengths_range_from_a_line_to_the_limit() {
        let mut numbers = Numbers(7);
        let mut lengths: Vec<usize> = (2..20_002).map(|n| Corpus::HeavyTailed.content(&mut numbers, n).len()).collect();
        lengths.sort_unstable();
        let at = |part: usize| lengths[lengths.len() * part / 1000];
        assert!(lengths[0] < 250 && at(500) < 400, "{} {}", lengths[0], at(500));
        assert!(at(990) > 15_000 && at(990) < 30_000, "{}", at(990));
        assert!(*lengths.last().unwrap() > 150_000 && *lengths.last().unwrap() <= 200_000);
    }

    #[test]
    fn one_document_in_ten_thousand_repeats_the_most_frequent_words() {
        let mut numbers = Numbers(7);
        let repeated = Corpus::HeavyTailed.content(&mut numbers, 10_001);
        assert!(repeated.matches(COMMON).count() > 2_000 && repeated.len() <= 200_000, "{}", repeated.len());
    }
}
