//! The plain texts of a document's content: one for each group of readers who see the same text.

use crate::plain::{plain_text_of_1_0, plain_text_with_bars};
use crate::portions::{levels, readable};
use facility_kernel::Clearance;

/// The plain texts of a content, by level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variants {
    base: String,
    above: Vec<(Clearance, String)>,
}

impl Variants {
    /// Returns what readers of each level see of the content of a record with this level, with a
    /// [`BAR`](crate::portions::BAR) for each withheld portion.
    pub fn of(content: &str, record: Clearance) -> Self {
        Self::made(content, record, plain_text_with_bars)
    }

    /// Returns what version 1.0.0 stored for this content. `None` if it is the same.
    pub fn of_1_0(content: &str, record: Clearance) -> Option<Self> {
        content.contains("[[").then(|| Self::made(content, record, plain_text_of_1_0))
    }

    fn made(content: &str, record: Clearance, plain: fn(&str) -> String) -> Self {
        let text = |reader| plain(&readable(content, reader));
        let above = levels(content).into_iter().filter(|level| *level > record);
        Self { base: text(record), above: above.map(|level| (level, text(level))).collect() }
    }

    /// Returns the only variant of a content that all readers may read in full.
    pub const fn alike(plain: String) -> Self {
        Self { base: plain, above: Vec::new() }
    }

    /// Returns the text for the lowest level that may read the record.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the other texts, each with the lowest level that reads it, in ascending order. Empty if all readers see
    /// the same text.
    pub fn above(&self) -> &[(Clearance, String)] {
        &self.above
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::show_bars;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn content_has_a_text_for_each_group_of_readers() {
        let content =
            ":::level 4\nThe first line.\n:::\nThe **gate** {{2|opens}} at {{5|dusk or}} dawn. {{5|Run}} {{4|!}}";
        let variants = Variants::of(content, level(2));
        assert_eq!(variants.base(), "\u{1f} The gate opens at \u{1f} dawn. \u{1f}");
        let above: Vec<(u8, &str)> =
            variants.above().iter().map(|(level, text)| (level.level(), text.as_str())).collect();
        let (at_4, at_5) = (
            "The first line. The gate opens at \u{1f} dawn. \u{1f} !",
            "The first line. The gate opens at dusk or dawn. Run !",
        );
        assert_eq!(above, [(4, at_4), (5, at_5)]);
        assert_eq!(show_bars(at_4.to_owned()), "The first line. The gate opens at ███ dawn. ███ !");
    }

    #[test]
    fn texts_of_version_1_0_show_links_as_typed() {
        let content = "See [[The gate|it]]. {{4|[[Cellar]]}}";
        let earlier = Variants::of_1_0(content, level(1)).unwrap();
        assert_eq!(earlier.base(), "See [[The gate|it]]. \u{1f}");
        assert_eq!(earlier.above(), [(level(4), "See [[The gate|it]]. [[Cellar]]".to_owned())]);
        assert_eq!(Variants::of(content, level(1)).base(), "See it. \u{1f}");
        assert_eq!(Variants::of_1_0("[The gate](https://example.com)", level(1)), None);
    }

    #[test]
    fn content_without_portions_above_its_record_has_one_text() {
        for content in ["The gate.", "The {{3|gate}}.", ":::level 2\nThe gate.\n:::"] {
            let variants = Variants::of(content, level(3));
            assert_eq!((variants.base(), variants.above()), ("The gate.", &[][..]));
        }
    }
}
