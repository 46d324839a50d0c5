//! The only way to show a document's text to a reader.

use crate::document::Document;
use crate::marks::Mark;
use crate::portions::{CutText, cut};
use crate::previews::{pictures_for, preview_for};
use crate::sealed::Sealed;
use crate::snippet::{FileMatch, Match, Snippet};
use crate::visibility::Visibility;
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_kernel::Clearance;

/// A document as read from storage, with related data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    pub document: Document,
    /// Whether its content was read. Otherwise the content is empty.
    pub has_content: bool,
    /// The owner's username, even if the account was deleted.
    pub submitted_by_username: String,
    /// Its files. Missing ones are omitted.
    pub files: Vec<AttachedFile>,
    /// The start of the content as plain text: [`crate::previews::previews`].
    pub preview: Sealed<String>,
    /// The content around the search words. Only in search results.
    pub snippet: Option<Sealed<Snippet>>,
    /// The positions of the search words in the title. Only in search results.
    pub title_matches: Option<Vec<Match>>,
    /// The text of a file around the search words, if only it has some of them. Only in search results.
    pub file_match: Option<Sealed<FileMatch>>,
}

/// A document as one reader may see it. Only [`view`] creates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visible {
    /// The document, without its content.
    pub document: Document,
    pub submitted_by_username: String,
    /// Its files. Missing ones are omitted.
    pub files: Vec<AttachedFile>,
    /// Its text. `None` if it is withheld.
    pub text: Option<VisibleText>,
    opened: Opened,
}

/// What a reader has opened of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    /// The latest version that they opened.
    pub version: Option<i32>,
    /// The document's mark for this reader.
    pub mark: Option<Mark>,
}

/// The text of a document as a reader may read it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct VisibleText {
    /// The content in Markdown, with a bar for each portion above the reader's level. `None` in lists that do not show
    /// it.
    pub content: Option<String>,
    /// The levels of the bars in the content, in ascending order, without duplicates.
    pub withheld: Vec<Clearance>,
    /// The start of the content as plain text.
    pub preview: String,
    /// The number of pictures that the content shows to the reader.
    pub pictures: u32,
    /// The content around the search words. Only in search results.
    pub snippet: Option<Snippet>,
    /// The positions of the search words in the title. Only in search results.
    pub title_matches: Option<Vec<Match>>,
    /// The text of a file around the search words, if only it has some of them. Only in search results.
    pub file_match: Option<FileMatch>,
}

impl Visible {
    #[must_use]
    pub fn with_opened(self, opened: Opened) -> Self {
        Self { opened, ..self }
    }

    /// Returns what its reader has opened. Empty if this was not looked up.
    pub const fn opened(&self) -> Opened {
        self.opened
    }
}

/// Returns a document as this reader may see it. If `reader` admits it, this includes the text without the portions
/// above their level. Otherwise both the text and the files are omitted, because a file's name can reveal as much. Code
/// that shows text to a reader MUST take it from here.
pub fn view(stored: Stored, reader: &Visibility) -> Visible {
    let Stored {
        mut document,
        has_content,
        submitted_by_username,
        mut files,
        preview,
        snippet,
        title_matches,
        file_match,
    } = stored;
    // Always removed, so that withheld text goes no further.
    let content = std::mem::replace(&mut document.text.content, Sealed::new(String::new()));
    let text = reader.admits(&document).then(|| {
        let text = view_text(has_content.then_some(content), &preview, reader.max_level);
        let (snippet, file_match) = (snippet.map(Sealed::reveal), file_match.map(Sealed::reveal));
        VisibleText { snippet, title_matches, file_match, ..text }
    });
    if text.is_none() {
        files.clear();
        document.files = AttachedFiles::default();
    }
    Visible { document, submitted_by_username, files, text, opened: Opened::default() }
}

/// Returns a text that does not belong to a document yet, and its preview, as a reader of this level may see it:
/// without the portions above their level. The caller must decide whether they may see the rest.
pub fn view_text(content: Option<Sealed<String>>, previews: &Sealed<String>, reader: Clearance) -> VisibleText {
    let (content, withheld) = content.map_or((None, Vec::new()), |content| {
        let CutText { text, withheld } = cut(content.reveal(), reader);
        (Some(text), withheld)
    });
    let previews = previews.as_stored();
    let (preview, pictures) = (preview_for(previews, reader).to_owned(), pictures_for(previews, reader));
    VisibleText { content, withheld, preview, pictures, snippet: None, title_matches: None, file_match: None }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Samples of stored documents for tests.

    use super::{Document, Stored};

    /// Returns the stored form of this document.
    pub fn record(document: Document) -> Stored {
        Stored {
            document,
            has_content: true,
            submitted_by_username: "owner".to_owned(),
            files: Vec::new(),
            preview: "The content".into(),
            snippet: None,
            title_matches: None,
            file_match: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::record;
    use super::*;
    use crate::visibility::testing::{document, released_at};
    use facility_kernel::testing::{TEST_NOW, actor};

    fn summary(document: Document) -> Stored {
        Stored {
            has_content: false,
            snippet: Some(Sealed::new(Snippet { text: "The content".to_owned(), matches: vec![[4, 11]] })),
            title_matches: Some(Vec::new()),
            ..record(document.saying(""))
        }
    }

    fn reader(level: i64, is_admin: bool) -> Visibility {
        Visibility::of(&actor(9, level, is_admin), TEST_NOW)
    }

    #[test]
    fn a_cleared_reader_gets_the_text() {
        let seen = view(record(document(1, 3, 1)), &reader(3, false));
        let text = seen.text.as_ref().unwrap();
        assert_eq!(text.content.as_deref(), Some("The content of document 1."));
        assert_eq!((text.preview.as_str(), &text.snippet), ("The content", &None));
        let seen = view(summary(document(1, 3, 1)), &reader(3, false));
        let text = seen.text.as_ref().unwrap();
        assert_eq!(
            (&text.content, text.snippet.as_ref().map(|found| found.text.as_str())),
            (&None, Some("The content"))
        );
    }

    #[test]
    fn portions_above_the_reader_are_bars_in_the_text_and_blocks_in_the_preview() {
        let content = "The {{4|south}} gate.\n:::level 5\nIt opens.\n:::\n";
        let stored =
            Stored { preview: crate::previews::previews(content).into(), ..record(document(1, 3, 1).saying(content)) };
        let seen = |level| {
            let text = view(stored.clone(), &reader(level, true)).text.unwrap();
            (text.content.unwrap(), text.preview, text.withheld.iter().map(|level| level.level()).collect::<Vec<_>>())
        };
        assert_eq!(
            seen(3),
            ("The {{withheld 4}} gate.\n:::withheld 5\n:::\n".to_owned(), "The ███ gate. ███".to_owned(), vec![4, 5])
        );
        assert_eq!(seen(4).2, [5]);
        assert_eq!(seen(5), (content.to_owned(), "The south gate. It opens.".to_owned(), vec![]));
    }

    #[test]
    fn other_readers_get_neither_text_nor_file() {
        for (document, reader) in [
            (document(1, 3, 9), reader(2, false)),
            (document(1, 3, 9), reader(2, true)),
            (released_at(1, 1, 1), reader(5, false)),
        ] {
            let seen = view(record(document.clone()), &reader);
            assert_eq!(seen.text, None);
            let parts = view(summary(document), &reader);
            assert_eq!(parts.text, None);
            assert_eq!(parts.document.text.content, Sealed::from(""));
        }
    }
}
