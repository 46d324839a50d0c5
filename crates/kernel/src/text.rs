//! Validation of text input: allowed characters, normal form and length.
//!
//! PostgreSQL refuses NUL while SQLite stores it, and control characters have no use in names and titles. Characters
//! that are invisible or change the direction of the surrounding text allow one name to look like another ("Trojan
//! Source", CVE-2021-42574; Unicode TR 36). All of them are refused here, before the text reaches a store.

mod visible;

pub use visible::{has_visible_character, is_format, visible_line};

use crate::{ParseError, TextPosition};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;
use visible::{MAX_MARKS, has_hidden, has_long_run_of_marks};

/// A single line of at most `MAX` characters (Unicode scalar values), in NFC and accepted by [`check_line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortText<const MAX: usize>(String);

impl<const MAX: usize> ShortText<MAX> {
    /// Normalizes the text to NFC. Errors: those of [`check_line`].
    pub fn parse(field: &'static str, text: &str) -> Result<Self, ParseError> {
        let text = nfc(text);
        check_line(field, &text, MAX)?;
        Ok(Self(text.into_owned()))
    }
    pub fn as_str(&self) -> &str {
        &self.0
    }
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Returns the text in Unicode normalization form C. Texts that look the same but store accents differently become
/// equal.
pub fn nfc(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Checks a title, name, address or key: one line without hidden content. Refuses control characters, line and
/// paragraph separators, invisible characters, embeddings, overrides and isolates of the text direction, more than
/// [`MAX_MARKS`] combining marks in a row, and more than `max` characters. Joiners are allowed where a script needs
/// them, direction marks everywhere.
pub fn check_line(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, char::is_control)?;
    let refuse = |message| Err(ParseError::new(field, format!("{} {message}", label(field))));
    if has_hidden(text) {
        return refuse("must not contain invisible or text-direction characters".to_owned());
    }
    if has_long_run_of_marks(text) {
        return refuse(format!("must not contain more than {MAX_MARKS} combining marks in a row"));
    }
    Ok(())
}

/// Checks a search text: refuses control characters other than white space, and more than `max` characters. Invisible
/// characters are allowed: nobody else reads the text, and they often come with copied words.
pub fn check_search(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, |c| c.is_control() && !c.is_whitespace())
}

/// Normalizes line ends with [`line_feeds`]. Refuses control characters other than line feeds and tabs, and more than
/// `max` characters.
pub fn prose(field: &'static str, text: &str, max: usize) -> Result<String, ParseError> {
    let text = line_feeds(text);
    check(field, &text, max, is_control_in_prose)?;
    Ok(text.into_owned())
}

/// Validates an optional comment with [`prose`]. A blank comment becomes `None`.
pub fn optional_comment(field: &'static str, text: Option<String>, max: usize) -> Result<Option<String>, ParseError> {
    text.filter(|text| !text.trim().is_empty()).map(|text| prose(field, &text, max)).transpose()
}

/// Replaces every line end with a line feed: CR LF, CR, vertical tab, form feed, and the line and paragraph separators.
pub fn line_feeds(text: &str) -> Cow<'_, str> {
    const ENDS: [char; 5] = ['\r', '\u{B}', '\u{C}', '\u{2028}', '\u{2029}'];
    if text.contains(ENDS) { Cow::Owned(text.replace("\r\n", "\n").replace(ENDS, "\n")) } else { Cow::Borrowed(text) }
}

/// Returns the first forbidden control character and its position.
pub fn control_character(text: &str) -> Option<(char, TextPosition)> {
    position_of(&line_feeds(text), is_control_in_prose)
}

fn is_control_in_prose(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

fn check(field: &'static str, text: &str, max: usize, forbidden: impl Fn(char) -> bool) -> Result<(), ParseError> {
    if let Some((c, position)) = position_of(text, forbidden) {
        return Err(ParseError { position: Some(position), ..ParseError::new(field, refusal_of(field, c, position)) });
    }
    if text.chars().count() > max {
        return Err(ParseError::new(field, format!("{} must be at most {max} characters", label(field))));
    }
    Ok(())
}

/// Returns the error message about a control character.
pub fn refusal_of(field: &str, c: char, TextPosition { line, column }: TextPosition) -> String {
    let code = u32::from(c);
    format!("{} must not contain control characters: line {line}, column {column} has U+{code:04X}", label(field))
}

fn position_of(text: &str, wanted: impl Fn(char) -> bool) -> Option<(char, TextPosition)> {
    let (at, c) = text.char_indices().find(|(_, c)| wanted(*c))?;
    let before = text.get(..at)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((c, TextPosition { line, column }))
}

/// Returns the name of a camelCase field as the start of a sentence: `accessKey` becomes `Access key`.
fn label(field: &str) -> String {
    let mut out = String::with_capacity(field.len() + 4);
    for (index, c) in field.chars().enumerate() {
        if index == 0 {
            out.extend(c.to_uppercase());
        } else if c.is_uppercase() {
            out.push(' ');
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_refused_with_their_place() {
        for bad in ["a\0b", "a\u{1b}[0m", "a\u{7f}", "a\u{85}b"] {
            assert!(prose("content", bad, 10).is_err(), "{bad:?}");
        }
        let error = prose("content", "one\r\ntwo\u{C}aé文\u{7}\0", 100).unwrap_err();
        assert_eq!(error.message, "Content must not contain control characters: line 3, column 4 has U+0007");
        assert_eq!(error.position, Some(TextPosition { line: 3, column: 4 }));
        assert_eq!(control_character("\ta\r\nb\u{B}c"), None);
        assert!(check_line("title", "a\tb", 10).is_err());
        assert!(check_search("q", "a\tb\n", 10).is_ok() && check_search("q", "a\0", 10).is_err());
    }

    #[test]
    fn every_end_of_a_line_becomes_a_line_feed() {
        let text = prose("content", "a\r\nb\rc\u{B}d\u{C}e\u{2028}f\u{2029}g\n\th\r\r\n", 20);
        assert_eq!(text.unwrap(), "a\nb\nc\nd\ne\nf\ng\n\th\n\n");
        assert_eq!(prose("content", "a\r\nb", 3).unwrap(), "a\nb");
    }

    #[test]
    fn length_is_counted_in_characters_of_the_normal_form() {
        assert!(check_line("title", "ééé", 3).is_ok());
        let error = check_line("accessKey", "éééé", 3).unwrap_err();
        assert_eq!(error.message, "Access key must be at most 3 characters");
        assert_eq!(ShortText::<3>::parse("title", "e\u{301}e\u{301}e\u{301}").unwrap().as_str(), "ééé");
    }
}
