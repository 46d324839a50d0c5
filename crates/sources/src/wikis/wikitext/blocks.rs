//! The lines of a text as headings, lists, tables and paragraphs.

use super::Converter;
use crate::wikis::find::{cut, from};
use crate::wikis::lists::{self, Item};
use crate::wikis::markdown::{Blocks, fence, heading, paragraph, prefixed};
use crate::wikis::pieces::Part;

#[derive(Default)]
struct State {
    out: Blocks,
    words: Vec<String>,
    words_line: usize,
    items: Vec<Item>,
    code: Vec<String>,
    quoted: Vec<(usize, String)>,
}

impl Converter<'_> {
    pub(super) fn block_lines(&mut self, text: &str, line: usize, depth: usize) -> String {
        let lines: Vec<&str> = text.split('\n').collect();
        let mut state = State::default();
        let (mut number, mut here) = (0, line);
        while let Some(source) = lines.get(number) {
            if table_start(source) {
                self.flush(&mut state, depth);
                let end = super::table::end_of(&lines, number);
                let rows = lines.get(number..end).unwrap_or_default();
                let table = self.table(rows, here, depth);
                state.out.push(&table);
                here += rows.iter().map(|row| 1 + self.pieces.lines(row)).sum::<usize>();
                number = end;
                continue;
            }
            self.line(&mut state, source, here, depth);
            here += 1 + self.pieces.lines(source);
            number += 1;
        }
        self.flush(&mut state, depth);
        state.out.finish()
    }

    fn line(&mut self, state: &mut State, source: &str, line: usize, depth: usize) {
        if self.pieces.is_void(source) {
            return;
        }
        for (number, (words, block)) in self.pieces.around_blocks(source).into_iter().enumerate() {
            if number == 0 && (block.is_none() || !words.trim().is_empty()) {
                self.words(state, &words, line, depth);
            } else if !words.trim().is_empty() {
                self.flush(state, depth);
                state.words_line = line;
                state.words.push(words.trim().to_owned());
            }
            let Some(block) = block else { continue };
            if let Some(item) = state.items.last_mut().filter(|_| !words.trim().is_empty() && !block.is_empty()) {
                item.text.push('\n');
                item.text.push_str(&block);
            } else {
                self.flush(state, depth);
                state.out.push(&block);
            }
        }
    }

    fn words(&mut self, state: &mut State, source: &str, line: usize, depth: usize) {
        let trimmed = source.trim_end();
        if trimmed.trim().is_empty() {
            self.flush(state, depth);
            return;
        }
        if let Some((level, title)) = heading_of(trimmed) {
            self.flush(state, depth);
            let title = self.inline(title, line, depth);
            state.out.push(&heading(level, &title));
            return;
        }
        let marks = trimmed.bytes().take_while(|byte| b"*#:;".contains(byte)).count();
        if marks > 0 {
            self.item(state, trimmed, marks, line, depth);
            return;
        }
        if trimmed.starts_with("----") {
            self.flush(state, depth);
            state.out.push("---");
            let after = trimmed.trim_start_matches('-');
            if !after.trim().is_empty() {
                state.words_line = line;
                state.words.push(after.trim().to_owned());
            }
            return;
        }
        let redirect = trimmed.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("#REDIRECT"));
        if source.starts_with(' ') && !redirect && state.words.is_empty() && !starts_with_piece(trimmed) {
            if state.code.is_empty() {
                self.flush(state, depth);
            }
            state.code.push(from(trimmed, 1).to_owned());
            return;
        }
        if !state.items.is_empty() || !state.code.is_empty() || !state.quoted.is_empty() {
            self.flush(state, depth);
        }
        if state.words.is_empty() {
            state.words_line = line;
        }
        state.words.push(trimmed.to_owned());
    }

    fn item(&mut self, state: &mut State, source: &str, marks: usize, line: usize, depth: usize) {
        let lead = cut(source, 0, marks);
        let text = from(source, marks).trim();
        let last = lead.chars().next_back().unwrap_or('*');
        if lead.bytes().all(|byte| byte == b':') {
            if state.quoted.is_empty() && !state.items.is_empty() {
                // A line that goes on with the list above it.
                let text = self.inline(text, line, depth);
                state.items.push(Item { depth: marks + 1, ordered: false, text });
                return;
            }
            if state.quoted.is_empty() {
                self.flush(state, depth);
            }
            let text = self.inline(text, line, depth);
            state.quoted.push((marks.min(6), text));
            return;
        }
        if !state.words.is_empty() || !state.code.is_empty() || !state.quoted.is_empty() {
            self.flush(state, depth);
        }
        if last == ';' {
            let (term, meaning) = definition(text);
            let term = crate::wikis::markdown::wrap("**", &self.inline(term, line, depth));
            state.items.push(Item { depth: marks, ordered: false, text: term });
            if !meaning.is_empty() {
                let text = self.inline(meaning, line, depth);
                state.items.push(Item { depth: marks + 1, ordered: false, text });
            }
            return;
        }
        let text = self.inline(text, line, depth);
        if last == ':'
            && let Some(item) = state.items.last_mut()
        {
            item.text.push(crate::wikis::markdown::BREAK);
            item.text.push_str(&text);
            return;
        }
        state.items.push(Item { depth: marks, ordered: last == '#', text });
    }

    fn flush(&mut self, state: &mut State, depth: usize) {
        if !state.words.is_empty() {
            let text = std::mem::take(&mut state.words).join("\n");
            let text = self.inline(&text, state.words_line, depth);
            state.out.push(&paragraph(&text));
        }
        if !state.items.is_empty() {
            state.out.push(&lists::render(&std::mem::take(&mut state.items)));
        }
        if !state.code.is_empty() {
            let code = std::mem::take(&mut state.code).join("\n");
            if !code.trim().is_empty() {
                state.out.push(&fence("", &self.code_text(&code)));
            }
        }
        if !state.quoted.is_empty() {
            let mut lines = Vec::new();
            for (level, text) in std::mem::take(&mut state.quoted) {
                lines.push(prefixed(&"> ".repeat(level), &paragraph(&text)));
            }
            state.out.push(&lines.join("\n>\n"));
        }
    }

    /// Of a text in lines that begin with a space, where marks for bold and links would be shown.
    fn code_text(&self, code: &str) -> String {
        let mut out = String::new();
        for part in self.pieces.parts(code) {
            match part {
                Part::Text(words) => {
                    out.push_str(&words.replace("'''", "").replace("''", "").replace("[[", "").replace("]]", ""));
                }
                Part::Piece(piece) => {
                    out.push_str(piece.raw.trim_start_matches("<nowiki>").trim_end_matches("</nowiki>"));
                }
            }
        }
        out
    }
}

