//! Excerpts of the documents that a search found.

use crate::db::{AnyConn, DbError};
use diesel::QueryableByName;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use documents::{Snippet, Words, plain_text};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Approximate bytes of text read at a time. Reading a list of long documents at once would use too much memory.
const BATCH: i64 = 2_000_000;
/// Time limit for computing excerpts. The remaining documents of the page show their start.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(QueryableByName)]
struct Size {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

#[derive(QueryableByName)]
struct Content {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = Text)]
    content: String,
}

/// Returns the excerpt of each document at these positions. Documents for which the time does not suffice are left
/// out.
pub(crate) fn excerpts(
    conn: &mut AnyConn,
    words: &Words,
    positions: &[i64],
) -> Result<HashMap<i64, Snippet>, DbError> {
    if positions.is_empty() {
        return Ok(HashMap::new());
    }
    let begun = Instant::now();
    let sizes: Vec<Size> = diesel::sql_query(format!(
        "SELECT position, CAST(octet_length(content) AS BIGINT) AS bytes FROM documents WHERE position IN ({})",
        list(positions)
    ))
    .load(conn)?;
    let mut found = HashMap::with_capacity(positions.len());
    for batch in batches(&sizes) {
        if begun.elapsed() > PATIENCE {
            break;
        }
        let sql = format!("SELECT position, content FROM documents WHERE position IN ({})", list(&batch));
        let rows: Vec<Content> = diesel::sql_query(sql).load(conn)?;
        for Content { position, content } in rows {
            if begun.elapsed() > PATIENCE {
                break;
            }
            found.insert(position, Snippet::of(words, &plain_text(&content)));
        }
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

fn batches(sizes: &[Size]) -> Vec<Vec<i64>> {
    let mut batches: Vec<Vec<i64>> = Vec::new();
    let mut room = 0;
    for Size { position, bytes } in sizes {
        match batches.last_mut() {
            Some(batch) if *bytes <= room => batch.push(*position),
            _ => {
                batches.push(vec![*position]);
                room = BATCH;
            }
        }
        room -= bytes;
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_batches() {
        let sizes: Vec<Size> = [(1, 900_000), (2, 900_000), (3, 900_000), (4, 3_000_000), (5, 10)]
            .map(|(position, bytes)| Size { position, bytes })
            .into();
        assert_eq!(batches(&sizes), [vec![1, 2], vec![3], vec![4], vec![5]]);
    }
}
