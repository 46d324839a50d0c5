//! Lists without words, merged from the lists of each level, so that a page costs what its reader may see: walking
//! past documents above their level would take time for them, by which the reader could count them.

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

/// A list without words that a reader may see: of the repository or of the archive, of everybody or of one author.
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

/// Where in a list to look for documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    /// Above their positions.
    pub(crate) before: i64,
    /// The lowest position.
    pub(crate) from: i64,
    /// The number of listed documents between the two that precede them.
    pub(crate) over: i64,
    /// The number of listed documents between the two, by level, as far as it is known.
    pub(crate) listed: [i64; 5],
}

impl Start {
    /// Everywhere.
    pub(crate) const ANYWHERE: Self = Self { before: i64::MAX, from: 0, over: 0, listed: [i64::MAX; 5] };

    fn listed_of(&self, level: i64) -> i64 {
        let index = usize::try_from(level.saturating_sub(1)).ok();
        index.and_then(|index| self.listed.get(index)).copied().unwrap_or(i64::MAX)
    }
}

/// Whose documents a list has.
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
    /// words.
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

    /// The same list, only of this level.
    pub(crate) const fn of_level(self, level: Clearance) -> Self {
        Self { level: Some(level), ..self }
    }

    /// The levels that it has, ascending.
    pub(crate) fn levels(self) -> RangeInclusive<u8> {
        levels(self.visibility.max_level, self.level)
    }

    /// Returns the positions of up to `limit` documents from this place on, newest first.
    pub(crate) fn positions(self, conn: &mut AnyConn, at: Start, limit: i64) -> Result<Vec<i64>, DbError> {
        self.positions_from(conn, First::Newest, at, limit)
    }

    /// Returns the positions of up to `limit` documents of this place, without the first `over`.
    pub(crate) fn positions_from(
        self,
        conn: &mut AnyConn,
        first: First,
        at: Start,
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

    /// Returns whose documents it has; `None` if there is no such account.
    pub(crate) fn author_of(self, conn: &mut AnyConn) -> Result<Option<Author>, DbError> {
        let Some(key) = self.author else { return Ok(Some(Author::Everybody)) };
        let found = users::table.filter(users::username_key.eq(key)).select(users::id).first(conn).optional()?;
        Ok(found.map(Author::One))
    }

    /// Appends the documents of the list, of all levels, to what is selected of them.
    pub(crate) fn listed<ST>(self, select: Phrase<ST>, is_sqlite: bool, author: &Author) -> Phrase<ST> {
        // In these words an author's documents are in no partial index.
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

    /// The same for a list in the order of titles: of everybody's in the repository by its own index.
    pub(crate) fn titled<ST>(self, select: Phrase<ST>, is_sqlite: bool, author: &Author) -> Phrase<ST> {
        if is_sqlite && *author == Author::Everybody && !self.archived {
            return select.then(" FROM documents INDEXED BY documents_titled WHERE NOT documents.is_archived");
        }
        self.listed(select, is_sqlite, author)
    }

    /// The documents of one level. SQLite merges such lists as they come out of their index, and stops at the end of
    /// the page.
    fn on_sqlite(self, listed: Phrase<BigInt>, level: i64, at: Start) -> Phrase<BigInt> {
        let of_level = listed.then(" AND documents.clearance_level = ").number(level);
        let before = of_level.then(" AND documents.position < ").number(at.before);
        self.narrowed(before.then(" AND documents.position >= ").number(at.from))
    }

    /// The first `most` documents of one level. Compared and ordered by both columns of the index: with the level alone
    /// in a comparison, PostgreSQL takes the order of the primary key, and walks past the documents of all other
    /// levels. Such a comparison does not end a scan at the lowest position, but `most` does where the number of
    /// documents is known.
    fn on_postgres(self, listed: Phrase<BigInt>, level: i64, at: Start, (first, most): (First, i64)) -> Phrase<BigInt> {
        const COLUMNS: &str = " AND (documents.clearance_level, documents.position)";
        let place = |phrase: Phrase<BigInt>, position| phrase.pair(level, position);
        let before = place(listed.then(COLUMNS).then(" < ("), at.before);
        let within = place(before.then(COLUMNS).then(" >= ("), at.from);
        let ordered = self.narrowed(within).then(match first {
            First::Newest => " ORDER BY documents.clearance_level DESC, documents.position DESC LIMIT ",
            First::Oldest => " ORDER BY documents.clearance_level, documents.position LIMIT ",
        });
        ordered.number(most).then(")")
    }

    /// Leaves out what the reader or the search does not admit.
    pub(crate) fn narrowed<ST>(self, branch: Phrase<ST>) -> Phrase<ST> {
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

/// Returns the union of the lists of each level, to be ordered; `None` of no level. SQLite orders only a union itself
/// lazily, and PostgreSQL only one in parentheses.
pub(crate) fn merged(branches: impl Iterator<Item = Phrase<BigInt>>, is_sqlite: bool) -> Option<Phrase<BigInt>> {
    let union = branches.reduce(|merged, branch| merged.then(" UNION ALL ").and(branch))?;
    if is_sqlite {
        return Some(union);
    }
    Some(Phrase::sql("SELECT place FROM (").and(union).then(") AS merged (place)"))
}

/// The levels of a list for a reader of `highest`, which may be that of one level. Above the reader's own it is empty.
pub(crate) fn levels(highest: Clearance, only: Option<Clearance>) -> RangeInclusive<u8> {
    only.map_or(Clearance::MIN, |level| level).level()..=only.map_or(highest, |level| level.min(highest)).level()
}

/// Appends that a document is released for this reader.
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

/// Returns these levels as a list in SQL: equality with each of them lets an index that begins with the level leave out
/// the others.
pub(crate) fn among<ST>(phrase: Phrase<ST>, mut levels: RangeInclusive<u8>) -> Phrase<ST> {
    // No record has the level 0.
    let first = levels.next().unwrap_or(0);
    let phrase = phrase.then("clearance_level IN (").number(first.into());
    levels.fold(phrase, |phrase, level| phrase.then(", ").number(level.into())).then(")")
}

/// Appends a row for each document of these levels that is not released yet, level by level as the lists. `row` selects
/// it, of the repository or of the archive: `SELECT ... FROM documents WHERE NOT is_archived`.
pub(crate) fn unreleased<ST>(
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
            .then(" AND COALESCE(scheduled_release_at, 0) <> 0 AND (clearance_level, scheduled_release_at) > (")
            .number(level.into())
            .then(", ")
            .number(now.as_micros())
            .then(") AND (clearance_level, scheduled_release_at) <= (")
            .pair(level.into(), i64::MAX)
    })
}
