//! What the index stores about a document: its keys and its plain texts.
//!
//! Text that all readers of a document see has plain keys. Text that only some of them see, because a portion is
//! withheld from the others, has keys of each level that sees it. A search therefore reads two keys per word; those of
//! the reader's level exist only where documents have portions.

use super::postings::{self, LONGEST_START, in_title, of_level, readable};
use super::sequences::Sequence;
use facility_documents::folding::index_text;
use facility_documents::portions::BAR;
use facility_documents::variants::Variants;
use facility_kernel::Clearance;
use std::collections::BTreeSet;

/// What the index stores about a document. For long texts, making it takes longer than writing it, so it is made before
/// the transaction that writes a single document.
pub(crate) struct Entry {
    pub(super) words: Words,
    pub(super) texts: Variants,
}

impl Entry {
    /// Makes the entry of a document of this level with this title and these plain texts.
    pub(crate) fn of(level: Clearance, title: &str, texts: Variants) -> Self {
        Self { words: Words::of(level, title, &texts), texts }
    }
}

/// What the index already has about a document.
#[derive(Clone)]
pub(crate) struct Indexed {
    /// The keys that it has.
    pub(super) certain: Words,
    /// The keys that it may have, because it may have been written by version 1.0.0, which read links otherwise.
    pub(super) possible: Words,
    pub(super) has_variants: bool,
}

impl From<Words> for Indexed {
    /// The keys that a document certainly has, without those of variants.
    fn from(certain: Words) -> Self {
        Self { certain, possible: Words::default(), has_variants: false }
    }
}

impl Indexed {
    /// Returns it for a document of this level with this title and content.
    pub(crate) fn of(level: Clearance, title: &str, content: &str) -> Self {
        let texts = Variants::of(content, level);
        let has_variants = !texts.above().is_empty();
        let words = Words::of(level, title, &texts);
        let Some(earlier) = Variants::of_1_0(content, level) else {
            return Self { certain: words, possible: Words::default(), has_variants };
        };
        let earlier = Words::of(level, title, &earlier);
        let certain = Words { words: &words.words & &earlier.words, sequences: &words.sequences & &earlier.sequences };
        let possible = Words { words: &words.words ^ &earlier.words, sequences: &words.sequences ^ &earlier.sequences };
        Self { certain, possible, has_variants }
    }

    /// Returns it for a document that the index may have or not have.
    pub(crate) fn uncertain(mut self) -> Self {
        let certain = std::mem::take(&mut self.certain);
        self.possible.words.extend(certain.words);
        self.possible.sequences.extend(certain.sequences);
        self
    }
}

/// The keys of a document in the index.
#[derive(Clone, Default)]
pub(super) struct Words {
    /// Its words, those of its title, and the levels that may read it.
    pub(super) words: BTreeSet<String>,
    /// Its sequences of words.
    pub(super) sequences: BTreeSet<Sequence>,
}

impl Words {
    /// Returns the keys of a document.
    pub(super) fn of(level: Clearance, title: &str, texts: &Variants) -> Self {
        let title = index_text(title);
        let mut all = Self::of_plain(texts.base());
        if !texts.above().is_empty() {
            all = Self::of_levels(level, texts, all);
        }
        let words: Vec<&str> = title.split_whitespace().collect();
        all.words.extend(words.iter().copied().map(in_title));
        all.words.extend(words.iter().copied().map(str::to_owned));
        all.words.insert(postings::title(&words));
        let starts = (1..=LONGEST_START).filter_map(|length| words.get(..length));
        all.words.extend(starts.map(postings::title_start));
        all.words.extend((level.level()..Clearance::MAX.level()).map(|level| readable(level.into())));
        all.sequences.extend(Sequence::all(&title));
        all
    }

    /// Returns the words and sequences of a text. No sequence spans a bar.
    pub(super) fn of_plain(plain: &str) -> Self {
        let mut found = Self::default();
        for part in plain.split(BAR) {
            let part = index_text(part);
            found.words.extend(part.split_whitespace().map(str::to_owned));
            found.sequences.extend(Sequence::all(&part));
        }
        found
    }

    /// Returns the keys of a text with portions. `base` has those of its first variant.
    fn of_levels(level: Clearance, texts: &Variants, base: Self) -> Self {
        let mut variants = vec![(level, base)];
        variants.extend(texts.above().iter().map(|(level, text)| (*level, Self::of_plain(text))));
        let is_in_all = |contains: &dyn Fn(&Self) -> bool| variants.iter().all(|(_, each)| contains(each));
        let mut keys = Self::default();
        for (index, (first, variant)) in variants.iter().enumerate() {
            let until = variants.get(index + 1).map(|(next, _)| *next);
            let levels: Vec<Clearance> =
                Clearance::all().filter(|level| level >= first && until.is_none_or(|until| *level < until)).collect();
            for word in &variant.words {
                if is_in_all(&|other| other.words.contains(word)) {
                    keys.words.insert(word.clone());
                } else {
                    keys.words.extend(levels.iter().map(|level| of_level(word, *level)));
                }
            }
            for sequence in &variant.sequences {
                if is_in_all(&|other| other.sequences.contains(sequence)) {
                    keys.sequences.insert(*sequence);
                } else {
                    keys.sequences.extend(levels.iter().map(|level| sequence.of_level(*level)));
                }
            }
        }
        keys
    }
}
