//! The markup of DokuWiki to Markdown.

use super::site::Wiki;
use crate::wikis::emphasis::{Mark, Marks, Meaning};
use crate::wikis::find::{cut, from};
use crate::wikis::lists::{self, Item};
use crate::wikis::markdown::{BREAK, Blocks, fence, heading, one_line, paragraph};
use crate::wikis::notes::Notes;
use crate::wikis::pieces::{Pieces, without_marks};
use crate::wikis::source::safe_path;
use crate::wikis::tables::{self, Cell};

const MARKS: [Mark; 4] = [
    Mark { open: "**", close: "**", meaning: Meaning::Wrap("**"), tight: false },
    Mark { open: "//", close: "//", meaning: Meaning::Wrap("*"), tight: false },
    Mark { open: "__", close: "__", meaning: Meaning::None("underline"), tight: false },
    Mark { open: "''", close: "''", meaning: Meaning::Code, tight: false },
];

pub(super) struct Converter<'a> {
    pub wiki: &'a Wiki,
    pub id: String,
    pub notes: &'a mut Notes,
    pub pieces: Pieces,
    pub tags: Vec<String>,
    pub footnotes: Vec<String>,
}

pub(super) fn convert(text: &str, id: &str, wiki: &Wiki, notes: &mut Notes) -> (String, Vec<String>) {
    let mut converter = Converter {
        wiki,
        id: id.to_owned(),
        notes,
        pieces: Pieces::default(),
        tags: Vec::new(),
        footnotes: Vec::new(),
    };
    let text = converter.prepare(&without_marks(text), 1, 0);
    let body = converter.block_lines(&text);
    let mut out = Blocks::default();
    out.push(&body);
    for (number, note) in converter.footnotes.iter().enumerate() {
        out.push(&format!("[^{}]: {note}", number + 1));
    }
    (out.finish(), converter.tags)
}

/// Its level from 1, and its words.
pub(super) fn heading_of(line: &str) -> Option<(usize, &str)> {
    let left = line.bytes().take_while(|byte| *byte == b'=').count();
    let right = line.bytes().rev().take_while(|byte| *byte == b'=').count();
    let words = line.trim_matches('=').trim();
    (left >= 2 && right >= 2 && !words.is_empty()).then(|| (7 - left.min(6), words))
}

/// The id that a link on page `here` names. Without a colon it is beside that page.
pub(super) fn resolved(name: &str, here: &str, media: bool) -> String {
    let name = name.trim().replace('/', ":");
    let mut spaces: Vec<&str> = here.split(':').collect();
    spaces.pop();
    let relative = name.starts_with('.') || !name.contains(':');
    if !relative {
        spaces.clear();
    }
    let mut rest = name.as_str();
    while rest.starts_with('.') {
        if let Some(next) = rest.strip_prefix("..") {
            spaces.pop();
            rest = next.trim_start_matches(':');
        } else {
            rest = rest.trim_start_matches('.').trim_start_matches(':');
        }
    }
    let mut parts: Vec<String> = spaces.into_iter().map(str::to_owned).collect();
    parts.extend(rest.split(':').filter(|part| !part.is_empty()).map(|part| clean(part, media)));
    if rest.ends_with(':') && !media {
        parts.push("start".to_owned());
    }
    parts.join(":")
}

/// As DokuWiki makes a name of what somebody typed.
fn clean(part: &str, media: bool) -> String {
    let mut out = String::new();
    for letter in part.trim().chars().flat_map(char::to_lowercase) {
        let keep = letter.is_alphanumeric() || letter == '.' || letter == '-' || (media && letter == '+');
        let letter = if keep { letter } else { '_' };
        if letter != '_' || !out.ends_with('_') {
            out.push(letter);
        }
    }
    out.trim_matches(['_', '.', '-']).to_owned()
}

#[derive(Default)]
struct State {
    out: Blocks,
    words: Vec<String>,
    words_line: usize,
    items: Vec<Item>,
    code: Vec<String>,
    rows: Vec<Vec<Cell>>,
    quoted: Vec<String>,
}

