//! The markup of DokuWiki.

use super::site::Wiki;
use crate::wikis::emphasis::{Mark, Meaning};
use crate::wikis::find::{MAX_DEPTH, cut, from};
use crate::wikis::lines::{Kind, Lines};
use crate::wikis::markdown::{BREAK, code_span, escape, fence, link, one_line, paragraph};
use crate::wikis::pieces::{Piece, Taken};
use crate::wikis::scan::Scan;
use crate::wikis::syntax::{Converter, Syntax};
use crate::wikis::tables::Cell;

const MAX_LINK: usize = 2000;

const MARKS: [Mark; 4] = [
    Mark { open: "**", close: "**", meaning: Meaning::Wrap("**"), tight: false },
    Mark { open: "//", close: "//", meaning: Meaning::Wrap("*"), tight: false },
    Mark { open: "__", close: "__", meaning: Meaning::None("underline"), tight: false },
    Mark { open: "''", close: "''", meaning: Meaning::Code, tight: false },
];

/// Its level from 1, and its words.
pub(super) fn heading_of(line: &str) -> Option<(usize, &str)> {
    let left = line.bytes().take_while(|byte| *byte == b'=').count();
    let right = line.bytes().rev().take_while(|byte| *byte == b'=').count();
    let words = line.trim_matches('=').trim();
    (left >= 2 && right >= 2 && !words.is_empty()).then(|| (7 - left.min(6), words))
}

