//! Everything that is typed is shown: a plain text has the words of its source, and the client shows the same words.
//! The client's tests read `markdown_cases.json` too (`components/Markdown.words.test.tsx`).

use super::*;
use crate::plain::{plain_text, show_bars};
use crate::portions::readable;
use facility_kernel::Clearance;
use proptest::prelude::*;
use pulldown_cmark::Parser;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct Shared {
    cases: Vec<Case>,
    pieces: Pieces,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    markdown: String,
    text: String,
}

/// The building blocks of generated texts. `W` stands for a word, `%` for some `inline`, `N` for a footnote's name.
#[derive(Deserialize)]
struct Pieces {
    inline: Vec<String>,
    blocks: Vec<String>,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| serde_json::from_str(include_str!("markdown_cases.json")).unwrap());

#[test]
fn plain_text_says_what_the_client_shows() {
    for Case { name, markdown, text } in &SHARED.cases {
        assert_eq!(plain_text(markdown), *text, "{name}");
    }
}

fn marks(markdown: &str) -> String {
    without_html(markdown).replace(TEXT, "~").replace(BREAK, "!")
}

#[test]
fn what_could_begin_html_is_marked() {
    for (markdown, marked) in [
        ("<b>, </b>, <div\n>, <!-- c -->, <?x?>, <!D", "<~b>, <~/b>, <~div\n>, <~!-- c -->, <~?x?>, <~!D"),
        ("<br>, <BR/>, <bR />, <br \t/ >", "<!br>, <!BR/>, <!bR />, <!br \t/ >"),
        ("\\<br>, \\\\<br>, <br x>, <br", "\\<~br>, \\\\<!br>, <~br x>, <~br"),
        ("<https://example.com>, <a.b@c.de>", "<https://example.com>, <a.b@c.de>"),
        ("a < b, <3, <é>, <", "a < b, <3, <é>, <"),
    ] {
        assert_eq!(marks(markdown), marked);
    }
    assert!(matches!(without_html("a < b"), Cow::Borrowed(_)));
}

/// Generates a text from choices. When they are used up, the first alternative is always taken. Words are private-use
/// characters, which depend on the level required to read them.
struct Writer<'a> {
    choices: std::slice::Iter<'a, u16>,
    notes: Vec<String>,
    level: u8,
}

fn word(level: u8) -> char {
    char::from_u32(0xe000 + u32::from(level)).unwrap()
}

impl Writer<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(*self.choices.next().unwrap_or(&0)) % end
    }

    fn piece(&mut self, pieces: &[String]) -> String {
        let chosen = self.below(pieces.len());
        let piece = pieces[chosen].replace('N', &self.notes.len().to_string());
        if piece.contains("[^") {
            self.notes.push(format!("[^{}]: {} <{0}>", self.notes.len(), word(0)));
        }
        piece.replace('W', &word(self.level).to_string())
    }

    fn inline(&mut self) -> String {
        let parts = 1 + self.below(3);
        let parts: Vec<_> = (0..parts).map(|_| self.part()).collect();
        parts.join(" ")
    }

    fn part(&mut self) -> String {
        if self.level > 0 || self.below(8) != 1 {
            return self.piece(&SHARED.pieces.inline);
        }
        let (level, words) = self.above(|writer| writer.piece(&SHARED.pieces.inline));
        format!("{{{{{level}|{words}}}}}")
    }

    /// Writes a part whose level is above the record's.
    fn above(&mut self, write: impl FnOnce(&mut Self) -> String) -> (u8, String) {
        self.level = 1 + u8::try_from(self.below(5)).unwrap();
        let words = write(self);
        (std::mem::take(&mut self.level), words)
    }

    fn block(&mut self, depth: usize) -> String {
        let kind = if depth < 3 { self.below(6) } else { 0 };
        let (first, rest) = match kind {
            3 => ("> ", "> "),
            4 => ("- ", "  "),
            5 => ("1. ", "   "),
            _ => return self.leaf(),
        };
        let inner = self.blocks(2, |writer| writer.block(depth + 1));
        format!("{first}{}", inner.replace('\n', &format!("\n{rest}")))
    }

    fn leaf(&mut self) -> String {
        let leaf = self.piece(&SHARED.pieces.blocks);
        let mut parts = leaf.split('%');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + &self.inline() + part)
    }

    fn blocks(&mut self, most: usize, mut write: impl FnMut(&mut Self) -> String) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| write(self)).collect::<Vec<_>>().join("\n\n")
    }

    fn text(&mut self) -> String {
        let text = self.blocks(6, |writer| {
            if writer.below(6) != 1 {
                return writer.block(0);
            }
            let (level, lines) = writer.above(|writer| writer.block(0));
            format!(":::level {level}\n{lines}\n:::")
        });
        format!("{text}\n\n{}", self.notes.join("\n\n"))
    }
}

/// Returns a text and, for each level, the words that its readers see.
fn text_of(choices: &[u16]) -> (String, [Vec<String>; 5]) {
    let written = Writer { choices: choices.iter(), notes: Vec::new(), level: 0 }.text();
    let mut words = <[Vec<String>; 5]>::default();
    let mut text = String::new();
    for (number, part) in written.split_inclusive(|c| ('\u{e000}'..='\u{e005}').contains(&c)).enumerate() {
        let mut chars = part.chars();
        let level = chars.next_back().and_then(|c| (0_u8..=5).find(|level| word(*level) == c));
        let Some(level) = level else {
            text.push_str(part);
            break;
        };
        let name = format!("w{number}w");
        text.push_str(chars.as_str());
        text.push_str(&name);
        (1_u8..).zip(&mut words).filter(|(reader, _)| *reader >= level).for_each(|(_, read)| read.push(name.clone()));
    }
    (text, words)
}

/// Returns the separate words of a text.
fn words_in(plain: &str) -> Vec<&str> {
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.starts_with('w') && word.ends_with('w') && word.len() > 2).collect()
}

proptest! {
    #[test]
    fn everything_typed_is_in_the_plain_text_of_its_readers(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let (text, words) = text_of(&choices);
        for (level, words) in (1..).zip(&words) {
            let plain = show_bars(plain_text(&readable(&text, Clearance::parse(level).unwrap())));
            prop_assert_eq!(&words_in(&plain), words, "{}\n---\n{}", &text, plain);
        }
    }

    #[test]
    fn no_text_produces_html(text in r#"([<>/!?=&"'a-d \n\t*_`\[\]()|:.@-]|<!--|-->|<br|<div|<script|<!\[CDATA\[|https://){0,60}"#) {
        let marked = without_html(&text);
        let is_html = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
        prop_assert_eq!(Parser::new_ext(&marked, OPTIONS).find(is_html), None);
        prop_assert_eq!(marked.replace(is_mark, ""), text);
    }
}
