//! Portions that an editor could not read, put back into the text that the editor sent.

use super::scan::{Bar, Part, Portion, PortionFault, Shape, last_line_end, scan};
use facility_kernel::Clearance;

/// Why an edited text cannot be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortionMismatch {
    /// A rule of portions is broken at a line.
    Fault(PortionFault),
    /// The bars are not those that the editor got: one is lost, repeated, moved or written into.
    Bars,
    /// With what is put back, the text is longer than any may be.
    TooLong,
}

/// Returns the text that an editor of this level sent, with each portion of `current` that the editor cannot read in
/// place of its bar. Portions themselves are not compared: `current` is the text that the editor was shown, cut by
/// [`super::cut`]. Errors: [`PortionMismatch`].
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

/// The end of a portion's last line is that of its bar: either may be at the end of its text and have none.
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
