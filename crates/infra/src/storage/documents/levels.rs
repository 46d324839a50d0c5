//! Lists without search words, merged from one list per level, so that the time of a page depends only on what its
//! reader may see. Scanning past documents above the reader's level would take time, from which the reader could infer
//! their number.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::users;
use crate::on_both;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use facility_documents::search::{DocumentFilter, Search, Shelf};
use facility_documents::text::Category;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Timestamp};
use std::ops::RangeInclusive;

/// A list without search words that a reader may see: of the repository or of the archive, of everybody or of one
/// author.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByLevel<'a> {
    visibility: Visibility,
    level: Option<Clearance>,
    category: Option<Category>,
    archived: bool,
    /// The key of a username.
    author: Option<&'a str>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
}

/// The part of a list in which to look for documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Exclusive upper bound of the positions.
    pub(crate) before: i64,
    /// Inclusive lower bound of the positions.
    pub(crate) from: i64,
    /// Number of listed documents between the bounds to skip.
    pub(crate) over: i64,
    /// Number of listed documents between the bounds, by level; `i64::MAX` if it is unknown.
    pub(crate) listed: [i64; 5],
}

impl Window {
    /// The whole list.
    pub(crate) const WHOLE: Self = Self { before: i64::MAX, from: 0, over: 0, listed: [i64::MAX; 5] };

    fn listed_of(&self, level: i64) -> i64 {
        let index = usize::try_from(level.saturating_sub(1)).ok();
        index.and_then(|index| self.listed.get(index)).copied().unwrap_or(i64::MAX)
    }
}

/// Whose documents a list contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Author {
    Everybody,
    /// The account with this id.
    One(String),
}

/// Which documents come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    Newest,
    Oldest,
}

