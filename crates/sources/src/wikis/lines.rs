//! What is read of the lines of a text.

use crate::wikis::lists::Item;
use crate::wikis::markdown::Blocks;
use crate::wikis::tables::Cell;

/// What lines of the same kind make together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Paragraph,
    List,
    Code,
    Table,
    Quotation,
}

/// The blocks of a text, and the one that is not finished yet.
pub struct Lines {
    pub out: Blocks,
    /// The line that is read.
    pub here: usize,
    pub depth: usize,
    pub open: Option<Kind>,
    /// The first line of what is open.
    pub start: usize,
    pub texts: Vec<String>,
    pub items: Vec<Item>,
    pub rows: Vec<Vec<Cell>>,
}

impl Lines {
    /// Nothing is read yet of a text that begins in this line.
    pub fn at(line: usize, depth: usize) -> Self {
        let (out, texts, items, rows) = Default::default();
        Self { out, here: line, depth, open: None, start: line, texts, items, rows }
    }

    pub fn is_open(&self, kind: Kind) -> bool {
        self.open == Some(kind)
    }
}