impl Converter<'_> {
    pub(super) fn name_of(&self, target: &str) -> String {
        let id = resolved(target, &self.id, false);
        let start = format!("{id}:start");
        let is_folder = !self.wiki.pages.contains(&id) && self.wiki.pages.contains(&start);
        safe_path(&(if is_folder { start } else { id }).replace(':', "/"))
    }

    pub(super) fn inline(&mut self, text: &str, line: usize) -> String {
        let text = broken(text);
        let mut marks = Marks { known: &MARKS, pieces: &self.pieces, lost: Vec::new() };
        let out = marks.render(&text, 0);
        for name in marks.lost {
            self.notes.add("formatting without a counterpart, its words are kept", line, name);
        }
        out
    }

    fn block_lines(&mut self, text: &str) -> String {
        let mut state = State::default();
        let mut here = 1;
        for line in text.split('\n') {
            if !self.pieces.is_void(line) {
                let parts = self.pieces.around_blocks(line);
                for (words, block) in parts {
                    if !words.trim().is_empty() || block.is_none() {
                        self.line(&mut state, &words, here);
                    }
                    if let Some(block) = block {
                        if let Some(item) = state.items.last_mut().filter(|_| !block.is_empty()) {
                            item.text.push_str("\n\n");
                            item.text.push_str(&block);
                        } else {
                            self.flush(&mut state);
                            state.out.push(&block);
                        }
                    }
                }
            }
            here += 1 + self.pieces.lines(line);
        }
        self.flush(&mut state);
        state.out.finish()
    }

    fn line(&mut self, state: &mut State, source: &str, line: usize) {
        let trimmed = source.trim();
        if trimmed.is_empty() {
            return self.flush(state);
        }
        if let Some((level, words)) = heading_of(trimmed) {
            self.flush(state);
            let words = self.inline(words, line);
            return state.out.push(&heading(level, &words));
        }
        let indent: usize = source
            .chars()
            .map_while(|letter| match letter {
                ' ' => Some(1),
                '\t' => Some(2),
                _ => None,
            })
            .sum();
        if indent >= 2 && trimmed.starts_with(['*', '-']) && !trimmed.starts_with("**") && !trimmed.starts_with("----")
        {
            if state.items.is_empty() {
                self.flush(state);
            }
            let text = self.inline(from(trimmed, 1).trim(), line);
            state.items.push(Item { depth: indent / 2, ordered: trimmed.starts_with('-'), text });
            return;
        }
        if trimmed.starts_with("----") && trimmed.bytes().all(|byte| byte == b'-') {
            self.flush(state);
            return state.out.push("---");
        }
        if indent >= 2 && !trimmed.starts_with('\u{E000}') && (state.words.is_empty() && state.items.is_empty()) {
            if state.code.is_empty() {
                self.flush(state);
            }
            return state.code.push(from(source.trim_end(), 2).to_owned());
        }
        if source.starts_with(['^', '|']) && trimmed.len() > 1 {
            if state.rows.is_empty() {
                self.flush(state);
            }
            let row = self.row(trimmed, line);
            return state.rows.push(row);
        }
        if source.starts_with('>') {
            if state.quoted.is_empty() {
                self.flush(state);
            }
            let level = source.bytes().take_while(|byte| *byte == b'>').count();
            let words = self.inline(from(source, level).trim(), line);
            return state.quoted.push(format!("{}{}", "> ".repeat(level.min(6)), paragraph(&words)));
        }
        if let Some(item) = state.items.last_mut().filter(|_| indent >= 2) {
            let text = one_line(trimmed);
            item.text.push(BREAK);
            let words = self.inline(&text, line);
            return item.text.push_str(&words);
        }
        if !state.items.is_empty() || !state.code.is_empty() || !state.rows.is_empty() || !state.quoted.is_empty() {
            self.flush(state);
        }
        if state.words.is_empty() {
            state.words_line = line;
        }
        state.words.push(trimmed.to_owned());
    }

    fn row(&mut self, source: &str, line: usize) -> Vec<Cell> {
        let mut row: Vec<Cell> = Vec::new();
        let mut header = source.starts_with('^');
        let mut rest = from(source, 1);
        let mut merged = false;
        while !rest.is_empty() {
            let end = rest.find(['^', '|']).unwrap_or(rest.len());
            let words = cut(rest, 0, end);
            if words.is_empty() && end < rest.len() {
                if let Some(cell) = row.last_mut() {
                    cell.columns += 1;
                    merged = true;
                }
            } else {
                // A cell that goes on below the one above it.
                let below = words.trim() == ":::";
                merged |= below;
                let text = if below { String::new() } else { self.inline(words.trim(), line) };
                row.push(Cell::new(header, &text));
            }
            header = rest.as_bytes().get(end) == Some(&b'^');
            rest = from(rest, end + 1);
        }
        if merged {
            self.notes.add(
                "table cells over several rows or columns, now single",
                line,
                "cells over several rows or columns",
            );
        }
        row
    }

    fn flush(&mut self, state: &mut State) {
        if !state.words.is_empty() {
            let text = std::mem::take(&mut state.words).join("\n");
            let text = self.inline(&text, state.words_line);
            state.out.push(&paragraph(&text));
        }
        if !state.items.is_empty() {
            state.out.push(&lists::render(&std::mem::take(&mut state.items)));
        }
        if !state.code.is_empty() {
            let code = std::mem::take(&mut state.code).join("\n");
            state.out.push(&fence("", &self.pieces.raw(&code)));
        }
        if !state.rows.is_empty() {
            state.out.push(&tables::render(&std::mem::take(&mut state.rows)));
        }
        if !state.quoted.is_empty() {
            state.out.push(&std::mem::take(&mut state.quoted).join("\n"));
        }
    }
}

/// Two backslashes before a space or at the end of a line break it.
fn broken(text: &str) -> String {
    if !text.contains("\\\\") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\\\\") {
        out.push_str(cut(rest, 0, start));
        let after = from(rest, start + 2);
        if after.is_empty() || after.starts_with([' ', '\n', '\t']) {
            out.push(BREAK);
            rest = after.strip_prefix(['\n', ' ', '\t']).unwrap_or(after);
        } else {
            out.push_str("\\\\");
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
