//! Filters of lists, and searches.

pub mod near;
pub mod query;
pub mod terms;

use crate::document::Document;
use crate::search::terms::Terms;
use crate::search::terms::Words;
use crate::text::Category;
use crate::visibility::Visibility;
use facility_kernel::{Clearance, Timestamp};

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

    /// Returns whether its reader may know of this document.
    pub fn admits(&self, document: &Document) -> bool {
        match self {
            Self::Repository(visibility) => visibility.admits(document),
            Self::Everything(_) => true,
        }
    }
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// The descending order of publication.
    #[default]
    Newest,
    /// Documents whose title was typed, then those whose title begins so, those with all required words in the title,
    /// those with some, and those with none; each newest first. Depends on nothing but the document itself, so it
    /// reveals nothing about others. Without required words the same as [`Order::Newest`].
    Relevance,
    /// The order of publication.
    Oldest,
    /// The order of the titles' [keys](crate::title_key::title_key), then of publication.
    Title,
    /// The highest level first, each newest first.
    Level,
}

/// The filter of a list, and its order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DocumentFilter {
    /// The documents to filter.
    pub shelf: Shelf,
    /// Exactly this level.
    pub level: Option<Clearance>,
    /// This category.
    pub category: Option<Category>,
    /// The order. Lists with words have [`Order::Newest`] or [`Order::Relevance`], and an administrator's list of
    /// everything [`Order::Newest`].
    pub order: Order,
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
}

impl DocumentFilter {
    /// Creates a filter that admits the whole shelf.
    pub const fn all(shelf: Shelf) -> Self {
        Self { shelf, level: None, category: None, order: Order::Newest, search: None }
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
