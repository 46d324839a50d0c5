//! Tests of templates: validation, and what an edit may change.

use super::testing::{input, template};
use super::*;
use crate::templates::built_in::built_in;
use facility_kernel::testing::{TEST_NOW, admin};
use std::collections::HashSet;

#[test]
fn every_invalid_member_is_named() {
    let errors = TemplateText::parse(TemplateInput {
        name: " ",
        description: "\0",
        category: "RECIPE",
        content: "\n",
        required_clearance: 6,
    })
    .unwrap_err();
    let fields: Vec<&str> = errors.iter().map(|error| error.field).collect();
    assert_eq!(fields, ["name", "description", "category", "content", "requiredClearanceLevel"]);
}

#[test]
fn lengths_are_bounded() {
    let (name, description, content) = ("é".repeat(100), "é".repeat(500), "é".repeat(20_000));
    let longest = TemplateInput { name: &name, description: &description, content: &content, ..input() };
    assert!(TemplateText::parse(longest).is_ok());
    let (name, description, content) = ("é".repeat(101), "é".repeat(501), "é".repeat(20_001));
    let too_long = TemplateInput { name: &name, description: &description, content: &content, ..input() };
    assert_eq!(TemplateText::parse(too_long).unwrap_err().len(), 3);
}

#[test]
fn custom_templates_have_a_maximum_number() {
    assert_eq!(MAX_TEMPLATES, 500);
}

#[test]
fn built_in_templates_pass_their_own_rules_and_differ() {
    assert_eq!(built_in().len(), 6);
    let ids: HashSet<TemplateId> = built_in().iter().map(|template| template.id).collect();
    let names: HashSet<&str> = built_in().iter().map(|template| template.text.name.as_str()).collect();
    assert_eq!((ids.len(), names.len()), (6, 6));
    for Template { text, .. } in built_in() {
        let parsed = TemplateText::parse(TemplateInput {
            name: &text.name,
            description: &text.description,
            category: text.category.as_str(),
            content: &text.content,
            required_clearance: i64::from(text.required_clearance.level()),
        });
        assert_eq!(parsed.as_ref(), Ok(text));
        assert!(text.content.chars().count() > 200, "{}", text.name);
    }
}

#[test]
fn old_name_that_is_not_sent_stays_whatever_the_rules_say_today() {
    let mut old = template(1, 1);
    "Patrol\u{202e}".clone_into(&mut old.text.name);
    let edit = TemplateEdit { content: Some("Other".to_owned()), ..TemplateEdit::default() };
    let (after, _before) = edit.apply(&admin(1, 5), &old, TEST_NOW).unwrap().unwrap();
    assert_eq!((after.text.name.as_str(), after.text.content.as_str()), ("Patrol\u{202e}", "Other"));
}

#[test]
fn an_edit_keeps_what_it_does_not_name() {
    let edit = TemplateEdit { name: Some("Night patrol".to_owned()), ..TemplateEdit::default() };
    let (after, before) = edit.apply(&admin(1, 2), &template(1, 2), TEST_NOW).unwrap().unwrap();
    assert_eq!(before, TEST_NOW);
    assert_eq!(after.text, TemplateText { name: "Night patrol".to_owned(), ..template(1, 2).text });
    assert!(matches!(after.origin, Origin::Custom { updated_at, is_active: true, .. } if updated_at > TEST_NOW));
}

#[test]
fn an_edit_of_another_state_than_was_seen_is_stale() {
    let seen = Some(Timestamp::from_micros(TEST_NOW.as_micros() - 1000));
    let edit = TemplateEdit { is_active: Some(false), seen, ..TemplateEdit::default() };
    assert!(matches!(edit.apply(&admin(1, 5), &template(1, 2), TEST_NOW), Err(TemplateError::Stale)));
    let edit = TemplateEdit { is_active: Some(false), seen: Some(TEST_NOW), ..TemplateEdit::default() };
    assert!(edit.apply(&admin(1, 5), &template(1, 2), TEST_NOW).unwrap().is_some());
}

#[test]
fn levels_above_the_administrator_are_refused_before_and_after() {
    let lower = TemplateEdit { required_clearance: Some(1), ..TemplateEdit::default() };
    let raise = TemplateEdit { required_clearance: Some(4), ..TemplateEdit::default() };
    for (edit, template) in [(lower, template(1, 4)), (raise, template(1, 2))] {
        let refused = edit.apply(&admin(1, 3), &template, TEST_NOW).unwrap_err();
        assert!(matches!(refused, TemplateError::InsufficientClearance { required } if required.level() == 4));
    }
}
