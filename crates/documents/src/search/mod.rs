//! Filters of lists, and searches.

mod near;
mod query;

pub use near::{MOST_SUGGESTIONS, near};
pub use query::Query;

use crate::Category;
use crate::visibility::Visibility;
use kernel::{Clearance, Timestamp};

/// Maximum number of words of a search that count.
const MAX_WORDS: usize = 16;

/// The words that a search result shows and marks: those that the search requires. The last one may be the start of a
/// longer word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words {
    words: Vec<String>,
    is_last_open: bool,
}

impl Words {
    /// Returns the words as the index stores them: only letters, digits and marks on them; at least one word.
    pub fn as_slice(&self) -> &[String] {
        &self.words
    }

    /// Returns whether the word at this index may be the start of a longer word.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        self.is_last_open && index + 1 == self.words.len()
    }
}

/// A word or phrase of a search, as the index stores words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A whole word.
    Word(String),
    /// The start of a word, or a whole one.
    Start(String),
    /// At least two words in this order, with nothing between them, in the title or in the content.
    Phrase(Vec<String>),
}

impl Term {
    /// Returns its words.
    pub fn words(&self) -> &[String] {
        match self {
            Self::Word(word) | Self::Start(word) => std::slice::from_ref(word),
            Self::Phrase(words) => words,
        }
    }
}

/// The words and phrases of a search; at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    required: Vec<Term>,
    refused: Vec<Term>,
    words: Option<Words>,
}

impl Terms {
    fn of(required: Vec<Term>, refused: Vec<Term>) -> Option<Self> {
        if required.is_empty() && refused.is_empty() {
            return None;
        }
        let words: Vec<String> = required.iter().flat_map(Term::words).cloned().collect();
        let is_last_open = matches!(required.last(), Some(Term::Start(_)));
        let words = (!words.is_empty()).then_some(Words { words, is_last_open });
        Some(Self { required, refused, words })
    }

    /// Returns the search for this whole word.
    pub fn word(word: String) -> Self {
        let words = Some(Words { words: vec![word.clone()], is_last_open: false });
        Self { required: vec![Term::Word(word)], refused: Vec::new(), words }
    }

    /// Returns the search for the words with this start.
    pub fn start(start: String) -> Self {
        let words = Some(Words { words: vec![start.clone()], is_last_open: true });
        Self { required: vec![Term::Start(start)], refused: Vec::new(), words }
    }

    /// Each of them occurs in the title or in the content.
    pub fn required(&self) -> &[Term] {
        &self.required
    }

    /// None of them occurs in either.
    pub fn refused(&self) -> &[Term] {
        &self.refused
    }

    /// Returns the words to mark. `None` if nothing is required.
    pub const fn words(&self) -> Option<&Words> {
        self.words.as_ref()
    }
}

/// Up to this many documents of a search are counted.
pub const MOST_COUNTED: usize = 1000;

/// The documents that a list covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelf {
    /// Documents that a reader may see: by default those that are not archived.
    Repository(Visibility),
    /// All documents, for an administrator of this level, who reads the texts up to it.
    Everything(Clearance),
}

impl Shelf {
    /// Returns the level of the reader of the list.
    pub const fn reader_level(&self) -> Clearance {
        match self {
            Self::Repository(visibility) => visibility.max_level,
            Self::Everything(level) => *level,
        }
    }
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// The descending order of publication.
    #[default]
    Newest,
    /// Documents with all required words in the title, then those with some, then those with none; each newest first.
    /// Depends on nothing but the document itself, so it reveals nothing about others. Without required words the same
    /// as [`Order::Newest`].
    Relevance,
}

/// The filter of a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DocumentFilter {
    /// The documents to filter.
    pub shelf: Shelf,
    /// Exactly this level.
    pub level: Option<Clearance>,
    /// This category.
    pub category: Option<Category>,
    /// What a search adds.
    pub search: Option<Search>,
}

/// The part of a filter that only searches have. Their counts are capped.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Search {
    /// Words and phrases.
    pub terms: Option<Terms>,
    /// Submitted by the account with this username key.
    pub author: Option<String>,
    /// Created at this time or later.
    pub since: Option<Timestamp>,
    /// Created before this time.
    pub until: Option<Timestamp>,
    /// Only archived documents instead of those in the repository.
    pub archived: bool,
    /// The order of the list.
    pub order: Order,
}

impl DocumentFilter {
    /// Creates a filter that admits the whole shelf.
    pub const fn all(shelf: Shelf) -> Self {
        Self { shelf, level: None, category: None, search: None }
    }

    /// Returns the words and phrases.
    pub fn terms(&self) -> Option<&Terms> {
        self.search.as_ref().and_then(|search| search.terms.as_ref())
    }

    /// Returns the words to mark.
    pub fn words(&self) -> Option<&Words> {
        self.terms().and_then(Terms::words)
    }

    /// Returns whether the list has archived documents instead of those in the repository.
    pub fn is_archive(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.archived)
    }
}
