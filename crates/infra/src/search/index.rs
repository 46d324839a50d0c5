//! Writing the index of words.

use super::postgres_tsvector;
use crate::db::{AnyConn, DbError};
use diesel::sql_types::{BigInt, Text};
use diesel::{QueryableByName, RunQueryDsl};
use documents::folding::index_text;

/// Documents that are read at a time to be indexed; each may hold a megabyte.
const AT_ONCE: i64 = 20;

/// Puts the words of a document into the index, in the place of those it had.
pub(crate) fn put(conn: &mut AnyConn, position: i64, title: &str, content: &str) -> Result<(), DbError> {
    let (title, content) = (index_text(title), index_text(content));
    match conn {
        AnyConn::Sqlite(c) => diesel::sql_query(
            "INSERT OR REPLACE INTO documents_search (rowid, title, content) VALUES ($1, $2, $3)",
        )
        .bind::<BigInt, _>(position)
        .bind::<Text, _>(title)
        .bind::<Text, _>(content)
        .execute(c)?,
        AnyConn::Pg(c) => diesel::sql_query(
            "INSERT INTO documents_search (position, words) VALUES ($1, CAST($2 AS tsvector)) \
             ON CONFLICT (position) DO UPDATE SET words = EXCLUDED.words",
        )
        .bind::<BigInt, _>(position)
        .bind::<Text, _>(postgres_tsvector::vector(&title, &content))
        .execute(c)?,
    };
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

/// Puts every document into the index that is not in it. The step behind migration 0010, and for documents that were
/// written by SQL alone.
pub(crate) fn put_missing(conn: &mut AnyConn) -> Result<(), DbError> {
    let missing = match conn {
        AnyConn::Sqlite(_) => {
            "SELECT 1 FROM documents_search_docsize AS found WHERE found.id = documents.position"
        }
        AnyConn::Pg(_) => "SELECT 1 FROM documents_search AS found WHERE found.position = documents.position",
    };
    let sql = format!(
        "SELECT position, title, content FROM documents WHERE position > $1 AND NOT EXISTS ({missing}) \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    let mut after = 0;
    loop {
        let rows: Vec<Unindexed> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = rows.last() else { break };
        after = last.position;
        for row in &rows {
            put(conn, row.position, &row.title, &row.content)?;
        }
    }
    if let AnyConn::Pg(c) = conn {
        // What is new waits in a list beside the index, which every search reads from end to end: 128 KB of it.
        diesel::sql_query(
            "CREATE INDEX IF NOT EXISTS documents_search_words ON documents_search USING gin (words) \
             WITH (gin_pending_list_limit = 128)",
        )
        .execute(c)?;
    }
    Ok(())
}
