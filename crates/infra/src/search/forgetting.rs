//! Removes documents that are gone from the index: the step after migration 0056.

use super::members::{BLOCK, Bits, joined};
use super::sequences::Sequence;
use crate::db::{AnyConn, DbError};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Text};

/// Number of rows read at a time.
const AT_ONCE: i64 = 2_000;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

#[derive(QueryableByName)]
struct WordRow {
    #[diesel(sql_type = Text)]
    word: String,
    #[diesel(sql_type = Binary)]
    members: Vec<u8>,
}

#[derive(QueryableByName)]
struct SequenceRow {
    #[diesel(sql_type = BigInt)]
    bucket: i64,
    #[diesel(sql_type = Binary)]
    members: Vec<u8>,
}

/// Takes every position without a document out of the index, and deletes the rows that have none left. Documents in the trash
/// are taken out too: a restored one is written again.
pub(crate) fn forget_missing(conn: &mut AnyConn) -> Result<(), DbError> {
    let blocks: Vec<Number> = diesel::sql_query(
        "SELECT block AS n FROM search_words UNION SELECT block FROM search_sequences ORDER BY 1",
    )
    .load(conn)?;
    for Number { n: block } in blocks {
        let present: Vec<Number> = diesel::sql_query(
            "SELECT position AS n FROM documents WHERE position >= $1 AND position < $2 ORDER BY position",
        )
        .bind::<BigInt, _>(block * BLOCK)
        .bind::<BigInt, _>((block + 1) * BLOCK)
        .load(conn)?;
        let mut known = Bits::default();
        for Number { n } in present {
            known.insert(u16::try_from(n.rem_euclid(BLOCK)).unwrap_or_default());
        }
        forget_words(conn, block, &known)?;
        forget_sequences(conn, block, &known)?;
    }
    Ok(())
}

fn forget_words(conn: &mut AnyConn, block: i64, known: &Bits) -> Result<(), DbError> {
    let mut after = String::new();
    loop {
        let rows: Vec<WordRow> = diesel::sql_query(format!(
            "SELECT word, members FROM search_words WHERE block = $1 AND word > $2 ORDER BY word LIMIT {AT_ONCE}"
        ))
        .bind::<BigInt, _>(block)
        .bind::<Text, _>(&after)
        .load(conn)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after.clone_from(&last.word);
        for WordRow { word, members } in rows {
            let mut before = Bits::default();
            before.add(&members);
            let left = before.clone().and(known);
            if left == Bits::default() {
                diesel::sql_query("DELETE FROM search_words WHERE block = $1 AND word = $2")
                    .bind::<BigInt, _>(block)
                    .bind::<Text, _>(word)
                    .execute(conn)?;
            } else if left != before {
                diesel::sql_query("UPDATE search_words SET members = $1 WHERE block = $2 AND word = $3")
                    .bind::<Binary, _>(list(&left))
                    .bind::<BigInt, _>(block)
                    .bind::<Text, _>(word)
                    .execute(conn)?;
            }
        }
    }
}

fn forget_sequences(conn: &mut AnyConn, block: i64, known: &Bits) -> Result<(), DbError> {
    let mut after = -1;
    loop {
        let rows: Vec<SequenceRow> = diesel::sql_query(format!(
            "SELECT bucket, members FROM search_sequences WHERE block = $1 AND bucket > $2 \
             ORDER BY bucket LIMIT {AT_ONCE}"
        ))
        .bind::<BigInt, _>(block)
        .bind::<BigInt, _>(after)
        .load(conn)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.bucket;
        for SequenceRow { bucket, members } in rows {
            let left = Sequence::retained(&members, |offset| known.contains(offset));
            if left.is_empty() {
                diesel::sql_query("DELETE FROM search_sequences WHERE block = $1 AND bucket = $2")
                    .bind::<BigInt, _>(block)
                    .bind::<BigInt, _>(bucket)
                    .execute(conn)?;
            } else if left != members {
                diesel::sql_query(
                    "UPDATE search_sequences SET members = $1 WHERE block = $2 AND bucket = $3",
                )
                .bind::<Binary, _>(left)
                .bind::<BigInt, _>(block)
                .bind::<BigInt, _>(bucket)
                .execute(conn)?;
            }
        }
    }
}

/// Returns the members of a row with these documents.
fn list(documents: &Bits) -> Vec<u8> {
    let offsets = documents.positions(0).filter_map(|offset| u16::try_from(offset).ok());
    joined(&offsets.flat_map(u16::to_le_bytes).collect::<Vec<_>>(), &[])
}
