//! Links, pictures, and the names of pages.

use super::site::Wiki;
use crate::wikis::markdown::{code_span, escape, image, link, page_link};
use crate::wikis::pieces::Piece;
use crate::wikis::source::{is_picture, safe_path};
use crate::wikis::syntax::Converter;

/// The id that a link on page `here` names. Without a colon it is beside that page.
pub(super) fn resolved(name: &str, here: &str, media: bool) -> String {
    let name = name.trim().replace('/', ":");
    let mut spaces: Vec<&str> = here.split(':').collect();
    spaces.pop();
    let relative = name.starts_with('.') || !name.contains(':');
    if !relative {
        spaces.clear();
    }
    let mut rest = name.as_str();
    while rest.starts_with('.') {
        if let Some(next) = rest.strip_prefix("..") {
            spaces.pop();
            rest = next.trim_start_matches(':');
        } else {
            rest = rest.trim_start_matches('.').trim_start_matches(':');
        }
    }
    let mut parts: Vec<String> = spaces.into_iter().map(str::to_owned).collect();
    parts.extend(rest.split(':').filter(|part| !part.is_empty()).map(|part| clean(part, media)));
    if rest.ends_with(':') && !media {
        parts.push("start".to_owned());
    }
    parts.join(":")
}

/// As DokuWiki makes a name of what somebody typed.
fn clean(part: &str, media: bool) -> String {
    let mut out = String::new();
    for letter in part.trim().chars().flat_map(char::to_lowercase) {
        let keep = letter.is_alphanumeric() || letter == '.' || letter == '-' || (media && letter == '+');
        let letter = if keep { letter } else { '_' };
        if letter != '_' || !out.ends_with('_') {
            out.push(letter);
        }
    }
    out.trim_matches(['_', '.', '-']).to_owned()
}

impl Converter<'_, &Wiki> {
    fn name_of(&self, target: &str) -> String {
        let id = resolved(target, self.page, false);
        let start = format!("{id}:start");
        let is_folder = !self.wiki.pages.contains(&id) && self.wiki.pages.contains(&start);
        safe_path(&(if is_folder { start } else { id }).replace(':', "/"))
    }

    pub(super) fn media(&mut self, inner: &str, line: usize) -> Piece {
        let (target, caption) = inner.split_once('|').unwrap_or((inner, ""));
        let target = target.trim();
        let raw = format!("{{{{{inner}}}}}");
        if let Some(words) = target.strip_prefix("tag>") {
            let words = words.split_whitespace().map(|tag| tag.trim_matches('"').replace('_', " "));
            self.tags.extend(words.take(200));
            return Piece::nothing(false);
        }
        if target.contains('>') {
            self.notes.add("plugin shown as text", line, &raw);
            return Piece::inline(code_span(&raw), raw);
        }
        let (name, options) = match target.rsplit_once('?') {
            Some((name, options)) if !target.contains("://") || options.len() < 20 => (name, options),
            _ => (target, ""),
        };
        let caption = self.pieces.shown(caption.trim());
        let width = options.split(['&', 'x']).find_map(|option| option.trim().parse().ok());
        let path = if name.contains("://") {
            name.to_owned()
        } else {
            let (id, wiki) = (resolved(name, self.page, true), self.wiki);
            wiki.files.path_of(&id).map_or_else(
                || {
                    self.missing_file(&id, line);
                    format!("media/{}", id.replace(':', "/"))
                },
                str::to_owned,
            )
        };
        if is_picture(name) && !options.split('&').any(|option| option == "linkonly") {
            return Piece::inline(image(&path, &caption, width), caption);
        }
        let words = if caption.is_empty() { name.rsplit([':', '/']).next().unwrap_or(name) } else { caption.as_str() };
        Piece::inline(link(&path, &escape(words, false)), words)
    }

    pub(super) fn page_link(&mut self, inner: &str, line: usize) -> Piece {
        let (target, words) = inner.split_once('|').unwrap_or((inner, ""));
        let (target, words) = (target.trim(), words.trim());
        let picture = words.strip_prefix("{{").map(|words| self.media(words.trim_end_matches("}}"), line).markdown);
        let plain = if picture.is_some() { String::new() } else { words.replace("**", "").replace("''", "") };
        let outside = target.contains("://") || target.starts_with("mailto:") || target.starts_with("www.");
        if outside || target.contains('@') && target.contains('.') && !target.contains([' ', '#']) {
            let scheme = match target {
                target if target.starts_with("www.") => "https://",
                _ if outside => "",
                _ => "mailto:",
            };
            let url = format!("{scheme}{target}");
            let label = picture.unwrap_or_else(|| escape(&plain, false));
            let label = if label.is_empty() && !url.contains("://") { escape(target, false) } else { label };
            return Piece::inline(link(&url, &label), plain);
        }
        if target.contains('>') || target.starts_with("\\\\") {
            self.notes.add("link to another wiki, kept as words", line, target);
            let shown = if plain.is_empty() { target.to_owned() } else { plain };
            return Piece::inline(escape(&shown, false), shown);
        }
        let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
        let page = page.split('?').next().unwrap_or_default();
        let name = if page.is_empty() { String::new() } else { self.name_of(page) };
        let mut shown = plain;
        if shown.is_empty() && !page.is_empty() {
            let last = page.trim_end_matches(':').rsplit([':', '/']).next().unwrap_or(page);
            shown = last.replace('_', " ");
        }
        let link = page_link(&name, &anchor.replace('_', " "), &shown);
        Piece::inline(picture.map_or(link.clone(), |picture| format!("{picture} {link}")), shown)
    }
}
