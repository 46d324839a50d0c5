//! The rules of portions for stored texts, which remain sealed.

use super::put_back::{PortionMismatch, put_back};
use super::scan::{Part, Portion, PortionFault, Shape, scan};
use crate::sealed::Sealed;
use crate::text::MAX_STORED_BYTES;
use facility_kernel::Clearance;
use std::collections::BTreeMap;

/// Returns the previews to store with a text: [`crate::previews::previews`].
pub fn previews(content: &Sealed<String>) -> Sealed<String> {
    crate::previews::previews(content.as_stored()).into()
}

/// Returns the highest level of a text's portions. `None` if there are none.
pub fn highest(content: &Sealed<String>) -> Option<Clearance> {
    super::levels(content.as_stored()).last().copied()
}

/// Returns the lowest level of a text's portions. `None` if there are none.
pub fn lowest(content: &Sealed<String>) -> Option<Clearance> {
    super::levels(content.as_stored()).first().copied()
}

/// Returns the highest level whose portions differ between the texts: [`super::changed_level`].
pub fn changed(before: &Sealed<String>, after: &Sealed<String>) -> Option<Clearance> {
    super::changed_level(before.as_stored(), after.as_stored())
}

/// Checks the portions of a text that is to become the content of a record with this level. Errors: the first line that
/// violates a rule. It is counted in the text as a reader of this level sees it, so that it does not reveal the length
/// of withheld passages.
pub fn check(content: &Sealed<String>, record: Clearance, reader: Clearance) -> Result<(), PortionFault> {
    let text = content.as_stored();
    let checked = super::check(text).and_then(|()| super::check_levels(text, record));
    checked.map_err(|fault| PortionFault { line: shown_line(text, fault.line, reader), ..fault })
}

/// Returns the usernames mentioned in a comment: [`crate::comments::talk::names`].
pub fn names(content: &Sealed<String>, least: Clearance) -> BTreeMap<String, Clearance> {
    crate::comments::talk::names(content.as_stored(), least)
}

/// Returns the size of a text in bytes, for limits. The size reveals information about withheld passages, so no
/// response may depend on it for readers who did not write the text.
pub fn size(content: &Sealed<String>) -> usize {
    content.as_stored().len()
}

/// Returns an edited text in which the bars are replaced by the portions that the editor cannot read. `shown` is the
/// text that the editor was shown, cut for their level. Errors: those of [`put_back`], with line numbers of the text as
/// sent; the whole text is too long.
pub fn restore(shown: &Sealed<String>, sent: &str, editor: Clearance) -> Result<Sealed<String>, PortionMismatch> {
    let whole = put_back(shown.as_stored(), sent, editor)?;
    if whole.len() > MAX_STORED_BYTES { Err(PortionMismatch::TooLong) } else { Ok(Sealed::new(whole)) }
}

/// Returns a text whose portions above this level are replaced by those of another text. Errors: the two do not have
/// such portions with the same levels in the same order.
pub fn keep_above(
    text: &Sealed<String>,
    present: &Sealed<String>,
    level: Clearance,
) -> Result<Sealed<String>, PortionMismatch> {
    restore(present, &super::cut(text.as_stored().as_str(), level).text, level)
}

/// Returns the number of a line in the text as a reader of this level sees it. For a withheld line, returns that of the
/// line that opens its bar.
fn shown_line(text: &str, line: usize, reader: Clearance) -> usize {
    let mut hidden = 0;
    for part in scan(text).parts {
        let Part::Portion(Portion { level, shape: Shape::Block, inner, line: opens, .. }) = part else {
            continue;
        };
        if level <= reader || opens >= line {
            continue;
        }
        let lines = inner.lines().count();
        if line <= opens + lines {
            return opens - hidden;
        }
        hidden += lines;
    }
    line - hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn fault_line_is_the_one_that_the_reader_sees() {
        let text = Sealed::from("one\n:::level 5\nx\ny\n\n:::\n{{2|low}}\n");
        let line = |reader| check(&text, level(3), level(reader)).map_err(|fault| fault.line);
        assert_eq!((line(5), line(3)), (Err(7), Err(4)));
        assert_eq!(check(&text, level(2), level(3)), Ok(()));
        let nested = Sealed::from("one\n:::level 5\nx\n{{5|y}}\n:::\n");
        let line = |reader| check(&nested, level(1), level(reader)).map_err(|fault| fault.line);
        assert_eq!((line(5), line(4)), (Err(4), Err(2)));
    }

    #[test]
    fn what_is_above_a_level_stays_as_it_is_now() {
        let (edited, present) = (Sealed::from("{{2|new}} {{5|old}}"), Sealed::from("{{2|old}} {{5|now}}"));
        assert_eq!(keep_above(&edited, &present, level(2)), Ok("{{2|new}} {{5|now}}".into()));
        assert_eq!(keep_above(&edited, &present, level(5)), Ok(edited.clone()));
        assert_eq!(keep_above(&edited, &"{{4|now}}".into(), level(2)), Err(PortionMismatch::Bars));
    }

    #[test]
    fn highest_and_changed_levels_of_sealed_texts() {
        let text = Sealed::from("{{2|a}} {{4|b}}");
        assert_eq!((highest(&text), highest(&"none".into())), (Some(level(4)), None));
        assert_eq!(changed(&text, &"{{2|a}} {{4|c}}".into()), Some(level(4)));
        assert_eq!(changed(&text, &text), None);
        assert_eq!(previews(&"{{2|a}}".into()), Sealed::new(crate::previews::previews("{{2|a}}")));
    }
}
