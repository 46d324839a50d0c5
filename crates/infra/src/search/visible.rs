//! Decides which of the documents with the words a reader sees in the list: the visibility rule and the other filters,
//! on the index without text where it suffices.

use super::ranks::list;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use crate::storage::documents::levels::released;
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use facility_documents::search::{DocumentFilter, Search, Shelf};
use facility_documents::text::Category;
use facility_kernel::{Clearance, Timestamp};
use std::collections::HashSet;

/// Up to `FEW` documents are looked up one by one, and more of them if their range of positions is at least `RARE`
/// times as long. Otherwise the range is read. For readers of the repository this happens on SQLite only: elsewhere,
/// reading a range would include documents above their level.
const FEW: usize = 128;
const RARE: i64 = 8;

/// Returns those of these positions, which are descending, whose documents the filter admits. Does not check the words.
pub(super) fn visible(conn: &mut AnyConn, filter: &DocumentFilter, positions: &[i64]) -> Result<HashSet<i64>, DbError> {
    let (Some(newest), Some(oldest)) = (positions.first(), positions.last()) else {
        return Ok(HashSet::new());
    };
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let none = Search::default();
    let search = filter.search.as_ref().unwrap_or(&none);
    // The index without text covers these columns, and only documents that are not archived.
    let is_covered = !search.archived
        && search.author.is_none()
        && search.since.is_none()
        && search.until.is_none()
        && matches!(filter.shelf, Shelf::Repository(_));
    let index = if is_covered && is_sqlite { "documents INDEXED BY documents_shown" } else { "documents" };
    let phrase = Phrase::<BigInt>::sql("SELECT documents.position FROM ");
    let is_dense =
        positions.len() > FEW && newest - oldest < RARE * i64::try_from(positions.len()).unwrap_or(i64::MAX / RARE);
    let is_for_everything = matches!(filter.shelf, Shelf::Everything(_));
    let by_level = (is_dense && is_sqlite && !is_for_everything && !search.archived)
        .then(|| by_level(filter, search, (*oldest, *newest)));
    if let Some(by_level) = by_level {
        let Some(statement) = by_level.map(Phrase::statement) else { return Ok(HashSet::new()) };
        let found: Vec<i64> = on_both!(conn, |c| statement.load(c))?;
        return Ok(found.into_iter().collect());
    }
    let phrase = if is_dense && is_for_everything {
        phrase.then(index).then(" WHERE documents.position BETWEEN ").number(*oldest).then(" AND ").number(*newest)
    } else if is_sqlite {
        phrase
            .then("json_each(")
            .text(list(positions, true))
            .then(") AS wanted CROSS JOIN ")
            .then(index)
            .then(" ON documents.position = wanted.value WHERE TRUE")
    } else if is_covered || is_for_everything {
        phrase
            .then("documents WHERE documents.position = ANY(CAST(")
            .text(list(positions, false))
            .then(" AS bigint[]))")
    } else {
        // Looks up each position: otherwise PostgreSQL could start from another condition, with documents of all
        // levels.
        phrase.then("unnest(CAST(").text(list(positions, false)).then(
            " AS bigint[])) AS wanted (position) CROSS JOIN LATERAL \
                 (SELECT documents.position FROM documents WHERE documents.position = wanted.position",
        )
    };
    let is_one_by_one = !is_sqlite && !is_covered && !is_for_everything;
    let phrase = admitted(phrase, filter, search);
    let statement = if is_one_by_one { phrase.then(" OFFSET 0) AS documents") } else { phrase }.statement();
    let found: Vec<i64> = on_both!(conn, |c| statement.load(c))?;
    Ok(found.into_iter().collect())
}

/// Selects the documents between these positions that the filter admits, level by level up to the reader's: documents
/// above it then take no time. SQLite only, where a statement can name its index.
fn by_level(filter: &DocumentFilter, search: &Search, (from, to): (i64, i64)) -> Option<Phrase<BigInt>> {
    let reader = filter.shelf.reader_level();
    let lowest = filter.level.unwrap_or(Clearance::MIN).level();
    let highest = filter.level.map_or(reader, |level| level.min(reader)).level();
    let branches = (lowest..=highest).map(|level| {
        let listed = Phrase::sql(
            "SELECT documents.position FROM documents INDEXED BY documents_listed WHERE documents.clearance_level = ",
        )
        .number(level.into())
        .then(" AND documents.position BETWEEN ")
        .number(from)
        .then(" AND ")
        .number(to);
        admitted(listed, filter, search)
    });
    branches.reduce(|all, branch| all.then(" UNION ALL ").and(branch))
}

/// Appends the conditions of the filter.
fn admitted<ST>(phrase: Phrase<ST>, filter: &DocumentFilter, search: &Search) -> Phrase<ST> {
    let (most, condition) = match &filter.shelf {
        Shelf::Everything(_) => (Clearance::MAX, " AND TRUE"),
        Shelf::Repository(visibility) if search.archived => (visibility.max_level, " AND documents.is_archived"),
        Shelf::Repository(visibility) => (visibility.max_level, " AND NOT documents.is_archived"),
    };
    // Above the reader's own level the range is empty.
    let highest = filter.level.map_or(most, |level| level.min(most));
    let mut phrase = phrase
        .then(condition)
        .then(" AND documents.clearance_level BETWEEN ")
        .number(filter.level.unwrap_or(Clearance::MIN).level().into())
        .then(" AND ")
        .number(highest.level().into())
        .then(" AND ")
        .text(filter.category.map_or("", Category::as_str))
        .then(" IN ('', documents.category)");
    if let Shelf::Repository(visibility) = &filter.shelf
        && !visibility.sees_unreleased
    {
        phrase = released(phrase, *visibility);
    }
    if let Some(author) = &search.author {
        phrase = phrase
            // Written so that the databases cannot start from all documents of the author, of any level.
            .then(
                " AND COALESCE(documents.submitted_by, '') IN (SELECT users.id FROM users WHERE users.username_key = ",
            )
            .text(author)
            .then(")");
    }
    if let Some(since) = search.since.map(Timestamp::as_micros) {
        phrase = phrase.then(" AND documents.created_at >= ").number(since);
    }
    if let Some(until) = search.until.map(Timestamp::as_micros) {
        phrase = phrase.then(" AND documents.created_at < ").number(until);
    }
    phrase
}
