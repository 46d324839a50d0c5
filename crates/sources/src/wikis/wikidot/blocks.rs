//! The lines of a Wikidot page as headings, lists, tables and paragraphs.

use super::site::Wiki;
use crate::wikis::emphasis::{Mark, Marks, Meaning};
use crate::wikis::find::{MAX_DEPTH, cut, from};
use crate::wikis::lists::{self, Item};
use crate::wikis::markdown::{BREAK, Blocks, escape, heading, paragraph, prefixed, wrap};
use crate::wikis::notes::Notes;
use crate::wikis::pieces::{Pieces, without_marks};
use crate::wikis::tables::{self, Cell};

const fn tight(open: &'static str, close: &'static str, meaning: Meaning) -> Mark {
    Mark { open, close, meaning, tight: true }
}

const MARKS: [Mark; 8] = [
    tight("**", "**", Meaning::Wrap("**")),
    tight("//", "//", Meaning::Wrap("*")),
    tight("--", "--", Meaning::Wrap("~~")),
    tight("{{", "}}", Meaning::Code),
    tight("__", "__", Meaning::None("underline")),
    tight(",,", ",,", Meaning::None("sub")),
    tight("^^", "^^", Meaning::None("sup")),
    tight("##", "##", Meaning::None("color")),
];

pub(super) struct Converter<'a> {
    pub wiki: &'a Wiki,
    pub page: String,
    pub notes: &'a mut Notes,
    pub pieces: Pieces,
    pub footnotes: Vec<String>,
}

pub(super) fn convert(text: &str, page: &str, wiki: &Wiki, notes: &mut Notes) -> String {
    let mut converter =
        Converter { wiki, page: page.to_owned(), notes, pieces: Pieces::default(), footnotes: Vec::new() };
    let text = converter.prepare(&without_marks(text), 1, 0);
    let body = converter.block_lines(&text, 1, 0);
    let mut out = Blocks::default();
    out.push(&body);
    for (number, note) in converter.footnotes.iter().enumerate() {
        out.push(&format!("[^{}]: {note}", number + 1));
    }
    out.finish()
}

#[derive(Default)]
struct State {
    out: Blocks,
    words: Vec<String>,
    words_line: usize,
    items: Vec<Item>,
    rows: Vec<Vec<Cell>>,
    quoted: Vec<String>,
    quoted_line: usize,
}

