//! Links between pages and to other sites.

use super::site::{Wiki, name_of};
use crate::wikis::find::{from, url_length};
use crate::wikis::markdown::{auto_link, link, page_link};
use crate::wikis::pieces::{Piece, Taken};
use crate::wikis::scan::Scan;
use crate::wikis::syntax::{Converter, Syntax};

const MAX_LINK: usize = 2000;

impl Converter<'_, &Wiki> {
    /// The link whose bracket, or three brackets, stand at `at`.
    pub(super) fn link(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
        if from(scan.text, at).starts_with("[[[") {
            let (inner, end) = scan.until_near(at + 3, "]]]", MAX_LINK)?;
            return Some(self.page_link(inner, scan.line).up_to(end));
        }
        let (inner, end) = scan.until_near(at + 1, "]", MAX_LINK)?;
        let inner = inner.strip_prefix('*').unwrap_or(inner);
        if inner.contains('\n') {
            return None;
        }
        if let Some(length) = url_length(inner) {
            let (url, words) = inner.split_at(length);
            let words = words.trim();
            let label = if words.is_empty() { auto_link(url) } else { link(url, &self.inline(words, scan.line, 0)) };
            return Some(Piece::inline(label, words).up_to(end));
        }
        let (target, words) = inner.split_once(' ')?;
        let link = match target.strip_prefix('#') {
            Some(anchor) => page_link("", anchor, words),
            None => link_to(target.strip_prefix('/')?, words),
        };
        Some(Piece::inline(link, words).up_to(end))
    }

    fn page_link(&mut self, inner: &str, line: usize) -> Piece {
        let (target, words) =
            inner.split_once('|').map_or((inner, None), |(target, words)| (target, Some(words.trim())));
        let target = target.trim().trim_start_matches('*').trim();
        if url_length(target).is_some() {
            let words = words.unwrap_or_default();
            return Piece::inline(link(target, &self.inline(words, line, 0)), words);
        }
        let target = target.trim_start_matches('/');
        let own = target.split('#').next().unwrap_or_default();
        let label = match words {
            Some("") => name_of(target),
            Some(words) => words.replace("**", "").replace("//", ""),
            None if own.is_empty() => target.trim_start_matches('#').to_owned(),
            None => own.rsplit(':').next().unwrap_or(own).to_owned(),
        };
        if own.is_empty() {
            return Piece::inline(page_link("", target.trim_start_matches('#'), &label), label);
        }
        Piece::inline(link_to(target, &label), label)
    }
}

fn link_to(target: &str, words: &str) -> String {
    let (page, anchor) = target.split_once('#').unwrap_or((target, ""));
    page_link(&name_of(page), anchor, words)
}
