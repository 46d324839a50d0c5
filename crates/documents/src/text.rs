//! Validation of a document's title, content and category.

use crate::portions;
use facility_kernel::{FieldError, ParseError, ShortText, has_visible_character, prose};
use std::fmt;
use std::str::FromStr;

/// Maximum length of a title in characters.
pub const MAX_TITLE_CHARS: usize = 200;
/// Maximum length of a content in characters.
pub const MAX_CONTENT_CHARS: usize = 200_000;

/// Maximum size in bytes of a stored content, including withheld passages that were restored and do not count toward
/// the author's limit. It is far larger than any real text, so nobody can find out the length of withheld passages by
/// trying how much text fits beside them.
pub const MAX_STORED_BYTES: usize = 16 * 1024 * 1024;

facility_kernel::named! {
    /// A document's category. All forms share this list; each form offers some of them.
    pub enum Category {
        /// An entity or object.
        Entity => "ENTITY",
        /// An incident report. Its title is the incident number.
        Incident => "INCIDENT",
        Experiment => "EXPERIMENT",
        Research => "RESEARCH",
        Personnel => "PERSONNEL",
        Site => "SITE",
        ContainmentProtocol => "CONTAINMENT PROTOCOL",
        /// An addition to another document.
        Addendum => "ADDENDUM",
        Other => "OTHER",
    }
}

impl FromStr for Category {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        facility_kernel::named::one_of(text, "category", "Category")
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A valid title, content and category. The content is stored as typed, except for normalized line ends. It is Markdown
/// without HTML; tags are text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentText {
    /// One line of 1 to [`MAX_TITLE_CHARS`] characters in NFC, without surrounding blanks.
    pub title: String,
    /// 1 to [`MAX_CONTENT_CHARS`] characters, not only blanks. An edited text may be longer if the document already is.
    pub content: String,
    pub category: Category,
}

impl DocumentText {
    /// Validates all three, and the portions of the content. Errors: every invalid field.
    pub fn parse(title: &str, content: &str, category: &str) -> Result<Self, Vec<FieldError>> {
        let text = Self::parse_within::<MAX_CONTENT_CHARS>(title, content, category)?;
        portions::check(&text.content).map_err(|fault| vec![fault.into()])?;
        Ok(text)
    }

    /// Validates all three for an edited text, except its length, for which see [`check_length`], and its portions,
    /// which are checked when the unreadable ones are restored. Errors: every invalid field.
    pub fn parse_edited(title: &str, content: &str, category: &str) -> Result<Self, Vec<FieldError>> {
        Self::parse_within::<MAX_STORED_BYTES>(title, content, category)
    }

    fn parse_within<const LONGEST: usize>(title: &str, content: &str, category: &str) -> Result<Self, Vec<FieldError>> {
        let title = required("title", "Title is required", title.trim())
            .and_then(|text| ShortText::<MAX_TITLE_CHARS>::parse("title", text));
        let content =
            required("content", "Content is required", content).and_then(|text| prose("content", text, LONGEST));
        let category = required("category", "Category is required", category).and_then(Category::from_str);
        match (title, content, category) {
            (Ok(title), Ok(content), Ok(category)) => Ok(Self { title: title.into_string(), content, category }),
            (title, content, category) => {
                let errors = [title.err(), content.err(), category.err()];
                Err(errors.into_iter().flatten().map(FieldError::from).collect())
            }
        }
    }
}

/// Checks the length of a content that replaces `shown`, the text that its author saw. A text that is already longer
/// than [`MAX_CONTENT_CHARS`], because withheld passages were restored in it, may keep its length. Errors: the content
/// is too long.
pub fn check_length(content: &str, shown: &str) -> Result<(), ParseError> {
    if content.len() <= MAX_CONTENT_CHARS {
        return Ok(());
    }
    let longest = MAX_CONTENT_CHARS.max(shown.chars().count());
    if content.chars().count() <= longest {
        Ok(())
    } else {
        Err(ParseError::new("content", format!("Content must be at most {longest} characters")))
    }
}

/// Checks a title and a content read from an archive, which may have been written under earlier rules. Errors: the
/// field that no installation can have stored.
pub fn check_stored(title: &str, content: &str) -> Result<(), &'static str> {
    if title.trim().is_empty() || title.chars().count() > MAX_TITLE_CHARS {
        Err("title")
    } else if content.len() > MAX_STORED_BYTES {
        Err("content")
    } else {
        Ok(())
    }
}

/// Returns the text. Errors: it contains nothing visible.
pub(crate) fn required<'a>(field: &'static str, message: &str, text: &'a str) -> Result<&'a str, ParseError> {
    if has_visible_character(text) { Ok(text) } else { Err(ParseError::new(field, message.to_owned())) }
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
    fn content_is_kept_as_typed_but_for_the_ends_of_lines() {
        let text = DocumentText::parse(" The lighthouse ", "  # One\r\n\t- two  ", "CONTAINMENT PROTOCOL").unwrap();
        assert_eq!(text.title, "The lighthouse");
        assert_eq!(text.content, "  # One\n\t- two  ");
        assert_eq!(text.category, Category::ContainmentProtocol);
    }

    #[test]
    fn invisible_text_counts_as_missing() {
        let errors = DocumentText::parse("\u{200F}\u{2800}", "\u{3164} ", "SITE").unwrap_err();
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, ["Title is required", "Content is required"]);
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

    #[test]
    fn a_text_may_stay_as_long_as_it_is() {
        let long = "é".repeat(200_001);
        assert!(DocumentText::parse_edited("A", &long, "OTHER").is_ok());
        assert!(check_length(&long, &long).is_ok() && check_length("é", &long).is_ok());
        let error = check_length(&format!("{long}é"), &long).unwrap_err();
        assert_eq!(FieldError::from(error).message, "Content must be at most 200001 characters");
        assert!(check_length(&long, "short").is_err());
    }

    #[test]
    fn stored_texts_keep_the_rules_of_their_time() {
        assert_eq!(check_stored("Site \u{202E}91", "::: Level of water"), Ok(()));
        assert_eq!(check_stored("A", &"é".repeat(400_000)), Ok(()));
        assert_eq!(check_stored(" ", "x"), Err("title"));
        assert_eq!(check_stored("A", &"x".repeat(MAX_STORED_BYTES + 1)), Err("content"));
    }
}
