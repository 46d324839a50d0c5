//! Tables between `{|` and `|}`.

use super::Converter;
use super::prepare::attribute;
use crate::wikis::find::{cut, from, split_outside};
use crate::wikis::markdown::{Blocks, one_line};
use crate::wikis::tables::{self, Cell};

struct Open {
    header: bool,
    attributes: String,
    text: String,
    line: usize,
}

/// The line after the table that begins at `start`; one without an end goes to the end of the text.
pub(super) fn end_of(lines: &[&str], start: usize) -> usize {
    let mut depth = 0_usize;
    for (number, line) in lines.iter().enumerate().skip(start) {
        let line = line.trim_start();
        if line.trim_start_matches([':', '*', '#']).starts_with("{|") {
            depth += 1;
        } else if line.starts_with("|}") && !line.starts_with("|}}") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return number + 1;
            }
        }
    }
    lines.len()
}

impl Converter<'_> {
    pub(super) fn table(&mut self, lines: &[&str], line: usize, depth: usize) -> String {
        let mut rows: Vec<Vec<Open>> = vec![Vec::new()];
        let mut caption: Option<String> = None;
        let mut after = "";
        let mut nested = 0_usize;
        let mut here = line;
        for (number, source) in lines.iter().enumerate() {
            let text = source.trim_start();
            let is_start = number > 0 && text.starts_with("{|");
            let is_end = text.starts_with("|}") && !text.starts_with("|}}");
            if number == 0 {
            } else if nested > 0 || is_start {
                if is_start {
                    nested += 1;
                } else if is_end {
                    nested = nested.saturating_sub(1);
                }
                append(&mut rows, source);
            } else if is_end {
                after = from(text, 2);
            } else if text.starts_with("|-") {
                rows.push(Vec::new());
            } else if let Some(words) = text.strip_prefix("|+") {
                caption = Some(words.rsplit_once('|').map_or(words, |(_, words)| words).to_owned());
            } else if let Some(cells) = text.strip_prefix('!') {
                let cells = split_outside(cells, "!!").into_iter().flat_map(|part| split_outside(part, "||"));
                open_cells(&mut rows, cells, true, here);
            } else if let Some(cells) = text.strip_prefix('|') {
                open_cells(&mut rows, split_outside(cells, "||").into_iter(), false, here);
            } else if let Some(caption) = caption.as_mut().filter(|_| rows.iter().all(Vec::is_empty)) {
                caption.push(' ');
                caption.push_str(text);
            } else {
                append(&mut rows, source);
            }
            here += 1 + self.pieces.lines(source);
        }
        let mut merged = false;
        let mut cells = Vec::new();
        for row in rows {
            let mut converted = Vec::new();
            for open in row {
                let cell = self.cell(&open, depth);
                merged |= cell.is_merged();
                converted.push(cell);
            }
            cells.push(converted);
        }
        if merged {
            self.notes.add(
                "table cells over several rows or columns, now single",
                line,
                "cells over several rows or columns",
            );
        }
        let mut out = Blocks::default();
        if let Some(caption) = caption {
            let caption = self.inline(caption.trim(), line, depth);
            out.push(&crate::wikis::markdown::wrap("**", &one_line(&caption)));
        }
        out.push(&tables::render(&cells));
        let after = self.inline(after.trim(), here, depth);
        out.push(&crate::wikis::markdown::paragraph(&after));
        out.finish()
    }

    fn cell(&mut self, open: &Open, depth: usize) -> Cell {
        let text = open.text.trim();
        let markdown = if text.contains('\n') || text.contains('\u{E000}') || text.starts_with(['*', '#', ':', ';']) {
            if text.contains("{|") {
                self.notes.add("table in a table, now after it", open.line, "a table in a cell");
            }
            if depth + 1 > crate::wikis::find::MAX_DEPTH {
                crate::wikis::markdown::escape(&self.pieces.raw(text), true)
            } else {
                // Already prepared: only the lines are left to read.
                flat(&self.block_lines(text, open.line, depth + 1))
            }
        } else {
            self.inline(text, open.line, depth)
        };
        let span = |name| attribute(&open.attributes, name).and_then(|number| number.trim().parse().ok()).unwrap_or(1);
        Cell { header: open.header, text: markdown, columns: span("colspan"), rows: span("rowspan") }
    }
}

/// Blocks in a cell on one line, with what tells them apart.
fn flat(markdown: &str) -> String {
    if !markdown.contains('\n') {
        return markdown.strip_prefix("- ").map_or_else(|| markdown.to_owned(), |item| format!("• {item}"));
    }
    let lines = markdown.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```"));
    let lines = lines.map(|line| {
        let line = line.strip_suffix('\\').unwrap_or(line);
        line.strip_prefix("- ").map_or_else(|| line.to_owned(), |item| format!("• {item}"))
    });
    one_line(&lines.collect::<Vec<_>>().join(" "))
}

fn append(rows: &mut [Vec<Open>], text: &str) {
    if let Some(open) = rows.last_mut().and_then(|row| row.last_mut()) {
        open.text.push('\n');
        open.text.push_str(text);
    }
}

fn open_cells<'t>(rows: &mut [Vec<Open>], cells: impl Iterator<Item = &'t str>, header: bool, line: usize) {
    let Some(row) = rows.last_mut() else { return };
    for cell in cells {
        let parts = split_outside(cell, "|");
        let first = parts.first().copied().unwrap_or_default();
        let is_attributes =
            parts.len() > 1 && !first.contains("[[") && (first.contains('=') || first.trim().is_empty());
        let text = if is_attributes { from(cell, first.len() + 1) } else { cell };
        let attributes = if is_attributes { cut(cell, 0, first.len()).to_owned() } else { String::new() };
        row.push(Open { header, attributes, text: text.to_owned(), line });
    }
}
