//! Tests of the syntax of portions, of cutting, and of restoring.

use super::*;
use crate::portions::put_back::PortionMismatch;
use crate::portions::put_back::put_back;
use proptest::prelude::*;

fn level(level: i64) -> Clearance {
    Clearance::parse(level).unwrap()
}

fn cut_at(text: &str, reader: i64) -> String {
    cut(text, level(reader)).text
}

const TEXT: &str = "The gate.\n:::level 3\nIt *opens*.\n\n:::\nBy {{4|the old}} wharf, {{2|at night}}.\n";

#[test]
fn a_reader_gets_bars_for_what_is_above_their_level() {
    assert_eq!(
        cut(TEXT, level(1)),
        CutText {
            text: "The gate.\n:::withheld 3\n:::\nBy {{withheld 4}} wharf, {{withheld 2}}.\n".to_owned(),
            withheld: vec![level(2), level(3), level(4)],
        }
    );
    assert_eq!(
        cut_at(TEXT, 3),
        "The gate.\n:::level 3\nIt *opens*.\n\n:::\nBy {{withheld 4}} wharf, {{2|at night}}.\n"
    );
    assert_eq!(cut(TEXT, level(4)), CutText { text: TEXT.to_owned(), withheld: Vec::new() });
    assert_eq!(levels(TEXT), [level(2), level(3), level(4)]);
}

#[test]
fn what_is_readable_has_no_markers_and_a_character_for_each_bar() {
    assert_eq!(readable(TEXT, level(5)), "The gate.\nIt *opens*.\n\nBy the old wharf, at night.\n");
    assert_eq!(readable(TEXT, level(1)), "The gate.\n\n\n\u{1f}\n\nBy \u{1f} wharf, \u{1f}.\n");
    assert_eq!(crate::plain::plain_text(&readable(TEXT, level(2))), "The gate. By wharf, at night.");
}

#[test]
fn line_ends_are_kept_and_reveal_nothing() {
    assert_eq!(cut_at(":::level 2\r\nsecret\n\n\n:::", 1), ":::withheld 2\n:::");
    assert_eq!(cut_at(":::level 2\nsecret\r\n:::\r\nrest", 1), ":::withheld 2\n:::\r\nrest");
}

#[test]
fn markers_are_recognized_everywhere_even_in_code_blocks() {
    assert_eq!(cut_at("```\n:::level 5\nsecret\n:::\n```", 4), "```\n:::withheld 5\n:::\n```");
    assert_eq!(cut_at("| `{{5|a|b}}` |", 1), "| `{{withheld 5}}` |");
    assert_eq!(cut_at("{{{3|x}}}", 1), "{{{withheld 3}}}");
}

#[test]
fn other_braces_and_colons_are_text() {
    for text in [
        "{{name}} and {3|x} and {{x|3}} and {{33|x}} {{3 |x}} {{",
        ":: two\n::level 3\na ::: b\n: a definition\n:::note\ntext :::level 3",
        "{{withheld}} {{withheld 9}} {{Withheld 3}}",
        "",
    ] {
        assert_eq!(check(text), Ok(()), "{text}");
        assert_eq!(cut_at(text, 1), text);
    }
}

#[test]
fn the_first_line_that_breaks_a_rule_is_named() {
    for (text, line) in [
        ("one\n:::level 3\nx", 2),
        ("one\n:::level 3\n:::level 4\nx\n", 2),
        (":::level 3\n:::level 4\nx\n:::\n", 2),
        ("a\n:::\n", 2),
        (":::level 3 \nx\n:::", 1),
        ("\u{200B}:::level 3\nx", 1),
        ("  :::  LEVEL 3\n", 1),
        ("\u{a0}: : :\n", 1),
        ("::::\n", 1),
        ("::::withheld\n", 1),
        (":::level 0\nx\n:::", 1),
        (":::level 6\nx\n:::", 1),
        (":::levelled\n", 1),
        (":::level 3\n:::", 1),
        (":::level 3\n \u{200B}\n:::", 1),
        ("a\n:::level 3\nx\n{{4|y}}\n:::", 4),
        ("a\n:::level 3\nx\n{{{9|y}}\n:::", 4),
        ("x {{0|y}}", 1),
        ("x {{6|y}}", 1),
        ("x {{3|}}", 1),
        ("x {{3| }}", 1),
        ("x {{3|y\n}}", 1),
        ("x {{3|a{{b}}", 1),
        ("a\n\nx {{withheld 3}}", 3),
        ("a\n:::withheld 3\n:::\n", 2),
        ("a {{withheld 3}}\n:::", 1),
        ("a\u{b}\n:::\r\r\n", 2),
    ] {
        assert_eq!(check(text).map_err(|fault| fault.line), Err(line), "{text:?}");
    }
}

#[test]
fn a_passage_without_end_is_withheld_to_the_end() {
    assert_eq!(cut_at("a\n:::level 3\nx\ny", 2), "a\n:::withheld 3\n:::");
}

#[test]
fn no_portion_is_below_its_record() {
    assert_eq!(check_levels(TEXT, level(2)), Ok(()));
    assert_eq!(check_levels(TEXT, level(3)).map_err(|fault| fault.line), Err(6));
    assert_eq!(check_levels(TEXT, level(4)).map_err(|fault| fault.line), Err(2));
    assert_eq!(check_readable(TEXT, level(4)), Ok(()));
    assert_eq!(check_readable(TEXT, level(3)).map_err(|fault| fault.line), Err(6));
}

