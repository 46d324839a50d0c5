//! Lists of documents.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::documents;
use crate::search::excerpts::{Excerpts, Wanted};
use crate::storage::documents::levels::{ByLevel, Window, admitted};
use crate::storage::documents::orders::{self, ListEntry};
use crate::storage::documents::published::{Measured, NO_TEXT, RowWithText, measured, rows, stored, whole};
use crate::storage::documents::{blocks, counts};
use crate::{on_both, search};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};
use facility_documents::finder::Finder;
use facility_documents::label::ShortLabel;
use facility_documents::previews::preview_for;
use facility_documents::sealed::Sealed;
use facility_documents::search::{DocumentFilter, MAX_COUNTED, Order, Shelf};
use facility_documents::snippet::{FileMatch, Match, Snippet, matches};
use facility_documents::view::Stored;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, Page, PageRequest};
use std::collections::HashMap;

/// Filters a boxed query on documents: this is where the visibility rule becomes SQL. A macro, because queries have
/// different types. Searches apply the same rule to documents with their words (`search/visible.rs`).
macro_rules! filtered {
    ($query:expr, $filter:expr) => {{
        let mut query = $query;
        match &$filter.shelf {
            Shelf::Repository(visibility) => {
                // Literal SQL instead of bound values, so that the databases recognize that the partial index
                // applies.
                let placement =
                    if $filter.is_archive() { "documents.is_archived" } else { "NOT documents.is_archived" };
                query = query
                    .filter(Phrase::<Bool>::sql(placement))
                    .filter(documents::clearance_level.le(i32::from(visibility.max_level.level())));
                if !visibility.sees_unreleased {
                    query = query.filter(
                        documents::scheduled_release_at
                            .is_null()
                            .or(documents::scheduled_release_at.le(visibility.now.as_micros()))
                            .assume_not_null(),
                    );
                }
            }
            Shelf::Everything(_) => {}
        }
        if let Some(level) = $filter.level {
            query = query.filter(documents::clearance_level.eq(i32::from(level.level())));
        }
        if let Some(category) = $filter.category {
            query = query.filter(documents::category.eq(category.as_str()));
        }
        if let Some(search) = &$filter.search {
            if let Some(author) = &search.author {
                query = query.filter(
                    Phrase::<Bool>::sql(
                        "documents.submitted_by IN (SELECT users.id FROM users WHERE users.username_key = ",
                    )
                    .text(author)
                    .then(")"),
                );
            }
            if let Some(since) = search.since {
                query = query.filter(documents::created_at.ge(since.as_micros()));
            }
            if let Some(until) = search.until {
                query = query.filter(documents::created_at.lt(until.as_micros()));
            }
        }
        query
    }};
}

/// The documents of a page.
enum Part {
    /// The newest ones before a position, up to a limit.
    Newest { before: i64, limit: i64 },
    /// These entries of the list.
    At(Vec<ListEntry>),
}

impl Part {
    /// Returns the part with at most `limit` documents after the cursor.
    fn of(conn: &mut AnyConn, filter: &DocumentFilter, after: Option<Cursor>, limit: usize) -> Result<Self, DbError> {
        let before = after.map_or(i64::MAX, Cursor::position);
        if let Some(terms) = filter.terms() {
            let found = search::matching::find(conn, filter, terms, before, limit)?;
            return Ok(Self::At(found.into_iter().map(ListEntry::from).collect()));
        }
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let Some(listed) = ByLevel::of(filter) else { return Ok(Self::Newest { before, limit }) };
        Ok(Self::At(orders::find(conn, (listed, filter.order), after, (0, limit))?))
    }

    /// Returns the condition that a document is one of them, and the maximum number.
    fn condition(&self, conn: &AnyConn) -> (Phrase<Bool>, i64) {
        match self {
            Self::Newest { before, limit } => (Phrase::sql("documents.position < ").number(*before), *limit),
            Self::At(entries) => {
                let positions: Vec<i64> = entries.iter().map(|entry| entry.position).collect();
                (search::ranks::among(conn, &positions), i64::MAX)
            }
        }
    }

