//! The text of a document in the trash, and what the index has about it.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::search::words::{Entry, Indexed};
use crate::storage::documents::links::Links;
use crate::storage::files::texts::{KnownWords, ReadTexts};
use diesel::OptionalExtension as _;
use diesel::RunQueryDsl as _;
use diesel::sql_types::Text;
use facility_documents::variants::Variants;
use facility_kernel::{Clearance, DocumentId};

named_row! { struct Row { position: Option<i64>, clearance_level: i64, title: String, content: String } }

/// The indexed values of a document in the trash.
#[derive(PartialEq)]
pub(crate) struct TrashedText {
    /// `None` if it was imported into the trash: then the index has nothing about it.
    pub(crate) position: Option<i64>,
    pub(crate) level: Clearance,
    pub(crate) title: String,
    content: String,
}

impl TrashedText {
    /// Returns the text of a document in the trash.
    pub(crate) fn find(conn: &mut AnyConn, id: DocumentId) -> Result<Option<Self>, DbError> {
        let id = id.to_string();
        let row: Option<Row> = diesel::sql_query(
            "SELECT CAST(content ->> 'position' AS BIGINT) AS position, \
             CAST(content ->> 'clearance_level' AS BIGINT) AS clearance_level, \
             content ->> 'title' AS title, content ->> 'content' AS content FROM trashed_rows \
             WHERE document_id = $1 AND source = 'documents'",
        )
        .bind::<Text, _>(&id)
        .get_result(conn)
        .optional()?;
        let Some(Row { position, clearance_level, title, content }) = row else { return Ok(None) };
        let level = Clearance::parse(clearance_level).map_err(|_refused| DbError::Inconsistent {
            table: "trashed_rows",
            column: "content",
            row: id,
        })?;
        Ok(Some(Self { position, level, title, content }))
    }
}

/// What the index has about a document in the trash, and gets again if it is restored. Made before the transaction that
/// restores or purges it.
pub(crate) struct TrashedIndex {
    pub(crate) text: TrashedText,
    pub(crate) indexed: Indexed,
    pub(crate) entry: Entry,
    pub(crate) links: Links,
    pub(crate) files: KnownWords,
}

impl TrashedIndex {
    pub(crate) fn of(text: TrashedText, files: ReadTexts) -> Self {
        let TrashedText { level, title, content, .. } = &text;
        Self {
            indexed: Indexed::of(*level, title, content),
            entry: Entry::of(*level, title, Variants::of(content, *level)),
            links: Links::of(content, *level),
            files: KnownWords::of(files),
            text,
        }
    }

    /// Checks that the document still has this text. Errors: [`DbError::Stale`] if it was restored, and perhaps deleted
    /// again.
    pub(crate) fn check(&self, conn: &mut AnyConn, id: DocumentId) -> Result<(), DbError> {
        if TrashedText::find(conn, id)?.as_ref() == Some(&self.text) { Ok(()) } else { Err(DbError::Stale) }
    }
}
