//! Writes the index of words, the plain texts, and the starts of documents that lists show.

use super::members::BLOCK;
use super::replacing;
use super::rows::{Rows, Words, json};
use crate::db::{AnyConn, DbError};
use diesel::sql_types::{Array, BigInt, Integer, Text};
use diesel::{QueryableByName, RunQueryDsl};
use documents::{beginning, plain_text};

/// Number of documents read at a time for indexing; each may have a megabyte.
const AT_ONCE: i64 = 50;

/// What the index knows of a document besides its plain text.
pub(crate) struct Indexed<'a> {
    /// Its level.
    pub(crate) level: i32,
    /// Its title.
    pub(crate) title: &'a str,
}

/// Replaces a document's words and plain text. Both texts are contents without Markdown.
pub(crate) fn replace(
    conn: &mut AnyConn,
    position: i64,
    (old, old_plain): (Indexed<'_>, String),
    (new, new_plain): (Indexed<'_>, String),
) -> Result<(), DbError> {
    let before = Words::of(old.level, old.title, &old_plain);
    let after = Words::of(new.level, new.title, &new_plain);
    replacing::replace(conn, position, &before, &after)?;
    write_texts(conn, &[position], &[new_plain])
}

/// Adds a new document of this level to the index, and stores its plain text. `plain` is its content without Markdown.
pub(crate) fn put(
    conn: &mut AnyConn,
    position: i64,
    level: i32,
    title: &str,
    plain: String,
) -> Result<(), DbError> {
    let mut rows = Rows::default();
    rows.add(position, level, title, &plain);
    rows.write(conn)?;
    write_texts(conn, &[position], &[plain])
}

/// Encodes positions and their texts for SQLite, so that one statement writes all of them (see
/// [`Rows::write`]).
fn pairs(positions: &[i64], texts: &[String]) -> Result<String, DbError> {
    let pairs: Vec<(&i64, &String)> = positions.iter().zip(texts).collect();
    json(&pairs)
}

/// Writes the plain texts of documents, from which search results are cut.
fn write_texts(conn: &mut AnyConn, positions: &[i64], texts: &[String]) -> Result<(), DbError> {
    match conn {
        AnyConn::Sqlite(c) => {
            diesel::sql_query(
                "INSERT OR REPLACE INTO document_texts (position, plain) \
                 SELECT value ->> 0, value ->> 1 FROM json_each($1)",
            )
            .bind::<Text, _>(pairs(positions, texts)?)
            .execute(c)?;
        }
        AnyConn::Pg(c) => {
            diesel::sql_query(
                "INSERT INTO document_texts (position, plain) SELECT position, plain \
                 FROM unnest($1, $2) AS made (position, plain) \
                 ON CONFLICT (position) DO UPDATE SET plain = EXCLUDED.plain",
            )
            .bind::<Array<BigInt>, _>(positions)
            .bind::<Array<Text>, _>(texts)
            .execute(c)?;
        }
    }
    Ok(())
}

fn write_beginnings(conn: &mut AnyConn, positions: &[i64], previews: &[String]) -> Result<(), DbError> {
    match conn {
        AnyConn::Sqlite(c) => {
            diesel::sql_query(
                "UPDATE documents SET preview = made.value ->> 1 FROM json_each($1) AS made \
                 WHERE documents.position = made.value ->> 0",
            )
            .bind::<Text, _>(pairs(positions, previews)?)
            .execute(c)?;
        }
        AnyConn::Pg(c) => {
            diesel::sql_query(
                "UPDATE documents SET preview = made.preview FROM unnest($1, $2) AS made (position, preview) \
                 WHERE documents.position = made.position",
            )
            .bind::<Array<BigInt>, _>(positions)
            .bind::<Array<Text>, _>(previews)
            .execute(c)?;
        }
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Unindexed {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = Integer)]
    clearance_level: i32,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    content: String,
}

/// Writes the words, the plain text and the start of every document that lacks its plain text or its start: the step
/// after migration 0030, and for documents written by SQL only.
pub(crate) fn put_missing(conn: &mut AnyConn) -> Result<(), DbError> {
    let sql = format!(
        "SELECT position, clearance_level, title, content FROM documents WHERE position > $1 AND (preview IS NULL \
         OR NOT EXISTS (SELECT 1 FROM document_texts AS found WHERE found.position = documents.position)) \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    let mut after = 0;
    let mut rows = Rows::default();
    loop {
        let unindexed: Vec<Unindexed> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = unindexed.last() else { break };
        // Whole blocks at once where possible: each row is then written once, not with every document.
        if rows.are_many() || last.position.div_euclid(BLOCK) > after.div_euclid(BLOCK) {
            std::mem::take(&mut rows).write(conn)?;
        }
        after = last.position;
        let plain: Vec<String> = unindexed.iter().map(|row| plain_text(&row.content)).collect();
        for (row, plain) in unindexed.iter().zip(&plain) {
            rows.add(row.position, row.clearance_level, &row.title, plain);
        }
        let positions: Vec<i64> = unindexed.iter().map(|row| row.position).collect();
        let previews: Vec<String> = plain.iter().map(|plain| beginning(plain)).collect();
        write_texts(conn, &positions, &plain)?;
        write_beginnings(conn, &positions, &previews)?;
    }
    rows.write(conn)
}