    /// Puts rows, which are newest first, into the order of the list, each with its cursor.
    fn in_order<T>(&self, rows: Vec<T>, position: impl Fn(&T) -> i64) -> Vec<(Cursor, T)> {
        match self {
            Self::Newest { .. } => rows.into_iter().map(|row| (Cursor::after(position(&row)), row)).collect(),
            Self::At(entries) => {
                let mut rows: HashMap<i64, T> = rows.into_iter().map(|row| (position(&row), row)).collect();
                let row = |entry: &ListEntry| Some((entry.cursor, rows.remove(&entry.position)?));
                entries.iter().filter_map(row).collect()
            }
        }
    }
}

/// Counts the documents that the filter admits; for a search, at most one more than [`MAX_COUNTED`].
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter) -> Result<u64, DbError> {
    if filter.search.is_none() {
        return counts::count(conn, filter);
    }
    let most = MAX_COUNTED + 1;
    if let Some(terms) = filter.terms() {
        return search::matching::count(conn, filter, terms, most);
    }
    if let Some(listed) = ByLevel::of(filter) {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        return Ok(listed.positions(conn, Window::WHOLE, most)?.len() as u64);
    }
    let positions: Vec<i64> = filtered!(documents::table.into_boxed(), filter)
        .order(documents::position.desc())
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .select(documents::position)
        .load(conn)?;
    Ok(positions.len() as u64)
}

/// Returns the cursor of the last of the first `count` documents after `after`, or `None` if there are fewer.
pub(crate) fn cursor_after_skip(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    after: Option<Cursor>,
    count: u32,
) -> Result<Option<Cursor>, DbError> {
    let Some(over) = count.checked_sub(1) else { return Ok(after) };
    let before = after.map_or(i64::MAX, Cursor::position);
    if let Some(terms) = filter.terms() {
        let over = usize::try_from(over).unwrap_or(usize::MAX);
        let found = search::matching::find(conn, filter, terms, before, over.saturating_add(1))?;
        return Ok(found.get(over).map(|rank| Cursor::after(rank.number())));
    }
    let mut window = Window { before, over: over.into(), ..Window::WHOLE };
    if let Some(listed) = ByLevel::of(filter) {
        if filter.order != Order::Newest {
            let found = orders::find(conn, (listed, filter.order), after, (over.into(), 1))?;
            return Ok(found.first().map(|entry| entry.cursor));
        }
        let is_counted = filter.category.is_none() && filter.search.is_none() && after.is_none();
        if let (Shelf::Repository(visibility), true) = (&filter.shelf, is_counted) {
            let Some(found) = blocks::window(conn, *visibility, filter.level, window.over)? else {
                return Ok(None);
            };
            window = found;
        }
        return Ok(listed.positions(conn, window, 1)?.first().copied().map(Cursor::after));
    }
    let position = filtered!(documents::table.into_boxed(), filter)
        .filter(documents::position.lt(window.before))
        .order(documents::position.desc())
        .offset(window.over)
        .limit(1)
        .select(documents::position)
        .get_result::<i64>(conn)
        .optional()?;
    Ok(position.map(Cursor::after))
}

/// Returns a page of whole documents with at most a mebibyte of text that its reader may read.
pub(crate) fn records(conn: &mut AnyConn, filter: &DocumentFilter, page: PageRequest) -> Result<Page<Stored>, DbError> {
    let part = Part::of(conn, filter, page.after, usize::from(page.limit.get()) + 1)?;
    let (within, limit) = part.condition(conn);
    let measured_rows: Vec<Measured> = on_both!(conn, |c| filtered!(documents::table.into_boxed(), filter)
        .filter(within)
        .order(documents::position.desc())
        .limit(limit)
        .select(measured())
        .load(c))?;
    whole(conn, part.in_order(measured_rows, |(position, ..)| *position), filter.shelf, page.limit)
}

