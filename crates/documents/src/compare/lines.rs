//! Texts as lines, and the line ranges in which two texts differ.

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};
use std::ops::Range;
use std::time::Instant;

/// The lines of a text. A trailing carriage return is ignored in comparisons, because older texts were stored with CR
/// LF.
pub(super) struct Lines<'a> {
    raw: Vec<&'a str>,
    keys: Vec<&'a str>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let raw: Vec<&str> = text.split('\n').collect();
        let keys = raw.iter().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
        Self { raw, keys }
    }

    pub(super) fn len(&self) -> usize {
        self.raw.len()
    }

    /// Returns these lines unchanged.
    pub(super) fn raw(&self, range: Range<usize>) -> &[&'a str] {
        self.raw.get(range).unwrap_or_default()
    }

    /// Returns these lines without trailing carriage returns.
    pub(super) fn keys(&self, range: Range<usize>) -> &[&'a str] {
        self.keys.get(range).unwrap_or_default()
    }
}

/// A range of lines in which two texts differ. One of the two ranges may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hunk {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// Returns the ranges in which the lines differ, in order, with at least one equal line between them. When the deadline
/// has passed, the remaining lines form one range.
pub(super) fn hunks(old: &Lines<'_>, new: &Lines<'_>, deadline: Instant) -> Vec<Hunk> {
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old.keys, &new.keys, Some(deadline));
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    let mut until = |old_start: usize, new_start: usize, old_end: usize, new_end: usize| {
        if old_start > old_at || new_start > new_at {
            hunks.push(Hunk { old: old_at..old_start, new: new_at..new_start });
        }
        (old_at, new_at) = (old_end, new_end);
    };
    // Only equal ranges are used: the differ may report insertions at shifted positions.
    for op in ops {
        let (tag, old, new) = op.as_tag_tuple();
        if tag == DiffTag::Equal {
            until(old.start, new.start, old.end, new.end);
        }
    }
    until(old.len(), new.len(), old.len(), new.len());
    hunks
}

/// Whether the ranges overlap or are adjacent.
pub(super) const fn touch(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}
