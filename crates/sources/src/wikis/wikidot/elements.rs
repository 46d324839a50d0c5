//! Elements in double brackets.

use super::site::{Wiki, name_of};
use crate::wikis::find::{MAX_DEPTH, cut, from, url_length};
use crate::wikis::markdown::{BREAK, auto_link, code_span, escape, fence, image, link, one_line, page_link};
use crate::wikis::pieces::Piece;
use crate::wikis::scan::Scan;
use crate::wikis::source::is_picture;
use crate::wikis::syntax::{Converter, Syntax};

/// The value of `name="…"`.
fn attribute<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let start = rest.find(name)?;
        let before = cut(rest, 0, start).chars().next_back();
        rest = from(rest, start + name.len());
        let value = rest.trim_start().strip_prefix('=').map(str::trim_start);
        if before.is_none_or(char::is_whitespace)
            && let Some(value) = value.and_then(|value| value.strip_prefix('"'))
        {
            return Some(cut(value, 0, value.find('"')?));
        }
    }
}

impl Converter<'_, &Wiki> {
    pub(super) fn element(&mut self, scan: &mut Scan<'_>, at: usize, end: usize) -> Option<(usize, Piece)> {
        let inner = cut(scan.text, at + 2, end - 2).trim();
        let name_end = inner.find(|letter: char| letter.is_whitespace()).unwrap_or(inner.len());
        let name = cut(inner, 0, name_end).to_ascii_lowercase();
        let rest = from(inner, name_end).trim();
        let line = scan.line;
        if let Some(name) = name.strip_prefix('/') {
            return Some((end, Piece::nothing(!is_inline(name))));
        }
        let plain = name.trim_end_matches('_');
        let mut content = |name: &str| scan.until(end, &format!("[[/{name}]]"));
        Some(match plain {
            "code" | "html" | "math" | "embed" | "css" => {
                let (text, stop) = content(plain)?;
                (stop, self.literal(plain, rest, text, line))
            }
            "embedvideo" | "embedaudio" | "gallery" => {
                let (text, stop) = content(plain).unwrap_or(("", end));
                self.notes.add("element shown as text", line, plain);
                (stop, Piece::block(fence("", &format!("[[{inner}]]{text}"))))
            }
            "module" => {
                let kind = rest.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
                self.notes.add("module shown as text", line, rest);
                let pair =
                    matches!(kind.as_str(), "css" | "listpages" | "listusers" | "countpages" | "redirect" | "feed");
                let (text, stop) = pair.then(|| content("module")).flatten().unwrap_or(("", end));
                if matches!(kind.as_str(), "rate" | "css" | "comments" | "backlinks") {
                    return Some((stop, Piece::nothing(true)));
                }
                let text = text.trim();
                let text = if text.is_empty() { String::new() } else { format!("\n{text}\n[[/module]]") };
                (stop, Piece::block(fence("", &format!("[[{inner}]]{text}"))))
            }
            "footnote" => {
                let (text, stop) = content("footnote")?;
                if scan.depth >= MAX_DEPTH {
                    return None;
                }
                let text = self.prepare(text.trim(), line, scan.depth + 1);
                let note = one_line(&self.inline(&text, line, 0));
                (stop, Piece::inline(self.footnote(note), ""))
            }
            "a" => {
                let (text, stop) = content("a")?;
                let text = text.trim();
                let target = attribute(rest, "href").unwrap_or_default();
                let words = self.inline(text, line, 0);
                let markdown = match target.strip_prefix('/') {
                    Some(page) => page_link(&name_of(page), "", text),
                    None if url_length(target).is_some() => link(target, &words),
                    None => words,
                };
                (stop, Piece::inline(markdown, text))
            }
            _ => (end, self.simple(plain, rest, inner, line)),
        })
    }

    fn literal(&mut self, name: &str, attributes: &str, text: &str, line: usize) -> Piece {
        if name == "html" || name == "embed" {
            self.notes.add("HTML converted", line, name);
            let (Ok(markdown) | Err(markdown)) = crate::wikis::html::convert(text);
            return Piece::block(markdown);
        }
        if name == "math" {
            self.notes.add("formula shown as code", line, text);
        }
        let language = attribute(attributes, "type").unwrap_or(if name == "code" { "" } else { name });
        Piece::block(fence(language, text))
    }

    fn simple(&mut self, name: &str, rest: &str, inner: &str, line: usize) -> Piece {
        let bare = name.trim_start_matches(['=', '<', '>', 'f']);
        if bare == "image" {
            return self.image(rest, line);
        }
        if name.starts_with('#') {
            return Piece::nothing(false);
        }
        match name {
            "include" | "include-messy" | "include-elements" => self.include(rest, inner, line),
            "collapsible" => {
                self.notes.add("collapsible part, now always open", line, rest);
                let words = attribute(rest, "show").unwrap_or("+").trim();
                let words = words.trim_start_matches(['+', '-', ' ']);
                let markdown = if words.is_empty() { String::new() } else { format!("**{}**", escape(words, true)) };
                Piece::block(markdown)
            }
            "tab" => Piece::block(format!("**{}**", escape(rest, false))),
            "div" | "=" | "<" | ">" | "==" | "tabview" | "tabs" | "blockquote" | "p" | "ul" | "ol" | "li" | "table"
            | "row" | "cell" | "hcell" | "columns" | "note" | "bibliography" | "footnoteblock" | "toc" | "f>toc"
            | "f<toc" => Piece::nothing(true),
            "span" | "size" | "s" | "ins" | "u" | "sub" | "sup" | "del" | "b" | "i" | "ruby" | "rt" | "#" => {
                Piece::nothing(false)
            }
            "br" => Piece::inline(BREAK, " "),
            "user" | "*user" => Piece::inline(escape(rest, false), rest),
            "file" => {
                let (target, words) = rest.split_once('|').unwrap_or((rest, rest));
                let path = self.path(target.trim(), line);
                Piece::inline(link(&path, &escape(words.trim(), false)), words.trim())
            }
            "iframe" => {
                self.notes.add("element shown as text", line, "iframe");
                let url = rest.split_whitespace().next().unwrap_or_default();
                Piece::inline(auto_link(url), url).with_block(true)
            }
            "$" => {
                let formula = rest.trim_end_matches('$').trim();
                Piece::inline(code_span(formula), formula)
            }
            _ => {
                self.notes.add("element shown as text", line, inner);
                let raw = format!("[[{inner}]]");
                Piece::inline(code_span(&self.pieces.raw(&raw)), raw)
            }
        }
    }

    /// An include stays as code, but the component for pictures is known everywhere.
    fn include(&mut self, rest: &str, inner: &str, line: usize) -> Piece {
        let mut parts = rest.split('|').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let mut words = first.split_whitespace();
        let component = words.next().unwrap_or_default();
        if component.ends_with("image-block") {
            let values = words.collect::<Vec<_>>().join(" ");
            let value = |name: &str| {
                let all = std::iter::once(values.as_str()).chain(rest.split('|').map(str::trim));
                all.filter_map(|part| part.split_once('='))
                    .find(|(key, _)| key.trim() == name)
                    .map(|(_, value)| value.trim())
            };
            if let Some(name) = value("name").or_else(|| value("link")).filter(|name| is_picture(name)) {
                let caption = value("caption").unwrap_or_default().replace("**", "").replace("//", "");
                let width = value("width").and_then(pixels);
                let path = self.path(name, line);
                return Piece::inline(image(&path, &caption, width), caption).with_block(true);
            }
        }
        self.notes.add("include shown as text", line, component);
        let raw = format!("[[{inner}]]");
        let block = inner.contains('\n');
        let markdown = if block { fence("", &raw) } else { code_span(&raw) };
        Piece::inline(markdown, raw).with_block(block)
    }

    fn image(&mut self, rest: &str, line: usize) -> Piece {
        let name = rest.split_whitespace().next().unwrap_or_default();
        let caption = attribute(rest, "alt").or_else(|| attribute(rest, "title")).unwrap_or_default();
        let width = attribute(rest, "width").and_then(pixels);
        let path = self.path(name, line);
        Piece::inline(image(&path, caption, width), caption)
    }

    fn path(&mut self, name: &str, line: usize) -> String {
        let path = self.wiki.file(name, self.page);
        if path.is_none() && !name.contains("://") {
            self.missing_file(name, line);
        }
        path.unwrap_or(name).to_owned()
    }
}

fn pixels(text: &str) -> Option<u32> {
    text.trim().trim_end_matches("px").parse().ok()
}

fn is_inline(name: &str) -> bool {
    matches!(name.trim_end_matches('_'), "span" | "size" | "a" | "s" | "ins" | "u" | "sub" | "sup" | "del" | "b" | "i")
}
