//! Lists without words, merged from the lists of each level, so that a page costs what its reader may see: walking
//! past documents above their level would take time for them, by which the reader could count them.

use crate::db::phrase::Phrase;
use crate::db::schema::users;
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::tables::document_places::Start;
use ::documents::visibility::Visibility;
use ::documents::{Category, DocumentFilter, Search, Shelf};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use kernel::{Clearance, Timestamp};
use std::ops::RangeInclusive;

/// A list without words that a reader may see: of the repository or of the archive, of everybody or of one author.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByLevel<'a> {
    visibility: Visibility,
    level: Option<Clearance>,
    category: Option<Category>,
    archived: bool,
    /// The key of a username.
    author: Option<&'a str>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
}

/// The index by which the documents of a level are found, newest first, and its columns.
struct Index {
    on_sqlite: &'static str,
    columns: &'static str,
    order: &'static str,
}

const LISTED: Index = Index {
    on_sqlite: "documents_listed",
    columns: "(documents.clearance_level, documents.position)",
    order: "documents.clearance_level DESC, documents.position DESC",
};
const ARCHIVED: Index = Index { on_sqlite: "documents_archived", ..LISTED };
const WRITTEN: Index = Index {
    on_sqlite: "documents_written",
    columns: "(documents.submitted_by, documents.is_archived, documents.clearance_level, documents.position)",
    order: "documents.submitted_by DESC, documents.is_archived DESC, documents.clearance_level DESC, documents.position DESC",
};

impl<'a> ByLevel<'a> {
    /// Returns the list that this filter describes; `None` if it is an administrator's list of everything, or has words.
    pub(super) fn of(filter: &'a DocumentFilter) -> Option<Self> {
        let Shelf::Repository(visibility) = filter.shelf else { return None };
        let list = Self {
            visibility,
            level: filter.level,
            category: filter.category,
            archived: false,
            author: None,
            since: None,
            until: None,
        };
        match &filter.search {
            None => Some(list),
            Some(Search { terms: Some(_), .. }) => None,
            Some(Search { terms: None, author, archived, since, until, order: _ }) => Some(Self {
                archived: *archived,
                author: author.as_deref(),
                since: *since,
                until: *until,
                ..list
            }),
        }
    }

    /// Returns the positions of up to `limit` documents from this place on, newest first.
    pub(super) fn positions(self, conn: &mut AnyConn, at: Start, limit: i64) -> Result<Vec<i64>, DbError> {
        let author = match self.author {
            None => None,
            Some(key) => match author(conn, key)? {
                None => return Ok(Vec::new()),
                Some(id) => Some(id),
            },
        };
        let most = at.over.saturating_add(limit);
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let branches = levels(self.visibility.max_level, self.level).map(|level| {
            let place = |position| Place { list: self, author: author.as_deref(), level, position };
            let (before, from) = (place(at.before), place(at.from));
            if is_sqlite { self.on_sqlite(before, from) } else { self.on_postgres(before, from, most) }
        });
        let Some(merged) = merged(branches, is_sqlite) else { return Ok(Vec::new()) };
        let statement =
            merged.then(" ORDER BY 1 DESC LIMIT ").number(limit).then(" OFFSET ").number(at.over).statement();
        Ok(on_both!(conn, |c| statement.load(c))?)
    }

    const fn index(self) -> Index {
        match (self.author, self.archived) {
            (Some(_), _) => WRITTEN,
            (None, true) => ARCHIVED,
            (None, false) => LISTED,
        }
    }

    /// The documents of one level. SQLite merges such lists as they come out of their index, and stops at the end of the page.
    fn on_sqlite(self, before: Place<'_>, from: Place<'_>) -> Phrase<BigInt> {
        let listed = Phrase::sql("SELECT documents.position FROM documents INDEXED BY ")
            .then(self.index().on_sqlite)
            .then(" WHERE ")
            .then(self.shelf())
            .then(" AND documents.clearance_level = ")
            .number(before.level.into())
            .then(" AND documents.position < ")
            .number(before.position)
            .then(" AND documents.position >= ")
            .number(from.position);
        self.narrowed(match before.author {
            Some(author) => listed.then(" AND documents.submitted_by = ").text(author),
            None => listed,
        })
    }

    /// The first `most` documents of one level. Compared and ordered by all columns of the index: with the level alone in a
    /// comparison, PostgreSQL takes the order of the primary key, and walks past the documents of all other levels.
    fn on_postgres(self, before: Place<'_>, from: Place<'_>, most: i64) -> Phrase<BigInt> {
        let Index { columns, order, .. } = self.index();
        let listed = Phrase::sql("(SELECT documents.position FROM documents WHERE ")
            .then(if before.author.is_none() { self.shelf() } else { "TRUE" })
            .then(" AND ")
            .then(columns)
            .then(" < ");
        let listed = before.row(listed).then(" AND ").then(columns).then(" >= ");
        self.narrowed(from.row(listed)).then(" ORDER BY ").then(order).then(" LIMIT ").number(most).then(")")
    }

    /// The condition that a document is in the repository or in the archive; for what an author has written in the words that
    /// are no condition of another index.
    const fn shelf(self) -> &'static str {
        match (self.author, self.archived) {
            (None, true) => "documents.is_archived",
            (None, false) => "NOT documents.is_archived",
            (Some(_), true) => "documents.is_archived = TRUE",
            (Some(_), false) => "documents.is_archived = FALSE",
        }
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

/// A place in an index of a level's documents.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    list: ByLevel<'a>,
    author: Option<&'a str>,
    level: u8,
    position: i64,
}

impl Place<'_> {
    fn row(self, phrase: Phrase<BigInt>) -> Phrase<BigInt> {
        let phrase = match self.author {
            Some(author) => {
                phrase.then("(").text(author).then(if self.list.archived { ", TRUE, " } else { ", FALSE, " })
            }
            None => phrase.then("("),
        };
        phrase.number(self.level.into()).then(", ").number(self.position).then(")")
    }
}

/// Returns the id of the account with this key of a username.
fn author(conn: &mut AnyConn, key: &str) -> Result<Option<String>, DbError> {
    Ok(users::table.filter(users::username_key.eq(key)).select(users::id).first(conn).optional()?)
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

/// Appends a row for each document of these levels that is not released yet, level by level as the lists. `row` selects it, of
/// the repository or of the archive: `SELECT ... FROM documents WHERE NOT is_archived`.
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
            .then(
                " AND COALESCE(scheduled_release_at, 0) <> 0 AND (clearance_level, scheduled_release_at) > (",
            )
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
