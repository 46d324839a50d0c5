//! Elements in double brackets.

use super::blocks::Converter;
use super::prepare::{Scan, Shown, nothing, shown};
use crate::wikis::find::{MAX_DEPTH, cut, from};
use crate::wikis::markdown::{BREAK, code_span, escape, fence, image, link, one_line};
use crate::wikis::source::is_picture;

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

impl Converter<'_> {
    pub(super) fn element(&mut self, scan: &mut Scan<'_>, at: usize, end: usize) -> Option<(usize, Shown)> {
        let inner = cut(scan.text, at + 2, end - 2).trim();
        let name_end = inner.find(|letter: char| letter.is_whitespace()).unwrap_or(inner.len());
        let name = cut(inner, 0, name_end).to_ascii_lowercase();
        let rest = from(inner, name_end).trim();
        let closing = name.strip_prefix('/');
        let line = scan.line;
        if let Some(name) = closing {
            return Some((end, nothing(!is_inline(name))));
        }
        let plain = name.trim_end_matches('_');
        match plain {
            "code" | "html" | "math" | "embed" | "css" => {
                let (text, stop) = content(scan, plain, end)?;
                return Some((stop, self.literal(plain, rest, text, line)));
            }
            "embedvideo" | "embedaudio" | "gallery" => {
                let (text, stop) = content(scan, plain, end).unwrap_or(("", end));
                self.notes.add("element shown as text", line, plain);
                return Some((stop, (fence("", &format!("[[{inner}]]{text}")), String::new(), true)));
            }
            "module" => {
                let kind = rest.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
                self.notes.add("module shown as text", line, rest);
                let pair =
                    matches!(kind.as_str(), "css" | "listpages" | "listusers" | "countpages" | "redirect" | "feed");
                let (text, stop) = if pair { content(scan, "module", end).unwrap_or(("", end)) } else { ("", end) };
                if matches!(kind.as_str(), "rate" | "css" | "comments" | "backlinks") {
                    return Some((stop, nothing(true)));
                }
                let code = if text.trim().is_empty() {
                    format!("[[{inner}]]")
                } else {
                    format!("[[{inner}]]\n{}\n[[/module]]", text.trim())
                };
                return Some((stop, (fence("", &code), String::new(), true)));
            }
            "footnote" => {
                let (text, stop) = content(scan, "footnote", end)?;
                if scan.depth >= MAX_DEPTH {
                    return None;
                }
                let text = self.prepare(text.trim(), line, scan.depth + 1);
                let note = one_line(&self.words(&text, line));
                self.footnotes.push(note);
                return Some((stop, shown(format!("[^{}]", self.footnotes.len()), "")));
            }
            "a" => {
                let (text, stop) = content(scan, "a", end)?;
                let target = attribute(rest, "href").unwrap_or_default();
                let words = self.words(text.trim(), line);
                let markdown = match target.strip_prefix('/') {
                    Some(page) => crate::wikis::markdown::page_link(&super::site::name_of(page), "", text.trim()),
                    None if crate::wikis::find::url_length(target).is_some() => link(target, &words),
                    None => words,
                };
                return Some((stop, shown(markdown, text.trim())));
            }
            _ => {}
        }
        Some((end, self.simple(plain, rest, inner, line)))
    }

    fn literal(&mut self, name: &str, attributes: &str, text: &str, line: usize) -> Shown {
        if name == "html" || name == "embed" {
            self.notes.add("HTML converted", line, name);
            let markdown = match crate::wikis::html::convert(text) {
                Ok(markdown) | Err(markdown) => markdown,
            };
            return (markdown, String::new(), true);
        }
        if name == "math" {
            self.notes.add("formula shown as code", line, text);
        }
        let language = attribute(attributes, "type").unwrap_or(if name == "code" { "" } else { name });
        (fence(language, text), String::new(), true)
    }

    fn simple(&mut self, name: &str, rest: &str, inner: &str, line: usize) -> Shown {
        let bare = name.trim_start_matches(['=', '<', '>', 'f']);
        if bare == "image" {
            return self.image(rest, line);
        }
        if name.starts_with('#') {
            return nothing(false);
        }
        match name {
            "include" | "include-messy" | "include-elements" => self.include(rest, inner, line),
            "collapsible" => {
                self.notes.add("collapsible part, now always open", line, rest);
                let words = attribute(rest, "show").unwrap_or("+").trim();
                let words = words.trim_start_matches(['+', '-', ' ']);
                let markdown = if words.is_empty() { String::new() } else { format!("**{}**", escape(words, true)) };
                (markdown, String::new(), true)
            }
            "tab" => (format!("**{}**", escape(rest, false)), String::new(), true),
            "div" | "=" | "<" | ">" | "==" | "tabview" | "tabs" | "blockquote" | "p" | "ul" | "ol" | "li" | "table"
            | "row" | "cell" | "hcell" | "columns" | "note" | "bibliography" | "footnoteblock" | "toc" | "f>toc"
            | "f<toc" => nothing(true),
            "span" | "size" | "s" | "ins" | "u" | "sub" | "sup" | "del" | "b" | "i" | "ruby" | "rt" | "#" => {
                nothing(false)
            }
            "br" => shown(BREAK.to_string(), " "),
            "user" | "*user" => shown(escape(rest, false), rest),
            "file" => {
                let (target, words) = rest.split_once('|').unwrap_or((rest, rest));
                let path = self.path(target.trim(), line);
                shown(link(&path, &escape(words.trim(), false)), words.trim())
            }
            "iframe" => {
                self.notes.add("element shown as text", line, "iframe");
                let url = rest.split_whitespace().next().unwrap_or_default();
                (crate::wikis::markdown::auto_link(url), url.to_owned(), true)
            }
            "$" => {
                let formula = rest.trim_end_matches('$').trim();
                shown(code_span(formula), formula)
            }
            _ => {
                self.notes.add("element shown as text", line, inner);
                let raw = format!("[[{inner}]]");
                shown(code_span(&self.pieces.raw(&raw)), &raw)
            }
        }
    }

    /// An include stays as code, but the component for pictures is known everywhere.
    fn include(&mut self, rest: &str, inner: &str, line: usize) -> Shown {
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
                return (image(&path, &caption, width), caption, true);
            }
        }
        self.notes.add("include shown as text", line, component);
        let raw = format!("[[{inner}]]");
        if inner.contains('\n') { (fence("", &raw), raw, true) } else { shown(code_span(&raw), &raw) }
    }

    fn image(&mut self, rest: &str, line: usize) -> Shown {
        let name = rest.split_whitespace().next().unwrap_or_default();
        let caption = attribute(rest, "alt").or_else(|| attribute(rest, "title")).unwrap_or_default();
        let width = attribute(rest, "width").and_then(pixels);
        let path = self.path(name, line);
        shown(image(&path, caption, width), caption)
    }

    fn path(&mut self, name: &str, line: usize) -> String {
        if let Some(path) = self.wiki.file(name, &self.page) {
            return path.to_owned();
        }
        if !name.contains("://") {
            self.notes.add("picture or file is not in the source, named in the text", line, name);
        }
        name.to_owned()
    }
}

/// What stands between an element that ends at `start` and its closing one, and where that ends.
fn content<'t>(scan: &mut Scan<'t>, name: &str, start: usize) -> Option<(&'t str, usize)> {
    let close = format!("[[/{name}]]");
    let stop = scan.finder.find(&close, start)?;
    Some((cut(scan.text, start, stop), stop + close.len()))
}

fn pixels(text: &str) -> Option<u32> {
    text.trim().trim_end_matches("px").parse().ok()
}

fn is_inline(name: &str) -> bool {
    matches!(name.trim_end_matches('_'), "span" | "size" | "a" | "s" | "ins" | "u" | "sub" | "sup" | "del" | "b" | "i")
}
