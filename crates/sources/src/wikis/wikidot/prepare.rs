//! Takes code, links and elements in brackets out of a text.

use super::site::name_of;
use std::collections::HashMap;

use super::blocks::Converter;
use crate::wikis::find::{Finder, bare_url_length, char_before, cut, from, lines_in, near, pairs, url_length};
use crate::wikis::markdown::{auto_link, escape, link, page_link};
use crate::wikis::pieces::Piece;

const MAX_LINK: usize = 2000;

/// Markdown, the words it shows, whether it is a block.
pub(super) type Shown = (String, String, bool);

pub(super) fn shown(markdown: String, words: &str) -> Shown {
    (markdown, words.to_owned(), false)
}

pub(super) fn nothing(block: bool) -> Shown {
    (String::new(), String::new(), block)
}

pub(super) struct Scan<'t> {
    pub text: &'t str,
    pub lower: &'t str,
    pub finder: Finder<'t>,
    pub line: usize,
    pub depth: usize,
}

impl Converter<'_> {
    pub(super) fn prepare(&mut self, text: &str, line: usize, depth: usize) -> String {
        let lower = text.to_ascii_lowercase();
        let brackets = if text.contains("[[") { pairs(text, b'[', b']', true) } else { HashMap::new() };
        let mut scan = Scan { text, lower: &lower, finder: Finder::new(&lower), line, depth };
        let mut out = String::with_capacity(text.len());
        let (mut at, mut counted) = (0, 0);
        while let Some(found) = from(text, at).find(['[', '@', ':']) {
            let position = at + found;
            out.push_str(cut(text, at, position));
            scan.line += lines_in(cut(text, counted, position));
            counted = position;
            let taken = match text.as_bytes().get(position) {
                Some(b'[') => self.bracket(&mut scan, position, &brackets),
                Some(b'@') => literal(&mut scan, position),
                _ => bare_url(&scan, position, &mut out),
            };
            if let Some((end, (markdown, words, block))) = taken {
                let raw = cut(text, position, end).to_owned();
                let lines = lines_in(&raw);
                out.push_str(&self.pieces.put(Piece { markdown, raw, words, lines, block }));
                at = end;
            } else {
                out.push_str(cut(text, position, position + 1));
                at = position + 1;
            }
        }
        out.push_str(from(text, at));
        out
    }

    fn bracket(&mut self, scan: &mut Scan<'_>, at: usize, pairs: &HashMap<usize, usize>) -> Option<(usize, Shown)> {
        let rest = from(scan.text, at);
        if rest.starts_with("[!--") {
            let end = scan.finder.find("--]", at + 4)?;
            self.notes.add("comment left out", scan.line, cut(scan.text, at + 4, end).trim());
            return Some((end + 3, nothing(false)));
        }
        if rest.starts_with("[[[") {
            let end = near(scan.text, at + 3, "]]]", MAX_LINK)?;
            return Some((end + 3, self.page_link(cut(scan.text, at + 3, end), scan.line)));
        }
        if rest.starts_with("[[") {
            let end = pairs.get(&at).copied()?;
            return self.element(scan, at, end);
        }
        let end = near(scan.text, at + 1, "]", MAX_LINK)?;
        let inner = cut(scan.text, at + 1, end);
        let inner = inner.strip_prefix('*').unwrap_or(inner);
        if inner.contains('\n') {
            return None;
        }
        let length = url_length(inner).unwrap_or_default();
        if length > 0 {
            let (url, words) = inner.split_at(length);
            let words = words.trim();
            let markdown = if words.is_empty() { auto_link(url) } else { link(url, &self.words(words, scan.line)) };
            return Some((end + 1, shown(markdown, words)));
        }
        let (target, words) = inner.split_once(' ')?;
        if let Some(anchor) = target.strip_prefix('#') {
            return Some((end + 1, shown(page_link("", anchor, words), words)));
        }
        let target = target.strip_prefix('/')?;
        Some((end + 1, shown(link_to(target, words), words)))
    }

    fn page_link(&mut self, inner: &str, line: usize) -> Shown {
        let (target, words) =
            inner.split_once('|').map_or((inner, None), |(target, words)| (target, Some(words.trim())));
        let target = target.trim().trim_start_matches('*').trim();
        if url_length(target).is_some() {
            let words = words.unwrap_or_default();
            let label = self.words(words, line);
            return shown(link(target, &label), words);
        }
        let target = target.trim_start_matches('/');
        let plain = words.unwrap_or(target).replace("**", "").replace("//", "");
        let own = target.split('#').next().unwrap_or_default();
        let label = match words {
            Some("") => name_of(target),
            Some(_) => plain,
            None if own.is_empty() => target.trim_start_matches('#').to_owned(),
            None => own.rsplit(':').next().unwrap_or(own).to_owned(),
        };
        if own.is_empty() {
            return shown(page_link("", target.trim_start_matches('#'), &label), &label);
        }
        shown(link_to(target, &label), &label)
    }
}

fn link_to(target: &str, words: &str) -> String {
    let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
    page_link(&name_of(page), anchor, words)
}

fn literal(scan: &mut Scan<'_>, at: usize) -> Option<(usize, Shown)> {
    let rest = from(scan.text, at);
    if rest.starts_with("@@") {
        let end = near(scan.text, at + 2, "@@", 20_000)?;
        let inner = cut(scan.text, at + 2, end);
        return (!inner.contains('\n')).then(|| (end + 2, shown(escape(inner, false), inner)));
    }
    if rest.starts_with("@<") {
        let end = near(scan.text, at + 2, ">@", 200)?;
        let inner = cut(scan.text, at + 2, end);
        return Some((end + 2, shown(escape(inner, true), inner)));
    }
    None
}

/// An address in the text, whose name of a scheme is already written.
fn bare_url(scan: &Scan<'_>, colon: usize, out: &mut String) -> Option<(usize, Shown)> {
    let text = scan.text;
    if !from(text, colon).starts_with("://") {
        return None;
    }
    let scheme = ["https", "http", "ftp"].into_iter().find(|scheme| cut(scan.lower, 0, colon).ends_with(scheme))?;
    let start = colon - scheme.len();
    let written = out.get(out.len().checked_sub(scheme.len())?..).is_some_and(|end| end.eq_ignore_ascii_case(scheme));
    if !written || char_before(text, start).is_some_and(char::is_alphanumeric) {
        return None;
    }
    let length = bare_url_length(from(text, start))?;
    out.truncate(out.len() - scheme.len());
    let url = cut(text, start, start + length);
    Some((start + length, shown(auto_link(url), url)))
}
