//! A document's title, content and category, and their rules.

use crate::portions;
use kernel::{FieldError, LongText, ParseError, ShortText};
use std::fmt;
use std::str::FromStr;

/// Maximum length of a title in characters.
pub const MAX_TITLE_CHARS: usize = 200;
/// Maximum length of a content in characters.
pub const MAX_CONTENT_CHARS: usize = 200_000;

macro_rules! categories {
    ($($(#[$doc:meta])* $variant:ident => $text:literal),+ $(,)?) => {
        /// A document's category. All forms share this list; each form offers some of it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Category { $($(#[$doc])* $variant),+ }

        impl Category {
            /// All categories.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name in the API and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

categories! {
    /// An entity or object.
    Entity => "ENTITY",
    /// An incident report; its title is the incident's number.
    Incident => "INCIDENT",
    /// An experiment log.
    Experiment => "EXPERIMENT",
    /// A research log.
    Research => "RESEARCH",
    /// A personnel file.
    Personnel => "PERSONNEL",
    /// Site documentation.
    Site => "SITE",
    /// A containment protocol.
    ContainmentProtocol => "CONTAINMENT PROTOCOL",
    /// An addition to another document.
    Addendum => "ADDENDUM",
    /// Anything else.
    Other => "OTHER",
}

impl FromStr for Category {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.iter().copied().find(|category| category.as_str() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|category| category.as_str()).collect();
            ParseError::new("category", format!("Category must be one of {}", names.join(", ")))
        })
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A valid title, content and category. The content is kept as typed: it is Markdown, and pages render it without raw
/// HTML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentText {
    /// One line of 1 to [`MAX_TITLE_CHARS`] characters, without surrounding blanks.
    pub title: String,
    /// 1 to [`MAX_CONTENT_CHARS`] characters, not only blanks.
    pub content: String,
    /// The category.
    pub category: Category,
}

impl DocumentText {
    /// Checks all three, and the portions of the content. Errors: every invalid field.
    pub fn parse(title: &str, content: &str, category: &str) -> Result<Self, Vec<FieldError>> {
        let text = Self::parse_edited(title, content, category)?;
        portions::check(&text.content).map_err(|fault| vec![fault.into()])?;
        Ok(text)
    }

    /// Checks all three of an edited text, except its portions, which are checked when those that the editor could not
    /// read are put back. Errors: every invalid field.
    pub fn parse_edited(title: &str, content: &str, category: &str) -> Result<Self, Vec<FieldError>> {
        let title = required("title", "Title is required", title.trim())
            .and_then(|text| ShortText::<MAX_TITLE_CHARS>::parse("title", text));
        let content = required("content", "Content is required", content)
            .and_then(|text| LongText::<MAX_CONTENT_CHARS>::parse("content", text));
        let category = required("category", "Category is required", category).and_then(Category::from_str);
        match (title, content, category) {
            (Ok(title), Ok(content), Ok(category)) => {
                Ok(Self { title: title.into_string(), content: content.into_string(), category })
            }
            (title, content, category) => {
                let errors = [title.err(), content.err(), category.err()];
                Err(errors.into_iter().flatten().map(FieldError::from).collect())
            }
        }
    }
}

fn required<'a>(field: &'static str, message: &str, text: &'a str) -> Result<&'a str, ParseError> {
    if text.trim().is_empty() { Err(ParseError::new(field, message.to_owned())) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_invalid_field_is_named() {
        let errors = DocumentText::parse("  ", "", "RECIPE").unwrap_err();
        let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
        assert_eq!(fields, ["title", "content", "category"]);
        assert_eq!(errors.first().unwrap().message, "Title is required");
    }

    #[test]
    fn content_is_kept_as_typed() {
        let text =
            DocumentText::parse(" The lighthouse ", "  # One\r\n\t- two  ", "CONTAINMENT PROTOCOL").unwrap();
        assert_eq!(text.title, "The lighthouse");
        assert_eq!(text.content, "  # One\r\n\t- two  ");
        assert_eq!(text.category, Category::ContainmentProtocol);
    }

    #[test]
    fn a_title_that_changes_the_direction_of_text_is_refused() {
        let errors = DocumentText::parse("Site \u{202E}91", "\u{202E}quoted as typed", "SITE").unwrap_err();
        assert_eq!(errors.iter().map(|error| error.field).collect::<Vec<_>>(), ["title"]);
    }

    #[test]
    fn lengths_are_bounded() {
        assert!(DocumentText::parse(&"é".repeat(200), &"é".repeat(200_000), "OTHER").is_ok());
        let errors = DocumentText::parse(&"é".repeat(201), &"é".repeat(200_001), "OTHER").unwrap_err();
        assert_eq!(errors.len(), 2);
        assert!(DocumentText::parse("nul\0", "x", "OTHER").is_err());
    }
}
