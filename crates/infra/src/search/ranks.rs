//! Ranks of documents in the results of searches, and positions of documents in statements.

use crate::db::conn::AnyConn;
use crate::db::phrase::Phrase;
use diesel::sql_types::Bool;

/// The rank of a document in the results of a search: its position, and in the bits above it the number of its
/// relevance group. Results are in descending order of ranks, and cursors hold the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(i64);

/// Bits of a position.
const POSITION_BITS: u32 = 56;

impl Rank {
    pub(super) const fn new(group: i64, position: i64) -> Self {
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
        AnyConn::Sqlite(_) => {
            Phrase::sql("documents.position IN (SELECT value FROM json_each(").text(list(positions, true)).then("))")
        }
        AnyConn::Pg(_) => {
            Phrase::sql("documents.position = ANY(CAST(").text(list(positions, false)).then(" AS bigint[]))")
        }
    }
}

/// Positions as PostgreSQL's text of an array, or as JSON for SQLite.
pub(super) fn list(positions: &[i64], is_sqlite: bool) -> String {
    let numbers: Vec<String> = positions.iter().map(i64::to_string).collect();
    let (open, close) = if is_sqlite { ('[', ']') } else { ('{', '}') };
    format!("{open}{}{close}", numbers.join(","))
}
