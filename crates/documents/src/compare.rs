//! Comparison of two texts by lines, and within changed lines by words.

mod lines;
mod merge;

use crate::compare::lines::{Hunk, Lines, hunks, touch};
use crate::compare::merge::Clash;
use crate::document::{Document, Text};
use crate::text::Category;
use crate::view::{Visible, VisibleText};
use facility_kernel::Clearance;
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};
use std::ops::Range;
use std::time::{Duration, Instant};
use unicode_segmentation::UnicodeSegmentation as _;

/// What a comparison is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// A reader compares versions of a document.
    Reading,
    /// A reviewer needs it to decide on an edit.
    Reviewing,
}

impl Purpose {
    /// Time limit of a comparison. When it is exceeded, the remaining text counts as replaced, and changes cannot be
    /// merged. Reviewers have a higher limit: whether an edit can be merged must not depend on the load of the machine.
    pub const fn time_limit(self) -> Duration {
        match self {
            Self::Reading => Duration::from_millis(400),
            Self::Reviewing => Duration::from_secs(2),
        }
    }
}

facility_kernel::named! {
    /// Where a piece of text occurs.
    pub enum SegmentKind {
        /// In both texts.
        Same => "same",
        /// Only in the old text.
        Removed => "removed",
        /// Only in the new text.
        Added => "added",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub kind: SegmentKind,
    /// The text. Not empty.
    pub text: String,
}

/// Consecutive lines. Line numbers start at 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// Lines that occur in both texts.
    Same {
        /// Number of the first line in the old text.
        old_line: usize,
        /// Number of the first line in the new text.
        new_line: usize,
        text: String,
    },
    /// Lines that differ.
    Changed {
        /// Line number in the old text at which the change begins.
        old_line: usize,
        /// Line number in the new text at which the change begins.
        new_line: usize,
        /// Whether two changes conflict here.
        is_clash: bool,
        /// The pieces. A removed piece precedes its replacement.
        segments: Vec<Segment>,
    },
}

/// One side of a comparison, as its reader may read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    pub title: String,
    pub category: Category,
    pub clearance: Clearance,
    pub content: String,
}

impl Side {
    /// Returns the side for a document. `None` if its content is withheld or was not read.
    pub fn of_document(visible: &Visible) -> Option<Self> {
        let Document { text: Text { title, category, .. }, clearance, .. } = &visible.document;
        Self::of(title, *category, *clearance, visible.text.as_ref())
    }

    /// Returns the side with this content. `None` if the content is withheld or was not read.
    pub fn of(title: &str, category: Category, clearance: Clearance, text: Option<&VisibleText>) -> Option<Self> {
        let content = text?.content.clone()?;
        Some(Self { title: title.to_owned(), category, clearance, content })
    }
}

/// The texts to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// The text from which `to` was derived, if it is not `from`.
    pub base: Option<Side>,
    /// The old text.
    pub from: Side,
    pub to: Side,
}

/// The differences between two texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diff {
    pub title: Vec<Segment>,
    /// The old and the new category.
    pub category: [Category; 2],
    /// The old and the new level.
    pub clearance: [Clearance; 2],
    /// The complete contents, in order.
    pub blocks: Vec<Block>,
    /// Number of words added to the content.
    pub added: usize,
    /// Number of words removed from the content.
    pub removed: usize,
}

/// Two changes of the same base: theirs is the stored text, ours the proposed one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreeWay {
    /// Whether any of the changes conflict.
    pub clashes: bool,
    /// Changes from the base to the stored text.
    pub theirs: Vec<Block>,
    /// Changes from the base to the proposed text.
    pub ours: Vec<Block>,
    /// The text with both changes. `None` if they conflict or the time limit was exceeded.
    pub merged: Option<String>,
    /// The text with both changes, using the proposed text where they conflict. `None` if the time limit was exceeded.
    pub resolved: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Differences between the old and the new text.
    pub diff: Diff,
    /// The three-way comparison, if there is a base.
    pub three_way: Option<ThreeWay>,
}

/// Compares the texts. Whatever they are, it takes little longer than the [time limit](Purpose::time_limit) of its
/// purpose.
pub fn compare(texts: &Texts, purpose: Purpose) -> Comparison {
    let deadline = Instant::now() + purpose.time_limit();
    let Texts { base, from, to } = texts;
    let (from_lines, to_lines) = (Lines::of(&from.content), Lines::of(&to.content));
    let changes = hunks(&from_lines, &to_lines, deadline);
    let mut clashes: Vec<Clash> = Vec::new();
    let three_way = base.as_ref().map(|base| {
        let base = Lines::of(&base.content);
        let (theirs, ours) = (hunks(&base, &from_lines, deadline), hunks(&base, &to_lines, deadline));
        // After the time limit, conflicts cannot be located.
        let is_complete = Instant::now() < deadline;
        let merge = merge::merge([&base, &from_lines, &to_lines], &theirs, &ours);
        let in_base: Vec<Range<usize>> = merge.clashes.iter().map(|clash| clash.base.clone()).collect();
        let shown = |new: &Lines<'_>, hunks: &[Hunk]| blocks(&base, new, hunks, &in_base, deadline);
        let three_way = ThreeWay {
            clashes: !in_base.is_empty(),
            theirs: shown(&from_lines, &theirs),
            ours: shown(&to_lines, &ours),
            merged: merge.merged.filter(|_| is_complete),
            resolved: Some(merge.resolved).filter(|_| is_complete),
        };
        clashes = merge.clashes;
        three_way
    });
    let in_from: Vec<Range<usize>> = clashes.into_iter().map(|clash| clash.theirs).collect();
    let blocks = blocks(&from_lines, &to_lines, &changes, &in_from, deadline);
    let (added, removed) = (words(&blocks, SegmentKind::Added), words(&blocks, SegmentKind::Removed));
    let diff = Diff {
        title: segments(&from.title, &to.title, deadline),
        category: [from.category, to.category],
        clearance: [from.clearance, to.clearance],
        blocks,
        added,
        removed,
    };
    Comparison { diff, three_way }
}

