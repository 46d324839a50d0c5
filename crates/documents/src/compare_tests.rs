//! Tests of comparisons.

use super::*;
use proptest::prelude::*;

fn side(content: &str) -> Side {
    Side {
        title: "The red door".to_owned(),
        category: Category::Site,
        clearance: Clearance::MIN,
        content: content.to_owned(),
    }
}

fn compared(old: &str, new: &str) -> Diff {
    compare(&Texts { base: None, from: side(old), to: side(new) }, Purpose::Reading).diff
}

/// Formats a block: `=text`, or its segments with `-`, `+` and ` `.
fn short(block: &Block) -> String {
    match block {
        Block::Same { text, .. } => format!("={text}"),
        Block::Changed { segments, .. } => segments.iter().map(piece).collect(),
    }
}

fn piece(segment: &Segment) -> String {
    let sign = match segment.kind {
        SegmentKind::Same => "",
        SegmentKind::Removed => "-",
        SegmentKind::Added => "+",
    };
    format!("[{sign}{}]", segment.text)
}

fn shorts(blocks: &[Block]) -> Vec<String> {
    blocks.iter().map(short).collect()
}

#[test]
fn changed_lines_are_compared_by_words() {
    let diff = compared(
        "# Mirrors\n\nCover them between 03:00 and dawn.\n\nSign in ink.",
        "# Mirrors\n\nCover them all between 02:45 and dawn.\n\nSign in ink.\nTwice.",
    );
    assert_eq!(
        shorts(&diff.blocks),
        [
            "=# Mirrors\n",
            "[Cover them ][+all ][between ][-03:00][+02:45][ and dawn.\n]",
            "=\nSign in ink.",
            "[+Twice.\n]"
        ]
    );
    assert_eq!((diff.added, diff.removed), (3, 1));
    let Block::Changed { old_line, new_line, is_clash, .. } = diff.blocks[1] else { panic!() };
    assert_eq!((old_line, new_line, is_clash), (3, 3, false));
}

#[test]
fn words_replaced_in_a_row_are_one_change() {
    let diff = compared("one two three four", "one zwei drei four");
    assert_eq!(shorts(&diff.blocks), ["[one ][-two three][+zwei drei][ four\n]"]);
}

#[test]
fn line_break_of_another_system_is_no_change() {
    let diff = compared("a\r\nb\r\n", "a\nb\n");
    assert_eq!(shorts(&diff.blocks), ["=a\nb\n"]);
    assert_eq!((diff.added, diff.removed), (0, 0));
}

#[test]
fn titles_categories_and_levels_are_compared() {
    let to =
        Side { title: "The green door".to_owned(), category: Category::Other, clearance: Clearance::MAX, ..side("a") };
    let diff = compare(&Texts { base: None, from: side("a"), to }, Purpose::Reading).diff;
    let title: Vec<String> = diff.title.iter().map(piece).collect();
    assert_eq!(title.concat(), "[The ][-red][+green][ door]");
    assert_eq!(diff.category, [Category::Site, Category::Other]);
    assert_eq!(diff.clearance, [Clearance::MIN, Clearance::MAX]);
}

#[test]
fn changes_of_the_same_line_by_two_people_clash() {
    let (base, theirs, ours) = ("a\nb\nc\nd\ne", "a\nb by them\nc\nd\ne", "a\nb by us\nc\nd\ne!");
    let texts = Texts { base: Some(side(base)), from: side(theirs), to: side(ours) };
    let comparison = compare(&texts, Purpose::Reading);
    let three_way = comparison.three_way.unwrap();
    assert_eq!((three_way.clashes, three_way.merged), (true, None));
    assert_eq!(three_way.resolved.as_deref(), Some("a\nb by us\nc\nd\ne!"));
    let clashing = |blocks: &[Block]| -> Vec<bool> {
        let changed = blocks.iter().filter_map(|block| match block {
            Block::Changed { is_clash, .. } => Some(*is_clash),
            Block::Same { .. } => None,
        });
        changed.collect()
    };
    assert_eq!(clashing(&three_way.theirs), [true]);
    assert_eq!(clashing(&three_way.ours), [true, false]);
    assert_eq!(clashing(&comparison.diff.blocks), [true, false]);
}

#[test]
fn changes_apart_are_merged() {
    let texts = Texts { base: Some(side("a\nb\nc\nd")), from: side("A\nb\nc\nd"), to: side("a\nb\nc\nD") };
    let three_way = compare(&texts, Purpose::Reading).three_way.unwrap();
    assert_eq!((three_way.clashes, three_way.merged.as_deref()), (false, Some("A\nb\nc\nD")));
    assert_eq!(three_way.merged, three_way.resolved);
}

fn content() -> impl Strategy<Value = String> {
    proptest::collection::vec("[ab ]{0,6}", 0..6).prop_map(|lines| lines.join("\n"))
}

/// Reassembles one of the two texts from the blocks.
fn text_of(blocks: &[Block], kind: SegmentKind) -> String {
    let of_block = |block: &Block| match block {
        Block::Same { text, .. } => format!("{text}\n"),
        Block::Changed { segments, .. } => segments
            .iter()
            .filter(|segment| segment.kind == SegmentKind::Same || segment.kind == kind)
            .map(|segment| segment.text.as_str())
            .collect(),
    };
    blocks.iter().map(of_block).collect()
}

proptest! {
    #[test]
    fn blocks_hold_both_texts_completely(old in content(), new in content()) {
        let blocks = compared(&old, &new).blocks;
        prop_assert_eq!(text_of(&blocks, SegmentKind::Removed), format!("{old}\n"));
        prop_assert_eq!(text_of(&blocks, SegmentKind::Added), format!("{new}\n"));
    }
}

/// Measurements of how long a comparison takes, run without other tests.
mod timed {
    use super::*;

    /// The worst case: two texts of 195,000 characters without common lines or word order.
    #[test]
    fn long_texts_take_bounded_time() {
        let text = |factor: usize| -> String {
            let words = (0..39_000).map(|n| format!("{:04}", (n * factor) % 9973));
            words.collect::<Vec<_>>().join(" ")
        };
        let texts = Texts { base: Some(side(&text(7))), from: side(&text(31)), to: side(&text(101)) };
        let begun = Instant::now();
        let comparison = compare(&texts, Purpose::Reading);
        assert!(begun.elapsed() < Purpose::Reading.time_limit() * 10, "{:?}", begun.elapsed());
        assert_eq!(comparison.diff.blocks.len(), 1);
        let lines = text(7).replace(' ', "\n");
        let diff = compared(&lines, &text(31).replace(' ', "\n"));
        assert!(!diff.blocks.is_empty());
    }
}
