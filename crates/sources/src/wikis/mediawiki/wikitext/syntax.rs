//! What begins where in wikitext.

use super::Converter;
use super::html::tag_at;
use crate::wikis::find::{cut, from};
use crate::wikis::lines::{Kind, Lines};
use crate::wikis::markdown::{BREAK, code_span, paragraph, prefixed, wrap};
use crate::wikis::pieces::{Part, Piece, Pieces, Taken};
use crate::wikis::scan::Scan;
use crate::wikis::syntax::Syntax;

impl Syntax for Converter<'_, '_> {
    const STARTS: &'static [char] = &['<', '{', '_'];
    const NO_NOTE: &'static str = "(no text)";

    fn take(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
        let rest = from(scan.text, at);
        if rest.starts_with('_') {
            return Some(self.magic(scan, at));
        }
        if rest.starts_with('{') {
            return self.brace(scan, at);
        }
        if rest.starts_with("<!--")
            && let Some((inner, end)) = scan.until(at + 4, "-->")
        {
            self.notes.add("comment left out", scan.line, inner.trim());
            return Some(Piece::nothing(false).up_to(end));
        }
        let tag = tag_at(scan.text, scan.lower, at)?;
        Some(self.tag(scan, at, &tag))
    }

    fn inline(&mut self, text: &str, line: usize, depth: usize) -> String {
        self.words(text, line, depth)
    }

    fn extent(rest: &str) -> Option<usize> {
        table_start(rest).then(|| super::table::length(rest))
    }

    fn after_block(&mut self, lines: &mut Lines, words: &str) {
        self.flush(lines);
        self.add(lines, Kind::Paragraph, words.trim());
    }

    fn before_block_of_item(words: &str) -> Option<&'static str> {
        (!words.trim().is_empty()).then_some("\n")
    }

    /// Of a text in lines that begin with a space, where marks for bold and links would be shown.
    fn code(pieces: &Pieces, text: &str) -> String {
        let shown = pieces.parts(text).into_iter().map(|part| match part {
            Part::Text(words) => words.replace("'''", "").replace("''", "").replace("[[", "").replace("]]", ""),
            Part::Piece(piece, _) => piece.raw.trim_start_matches("<nowiki>").trim_end_matches("</nowiki>").to_owned(),
        });
        shown.collect()
    }

    fn quotation(&mut self, lines: &[String], _line: usize, _depth: usize) -> String {
        lines.join("\n>\n")
    }

    fn line(&mut self, lines: &mut Lines, source: &str) {
        let trimmed = source.trim_end();
        if trimmed.is_empty() {
            return self.flush(lines);
        }
        if table_start(source) {
            self.flush(lines);
            let table = self.table(source, lines.here, lines.depth);
            return self.add_block(lines, &table);
        }
        if let Some((level, title)) = heading_of(trimmed) {
            return self.add_heading(lines, level, title);
        }
        let marks = trimmed.bytes().take_while(|byte| b"*#:;".contains(byte)).count();
        if marks > 0 {
            return self.item(lines, trimmed, marks);
        }
        if trimmed.starts_with("----") {
            self.add_block(lines, "---");
            let after = trimmed.trim_start_matches('-').trim();
            if !after.is_empty() {
                self.add(lines, Kind::Paragraph, after);
            }
            return;
        }
        let starts_with_piece = trimmed.trim_start().starts_with('\u{E000}');
        if source.starts_with(' ') && !lines.is_open(Kind::Paragraph) && !starts_with_piece {
            return self.add(lines, Kind::Code, from(trimmed, 1));
        }
        self.add(lines, Kind::Paragraph, trimmed);
    }
}

impl Converter<'_, '_> {
    fn brace(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
        let end = scan.pair(at, b'{', b'}')?;
        let raw = cut(scan.text, at, end);
        // Three braces and three: a parameter of a template, which only a template page has.
        if raw.starts_with("{{{") && raw.ends_with("}}}") && scan.pair(at + 1, b'{', b'}').is_none() {
            self.notes.add("template parameter shown as text", scan.line, raw);
            return Some(Piece::inline(code_span(raw), "").up_to(end));
        }
        let starts = scan.out.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|before| before == '\n');
        let ends = from(scan.text, end).trim_start_matches([' ', '\t']).chars().next().is_none_or(|next| next == '\n');
        Some(self.template(raw, scan.line, starts && ends, scan.depth).up_to(end))
    }

    /// `__NOTOC__` and its like steer the wiki and say nothing.
    fn magic(&mut self, scan: &mut Scan<'_>, at: usize) -> (usize, Taken) {
        let rest = from(scan.text, at);
        let word = rest.strip_prefix("__").and_then(|rest| {
            let length = rest.bytes().take_while(u8::is_ascii_uppercase).count();
            (length > 2 && from(rest, length).starts_with("__")).then_some(length)
        });
        let Some(length) = word else {
            let run = rest.len() - rest.trim_start_matches('_').len();
            return (at + run, Taken::Text(cut(rest, 0, run).to_owned()));
        };
        self.notes.add("magic word left out", scan.line, cut(rest, 0, length + 4));
        Piece::nothing(false).up_to(at + length + 4)
    }

    fn item(&mut self, lines: &mut Lines, source: &str, marks: usize) {
        let lead = cut(source, 0, marks);
        let text = from(source, marks).trim();
        if lead.bytes().all(|byte| byte == b':') {
            if lines.is_open(Kind::List) {
                // A line that goes on with the list above it.
                return self.add_item(lines, marks + 1, false, text);
            }
            self.open(lines, Kind::Quotation);
            let text = paragraph(&self.inline(text, lines.here, lines.depth));
            return self.add(lines, Kind::Quotation, prefixed(&"> ".repeat(marks.min(6)), &text));
        }
        match lead.chars().next_back() {
            Some(';') => {
                let (term, meaning) = definition(text);
                self.add_item(lines, marks, false, term);
                if let Some(item) = lines.items.last_mut() {
                    item.text = wrap("**", &item.text);
                }
                if !meaning.is_empty() {
                    self.add_item(lines, marks + 1, false, meaning);
                }
            }
            Some(':') if lines.is_open(Kind::List) => {
                let text = self.inline(text, lines.here, lines.depth);
                if let Some(item) = lines.items.last_mut() {
                    item.text.push(BREAK);
                    item.text.push_str(&text);
                }
            }
            last => self.add_item(lines, marks, last == Some('#'), text),
        }
    }
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
