//! Replaces the words of a document that changed.

use super::members::without;
use super::rows::{AT_ONCE, block_and_offset, json};
use super::sequences::Sequence;
use super::words::{Indexed, Words};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::sql_types::{Array, BigInt, Binary, Integer, Text};
use diesel::{QueryResult, RunQueryDsl, SqliteConnection};
use std::collections::BTreeMap;

/// Removes a document from the rows of its old words and sequences, and adds it to those of its new ones. Rows that
/// certainly have it before and have it after are not written, and rows without documents are deleted: no word outlives
/// the last text with it.
///
/// One statement for words and one for sequences write their rows in the order of their keys, as for a new document, so
/// concurrent writers lock rows in the same order and do not deadlock.
pub(super) fn replace(conn: &mut AnyConn, position: i64, before: &Indexed, after: &Words) -> Result<(), DbError> {
    let (block, offset) = block_and_offset(position);
    let Indexed { certain, possible, .. } = before;
    let words: BTreeMap<&String, Vec<u8>> = certain
        .words
        .symmetric_difference(&after.words)
        .chain(&possible.words)
        // Empty members remove the document.
        .map(|word| (word, if after.words.contains(word) { offset.to_le_bytes().to_vec() } else { Vec::new() }))
        .collect();
    // A row may have several sequences of a document. All of them are replaced.
    let mut sequences: BTreeMap<i64, Vec<u8>> = certain
        .sequences
        .symmetric_difference(&after.sequences)
        .chain(&possible.sequences)
        .map(|sequence| (sequence.bucket(), Vec::new()))
        .collect();
    for sequence in &after.sequences {
        if let Some(members) = sequences.get_mut(&sequence.bucket()) {
            members.extend(sequence.member(offset));
        }
    }
    match conn {
        AnyConn::Sqlite(c) => {
            let words: Vec<_> = words.iter().map(|(word, members)| (block, word, hex::encode(members))).collect();
            write_on_sqlite(c, WORDS_ON_SQLITE, &words, offset)?;
            let sequences: Vec<_> =
                sequences.iter().map(|(bucket, members)| (bucket, block, hex::encode(members))).collect();
            write_on_sqlite(c, SEQUENCES_ON_SQLITE, &sequences, offset)?;
            for (sql, rows) in [
                (NO_WORDS_ON_SQLITE, json(&words.iter().map(|(_, word, _)| word).collect::<Vec<_>>())?),
                (NO_SEQUENCES_ON_SQLITE, json(&sequences.iter().map(|row| row.0).collect::<Vec<_>>())?),
            ] {
                diesel::sql_query(sql).bind::<BigInt, _>(block).bind::<Text, _>(rows).execute(c)?;
            }
            Ok(())
        }
        AnyConn::Pg(c) => {
            let (words, members): (Vec<&String>, Vec<Vec<u8>>) = words.into_iter().unzip();
            diesel::sql_query(WORDS_ON_POSTGRES)
                .bind::<BigInt, _>(block)
                .bind::<Array<Text>, _>(&words)
                .bind::<Array<Binary>, _>(members)
                .bind::<Integer, _>(i32::from(offset))
                .execute(c)?;
            let (buckets, members): (Vec<i64>, Vec<Vec<u8>>) = sequences.into_iter().unzip();
            diesel::sql_query(SEQUENCES_ON_POSTGRES)
                .bind::<BigInt, _>(block)
                .bind::<Array<BigInt>, _>(&buckets)
                .bind::<Array<Binary>, _>(members)
                .bind::<Integer, _>(i32::from(offset))
                .execute(c)?;
            // The statements above hold the locks of these rows.
            diesel::sql_query(NO_WORDS_ON_POSTGRES)
                .bind::<BigInt, _>(block)
                .bind::<Array<Text>, _>(words)
                .execute(c)?;
            diesel::sql_query(NO_SEQUENCES_ON_POSTGRES)
                .bind::<BigInt, _>(block)
                .bind::<Array<BigInt>, _>(buckets)
                .execute(c)?;
            Ok(())
        }
    }
}

const WORDS_ON_SQLITE: &str = "INSERT INTO search_words (block, word, members) \
     SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each($1) WHERE TRUE \
     ON CONFLICT (block, word) DO UPDATE SET members = CASE WHEN length(excluded.members) = 0 \
     THEN search_members_but(search_words.members, $2) \
     ELSE search_members(search_words.members, excluded.members) END";

const SEQUENCES_ON_SQLITE: &str = "INSERT INTO search_sequences (bucket, block, members) \
     SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each($1) WHERE TRUE \
     ON CONFLICT (bucket, block) DO UPDATE \
     SET members = CAST(search_sequences_but(search_sequences.members, $2) || excluded.members AS BLOB)";

const WORDS_ON_POSTGRES: &str = "INSERT INTO search_words (block, word, members) \
     SELECT $1, word, members FROM unnest($2, $3) AS made (word, members) \
     ON CONFLICT (block, word) DO UPDATE SET members = CASE WHEN length(EXCLUDED.members) = 0 \
     THEN search_members_but(search_words.members, $4) \
     ELSE search_members(search_words.members, EXCLUDED.members) END";

const SEQUENCES_ON_POSTGRES: &str = "INSERT INTO search_sequences (bucket, block, members) \
     SELECT bucket, $1, members FROM unnest($2, $3) AS made (bucket, members) \
     ON CONFLICT (bucket, block) DO UPDATE \
     SET members = search_sequences_but(search_sequences.members, $4) || EXCLUDED.members";

// A set of no documents has 1,025 bytes of zeros.

const NO_WORDS_ON_SQLITE: &str = "DELETE FROM search_words WHERE block = $1 \
     AND word IN (SELECT value FROM json_each($2)) AND (length(members) = 0 OR members = zeroblob(1025))";

const NO_SEQUENCES_ON_SQLITE: &str = "DELETE FROM search_sequences WHERE block = $1 \
     AND bucket IN (SELECT value FROM json_each($2)) AND length(members) = 0";

const NO_WORDS_ON_POSTGRES: &str = "DELETE FROM search_words WHERE block = $1 AND word = ANY($2) \
     AND (length(members) = 0 OR members = decode(repeat('00', 1025), 'hex'))";

const NO_SEQUENCES_ON_POSTGRES: &str =
    "DELETE FROM search_sequences WHERE block = $1 AND bucket = ANY($2) AND length(members) = 0";

fn write_on_sqlite(
    conn: &mut SqliteConnection,
    sql: &str,
    rows: &[impl serde::Serialize],
    offset: u16,
) -> Result<(), DbError> {
    for some in rows.chunks(AT_ONCE) {
        diesel::sql_query(sql).bind::<Text, _>(json(&some)?).bind::<Integer, _>(i32::from(offset)).execute(conn)?;
    }
    Ok(())
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn search_members_but(members: Binary, left_out: Integer) -> Binary;
    fn search_sequences_but(members: Binary, left_out: Integer) -> Binary;
}

/// Registers the functions on a connection. Writing to the index uses them.
pub(super) fn register(conn: &mut SqliteConnection) -> QueryResult<()> {
    // An offset is below 8,192.
    let offset = |left_out: i32| u16::try_from(left_out).unwrap_or(u16::MAX);
    search_members_but_utils::register_impl(conn, move |members: Vec<u8>, left_out| {
        without(&members, offset(left_out))
    })?;
    search_sequences_but_utils::register_impl(conn, move |members: Vec<u8>, left_out| {
        Sequence::without(&members, offset(left_out))
    })
}
