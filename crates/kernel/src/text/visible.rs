//! Visible and invisible characters in a line of text.

use icu_properties::props::{
    DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    IndicSyllabicCategory, JoiningType, PrependedConcatenationMark,
};
use icu_properties::{CodePointMapData, CodePointSetData};

const ZERO_WIDTH_SPACE: char = '\u{200B}';
const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
const MONGOLIAN_VOWEL_SEPARATOR: char = '\u{180E}';
/// Marks that give adjacent neutral characters a direction: left-to-right, right-to-left and Arabic letter mark.
const DIRECTION_MARKS: [char; 3] = ['\u{200E}', '\u{200F}', '\u{61C}'];
/// Selects the colored form of the preceding emoji.
const EMOJI_PRESENTATION: char = '\u{FE0F}';
/// Invisible characters of the category Letter. They stand for a missing part of a Korean syllable.
const HANGUL_FILLERS: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];
/// The Braille pattern without dots.
const BRAILLE_BLANK: char = '\u{2800}';

/// Maximum number of consecutive combining marks. Tibetan stacks the most and needs eight.
pub(super) const MAX_MARKS: usize = 8;

/// Whether the text has any visible character.
pub fn has_visible_character(text: &str) -> bool {
    text.chars().any(|c| {
        !c.is_whitespace()
            && !c.is_control()
            && c != BRAILLE_BLANK
            && (is_visible_format(c) || !is_format(c))
            && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
    })
}

/// Cleans a line that is logged and cannot be refused, such as a request header: removes control and invisible
/// characters and truncates it to `max` characters.
pub fn visible_line(text: &str, max: usize) -> String {
    let mut hidden = hidden_characters(text).peekable();
    let visible = text.char_indices().filter(|(at, c)| hidden.next_if_eq(at).is_none() && !c.is_control());
    visible.map(|(_, c)| c).take(max).collect()
}

/// Whether a character is a format character, such as a bidirectional control, or a line or paragraph separator.
pub fn is_format(c: char) -> bool {
    matches!(
        category(c),
        GeneralCategory::Format | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator
    )
}

pub(super) fn has_hidden(text: &str) -> bool {
    hidden_characters(text).next().is_some()
}

pub(super) fn has_long_run_of_marks(text: &str) -> bool {
    text.split(|c: char| c.is_ascii() || !is_mark(c)).any(|run| run.chars().nth(MAX_MARKS).is_some())
}

/// Returns the byte offsets of invisible characters in ascending order.
fn hidden_characters(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter(|(at, c)| !c.is_ascii() && is_hidden(text, *at, *c)).map(|(at, _)| at)
}

fn is_hidden(text: &str, at: usize, c: char) -> bool {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut after = rest.chars().skip(1);
    match c {
        ZERO_WIDTH_SPACE | ZERO_WIDTH_NON_JOINER | ZERO_WIDTH_JOINER | MONGOLIAN_VOWEL_SEPARATOR
            if is_spelled_with_joiners(before) =>
        {
            false
        }
        ZERO_WIDTH_JOINER => {
            let pictograph = before.chars().rev().find(|c| *c != EMOJI_PRESENTATION && !is_skin_tone(*c));
            !(pictograph.is_some_and(is_pictograph) && after.next().is_some_and(is_pictograph))
        }
        ZERO_WIDTH_NON_JOINER => {
            !(before.chars().next_back().is_some_and(is_letter) && after.next().is_some_and(is_letter))
        }
        _ => (is_format(c) && !is_visible_format(c) && !DIRECTION_MARKS.contains(&c)) || HANGUL_FILLERS.contains(&c),
    }
}

/// Whether the text ends with a letter, optionally with marks, of a script that uses joiners in its spelling: letters
/// change form beside each other, or words are not separated by blanks. Examples: Arabic, Mongolian, Devanagari, Khmer.
fn is_spelled_with_joiners(text: &str) -> bool {
    let Some(letter) = text.chars().rev().find(|c| !is_mark(*c)) else { return false };
    let joins = CodePointMapData::<JoiningType>::new().get(letter);
    let syllabic = CodePointMapData::<IndicSyllabicCategory>::new().get(letter);
    is_letter(letter)
        && (matches!(joins, JoiningType::DualJoining | JoiningType::LeftJoining | JoiningType::RightJoining)
            || syllabic != IndicSyllabicCategory::Other)
}

