//! Events in an archive: those visible to the reader, and those above the reader's level.

use crate::chance::Chance;
use crate::text::Text;

/// An event that happens in both archives of a pair.
#[derive(Clone, Debug)]
pub enum Below {
    /// A record that the reader may read.
    Publish { by_reader: bool, level: u8, category: &'static str, title: String, content: Text },
    /// A new version of a record of the reader or of the administrator. The reader keeps the bars in it.
    Revise { which: usize, level: u8, title: String, content: Text },
    /// A record above the reader's level is lowered to it. Its previous version stays above.
    Lower { level: u8, title: String, content: Text },
    /// A record is archived.
    Archive { which: usize, section: usize },
    /// A record is moved to the trash.
    Delete { which: usize },
    /// A record is restored from the trash.
    Restore { which: usize },
    /// A comment on a record, partly above the reader's level, with a quote that is visible or withheld.
    Comment { which: usize, by_reader: bool, content: Text, quote: Quote },
    /// A submission of the reader waits for review.
    Submit { title: String },
    /// A submission of the reader is published above their level.
    Raise { title: String },
    /// The reader saves a draft.
    Draft { title: String },
}

/// The quote of a comment.
#[derive(Clone, Copy, Debug)]
pub enum Quote {
    Nothing,
    /// The words that every reader of the record sees.
    Open,
    /// The words of a portion.
    Withheld,
}

/// An event above the reader's level, which the other archive of the pair does not have.
#[derive(Clone, Debug)]
pub enum Above {
    /// A record.
    Publish { level: u8, category: &'static str, title: String, content: String },
    /// A record of any level that is not released yet.
    Schedule { level: u8, title: String, content: String },
    /// A new version of a record.
    Revise { which: usize, title: String, content: String },
    /// A record is archived.
    Archive { which: usize, section: usize },
    /// A record is moved to the trash.
    Delete { which: usize },
    /// A record is restored from the trash, or purged.
    Empty { which: usize, restore: bool },
    /// A record that links to a record of the reader by its label, and has a title to which those link.
    Link { which: usize, level: u8, name: &'static str },
    /// A comment on a record.
    Comment { which: usize, content: String },
    /// A record that the reader submitted, and that is now above their level, is archived or deleted.
    Touch { which: usize, delete: bool },
    /// Somebody else's submission waits for review.
    Submit { title: String, content: String },
    /// A template.
    Template { level: u8, name: String, content: String },
    /// Somebody else saves a draft.
    Draft { title: String },
}

const CATEGORIES: [&str; 4] = ["ENTITY", "INCIDENT", "OTHER", "RESEARCH"];

impl Below {
    /// Chooses an event for a reader of this level. `serial` makes titles unique, so that their order is known;
    /// `titles` are the titles to link to.
    pub fn choose(chance: &mut Chance, level: u8, serial: usize, titles: &[String]) -> Self {
        let (title, content) = (format!("{} {serial}", chance.words(2)), Text::choose(chance, level, titles));
        let (which, at) = (chance.below(1000), chance.level(1, level));
        match chance.below(16) {
            0..=4 => {
                let (by_reader, category) = (chance.below(2) == 0, chance.one_of(&CATEGORIES));
                Self::Publish { by_reader, level: at, category, title, content }
            }
            5 | 6 => Self::Revise { which, level: at, title, content },
            7 => Self::Lower { level: at, title, content },
            8 => Self::Archive { which, section: chance.below(2) },
            9 => match chance.below(3) {
                0 => Self::Delete { which },
                1 => Self::Draft { title },
                _ => Self::Submit { title },
            },
            10 => Self::Raise { title },
            11 => Self::Restore { which },
            12..=14 => {
                let quote = chance.one_of(&[Quote::Nothing, Quote::Open, Quote::Withheld, Quote::Withheld]);
                Self::Comment { which, by_reader: chance.below(3) == 0, content: content.inline(), quote }
            }
            _ => {
                let content = Text::plain(content.words);
                Self::Publish { by_reader: false, level: at, category: "OTHER", title, content }
            }
        }
    }
}

impl Above {
    /// Chooses an event above this level.
    pub fn choose(chance: &mut Chance, level: u8, serial: usize) -> Self {
        let length = 1 + chance.below(60);
        let words = 1 + chance.below(4);
        let (title, content) = (format!("{} {serial}", chance.secret_words(words)), chance.secret_words(length));
        let at = chance.level(level + 1, 5);
        match chance.below(16) {
            0..=2 => Self::Publish { level: at, category: chance.one_of(&CATEGORIES), title, content },
            3 | 4 => Self::Schedule { level: chance.level(1, 5), title, content },
            5 => Self::Revise { which: chance.below(1000), title, content },
            6 => Self::Archive { which: chance.below(1000), section: chance.below(2) },
            7 => Self::Delete { which: chance.below(1000) },
            8 => Self::Touch { which: chance.below(1000), delete: chance.below(2) == 0 },
            9 => Self::Submit { title, content },
            10 => Self::Template { level: at, name: title, content },
            11 => Self::Draft { title },
            12 => Self::Empty { which: chance.below(1000), restore: chance.below(2) == 0 },
            13 => Self::Link { which: chance.below(1000), level: at, name: chance.secret_word() },
            _ => Self::Comment { which: chance.below(1000), content },
        }
    }
}
