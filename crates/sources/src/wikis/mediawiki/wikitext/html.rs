//! Tags, and the blocks of HTML that wikis allow.

use std::collections::HashMap;

use super::Converter;
use crate::wikis::find::{char_at, cut, from, lines_in};
use crate::wikis::markdown::one_line;
use crate::wikis::pieces::Piece;
use crate::wikis::syntax::Syntax;

pub(super) const HTML_BLOCKS: [&str; 10] = ["table", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6"];

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

impl Converter<'_, '_> {
    /// HTML blocks go through the HTML converter; the wiki markup in their texts is put aside before.
    pub(super) fn html(&mut self, html: &str, line: usize, depth: usize) -> String {
        let lower = html.to_ascii_lowercase();
        let mut out = String::new();
        let (mut words, mut at) = (0, 0);
        let mut line = line;
        while let Some(found) = from(html, at).find('<') {
            let position = at + found;
            at = position + 1;
            if let Some(tag) = tag_at(html, &lower, position).filter(|tag| is_structure(tag.name)) {
                self.html_words(&mut out, cut(html, words, position), &mut line, depth);
                out.push_str(cut(html, position, tag.end));
                words = tag.end;
                at = tag.end;
            }
        }
        self.html_words(&mut out, from(html, words), &mut line, depth);
        let (Ok(markdown) | Err(markdown)) = crate::wikis::html::convert(&out);
        self.pieces.expanded(&markdown)
    }

    fn html_words(&mut self, out: &mut String, words: &str, line: &mut usize, depth: usize) {
        if !words.trim().is_empty() {
            let prepared = self.prepare(words.trim(), *line, depth + 1);
            let markdown = one_line(&self.inline(&prepared, *line, depth + 1));
            out.push_str(&self.pieces.put(Piece { markdown, raw: words.to_owned(), ..Piece::default() }));
        }
        *line += lines_in(words);
    }
}

fn is_structure(name: &str) -> bool {
    HTML_BLOCKS.contains(&name)
        || matches!(name, "tr" | "td" | "th" | "tbody" | "thead" | "caption" | "li" | "dt" | "dd")
}

/// Where each HTML block ends, by where it begins.
pub(super) fn html_ends(text: &str, lower: &str) -> HashMap<usize, usize> {
    let mut ends = HashMap::new();
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while let Some(found) = from(text, at).find('<') {
        let position = at + found;
        at = position + 1;
        let Some(tag) = tag_at(text, lower, position).filter(|tag| HTML_BLOCKS.contains(&tag.name)) else { continue };
        at = tag.end;
        let stack = open.entry(tag.name).or_default();
        if !tag.closing {
            stack.push(position);
        } else if let Some(start) = stack.pop() {
            ends.insert(start, tag.end);
        }
    }
    ends
}
