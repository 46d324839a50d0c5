//! What is stored beside a document's text and made from it: the starts that lists show, its links, and what the index
//! has of it.

use crate::db::error::DbError;
use crate::search::words::Entry;
use crate::storage::documents::links::Links;
use facility_documents::document::Document;
use facility_documents::previews::previews_of;
use facility_documents::sealed::storage::unseal;
use facility_documents::variants::Variants;

/// What a document's text gives rise to. Of the longest texts it takes longer to make than to write, and on SQLite
/// everybody who writes would wait for it: it is made before the transaction that writes the document.
pub(crate) struct Derived {
    /// [`facility_documents::previews::previews_of`].
    pub(crate) previews: String,
    /// Its links.
    pub(crate) links: Links,
    /// What the index has of it.
    pub(crate) entry: Entry,
}

/// Internal error: the derived data was not prepared.
pub(crate) fn unprepared() -> DbError {
    DbError::Fault("what is derived from the text was not made".to_owned())
}

impl Derived {
    /// Makes it.
    pub(crate) fn of(document: &Document) -> Self {
        let (level, content) = (document.clearance, unseal(&document.text.content));
        let texts = Variants::of(content, level);
        Self {
            previews: previews_of(content, texts.base()),
            links: Links::of(content, level),
            entry: Entry::of(level, &document.text.title, texts),
        }
    }
}