/// Returns a page of documents without their contents, with snippets if there are search words.
pub(crate) fn summaries(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    page: PageRequest,
) -> Result<Page<Stored>, DbError> {
    let part = Part::of(conn, filter, page.after, usize::from(page.limit.get()) + 1)?;
    if matches!(&part, Part::At(entries) if entries.is_empty()) {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let (within, limit) = part.condition(conn);
    let text = search::excerpts::short_text(filter.words().map(|_| filter.shelf.reader_level()));
    let mut rows: Vec<RowWithText> = rows!(conn, text, |all| filtered!(all.into_boxed(), filter)
        .filter(within)
        .order(documents::position.desc())
        .limit(limit))?;
    let highlights = match filter.words() {
        Some(words) => highlights(conn, &words.finder(), filter.shelf.reader_level(), &mut rows)?,
        None => Vec::new(),
    };
    let mut found = stored(conn, rows, |row| row.position)?;
    for ((_, stored), Highlights { snippet, title_matches, file_match }) in found.iter_mut().zip(highlights) {
        if let Ok(stored) = stored {
            (stored.snippet, stored.title_matches) = (Some(snippet), Some(title_matches));
            stored.file_match = file_match;
        }
    }
    let found = part.in_order(found, |(position, _)| *position);
    let found = found.into_iter().map(|(cursor, (_, stored))| Ok((cursor, stored?))).collect::<Result<_, DbError>>()?;
    Ok(Page::from_rows(found, page.limit))
}

/// Where a document has the search words.
struct Highlights {
    snippet: Sealed<Snippet>,
    title_matches: Vec<Match>,
    file_match: Option<Sealed<FileMatch>>,
}

/// Takes the plain texts out of rows. Returns where each has the search words, for a reader of this level.
fn highlights(
    conn: &mut AnyConn,
    words: &Finder<'_>,
    reader: Clearance,
    rows: &mut [RowWithText],
) -> Result<Vec<Highlights>, DbError> {
    let wanted = rows.iter_mut().map(|(row, text)| Wanted {
        position: row.position,
        title: &row.columns.title,
        text: text.take(),
    });
    let mut excerpts = search::excerpts::excerpts(conn, words, reader, wanted.collect())?;
    let highlight = |(row, _): &RowWithText| {
        let excerpts = excerpts.remove(&row.position);
        let (text, file) = excerpts.map_or((None, None), |Excerpts { text, file }| (Some(text), file));
        let unsearched = || Snippet::unsearched(words, preview_for(&row.preview, reader));
        Highlights {
            snippet: Sealed::new(text.unwrap_or_else(unsearched)),
            title_matches: matches(words, &row.columns.title),
            file_match: file.map(Sealed::new),
        }
    };
    Ok(rows.iter().map(highlight).collect())
}

/// Returns the newest visible documents whose ids start with the label, including archived ones.
pub(crate) fn labelled(conn: &mut AnyConn, label: &ShortLabel, visibility: Visibility) -> Result<Vec<Stored>, DbError> {
    let found = labelled_positions(conn, label, visibility);
    let none = Phrase::<Nullable<Text>>::sql(NO_TEXT);
    let rows: Vec<RowWithText> = rows!(conn, none, |all| all.filter(found).order(documents::position.desc()))?;
    stored(conn, rows, |_| ())?.into_iter().map(|((), stored)| stored).collect()
}

/// The condition that a document is one of those of [`labelled`]. It uses an index of ids that covers visibility but no
/// text, because many old ids share a prefix.
fn labelled_positions(conn: &AnyConn, label: &ShortLabel, visibility: Visibility) -> Phrase<Bool> {
    // By default PostgreSQL compares text by locale, which nearly ignores hyphens; these operators compare
    // characters.
    let (found, until) = match conn {
        AnyConn::Sqlite(_) => (
            "documents.position IN (SELECT documents.position FROM documents INDEXED BY documents_labels \
             WHERE documents.id >= ",
            " AND documents.id < ",
        ),
        AnyConn::Pg(_) => (
            "documents.position IN (SELECT documents.position FROM documents WHERE documents.id ~>=~ ",
            " AND documents.id ~<~ ",
        ),
    };
    admitted(Phrase::sql(found).text(label.as_prefix()).then(until).text(label.end()), visibility)
        .then(" ORDER BY documents.position DESC LIMIT ")
        .number(ShortLabel::MAX_FOUND.into())
        .then(")")
}
