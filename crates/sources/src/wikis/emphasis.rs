//! Marks around words, for the syntaxes where the same mark opens and closes.

use crate::wikis::find::{Finder, MAX_DEPTH, char_at, char_before, cut, from};
use crate::wikis::markdown::{code_span, escape, wrap};
use crate::wikis::syntax::Converter;

#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    Wrap(&'static str),
    Code,
    /// Markdown has nothing like it: the words stay, and a finding names the mark.
    None(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub struct Mark {
    pub open: &'static str,
    pub close: &'static str,
    pub meaning: Meaning,
    /// No space may follow the opening mark or stand before the closing one.
    pub tight: bool,
}

impl<W> Converter<'_, W> {
    /// Returns the Markdown of words with these marks.
    pub fn marked(&mut self, known: &[Mark], text: &str, line: usize, depth: usize) -> String {
        if depth > MAX_DEPTH {
            return self.pieces.expanded(&escape(text, false));
        }
        let mut out = String::with_capacity(text.len());
        let mut finder = Finder::new(text);
        let (mut at, mut plain) = (0, 0);
        while at < text.len() {
            let rest = from(text, at);
            let mark = known.iter().find(|mark| rest.starts_with(mark.open));
            let inner = mark.and_then(|mark| {
                let start = at + mark.open.len();
                let space = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
                if mark.tight && space(char_at(text, start)) {
                    return None;
                }
                let fits = |end: usize| !mark.tight || !space(char_before(text, end));
                let end = finder.find_where(mark.close, start + char_at(text, start)?.len_utf8(), fits)?;
                (!cut(text, start, end).trim().is_empty()).then_some((mark, start, end))
            });
            let Some((mark, start, end)) = inner else {
                at += mark.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), |mark| mark.open.len());
                continue;
            };
            out.push_str(&self.pieces.expanded(&escape(cut(text, plain, at), false)));
            let inner = cut(text, start, end);
            match mark.meaning {
                Meaning::Wrap(marker) => out.push_str(&wrap(marker, &self.marked(known, inner, line, depth + 1))),
                Meaning::Code => out.push_str(&code_span(&self.pieces.shown(inner))),
                Meaning::None(name) => {
                    self.notes.add("formatting without a counterpart, its words are kept", line, name);
                    out.push_str(&self.marked(known, inner, line, depth + 1));
                }
            }
            at = end + mark.close.len();
            plain = at;
        }
        out.push_str(&self.pieces.expanded(&escape(from(text, plain), false)));
        out
    }
}
