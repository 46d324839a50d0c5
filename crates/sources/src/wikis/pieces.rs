//! What is put aside while the text around it is converted.

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

impl Piece {
    pub fn inline(markdown: impl Into<String>, words: impl Into<String>) -> Self {
        Self { markdown: markdown.into(), words: words.into(), ..Self::default() }
    }

    pub fn block(markdown: impl Into<String>) -> Self {
        Self::inline(markdown, "").with_block(true)
    }

    /// It says nothing; what is around a block are two paragraphs.
    pub fn nothing(block: bool) -> Self {
        Self::default().with_block(block)
    }

    pub fn with_block(self, block: bool) -> Self {
        Self { block, ..self }
    }

    pub fn up_to(self, end: usize) -> (usize, Taken) {
        (end, Taken::Piece(self))
    }
}

/// What is taken out of a text.
pub enum Taken {
    /// It is put aside.
    Piece(Piece),
    /// Stands in its place.
    Text(String),
}

#[derive(Debug, Default)]
pub struct Pieces(Vec<Piece>);

/// The marks are from a range for private use: a text that has them loses them.
pub fn without_marks(text: &str) -> String {
    text.replace(['\u{E000}', '\u{E001}', '\u{E002}'], "\u{FFFD}")
}

pub enum Part<'t, 'p> {
    Text(&'t str),
    /// A piece, and the mark of it.
    Piece(&'p Piece, &'t str),
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
            parts.push(Part::Text(before));
            let (piece, length) = self.at(mark).unzip();
            let (mark, after) = mark.split_at(length.unwrap_or(OPEN.len_utf8()));
            parts.extend(piece.map(|piece| Part::Piece(piece, mark)));
            rest = after;
        }
        parts.push(Part::Text(rest));
        parts
    }

    pub fn lines(&self, text: &str) -> usize {
        self.parts(text).iter().map(|part| if let Part::Piece(piece, _) = part { piece.lines } else { 0 }).sum()
    }

    fn join<'p>(&'p self, text: &str, show: impl Fn(&'p Piece) -> &'p str) -> String {
        let show = |part| match part {
            Part::Text(words) => words,
            Part::Piece(piece, _) => show(piece),
        };
        self.parts(text).into_iter().map(show).collect()
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
        let mut found = Vec::new();
        let mut words = String::new();
        for part in self.parts(line) {
            match part {
                Part::Piece(piece, _) if piece.block => {
                    found.push((std::mem::take(&mut words), Some(piece.markdown.clone())));
                }
                Part::Text(text) | Part::Piece(_, text) => words.push_str(text),
            }
        }
        if found.is_empty() || !words.trim().is_empty() {
            found.push((words, None));
        }
        found
    }

    /// Whether the line holds nothing but pieces without a text, and at least one.
    pub fn is_void(&self, line: &str) -> bool {
        line.contains(OPEN)
            && self.parts(line).iter().all(|part| match part {
                Part::Text(words) => words.trim().is_empty(),
                Part::Piece(piece, _) => piece.markdown.is_empty() && !piece.block,
            })
    }
}
