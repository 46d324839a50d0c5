//! Filters of lists and searches.

pub mod near;
pub mod query;
pub mod terms;

use crate::document::Document;
use crate::search::terms::Terms;
use crate::search::terms::Words;
use crate::text::Category;
use crate::visibility::Visibility;
use facility_kernel::{Clearance, Timestamp};

/// Maximum number of documents that a search counts.
pub const MAX_COUNTED: usize = 1000;

/// The documents that a list selects from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelf {
    /// Documents that a reader may see, by default those that are not archived.
    Repository(Visibility),
    /// All documents, for an administrator, who may read the texts up to this level.
    Everything(Clearance),
}

impl Shelf {
    /// Returns the level of the list's reader.
    pub const fn reader_level(&self) -> Clearance {
        match self {
            Self::Repository(visibility) => visibility.max_level,
            Self::Everything(level) => *level,
        }
    }

    /// Whether the reader may know that this document exists.
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
    /// By publication, newest first.
    #[default]
    Newest,
    /// Documents whose title is the typed text, then those whose title begins with it, those with all required words in
    /// the title, those with some of them, and the others; each group newest first. Depends only on the document
    /// itself, so it reveals nothing about others. Equals [`Order::Newest`] if there are no required words.
    Relevance,
    /// By publication, oldest first.
    Oldest,
    /// By the [keys](crate::title_key::title_key) of the titles, then by publication.
    Title,
    /// By level, highest first, then newest first.
    Level,
}

/// The filter and the order of a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DocumentFilter {
    pub shelf: Shelf,
    /// Only documents of exactly this level.
    pub level: Option<Clearance>,
    pub category: Option<Category>,
    /// The order. Lists with words have [`Order::Newest`] or [`Order::Relevance`]. Administrators' lists of all
    /// documents have [`Order::Newest`].
    pub order: Order,
    /// Additional filters of a search.
    pub search: Option<Search>,
}

/// The part of a filter that only searches have. Their counts are limited.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Search {
    pub terms: Option<Terms>,
    /// Only documents submitted by the account with this username key.
    pub author: Option<String>,
    /// Only documents created at this time or later.
    pub since: Option<Timestamp>,
    /// Only documents created before this time.
    pub until: Option<Timestamp>,
    /// Only archived documents instead of those in the repository.
    pub archived: bool,
}

impl DocumentFilter {
    /// Creates a filter for the whole shelf.
    pub const fn all(shelf: Shelf) -> Self {
        Self { shelf, level: None, category: None, order: Order::Newest, search: None }
    }

    pub fn terms(&self) -> Option<&Terms> {
        self.search.as_ref().and_then(|search| search.terms.as_ref())
    }

    pub fn words(&self) -> Option<&Words> {
        self.terms().and_then(Terms::words)
    }

    /// Whether the list contains archived documents instead of those in the repository.
    pub fn is_archive(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.archived)
    }
}
