//! Writes the index of words, and the starts of documents that lists show.

use super::postgres_tsvector;
use crate::db::{AnyConn, DbError};
use diesel::sql_types::{Array, BigInt, Text};
use diesel::{PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use documents::folding::index_text;
use documents::{beginning, plain_text};

/// Number of documents read at a time for indexing; each may have a megabyte.
const AT_ONCE: i64 = 50;

/// A document's normalized text.
struct Made {
    position: i64,
    title: String,
    content: String,
}

/// Writes a document's words to the index and its plain text beside it, replacing the existing ones. `plain` is its
/// content without Markdown.
pub(crate) fn put(conn: &mut AnyConn, position: i64, title: &str, plain: String) -> Result<(), DbError> {
    let made = [Made { position, title: index_text(title), content: index_text(&plain) }];
    match conn {
        AnyConn::Sqlite(c) => put_on_sqlite(c, &made)?,
        AnyConn::Pg(c) => put_on_postgres(c, &made)?,
    }
    write_texts(conn, &[position], &[plain])
}

/// Writes the plain texts of documents, from which search results are cut.
fn write_texts(conn: &mut AnyConn, positions: &[i64], texts: &[String]) -> Result<(), DbError> {
    match conn {
        AnyConn::Sqlite(c) => {
            for (position, plain) in positions.iter().zip(texts) {
                diesel::sql_query("INSERT OR REPLACE INTO document_texts (position, plain) VALUES ($1, $2)")
                    .bind::<BigInt, _>(position)
                    .bind::<Text, _>(plain)
                    .execute(c)?;
            }
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

fn put_on_sqlite(conn: &mut SqliteConnection, made: &[Made]) -> Result<(), DbError> {
    for Made { position, title, content } in made {
        diesel::sql_query(
            "INSERT OR REPLACE INTO documents_search (rowid, title, content) VALUES ($1, $2, $3)",
        )
        .bind::<BigInt, _>(position)
        .bind::<Text, _>(title)
        .bind::<Text, _>(content)
        .execute(conn)?;
    }
    Ok(())
}

fn put_on_postgres(conn: &mut PgConnection, made: &[Made]) -> Result<(), DbError> {
    let positions: Vec<i64> = made.iter().map(|made| made.position).collect();
    let words: Vec<String> =
        made.iter().map(|made| postgres_tsvector::vector(&made.title, &made.content)).collect();
    diesel::sql_query(
        "INSERT INTO documents_search (position, words) \
         SELECT position, CAST(words AS tsvector) FROM unnest($1, $2) AS made (position, words) \
         ON CONFLICT (position) DO UPDATE SET words = EXCLUDED.words",
    )
    .bind::<Array<BigInt>, _>(positions)
    .bind::<Array<Text>, _>(words)
    .execute(conn)?;
    Ok(())
}

fn write_beginnings(conn: &mut AnyConn, positions: &[i64], previews: &[String]) -> Result<(), DbError> {
    match conn {
        AnyConn::Sqlite(c) => {
            for (position, preview) in positions.iter().zip(previews) {
                diesel::sql_query("UPDATE documents SET preview = $1 WHERE position = $2")
                    .bind::<Text, _>(preview)
                    .bind::<BigInt, _>(position)
                    .execute(c)?;
            }
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

/// Writes the words, the plain text and the start of every document that lacks any of them: the step after migration
/// 0021, and for documents written by SQL only.
pub(crate) fn put_missing(conn: &mut AnyConn) -> Result<(), DbError> {
    let indexed = match conn {
        AnyConn::Sqlite(_) => {
            "SELECT 1 FROM documents_search_docsize AS found WHERE found.id = documents.position"
        }
        AnyConn::Pg(_) => "SELECT 1 FROM documents_search AS found WHERE found.position = documents.position",
    };
    let sql = format!(
        "SELECT position, title, content FROM documents WHERE position > $1 \
         AND (preview IS NULL OR NOT EXISTS ({indexed}) \
         OR NOT EXISTS (SELECT 1 FROM document_texts AS found WHERE found.position = documents.position)) \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    let mut after = 0;
    loop {
        let rows: Vec<Unindexed> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = rows.last() else { break };
        after = last.position;
        put_all(conn, &rows)?;
    }
    if let AnyConn::Pg(c) = conn {
        // New entries go to a list beside the index, which every search scans: limit it to 128 KB.
        diesel::sql_query(
            "CREATE INDEX IF NOT EXISTS documents_search_words ON documents_search USING gin (words) \
             WITH (gin_pending_list_limit = 128)",
        )
        .execute(c)?;
    }
    Ok(())
}

fn put_all(conn: &mut AnyConn, rows: &[Unindexed]) -> Result<(), DbError> {
    let plain: Vec<String> = rows.iter().map(|row| plain_text(&row.content)).collect();
    let positions: Vec<i64> = rows.iter().map(|row| row.position).collect();
    let previews: Vec<String> = plain.iter().map(|plain| beginning(plain)).collect();
    let made: Vec<Made> = rows
        .iter()
        .zip(&plain)
        .map(|(row, plain)| Made {
            position: row.position,
            title: index_text(&row.title),
            content: index_text(plain),
        })
        .collect();
    match conn {
        AnyConn::Sqlite(c) => put_on_sqlite(c, &made)?,
        AnyConn::Pg(c) => put_on_postgres(c, &made)?,
    }
    write_texts(conn, &positions, &plain)?;
    write_beginnings(conn, &positions, &previews)
}
