//! Takes out of a text what must not be read as lines and words.

use std::collections::HashMap;

use super::Converter;
use crate::wikis::find::{Finder, char_at, cut, from, lines_in, pairs};
use crate::wikis::markdown::code_span;
use crate::wikis::pieces::Piece;

pub(super) struct Scan<'t> {
    pub text: &'t str,
    pub lower: &'t str,
    pub line: usize,
    pub depth: usize,
    pub finder: Finder<'t>,
    pub out: String,
    /// Found when the first block of HTML comes.
    pub html_ends: Option<HashMap<usize, usize>>,
    /// Up to where the lines are counted.
    counted: usize,
}

impl Scan<'_> {
    /// Places must be asked for in order.
    pub fn line_at(&mut self, at: usize) -> usize {
        if at > self.counted {
            self.line += lines_in(cut(self.text, self.counted, at));
            self.counted = at;
        }
        self.line
    }
}

impl Converter<'_> {
    pub(super) fn prepare(&mut self, text: &str, line: usize, depth: usize) -> String {
        if !text.contains(['<', '{', '_']) {
            return text.to_owned();
        }
        let lower = text.to_ascii_lowercase();
        let braces = if text.contains("{{") { pairs(text, b'{', b'}', true) } else { HashMap::new() };
        let mut scan = Scan {
            text,
            lower: &lower,
            line,
            depth,
            finder: Finder::new(&lower),
            out: String::new(),
            html_ends: None,
            counted: 0,
        };
        let mut at = 0;
        while let Some(found) = from(text, at).find(['<', '{', '_']) {
            let position = at + found;
            scan.out.push_str(cut(text, at, position));
            at = match text.as_bytes().get(position) {
                Some(b'<') => self.tag(&mut scan, position),
                Some(b'{') => self.brace(&mut scan, position, &braces),
                _ => self.magic(&mut scan, position),
            };
            at = at.max(position + 1);
        }
        scan.out.push_str(from(text, at));
        scan.out
    }

    pub(super) fn put(&mut self, scan: &mut Scan<'_>, start: usize, end: usize, markdown: String, block: bool) {
        let raw = cut(scan.text, start, end).to_owned();
        let lines = lines_in(&raw);
        let mark = self.pieces.put(Piece { markdown, raw, lines, block, ..Piece::default() });
        scan.out.push_str(&mark);
    }

    fn brace(&mut self, scan: &mut Scan<'_>, at: usize, braces: &HashMap<usize, usize>) -> usize {
        let Some(end) = braces.get(&at).copied() else {
            scan.out.push('{');
            return at + 1;
        };
        let raw = cut(scan.text, at, end);
        let line = scan.line_at(at);
        // Three braces and three: a parameter of a template, which only a template page has.
        if raw.starts_with("{{{") && raw.ends_with("}}}") && !braces.contains_key(&(at + 1)) {
            self.notes.add("template parameter shown as text", line, raw);
            self.put(scan, at, end, code_span(raw), false);
            return end;
        }
        let starts = scan.out.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|before| before == '\n');
        let ends = from(scan.text, end).trim_start_matches([' ', '\t']).chars().next().is_none_or(|next| next == '\n');
        let (markdown, block) = self.template(raw, line, starts && ends, scan.depth);
        self.put(scan, at, end, markdown, block);
        end
    }

    /// `__NOTOC__` and its like steer the wiki and say nothing.
    fn magic(&mut self, scan: &mut Scan<'_>, at: usize) -> usize {
        let rest = from(scan.text, at);
        let word = rest.strip_prefix("__").and_then(|rest| {
            let length = rest.bytes().take_while(u8::is_ascii_uppercase).count();
            (length > 2 && from(rest, length).starts_with("__")).then_some(length)
        });
        let Some(length) = word else {
            let run = rest.bytes().take_while(|byte| *byte == b'_').count();
            scan.out.push_str(cut(scan.text, at, at + run));
            return at + run;
        };
        let end = at + length + 4;
        let line = scan.line_at(at);
        self.notes.add("magic word left out", line, cut(scan.text, at, end));
        self.put(scan, at, end, String::new(), false);
        end
    }

    pub(super) fn comment(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<usize> {
        let end = scan.finder.find("-->", at + 4)? + 3;
        let line = scan.line_at(at);
        self.notes.add("comment left out", line, cut(scan.text, at + 4, end - 3).trim());
        self.put(scan, at, end, String::new(), false);
        Some(end)
    }
}

/// The name of a tag, what stands between it and `>`, whether it closes itself, and where it ends.
pub(super) struct Tag<'t> {
    pub name: &'t str,
    pub attributes: &'t str,
    pub closing: bool,
    pub empty: bool,
    pub end: usize,
}

pub(super) fn tag_at<'t>(text: &'t str, lower: &'t str, at: usize) -> Option<Tag<'t>> {
    let closing = char_at(lower, at + 1) == Some('/');
    let start = at + 1 + usize::from(closing);
    let length = from(lower, start).bytes().take_while(u8::is_ascii_alphanumeric).count();
    if length == 0 || length > 20 || !from(lower, start).starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    // Attributes are short; a bound keeps a text full of `<` linear.
    let rest = from(text, start + length);
    let end = rest.bytes().take(2000).position(|byte| byte == b'>' || byte == b'<')?;
    if rest.as_bytes().get(end) != Some(&b'>') {
        return None;
    }
    let inside = rest.get(..end)?;
    let empty = inside.ends_with('/');
    Some(Tag {
        name: lower.get(start..start + length)?,
        attributes: inside.trim_end_matches('/'),
        closing,
        empty,
        end: start + length + end + 1,
    })
}

/// The value of an attribute, in quotes or without.
pub(super) fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start();
        let end = rest.find(|letter: char| letter == '=' || letter.is_whitespace())?;
        let key = rest.get(..end)?;
        let after = from(rest, end).trim_start();
        let Some(value) = after.strip_prefix('=') else {
            rest = after;
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''));
        let (found, next) = if let Some(quote) = quote {
            let inner = from(value, 1);
            let end = inner.find(quote).unwrap_or(inner.len());
            (cut(inner, 0, end), from(inner, end + 1))
        } else {
            let end = value.find(char::is_whitespace).unwrap_or(value.len());
            (cut(value, 0, end), from(value, end))
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(found);
        }
        rest = next;
    }
}