impl<'a> ByLevel<'a> {
    /// Returns the list that this filter describes; `None` if it is an administrator's list of everything, or has
    /// search words.
    pub(crate) fn of(filter: &'a DocumentFilter) -> Option<Self> {
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
            Some(Search { terms: None, author, archived, since, until }) => {
                Some(Self { archived: *archived, author: author.as_deref(), since: *since, until: *until, ..list })
            }
        }
    }

    /// The same list, restricted to this level.
    pub(crate) const fn of_level(self, level: Clearance) -> Self {
        Self { level: Some(level), ..self }
    }

    /// Its levels, ascending.
    pub(crate) fn levels(self) -> RangeInclusive<u8> {
        levels(self.visibility.max_level, self.level)
    }

    /// Returns the positions of up to `limit` documents in this window, newest first.
    pub(crate) fn positions(self, conn: &mut AnyConn, at: Window, limit: i64) -> Result<Vec<i64>, DbError> {
        self.positions_from(conn, First::Newest, at, limit)
    }

    /// Returns the positions of up to `limit` documents in this window, in this order.
    pub(crate) fn positions_from(
        self,
        conn: &mut AnyConn,
        first: First,
        at: Window,
        limit: i64,
    ) -> Result<Vec<i64>, DbError> {
        let Some(author) = self.author_of(conn)? else { return Ok(Vec::new()) };
        let most = at.over.saturating_add(limit);
        let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
        let branches = self.levels().map(|level| {
            let level = i64::from(level);
            if is_sqlite {
                let listed = self.listed(Phrase::sql("SELECT documents.position"), is_sqlite, &author);
                self.on_sqlite(listed, level, at)
            } else {
                let listed = self.listed(Phrase::sql("(SELECT documents.position"), is_sqlite, &author);
                self.on_postgres(listed, level, at, (first, most.min(at.listed_of(level))))
            }
        });
        let Some(merged) = merged(branches, is_sqlite) else { return Ok(Vec::new()) };
        let ordered = merged.then(match first {
            First::Newest => " ORDER BY 1 DESC LIMIT ",
            First::Oldest => " ORDER BY 1 LIMIT ",
        });
        let statement = ordered.number(limit).then(" OFFSET ").number(at.over).statement();
        Ok(on_both!(conn, |c| statement.load(c))?)
    }

    /// Returns whose documents it contains; `None` if there is no such account.
    pub(crate) fn author_of(self, conn: &mut AnyConn) -> Result<Option<Author>, DbError> {
        let Some(key) = self.author else { return Ok(Some(Author::Everybody)) };
        let found = users::table.filter(users::username_key.eq(key)).select(users::id).first(conn).optional()?;
        Ok(found.map(Author::One))
    }

    /// Appends FROM and WHERE for the documents of the list, of all levels.
    pub(crate) fn listed<ST>(self, select: Phrase<ST>, is_sqlite: bool, author: &Author) -> Phrase<ST> {
        // Written so that no partial index applies to an author's documents.
        let (index, shelf) = match (author, self.archived) {
            (Author::Everybody, false) => (" FROM documents INDEXED BY documents_listed", "NOT documents.is_archived"),
            (Author::Everybody, true) => (" FROM documents INDEXED BY documents_archived", "documents.is_archived"),
            (Author::One(_), false) => {
                (" FROM documents INDEXED BY documents_written", "documents.is_archived = FALSE")
            }
            (Author::One(_), true) => (" FROM documents INDEXED BY documents_written", "documents.is_archived = TRUE"),
        };
        let listed = select.then(if is_sqlite { index } else { " FROM documents" }).then(" WHERE ").then(shelf);
        match author {
            Author::One(id) => listed.then(" AND documents.submitted_by = ").text(id.as_str()),
            Author::Everybody => listed,
        }
    }

    /// Like [`Self::listed`], for a list in the order of titles. The repository of everybody has its own index.
    pub(crate) fn titled<ST>(self, select: Phrase<ST>, is_sqlite: bool, author: &Author) -> Phrase<ST> {
        if is_sqlite && *author == Author::Everybody && !self.archived {
            return select.then(" FROM documents INDEXED BY documents_titled WHERE NOT documents.is_archived");
        }
        self.listed(select, is_sqlite, author)
    }

    /// The documents of one level. SQLite merges such lists in the order of their index, and stops at the end of the
    /// page.
    fn on_sqlite(self, listed: Phrase<BigInt>, level: i64, at: Window) -> Phrase<BigInt> {
        let of_level = listed.then(" AND documents.clearance_level = ").number(level);
        let before = of_level.then(" AND documents.position < ").number(at.before);
        self.filtered(before.then(" AND documents.position >= ").number(at.from))
    }

    /// The first `most` documents of one level. Compared and ordered by both columns of the index: if it compared the
    /// level alone, PostgreSQL would use the order of the primary key and scan past the documents of all other levels.
    /// Such a comparison does not end a scan at the lowest position; `most` does, where the number of documents is
    /// known.
    fn on_postgres(
        self,
        listed: Phrase<BigInt>,
        level: i64,
        at: Window,
        (first, most): (First, i64),
    ) -> Phrase<BigInt> {
        const COLUMNS: &str = " AND (documents.clearance_level, documents.position)";
        let bound = |phrase: Phrase<BigInt>, position| phrase.pair(level, position);
        let before = bound(listed.then(COLUMNS).then(" < ("), at.before);
        let within = bound(before.then(COLUMNS).then(" >= ("), at.from);
        let ordered = self.filtered(within).then(match first {
            First::Newest => " ORDER BY documents.clearance_level DESC, documents.position DESC LIMIT ",
            First::Oldest => " ORDER BY documents.clearance_level, documents.position LIMIT ",
        });
        ordered.number(most).then(")")
    }

    /// Appends the conditions of the reader's visibility and of the search.
    pub(crate) fn filtered<ST>(self, branch: Phrase<ST>) -> Phrase<ST> {
        let branch = if self.visibility.sees_unreleased { branch } else { released(branch, self.visibility) };
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

/// Returns the union of the lists of each level, to be ordered; `None` without levels. SQLite sorts lazily only a plain
/// union, and PostgreSQL only one in parentheses.
pub(crate) fn merged(branches: impl Iterator<Item = Phrase<BigInt>>, is_sqlite: bool) -> Option<Phrase<BigInt>> {
    let union = branches.reduce(|merged, branch| merged.then(" UNION ALL ").and(branch))?;
    if is_sqlite {
        return Some(union);
    }
    Some(Phrase::sql("SELECT sort_key FROM (").and(union).then(") AS merged (sort_key)"))
}

/// Returns the levels of a list for a reader of level `highest`, or only the level `only`. Empty if that is above the
/// reader's.
pub(crate) fn levels(highest: Clearance, only: Option<Clearance>) -> RangeInclusive<u8> {
    only.map_or(Clearance::MIN, |level| level).level()..=only.map_or(highest, |level| level.min(highest)).level()
}

/// Appends the condition that a document is released for this reader.
pub(crate) fn released<ST>(phrase: Phrase<ST>, reader: Visibility) -> Phrase<ST> {
    let until = if reader.sees_unreleased { i64::MAX } else { reader.now.as_micros() };
    phrase
        .then(" AND (documents.scheduled_release_at IS NULL OR documents.scheduled_release_at <= ")
        .number(until)
        .then(")")
}

/// Appends the visibility rule.
pub(crate) fn admitted<ST>(phrase: Phrase<ST>, reader: Visibility) -> Phrase<ST> {
    released(phrase.then(" AND documents.clearance_level <= ").number(reader.max_level.level().into()), reader)
}

/// Appends the condition that the level is one of these, as a list: equality lets an index that begins with the level
/// skip the others.
pub(crate) fn among<ST>(phrase: Phrase<ST>, mut levels: RangeInclusive<u8>) -> Phrase<ST> {
    // No record has the level 0.
    let first = levels.next().unwrap_or(0);
    let phrase = phrase.then("clearance_level IN (").number(first.into());
    levels.fold(phrase, |phrase, level| phrase.then(", ").number(level.into())).then(")")
}

/// Appends a row for each document of these levels that is not released yet, level by level as in the lists. `row` is
/// the start of the statement, for the repository or the archive: `SELECT ... FROM documents WHERE NOT is_archived`.
pub(crate) fn unreleased<ST>(
    phrase: Phrase<ST>,
    row: &'static str,
    levels: RangeInclusive<u8>,
    now: Timestamp,
) -> Phrase<ST> {
    levels.enumerate().fold(phrase, |phrase, (number, level)| {
        // Written so that PostgreSQL cannot use the index of the release dates of all levels.
        phrase
            .then(if number == 0 { "" } else { " UNION ALL " })
            .then(row)
            .then(" AND COALESCE(scheduled_release_at, 0) <> 0 AND (clearance_level, scheduled_release_at) > (")
            .number(level.into())
            .then(", ")
            .number(now.as_micros())
            .then(") AND (clearance_level, scheduled_release_at) <= (")
            .pair(level.into(), i64::MAX)
    })
}
