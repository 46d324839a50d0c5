//! Full-text search: which condition each database finds words by, and what it shows around them.
//!
//! The words come as letters and digits alone, so no text of a user is ever part of a query's syntax.
//! The databases agree on what is found but for one thing: SQLite finds "é" by "e", PostgreSQL does not.

mod postgres_tsvector;
mod sqlite_fts5;

pub(crate) use sqlite_fts5::{count as count_on_sqlite, nth as nth_on_sqlite};

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Text};
use documents::{DocumentFilter, Shelf, Words};
use std::collections::HashMap;

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

#[derive(QueryableByName)]
struct Snippet {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = Text)]
    snippet: String,
}

/// A piece of the content of each document at these positions, with marks around the words.
pub(crate) fn snippets(
    conn: &mut AnyConn,
    words: &Words,
    positions: &[i64],
) -> Result<HashMap<i64, String>, DbError> {
    let found: Vec<Snippet> = match conn {
        AnyConn::Sqlite(c) => sqlite_fts5::snippets(c, words, positions)?,
        AnyConn::Pg(c) => postgres_tsvector::snippets(c, words, positions)?,
    };
    Ok(found.into_iter().map(|row| (row.position, row.snippet)).collect())
}
