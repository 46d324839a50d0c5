//! SQLite's FTS5.

use super::Snippet;
use crate::db::phrase::Phrase;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{QueryResult, RunQueryDsl, SqliteConnection};
use documents::Words;
use std::fmt::Write as _;

pub(super) fn condition(words: &Words) -> Phrase<Bool> {
    Phrase::sql("documents.position IN (SELECT rowid FROM documents_search WHERE documents_search MATCH ")
        .text(query(words))
        .then(")")
}

/// Every word in quotes, so that none is an operator; a star after the last.
fn query(words: &Words) -> String {
    let quoted: Vec<String> = words.as_slice().iter().map(|word| format!("\"{word}\"")).collect();
    format!("{} *", quoted.join(" "))
}

pub(super) fn snippets(
    conn: &mut SqliteConnection,
    words: &Words,
    positions: &[i64],
) -> QueryResult<Vec<Snippet>> {
    let (Some(least), Some(most)) = (positions.iter().min(), positions.iter().max()) else {
        return Ok(Vec::new());
    };
    let mut list = String::new();
    for position in positions {
        // Writing to a String cannot fail.
        let _always_ok = write!(list, "{}{position}", if list.is_empty() { "" } else { "," });
    }
    // The plus keeps the list out of the index: one walk through the range, instead of one search a document.
    let sql = format!(
        "SELECT rowid AS position, snippet(documents_search, 1, char(2), char(3), '…', 24) AS snippet \
         FROM documents_search WHERE documents_search MATCH $1 AND rowid BETWEEN $2 AND $3 AND +rowid IN ({list})"
    );
    diesel::sql_query(sql)
        .bind::<Text, _>(query(words))
        .bind::<BigInt, _>(least)
        .bind::<BigInt, _>(most)
        .load(conn)
}
