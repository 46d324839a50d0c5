//! Takes code, links, media and notes out of a text, so that their marks are not read as those of lines and words.

use super::syntax::{Converter, resolved};
use crate::wikis::find::{Finder, MAX_DEPTH, bare_url_length, char_before, cut, from, lines_in, near};
use crate::wikis::markdown::{auto_link, code_span, escape, fence, image, link, one_line, page_link};
use crate::wikis::pieces::Piece;
use crate::wikis::source::is_picture;

const MAX_LINK: usize = 2000;

/// Markup that a piece shows, the words it shows, and whether it is a block.
pub(super) type Shown = (String, String, bool);

impl Converter<'_> {
    pub(super) fn prepare(&mut self, text: &str, line: usize, depth: usize) -> String {
        let lower = text.to_ascii_lowercase();
        let mut finder = Finder::new(&lower);
        let mut out = String::with_capacity(text.len());
        let (mut at, mut here, mut counted) = (0, line, 0);
        while let Some(found) = from(text, at).find(['<', '%', '(', '~', '{', '[', ':']) {
            let position = at + found;
            out.push_str(cut(text, at, position));
            here += lines_in(cut(text, counted, position));
            counted = position;
            let taken = self.taken(text, &lower, position, &mut finder, &mut out, here, depth);
            if let Some((end, (markdown, words, block))) = taken {
                let raw = cut(text, position, end).to_owned();
                let lines = lines_in(&raw);
                out.push_str(&self.pieces.put(Piece { markdown, raw, words, lines, block }));
                at = end;
            } else {
                let next = from(text, position).chars().next().map_or(1, char::len_utf8);
                out.push_str(cut(text, position, position + next));
                at = position + next;
            }
        }
        out.push_str(from(text, at));
        out
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one pass over a text")]
    fn taken(
        &mut self,
        text: &str,
        lower: &str,
        at: usize,
        finder: &mut Finder<'_>,
        out: &mut String,
        line: usize,
        depth: usize,
    ) -> Option<(usize, Shown)> {
        let rest = from(text, at);
        let start = from(lower, at);
        let mut between = |open: usize, close: &str| {
            let end = finder.find(close, at + open)?;
            Some((cut(text, at + open, end), end + close.len()))
        };
        if start.starts_with("%%") {
            let (inner, end) = between(2, "%%")?;
            return Some((end, (escape(inner, false), inner.to_owned(), false)));
        }
        if start.starts_with("((") {
            let (inner, end) = between(2, "))")?;
            if depth >= MAX_DEPTH {
                return None;
            }
            let inner = self.prepare(inner, line, depth + 1);
            let note = one_line(&self.inline(&inner, line));
            self.footnotes.push(note);
            return Some((end, (format!("[^{}]", self.footnotes.len()), String::new(), false)));
        }
        if start.starts_with("~~") {
            let (inner, end) = between(2, "~~")?;
            let steers = inner.starts_with(|letter: char| letter.is_ascii_uppercase()) && !inner.contains('\n');
            if !steers {
                return None;
            }
            self.notes.add("macro left out", line, inner);
            return Some((end, (String::new(), String::new(), false)));
        }
        if start.starts_with("{{") {
            let end = near(text, at + 2, "}}", MAX_LINK)?;
            let (inner, end) = (cut(text, at + 2, end), end + 2);
            return Some((end, self.media(inner, line)));
        }
        if start.starts_with("[[") {
            let end = near(text, at + 2, "]]", MAX_LINK)?;
            let (inner, end) = (cut(text, at + 2, end), end + 2);
            return Some((end, self.page_link(inner, line)));
        }
        if start.starts_with(':') {
            return bare_url(text, lower, at, out);
        }
        if let Some(tag) = start.strip_prefix('<') {
            let name_length = tag.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let name = cut(tag, 0, name_length);
            let open = rest.bytes().take(500).position(|byte| byte == b'>')? + 1;
            if matches!(name, "code" | "file" | "html" | "php" | "nowiki" | "latex" | "math" | "graphviz" | "csv") {
                let (inner, end) = between(open, &format!("</{name}>"))?;
                let words = cut(rest, 1 + name_length, open - 1);
                return Some((end, self.element(name, words, inner, line)));
            }
            return self.tag(name, cut(rest, 0, open), line).map(|shown| (at + open, shown));
        }
        None
    }

    fn element(&mut self, name: &str, attributes: &str, inner: &str, line: usize) -> Shown {
        match name {
            "nowiki" => (escape(inner, false), inner.to_owned(), false),
            "html" if !inner.contains("<?") => match crate::wikis::html::convert(inner) {
                Ok(markdown) | Err(markdown) => (markdown.clone(), markdown, inner.contains('\n')),
            },
            "code" | "file" => {
                let language = attributes.split_whitespace().next().unwrap_or_default();
                let name = attributes.split_whitespace().nth(1).filter(|name| !name.starts_with('['));
                let code = fence(language.trim_matches('-'), inner);
                let named = name.map(|name| format!("{}\n\n{code}", code_span(name)));
                (named.unwrap_or(code), String::new(), true)
            }
            _ => {
                self.notes.add("shown as code", line, name);
                (fence(name, inner), String::new(), true)
            }
        }
    }

    fn tag(&mut self, name: &str, raw: &str, line: usize) -> Option<Shown> {
        let closing = raw.starts_with("</");
        let name = if closing { raw.trim_matches(['<', '>', '/']).to_ascii_lowercase() } else { name.to_owned() };
        match name.as_str() {
            "del" => Some(("~~".to_owned(), String::new(), false)),
            "sub" | "sup" => {
                if !closing {
                    self.notes.add("formatting without a counterpart, its words are kept", line, &name);
                }
                Some((String::new(), String::new(), false))
            }
            "wrap" | "note" | "box" | "block" | "hidden" | "color" | "fs" | "fc" | "fg" | "columns" | "newcolumn"
            | "center" | "accordion" | "panel" | "tabs" | "pane" | "callout" => {
                if !closing {
                    self.notes.add("formatting without a counterpart, its words are kept", line, raw);
                }
                let block = !matches!(name.as_str(), "color" | "fs" | "fc" | "fg")
                    && !raw.starts_with("<wrap")
                    && !raw.starts_with("</wrap");
                Some((String::new(), String::new(), block))
            }
            _ => {
                let inner = raw.trim_start_matches('<').trim_end_matches('>');
                let mail = inner.contains('@') && inner.contains('.') && !inner.contains(char::is_whitespace);
                mail.then(|| (link(&format!("mailto:{inner}"), &escape(inner, false)), inner.to_owned(), false))
            }
        }
    }

    fn media(&mut self, inner: &str, line: usize) -> Shown {
        let (target, caption) = inner.split_once('|').unwrap_or((inner, ""));
        let target = target.trim();
        let raw = format!("{{{{{inner}}}}}");
        if let Some(words) = target.strip_prefix("tag>") {
            let words = words.split_whitespace().map(|tag| tag.trim_matches('"').replace('_', " "));
            self.tags.extend(words.take(200));
            return (String::new(), String::new(), false);
        }
        if target.contains('>') {
            self.notes.add("plugin shown as text", line, &raw);
            return (code_span(&raw), raw, false);
        }
        let (name, options) = match target.rsplit_once('?') {
            Some((name, options)) if !target.contains("://") || options.len() < 20 => (name, options),
            _ => (target, ""),
        };
        let caption = self.pieces.shown(caption.trim());
        let width = options.split(['&', 'x']).find_map(|option| option.trim().parse().ok());
        let outside = name.contains("://");
        let path = if outside {
            name.to_owned()
        } else {
            let id = resolved(name, &self.id, true);
            if let Some(path) = self.wiki.files.path_of(&id) {
                path.to_owned()
            } else {
                self.notes.add("picture or file is not in the source, named in the text", line, &id);
                format!("media/{}", id.replace(':', "/"))
            }
        };
        if is_picture(name) && !options.split('&').any(|option| option == "linkonly") {
            return (image(&path, &caption, width), caption, false);
        }
        let words = if caption.is_empty() { name.rsplit([':', '/']).next().unwrap_or(name) } else { caption.as_str() };
        (link(&path, &escape(words, false)), words.to_owned(), false)
    }

    fn page_link(&mut self, inner: &str, line: usize) -> Shown {
        let (target, words) = inner.split_once('|').unwrap_or((inner, ""));
        let target = target.trim();
        let words = words.trim();
        let picture = words.strip_prefix("{{").map(|words| self.media(words.trim_end_matches("}}"), line));
        let plain = if picture.is_some() { String::new() } else { words.replace("**", "").replace("''", "") };
        let outside = target.contains("://") || target.starts_with("mailto:") || target.starts_with("www.");
        if outside || target.contains('@') && target.contains('.') && !target.contains([' ', '#']) {
            let url = match target {
                target if target.starts_with("www.") => format!("https://{target}"),
                target if target.contains("://") || target.starts_with("mailto:") => target.to_owned(),
                target => format!("mailto:{target}"),
            };
            let label = picture.map_or_else(|| escape(&plain, false), |(markdown, _, _)| markdown);
            let label = if label.is_empty() && !url.contains("://") { escape(target, false) } else { label };
            return (link(&url, &label), plain, false);
        }
        if target.contains('>') || target.starts_with("\\\\") {
            self.notes.add("link to another wiki, kept as words", line, target);
            let shown = if plain.is_empty() { target.to_owned() } else { plain };
            return (escape(&shown, false), shown, false);
        }
        let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
        let page = page.split('?').next().unwrap_or_default();
        let anchor = anchor.replace('_', " ");
        let name = if page.is_empty() { String::new() } else { self.name_of(page) };
        let mut shown = plain;
        if shown.is_empty() && !page.is_empty() {
            page.trim_end_matches(':')
                .rsplit([':', '/'])
                .next()
                .unwrap_or(page)
                .replace('_', " ")
                .clone_into(&mut shown);
        }
        let mut markdown = page_link(&name, &anchor, &shown);
        if let Some((picture, _, _)) = picture {
            markdown = format!("{picture} {markdown}");
        }
        (markdown, shown, false)
    }
}

/// An address in the text, whose name of a scheme is already written.
fn bare_url(text: &str, lower: &str, colon: usize, out: &mut String) -> Option<(usize, Shown)> {
    if !from(text, colon).starts_with("://") {
        return None;
    }
    let scheme = ["https", "http", "ftp"].into_iter().find(|scheme| cut(lower, 0, colon).ends_with(scheme))?;
    let start = colon - scheme.len();
    let written = out.get(out.len().checked_sub(scheme.len())?..).is_some_and(|end| end.eq_ignore_ascii_case(scheme));
    if !written || char_before(text, start).is_some_and(char::is_alphanumeric) {
        return None;
    }
    let length = bare_url_length(from(text, start))?;
    out.truncate(out.len() - scheme.len());
    let url = cut(text, start, start + length);
    Some((start + length, (auto_link(url), url.to_owned(), false)))
}
