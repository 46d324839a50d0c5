//! How a text becomes Markdown, whatever its wiki.
//!
//! First what does not nest in lines (comments, code, notes, links) is taken out of the text and put aside as pieces;
//! then the lines are read as blocks, and their words as inline markup, where the pieces come back. A wiki has the rules
//! of its own: it implements [`Syntax`] for a [`Converter`] with what its pages know of each other.

use crate::collection::NO_FILE;
use crate::wikis::find::{MAX_DEPTH, cut, from, lines_in};
use crate::wikis::lines::Lines;
use crate::wikis::markdown::{Blocks, escape, paragraph};
use crate::wikis::notes::Notes;
use crate::wikis::pieces::{Piece, Pieces, Taken, without_marks};
use crate::wikis::scan::Scan;

/// A text of a page while it is converted.
pub struct Converter<'a, W> {
    pub wiki: W,
    /// Its name in the wiki.
    pub page: &'a str,
    pub notes: &'a mut Notes,
    pub pieces: Pieces,
    pub tags: Vec<String>,
    pub footnotes: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Converted {
    pub markdown: String,
    pub tags: Vec<String>,
}

/// The rules of a wiki. Lines are counted from 1, and `depth` from 0 for the page itself.
pub trait Syntax {
    /// The characters, all of ASCII, with which begins what is put aside.
    const STARTS: &'static [char];
    /// What stands for a footnote without a text.
    const NO_NOTE: &'static str = "";

    /// Returns what begins at `at`, and where it has ended. `None`: nothing, the character is text.
    fn take(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)>;

    /// Returns the Markdown of words without blocks; lines keep their ends.
    fn inline(&mut self, text: &str, line: usize, depth: usize) -> String;

    /// Adds a line, or the lines that [`Self::extent`] joined, to the blocks.
    fn line(&mut self, lines: &mut Lines, source: &str);

    /// Returns how many bytes belong together at the beginning of these lines, although there may be ends of lines and
    /// blocks in them.
    fn extent(_rest: &str) -> Option<usize> {
        None
    }

    /// Adds the words that follow a block in its line.
    fn after_block(&mut self, lines: &mut Lines, words: &str) {
        self.line(lines, words);
    }

    /// Returns what stands between the item of a list and a block after these words of its line. `None`: the block ends
    /// the list.
    fn before_block_of_item(_words: &str) -> Option<&'static str> {
        None
    }

    fn paragraph(&mut self, text: &str, line: usize, depth: usize) -> String {
        paragraph(&self.inline(text, line, depth))
    }

    /// Returns the text of lines that are code by their indentation.
    fn code(pieces: &Pieces, text: &str) -> String {
        pieces.raw(text)
    }

    /// Returns the Markdown of the quoted lines that were added one after the other.
    fn quotation(&mut self, lines: &[String], _line: usize, _depth: usize) -> String {
        lines.join("\n")
    }
}

/// Converts a text of the page.
pub fn convert<'a, W>(wiki: W, page: &'a str, text: &str, notes: &'a mut Notes) -> Converted
where
    Converter<'a, W>: Syntax,
{
    let (pieces, tags, footnotes) = Default::default();
    let mut converter = Converter { wiki, page, notes, pieces, tags, footnotes };
    let mut out = Blocks::default();
    out.push(&converter.blocks(&without_marks(text), 1, 0));
    for (number, note) in converter.footnotes.iter().enumerate() {
        let note = if note.is_empty() { Converter::<'a, W>::NO_NOTE } else { note.as_str() };
        out.push(&format!("[^{}]: {note}", number + 1));
    }
    Converted { markdown: out.finish(), tags: converter.tags }
}

impl<W> Converter<'_, W> {
    /// Adds a footnote and returns the mark of it.
    pub fn footnote(&mut self, note: String) -> String {
        self.footnotes.push(note);
        format!("[^{}]", self.footnotes.len())
    }

    /// Says that the page shows a file which the source does not have.
    pub fn missing_file(&mut self, name: &str, line: usize) {
        self.notes.add(NO_FILE, line, name);
    }

    pub fn merged_cells(&mut self, line: usize, detail: &str) {
        self.notes.add("table cells over several rows or columns, now single", line, detail);
    }
}

impl<W> Converter<'_, W>
where
    Self: Syntax,
{
    /// Returns the Markdown of a text from which nothing was taken yet.
    pub fn blocks(&mut self, text: &str, line: usize, depth: usize) -> String {
        if depth > MAX_DEPTH {
            self.notes.add("nested too deeply, shown as text", line, "nested too deeply");
            return escape(&self.pieces.raw(text), true);
        }
        let prepared = self.prepare(text, line, depth);
        self.block_lines(&prepared, line, depth)
    }

    /// Returns a text whose pieces are put aside.
    pub fn prepare(&mut self, text: &str, line: usize, depth: usize) -> String {
        if !text.contains(Self::STARTS) {
            return text.to_owned();
        }
        let lower = &text.to_ascii_lowercase();
        let mut scan = Scan::of(text, lower, line, depth);
        let (mut at, mut counted) = (0, 0);
        while let Some(found) = from(text, at).find(Self::STARTS) {
            let start = at + found;
            scan.out.push_str(cut(text, at, start));
            scan.line += lines_in(cut(text, counted, start));
            counted = start;
            let (end, taken) = self
                .take(&mut scan, start)
                .unwrap_or_else(|| (start + 1, Taken::Text(cut(text, start, start + 1).into())));
            match taken {
                Taken::Text(text) => scan.out.push_str(&text),
                Taken::Piece(piece) => {
                    let raw = cut(text, start, end).to_owned();
                    scan.out.push_str(&self.pieces.put(Piece { lines: lines_in(&raw), raw, ..piece }));
                }
            }
            at = end;
        }
        scan.out.push_str(from(text, at));
        scan.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wikis::lines::Kind;

    /// A wiki with headings `! a`, items `* a`, and literal text in braces.
    struct Small;

    impl Syntax for Converter<'_, Small> {
        const STARTS: &'static [char] = &['{'];

        fn take(&mut self, scan: &mut Scan<'_>, at: usize) -> Option<(usize, Taken)> {
            let (inner, end) = scan.until(at + 1, "}")?;
            Some(Piece::inline(escape(inner, false), inner).up_to(end))
        }

        fn inline(&mut self, text: &str, line: usize, depth: usize) -> String {
            self.marked(&[], text, line, depth)
        }

        fn line(&mut self, lines: &mut Lines, source: &str) {
            if let Some(words) = source.strip_prefix("! ") {
                self.add_heading(lines, 1, words);
            } else if let Some(words) = source.strip_prefix("* ") {
                self.add_item(lines, 1, false, words);
            } else if source.is_empty() {
                self.flush(lines);
            } else {
                self.add(lines, Kind::Paragraph, source);
            }
        }
    }

    #[test]
    fn a_wiki_has_only_the_rules_of_its_own() {
        let text = "! Head\na {! b}\nc\n* d\n* {e*}\n\nf";
        let converted = convert(Small, "page", text, &mut Notes::quiet());
        assert_eq!(converted.markdown, "# Head\n\na ! b\nc\n\n- d\n- e\\*\n\nf");
    }
}