/// Whether a format character is visible: signs that enclose the following digits.
fn is_visible_format(c: char) -> bool {
    CodePointSetData::new::<PrependedConcatenationMark>().contains(c)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(category(c))
}

fn is_letter(c: char) -> bool {
    GeneralCategoryGroup::Letter.contains(category(c)) || is_mark(c)
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn is_skin_tone(c: char) -> bool {
    CodePointSetData::new::<EmojiModifier>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{check_line, prose};

    #[test]
    fn a_line_with_hidden_or_direction_changing_characters_is_refused() {
        let bidi = ['\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];
        let isolates = ['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];
        let invisible =
            ['\u{00AD}', '\u{180E}', '\u{200B}', '\u{2060}', '\u{2064}', '\u{FEFF}', '\u{FFF9}', '\u{E0041}'];
        let separators = ['\u{2028}', '\u{2029}'];
        let all = bidi.into_iter().chain(isolates).chain(invisible).chain(separators).chain(HANGUL_FILLERS);
        for c in all {
            let error = check_line("title", &format!("Site{c}19"), 20).unwrap_err();
            assert_eq!(error.message, "Title must not contain invisible or text-direction characters", "{c:?}");
            assert!(prose("content", &format!("Site{c}19"), 20).is_ok(), "{c:?}");
            assert_eq!(visible_line(&format!("{c}Site{c}19{c}"), 20), "Site19", "{c:?}");
        }
    }

    #[test]
    fn a_title_in_every_language_is_a_legal_line() {
        for title in crate::testing::TITLES {
            for form in [title.to_owned(), crate::nfc(title).into_owned()] {
                assert_eq!(check_line("title", &form, 200), Ok(()), "{form}");
                assert!(has_visible_character(&form), "{form}");
            }
        }
    }

    #[test]
    fn joiners_are_accepted_only_as_spelling() {
        for good in [
            "👩\u{200D}🔬",
            "👩🏽\u{200D}🔬",
            "❤\u{FE0F}\u{200D}🔥",
            "می\u{200C}خواهم",
            "ه\u{200D}.ش",
            "क्\u{200C}ष",
            "ක්\u{200D}ෂ",
            "അവന്\u{200D} വന്നു",
            "ភាសា\u{200B}ខ្មែរ",
            "ᠮᠤᠩᠭᠤᠯ\u{180E}ᠠ",
            "Auf\u{200C}lage",
            "\u{200F}שער (א)\u{200F}",
            "\u{600}١٤٤٧",
            "Ünïcode 文書 №7",
        ] {
            assert_eq!(check_line("title", good, 40), Ok(()), "{good:?}");
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
            "می\u{200C}\u{200C}خواهم",
            "👩\u{200C}🔬",
            "a\u{301}\u{200D}b",
        ] {
            assert!(check_line("title", bad, 40).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn more_than_eight_combining_marks_in_a_row_are_refused() {
        // A Tibetan stack with eight marks, and a Hebrew word with vowels and cantillation.
        for good in ["ཧྐྵྨླྺྼྻྂ", "בְּרֵאשִׁ֖ית", "ที่นี่", "a\u{301}\u{302}\u{303}\u{304}b\u{301}\u{302}\u{303}\u{304}\u{305}"]
        {
            assert_eq!(check_line("title", good, 40), Ok(()), "{good}");
        }
        let error = check_line("title", &format!("a{}", "\u{301}".repeat(9)), 40).unwrap_err();
        assert_eq!(error.message, "Title must not contain more than 8 combining marks in a row");
    }

    #[test]
    fn blank_text_has_no_visible_character() {
        for blank in
            ["", " \u{A0}\u{3000}", "\u{3164}\u{115F}", "\u{2800}", "\u{200F}\u{200E}", "\u{FE0F}\u{AD}\u{180B}"]
        {
            assert!(!has_visible_character(blank), "{blank:?}");
        }
        for drawn in ["a", "\u{200F}א", ".", "⠁", "🔥", "\u{6DD}"] {
            assert!(has_visible_character(drawn), "{drawn:?}");
        }
    }

    #[test]
    fn a_logged_line_is_cut_and_loses_control_characters() {
        assert_eq!(visible_line("curl\u{1b}[31m/8\u{202E}.5", 9), "curl[31m/");
    }
}
