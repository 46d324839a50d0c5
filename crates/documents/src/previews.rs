//! Previews of a text for readers of every level. They are stored with the text, so that lists need not read it.
//!
//! For a text without portions and pictures, this is its preview. For any other text, it begins with a line feed, which
//! no preview contains, and has a line for each level from which readers see a different text: the level, the length of
//! that text in bytes, a slash and the number of its pictures if it has some, and its preview.

use crate::pictures::named;
use crate::plain::{beginning, plain_text_with_bars, preview, show_bars};
use crate::portions;
use facility_kernel::Clearance;
use std::fmt::Write as _;

/// The line feed before each variant.
const VARIANT: char = '\n';

/// Returns the previews to store with a text.
pub fn previews(content: &str) -> String {
    variants(content).unwrap_or_else(|| preview(content))
}

/// Returns the previews to store with a text whose plain text is already known: `plain` is its
/// [`plain_text`](crate::plain::plain_text).
pub fn previews_of(content: &str, plain: &str) -> String {
    variants(content).unwrap_or_else(|| beginning(plain))
}

/// Returns the preview for a reader of this level: at most [`crate::plain::EXCERPT_CHARS`] characters, with blocks for
/// withheld passages.
pub fn preview_for(stored: &str, reader: Clearance) -> &str {
    variant(stored, reader).map_or(stored, |(_, preview)| preview)
}

/// Returns the length in bytes of the text as a reader of this level reads it. `None` if it has neither portions nor
/// pictures; then all readers read the same.
pub fn bytes_for(stored: &str, reader: Clearance) -> Option<u64> {
    variant(stored, reader).and_then(|(bytes, _)| bytes.split('/').next()?.parse().ok())
}

/// Returns the number of pictures that the text shows to a reader of this level.
pub fn pictures_for(stored: &str, reader: Clearance) -> u32 {
    let counted = variant(stored, reader).and_then(|(counts, _)| counts.split_once('/')?.1.parse().ok());
    counted.unwrap_or_default()
}

fn variants(content: &str) -> Option<String> {
    let levels = portions::levels(content);
    if levels.is_empty() && named(content).is_empty() {
        return None;
    }
    let lowest = (levels.first() != Some(&Clearance::MIN)).then_some(Clearance::MIN);
    let mut stored = String::new();
    for level in lowest.into_iter().chain(levels.iter().copied()) {
        let text = portions::cut(content, level).text;
        let (bytes, preview) = (text.len(), start(content, level));
        // Writing to a string cannot fail.
        let _ = match named(&text).len() {
            0 => write!(stored, "{VARIANT}{level} {bytes} {preview}"),
            pictures => write!(stored, "{VARIANT}{level} {bytes}/{pictures} {preview}"),
        };
    }
    Some(stored)
}

/// Returns the start of the text as a reader of this level reads it.
fn start(content: &str, reader: Clearance) -> String {
    beginning(&show_bars(plain_text_with_bars(&portions::readable(content, reader))))
}

/// Returns the length and preview of the variant for a reader of this level.
fn variant(stored: &str, reader: Clearance) -> Option<(&str, &str)> {
    let variants = stored.strip_prefix(VARIANT)?.split(VARIANT).filter_map(|line| {
        let (level, rest) = line.split_once(' ')?;
        let level = Clearance::parse(level.parse().ok()?).ok()?;
        Some((level, rest.split_once(' ')?))
    });
    let readable = variants.take_while(|(level, _)| *level <= reader);
    // A variant that cannot be decoded is shown to nobody.
    Some(readable.last().map_or(("", ""), |(_, found)| found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn a_text_without_portions_is_stored_as_its_preview() {
        let text = "The **gate** {{name}}.\n\nIt opens.";
        assert_eq!(previews(text), "The gate {{name}}. It opens.");
        assert_eq!(preview_for(&previews(text), level(1)), "The gate {{name}}. It opens.");
        assert_eq!(bytes_for(&previews(text), level(1)), None);
    }

    #[test]
    fn each_level_has_its_own_preview_and_length() {
        let text = "The gate.\n:::level 3\nIt *opens*.\n:::\nBy {{4|night}}.\n";
        let stored = previews(text);
        assert_eq!(previews_of(text, &crate::plain::plain_text(text)), stored);
        for (reader, expected) in [
            (1, "The gate. ███ By ███."),
            (2, "The gate. ███ By ███."),
            (3, "The gate. It opens. By ███."),
            (5, "The gate. It opens. By night."),
        ] {
            assert_eq!(preview_for(&stored, level(reader)), expected);
            let shown = portions::cut(text, level(reader)).text.len() as u64;
            assert_eq!(bytes_for(&stored, level(reader)), Some(shown));
        }
        let lowest = previews("{{1|all}} and {{5|few}}");
        assert_eq!((preview_for(&lowest, level(1)), preview_for(&lowest, level(5))), ("all and ███", "all and few"));
    }

    #[test]
    fn pictures_are_counted_for_each_level() {
        let picture = |n: u64| format!("![x](file:00000000-0000-7000-8000-00000000000{n})");
        let open = previews(&format!("See {} and {}", picture(1), picture(1)));
        assert_eq!((pictures_for(&open, level(1)), preview_for(&open, level(1))), (1, "See x and x"));
        let cut = previews(&format!("{} {{{{4|{}}}}}", picture(1), picture(2)));
        let counts = [1, 3, 4, 5].map(|reader| pictures_for(&cut, level(reader)));
        assert_eq!((counts, bytes_for(&cut, level(5)).is_some()), ([1, 1, 2, 2], true));
        assert_eq!(pictures_for(&previews("None"), level(5)), 0);
    }

    #[test]
    fn emphasis_around_what_is_withheld_leaves_no_signs() {
        let stored = previews("Ask **{{5|Mara}}** or _the {{4|night}} porter_ at `gate {{3|nine}}`.");
        assert_eq!(preview_for(&stored, level(1)), "Ask ███ or the ███ porter at gate ███.");
        assert_eq!(preview_for(&stored, level(5)), "Ask Mara or the night porter at gate nine.");
    }

    proptest! {
        #[test]
        fn every_reader_gets_the_preview_of_what_they_may_read(
            parts in prop::collection::vec(("[a-z*\n ]{0,9}", 1..6_i64, "[a-z ]{1,9}x"), 0..9), reader in 1..6_i64,
        ) {
            let pieces: Vec<String> = parts.iter().map(|(open, n, secret)| format!("{open} {{{{{n}|{secret}}}}}")).collect();
            let text = pieces.concat();
            let stored = previews(&text);
            let shown = preview_for(&stored, level(reader));
            prop_assert_eq!(shown, start(&text, level(reader)));
            prop_assert!(shown.chars().count() <= crate::plain::EXCERPT_CHARS);
        }
    }
}
