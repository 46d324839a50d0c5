//! Calls of templates: nothing is expanded, their values stay readable.

use super::Converter;
use crate::paths;
use crate::wikis::find::{cut, lines_in, split_outside};
use crate::wikis::markdown::{code_span, escape, fence, image, one_line, prefixed};
use crate::wikis::pieces::Piece;
use crate::wikis::source::is_picture;

/// Lists in lists in lists are of no use to a reader.
const MAX_LISTS: usize = 6;

impl Converter<'_, '_> {
    /// A call with its braces; `alone` in its lines.
    pub(super) fn template(&mut self, raw: &str, line: usize, alone: bool, depth: usize) -> Piece {
        let inner = cut(raw, 2, raw.len() - 2);
        let parts = split_outside(inner, "|");
        let mut parts = parts.into_iter();
        let name = parts.next().unwrap_or_default();
        let shown_name = one_line(&name.replace('_', " "));
        let arguments: Vec<&str> = parts.collect();
        if let Some(word) = self.variable(&shown_name, &arguments, line) {
            return Piece::inline(word, "");
        }
        if shown_name.starts_with('#') || shown_name.contains(':') && !arguments.is_empty() {
            self.notes.add("parser function shown as text", line, raw);
            return self.as_code(raw, alone);
        }
        self.notes.add("template shown as text", line, &shown_name);
        let named = arguments.iter().filter(|argument| split_outside(argument, "=").len() > 1).count();
        if !alone || named == 0 || depth >= MAX_LISTS || shown_name.contains(['[', '{', '<']) {
            return self.as_code(raw, alone);
        }
        Piece::block(self.values(&shown_name, name, &arguments, line, depth))
    }

    fn as_code(&self, raw: &str, alone: bool) -> Piece {
        let raw = self.pieces.raw(raw);
        if alone && raw.contains('\n') { Piece::block(fence("", &raw)) } else { Piece::inline(code_span(&raw), "") }
    }

    fn variable(&mut self, name: &str, arguments: &[&str], line: usize) -> Option<String> {
        let (word, rest) = name.split_once(':').unwrap_or((name, ""));
        match word {
            "!" => Some("|".to_owned()),
            "=" => Some("=".to_owned()),
            "PAGENAME" | "FULLPAGENAME" | "BASEPAGENAME" | "SUBPAGENAME" | "PAGENAMEE" if rest.is_empty() => {
                let title = match word {
                    "SUBPAGENAME" => paths::name(self.page),
                    "BASEPAGENAME" => self.page.rsplit_once('/').map_or(self.page, |(base, _)| base),
                    _ => self.page,
                };
                Some(escape(title, true))
            }
            "Reflist" | "reflist" | "References" | "references" | "Notelist" if rest.is_empty() => Some(String::new()),
            "DEFAULTSORT" | "DISPLAYTITLE" | "DEFAULTSORTKEY" | "DEFAULTCATEGORYSORT" => {
                self.notes.add("magic word left out", line, name);
                Some(String::new())
            }
            "lc" | "LC" if arguments.is_empty() => Some(escape(&rest.trim().to_lowercase(), true)),
            "uc" | "UC" if arguments.is_empty() => Some(escape(&rest.trim().to_uppercase(), true)),
            _ => None,
        }
    }

    /// Templates of pictures are often given only the name of the file.
    fn bare_picture(&self, value: &str) -> Option<String> {
        let name = value.trim();
        if name.len() > 255 || !is_picture(name) || name.contains(['[', '{', '|', '\n']) {
            return None;
        }
        let name = self.wiki.site.canonical(name).replace(' ', "_");
        self.wiki.site.files.path_of(&name).map(|path| image(path, "", None))
    }

    fn values(&mut self, shown_name: &str, name: &str, arguments: &[&str], line: usize, depth: usize) -> String {
        let mut out = format!("**{}**\n", escape(shown_name, true));
        let mut line = line + lines_in(name);
        let mut number = 0;
        for argument in arguments {
            let (key, value) = match split_outside(argument, "=").first() {
                Some(key) if key.len() < argument.len() => {
                    (key.trim().to_owned(), cut(argument, key.len() + 1, argument.len()))
                }
                _ => {
                    number += 1;
                    (number.to_string(), *argument)
                }
            };
            let skipped = lines_in(argument).saturating_sub(lines_in(value.trim_start()));
            let markdown = self.bare_picture(value);
            let markdown = markdown.unwrap_or_else(|| self.blocks(value.trim(), line + skipped, depth + 1));
            line += lines_in(argument);
            if markdown.is_empty() {
                continue;
            }
            let key = escape(&self.pieces.plain(&key), true);
            let is_block = markdown.contains('\n');
            let shown = if is_block { format!("\n\n{}\n", prefixed("  ", &markdown)) } else { format!(" {markdown}") };
            out.extend(["\n- ", &key, ":", &shown]);
        }
        out.trim_end().to_owned()
    }
}
