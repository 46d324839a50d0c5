//! Full-text search: the index of words, and the condition by which each database finds documents in it.
//!
//! The program decides what the words of a text are (`documents::folding`), writes them into an index of its own on
//! both databases, and asks for them in the same form: both find the same. The words hold letters and digits alone, so
//! no text of a user is ever part of a query's syntax.

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

/// What is asked of the documents that have the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The newest of those before a position, at most this many.
    Newest {
        /// Only what stands before it.
        before: i64,
        /// No more than this many, which is more than none.
        limit: i64,
    },
    /// How many there are.
    Number,
}

/// The condition that a document has all the words of the filter, the last one perhaps as the start of one; none for a
/// filter without words. It admits at least the documents that are wanted, and none without the words.
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
