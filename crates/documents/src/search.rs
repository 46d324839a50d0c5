//! Filters of lists.

use crate::Category;
use crate::folding::index_text;
use crate::visibility::Visibility;
use kernel::{Clearance, ParseError, check_search};

/// The words of a search: each must occur in the title or the content, and the last may be a prefix of a word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words(Vec<String>);

/// Maximum length of a search in characters.
const MAX_SEARCH_CHARS: usize = 200;
/// Maximum number of search words.
const MAX_WORDS: usize = 16;

impl Words {
    /// Parses a typed text. Returns `None` if it has no letter or digit.
    ///
    /// Words are normalized like the index. There is no query language. Errors: the text is too long or contains
    /// control characters.
    pub fn parse(text: &str) -> Result<Option<Self>, ParseError> {
        check_search("q", text, MAX_SEARCH_CHARS)?;
        let words: Vec<String> =
            index_text(text).split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
        Ok(if words.is_empty() { None } else { Some(Self(words)) })
    }

    /// Returns the words as the index stores them: only letters, digits and marks on them; at least one word.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

/// The documents that a list covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelf {
    /// Documents that a reader may see and that are not archived.
    Repository(Visibility),
    /// All documents, for administrators.
    Everything,
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
    /// These words.
    pub words: Option<Words>,
}

impl DocumentFilter {
    /// Creates a filter that admits the whole shelf.
    pub const fn all(shelf: Shelf) -> Self {
        Self { shelf, level: None, category: None, words: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_and_digits_count() {
        let words = Words::parse(r#"foo" OR NEAR( bar* -x :Ü9"#).unwrap().unwrap();
        assert_eq!(words.as_slice(), ["foo", "or", "near", "bar", "x", "u9"]);
        assert_eq!(Words::parse(" \"*-: ").unwrap(), None);
        assert!(Words::parse("a\0b").is_err());
        assert!(Words::parse(&"a".repeat(201)).is_err());
        assert_eq!(Words::parse(&"a ".repeat(100)).unwrap().unwrap().as_slice().len(), 16);
    }
}
