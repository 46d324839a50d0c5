//! A text while pieces are taken out of it, in one pass.

use std::collections::HashMap;

use crate::wikis::find::{Finder, bare_url_length, char_before, cut, from, pairs};
use crate::wikis::markdown::auto_link;
use crate::wikis::pieces::{Piece, Taken};

/// A text, and how far it was read.
pub struct Scan<'t> {
    pub text: &'t str,
    /// The text in lower case, as far as it is ASCII.
    pub lower: &'t str,
    /// Of the text in lower case.
    pub finder: Finder<'t>,
    pub line: usize,
    pub depth: usize,
    /// What is left of the text.
    pub out: String,
    /// Where doubled brackets end, once they were asked for.
    pairs: Option<HashMap<usize, usize>>,
    /// Where blocks of HTML end, once they were asked for.
    pub html_ends: Option<HashMap<usize, usize>>,
}

impl<'t> Scan<'t> {
    /// `lower` is the text in lower case, as far as it is ASCII.
    pub fn of(text: &'t str, lower: &'t str, line: usize, depth: usize) -> Self {
        let (finder, out) = (Finder::new(lower), String::with_capacity(text.len()));
        Self { text, lower, finder, line, depth, out, pairs: None, html_ends: None }
    }

    /// Returns what stands before `close`, from `start` on, and where that has ended.
    pub fn until(&mut self, start: usize, close: &str) -> Option<(&'t str, usize)> {
        let end = self.finder.find(close, start)?;
        Some((cut(self.text, start, end), end + close.len()))
    }

    /// The same within the next `limit` bytes, and before an empty line.
    pub fn until_near(&mut self, start: usize, close: &str, limit: usize) -> Option<(&'t str, usize)> {
        let end = self.finder.near(start, close, limit)?;
        Some((cut(self.text, start, end), end + close.len()))
    }

    /// Returns where the doubled brackets have ended that begin at `at`.
    pub fn pair(&mut self, at: usize, open: u8, close: u8) -> Option<usize> {
        self.pairs.get_or_insert_with(|| pairs(self.text, open, close, true)).get(&at).copied()
    }

    /// Returns an address in the text, whose name of a scheme is already written.
    pub fn bare_url(&mut self, colon: usize) -> Option<(usize, Taken)> {
        let (text, lower) = (self.text, self.lower);
        if !from(text, colon).starts_with("://") {
            return None;
        }
        let scheme = ["https", "http", "ftp"].into_iter().find(|scheme| cut(lower, 0, colon).ends_with(scheme))?;
        let start = colon - scheme.len();
        let before = self.out.len().checked_sub(scheme.len())?;
        let written = self.out.get(before..).is_some_and(|end| end.eq_ignore_ascii_case(scheme));
        if !written || char_before(text, start).is_some_and(char::is_alphanumeric) {
            return None;
        }
        let end = start + bare_url_length(from(text, start))?;
        self.out.truncate(before);
        let url = cut(text, start, end);
        Some(Piece::inline(auto_link(url), url).up_to(end))
    }
}
