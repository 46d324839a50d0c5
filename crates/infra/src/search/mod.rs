//! Full-text search: the index of words, and the condition with which each database finds documents in it.
//!
//! The program splits texts into words (`documents::folding`), writes them to an index of its own on both databases,
//! and uses the same form in queries, so both find the same documents. Words consist only of letters and digits, so a
//! user's text is never part of a query's syntax.

mod excerpts;
mod index;
mod postgres_tsvector;
mod sqlite_fts5;

pub(crate) use excerpts::excerpts;
pub(crate) use index::{put, put_missing};
pub(crate) use sqlite_fts5::{count as count_on_sqlite, nth as nth_on_sqlite};

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use diesel::sql_types::Bool;
use documents::{DocumentFilter, Shelf};

/// Which of the documents with the words are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The newest ones before a position, up to a limit.
    Newest {
        /// Only documents before this position.
        before: i64,
        /// At most this many, more than zero.
        limit: i64,
    },
    /// Their number.
    Number,
}

/// Returns the condition that a document has all words of the filter, where the last one may be a prefix, or `None`
/// for a filter without words. It admits at least the needed documents, and none without the words.
pub(crate) fn condition(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    wanted: Wanted,
) -> Result<Option<Phrase<Bool>>, DbError> {
    let Some(words) = &filter.words else { return Ok(None) };
    let condition = match (conn, wanted, filter.shelf) {
        (AnyConn::Pg(c), ..) => postgres_tsvector::condition(c, words, wanted)?,
        (AnyConn::Sqlite(_), Wanted::Newest { before, limit }, Shelf::Repository(visibility)) => {
            sqlite_fts5::newest(words, visibility, (filter.level, filter.category), (before, limit))
        }
        (AnyConn::Sqlite(_), ..) => sqlite_fts5::condition(words),
    };
    Ok(Some(condition))
}
