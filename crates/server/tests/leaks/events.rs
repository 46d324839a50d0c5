//! What happens in an archive: events that a reader may know of, and events above their level.

use crate::chance::Chance;

/// An event that happens in both archives of a pair.
#[derive(Clone, Debug)]
pub enum Below {
    /// A record that the reader may read.
    Publish { by_reader: bool, level: u8, category: &'static str, title: String, content: String },
    /// Another version of a record of the reader's or the administrator's.
    Revise { which: usize, level: u8, title: String, content: String },
    /// A record from above the reader's level is lowered to it. The version before stays above.
    Lower { level: u8, title: String, content: String },
    /// A record is archived.
    Archive { which: usize, section: usize },
    /// A record is deleted.
    Delete { which: usize },
    /// A submission of the reader's waits for review.
    Submit { title: String },
    /// A submission of the reader's is published above their level.
    Raise { title: String },
    /// The reader keeps a draft.
    Draft { title: String },
}

/// An event above the reader's level, which the other archive of the pair does not have.
#[derive(Clone, Debug)]
pub enum Above {
    /// A record.
    Publish { level: u8, category: &'static str, title: String, content: String },
    /// A record of any level that is not released yet.
    Schedule { level: u8, title: String, content: String },
    /// Another version of a record.
    Revise { which: usize, title: String, content: String },
    /// A record is archived.
    Archive { which: usize, section: usize },
    /// A record is deleted.
    Delete { which: usize },
    /// A record that the reader sent in is archived or deleted above their level.
    Touch { which: usize, delete: bool },
    /// Somebody else's submission waits for review.
    Submit { title: String, content: String },
    /// A template.
    Template { level: u8, name: String, content: String },
    /// Somebody else keeps a draft.
    Draft { title: String },
}

const CATEGORIES: [&str; 4] = ["ENTITY", "INCIDENT", "OTHER", "RESEARCH"];

impl Below {
    /// Chooses an event for a reader of this level. `serial` makes titles unique, so that their order is known.
    pub fn choose(chance: &mut Chance, level: u8, serial: usize) -> Self {
        let length = 2 + chance.below(30);
        let (title, content) = (format!("{} {serial}", chance.words(2)), chance.words(length));
        let at = chance.level(1, level);
        match chance.below(12) {
            0..=4 => {
                let (by_reader, category) = (chance.below(2) == 0, chance.one_of(&CATEGORIES));
                Self::Publish { by_reader, level: at, category, title, content }
            }
            5 | 6 => Self::Revise { which: chance.below(1000), level: at, title, content },
            7 => Self::Lower { level: at, title, content },
            8 => Self::Archive { which: chance.below(1000), section: chance.below(2) },
            9 => match chance.below(3) {
                0 => Self::Delete { which: chance.below(1000) },
                1 => Self::Draft { title },
                _ => Self::Submit { title },
            },
            10 => Self::Raise { title },
            _ => Self::Publish { by_reader: false, level: at, category: "OTHER", title, content },
        }
    }
}

impl Above {
    /// Chooses an event above this level.
    pub fn choose(chance: &mut Chance, level: u8, serial: usize) -> Self {
        let length = 1 + chance.below(60);
        let words = 1 + chance.below(4);
        let (title, content) =
            (format!("{} {serial}", chance.secret_words(words)), chance.secret_words(length));
        let at = chance.level(level + 1, 5);
        match chance.below(12) {
            0..=2 => Self::Publish { level: at, category: chance.one_of(&CATEGORIES), title, content },
            3 | 4 => Self::Schedule { level: chance.level(1, 5), title, content },
            5 => Self::Revise { which: chance.below(1000), title, content },
            6 => Self::Archive { which: chance.below(1000), section: chance.below(2) },
            7 => Self::Delete { which: chance.below(1000) },
            8 => Self::Touch { which: chance.below(1000), delete: chance.below(2) == 0 },
            9 => Self::Submit { title, content },
            10 => Self::Template { level: at, name: title, content },
            _ => Self::Draft { title },
        }
    }
}
