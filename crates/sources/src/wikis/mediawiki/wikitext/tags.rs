//! What tags mean: those of extensions, and those of HTML.

use super::Converter;
use super::html::{HTML_BLOCKS, Tag, attribute, html_ends};
use crate::wikis::find::{MAX_DEPTH, cut, lines_in};
use crate::wikis::markdown::{BREAK, Blocks, code_span, escape, fence, one_line, prefixed};
use crate::wikis::pieces::{Piece, Taken};
use crate::wikis::scan::Scan;
use crate::wikis::syntax::Syntax;

/// Tags whose content belongs to them.
const WITH_CONTENT: &str = "nowiki pre syntaxhighlight source code tt kbd samp math chem ce score timeline hiero ref \
    references gallery poem blockquote includeonly templatestyles templatedata inputbox dpl dynamicpagelist \
    categorytree style";

impl Converter<'_, '_> {
    pub(super) fn tag(&mut self, scan: &mut Scan<'_>, at: usize, tag: &Tag<'_>) -> (usize, Taken) {
        let (text, lower, line) = (scan.text, scan.lower, scan.line);
        let name = tag.name;
        if !tag.closing
            && !tag.empty
            && WITH_CONTENT.split(' ').any(|known| known == name)
            && let Some((inner_end, end)) = scan.finder.end_tag(name, tag.end)
            && let Some(shown) = self.element(name, tag.attributes, cut(text, tag.end, inner_end), line, scan.depth)
        {
            return shown.up_to(end);
        }
        if !tag.closing
            && HTML_BLOCKS.contains(&name)
            && scan.depth < MAX_DEPTH
            && let Some(end) = scan.html_ends.get_or_insert_with(|| html_ends(text, lower)).get(&at).copied()
        {
            return Piece::block(self.html(cut(text, at, end), line, scan.depth)).up_to(end);
        }
        let shown = match name {
            "b" | "strong" => return (tag.end, self.quotes("'''", cut(text, at, tag.end))),
            "i" | "em" | "cite" | "var" | "dfn" => return (tag.end, self.quotes("''", cut(text, at, tag.end))),
            "s" | "del" | "strike" => Piece::inline("~~", ""),
            "br" => Piece::inline(BREAK, ""),
            "hr" => Piece::block("---"),
            "p" | "div" | "center" | "section" | "blockquote" | "table" | "tr" | "td" | "th" | "ul" | "ol" | "li" => {
                Piece::nothing(true)
            }
            "ref" if tag.empty => Piece::inline(self.reference(attribute(tag.attributes, "name"), ""), ""),
            "span" | "font" | "abbr" | "noinclude" | "includeonly" | "onlyinclude" | "references" | "nowiki"
            | "section_" | "wbr" | "big" | "bdi" | "time" | "ref" => Piece::nothing(false),
            "u" | "ins" | "sub" | "sup" | "small" | "q" | "ruby" | "rt" | "rp" | "rb" => {
                if !tag.closing {
                    self.notes.add("formatting without a counterpart, its words are kept", line, name);
                }
                Piece::nothing(false)
            }
            _ => {
                if !tag.closing {
                    self.notes.add("tag shown as text", line, cut(text, at, tag.end));
                }
                Piece::inline(escape(cut(text, at, tag.end), true), "")
            }
        };
        shown.up_to(tag.end)
    }

    /// The marks of wikitext for this tag, which is still counted if it has lines.
    fn quotes(&mut self, marks: &str, tag: &str) -> Taken {
        let lines = lines_in(tag);
        let counted = if lines > 0 { self.pieces.put(Piece { lines, ..Piece::default() }) } else { String::new() };
        Taken::Text(format!("{marks}{counted}"))
    }

    fn element(&mut self, name: &str, attributes: &str, inner: &str, line: usize, depth: usize) -> Option<Piece> {
        let code = |language: &str, code: &str, block: bool| {
            if block { Piece::block(fence(language, code)) } else { Piece::inline(code_span(code), "") }
        };
        Some(match name {
            "nowiki" => Piece::inline(escape(inner, true).replace("\n\n", "\n"), ""),
            "pre" => Piece::block(fence("", &unescaped(&without_nowiki(inner)))),
            "syntaxhighlight" | "source" => {
                let inline = attribute(attributes, "inline").is_some() || attributes.contains("inline");
                let block = inner.contains('\n') || !inline;
                code(attribute(attributes, "lang").unwrap_or_default(), inner, block)
            }
            "code" | "tt" | "kbd" | "samp" => {
                let inner = unescaped(&without_nowiki(inner));
                code("", &inner, inner.trim().contains('\n'))
            }
            "math" | "chem" | "ce" | "score" | "timeline" | "hiero" => {
                self.notes.add("formula shown as code", line, inner);
                code(name, inner, inner.trim().contains('\n'))
            }
            "ref" => {
                if depth >= MAX_DEPTH {
                    return None;
                }
                let text = self.prepare(inner, line, depth + 1);
                let text = self.inline(text.trim(), line, depth + 1);
                Piece::inline(self.reference(attribute(attributes, "name"), &text), "")
            }
            "references" => {
                self.prepare(inner, line, depth + 1);
                Piece::nothing(true)
            }
            "gallery" => Piece::block(self.gallery(inner, line, depth)),
            "poem" => {
                let text = inner.trim().replace('\n', &BREAK.to_string());
                Piece::block(self.blocks(&text, line, depth + 1))
            }
            "blockquote" => Piece::block(prefixed("> ", &self.blocks(inner.trim_matches('\n'), line, depth + 1))),
            "includeonly" => {
                self.notes.add("part for other pages only left out", line, inner.trim());
                Piece::nothing(false)
            }
            "templatestyles" | "templatedata" | "inputbox" | "dpl" | "dynamicpagelist" | "categorytree" | "style" => {
                self.notes.add("extension shown as text", line, name);
                Piece::block(if inner.trim().is_empty() { String::new() } else { fence(name, inner) })
            }
            _ => return None,
        })
    }

    /// Returns the mark of a footnote. The first text of a name is that of all its marks.
    fn reference(&mut self, name: Option<&str>, text: &str) -> String {
        let text = one_line(text);
        let known = name.map(str::trim).filter(|name| !name.is_empty());
        if let Some(number) = known.and_then(|name| self.wiki.named.get(name)).copied() {
            if let Some(kept) = self.footnotes.get_mut(number - 1).filter(|kept| kept.is_empty()) {
                *kept = text;
            }
            return format!("[^{number}]");
        }
        let mark = self.footnote(text);
        if let Some(name) = known {
            self.wiki.named.insert(name.to_owned(), self.footnotes.len());
        }
        mark
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
            out.push(&self.file(name, &caption, None, false, line + number));
        }
        out.finish()
    }
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
