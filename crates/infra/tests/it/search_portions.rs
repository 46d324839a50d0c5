//! Searches in documents with portions: every reader finds exactly the text that they may read.

use crate::documents::{owners, publish, shown, typed};
use crate::harness::{Fixture, on_each_database};
use crate::search_index::revise;
use facility_documents::document::Document;
use facility_documents::ports::DocumentQueries;
use facility_documents::search::query::Query;
use facility_documents::search::{DocumentFilter, Shelf};
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor};
use facility_kernel::{Clearance, Limit, PageRequest};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

on_each_database![
    each_level_finds_exactly_what_it_may_read,
    snippets_and_suggestions_come_from_the_readers_text,
    answers_do_not_depend_on_what_is_above_the_reader,
    deep_words_of_a_portion_are_shown_to_its_readers,
];

fn visibility(level: i64) -> Visibility {
    Visibility::of(&actor(3, level, false), TEST_NOW)
}

fn search(query: &str, level: i64) -> DocumentFilter {
    let all = DocumentFilter::all(Shelf::Repository(visibility(level)));
    DocumentFilter { search: typed(query), ..all }
}

/// Returns the titles of the documents found.
async fn found(repo: &DocumentStore, query: &str, level: i64) -> Vec<String> {
    let filter = search(query, level);
    let page = PageRequest { limit: Limit::MAX, after: None };
    let listed = repo.summaries(filter.clone(), page).await.unwrap();
    assert_eq!(repo.count(filter).await.unwrap(), listed.items.len() as u64);
    listed.items.into_iter().map(|item| item.document.text.title).collect()
}

/// A part of a text: its level, whether it is a block, and its words.
type Piece = (Option<i64>, bool, Vec<&'static str>);

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let words = prop::collection::vec(prop::sample::select(vec!["ab", "ac", "bc", "cd"]), 1..4);
    prop::collection::vec((prop::option::weighted(0.5, 2_i64..=5), any::<bool>(), words), 1..7)
}

fn markdown(pieces: &[Piece]) -> String {
    let piece = |(level, is_block, words): &Piece| {
        let words = words.join(" ");
        match level {
            Some(level) if *is_block => format!("\n:::level {level}\n{words}\n:::\n"),
            Some(level) => format!(" {{{{{level}|{words}}}}} "),
            None => format!(" {words} "),
        }
    };
    pieces.iter().map(piece).collect()
}

/// Returns the parts of a text that a reader of this level sees without a redaction in between.
fn parts(pieces: &[Piece], reader: i64) -> Vec<Vec<&'static str>> {
    let mut parts = vec![Vec::new()];
    for (level, _, words) in pieces {
        if level.is_some_and(|level| level > reader) {
            parts.push(Vec::new());
        } else {
            parts.last_mut().unwrap().extend(words);
        }
    }
    parts
}

fn has_phrase(parts: &[Vec<&str>], phrase: &[&str]) -> bool {
    parts.iter().any(|part| part.windows(phrase.len()).any(|words| words == phrase))
}

async fn each_level_finds_exactly_what_it_may_read(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let mut runner = TestRunner::deterministic();
    let mut sample = || pieces().new_tree(&mut runner).unwrap().current();
    let mut stored = Vec::new();
    for n in 1..=24_u64 {
        let (level, text) = (i64::try_from(n % 3 + 1).unwrap(), sample());
        let text: Vec<Piece> =
            text.into_iter().map(|(own, block, words)| (own.map(|own| own.max(level)), block, words)).collect();
        let named = |text: &[Piece]| document(n, level, 1).titled(format!("T{n}")).saying(markdown(text));
        publish(&f, &named(&text)).await;
        if n % 2 == 0 {
            stored.push((n, level, text));
            continue;
        }
        // The previous words must be removed for every level.
        let level = level.max(2);
        let next: Vec<Piece> =
            sample().into_iter().map(|(own, block, words)| (own.map(|own| own.max(level)), block, words)).collect();
        let after = Document { version: 2, clearance: Clearance::parse(level).unwrap(), ..named(&next) };
        revise(&repo, &f, after).await.unwrap();
        stored.push((n, level, next));
    }
    stored.reverse();
    let check = async || {
        for reader in 1..=5 {
            for phrase in [
                &["ab"][..],
                &["ab", "ac"],
                &["bc", "cd", "ab"],
                &["ac", "ac", "ac"],
                &["ab", "bc", "ab", "cd"],
                &["cd", "ab", "ac", "ab"],
            ] {
                let typed = format!("\"{}\"", phrase.join(" "));
                let expect = |is_wanted: bool| -> Vec<String> {
                    let holds = |text: &[Piece]| has_phrase(&parts(text, reader), phrase) == is_wanted;
                    let seen = stored.iter().filter(|(_, level, text)| *level <= reader && holds(text));
                    seen.map(|(n, ..)| format!("T{n}")).collect()
                };
                assert_eq!(found(&repo, &typed, reader).await, expect(true), "{typed} {reader}");
                let without = format!("-{typed}");
                assert_eq!(found(&repo, &without, reader).await, expect(false), "{without} {reader}");
            }
            let starts = |text: &[Piece]| parts(text, reader).concat().iter().any(|word| word.starts_with('a'));
            let seen = stored.iter().filter(|(_, level, text)| *level <= reader && starts(text));
            let expected: Vec<String> = seen.map(|(n, ..)| format!("T{n}")).collect();
            assert_eq!(found(&repo, "a", reader).await, expected, "{reader}");
        }
    };
    check().await;
    // The same documents, indexed together as after an import.
    f.execute(
        "DELETE FROM search_words; DELETE FROM search_sequences; DELETE FROM document_texts; \
         DELETE FROM document_variants",
    )
    .await
    .unwrap();
    facility_infra::testing::index_documents(&f.db).await.unwrap();
    check().await;
}

