//! Marks around words, for the syntaxes where the same mark opens and closes.

use crate::wikis::find::{Finder, MAX_DEPTH, char_at, char_before, cut, from};
use crate::wikis::markdown::{code_span, escape, wrap};
use crate::wikis::pieces::Pieces;

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

pub struct Marks<'a> {
    pub known: &'a [Mark],
    pub pieces: &'a Pieces,
    /// The names of the marks that were lost.
    pub lost: Vec<&'static str>,
}

impl Marks<'_> {
    pub fn render(&mut self, text: &str, depth: usize) -> String {
        if depth > MAX_DEPTH {
            return self.pieces.expanded(&escape(text, false));
        }
        let mut out = String::with_capacity(text.len());
        let mut finder = Finder::new(text);
        let (mut at, mut plain) = (0, 0);
        while at < text.len() {
            let rest = from(text, at);
            let mark = self.known.iter().find(|mark| rest.starts_with(mark.open));
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
                Meaning::Wrap(marker) => out.push_str(&wrap(marker, &self.render(inner, depth + 1))),
                Meaning::Code => out.push_str(&code_span(&self.pieces.shown(inner))),
                Meaning::None(name) => {
                    self.lost.push(name);
                    let words = self.render(inner, depth + 1);
                    out.push_str(&words);
                }
            }
            at = end + mark.close.len();
            plain = at;
        }
        out.push_str(&self.pieces.expanded(&escape(from(text, plain), false)));
        out
    }
}
