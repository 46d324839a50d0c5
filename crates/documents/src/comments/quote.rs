//! Quotes of passages.

use crate::plain::plain_text;
use crate::portions::{levels, readable};
use crate::sealed::Sealed;
use crate::view::Visible;
use facility_kernel::Clearance;

/// The quoted words of a document, which their author could read in it.
///
/// Readers see a quote if the words are in the text of the document as they may read it now, or if no passage of it is
/// withheld from them and they have the quote's level. Everybody else sees a bar. Both depend only on what the reader
/// may read and on the level of the bar, so a quote confirms nothing about withheld passages, also after the document
/// changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The words, as plain text.
    pub text: Sealed<String>,
    /// The lowest level whose readers had the words in their text of the document when the quote was made.
    pub level: Clearance,
}

/// A document's text as one reader may read it, to find quoted words in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passages {
    /// The Markdown that the reader may read.
    text: String,
    /// The letters and digits of all that the reader may read.
    words: String,
    /// The level of the document.
    level: Clearance,
    /// The level of the reader.
    reader: Clearance,
    /// The highest level of the passages that are withheld from the reader.
    withheld: Option<Clearance>,
}

impl Passages {
    /// Takes the text of a document that was read with its content for a reader of this level. `None` if it is
    /// withheld.
    pub fn of(document: &Visible, reader: Clearance) -> Option<Self> {
        let seen = document.text.as_ref()?;
        let text = seen.content.as_deref()?;
        let withheld = seen.withheld.last().copied();
        Some(Self {
            words: letters(&plain_text(&readable(text, reader))),
            text: text.to_owned(),
            level: document.document.clearance,
            reader,
            withheld,
        })
    }

    /// Returns the level of a quote of these words: the lowest whose readers have them in their text. `None` if the
    /// reader of these passages does not have them, or if there is no letter or digit among them. Blanks and signs may
    /// differ, because what a page shows as a list or a table has others in Markdown.
    pub fn level_of(&self, quote: &str) -> Option<Clearance> {
        let quote = letters(quote);
        if quote.is_empty() || !self.words.contains(&quote) {
            return None;
        }
        let below = std::iter::once(self.level)
            .chain(levels(&self.text))
            .filter(|level| (self.level..self.reader).contains(level))
            .find(|level| letters(&plain_text(&readable(&self.text, *level))).contains(&quote));
        Some(below.unwrap_or(self.reader))
    }

    /// Returns the level of the bar in place of a quote of this level. `None` if the reader may read its words.
    pub(super) fn bar(&self, words: &str, level: Clearance) -> Option<Clearance> {
        if self.words.contains(&letters(words)) {
            return None;
        }
        if level > self.reader { Some(level) } else { self.withheld }
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}
