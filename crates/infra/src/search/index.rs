//! Writes the index of words, the plain texts, and the starts of documents that lists show.

use super::postings::{BLOCK, in_title};
use crate::db::{AnyConn, DbError};
use diesel::sql_types::{Array, BigInt, Binary, Text};
use diesel::{PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use documents::folding::index_text;
use documents::{beginning, plain_text};
use std::collections::{BTreeMap, BTreeSet};

/// Number of documents read at a time for indexing; each may have a megabyte.
const AT_ONCE: i64 = 50;
/// Number of rows of the index per statement on SQLite.
const ROWS_AT_ONCE: usize = 2_000;
/// Number of words in documents that are collected before they are written.
const MOST_COLLECTED: usize = 1_000_000;

/// Rows of the index: their block and word, and the members to add.
#[derive(Default)]
struct Rows {
    members: BTreeMap<(i64, String), Vec<u8>>,
    count: usize,
}

impl Rows {
    /// Adds the words of a document.
    fn add(&mut self, position: i64, title: &str, plain: &str) {
        let (title, plain) = (index_text(title), index_text(plain));
        let mut words: BTreeSet<String> = title.split_whitespace().map(in_title).collect();
        words.extend(title.split_whitespace().chain(plain.split_whitespace()).map(str::to_owned));
        let block = position.div_euclid(BLOCK);
        // The remainder is below 1,024.
        let offset = u16::try_from(position.rem_euclid(BLOCK)).unwrap_or_default().to_le_bytes();
        self.count += words.len();
        for word in words {
            self.members.entry((block, word)).or_default().extend(offset);
        }
    }

    /// Writes the rows, in the order of their keys: writers that wait for each other's rows do so in the same order.
    fn write(self, conn: &mut AnyConn) -> Result<(), DbError> {
        match conn {
            AnyConn::Sqlite(c) => self.write_on_sqlite(c),
            AnyConn::Pg(c) => self.write_on_postgres(c),
        }
    }

    fn write_on_sqlite(self, conn: &mut SqliteConnection) -> Result<(), DbError> {
        let rows: Vec<(i64, String, String)> = self
            .members
            .into_iter()
            .map(|((block, word), members)| (block, word, hex::encode(members)))
            .collect();
        // Many rows a statement: after each statement of a transaction SQLite walks through what the earlier ones noted
        // for a rollback, which for single rows took most of the time. The WHERE tells the parser that ON is not a join's.
        for some in rows.chunks(ROWS_AT_ONCE) {
            diesel::sql_query(
                "INSERT INTO search_postings (block, word, members) \
                 SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each($1) WHERE TRUE \
                 ON CONFLICT (block, word) DO UPDATE \
                 SET members = CAST(search_postings.members || excluded.members AS BLOB)",
            )
            .bind::<Text, _>(json(&some)?)
            .execute(conn)?;
        }
        Ok(())
    }

    fn write_on_postgres(self, conn: &mut PgConnection) -> Result<(), DbError> {
        let (keys, members): (Vec<(i64, String)>, Vec<Vec<u8>>) = self.members.into_iter().unzip();
        let (blocks, words): (Vec<i64>, Vec<String>) = keys.into_iter().unzip();
        diesel::sql_query(
            "INSERT INTO search_postings (block, word, members) \
             SELECT block, word, members FROM unnest($1, $2, $3) AS made (block, word, members) \
             ON CONFLICT (block, word) DO UPDATE SET members = search_postings.members || EXCLUDED.members",
        )
        .bind::<Array<BigInt>, _>(blocks)
        .bind::<Array<Text>, _>(words)
        .bind::<Array<Binary>, _>(members)
        .execute(conn)?;
        Ok(())
    }
}

/// Adds a new document's words to the index, and stores its plain text. `plain` is its content without Markdown.
pub(crate) fn put(conn: &mut AnyConn, position: i64, title: &str, plain: String) -> Result<(), DbError> {
    let mut rows = Rows::default();
    rows.add(position, title, &plain);
    rows.write(conn)?;
    write_texts(conn, &[position], &[plain])
}

/// Encodes positions and their texts for SQLite, so that one statement writes all of them (see
/// [`Rows::write_on_sqlite`]).
fn pairs(positions: &[i64], texts: &[String]) -> Result<String, DbError> {
    let pairs: Vec<(&i64, &String)> = positions.iter().zip(texts).collect();
    json(&pairs)
}

fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Fault(error.to_string()))
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
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    content: String,
}

/// Writes the words, the plain text and the start of every document that lacks its plain text or its start: the step
/// after migration 0022, and for documents written by SQL only.
pub(crate) fn put_missing(conn: &mut AnyConn) -> Result<(), DbError> {
    let sql = format!(
        "SELECT position, title, content FROM documents WHERE position > $1 AND (preview IS NULL \
         OR NOT EXISTS (SELECT 1 FROM document_texts AS found WHERE found.position = documents.position)) \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    let mut after = 0;
    let mut rows = Rows::default();
    loop {
        let unindexed: Vec<Unindexed> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = unindexed.last() else { break };
        // Whole blocks at once where possible: each row is then written once, not with every document.
        if rows.count > MOST_COLLECTED || last.position.div_euclid(BLOCK) > after.div_euclid(BLOCK) {
            std::mem::take(&mut rows).write(conn)?;
        }
        after = last.position;
        let plain: Vec<String> = unindexed.iter().map(|row| plain_text(&row.content)).collect();
        for (row, plain) in unindexed.iter().zip(&plain) {
            rows.add(row.position, &row.title, plain);
        }
        let positions: Vec<i64> = unindexed.iter().map(|row| row.position).collect();
        let previews: Vec<String> = plain.iter().map(|plain| beginning(plain)).collect();
        write_texts(conn, &positions, &plain)?;
        write_beginnings(conn, &positions, &previews)?;
    }
    rows.write(conn)
}
