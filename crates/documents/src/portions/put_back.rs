//! Restores the portions that an editor could not read in the text that the editor sent.

use super::scan::{Bar, Part, Portion, PortionFault, Shape, last_line_end, scan};
use facility_kernel::Clearance;

/// Why an edited text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortionMismatch {
    /// A line violates a rule of portions.
    Fault(PortionFault),
    /// The bars are not those that the editor received: one is missing, repeated, moved or filled.
    Bars,
    /// The text is too long after restoring the portions.
    TooLong,
}

/// Returns the text sent by an editor of this level, with each bar replaced by the portion of `current` that the editor
/// cannot read. The portions are not compared with an earlier text: `current` must be the text that the editor was
/// shown, cut by [`super::cut`]. Errors: [`PortionMismatch`].
pub fn put_back(current: &str, sent: &str, editor: Clearance) -> Result<String, PortionMismatch> {
    let withheld: Vec<Portion<'_>> = super::portions(current).filter(|portion| portion.level > editor).collect();
    if withheld.is_empty() {
        return super::check(sent).map(|()| sent.to_owned()).map_err(PortionMismatch::Fault);
    }
    let scanned = scan(sent);
    if let Some(fault) = scanned.fault {
        return Err(PortionMismatch::Fault(fault));
    }
    let mut whole = String::with_capacity(sent.len() + current.len());
    let mut left = withheld.into_iter();
    for part in scanned.parts {
        match part {
            Part::Text(text) => whole.push_str(text),
            Part::Portion(portion) => whole.push_str(portion.whole),
            Part::Bar(bar) => {
                let portion = left.next().filter(|portion| stands_for(&bar, portion));
                push_portion(&mut whole, &portion.ok_or(PortionMismatch::Bars)?, &bar);
            }
        }
    }
    if left.next().is_some() { Err(PortionMismatch::Bars) } else { Ok(whole) }
}

fn stands_for(bar: &Bar<'_>, portion: &Portion<'_>) -> bool {
    bar.level == portion.level && bar.shape == portion.shape && bar.inner.is_empty()
}

/// A portion gets the line end of its bar: either may be at the end of its text, where the line end is missing.
fn push_portion(whole: &mut String, portion: &Portion<'_>, bar: &Bar<'_>) {
    match portion.shape {
        Shape::Inline => whole.push_str(portion.whole),
        Shape::Block => {
            let kept = portion.whole.len() - last_line_end(portion.whole).len();
            whole.push_str(portion.whole.get(..kept).unwrap_or_default());
            whole.push_str(last_line_end(bar.whole));
        }
    }
}
