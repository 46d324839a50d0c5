//! Rows of the index, collected from documents and written together.

use super::members::{BLOCK, joined};
use super::words::Words;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::sql_types::{Array, BigInt, Binary, Text};
use diesel::{PgConnection, RunQueryDsl, SqliteConnection};
use std::collections::BTreeMap;

/// Number of rows per statement on SQLite.
pub(super) const AT_ONCE: usize = 2_000;
/// Number of rows, and of members in them, up to which rows are collected: about 100 MB.
const MANY_ROWS: usize = 400_000;
const MANY_MEMBERS: usize = 8_000_000;

/// Returns the block of a position, and the offset in it.
pub(super) fn block_and_offset(position: i64) -> (i64, u16) {
    // The remainder is below 8,192.
    let offset = u16::try_from(position.rem_euclid(BLOCK)).unwrap_or_default();
    (position.div_euclid(BLOCK), offset)
}

/// Rows of the index: their keys, and the members to add.
#[derive(Default)]
pub(super) struct Rows {
    /// By block and word.
    words: BTreeMap<(i64, String), Vec<u8>>,
    /// By bucket and block.
    sequences: BTreeMap<(i64, i64), Vec<u8>>,
    members: usize,
}

impl Rows {
    /// Adds a document.
    pub(super) fn add(&mut self, position: i64, Words { words, sequences }: &Words) {
        let (block, offset) = block_and_offset(position);
        self.members += words.len() + sequences.len();
        for word in words {
            self.words.entry((block, word.clone())).or_default().extend(offset.to_le_bytes());
        }
        for sequence in sequences {
            self.sequences.entry((sequence.bucket(), block)).or_default().extend(sequence.member(offset));
        }
    }

    /// Returns whether they should be written before more are collected.
    pub(super) fn are_many(&self) -> bool {
        self.words.len() + self.sequences.len() > MANY_ROWS || self.members > MANY_MEMBERS
    }

    /// Writes the rows in the order of their keys, so concurrent writers lock rows in the same order and do not
    /// deadlock.
    ///
    /// SQLite gets many rows in one statement: after each statement of a transaction it walks through the rollback data
    /// of the earlier ones, which took most of the time with single rows.
    pub(super) fn write(self, conn: &mut AnyConn) -> Result<(), DbError> {
        let words = self.words.into_iter().map(|(key, members)| (key, joined(&members, &[])));
        match conn {
            AnyConn::Sqlite(c) => {
                // The WHERE tells the parser that ON does not belong to a join.
                write_on_sqlite(
                    c,
                    "INSERT INTO search_words (block, word, members) \
                     SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each($1) WHERE TRUE \
                     ON CONFLICT (block, word) DO UPDATE \
                     SET members = search_members(search_words.members, excluded.members)",
                    words,
                )?;
                write_on_sqlite(
                    c,
                    "INSERT INTO search_sequences (bucket, block, members) \
                     SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each($1) WHERE TRUE \
                     ON CONFLICT (bucket, block) DO UPDATE \
                     SET members = CAST(search_sequences.members || excluded.members AS BLOB)",
                    self.sequences.into_iter(),
                )
            }
            AnyConn::Pg(c) => {
                write_words_on_postgres(c, words)?;
                write_sequences_on_postgres(c, self.sequences.into_iter())
            }
        }
    }
}

/// Encodes a value for a statement of SQLite.
pub(super) fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Fault(error.to_string()))
}

fn write_on_sqlite<A: serde::Serialize, B: serde::Serialize>(
    conn: &mut SqliteConnection,
    sql: &str,
    rows: impl Iterator<Item = ((A, B), Vec<u8>)>,
) -> Result<(), DbError> {
    let rows: Vec<(A, B, String)> =
        rows.map(|((first, second), members)| (first, second, hex::encode(members))).collect();
    for some in rows.chunks(AT_ONCE) {
        diesel::sql_query(sql).bind::<Text, _>(json(&some)?).execute(conn)?;
    }
    Ok(())
}

fn write_words_on_postgres(
    conn: &mut PgConnection,
    rows: impl Iterator<Item = ((i64, String), Vec<u8>)>,
) -> Result<(), DbError> {
    let (keys, members): (Vec<(i64, String)>, Vec<Vec<u8>>) = rows.unzip();
    let (blocks, words): (Vec<i64>, Vec<String>) = keys.into_iter().unzip();
    diesel::sql_query(
        "INSERT INTO search_words (block, word, members) \
         SELECT block, word, members FROM unnest($1, $2, $3) AS made (block, word, members) \
         ON CONFLICT (block, word) DO UPDATE \
         SET members = search_members(search_words.members, EXCLUDED.members)",
    )
    .bind::<Array<BigInt>, _>(blocks)
    .bind::<Array<Text>, _>(words)
    .bind::<Array<Binary>, _>(members)
    .execute(conn)?;
    Ok(())
}

fn write_sequences_on_postgres(
    conn: &mut PgConnection,
    rows: impl Iterator<Item = ((i64, i64), Vec<u8>)>,
) -> Result<(), DbError> {
    let (keys, members): (Vec<(i64, i64)>, Vec<Vec<u8>>) = rows.unzip();
    let (buckets, blocks): (Vec<i64>, Vec<i64>) = keys.into_iter().unzip();
    diesel::sql_query(
        "INSERT INTO search_sequences (bucket, block, members) \
         SELECT bucket, block, members FROM unnest($1, $2, $3) AS made (bucket, block, members) \
         ON CONFLICT (bucket, block) DO UPDATE SET members = search_sequences.members || EXCLUDED.members",
    )
    .bind::<Array<BigInt>, _>(buckets)
    .bind::<Array<BigInt>, _>(blocks)
    .bind::<Array<Binary>, _>(members)
    .execute(conn)?;
    Ok(())
}