impl Syntax for Converter<'_, &Wiki> {
    const STARTS: &'static [char] = &['<', '%', '(', '~', '{', '[', ':'];

    fn take(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
        let (rest, line) = (from(scan.text, at), scan.line);
        if rest.starts_with("%%") {
            let (inner, end) = scan.until(at + 2, "%%")?;
            return Some(Piece::inline(escape(inner, false), inner).up_to(end));
        }
        if rest.starts_with("((") {
            let (inner, end) = scan.until(at + 2, "))")?;
            if scan.depth >= MAX_DEPTH {
                return None;
            }
            let inner = self.prepare(inner, line, scan.depth + 1);
            let note = one_line(&self.inline(&inner, line, 0));
            return Some(Piece::inline(self.footnote(note), "").up_to(end));
        }
        if rest.starts_with("~~") {
            let (inner, end) = scan.until(at + 2, "~~")?;
            if !inner.starts_with(|letter: char| letter.is_ascii_uppercase()) || inner.contains('\n') {
                return None;
            }
            self.notes.add("macro left out", line, inner);
            return Some(Piece::nothing(false).up_to(end));
        }
        if rest.starts_with("{{") {
            let (inner, end) = scan.until_near(at + 2, "}}", MAX_LINK)?;
            return Some(self.media(inner, line).up_to(end));
        }
        if rest.starts_with("[[") {
            let (inner, end) = scan.until_near(at + 2, "]]", MAX_LINK)?;
            return Some(self.page_link(inner, line).up_to(end));
        }
        if rest.starts_with(':') {
            return scan.bare_url(at);
        }
        let tag = from(scan.lower, at).strip_prefix('<')?;
        let name = cut(tag, 0, tag.bytes().take_while(u8::is_ascii_alphanumeric).count());
        let open = scan.finder.find(">", at).map(|end| end + 1 - at).filter(|length| *length <= 500)?;
        if matches!(name, "code" | "file" | "html" | "php" | "nowiki" | "latex" | "math" | "graphviz" | "csv") {
            let (inner, end) = scan.until(at + open, &format!("</{name}>"))?;
            let words = cut(rest, 1 + name.len(), open - 1);
            return Some(self.element(name, words, inner, line).up_to(end));
        }
        Some(self.tag(name, cut(rest, 0, open), line)?.up_to(at + open))
    }

    fn inline(&mut self, text: &str, line: usize, _depth: usize) -> String {
        self.marked(&MARKS, &broken(text), line, 0)
    }

    fn before_block_of_item(_words: &str) -> Option<&'static str> {
        Some("\n\n")
    }

    fn line(&mut self, lines: &mut Lines, source: &str) {
        let trimmed = source.trim();
        if trimmed.is_empty() {
            return self.flush(lines);
        }
        if let Some((level, words)) = heading_of(trimmed) {
            return self.add_heading(lines, level, words);
        }
        let spaces = source.chars().take_while(|letter| matches!(letter, ' ' | '\t'));
        let indent: usize = spaces.map(|letter| if letter == ' ' { 1 } else { 2 }).sum();
        let is_rule = trimmed.starts_with("----");
        if indent >= 2 && trimmed.starts_with(['*', '-']) && !trimmed.starts_with("**") && !is_rule {
            return self.add_item(lines, indent / 2, trimmed.starts_with('-'), from(trimmed, 1).trim());
        }
        if is_rule && trimmed.bytes().all(|byte| byte == b'-') {
            return self.add_block(lines, "---");
        }
        let goes_on = lines.is_open(Kind::Paragraph) || lines.is_open(Kind::List);
        if indent >= 2 && !trimmed.starts_with('\u{E000}') && !goes_on {
            return self.add(lines, Kind::Code, from(source.trim_end(), 2));
        }
        if source.starts_with(['^', '|']) && trimmed.len() > 1 {
            self.open(lines, Kind::Table);
            let row = self.row(trimmed, lines.here);
            return lines.rows.push(row);
        }
        if source.starts_with('>') {
            self.open(lines, Kind::Quotation);
            let level = source.bytes().take_while(|byte| *byte == b'>').count();
            let words = self.inline(from(source, level).trim(), lines.here, 0);
            let quoted = format!("{}{}", "> ".repeat(level.min(6)), paragraph(&words));
            return self.add(lines, Kind::Quotation, quoted);
        }
        if let Some(item) = lines.items.last_mut().filter(|_| indent >= 2) {
            item.text.push(BREAK);
            item.text.push_str(&self.inline(&one_line(trimmed), lines.here, 0));
            return;
        }
        self.add(lines, Kind::Paragraph, trimmed);
    }
}

impl Converter<'_, &Wiki> {
    fn element(&mut self, name: &str, attributes: &str, inner: &str, line: usize) -> Piece {
        match name {
            "nowiki" => Piece::inline(escape(inner, false), inner),
            "html" if !inner.contains("<?") => {
                let (Ok(markdown) | Err(markdown)) = crate::wikis::html::convert(inner);
                Piece::inline(markdown.clone(), markdown).with_block(inner.contains('\n'))
            }
            "code" | "file" => {
                let language = attributes.split_whitespace().next().unwrap_or_default();
                let name = attributes.split_whitespace().nth(1).filter(|name| !name.starts_with('['));
                let code = fence(language.trim_matches('-'), inner);
                Piece::block(name.map_or(code.clone(), |name| format!("{}\n\n{code}", code_span(name))))
            }
            _ => {
                self.notes.add("shown as code", line, name);
                Piece::block(fence(name, inner))
            }
        }
    }

    fn tag(&mut self, name: &str, raw: &str, line: usize) -> Option<Piece> {
        let closing = raw.starts_with("</");
        let name = if closing { raw.trim_matches(['<', '>', '/']).to_ascii_lowercase() } else { name.to_owned() };
        let (lost, block) = match name.as_str() {
            "del" => return Some(Piece::inline("~~", "")),
            "sub" | "sup" => (name.as_str(), false),
            "color" | "fs" | "fc" | "fg" => (raw, false),
            "wrap" | "note" | "box" | "block" | "hidden" | "columns" | "newcolumn" | "center" | "accordion"
            | "panel" | "tabs" | "pane" | "callout" => (raw, !raw.starts_with("<wrap") && !raw.starts_with("</wrap")),
            _ => {
                let inner = raw.trim_start_matches('<').trim_end_matches('>');
                let mail = inner.contains('@') && inner.contains('.') && !inner.contains(char::is_whitespace);
                let shown = || Piece::inline(link(&format!("mailto:{inner}"), &escape(inner, false)), inner);
                return mail.then(shown);
            }
        };
        if !closing {
            self.notes.add("formatting without a counterpart, its words are kept", line, lost);
        }
        Some(Piece::nothing(block))
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
                let text = if below { String::new() } else { self.inline(words.trim(), line, 0) };
                row.push(Cell::new(header, &text));
            }
            header = rest.as_bytes().get(end) == Some(&b'^');
            rest = from(rest, end + 1);
        }
        if merged {
            self.merged_cells(line, "cells over several rows or columns");
        }
        row
    }
}

/// Two backslashes before a space or at the end of a line break it.
fn broken(text: &str) -> String {
    crate::wikis::find::replaced(text, "\\\\", |after| {
        let is_break = after.is_empty() || after.starts_with([' ', '\n', '\t']);
        is_break.then(|| (BREAK.to_string(), usize::from(!after.is_empty())))
    })
}
