//! Counts the documents in the sections of the archive with counters that database triggers maintain, so that a list
//! with the lengths of all sections does not have to count rows.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::documents::levels;
use crate::storage::{exact, read};
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use facility_archive::shelf::SectionShelf;
use facility_documents::visibility::Visibility;
use facility_kernel::SectionId;
use std::collections::HashMap;

/// Rows of a section and a number: one for each counter that the reader may see, and one with -1 for each document that
/// is not yet released.
fn counted<ST>(conn: &AnyConn, reader: Visibility) -> Phrase<ST> {
    let levels = levels::levels(reader.max_level, None);
    let kept = Phrase::sql("(SELECT archive_section, documents FROM archive_counts WHERE ");
    let kept = levels::among(kept, levels.clone());
    let counted = if reader.sees_unreleased {
        kept
    } else {
        let row = match conn {
            // By itself SQLite uses an index of all archived documents.
            AnyConn::Sqlite(_) => {
                "SELECT archive_section, -1 FROM documents INDEXED BY documents_archived_scheduled WHERE is_archived"
            }
            AnyConn::Pg(_) => "SELECT archive_section, -1 FROM documents WHERE is_archived",
        };
        levels::unreleased(kept.then(" UNION ALL "), row, levels, reader.now)
    };
    counted.then(") AS counted")
}

/// Counts the documents of each section that the reader may see.
pub(crate) fn of_all(conn: &mut AnyConn, reader: Visibility) -> Result<HashMap<SectionId, u64>, DbError> {
    let statement = Phrase::<(Text, BigInt)>::sql("SELECT archive_section, CAST(SUM(documents) AS BIGINT) FROM ")
        .and(counted(conn, reader))
        .then(" GROUP BY archive_section")
        .statement();
    let rows: Vec<(String, i64)> = on_both!(conn, |c| statement.load(c))?;
    rows.into_iter()
        .map(|(section, count)| Ok((read(&section, "archive_counts", "archive_section", &section)?, exact(count))))
        .collect()
}

/// Counts the documents of a shelf.
pub(crate) fn of_one(conn: &mut AnyConn, shelf: SectionShelf) -> Result<u64, DbError> {
    let statement = Phrase::<BigInt>::sql("SELECT CAST(COALESCE(SUM(documents), 0) AS BIGINT) FROM ")
        .and(counted(conn, shelf.reader))
        // Written so that SQLite does not use the index that begins with the section and has documents of all levels.
        .then(" WHERE COALESCE(archive_section, '') = ")
        .text(shelf.section.to_string())
        .statement();
    let count: i64 = on_both!(conn, |c| statement.get_result(c))?;
    Ok(exact(count))
}
