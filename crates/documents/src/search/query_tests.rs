//! Tests of the query language.

use super::*;
use crate::folding::index_text;
use proptest::prelude::*;

fn parsed(text: &str) -> Query {
    Query::parse(text).unwrap().unwrap()
}

fn word(text: &str) -> Term {
    Term::Word(text.to_owned())
}

fn start(text: &str) -> Term {
    Term::Start(text.to_owned())
}

fn phrase(text: &str) -> Term {
    Term::Phrase(text.split(' ').map(str::to_owned).collect())
}

fn terms(text: &str) -> (Vec<Term>, Vec<Term>) {
    let terms = parsed(text).terms.unwrap();
    (terms.required().to_vec(), terms.refused().to_vec())
}

#[test]
fn words_phrases_and_exclusions() {
    for (typed, required, refused) in [
        ("Red LANTERN", vec![word("red"), start("lantern")], vec![]),
        ("\"red lantern\" door", vec![phrase("red lantern"), start("door")], vec![]),
        ("door \"red lantern\"", vec![word("door"), phrase("red lantern")], vec![]),
        ("door -red", vec![word("door")], vec![word("red")]),
        ("-\"red lantern\" door", vec![start("door")], vec![phrase("red lantern")]),
        ("-red", vec![], vec![word("red")]),
        ("\"lantern\"", vec![word("lantern")], vec![]),
        ("\"red lantern", vec![phrase("red lantern")], vec![]),
        ("IR-000123", vec![word("ir"), start("000123")], vec![]),
        ("red - door", vec![word("red"), start("door")], vec![]),
        ("door\"red lantern\"", vec![word("door"), phrase("red lantern")], vec![]),
        ("lantern level:3", vec![word("lantern")], vec![]),
        ("foo\" OR NEAR( bar*", vec![word("foo"), phrase("or near bar")], vec![]),
        ("x :y", vec![word("x"), start("y")], vec![]),
    ] {
        assert_eq!(terms(typed), (required, refused), "{typed}");
    }
    for (typed, ascii) in [
        ("\u{201C}red lantern\u{201D} door", "\"red lantern\" door"),
        ("\u{AB}red lantern\u{BB}", "\"red lantern\""),
        ("door \u{2013}red", "door -red"),
        ("door \u{2212}\u{201E}red lantern\u{201C}", "door -\"red lantern\""),
        ("don\u{2019}t\u{A0}wait\u{2026}", "don't wait..."),
        ("\u{FF32}ed\u{3000}level\u{FF1A}\u{FF13}", "red level:3"),
        ("red\tlantern\n", "red lantern "),
    ] {
        assert_eq!(parsed(typed), parsed(ascii), "{typed}");
    }
    for signs in [" \"*-: ", "🔥", "???", "-", "\u{301}"] {
        let nothing = Query { matches_nothing: true, ..Query::default() };
        assert_eq!(Query::parse(signs).unwrap(), Some(nothing), "{signs}");
    }
    assert_eq!(Query::parse(" \u{3000}").unwrap(), None);
    assert!(Query::parse("a\0b").is_err());
    assert!(Query::parse(&"a".repeat(201)).is_err());
    assert_eq!(terms(&"a ".repeat(100)).0.len(), 16);
    let Term::Phrase(words) = &terms(&format!("\"{}\"", "a ".repeat(90))).0[0] else { unreachable!() };
    assert_eq!(words.len(), 16);
    assert_eq!(terms(&format!("{}\"b c\"", "a ".repeat(15))).0[15], word("b"));
}

#[test]
fn characters_of_scripts_without_blanks_follow_each_other() {
    for (typed, required, refused) in [
        ("京都", vec![word("京都")], vec![]),
        ("東京都庁", vec![phrase("東京 京都 都庁")], vec![]),
        ("庁", vec![start("庁")], vec![]),
        ("庁 door", vec![start("庁"), start("door")], vec![]),
        ("door 東京", vec![word("door"), word("東京")], vec![]),
        ("第3版Win", vec![start("第"), word("3"), start("版"), start("win")], vec![]),
        ("\"東京 tower\"", vec![phrase("東京 京 tower")], vec![]),
        ("\"tower 東京\"", vec![phrase("tower 東京")], vec![]),
        ("\"tower 京\"", vec![word("tower"), start("京")], vec![]),
        ("red -京都 -都", vec![word("red")], vec![word("京都"), start("都")]),
        ("red -\"tower 京\"", vec![word("red")], vec![phrase("tower 京")]),
    ] {
        assert_eq!(terms(typed), (required, refused), "{typed}");
    }
}