impl Converter<'_> {
    pub(super) fn words(&mut self, text: &str, line: usize) -> String {
        let text = without_color(text);
        let mut marks = Marks { known: &MARKS, pieces: &self.pieces, lost: Vec::new() };
        let out = marks.render(&text, 0);
        for name in marks.lost {
            self.notes.add("formatting without a counterpart, its words are kept", line, name);
        }
        out
    }

    fn block_lines(&mut self, text: &str, line: usize, depth: usize) -> String {
        if depth > MAX_DEPTH {
            return escape(&self.pieces.raw(text), false);
        }
        let mut state = State::default();
        let mut here = line;
        let mut row = String::new();
        for source in text.split('\n') {
            // A row of a table goes on after ` _`.
            let continued = source.starts_with("||") || !row.is_empty();
            if continued && source.trim_end().ends_with(" _") {
                row.push_str(source.trim_end().trim_end_matches('_'));
                row.push(BREAK);
            } else if !row.is_empty() {
                row.push_str(source);
                let whole = std::mem::take(&mut row);
                self.line(&mut state, &whole, here, depth);
            } else if !self.pieces.is_void(source) {
                self.parts(&mut state, source, here, depth);
            }
            here += 1 + self.pieces.lines(source);
        }
        if !row.is_empty() {
            self.line(&mut state, &row, here, depth);
        }
        self.flush(&mut state, depth);
        state.out.finish()
    }

    fn parts(&mut self, state: &mut State, source: &str, line: usize, depth: usize) {
        if source.starts_with("||") || source.starts_with('>') {
            return self.line(state, source, line, depth);
        }
        for (words, block) in self.pieces.around_blocks(source) {
            if !words.trim().is_empty() || block.is_none() {
                self.line(state, &words, line, depth);
            }
            if let Some(block) = block {
                self.flush(state, depth);
                state.out.push(&block);
            }
        }
    }

    fn line(&mut self, state: &mut State, source: &str, line: usize, depth: usize) {
        let trimmed = source.trim();
        if trimmed.is_empty() {
            return self.flush(state, depth);
        }
        if source.starts_with('>') {
            if state.quoted.is_empty() {
                self.flush(state, depth);
                state.quoted_line = line;
            }
            let inner = from(source, 1);
            return state.quoted.push(inner.strip_prefix(' ').unwrap_or(inner).to_owned());
        }
        let plus = source.bytes().take_while(|byte| *byte == b'+').count();
        let title = from(source, plus);
        let title = title.strip_prefix('*').unwrap_or(title);
        if (1..=6).contains(&plus) && title.starts_with(' ') {
            self.flush(state, depth);
            let words = self.words(title.trim(), line);
            return state.out.push(&heading(plus, &words));
        }
        if source.starts_with("||") {
            if state.rows.is_empty() {
                self.flush(state, depth);
            }
            let row = self.row(trimmed, line);
            return state.rows.push(row);
        }
        let indent = source.len() - source.trim_start_matches(' ').len();
        if let Some(text) = trimmed.strip_prefix("* ").or_else(|| trimmed.strip_prefix("# ")) {
            if state.items.is_empty() {
                self.flush(state, depth);
            }
            let text = self.words(text.trim(), line);
            return state.items.push(Item { depth: indent + 1, ordered: trimmed.starts_with('#'), text });
        }
        if let Some((term, meaning)) = definition(trimmed) {
            if state.items.is_empty() {
                self.flush(state, depth);
            }
            let text = format!("{}: {}", wrap("**", &self.words(term, line)), self.words(meaning, line));
            return state.items.push(Item { depth: 1, ordered: false, text });
        }
        let only = |mark: char, least: usize| trimmed.len() >= least && trimmed.chars().all(|letter| letter == mark);
        if only('-', 4) || only('~', 4) || only('=', 4) {
            self.flush(state, depth);
            if trimmed.starts_with('-') {
                state.out.push("---");
            }
            return;
        }
        if !state.items.is_empty() || !state.rows.is_empty() || !state.quoted.is_empty() {
            self.flush(state, depth);
        }
        if state.words.is_empty() {
            state.words_line = line;
        }
        let centred = trimmed.strip_prefix("= ").unwrap_or(trimmed);
        let words = centred.strip_suffix(" _").map_or_else(|| centred.to_owned(), |words| format!("{words}{BREAK}"));
        state.words.push(words);
    }

    fn row(&mut self, source: &str, line: usize) -> Vec<Cell> {
        let source = source.strip_suffix("||").unwrap_or(source);
        let mut row = Vec::new();
        let mut columns = 1;
        let mut rest = from(source, 2);
        loop {
            let end = rest.find("||").unwrap_or(rest.len());
            let words = cut(rest, 0, end);
            if words.is_empty() && end < rest.len() {
                columns += 1;
            } else {
                let header = words.starts_with('~');
                let text = words.trim_start_matches(['~', '<', '>', '=']).trim();
                if columns > 1 {
                    self.notes.add(
                        "table cells over several rows or columns, now single",
                        line,
                        "cells over several columns",
                    );
                }
                let mut cell = Cell::new(header, &self.words(text, line));
                cell.columns = columns;
                row.push(cell);
                columns = 1;
            }
            if end >= rest.len() {
                return row;
            }
            rest = from(rest, end + 2);
        }
    }

    fn flush(&mut self, state: &mut State, depth: usize) {
        if !state.words.is_empty() {
            let text = std::mem::take(&mut state.words).join("\n");
            let text = self.words(&text, state.words_line);
            // Wikidot breaks a line where its author did.
            state.out.push(&paragraph(&text.replace('\n', &BREAK.to_string())));
        }
        if !state.items.is_empty() {
            state.out.push(&lists::render(&std::mem::take(&mut state.items)));
        }
        if !state.rows.is_empty() {
            state.out.push(&tables::render(&std::mem::take(&mut state.rows)));
        }
        if !state.quoted.is_empty() {
            let text = std::mem::take(&mut state.quoted).join("\n");
            let inner = self.block_lines(&text, state.quoted_line, depth + 1);
            state.out.push(&prefixed("> ", &inner));
        }
    }
}

/// `: term : meaning`.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (term, meaning) = line.strip_prefix(": ")?.split_once(" : ")?;
    Some((term.trim(), meaning.trim()))
}

/// `##red|words##` without the name of the color.
fn without_color(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("##") {
        out.push_str(cut(rest, 0, start + 2));
        rest = from(rest, start + 2);
        let name = rest.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
        if name > 0 && rest.as_bytes().get(name) == Some(&b'|') {
            rest = from(rest, name + 1);
        }
    }
    out.push_str(rest);
    out
}
