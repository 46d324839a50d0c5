//! Links, pictures and categories.

use super::Converter;
use crate::wikis::find::{cut, from, replaced, split_outside, url_length};
use crate::wikis::markdown::{auto_link, escape, image, link, one_line, page_link};
use crate::wikis::source::is_picture;
use crate::wikis::syntax::Syntax;

/// Words of wikis that describe how a picture stands. All of them are without effect here.
const PLACES: &str = "thumb thumbnail frame framed frameless border left right center none baseline sub super top \
    text-top middle bottom text-bottom upright mini miniatur rechts links zentriert";

impl Converter<'_, '_> {
    pub(super) fn is_file_space(&self, space: &str) -> bool {
        self.wiki.site.file_names.contains(&spaced(space))
    }

    /// `[[inner]]`, and what follows it directly as letters. Returns Markdown and how many bytes of `after` it took.
    pub(super) fn wiki_link(&mut self, inner: &str, after: &str, line: usize) -> (String, usize) {
        let parts = split_outside(inner, "|");
        let first = parts.first().copied().unwrap_or_default();
        let target = self.pieces.plain(first);
        let lead = target.starts_with(':');
        let target = target.trim_start_matches(':').trim().to_owned();
        let words = parts.get(1..).unwrap_or_default().join("|");
        if let Some((space, name)) = target.split_once(':') {
            let space = spaced(space);
            if !lead && self.wiki.site.category_names.contains(&space) {
                let tag = self.wiki.site.canonical(name);
                if !tag.is_empty() && !self.tags.contains(&tag) && self.tags.len() < 1000 {
                    self.tags.push(tag);
                }
                return (String::new(), 0);
            }
            if self.wiki.site.file_names.contains(&space) || space == "media" {
                return (self.picture(name.trim(), &parts, lead || space == "media", line), 0);
            }
            if self.is_elsewhere(&space) {
                self.notes.add("link to another wiki, kept as words", line, &target);
                let words = if words.is_empty() { target } else { self.pieces.plain(&words) };
                return (escape(&words, true), 0);
            }
        }
        let (page, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let own = page.starts_with('/');
        let page = if own { format!("{}{}", self.page, page.trim_end_matches('/')) } else { page.to_owned() };
        let canonical = self.wiki.site.canonical(&page);
        let trail_length: usize = after.chars().take_while(|letter| letter.is_alphabetic()).map(char::len_utf8).sum();
        let trail = cut(after, 0, trail_length);
        let mut words = if parts.len() > 1 { self.pieces.plain(&words) } else { target.replace('_', " ") };
        if words.is_empty() {
            // The pipe trick: without a namespace and without brackets.
            let name = page.rsplit_once(':').map_or(page.as_str(), |(_, name)| name);
            name.split(" (").next().unwrap_or(name).trim().clone_into(&mut words);
        }
        words.push_str(trail);
        if canonical.is_empty() && anchor.is_empty() {
            return (escape(&format!("[[{}]]", self.pieces.raw(inner)), true), 0);
        }
        if canonical.is_empty() && parts.len() < 2 {
            words.clear();
        }
        (page_link(&canonical, &anchor.replace('_', " "), &words), trail_length)
    }

    fn is_elsewhere(&self, space: &str) -> bool {
        if self.wiki.site.namespaces.contains(space) {
            return false;
        }
        matches!(
            space,
            "w" | "wikipedia" | "wikt" | "wiktionary" | "commons" | "mw" | "meta" | "s" | "b" | "q" | "d" | "m"
        ) || (matches!(space.len(), 2 | 3) && space.bytes().all(|byte| byte.is_ascii_lowercase()))
    }

    fn picture(&mut self, name: &str, parts: &[&str], media: bool, line: usize) -> String {
        let mut caption = String::new();
        let mut width = None;
        let options = parts.get(1..).unwrap_or_default();
        for option in options {
            let plain = option.trim();
            let lower = plain.to_lowercase();
            let size = lower.strip_suffix("px").map(|size| size.split('x').next().unwrap_or_default().trim());
            if let Some(size) = size
                && plain.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_alphabetic() || byte == b' ')
                && (size.is_empty() || size.bytes().all(|byte| byte.is_ascii_digit()))
            {
                width = size.parse().ok();
            } else if PLACES.split(' ').any(|place| place == lower)
                || ["upright=", "upright ", "link=", "class=", "lang=", "page=", "start=", "end="]
                    .iter()
                    .any(|key| lower.starts_with(key))
            {
            } else if let Some(words) = lower.starts_with("alt=").then(|| from(plain, 4)) {
                if caption.is_empty() {
                    caption = self.caption(words);
                }
            } else {
                caption = self.caption(plain);
            }
        }
        self.file(name, &caption, width, media, line)
    }

    /// A caption holds words only: of a link in it, those that it shows.
    fn caption(&self, text: &str) -> String {
        let out = replaced(text, "[[", |after| {
            let Some((inner, _)) = after.split_once("]]") else { return Some((after.to_owned(), after.len())) };
            Some((inner.rsplit_once('|').map_or(inner, |(_, words)| words).to_owned(), inner.len() + 2))
        });
        self.pieces.plain(&out)
    }

    /// A file with a caption of plain text. What `Media:` names is a link.
    pub(super) fn file(&mut self, name: &str, caption: &str, width: Option<u32>, media: bool, line: usize) -> String {
        let name = self.wiki.site.canonical(&self.pieces.plain(name)).replace(' ', "_");
        let path = self.wiki.site.files.path_of(&name);
        if path.is_none() {
            self.missing_file(&name, line);
        }
        let path = path.unwrap_or(&name);
        if media || !is_picture(&name) {
            let words = if caption.is_empty() { name.replace('_', " ") } else { caption.to_owned() };
            return link(path, &escape(&words, true));
        }
        image(path, caption, width)
    }

    /// `[url words]` from its bracket on.
    pub(super) fn outside_link(&mut self, text: &str, end: usize, line: usize, depth: usize) -> Option<String> {
        let inner = cut(text, 1, end);
        let length = url_length(inner)?;
        let (url, words) = inner.split_at(length);
        let words = words.trim();
        if words.is_empty() {
            return Some(auto_link(url));
        }
        let words = self.inline(words, line, depth + 1);
        let scheme = if url.starts_with("//") { "https:" } else { "" };
        Some(link(&format!("{scheme}{url}"), &words))
    }
}

fn spaced(space: &str) -> String {
    one_line(&space.replace('_', " ")).to_lowercase()
}