/// Returns the blocks of two texts, given their differences. Differences that touch the `clashing` lines of the old
/// text are conflicts.
fn blocks(
    old: &Lines<'_>,
    new: &Lines<'_>,
    hunks: &[Hunk],
    clashing: &[Range<usize>],
    deadline: Instant,
) -> Vec<Block> {
    let mut blocks = Vec::with_capacity(hunks.len() * 2 + 1);
    let (mut old_at, mut new_at) = (0, 0);
    let same = |from: usize, to: usize, new_at: usize| Block::Same {
        old_line: from + 1,
        new_line: new_at + 1,
        text: old.keys(from..to).join("\n"),
    };
    for hunk in hunks {
        if hunk.old.start > old_at {
            blocks.push(same(old_at, hunk.old.start, new_at));
        }
        let (before, after) = (old.keys(hunk.old.clone()), new.keys(hunk.new.clone()));
        blocks.push(Block::Changed {
            old_line: hunk.old.start + 1,
            new_line: hunk.new.start + 1,
            is_clash: clashing.iter().any(|range| touch(range, &hunk.old)),
            segments: segments(&joined(before), &joined(after), deadline),
        });
        (old_at, new_at) = (hunk.old.end, hunk.new.end);
    }
    if old_at < old.len() {
        blocks.push(same(old_at, old.len(), new_at));
    }
    blocks
}

/// Joins the lines of a change. Each ends with a line feed, so that an empty line is not lost.
fn joined(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Compares two texts by words. A blank between two changes counts as changed, which is easier to read.
fn segments(old: &str, new: &str, deadline: Instant) -> Vec<Segment> {
    let (before, after) = (tokens(old), tokens(new));
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &before, &after, Some(deadline));
    let mut segments = Segments::default();
    let (mut old_at, mut new_at) = (0, 0);
    for op in ops {
        let (tag, old, new) = op.as_tag_tuple();
        if tag != DiffTag::Equal {
            continue;
        }
        segments.changed(&text(&before, old_at..old.start), &text(&after, new_at..new.start));
        let same = text(&before, old.clone());
        let is_between = segments.is_changing() && (old.end < before.len() || new.end < after.len());
        if is_between && is_gap(&same) {
            segments.changed(&same, &same);
        } else {
            segments.same(&same);
        }
        (old_at, new_at) = (old.end, new.end);
    }
    segments.changed(&text(&before, old_at..before.len()), &text(&after, new_at..after.len()));
    segments.finish()
}

/// Splits a text into words and the characters between them. A time or date, such as 03:00, is one word.
fn tokens(text: &str) -> Vec<&str> {
    let mut ends: Vec<usize> = Vec::new();
    let digit_at = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    for (start, word) in text.split_word_bound_indices() {
        let is_joint = matches!(word, ":" | "-" | "/")
            && start.checked_sub(1).is_some_and(digit_at)
            && digit_at(start + word.len());
        let follows_joint = matches!(text.as_bytes().get(start.wrapping_sub(1)), Some(b':' | b'-' | b'/'))
            && start.checked_sub(2).is_some_and(digit_at)
            && digit_at(start);
        if is_joint || follows_joint {
            ends.pop();
        }
        ends.push(start + word.len());
    }
    let mut start = 0;
    ends.into_iter().filter_map(|end| text.get(std::mem::replace(&mut start, end)..end)).collect()
}

fn text(words: &[&str], range: Range<usize>) -> String {
    words.get(range).unwrap_or_default().concat()
}

/// Whether a text consists only of blanks, without a line break.
fn is_gap(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() && c != '\n')
}

/// Collects segments and joins adjacent ones of the same kind.
#[derive(Default)]
struct Segments {
    done: Vec<Segment>,
    removed: String,
    added: String,
}

impl Segments {
    fn changed(&mut self, removed: &str, added: &str) {
        self.removed.push_str(removed);
        self.added.push_str(added);
    }

    /// Whether a change is being collected.
    fn is_changing(&self) -> bool {
        !self.removed.is_empty() || !self.added.is_empty()
    }

    fn same(&mut self, text: &str) {
        self.flush();
        self.push(SegmentKind::Same, text.to_owned());
    }

    fn flush(&mut self) {
        let (removed, added) = (std::mem::take(&mut self.removed), std::mem::take(&mut self.added));
        self.push(SegmentKind::Removed, removed);
        self.push(SegmentKind::Added, added);
    }

    fn push(&mut self, kind: SegmentKind, text: String) {
        if !text.is_empty() {
            self.done.push(Segment { kind, text });
        }
    }

    fn finish(mut self) -> Vec<Segment> {
        self.flush();
        self.done
    }
}

/// Counts the words in segments of this kind.
fn words(blocks: &[Block], wanted: SegmentKind) -> usize {
    let of_block = |block: &Block| match block {
        Block::Same { .. } => 0,
        Block::Changed { segments, .. } => {
            let wanted = segments.iter().filter(|segment| segment.kind == wanted);
            let is_word = |token: &&str| token.chars().any(char::is_alphanumeric);
            wanted.map(|segment| tokens(&segment.text).into_iter().filter(is_word).count()).sum()
        }
    };
    blocks.iter().map(of_block).sum()
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
