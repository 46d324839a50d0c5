//! Validation of text from outside: allowed characters and length.
//!
//! PostgreSQL refuses NUL where SQLite stores it, and control characters have no place in names and titles. Characters
//! that change the direction of the text around them, or that nobody sees, let one name pass for another ("Trojan
//! Source", CVE-2021-42574; Unicode TR 36). All of them are refused here, before any store sees them.

use crate::ParseError;
use icu_properties::props::{EmojiModifier, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};

/// A single line of at most `MAX` characters (Unicode scalar values) that [`check_line`] accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortText<const MAX: usize>(String);

/// Prose of at most `MAX` characters that [`check_prose`] accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongText<const MAX: usize>(String);

macro_rules! text_type {
    ($name:ident, $check:ident) => {
        impl<const MAX: usize> $name<MAX> {
            /// Accepts the text unchanged. Refuses forbidden characters and more than `MAX` characters.
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

/// Checks a title, a name, an address or a key: one line that shows what it holds. Refuses control characters, line and
/// paragraph separators, bidirectional controls and other format characters (general category Cf), letters without a
/// glyph, and more than `max` characters. A zero-width joiner passes between two emoji, a zero-width non-joiner between
/// two letters: there they are spelling.
pub fn check_line(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check_search(field, text, max)?;
    if hidden_characters(text).next().is_some() {
        let message = format!("{} must not contain invisible or text-direction characters", label(field));
        return Err(ParseError::new(field, message));
    }
    Ok(())
}

/// Checks a search text: refuses control characters and more than `max` characters. Nobody else reads it, so
/// invisible characters that came with a copied word do no harm.
pub fn check_search(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, char::is_control)
}

/// Checks prose: refuses control characters other than line breaks and tabs, and more than `max` characters.
pub fn check_prose(field: &'static str, text: &str, max: usize) -> Result<(), ParseError> {
    check(field, text, max, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Cleans a line that must be logged but cannot be refused, such as a request header: removes the characters that
/// [`check_line`] refuses and truncates it to `max` characters.
pub fn visible_line(text: &str, max: usize) -> String {
    let mut hidden = hidden_characters(text).peekable();
    let visible = text.char_indices().filter(|(at, c)| hidden.next_if_eq(at).is_none() && !c.is_control());
    visible.map(|(_, c)| c).take(max).collect()
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

const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
/// Selects the colored form of the preceding emoji.
const EMOJI_PRESENTATION: char = '\u{FE0F}';
/// Letters without a glyph despite their general category: they stand for a missing part of a Korean syllable.
const HANGUL_FILLERS: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];

/// Returns the byte offsets of invisible characters, ascending.
fn hidden_characters(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter(|(at, c)| !c.is_ascii() && is_hidden(text, *at, *c)).map(|(at, _)| at)
}

fn is_hidden(text: &str, at: usize, c: char) -> bool {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut after = rest.chars().skip(1);
    match c {
        ZERO_WIDTH_JOINER => {
            let pictograph = before.chars().rev().find(|c| *c != EMOJI_PRESENTATION && !is_skin_tone(*c));
            !(pictograph.is_some_and(is_pictograph) && after.next().is_some_and(is_pictograph))
        }
        ZERO_WIDTH_NON_JOINER => {
            !(before.chars().next_back().is_some_and(is_letter) && after.next().is_some_and(is_letter))
        }
        _ => is_format(c) || HANGUL_FILLERS.contains(&c),
    }
}

/// Whether a character is a format character, such as a bidirectional control, or separates lines or paragraphs.
pub fn is_format(c: char) -> bool {
    matches!(
        CodePointMapData::<GeneralCategory>::new().get(c),
        GeneralCategory::Format | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator
    )
}

fn is_letter(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Letter.contains(category) || GeneralCategoryGroup::Mark.contains(category)
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn is_skin_tone(c: char) -> bool {
    CodePointSetData::new::<EmojiModifier>().contains(c)
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

    #[test]
    fn a_line_with_hidden_or_direction_changing_characters_is_refused() {
        let bidi =
            ['\u{061C}', '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];
        let isolates = ['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];
        let invisible =
            ['\u{00AD}', '\u{180E}', '\u{200B}', '\u{2060}', '\u{2064}', '\u{FEFF}', '\u{FFF9}', '\u{E0041}'];
        let separators = ['\u{2028}', '\u{2029}'];
        let all = bidi.into_iter().chain(isolates).chain(invisible).chain(separators).chain(HANGUL_FILLERS);
        for c in all {
            let error = check_line("title", &format!("Site{c}19"), 20).unwrap_err();
            assert_eq!(
                error.message, "Title must not contain invisible or text-direction characters",
                "{c:?}"
            );
            assert!(check_prose("content", &format!("Site{c}19"), 20).is_ok(), "{c:?}");
            assert_eq!(visible_line(&format!("{c}Site{c}19{c}"), 20), "Site19", "{c:?}");
        }
    }

    #[test]
    fn joiners_are_accepted_only_as_spelling() {
        for good in [
            "👩\u{200D}🔬",
            "👩🏽\u{200D}🔬",
            "❤\u{FE0F}\u{200D}🔥",
            "می\u{200C}خواهم",
            "क्\u{200C}ष",
            "Ünïcode 文書 №7",
        ] {
            assert!(check_line("title", good, 40).is_ok(), "{good:?}");
            assert_eq!(visible_line(good, 40), good);
        }
        for bad in [
            "ad\u{200D}min",
            "👩\u{200D}",
            "\u{200D}🔬",
            "👩\u{200D}\u{200D}🔬",
            "a\u{200C}",
            "\u{200C}a",
            "1\u{200C}2",
            "a\u{200C}\u{200C}b",
            "👩\u{200C}🔬",
        ] {
            assert!(check_line("title", bad, 40).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_logged_line_is_cut_and_loses_control_characters() {
        assert_eq!(visible_line("curl\u{1b}[31m/8\u{202E}.5", 9), "curl[31m/");
    }
}