#[test]
fn typed_words_are_the_start_of_titles() {
    for (typed, whole, start, is_open) in [
        ("Site 19", "site 19", "site 19", true),
        ("\"Site 19\"", "site 19", "site 19", false),
        ("Site 19 level:3", "site 19", "site 19", false),
        ("Site -red", "site", "site", false),
        ("東京都", "東京 京都 都", "東京 京都", false),
        ("都", "都", "都", true),
        ("-red", "", "", false),
    ] {
        let terms = parsed(typed).terms.unwrap();
        let (first, open) = terms.title().start();
        assert_eq!(
            (terms.title().whole().join(" ").as_str(), first.join(" ").as_str(), open),
            (whole, start, is_open),
            "{typed}"
        );
    }
}

#[test]
fn fields_restrict_the_search() {
    let day = |text: &str| Some(format!("{text}T00:00:00Z").parse().unwrap());
    let found = parsed("LEVEL:3 category:incident author:Mercer after:2026-03-01 before:2026-04-01 is:archived");
    let expected = Query {
        level: Clearance::parse(3).ok(),
        category: Some(Category::Incident),
        author: Some("mercer".to_owned()),
        since: day("2026-03-01"),
        until: day("2026-04-01"),
        archived: true,
        ..Query::default()
    };
    assert_eq!(found, expected);
    assert_eq!(parsed("author:\"dr mercer\"").author.as_deref(), Some("dr mercer"));
    assert_eq!(parsed("category:\"containment protocol\"").category, Some(Category::ContainmentProtocol));
}

#[test]
fn unknown_fields_and_bad_values_are_words() {
    for (typed, required) in [
        ("level:9", vec![word("level"), start("9")]),
        ("tint:red", vec![word("tint"), start("red")]),
        ("before:yesterday", vec![word("before"), start("yesterday")]),
        ("before:2026-02-30", vec![word("before"), word("2026"), word("02"), start("30")]),
        ("is:open", vec![word("is"), start("open")]),
        ("category:\"no such\"", vec![word("category"), phrase("no such")]),
        ("level: 3", vec![word("level"), start("3")]),
    ] {
        assert_eq!(terms(typed).0, required, "{typed}");
        assert_eq!(Query { terms: None, ..parsed(typed) }, Query::default(), "{typed}");
    }
    // `-` can precede only a word or a phrase.
    assert_eq!(parsed("door -level:3").level, None);
}

#[test]
fn contradictions_match_nothing() {
    assert!(parsed("level:3 level:4").matches_nothing);
    assert!(!parsed("level:3 level:3").matches_nothing);
    let found = parsed("before:2026-03-01 before:2026-01-01 after:2025-01-01 after:2025-06-01");
    assert_eq!(found.until.unwrap().to_string(), "2026-01-01T00:00:00.000Z");
    assert_eq!(found.since.unwrap().to_string(), "2025-06-01T00:00:00.000Z");
}

#[test]
fn marks_are_for_required_words_only() {
    let words = parsed("red -door \"old lantern\"").terms.unwrap().words().cloned().unwrap();
    assert_eq!(words.as_slice(), ["red", "old", "lantern"]);
    assert_eq!(parsed("-door").terms.unwrap().words(), None);
}

proptest! {
    #[test]
    fn any_text_is_a_query(text in "(\\PC|\"|-|:| ){0,60}") {
        if let Some(terms) = Query::parse(&text).unwrap().and_then(|query| query.terms) {
            let all = terms.required().iter().chain(terms.refused());
            let words: Vec<&String> = all.flat_map(Term::words).collect();
            let is_stored = |word: &&String| is_unspaced(word) || index_text(word) == ***word;
            prop_assert!(!words.is_empty() && words.len() <= 32 && words.iter().all(is_stored));
        }
    }
}
