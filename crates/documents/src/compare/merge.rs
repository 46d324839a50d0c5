//! Line-by-line merge of two changes to the same text.

use crate::compare::lines::{Hunk, Lines, touch};
use std::ops::Range;

/// A conflict: the lines concerned in the base and in their text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clash {
    pub(super) base: Range<usize>,
    pub(super) theirs: Range<usize>,
}

/// The result of a merge.
pub(super) struct Merge {
    pub(super) clashes: Vec<Clash>,
    /// The text with both changes. `None` if they conflict.
    pub(super) merged: Option<String>,
    /// The text with both changes, using ours where they conflict.
    pub(super) resolved: String,
}

/// Merges two changes to a base, `theirs` and `ours`. The texts are the base, theirs and ours. Changes that overlap or
/// are adjacent conflict, unless both replace the same lines with the same text.
pub(super) fn merge([base, their_text, our_text]: [&Lines<'_>; 3], theirs: &[Hunk], ours: &[Hunk]) -> Merge {
    let mut clashes = Vec::new();
    let mut resolved: Vec<&str> = Vec::new();
    let mut at = 0;
    let (mut theirs, mut ours) = (Side::of(theirs), Side::of(ours));
    while let Some(first) = theirs.next_start().into_iter().chain(ours.next_start()).min() {
        resolved.extend(base.raw(at..first));
        // Includes everything that touches the first change, directly or through another one.
        let mut span = first..first;
        let (mut has_theirs, mut has_ours) = (false, false);
        loop {
            let (more_theirs, more_ours) = (theirs.take(&mut span), ours.take(&mut span));
            has_theirs |= more_theirs;
            has_ours |= more_ours;
            if !more_theirs && !more_ours {
                break;
            }
        }
        let (in_theirs, in_ours) = (theirs.new_range(&span), ours.new_range(&span));
        let is_same = their_text.keys(in_theirs.clone()) == our_text.keys(in_ours.clone());
        if has_ours {
            resolved.extend(our_text.raw(in_ours));
        } else {
            resolved.extend(their_text.raw(in_theirs.clone()));
        }
        if has_theirs && has_ours && !is_same {
            clashes.push(Clash { base: span.clone(), theirs: in_theirs });
        }
        at = span.end;
    }
    resolved.extend(base.raw(at..base.len()));
    let resolved = resolved.join("\n");
    Merge { merged: clashes.is_empty().then(|| resolved.clone()), clashes, resolved }
}

/// The changes of one side that are not merged yet.
struct Side<'a> {
    left: &'a [Hunk],
    /// How many lines later an unchanged line after the merged changes is in the new text.
    shift: isize,
    /// The shift before the current span.
    before: isize,
}

impl<'a> Side<'a> {
    const fn of(hunks: &'a [Hunk]) -> Self {
        Self { left: hunks, shift: 0, before: 0 }
    }

    fn next_start(&self) -> Option<usize> {
        self.left.first().map(|hunk| hunk.old.start)
    }

    /// Takes the next change if it touches the span, and extends the span to include it.
    fn take(&mut self, span: &mut Range<usize>) -> bool {
        let Some((hunk, left)) = self.left.split_first() else { return false };
        if !touch(span, &hunk.old) {
            return false;
        }
        span.start = span.start.min(hunk.old.start);
        span.end = span.end.max(hunk.old.end);
        self.shift = hunk.new.end.cast_signed() - hunk.old.end.cast_signed();
        self.left = left;
        true
    }

    /// Returns the lines of the new text that correspond to these lines of the base, all of whose changes have been
    /// taken.
    fn new_range(&mut self, span: &Range<usize>) -> Range<usize> {
        let start = span.start.saturating_add_signed(self.before);
        self.before = self.shift;
        start..span.end.saturating_add_signed(self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::lines::hunks;
    use proptest::prelude::*;
    use std::time::{Duration, Instant};

    fn merged(base: &str, theirs: &str, ours: &str) -> Merge {
        let lines = [Lines::of(base), Lines::of(theirs), Lines::of(ours)];
        let deadline = Instant::now() + Duration::from_secs(5);
        let (theirs, ours) = (hunks(&lines[0], &lines[1], deadline), hunks(&lines[0], &lines[2], deadline));
        merge([&lines[0], &lines[1], &lines[2]], &theirs, &ours)
    }

    #[test]
    fn changes_apart_from_one_another_are_merged() {
        let merge = merged("a\nb\nc\nd\ne", "A\nb\nc\nd\ne", "a\nb\nc\nd\nE\nf");
        assert_eq!(merge.merged.as_deref(), Some("A\nb\nc\nd\nE\nf"));
        assert!(merge.clashes.is_empty());
        let added = merged("a\nb\nc\nd", "0\na\nb\nc\nd", "a\nb\nd");
        assert_eq!(added.merged.as_deref(), Some("0\na\nb\nd"));
    }

    #[test]
    fn changes_that_touch_clash_and_ours_is_taken() {
        let merge = merged("a\nb\nc\nd\ne", "a\nB\nc\nd\n5", "a\nb!\nc\nd\ne");
        assert_eq!(merge.merged, None);
        assert_eq!(merge.resolved, "a\nb!\nc\nd\n5");
        assert_eq!(merge.clashes, [Clash { base: 1..2, theirs: 1..2 }]);
        let adjacent = merged("a\nb\nc", "A\nb\nc", "a\nB\nc");
        assert_eq!((adjacent.merged, adjacent.resolved.as_str()), (None, "a\nB\nc"));
        let at_one_place = merged("a\nb", "a\nx\nb", "a\ny\nb");
        assert_eq!((at_one_place.merged, at_one_place.resolved.as_str()), (None, "a\ny\nb"));
    }

    #[test]
    fn same_change_by_both_is_no_clash() {
        let merge = merged("a\nb\nc", "a\nB\nc", "a\nB\r\nc");
        assert_eq!(merge.merged.as_deref(), Some("a\nB\r\nc"));
    }

    fn text() -> impl Strategy<Value = String> {
        proptest::collection::vec("[ab]?", 0..8).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #[test]
        fn a_side_without_changes_leaves_the_other(base in text(), changed in text()) {
            let (theirs, ours) = (merged(&base, &changed, &base), merged(&base, &base, &changed));
            prop_assert_eq!(theirs.merged.as_deref(), Some(changed.as_str()));
            prop_assert_eq!(ours.merged.as_deref(), Some(changed.as_str()));
        }

        #[test]
        fn without_clash_both_orders_merge_to_the_same(base in text(), one in text(), other in text()) {
            let (first, second) = (merged(&base, &one, &other), merged(&base, &other, &one));
            prop_assert_eq!(first.merged, second.merged);
            prop_assert_eq!(first.clashes.len(), second.clashes.len());
        }

        #[test]
        fn both_equal_sides_merge_to_themselves(base in text(), changed in text()) {
            let merge = merged(&base, &changed, &changed);
            prop_assert_eq!(merge.merged.as_deref(), Some(changed.as_str()));
        }
    }
}
