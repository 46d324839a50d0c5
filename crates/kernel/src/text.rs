//! Text from outside: which characters and how many.
//!
//! PostgreSQL refuses NUL where SQLite stores it, and control characters have no business in names and titles; so both
//! are refused here, before any store sees them.

use crate::ParseError;

/// A single line of at most `MAX` characters (Unicode scalar values): no control characters at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortText<const MAX: usize>(String);

/// Prose of at most `MAX` characters: line breaks and tabs are the only control characters in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongText<const MAX: usize>(String);

macro_rules! text_type {
    ($name:ident, $check:ident) => {
        impl<const MAX: usize> $name<MAX> {
            /// Takes the text as it is; refuses forbidden characters and more than `MAX` characters.
            pub fn parse(field: &'static str, text: impl Into<String>) -> Result<Self, ParseError> {
                let text = text.into();
                $check(field, &text, MAX)?;
                Ok(Self(text))
            }
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
            /// The text, owned.
            pub fn into_string(self) -> String {
                self.0
            }
        }
    };
}
text_type!(ShortText, check_line);
text_type!(LongText, check_prose);

/// Refuses control characters and more than `max` characters.
pub fn check_line(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, char::is_control)
}

/// Refuses control characters other than line breaks and tabs, and more than `max` characters.
pub fn check_prose(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn check(
    field: &'static str,
    text: &str,
    max: usize,
    forbidden: impl Fn(char) -> bool,
) -> Result<(), ParseError> {
    if text.chars().any(forbidden) {
        return Err(ParseError::new(field, format!("{} must not contain control characters", label(field))));
    }
    if text.chars().count() > max {
        return Err(ParseError::new(field, format!("{} must be at most {max} characters", label(field))));
    }
    Ok(())
}

/// A camelCase member as the start of a sentence: `accessKey` becomes `Access key`.
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
    fn control_characters_are_refused() {
        for bad in ["a\0b", "a\u{1b}[0m", "a\u{7f}", "a\u{85}b"] {
            assert!(check_prose("content", bad, 10).is_err(), "{bad:?}");
        }
        assert!(check_prose("content", "a\tb\r\nc", 10).is_ok());
        assert!(check_line("title", "a\tb", 10).is_err());
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(check_line("title", "ééé", 3).is_ok());
        let error = check_line("accessKey", "éééé", 3).unwrap_err();
        assert_eq!(error.message, "Access key must be at most 3 characters");
    }
}
