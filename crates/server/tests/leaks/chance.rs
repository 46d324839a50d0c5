//! Reproducible choices: the same seed creates the same archives.

/// A source of choices (splitmix64).
#[derive(Clone)]
pub struct Chance(u64);

/// Words of texts at every level. Some differ by one letter, so that they could be suggested for each other.
const WORDS: [&str; 16] = [
    "lantern", "lanterns", "lattern", "cellar", "cellars", "stairs", "stair", "brass", "grass", "winter", "warden",
    "garden", "door", "floor", "signal", "signals",
];
/// Words that occur only above the reader's level.
const SECRET_WORDS: [&str; 6] = ["obsidian", "meridian", "lintern", "cellarium", "obsidion", "wardenship"];

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    /// Returns a level in this range.
    pub fn level(&mut self, from: u8, to: u8) -> u8 {
        from + u8::try_from(self.below(usize::from(to - from) + 1)).unwrap()
    }

    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns this many words that texts at every level share.
    pub fn words(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| self.one_of(&WORDS)).collect();
        words.join(" ")
    }

    /// Returns a word that occurs only above the reader's level, or as a link to nothing.
    pub fn secret_word(&mut self) -> &'static str {
        self.one_of(&SECRET_WORDS)
    }

    /// Returns whether a text has one of these words.
    pub fn names_a_secret(text: &str) -> bool {
        SECRET_WORDS.iter().any(|word| text.contains(word))
    }

    /// Returns up to a dozen words from above the reader's level. The first occurs nowhere else.
    pub fn secret(&mut self) -> String {
        let more = self.below(12);
        format!("{} {}", self.secret_word(), self.secret_words(more)).trim_end().to_owned()
    }

    /// Returns this many words, half of them from above the reader's level.
    pub fn secret_words(&mut self, count: usize) -> String {
        let word = |chance: &mut Self| {
            if chance.below(2) == 0 { chance.one_of(&SECRET_WORDS) } else { chance.one_of(&WORDS) }
        };
        let words: Vec<&str> = (0..count).map(|_| word(self)).collect();
        words.join(" ")
    }
}