async fn snippets_and_suggestions_come_from_the_readers_text(f: Fixture) {
    owners(&f).await;
    let text = "The red {{3|lantern}} burns.\n:::level 5\nA *zeppelin* waits.\n:::\nNothing more.";
    publish(&f, &document(1, 1, 1).titled("Gate").saying(text)).await;
    let repo = DocumentStore::new(f.db.clone());
    for (reader, expected) in [
        (1, "The red ███ burns. ███ Nothing more."),
        (3, "The red lantern burns. ███ Nothing more."),
        (4, "The red lantern burns. ███ Nothing more."),
        (5, "The red lantern burns. A zeppelin waits. Nothing more."),
    ] {
        let listed = repo.summaries(search("red", reader), PageRequest::FIRST).await.unwrap();
        let snippet = shown(listed.items[0].clone()).snippet.unwrap();
        assert_eq!((snippet.text.as_str(), snippet.matches.as_slice()), (expected, &[[4, 7]][..]), "{reader}");
        let near = async |typed: &str| {
            let terms = Query::parse(typed).unwrap().unwrap().terms.unwrap();
            repo.suggestions(terms, visibility(reader)).await.unwrap()
        };
        let known = |is_known: bool, word: &str| if is_known { vec![word.to_owned()] } else { Vec::new() };
        assert_eq!(near("lantren ").await, known(reader >= 3, "lantern"), "{reader}");
        assert_eq!(near("zepelin ").await, known(reader >= 5, "zeppelin"), "{reader}");
        // A word above the reader's level is treated as a word that does not occur.
        assert_eq!(near("waits ").await, Vec::<String>::new());
    }
}

/// Two archives that differ only in portions above the readers' level.
async fn answers_do_not_depend_on_what_is_above_the_reader(f: Fixture) {
    owners(&f).await;
    let repo = DocumentStore::new(f.db.clone());
    let words = ["amber", "basalt", "cobalt"];
    for (n, secret) in [(1, "amber"), (2, "basalt door cobalt"), (3, "nothing")] {
        let text = format!("A door. {{{{4|{secret}}}}} A cobalt gate.");
        publish(&f, &document(n, 1, 1).titled("Gate").saying(text)).await;
    }
    for query in ["amber", "basalt", "cobalt", "\"door amber\"", "\"door a cobalt\"", "door -amber", "-basalt", "amb"] {
        let low = repo.summaries(search(query, 3), PageRequest::FIRST).await.unwrap();
        let texts: Vec<_> = low.items.iter().cloned().map(|item| shown(item).snippet).collect();
        // All three documents are equal for readers below level 4.
        assert!(texts.is_empty() || texts.len() == 3, "{query}");
        assert!(texts.iter().all(|text| *text == texts[0]), "{query}: {texts:?}");
        assert!(texts.iter().flatten().all(|text| words[..2].iter().all(|word| !text.text.contains(word))));
    }
    assert_eq!(found(&repo, "amber", 4).await.len(), 1);
    assert_eq!(found(&repo, "\"basalt door\"", 4).await.len(), 1);
    assert_eq!(found(&repo, "door -amber", 4).await.len(), 2);
}

async fn deep_words_of_a_portion_are_shown_to_its_readers(f: Fixture) {
    owners(&f).await;
    let long = "door ".repeat(5000);
    let text = format!("{long}\n:::level 3\nThe zeppelin waits at {{\n:::\n{long} zeppelin hall");
    publish(&f, &document(1, 1, 1).titled("Gate").saying(text)).await;
    let repo = DocumentStore::new(f.db.clone());
    for (reader, shows, hides) in [(2, "zeppelin hall", "waits"), (3, "The zeppelin waits", "hall")] {
        let listed = repo.summaries(search("zeppelin", reader), PageRequest::FIRST).await.unwrap();
        let snippet = shown(listed.items[0].clone()).snippet.unwrap().text;
        assert!(snippet.contains(shows) && !snippet.contains(hides), "{reader}: {snippet}");
        assert!(!snippet.contains('\u{1f}'));
    }
}
