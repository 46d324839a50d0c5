//! The markup of MediaWiki to Markdown.
//!
//! First whatever does not nest in lines (comments, code, notes, templates) is taken out of the text and put aside as
//! pieces; then the lines are read as blocks, and their words as inline markup, where the pieces come back.

mod blocks;
mod inline;
mod link;

mod prepare;
mod table;
mod tags;
mod template;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::wikis::find::MAX_DEPTH;
use crate::wikis::markdown::{Blocks, escape, one_line};
use crate::wikis::notes::Notes;
use crate::wikis::pieces::{self, Pieces};
use crate::wikis::source::FileIndex;

/// What a wiki's pages need to know of the wiki. Names of namespaces are in lower case.
#[derive(Debug, Default)]
pub struct Site {
    pub file_names: HashSet<String>,
    pub category_names: HashSet<String>,
    pub namespaces: HashSet<String>,
    pub case_sensitive: bool,
    pub files: FileIndex,
}

impl Site {
    /// A title as the wiki itself writes it: spaces for underscores, the first letter a capital.
    pub fn canonical(&self, title: &str) -> String {
        let title = one_line(&title.replace('_', " "));
        if self.case_sensitive {
            return title;
        }
        let mut letters = title.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

#[derive(Debug, Default)]
pub struct Converted {
    pub markdown: String,
    pub tags: Vec<String>,
}

#[derive(Default)]
struct References {
    /// The Markdown of each note, in order of its first mention.
    texts: Vec<String>,
    named: HashMap<String, usize>,
}

struct Converter<'a> {
    site: &'a Site,
    title: &'a str,
    notes: &'a mut Notes,
    pieces: Pieces,
    tags: Vec<String>,
    references: References,
}

pub fn convert(text: &str, title: &str, site: &Site, notes: &mut Notes) -> Converted {
    let mut converter = Converter {
        site,
        title,
        notes,
        pieces: Pieces::default(),
        tags: Vec::new(),
        references: References::default(),
    };
    let text = pieces::without_marks(text);
    let body = converter.blocks(&text, 1, 0);
    let mut out = Blocks::default();
    out.push(&body);
    let texts = std::mem::take(&mut converter.references.texts);
    for (number, text) in texts.iter().enumerate() {
        let text = if text.is_empty() { "(no text)" } else { text.as_str() };
        out.push(&format!("[^{}]: {text}", number + 1));
    }
    Converted { markdown: out.finish(), tags: converter.tags }
}

impl Converter<'_> {
    fn blocks(&mut self, text: &str, line: usize, depth: usize) -> String {
        if depth > MAX_DEPTH {
            self.notes.add("nested too deeply, shown as text", line, "nested too deeply");
            return escape(&self.pieces.raw(text), true);
        }
        let prepared = self.prepare(text, line, depth);
        self.block_lines(&prepared, line, depth)
    }
}
