//! Tags in wikitext: those of extensions, and the HTML that wikis allow.

use std::collections::HashMap;

use super::Converter;
use super::link::File;
use super::prepare::{Scan, attribute, tag_at};
use crate::wikis::find::{MAX_DEPTH, cut, from, lines_in};
use crate::wikis::markdown::{BREAK, Blocks, code_span, escape, fence, one_line, prefixed};
use crate::wikis::pieces::Piece;

const HTML_BLOCKS: [&str; 10] = ["table", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6"];

impl Converter<'_> {
    /// Returns where to go on.
    pub(super) fn tag(&mut self, scan: &mut Scan<'_>, at: usize) -> usize {
        if from(scan.text, at).starts_with("<!--")
            && let Some(end) = self.comment(scan, at)
        {
            return end;
        }
        let (text, lower) = (scan.text, scan.lower);
        let Some(tag) = tag_at(text, lower, at) else {
            scan.out.push('<');
            return at + 1;
        };
        let line = scan.line_at(at);
        let name = tag.name;
        if !tag.closing && !tag.empty && has_content(name) {
            let close = scan.finder.end_tag(name, tag.end);
            if let Some((inner_end, end)) = close {
                let inner = cut(text, tag.end, inner_end);
                if let Some((markdown, block)) = self.element(name, tag.attributes, inner, line, scan.depth) {
                    self.put(scan, at, end, markdown, block);
                    return end;
                }
            }
        }
        if !tag.closing && HTML_BLOCKS.contains(&name) && scan.depth < MAX_DEPTH {
            let ends = scan.html_ends.get_or_insert_with(|| html_ends(text, lower));
            if let Some(end) = ends.get(&at).copied() {
                let markdown = self.html(cut(text, at, end), line, scan.depth);
                self.put(scan, at, end, markdown, true);
                return end;
            }
        }
        match name {
            "b" | "strong" => self.quotes(scan, "'''", at, tag.end),
            "i" | "em" | "cite" | "var" | "dfn" => self.quotes(scan, "''", at, tag.end),
            "s" | "del" | "strike" => self.put(scan, at, tag.end, "~~".to_owned(), false),
            "br" => self.put(scan, at, tag.end, BREAK.to_string(), false),
            "hr" => self.put(scan, at, tag.end, "---".to_owned(), true),
            "p" | "div" | "center" | "section" | "blockquote" | "table" | "tr" | "td" | "th" | "ul" | "ol" | "li" => {
                self.put(scan, at, tag.end, String::new(), true);
            }
            "ref" if tag.empty => {
                let number = self.reference(attribute(tag.attributes, "name"), None);
                self.put(scan, at, tag.end, format!("[^{number}]"), false);
            }
            "span" | "font" | "abbr" | "noinclude" | "includeonly" | "onlyinclude" | "references" | "nowiki"
            | "section_" | "wbr" | "big" | "bdi" | "time" | "ref" => {
                self.put(scan, at, tag.end, String::new(), false);
            }
            "u" | "ins" | "sub" | "sup" | "small" | "q" | "ruby" | "rt" | "rp" | "rb" => {
                if !tag.closing {
                    self.notes.add("formatting without a counterpart, its words are kept", line, name);
                }
                self.put(scan, at, tag.end, String::new(), false);
            }
            _ => {
                if !tag.closing {
                    self.notes.add("tag shown as text", line, cut(text, at, tag.end));
                }
                let shown = escape(cut(text, at, tag.end), true);
                self.put(scan, at, tag.end, shown, false);
            }
        }
        tag.end
    }

    fn quotes(&mut self, scan: &mut Scan<'_>, marks: &str, at: usize, end: usize) {
        let lines = lines_in(cut(scan.text, at, end));
        scan.out.push_str(marks);
        if lines > 0 {
            let mark = self.pieces.put(Piece { lines, ..Piece::default() });
            scan.out.push_str(&mark);
        }
    }

    fn element(
        &mut self,
        name: &str,
        attributes: &str,
        inner: &str,
        line: usize,
        depth: usize,
    ) -> Option<(String, bool)> {
        Some(match name {
            "nowiki" => (escape(inner, true).replace("\n\n", "\n"), false),
            "pre" => (fence("", &unescaped(&without_nowiki(inner))), true),
            "syntaxhighlight" | "source" => {
                if inner.contains('\n') || attribute(attributes, "inline").is_none() && !attributes.contains("inline") {
                    (fence(attribute(attributes, "lang").unwrap_or_default(), inner), true)
                } else {
                    (code_span(inner), false)
                }
            }
            "code" | "tt" | "kbd" | "samp" => {
                let inner = unescaped(&without_nowiki(inner));
                if inner.trim().contains('\n') { (fence("", &inner), true) } else { (code_span(&inner), false) }
            }
            "math" | "chem" | "ce" | "score" | "timeline" | "hiero" => {
                self.notes.add("formula shown as code", line, inner);
                if inner.trim().contains('\n') { (fence(name, inner), true) } else { (code_span(inner), false) }
            }
            "ref" => {
                if depth >= MAX_DEPTH {
                    return None;
                }
                let text = self.prepare(inner, line, depth + 1);
                let text = self.inline(text.trim(), line, depth + 1);
                let number = self.reference(attribute(attributes, "name"), Some(&text));
                (format!("[^{number}]"), false)
            }
            "references" => {
                self.prepare(inner, line, depth + 1);
                (String::new(), true)
            }
            "gallery" => (self.gallery(inner, line, depth), true),
            "poem" => {
                let text = inner.trim().replace('\n', &BREAK.to_string());
                (self.blocks(&text, line, depth + 1), true)
            }
            "blockquote" => (prefixed("> ", &self.blocks(inner.trim_matches('\n'), line, depth + 1)), true),
            "includeonly" => {
                self.notes.add("part for other pages only left out", line, inner.trim());
                (String::new(), false)
            }
            "templatestyles" | "templatedata" | "inputbox" | "dpl" | "dynamicpagelist" | "categorytree" | "style" => {
                self.notes.add("extension shown as text", line, name);
                (if inner.trim().is_empty() { String::new() } else { fence(name, inner) }, true)
            }
            _ => return None,
        })
    }

    fn reference(&mut self, name: Option<&str>, text: Option<&str>) -> usize {
        let text = text.unwrap_or_default();
        let text = one_line(text);
        let known = name.map(str::trim).filter(|name| !name.is_empty());
        if let Some(number) = known.and_then(|name| self.references.named.get(name)).copied() {
            if let Some(kept) = self.references.texts.get_mut(number - 1)
                && kept.is_empty()
            {
                *kept = text;
            }
            return number;
        }
        self.references.texts.push(text);
        let number = self.references.texts.len();
        if let Some(name) = known {
            self.references.named.insert(name.to_owned(), number);
        }
        number
    }

    fn gallery(&mut self, inner: &str, line: usize, depth: usize) -> String {
        let mut out = Blocks::default();
        for (number, entry) in inner.lines().enumerate() {
            let (name, caption) = entry.split_once('|').unwrap_or((entry, ""));
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            let name =
                name.split_once(':').filter(|(space, _)| self.is_file_space(space)).map_or(name, |(_, name)| name);
            let caption = self.prepare(caption, line + number, depth + 1);
            let caption = self.pieces.plain(&caption);
            let file = File { name, caption: &caption, width: None, media: false };
            out.push(&self.file(&file, line + number));
        }
        out.finish()
    }

    /// HTML blocks go through the HTML converter; the wiki markup in their texts is put aside before.
    fn html(&mut self, html: &str, line: usize, depth: usize) -> String {
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
        match crate::wikis::html::convert(&out) {
            Ok(markdown) | Err(markdown) => self.pieces.expanded(&markdown),
        }
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
fn html_ends(text: &str, lower: &str) -> HashMap<usize, usize> {
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

fn has_content(name: &str) -> bool {
    matches!(
        name,
        "nowiki"
            | "pre"
            | "syntaxhighlight"
            | "source"
            | "code"
            | "tt"
            | "kbd"
            | "samp"
            | "math"
            | "chem"
            | "ce"
            | "score"
            | "timeline"
            | "hiero"
            | "ref"
            | "references"
            | "gallery"
            | "poem"
            | "blockquote"
            | "includeonly"
            | "templatestyles"
            | "templatedata"
            | "inputbox"
            | "dpl"
            | "dynamicpagelist"
            | "categorytree"
            | "style"
    )
}

fn without_nowiki(text: &str) -> String {
    text.replace("<nowiki>", "").replace("</nowiki>", "").replace("<nowiki/>", "").replace("<nowiki />", "")
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{A0}")
        .replace("&amp;", "&")
}