fn starts_with_piece(text: &str) -> bool {
    text.trim_start().starts_with('\u{E000}')
}

fn table_start(line: &str) -> bool {
    line.trim_start_matches([' ', '\t', ':', '*', '#']).starts_with("{|")
}

fn heading_of(line: &str) -> Option<(usize, &str)> {
    if !line.starts_with('=') {
        return None;
    }
    // Comments may follow the closing marks.
    let end = line.rfind('=')? + 1;
    let rest = from(line, end);
    if !rest.trim().is_empty() && !rest.trim().starts_with('\u{E000}') {
        return None;
    }
    let line = cut(line, 0, end);
    let left = line.bytes().take_while(|byte| *byte == b'=').count();
    let right = line.bytes().rev().take_while(|byte| *byte == b'=').count();
    let level = left.min(right).min(6).min(line.len().saturating_sub(1) / 2);
    let title = cut(line, level, line.len() - level).trim();
    (level > 0 && !title.is_empty()).then_some((level, title))
}

/// `term : meaning`, where the colon is not that of a link.
fn definition(text: &str) -> (&str, &str) {
    let parts = crate::wikis::find::split_outside(text, ":");
    let mut end = 0;
    for part in &parts {
        end += part.len();
        if !from(text, end).starts_with("://") && end < text.len() {
            return (cut(text, 0, end).trim(), from(text, end + 1).trim());
        }
        end += 1;
    }
    (text, "")
}
