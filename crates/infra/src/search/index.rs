//! Writes the index of words, the plain texts, and the previews that lists show.

use super::members::BLOCK;
use super::rows::{Rows, json};
use super::words::{Entry, Indexed, Words};
use super::{files, replacing};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::document_variants;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text};
use facility_documents::previews::previews_of;
use facility_documents::variants::Variants;
use facility_kernel::Clearance;

/// Number of documents read at a time for indexing; each may have a megabyte.
const AT_ONCE: i64 = 50;

/// Replaces a document's words and plain texts.
pub(crate) fn replace(conn: &mut AnyConn, position: i64, old: &Indexed, new: &Entry) -> Result<(), DbError> {
    replacing::replace(conn, position, old, &new.words)?;
    if old.has_variants {
        let rows = document_variants::table.filter(document_variants::position.eq(position));
        diesel::delete(rows).execute(conn)?;
    }
    write_texts(conn, &[(position, &new.texts)])
}

/// Removes a document from the index. Words that no other document has leave no row behind.
pub(crate) fn forget(conn: &mut AnyConn, position: i64, document: &Indexed) -> Result<(), DbError> {
    replacing::replace(conn, position, document, &Words::default())
}

/// Adds a new document to the index, and stores its plain texts.
pub(crate) fn put(conn: &mut AnyConn, position: i64, document: &Entry) -> Result<(), DbError> {
    let mut rows = Rows::default();
    rows.add(position, &document.words);
    rows.write(conn)?;
    write_texts(conn, &[(position, &document.texts)])
}

/// Writes the plain texts of documents, from which excerpts are cut.
fn write_texts<'t>(conn: &mut AnyConn, documents: &[(i64, &'t Variants)]) -> Result<(), DbError> {
    let texts: Vec<(i64, &str)> = documents.iter().map(|(position, texts)| (*position, texts.base())).collect();
    match conn {
        AnyConn::Sqlite(c) => {
            // One statement writes all of them: see `Rows::write`.
            diesel::sql_query(
                "INSERT OR REPLACE INTO document_texts (position, plain) \
                 SELECT value ->> 0, value ->> 1 FROM json_each($1)",
            )
            .bind::<Text, _>(json(&texts)?)
            .execute(c)?;
        }
        AnyConn::Pg(c) => {
            let (positions, texts): (Vec<i64>, Vec<&str>) = texts.into_iter().unzip();
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
    let above = |(position, texts): &(i64, &'t Variants)| {
        let position = *position;
        texts.above().iter().map(move |(level, text)| (position, level.level(), text.as_str()))
    };
    let variants: Vec<(i64, u8, &str)> = documents.iter().flat_map(above).collect();
    if !variants.is_empty() {
        let values = match conn {
            AnyConn::Sqlite(_) => "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1)",
            AnyConn::Pg(_) => {
                "SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS integer), value ->> 2 \
                 FROM json_array_elements(CAST($1 AS json))"
            }
        };
        diesel::sql_query(format!("INSERT INTO document_variants (position, level, plain) {values}"))
            .bind::<Text, _>(json(&variants)?)
            .execute(conn)?;
    }
    Ok(())
}

fn write_previews(conn: &mut AnyConn, positions: &[i64], previews: &[String]) -> Result<(), DbError> {
    match conn {
        AnyConn::Sqlite(c) => {
            diesel::sql_query(
                "UPDATE documents SET preview = made.value ->> 1 FROM json_each($1) AS made \
                 WHERE documents.position = made.value ->> 0",
            )
            .bind::<Text, _>(json(&positions.iter().zip(previews).collect::<Vec<_>>())?)
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

named_row! { struct Unindexed { position: i64, clearance_level: i32, title: String, content: String } }

impl Unindexed {
    fn level(&self) -> Clearance {
        // The column has a constraint.
        Clearance::parse(self.clearance_level.into()).unwrap_or(Clearance::MAX)
    }
}

named_row! {
    /// A document whose plain text exists.
    struct WithText { position: i64 }
}

/// Writes the words, the plain texts and the previews of the documents after this position that a statement inserted
/// without them.
pub(crate) fn index_inserted(conn: &mut AnyConn, first: i64) -> Result<(), DbError> {
    let mut after = first;
    // Does not look for missing texts: PostgreSQL would join all documents with all texts for each of these pages.
    let sql = format!(
        "SELECT position, clearance_level, title, content FROM documents WHERE position > $1 \
         ORDER BY position LIMIT {AT_ONCE}"
    );
    let mut rows = Rows::default();
    loop {
        let mut unindexed: Vec<Unindexed> = diesel::sql_query(&sql).bind::<BigInt, _>(after).load(conn)?;
        let Some(last) = unindexed.last().map(|row| row.position) else { break };
        let indexed: Vec<WithText> = diesel::sql_query(
            "SELECT position FROM document_texts WHERE position > $1 AND position <= $2 ORDER BY position",
        )
        .bind::<BigInt, _>(after)
        .bind::<BigInt, _>(last)
        .load(conn)?;
        unindexed.retain(|row| indexed.binary_search_by_key(&row.position, |found| found.position).is_err());
        // Writes whole blocks where possible: each row is then written once, not with every document.
        if rows.are_many() || last.div_euclid(BLOCK) > after.div_euclid(BLOCK) {
            std::mem::take(&mut rows).write(conn)?;
        }
        after = last;
        if unindexed.is_empty() {
            continue;
        }
        let texts: Vec<Variants> = unindexed.iter().map(|row| Variants::of(&row.content, row.level())).collect();
        for (row, texts) in unindexed.iter().zip(&texts) {
            rows.add(row.position, &Words::of(row.level(), &row.title, texts));
        }
        let positions: Vec<i64> = unindexed.iter().map(|row| row.position).collect();
        let previews: Vec<String> =
            unindexed.iter().zip(&texts).map(|(row, texts)| previews_of(&row.content, texts.base())).collect();
        write_texts(conn, &positions.iter().copied().zip(&texts).collect::<Vec<_>>())?;
        write_previews(conn, &positions, &previews)?;
    }
    rows.write(conn)?;
    files::index_inserted(conn, first)
}
