//! What a list is narrowed to.

use crate::Category;
use crate::folding::index_text;
use crate::visibility::Visibility;
use kernel::{Clearance, ParseError, check_search};

/// The words a search asks for: every one has to stand in the title or the content, the last may be the start of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words(Vec<String>);

/// Maximum length of a search in characters.
const MAX_SEARCH_CHARS: usize = 200;
/// Maximum number of search words.
const MAX_WORDS: usize = 16;

impl Words {
    /// The words of a text as typed; none when there is no letter or digit in it.
    ///
    /// They are normalized as the index is. There is no query language, so no text is an error but an overlong one or
    /// one with control characters.
    pub fn parse(text: &str) -> Result<Option<Self>, ParseError> {
        check_search("q", text, MAX_SEARCH_CHARS)?;
        let words: Vec<String> =
            index_text(text).split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
        Ok(if words.is_empty() { None } else { Some(Self(words)) })
    }

    /// The words as the index holds them: letters, digits and marks on them only; at least one.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

/// The control characters that stand around a match in a snippet, until the edge turns them into markup. They cannot
/// stand in a document: control characters are refused there.
#[derive(Clone, Copy, Debug)]
pub struct SnippetMarks;

impl SnippetMarks {
    /// Before a match.
    pub const START: char = '\u{2}';
    /// After a match.
    pub const END: char = '\u{3}';
}

/// Which documents a list is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelf {
    /// What a reader may see and is not archived.
    Repository(Visibility),
    /// Everything but drafts, for administrators.
    Everything,
}

/// What a list is narrowed to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DocumentFilter {
    /// Where from.
    pub shelf: Shelf,
    /// Of exactly this level.
    pub level: Option<Clearance>,
    /// Of this category.
    pub category: Option<Category>,
    /// With these words.
    pub words: Option<Words>,
}

impl DocumentFilter {
    /// Everything on the shelf.
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