#[test]
fn portions_that_did_not_change_are_recognized() {
    let moved = "{{2|at night}}\n:::level 3\r\nIt *opens*.\n\n:::\n{{4|the old}}";
    assert_eq!(changed_level(TEXT, moved), None);
    assert_eq!(changed_level(TEXT, &TEXT.replace("old", "new")), Some(level(4)));
    assert_eq!(changed_level(TEXT, "no portions"), Some(level(4)));
    assert_eq!(changed_level("{{2|x}}", "{{2|x}} {{3|x}}"), Some(level(3)));
    assert_eq!(changed_level("{{2|x}}", "{{2|x}} {{2|x}}"), Some(level(2)));
    assert_eq!(changed_level("{{4|x}} {{4|y}}", "{{4|y}} {{4|x}}"), Some(level(4)), "exchanged");
    assert_eq!(changed_level("{{4|x}} {{5|y}}", "{{5|y}} {{4|x}}"), None, "bars of two levels show it");
}

#[test]
fn an_editor_keeps_what_they_cannot_read() {
    let shown = cut_at(TEXT, 2);
    let sent = shown.replace("The gate.", "The south gate.").replace("at night", "at dawn");
    assert_eq!(
        put_back(TEXT, &sent, level(2)).unwrap(),
        TEXT.replace("The gate.", "The south gate.").replace("at night", "at dawn")
    );
    assert_eq!(
        put_back("a\n:::level 3\nx\n:::", "a\n:::withheld 3\n:::\nb", level(1)).unwrap(),
        "a\n:::level 3\nx\n:::\nb"
    );
    assert_eq!(put_back("a\n:::level 3\nx\n:::\nb", ":::withheld 3\n:::", level(1)).unwrap(), ":::level 3\nx\n:::");
}

#[test]
fn altered_bars_are_refused() {
    for sent in [
        "The gate.\nBy {{withheld 4}} wharf",
        "By {{withheld 4}} wharf\n:::withheld 3\n:::\n",
        ":::withheld 3\n:::\n{{withheld 4}} {{withheld 4}}",
        ":::withheld 3\nmine\n:::\n{{withheld 4}}",
        ":::withheld 3\n\n:::\n{{withheld 4}}",
        ":::withheld 2\n:::\n{{withheld 4}}",
        ":::withheld 3\n:::\n{{withheld 5}}",
        "{{withheld 3}} {{withheld 4}}",
    ] {
        assert_eq!(put_back(TEXT, sent, level(2)), Err(PortionMismatch::Bars), "{sent:?}");
    }
    assert!(matches!(put_back(TEXT, "a\n:::", level(2)), Err(PortionMismatch::Fault(fault)) if fault.line == 2));
    assert!(matches!(put_back("open", "{{withheld 3}}", level(2)), Err(PortionMismatch::Fault(_))));
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z :{}|\r]{0,8}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just(":::\n".to_owned()),
        (0..7).prop_map(|n| format!(":::level {n}\n")),
        (0..7, "[a-z}]{0,3}").prop_map(|(n, text)| format!("{{{{{n}|{text}}}}}")),
        (1..6).prop_map(|n| format!("{{{{withheld {n}}}}}")),
        (1..6).prop_map(|n| format!(":::withheld {n}\n:::\n")),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

/// Texts that [`check`] accepts, in which `secret` generates the text of the portions.
fn checked(secret: &str) -> impl Strategy<Value = (String, String)> + use<> {
    let secret = secret.to_owned();
    let part = (0..4, 1..6_i64, "[a-z]{1,5}", 1..9_usize);
    prop::collection::vec(part, 0..12).prop_map(move |parts| {
        let (mut one, mut other) = (String::new(), String::new());
        for (kind, level, open, length) in parts {
            let secrets = ["x".repeat(length), secret.repeat(10 - length)];
            for (text, secret) in [&mut one, &mut other].into_iter().zip(secrets) {
                let secret = if level >= 3 { secret } else { open.clone() };
                let piece = match kind {
                    0 => format!("{open}\n"),
                    1 => format!("\n:::level {level}\n{secret}\n{secret}\n:::\n"),
                    2 => format!("{{{{{level}|{secret}}}}}"),
                    _ => format!("{open} "),
                };
                text.push_str(&piece);
            }
        }
        (one, other)
    })
}

proptest! {
    #[test]
    fn nothing_is_lost_for_the_highest_level(text in text()) {
        prop_assert_eq!(cut_at(&text, 5), text);
    }

    #[test]
    fn cutting_twice_is_cutting_for_the_lower_level(text in text(), one in 1..6_i64, other in 1..6_i64) {
        prop_assert_eq!(cut_at(&cut_at(&text, one), other), cut_at(&text, one.min(other)));
    }

    #[test]
    fn texts_that_differ_above_a_level_are_cut_alike((one, other) in checked("y ")) {
        prop_assert_eq!(check(&one), Ok(()));
        prop_assert_eq!(cut_at(&one, 2), cut_at(&other, 2));
        prop_assert_eq!(readable(&one, level(2)), readable(&other, level(2)));
    }

    #[test]
    fn an_unchanged_text_puts_everything_back((text, _) in checked("y"), reader in 1..6_i64) {
        prop_assert_eq!(put_back(&text, &cut_at(&text, reader), level(reader)), Ok(text));
    }
}
