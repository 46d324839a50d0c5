//! Excerpts of the documents that a search found.

use crate::db::{AnyConn, DbError};
use diesel::QueryableByName;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use documents::{Snippet, Words};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Number of characters at the start of each document that one statement reads for the whole page. It bounds the memory
/// of a page, and few documents are longer.
const HEAD_CHARS: usize = 20_000;
/// Time limit for computing excerpts. The remaining documents of the page show their start.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(QueryableByName)]
struct PlainText {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = Text)]
    plain: String,
}

/// Returns the excerpt of each document at these positions. Documents for which the time does not suffice are left
/// out, and so are those without a stored plain text, which a node of an older release wrote.
///
/// Reads the starts of all documents in one statement, and the whole of a long document only if a word does not occur
/// in its start: one at a time, because a list of long documents would use too much memory.
pub(crate) fn excerpts(
    conn: &mut AnyConn,
    words: &Words,
    positions: &[i64],
) -> Result<HashMap<i64, Snippet>, DbError> {
    if positions.is_empty() {
        return Ok(HashMap::new());
    }
    let begun = Instant::now();
    let heads: Vec<PlainText> = diesel::sql_query(format!(
        "SELECT position, substr(plain, 1, {HEAD_CHARS}) AS plain FROM document_texts WHERE position IN ({})",
        list(positions)
    ))
    .load(conn)?;
    let mut found = HashMap::with_capacity(positions.len());
    for PlainText { position, plain } in heads {
        if begun.elapsed() > PATIENCE {
            break;
        }
        // Fewer bytes than characters of a full head: the whole text, without counting its characters.
        let is_cut = plain.len() >= HEAD_CHARS && plain.chars().count() >= HEAD_CHARS;
        let snippet = if is_cut && !words.all_occur_in(&plain) {
            let whole: PlainText =
                diesel::sql_query("SELECT position, plain FROM document_texts WHERE position = $1")
                    .bind::<BigInt, _>(position)
                    .get_result(conn)?;
            Snippet::of(words, &whole.plain)
        } else {
            Snippet::of_start(words, &plain, is_cut)
        };
        found.insert(position, snippet);
    }
    Ok(found)
}

/// Positions are numbers from the database, so they can be part of the statement.
fn list(positions: &[i64]) -> String {
    let mut list = String::new();
    for position in positions {
        // Writing to a String cannot fail.
        let _always_ok = write!(list, "{}{position}", if list.is_empty() { "" } else { "," });
    }
    list
}
