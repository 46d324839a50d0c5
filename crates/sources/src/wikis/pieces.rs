//! What is put aside while the text around it is converted.

use crate::wikis::find::from;
use crate::wikis::markdown::one_line;

const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

#[derive(Debug, Default, Clone)]
pub struct Piece {
    pub markdown: String,
    /// What the source said, for places that show code.
    pub raw: String,
    /// The words it shows, if it has any of its own.
    pub words: String,
    pub lines: usize,
    /// Stands by itself between paragraphs.
    pub block: bool,
}

#[derive(Debug, Default)]
pub struct Pieces(Vec<Piece>);

/// The marks are from a range for private use: a text that has them loses them.
pub fn without_marks(text: &str) -> String {
    text.replace(['\u{E000}', '\u{E001}', '\u{E002}'], "\u{FFFD}")
}

pub enum Part<'t, 'p> {
    Text(&'t str),
    Piece(&'p Piece),
}

impl Pieces {
    pub fn put(&mut self, piece: Piece) -> String {
        self.0.push(piece);
        format!("{OPEN}{}{CLOSE}", self.0.len() - 1)
    }

    /// A piece that begins at `text`, and the length of its mark.
    pub fn at(&self, text: &str) -> Option<(&Piece, usize)> {
        let rest = text.strip_prefix(OPEN)?;
        let end = rest.find(CLOSE)?;
        let piece = self.0.get(rest.get(..end)?.parse::<usize>().ok()?)?;
        Some((piece, OPEN.len_utf8() + end + CLOSE.len_utf8()))
    }

    pub fn parts<'t>(&self, text: &'t str) -> Vec<Part<'t, '_>> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(OPEN) {
            let (before, mark) = rest.split_at(start);
            if !before.is_empty() {
                parts.push(Part::Text(before));
            }
            if let Some((piece, length)) = self.at(mark) {
                parts.push(Part::Piece(piece));
                rest = from(mark, length);
            } else {
                rest = from(mark, OPEN.len_utf8());
            }
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest));
        }
        parts
    }

    pub fn lines(&self, text: &str) -> usize {
        if !text.contains(OPEN) {
            return 0;
        }
        self.parts(text).iter().map(|part| if let Part::Piece(piece) = part { piece.lines } else { 0 }).sum()
    }

    fn join<'p>(&'p self, text: &str, show: impl Fn(&'p Piece) -> &'p str) -> String {
        if !text.contains(OPEN) {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        for part in self.parts(text) {
            match part {
                Part::Text(words) => out.push_str(words),
                Part::Piece(piece) => out.push_str(show(piece)),
            }
        }
        out
    }

    pub fn raw(&self, text: &str) -> String {
        self.join(text, |piece| &piece.raw)
    }

    pub fn expanded(&self, text: &str) -> String {
        self.join(text, |piece| &piece.markdown)
    }

    /// For code: what a piece would show, which is its words, and for a literal text the text.
    pub fn shown(&self, text: &str) -> String {
        self.join(text, |piece| if piece.words.is_empty() { &piece.raw } else { &piece.words })
    }

    /// For places that hold no markup: words without quotes and brackets.
    pub fn plain(&self, text: &str) -> String {
        let text = self.raw(text).replace("'''", "").replace("''", "").replace("[[", "").replace("]]", "");
        one_line(&text)
    }

    /// A line cut at its blocks: words and the block after them.
    pub fn around_blocks(&self, line: &str) -> Vec<(String, Option<String>)> {
        let mut found = vec![(String::new(), None)];
        let mut rest = line;
        while let Some(start) = rest.find(OPEN) {
            let (before, mark) = rest.split_at(start);
            let Some((piece, length)) = self.at(mark) else { break };
            let Some(last) = found.last_mut() else { break };
            last.0.push_str(before);
            if piece.block {
                last.1 = Some(piece.markdown.clone());
                found.push((String::new(), None));
            } else {
                last.0.push_str(mark.get(..length).unwrap_or_default());
            }
            rest = from(mark, length);
        }
        if let Some(last) = found.last_mut() {
            last.0.push_str(rest);
        }
        if found.len() > 1 && found.last().is_some_and(|(words, _)| words.trim().is_empty()) {
            found.pop();
        }
        found
    }

    /// Whether the line holds nothing but pieces without a text, and at least one.
    pub fn is_void(&self, line: &str) -> bool {
        line.contains(OPEN)
            && self.parts(line).iter().all(|part| match part {
                Part::Text(words) => words.trim().is_empty(),
                Part::Piece(piece) => piece.markdown.is_empty() && !piece.block,
            })
    }
}
