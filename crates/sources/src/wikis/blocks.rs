//! Reads the lines of a prepared text as headings, lists, tables, quotations and paragraphs.

use crate::wikis::find::{cut, from};
use crate::wikis::lines::{Kind, Lines};
use crate::wikis::lists::{self, Item};
use crate::wikis::markdown::{fence, heading};
use crate::wikis::syntax::{Converter, Syntax};
use crate::wikis::tables;
use std::mem::take;

impl<W> Converter<'_, W>
where
    Self: Syntax,
{
    pub fn block_lines(&mut self, text: &str, line: usize, depth: usize) -> String {
        let mut lines = Lines::at(line, depth);
        let mut rest = Some(text);
        while let Some(text) = rest {
            let joined = Self::extent(text);
            let end = joined.unwrap_or_else(|| text.find('\n').unwrap_or(text.len()));
            let source = cut(text, 0, end);
            if joined.is_some() {
                self.line(&mut lines, source);
            } else if !self.pieces.is_void(source) {
                self.parts(&mut lines, source);
            }
            lines.here += 1 + source.matches('\n').count() + self.pieces.lines(source);
            rest = (end < text.len()).then(|| from(text, end + 1));
        }
        self.flush(&mut lines);
        lines.out.finish()
    }

    /// Adds a line whose blocks stand by themselves.
    fn parts(&mut self, lines: &mut Lines, source: &str) {
        for (number, (words, block)) in self.pieces.around_blocks(source).into_iter().enumerate() {
            let is_blank = words.trim().is_empty();
            if number > 0 && !is_blank {
                self.after_block(lines, &words);
            } else if !is_blank || block.is_none() {
                self.line(lines, &words);
            }
            let Some(block) = block else { continue };
            let between = Self::before_block_of_item(&words).filter(|_| !block.is_empty());
            if let (Some(between), Some(item)) = (between, lines.items.last_mut()) {
                item.text.push_str(between);
                item.text.push_str(&block);
            } else {
                self.add_block(lines, &block);
            }
        }
    }

    /// Ends what is open, unless it is of this kind.
    pub fn open(&mut self, lines: &mut Lines, kind: Kind) {
        if !lines.is_open(kind) {
            self.flush(lines);
            lines.open = Some(kind);
            lines.start = lines.here;
        }
    }

    pub fn add_block(&mut self, lines: &mut Lines, markdown: &str) {
        self.flush(lines);
        lines.out.push(markdown);
    }

    pub fn add_heading(&mut self, lines: &mut Lines, level: usize, words: &str) {
        self.flush(lines);
        let words = self.inline(words, lines.here, lines.depth);
        lines.out.push(&heading(level, &words));
    }

    /// Adds a line to a paragraph, to code, or to a quotation.
    pub fn add(&mut self, lines: &mut Lines, kind: Kind, text: impl Into<String>) {
        self.open(lines, kind);
        lines.texts.push(text.into());
    }

    pub fn add_item(&mut self, lines: &mut Lines, depth: usize, ordered: bool, words: &str) {
        self.open(lines, Kind::List);
        let text = self.inline(words, lines.here, lines.depth);
        lines.items.push(Item { depth, ordered, text });
    }

    pub fn flush(&mut self, lines: &mut Lines) {
        let texts = take(&mut lines.texts);
        let block = match lines.open.take() {
            None => return,
            Some(Kind::Paragraph) => self.paragraph(&texts.join("\n"), lines.start, lines.depth),
            Some(Kind::List) => lists::render(&take(&mut lines.items)),
            Some(Kind::Code) => fence("", &Self::code(&self.pieces, &texts.join("\n"))),
            Some(Kind::Table) => tables::render(&take(&mut lines.rows)),
            Some(Kind::Quotation) => self.quotation(&texts, lines.start, lines.depth),
        };
        lines.out.push(&block);
    }
}
