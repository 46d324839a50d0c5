//! The keys of a document in the index.
//!
//! What all of its readers read has the keys that every document has. What only some of them read, because a portion is
//! withheld from the others, has keys of each level that reads it. So a search reads two keys of each word, and those of the
//! reader's level exist only where documents have portions.

use super::postings::{in_title, of_level, readable};
use super::sequences::Sequence;
use documents::folding::index_text;
use documents::{BAR, Variants};
use kernel::Clearance;
use std::collections::BTreeSet;

/// What the index knows of a document.
pub(crate) struct Indexed<'a> {
    /// Its level.
    pub(crate) level: Clearance,
    /// Its title.
    pub(crate) title: &'a str,
    /// The plain texts of its content.
    pub(crate) texts: &'a Variants,
}

/// The keys of a document in the index.
#[derive(Default)]
pub(super) struct Words {
    /// Its words, those of its title, and the levels of those who may read it.
    pub(super) words: BTreeSet<String>,
    /// Its sequences of words.
    pub(super) sequences: BTreeSet<Sequence>,
}

impl Words {
    /// Returns the keys of a document.
    pub(super) fn of(document: &Indexed<'_>) -> Self {
        let Indexed { level, title, texts } = document;
        let title = index_text(title);
        let mut all = Self::of_plain(texts.base());
        if !texts.above().is_empty() {
            all = Self::of_levels(*level, texts, all);
        }
        all.words.extend(title.split_whitespace().map(in_title));
        all.words.extend(title.split_whitespace().map(str::to_owned));
        all.words.extend((level.level()..Clearance::MAX.level()).map(|level| readable(level.into())));
        all.sequences.extend(Sequence::all(&title));
        all
    }

    /// Returns the words and sequences of a text. No sequence goes across a bar.
    fn of_plain(plain: &str) -> Self {
        let mut found = Self::default();
        for part in plain.split(BAR) {
            let part = index_text(part);
            found.words.extend(part.split_whitespace().map(str::to_owned));
            found.sequences.extend(Sequence::all(&part));
        }
        found
    }

    /// Returns the keys of a text with portions. `base` are those of its first variant.
    fn of_levels(level: Clearance, texts: &Variants, base: Self) -> Self {
        let mut variants = vec![(level, base)];
        variants.extend(texts.above().iter().map(|(level, text)| (*level, Self::of_plain(text))));
        let is_in_all = |contains: &dyn Fn(&Self) -> bool| variants.iter().all(|(_, each)| contains(each));
        let mut keys = Self::default();
        for (index, (first, variant)) in variants.iter().enumerate() {
            let until = variants.get(index + 1).map(|(next, _)| *next);
            let levels: Vec<Clearance> = Clearance::all()
                .filter(|level| level >= first && until.is_none_or(|until| *level < until))
                .collect();
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
