//! Data derived from a document's texts and stored beside them: the previews for lists, its links, its entry in the
//! search index, and the words of its files.

use crate::db::error::DbError;
use crate::search::words::Entry;
use crate::storage::documents::links::Links;
use crate::storage::files::texts::{KnownWords, ReadTexts};
use facility_documents::document::Document;
use facility_documents::previews::previews_of;
use facility_documents::sealed::storage::unseal;
use facility_documents::variants::Variants;

/// The derived data of a document. For long texts, making it takes longer than writing it, and on SQLite all writers
/// would wait for it. So it is made before the transaction that writes the document.
pub(crate) struct Derived {
    /// See [`facility_documents::previews::previews_of`].
    pub(crate) previews: String,
    pub(crate) links: Links,
    /// Its entry in the search index.
    pub(crate) entry: Entry,
    /// The words of its files.
    pub(crate) files: KnownWords,
}

/// Internal error: the derived data was not prepared.
pub(crate) fn unprepared() -> DbError {
    DbError::Fault("the data derived from the text was not prepared before the write".to_owned())
}

impl Derived {
    /// `files`: the texts of its files. May be empty if the write does not change which files it has.
    pub(crate) fn of(document: &Document, files: ReadTexts) -> Self {
        let (level, content) = (document.clearance, unseal(&document.text.content));
        let texts = Variants::of(content, level);
        Self {
            previews: previews_of(content, texts.base()),
            links: Links::of(content, level),
            entry: Entry::of(level, &document.text.title, texts),
            files: KnownWords::of(files),
        }
    }
}
