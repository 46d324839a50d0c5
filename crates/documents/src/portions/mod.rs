//! Portions: passages of a text with a level of their own, which is above that of their record.
//!
//! A line `:::level N` opens a portion, and a line `:::` ends it; `{{N|text}}` is a portion within a line. Readers
//! below a portion's level get a bar instead: the lines `:::withheld N` and `:::`, or `{{withheld N}}`. Portions are
//! found line by line and independently of Markdown, so that no rule of Markdown decides what is secret.

pub mod put_back;
pub mod scan;
pub mod stored;

use facility_kernel::Clearance;
use scan::{Part, Shape, scan};
use std::collections::{BTreeMap, BTreeSet};

/// Marks a withheld portion in a plain text. No phrase matches across it. It is a control character, so nobody can type
/// it. Readers see blocks instead; see [`show_bars`](crate::plain::show_bars).
pub const BAR: char = '\u{1f}';

/// Replaces a withheld block. It is a separate paragraph, which keeps the texts before and after it apart.
const BLOCK_BAR: &str = "\n\n\u{1f}\n\n";
/// Replaces a passage withheld within a line. Emphasis around it still ends in the same place.
const INLINE_BAR: &str = "\u{1f}";

/// A text as one reader may read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutText {
    /// The text, with a bar for each portion above the reader's level.
    pub text: String,
    /// The levels of the bars in ascending order, without duplicates.
    pub withheld: Vec<Clearance>,
}

/// Whether a text may contain portions. Most texts cannot, and need no scan.
fn may_have_portions(text: &str) -> bool {
    text.contains("{{") || text.contains(":::level ")
}

/// Returns a text as a reader of this level may read it. Never fails: if a text violates the rules of [`check`],
/// everything from a portion's first line belongs to the portion, up to the end if nothing ends it.
pub fn cut(text: impl Into<String> + AsRef<str>, reader: Clearance) -> CutText {
    if !may_have_portions(text.as_ref()) {
        return CutText { text: text.into(), withheld: Vec::new() };
    }
    let text = text.as_ref();
    let mut shown = String::with_capacity(text.len());
    let mut withheld = BTreeSet::new();
    for part in scan(text).parts {
        match part {
            Part::Portion(portion) if portion.level > reader => {
                withheld.insert(portion.level);
                shown.push_str(&portion.bar());
            }
            Part::Text(whole) => shown.push_str(whole),
            Part::Portion(portion) => shown.push_str(portion.whole),
            Part::Bar(bar) => shown.push_str(bar.whole),
        }
    }
    CutText { text: shown, withheld: withheld.into_iter().collect() }
}

/// Returns the Markdown that a reader of this level may read, without markers, and with the character
/// [`BAR`] for each bar. See [`previews`](crate::previews::previews) for lists and
/// [`Variants`](crate::variants::Variants) for searches.
pub fn readable(text: &str, reader: Clearance) -> String {
    let bar = |shape| if shape == Shape::Block { BLOCK_BAR } else { INLINE_BAR };
    let shown = scan(text).parts.into_iter().map(|part| match part {
        Part::Text(whole) => whole,
        Part::Portion(portion) if portion.level <= reader => portion.inner,
        Part::Portion(scan::Portion { shape, .. }) | Part::Bar(scan::Bar { shape, .. }) => bar(shape),
    });
    shown.collect()
}

/// Returns the levels of a text's portions in ascending order, without duplicates. Readers of levels between two of
/// them read the same text.
pub fn levels(text: &str) -> Vec<Clearance> {
    if !may_have_portions(text) {
        return Vec::new();
    }
    let levels: BTreeSet<_> = portions(text).map(|portion| portion.level).collect();
    levels.into_iter().collect()
}

/// Checks the portions of a submitted text. Errors: the first line that violates a rule. Bars are refused; only
/// [`put_back`] accepts them.
pub fn check(text: &str) -> Result<(), PortionFault> {
    let scanned = scan(text);
    let bar = scanned.parts.iter().find_map(|part| match part {
        Part::Bar(bar) => Some(PortionFault::withheld(bar.line)),
        Part::Text(_) | Part::Portion(_) => None,
    });
    scanned.fault.into_iter().chain(bar).min_by_key(|fault| fault.line).map_or(Ok(()), Err)
}

/// Checks that no portion is below the level of its record. Errors: the line of the first such portion.
pub fn check_levels(text: &str, record: Clearance) -> Result<(), PortionFault> {
    portions(text)
        .find(|portion| portion.level < record)
        .map_or(Ok(()), |portion| Err(PortionFault::below(portion.line, portion.level, record)))
}

/// Checks that a reader of this level can read every portion of a text. Errors: the line of the first one that they
/// cannot.
pub fn check_readable(text: &str, reader: Clearance) -> Result<(), PortionFault> {
    portions(text)
        .find(|portion| portion.level > reader)
        .map_or(Ok(()), |portion| Err(PortionFault::above(portion.line, portion.level, reader)))
}

/// Returns the highest level whose portions differ between two texts in wording, form or order. `None` if both have the
/// same portions of each level in the same order, wherever they are in the text.
///
/// The order matters because a reviewer below the level sees only bars, so swapped portions would look unchanged.
pub fn changed_level(before: &str, after: &str) -> Option<Clearance> {
    let (before, after) = (by_level(before), by_level(after));
    let levels = before.keys().chain(after.keys());
    levels.filter(|level| before.get(*level) != after.get(*level)).max().copied()
}

fn by_level(text: &str) -> BTreeMap<Clearance, Vec<(Shape, &str)>> {
    let mut found = BTreeMap::<_, Vec<_>>::new();
    for portion in portions(text) {
        found.entry(portion.level).or_default().push((portion.shape, portion.inner));
    }
    found
}

fn portions(text: &str) -> impl Iterator<Item = scan::Portion<'_>> {
    scan(text).parts.into_iter().filter_map(|part| match part {
        Part::Portion(portion) => Some(portion),
        Part::Text(_) | Part::Bar(_) => None,
    })
}

#[cfg(test)]
mod tests;
use crate::portions::scan::PortionFault;
