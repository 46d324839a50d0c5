//! The markup of Wikidot.

use super::site::Wiki;
use crate::wikis::emphasis::{Mark, Meaning};
use crate::wikis::find::{MAX_DEPTH, cut, from, lines_in, replaced};
use crate::wikis::lines::{Kind, Lines};
use crate::wikis::markdown::{BREAK, escape, paragraph, prefixed, wrap};
use crate::wikis::pieces::{Piece, Taken};
use crate::wikis::scan::Scan;
use crate::wikis::syntax::{Converter, Syntax};
use crate::wikis::tables::Cell;

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

impl Syntax for Converter<'_, &Wiki> {
    const STARTS: &'static [char] = &['[', '@', ':'];

    fn take(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
        let rest = from(scan.text, at);
        if rest.starts_with("[!--") {
            let (inner, end) = scan.until(at + 4, "--]")?;
            self.notes.add("comment left out", scan.line, inner.trim());
            return Some(Piece::nothing(false).up_to(end));
        }
        if rest.starts_with("[[") && !rest.starts_with("[[[") {
            let end = scan.pair(at, b'[', b']')?;
            let (end, shown) = self.element(scan, at, end)?;
            return Some(shown.up_to(end));
        }
        if rest.starts_with('[') {
            return self.link(scan, at);
        }
        if rest.starts_with("@@") {
            let (inner, end) = scan.until_near(at + 2, "@@", 20_000)?;
            return (!inner.contains('\n')).then(|| Piece::inline(escape(inner, false), inner).up_to(end));
        }
        if rest.starts_with("@<") {
            let (inner, end) = scan.until_near(at + 2, ">@", 200)?;
            return Some(Piece::inline(escape(inner, true), inner).up_to(end));
        }
        scan.bare_url(at)
    }

    fn inline(&mut self, text: &str, line: usize, _depth: usize) -> String {
        self.marked(&MARKS, &without_color(text), line, 0)
    }

    /// A row of a table goes on after ` _`. In a row and in a quotation, blocks stay where they are.
    fn extent(rest: &str) -> Option<usize> {
        let is_row = rest.starts_with("||");
        let mut end = 0;
        for line in rest.split_inclusive('\n').take(if is_row { usize::MAX } else { 1 }) {
            end += line.len();
            if !line.trim_end().ends_with(" _") {
                break;
            }
        }
        let end = if cut(rest, 0, end).ends_with('\n') { end - 1 } else { end };
        (is_row || rest.starts_with('>')).then_some(end)
    }

    fn line(&mut self, lines: &mut Lines, source: &str) {
        let trimmed = source.trim();
        if trimmed.is_empty() {
            return self.flush(lines);
        }
        if let Some(inner) = source.strip_prefix('>') {
            return self.add(lines, Kind::Quotation, inner.strip_prefix(' ').unwrap_or(inner));
        }
        let plus = source.bytes().take_while(|byte| *byte == b'+').count();
        let title = from(source, plus);
        let title = title.strip_prefix('*').unwrap_or(title);
        if (1..=6).contains(&plus) && title.starts_with(' ') {
            return self.add_heading(lines, plus, title.trim());
        }
        if source.starts_with("||") {
            self.open(lines, Kind::Table);
            let row = self.row(source, lines.here);
            return lines.rows.push(row);
        }
        if let Some(text) = trimmed.strip_prefix("* ").or_else(|| trimmed.strip_prefix("# ")) {
            let indent = source.len() - source.trim_start_matches(' ').len();
            return self.add_item(lines, indent + 1, trimmed.starts_with('#'), text.trim());
        }
        // `: term : meaning`.
        if let Some((term, meaning)) = trimmed.strip_prefix(": ").and_then(|words| words.split_once(" : ")) {
            self.add_item(lines, 1, false, term.trim());
            let meaning = self.inline(meaning.trim(), lines.here, lines.depth);
            if let Some(item) = lines.items.last_mut() {
                item.text = format!("{}: {meaning}", wrap("**", &item.text));
            }
            return;
        }
        let only = |mark: char| trimmed.len() >= 4 && trimmed.chars().all(|letter| letter == mark);
        if only('-') {
            return self.add_block(lines, "---");
        }
        if only('~') || only('=') {
            return self.flush(lines);
        }
        let centred = trimmed.strip_prefix("= ").unwrap_or(trimmed);
        let words = centred.strip_suffix(" _").map_or_else(|| centred.to_owned(), |words| format!("{words}{BREAK}"));
        self.add(lines, Kind::Paragraph, words);
    }

    /// Wikidot breaks a line where its author did.
    fn paragraph(&mut self, text: &str, line: usize, depth: usize) -> String {
        paragraph(&self.inline(text, line, depth).replace('\n', &BREAK.to_string()))
    }

    fn quotation(&mut self, lines: &[String], line: usize, depth: usize) -> String {
        let text = lines.join("\n");
        let is_deep = depth >= MAX_DEPTH;
        let inner =
            if is_deep { escape(&self.pieces.raw(&text), false) } else { self.block_lines(&text, line, depth + 1) };
        prefixed("> ", &inner)
    }
}

impl Converter<'_, &Wiki> {
    /// `line` is the first one of the row.
    fn row(&mut self, source: &str, line: usize) -> Vec<Cell> {
        let before = source.rsplit_once('\n').map_or("", |(before, _)| before);
        let line = line + lines_in(source) + self.pieces.lines(before);
        let parts = source.split('\n').map(|part| {
            let part = part.trim_end();
            part.strip_suffix(" _").map_or_else(|| part.to_owned(), |part| format!("{part} {BREAK}"))
        });
        let source = parts.collect::<String>();
        let source = source.trim();
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
                    self.merged_cells(line, "cells over several columns");
                }
                row.push(Cell { columns, ..Cell::new(header, &self.inline(text, line, 0)) });
                columns = 1;
            }
            if end >= rest.len() {
                return row;
            }
            rest = from(rest, end + 2);
        }
    }
}

/// `##red|words##` without the name of the color.
fn without_color(text: &str) -> String {
    replaced(text, "##", |after| {
        let name = after.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
        (name > 0 && after.as_bytes().get(name) == Some(&b'|')).then(|| ("##".to_owned(), name + 1))
    })
}
