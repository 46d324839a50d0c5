//! The list of an archive section, merged from the lists of each level (see `documents/levels.rs`). It is paged by the
//! times of archiving, which are unique.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::documents::levels;
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use facility_archive::shelf::SectionShelf;

/// Returns the archiving times of `limit` documents of a shelf that were archived before this time, latest first, after
/// skipping `over` of them.
pub(crate) fn times(
    conn: &mut AnyConn,
    shelf: SectionShelf,
    before: i64,
    (limit, over): (i64, i64),
) -> Result<Vec<i64>, DbError> {
    let most = over.saturating_add(limit);
    let Some(merged) = by_level(conn, shelf, before, most) else { return Ok(Vec::new()) };
    let statement = merged.then(" ORDER BY 1 DESC LIMIT ").number(limit).then(" OFFSET ").number(over).statement();
    Ok(on_both!(conn, |c| statement.load(c))?)
}

fn by_level(conn: &AnyConn, shelf: SectionShelf, before: i64, most: i64) -> Option<Phrase<BigInt>> {
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let levels = levels::levels(shelf.reader.max_level, None);
    let branches = levels.map(|level| {
        let level = i64::from(level);
        if is_sqlite { on_sqlite(shelf, level, before) } else { on_postgres(shelf, level, before, most) }
    });
    levels::merged(branches, is_sqlite)
}

fn on_sqlite(shelf: SectionShelf, level: i64, before: i64) -> Phrase<BigInt> {
    let from = "SELECT documents.archived_at FROM documents INDEXED BY documents_archive_levels \
                WHERE documents.is_archived AND documents.clearance_level = ";
    let listed = Phrase::sql(from)
        .number(level)
        .then(" AND documents.archive_section = ")
        .text(shelf.section.to_string())
        .then(" AND documents.archived_at < ")
        .number(before);
    levels::released(listed, shelf.reader)
}

/// Compared and ordered by all columns of the index, for the same reason as the list of the repository.
fn on_postgres(shelf: SectionShelf, level: i64, before: i64, most: i64) -> Phrase<BigInt> {
    let from = "(SELECT documents.archived_at FROM documents WHERE documents.is_archived AND \
                (documents.clearance_level, documents.archive_section, documents.archived_at) < (";
    let since = ") AND (documents.clearance_level, documents.archive_section, documents.archived_at) >= (";
    let listed = Phrase::sql(from)
        .number(level)
        .then(", ")
        .text(shelf.section.to_string())
        .then(", ")
        .number(before)
        .then(since)
        .number(level)
        .then(", ")
        .text(shelf.section.to_string())
        .then(", 0)");
    levels::released(listed, shelf.reader)
        .then(" ORDER BY documents.clearance_level DESC, documents.archive_section DESC, documents.archived_at DESC LIMIT ")
        .number(most)
        .then(")")
}
