//! The list of the repository, merged from the lists of each level, so that a page costs what its reader may see: walking
//! past documents above their level would take time for them, by which the reader could count them.

use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::tables::document_places::Start;
use ::documents::visibility::Visibility;
use ::documents::{Category, DocumentFilter, Search, Shelf};
use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use kernel::{Clearance, Timestamp};
use std::ops::RangeInclusive;

/// A list of the repository without words and without an author.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByLevel {
    visibility: Visibility,
    level: Option<Clearance>,
    category: Option<Category>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl ByLevel {
    /// Returns the list that this filter describes; `None` if it is not of the repository, or has a search by anything but
    /// dates.
    pub(super) fn of(filter: &DocumentFilter) -> Option<Self> {
        let Shelf::Repository(visibility) = filter.shelf else { return None };
        let (since, until) = match &filter.search {
            None => (None, None),
            Some(Search { terms: None, author: None, archived: false, since, until, .. }) => (*since, *until),
            Some(_) => return None,
        };
        Some(Self { visibility, level: filter.level, category: filter.category, since, until })
    }

    /// Returns the positions of up to `limit` documents from this place on, newest first.
    pub(super) fn positions(self, conn: &mut AnyConn, at: Start, limit: i64) -> Result<Vec<i64>, DbError> {
        let most = at.over.saturating_add(limit);
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let branches = levels(self.visibility.max_level, self.level).map(|level| {
            if is_sqlite { self.on_sqlite(level, at) } else { self.on_postgres(level, at, most) }
        });
        let Some(merged) = merged(branches, is_sqlite) else { return Ok(Vec::new()) };
        let statement =
            merged.then(" ORDER BY 1 DESC LIMIT ").number(limit).then(" OFFSET ").number(at.over).statement();
        Ok(on_both!(conn, |c| statement.load(c))?)
    }

    /// The documents of one level. SQLite merges such lists as they come out of their index, and stops at the end of the page.
    fn on_sqlite(self, level: u8, at: Start) -> Phrase<BigInt> {
        self.narrowed(
            Phrase::sql(
                "SELECT documents.position FROM documents INDEXED BY documents_listed WHERE NOT documents.is_archived AND \
                 documents.clearance_level = ",
            )
            .number(level.into())
            .then(" AND documents.position < ")
            .number(at.before)
            .then(" AND documents.position >= ")
            .number(at.from),
        )
    }

    /// The first `most` documents of one level. Compared and ordered by both columns of the index: with the level alone in a
    /// comparison, PostgreSQL takes the order of the primary key, and walks past the documents of all other levels.
    fn on_postgres(self, level: u8, at: Start, most: i64) -> Phrase<BigInt> {
        self.narrowed(
            Phrase::sql(
                "(SELECT documents.position FROM documents WHERE NOT documents.is_archived AND \
                 (documents.clearance_level, documents.position) < (",
            )
            .number(level.into())
            .then(", ")
            .number(at.before)
            .then(") AND (documents.clearance_level, documents.position) >= (")
            .number(level.into())
            .then(", ")
            .number(at.from)
            .then(")"),
        )
        .then(" ORDER BY documents.clearance_level DESC, documents.position DESC LIMIT ")
        .number(most)
        .then(")")
    }

    fn narrowed(self, branch: Phrase<BigInt>) -> Phrase<BigInt> {
        let branch = if self.visibility.sees_unreleased {
            branch
        } else {
            branch
                .then(" AND (documents.scheduled_release_at IS NULL OR documents.scheduled_release_at <= ")
                .number(self.visibility.now.as_micros())
                .then(")")
        };
        let branch = match self.category {
            Some(category) => branch.then(" AND documents.category = ").text(category.as_str()),
            None => branch,
        };
        let branch = match self.since {
            Some(since) => branch.then(" AND documents.created_at >= ").number(since.as_micros()),
            None => branch,
        };
        match self.until {
            Some(until) => branch.then(" AND documents.created_at < ").number(until.as_micros()),
            None => branch,
        }
    }
}

/// Returns the union of the lists of each level, to be ordered; `None` of no level. SQLite orders only a union itself lazily,
/// and PostgreSQL only one in parentheses.
pub(super) fn merged(
    branches: impl Iterator<Item = Phrase<BigInt>>,
    is_sqlite: bool,
) -> Option<Phrase<BigInt>> {
    let union = branches.reduce(|merged, branch| merged.then(" UNION ALL ").and(branch))?;
    if is_sqlite {
        return Some(union);
    }
    Some(Phrase::sql("SELECT place FROM (").and(union).then(") AS merged (place)"))
}

/// The levels of a list for a reader of `highest`, which may be that of one level. Above the reader's own it is empty.
pub(super) fn levels(highest: Clearance, only: Option<Clearance>) -> RangeInclusive<u8> {
    only.map_or(Clearance::MIN, |level| level).level()
        ..=only.map_or(highest, |level| level.min(highest)).level()
}

/// Returns these levels as a list in SQL: equality with each of them lets an index that begins with the level leave out the
/// others.
pub(super) fn among<ST>(phrase: Phrase<ST>, mut levels: RangeInclusive<u8>) -> Phrase<ST> {
    // No record has the level 0.
    let first = levels.next().unwrap_or(0);
    let phrase = phrase.then("clearance_level IN (").number(first.into());
    levels.fold(phrase, |phrase, level| phrase.then(", ").number(level.into())).then(")")
}

/// Appends a row for each document of the repository of these levels that is not released yet, level by level as the lists.
/// `row` selects it: `SELECT ... FROM documents`.
pub(super) fn unreleased<ST>(
    phrase: Phrase<ST>,
    row: &'static str,
    levels: RangeInclusive<u8>,
    now: Timestamp,
) -> Phrase<ST> {
    levels.enumerate().fold(phrase, |phrase, (number, level)| {
        // In these words, PostgreSQL cannot take the index of the release dates of all levels.
        phrase
            .then(if number == 0 { "" } else { " UNION ALL " })
            .then(row)
            .then(" WHERE NOT is_archived AND COALESCE(scheduled_release_at, 0) <> 0 AND (clearance_level, scheduled_release_at) > (")
            .number(level.into())
            .then(", ")
            .number(now.as_micros())
            .then(") AND (clearance_level, scheduled_release_at) <= (")
            .number(level.into())
            .then(", ")
            .number(i64::MAX)
            .then(")")
    })
}
