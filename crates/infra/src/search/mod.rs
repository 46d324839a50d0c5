//! Full-text search over an index of words of our own, the same on both databases.
//!
//! The program splits texts into words (`documents::folding`) and writes, for each block of 8,192 documents and each
//! word, which of them have it (`search_words`), and the same for sequences of two and three words (`search_sequences`). A search
//! reads the blocks of its words, newest first, combines them as sets of bits, and stops when its page is full. So its
//! costs depend on the page and the number of blocks, not on the number of documents with a word, and both databases
//! find the same.

mod excerpts;
mod index;
mod matching;
mod members;
mod phrases;
mod postings;
mod replacing;
mod rows;
mod sequences;
mod suggestions;
mod visible;
mod words;

pub(crate) use excerpts::{excerpts, short_text};
pub(crate) use index::{forget, put, put_inserted, replace};
pub(crate) use matching::{count, find};
pub(crate) use suggestions::suggestions;
pub(crate) use words::Entry;

use crate::db::AnyConn;
use crate::db::phrase::Phrase;
use diesel::sql_types::Bool;
use diesel::{QueryResult, SqliteConnection};

/// Registers the SQL functions of the index on a connection.
pub(crate) fn register(conn: &mut SqliteConnection) -> QueryResult<()> {
    members::register(conn)?;
    replacing::register(conn)
}

/// The place of a document in the list of a search: its position, and above it the number of the group that precedes the
/// others in order of relevance. Lists are in descending order of places, so cursors hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(i64);

/// Bits of a position.
const POSITION_BITS: u32 = 56;

impl Place {
    fn new(group: i64, position: i64) -> Self {
        Self((group << POSITION_BITS) | position)
    }

    /// Returns the number that cursors hold.
    pub(crate) const fn number(self) -> i64 {
        self.0
    }

    /// Returns the document's position.
    pub(crate) const fn position(self) -> i64 {
        self.0 & ((1 << POSITION_BITS) - 1)
    }
}

/// Returns the condition that a document has one of these positions.
pub(crate) fn among(conn: &AnyConn, positions: &[i64]) -> Phrase<Bool> {
    match conn {
        AnyConn::Sqlite(_) => Phrase::sql("documents.position IN (SELECT value FROM json_each(")
            .text(list(positions, true))
            .then("))"),
        AnyConn::Pg(_) => {
            Phrase::sql("documents.position = ANY(CAST(").text(list(positions, false)).then(" AS bigint[]))")
        }
    }
}

/// Positions as PostgreSQL's text of an array, or as JSON for SQLite.
fn list(positions: &[i64], is_sqlite: bool) -> String {
    let numbers: Vec<String> = positions.iter().map(i64::to_string).collect();
    let (open, close) = if is_sqlite { ('[', ']') } else { ('{', '}') };
    format!("{open}{}{close}", numbers.join(","))
}
