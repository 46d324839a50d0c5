//! Tests of sections: validation, and what an edit may change.

use super::testing::section;
use super::*;
use facility_kernel::DomainError as _;
use facility_kernel::testing::{TEST_NOW, numbered};

fn input() -> SectionInput<'static> {
    SectionInput {
        name: " Ambry Street ",
        description: " Before the water. ",
        section_type: "story_arc",
        ..SectionInput::default()
    }
}

fn fields(input: SectionInput<'_>) -> Vec<&'static str> {
    SectionText::parse(input).unwrap_err().iter().map(|error| error.field).collect()
}

#[test]
fn name_and_description_are_trimmed() {
    let text = SectionText::parse(input()).unwrap();
    assert_eq!((text.name.as_str(), text.description.as_str()), ("Ambry Street", "Before the water."));
    assert_eq!((text.section_type, text.parent, text.display_order), (SectionType::StoryArc, None, 0));
}

#[test]
fn every_invalid_member_is_named() {
    let metadata = BTreeMap::from([(" ".to_owned(), "x".to_owned())]);
    let wrong = SectionInput {
        name: " ",
        description: "\0",
        section_type: "drawer",
        parent: Some("x"),
        display_order: -1,
        metadata,
    };
    assert_eq!(fields(wrong), ["name", "description", "sectionType", "parentSection", "displayOrder", "metadata"]);
}

#[test]
fn sizes_are_bounded() {
    let facts = |count: usize, name: usize, value: usize| -> BTreeMap<String, String> {
        (0..count).map(|n| (format!("{n:0name$}"), "é".repeat(value))).collect()
    };
    let (name, description) = ("é".repeat(100), "é".repeat(1000));
    let longest = SectionInput {
        name: &name,
        description: &description,
        display_order: 9999,
        metadata: facts(20, 40, 200),
        ..input()
    };
    assert!(SectionText::parse(longest).is_ok());
    let (name, description) = ("é".repeat(101), "é".repeat(1001));
    let longer = SectionInput { name: &name, description: &description, display_order: 10_000, ..input() };
    assert_eq!(fields(longer), ["name", "description", "displayOrder"]);
    for metadata in [facts(21, 2, 1), facts(1, 41, 1), facts(1, 2, 201)] {
        assert_eq!(fields(SectionInput { metadata, ..input() }), ["metadata"]);
    }
    assert_eq!(crate::tree::MAX_SECTIONS, 500);
}

#[test]
fn types_round_trip_as_text() {
    for kind in SectionType::ALL {
        assert_eq!(kind.as_str().parse::<SectionType>().unwrap(), kind);
    }
}

#[test]
fn an_edit_keeps_what_it_does_not_name() {
    let id = SectionId::from_uuid(numbered(2));
    let mut before = section(1);
    before.text.parent = Some(id);
    before.text.metadata = BTreeMap::from([("Period".to_owned(), "1961".to_owned())]);
    let edit = SectionEdit { name: Some("Stair".to_owned()), ..SectionEdit::default() };
    let (after, stamp) = edit.apply(&before, TEST_NOW).unwrap().unwrap();
    assert_eq!(stamp, TEST_NOW);
    assert!(after.updated_at > TEST_NOW);
    let expected = SectionText { name: "Stair".to_owned(), ..before.text.clone() };
    assert_eq!((after.text, after.is_active), (expected, true));
    let edit = SectionEdit { parent: Some(None), is_active: Some(false), ..SectionEdit::default() };
    let (after, _) = edit.apply(&before, TEST_NOW).unwrap().unwrap();
    assert_eq!((after.text.parent, after.is_active), (None, false));
}

#[test]
fn old_name_that_is_not_sent_stays_whatever_the_rules_say_today() {
    let mut old = section(1);
    "Gate\u{202e}".clone_into(&mut old.text.name);
    let edit = SectionEdit { display_order: Some(7), ..SectionEdit::default() };
    let (after, _before) = edit.apply(&old, TEST_NOW).unwrap().unwrap();
    assert_eq!((after.text.name.as_str(), after.text.display_order), ("Gate\u{202e}", 7));
    let sent = SectionEdit { name: Some("Gate\u{202e}".to_owned()), ..SectionEdit::default() };
    assert_eq!(sent.apply(&old, TEST_NOW).unwrap_err().code(), "validation_failed");
}

#[test]
fn edit_without_effect_is_no_change() {
    let same = SectionEdit { name: Some(" Section 1 ".to_owned()), is_active: Some(true), ..SectionEdit::default() };
    assert_eq!(same.apply(&section(1), TEST_NOW).unwrap(), None);
}

#[test]
fn edit_of_a_section_that_changed_since_is_stale() {
    let seen = Some(Timestamp::from_micros(TEST_NOW.as_micros() - 1000));
    let edit = SectionEdit { is_active: Some(false), seen, ..SectionEdit::default() };
    assert_eq!(edit.apply(&section(1), TEST_NOW).unwrap_err().code(), "stale");
    let edit = SectionEdit { is_active: Some(false), seen: Some(TEST_NOW), ..SectionEdit::default() };
    assert!(edit.apply(&section(1), TEST_NOW).unwrap().is_some());
}
