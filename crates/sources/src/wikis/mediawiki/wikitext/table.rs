//! Tables between `{|` and `|}`.

use super::Converter;
use super::html::attribute;
use crate::wikis::find::{MAX_DEPTH, cut, from, split_outside};
use crate::wikis::markdown::{Blocks, escape, one_line, paragraph, wrap};
use crate::wikis::syntax::Syntax;
use crate::wikis::tables::{self, Cell};

struct Open {
    header: bool,
    attributes: String,
    text: String,
    line: usize,
}

/// How many bytes long the table is that begins this text; one without an end goes to the end of the text.
pub(super) fn length(text: &str) -> usize {
    let (mut depth, mut end) = (0_usize, 0);
    for line in text.split('\n') {
        end += line.len();
        let line = line.trim_start();
        if line.trim_start_matches([':', '*', '#']).starts_with("{|") {
            depth += 1;
        } else if is_end(line) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return end;
            }
        }
        end += 1;
    }
    text.len()
}

fn is_end(line: &str) -> bool {
    line.starts_with("|}") && !line.starts_with("|}}")
}

impl Converter<'_, '_> {
    pub(super) fn table(&mut self, text: &str, line: usize, depth: usize) -> String {
        let mut rows: Vec<Vec<Open>> = vec![Vec::new()];
        let mut caption: Option<String> = None;
        let mut after = "";
        let (mut nested, mut has_cells) = (0_usize, false);
        let mut here = line;
        for (number, source) in text.split('\n').enumerate() {
            let text = source.trim_start();
            let is_start = number > 0 && text.starts_with("{|");
            let is_end = is_end(text);
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
                has_cells = true;
            } else if let Some(cells) = text.strip_prefix('|') {
                open_cells(&mut rows, split_outside(cells, "||").into_iter(), false, here);
                has_cells = true;
            } else if let Some(caption) = caption.as_mut().filter(|_| !has_cells) {
                caption.push(' ');
                caption.push_str(text);
            } else {
                append(&mut rows, source);
            }
            here += 1 + self.pieces.lines(source);
        }
        let mut convert = |row: Vec<Open>| row.iter().map(|open| self.cell(open, depth)).collect();
        let cells: Vec<Vec<Cell>> = rows.into_iter().map(&mut convert).collect();
        if cells.iter().flatten().any(|cell| cell.columns > 1 || cell.rows > 1) {
            self.merged_cells(line, "cells over several rows or columns");
        }
        let mut out = Blocks::default();
        if let Some(caption) = caption {
            let caption = self.inline(caption.trim(), line, depth);
            out.push(&wrap("**", &one_line(&caption)));
        }
        out.push(&tables::render(&cells));
        let after = self.inline(after.trim(), here, depth);
        out.push(&paragraph(&after));
        out.finish()
    }

    fn cell(&mut self, open: &Open, depth: usize) -> Cell {
        let text = open.text.trim();
        let markdown = if text.contains('\n') || text.contains('\u{E000}') || text.starts_with(['*', '#', ':', ';']) {
            if text.contains("{|") {
                self.notes.add("table in a table, now after it", open.line, "a table in a cell");
            }
            if depth >= MAX_DEPTH {
                escape(&self.pieces.raw(text), true)
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
