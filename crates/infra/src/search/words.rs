//! What the index stores about a document: its keys and its plain texts.
//!
//! Text that all readers of a document see has plain keys. Text that only some of them see, because a portion is
//! withheld from the others, has keys of each level that sees it. A search therefore reads two keys per word; those of
//! the reader's level exist only where documents have portions.

use super::postings::{self, LONGEST_START, in_title, of_level, readable};
use super::sequences::Sequence;
use facility_documents::folding::index_text;
use facility_documents::plain::BAR;
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

    /// The entry of a document that is not in the index.
    pub(crate) fn none() -> Self {
        Self { words: Words::default(), texts: Variants::alike(String::new()) }
    }
}

/// The keys of a document in the index.
#[derive(Default)]
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
