//! Filters of the audit log.

use facility_kernel::{ParseError, Timestamp, UserId, check_search};
use std::time::Duration;

/// Maximum length of a search in characters.
const MAX_SEARCH_CHARS: usize = 200;
/// Maximum number of search words.
const MAX_WORDS: usize = 8;

/// A filter for log entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogFilter {
    /// True for administrators' actions, false for all others.
    pub is_admin_action: Option<bool>,
    /// Each word must occur, ignoring case, in the action, the record's type or id, the acting account's id or name,
    /// the address or the details. At most 8 words, without white space and control characters.
    pub words: Vec<String>,
    /// The name of an action.
    pub action: Option<String>,
    /// The actor: a username, ignoring case, or an account id. [`LogFilter::SYSTEM`] also matches entries without a
    /// name.
    pub person: Option<String>,
    /// The earliest time, inclusive.
    pub from: Option<Timestamp>,
    /// The latest time, exclusive.
    pub until: Option<Timestamp>,
}

impl LogFilter {
    /// The actor's name on screen, and in [`LogFilter::person`], for entries without one: from the server itself, the
    /// command line or an anonymous caller.
    pub const SYSTEM: &str = "SYSTEM";

    /// Maximum distance between an entry's timestamp and its position in the log. Entries are numbered when they are
    /// committed but carry the time of their request, so the two orders can differ by the duration of a request, by the
    /// minute in which equal refusals are combined, and by the clock skew between nodes.
    pub const DISORDER: Duration = Duration::from_hours(1);

    /// Whether this filter searches instead of listing. Each page of a search examines a limited number of entries, so
    /// it can end early.
    pub const fn is_search(&self) -> bool {
        !self.words.is_empty()
            || self.action.is_some()
            || self.person.is_some()
            || self.from.is_some()
            || self.until.is_some()
    }

    /// Whether an index can answer the search: it consists of one action or one username only.
    pub fn is_indexed(&self) -> bool {
        let narrows = !self.words.is_empty() || self.from.is_some() || self.until.is_some();
        let by_name = self.person.is_some() && !self.is_by_id();
        !narrows && !self.is_by_id() && (self.action.is_some() != by_name)
    }

    /// Whether the person may be an account id.
    pub fn is_by_id(&self) -> bool {
        self.person.as_ref().is_some_and(|person| person.to_lowercase().parse::<UserId>().is_ok())
    }

    /// Parses a search text of at most 200 characters.
    ///
    /// There is no query language: white space separates words, and all other characters are literal. Actions match as
    /// they are displayed: "user approved" is searched as "user" and "approved". A label as shown on screen, such as
    /// `DOC-3FA9C1`, stands for the start of an id.
    pub fn parse(is_admin_action: Option<bool>, text: &str) -> Result<Self, ParseError> {
        check_search("q", text, MAX_SEARCH_CHARS)?;
        let words = text.split_whitespace().take(MAX_WORDS).map(word_of).collect();
        Ok(Self { is_admin_action, words, ..Self::default() })
    }
}

/// Label prefixes of documents, submissions, edits and accounts. A prefix is followed by 4 to 12 hexadecimal digits,
/// the start of the id without hyphens.
const LABELS: [&str; 4] = ["DOC", "SUB", "EDIT", "USR"];

/// Returns the word to search for. A label becomes the start of its id.
fn word_of(typed: &str) -> String {
    let digits = typed.split_once('-').filter(|(prefix, digits)| {
        LABELS.iter().any(|label| label.eq_ignore_ascii_case(prefix))
            && (4..=12).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    match digits.map(|(_, digits)| digits.split_at_checked(8).unwrap_or((digits, ""))) {
        Some((start, "")) => start.to_owned(),
        Some((start, rest)) => format!("{start}-{rest}"),
        None => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_text_is_split_into_literal_words() {
        let filter = LogFilter::parse(Some(true), "  User_Approved 100% \\ ").unwrap();
        assert_eq!(filter.words, ["User_Approved", "100%", "\\"]);
        assert_eq!(filter.is_admin_action, Some(true));
        assert_eq!(LogFilter::parse(None, "  ").unwrap(), LogFilter::default());
        let words = |text| LogFilter::parse(None, text).unwrap().words;
        assert_eq!(words("DOC-3FA9C1 sub-3fa9c1ea edit-3FA9C1EA7B"), ["3FA9C1", "3fa9c1ea", "3FA9C1EA-7B"]);
        for whole in ["DOC-3F", "DOC-3FA9C1EA7B1EA", "IR-000123", "DOC-3FA9C1-7b1e", "log-in", "DOC-é3FA9C1"] {
            assert_eq!(words(whole), [whole]);
        }
        assert_eq!(LogFilter::parse(None, &"a ".repeat(20)).unwrap().words.len(), 8);
        assert_eq!(words("a\tb"), ["a", "b"]);
        assert!(LogFilter::parse(None, "a\0b").is_err());
        assert!(LogFilter::parse(None, &"a".repeat(201)).is_err());
    }
}
