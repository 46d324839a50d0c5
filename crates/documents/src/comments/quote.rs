//! Quotes in comments.

use crate::plain::plain_text;
use crate::portions::{levels, readable};
use crate::sealed::Sealed;
use crate::view::Visible;
use facility_kernel::Clearance;

/// Words quoted from a document. The author of the quote could read them.
///
/// Readers see a quote if its words occur in the document as they may read it now, or if no passage of the document is
/// withheld from them and they have the quote's level. Everyone else sees a bar. This depends only on what the reader
/// may read and on the bar's level, so quotes confirm nothing about withheld passages, even after the document has
/// changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The words as plain text.
    pub text: Sealed<String>,
    /// The lowest level whose readers could read the words in the document when the quote was made.
    pub level: Clearance,
}

/// A document's text as one reader may read it, for finding quoted words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passages {
    /// The text as Markdown, as far as the reader may read it.
    text: String,
    /// The letters and digits of that text.
    words: String,
    /// The level of the document.
    level: Clearance,
    /// The level of the reader.
    reader: Clearance,
    /// The highest level of the passages withheld from the reader.
    withheld: Option<Clearance>,
}

impl Passages {
    /// Creates it for a document that was read with its content for a reader of this level. `None` if the text is
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

    /// Returns the level of a quote of these words: the lowest level whose readers can read them. `None` if this reader
    /// cannot, or if the words contain no letter or digit. White space and punctuation are ignored, because they differ
    /// between Markdown and the displayed text, for example in lists and tables.
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

    /// Returns the level of the bar shown instead of a quote with this level. `None` if the reader may read the words.
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
