//! Lists of documents.

use crate::db::phrase::Phrase;
use crate::db::schema::{documents, users};
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::search::{self, Wanted};
use crate::tables::documents::{Joined, Row, records_of};
use crate::tables::{document_counts, exact, fitting, uploads as files};
use ::documents::visibility::Visibility;
use ::documents::{
    DocumentFilter, DocumentRecord, DocumentSummary, Sealed, Shelf, ShortLabel, Snippet, Words, matches,
    preview,
};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use kernel::{Cursor, Page, PageRequest};
use std::collections::HashMap;

/// Filters a boxed query on documents: the only place where the visibility rule becomes SQL. A macro, because the
/// list and the count are queries of different types.
macro_rules! narrowed {
    ($query:expr, $words:expr, $filter:expr) => {{
        let mut query = $query;
        match &$filter.shelf {
            Shelf::Repository(visibility) => {
                // Literal SQL instead of bound values, so that the databases recognize that the partial index
                // applies.
                query = query
                    .filter(Phrase::<Bool>::sql("NOT documents.is_archived"))
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
            Shelf::Everything => {}
        }
        if let Some(level) = $filter.level {
            query = query.filter(documents::clearance_level.eq(i32::from(level.level())));
        }
        if let Some(category) = $filter.category {
            query = query.filter(documents::category.eq(category.as_str()));
        }
        if let Some(words) = $words {
            query = query.filter(words);
        }
        query
    }};
}

/// Counts the documents that the filter admits.
pub(crate) fn count(conn: &mut AnyConn, filter: &DocumentFilter) -> Result<u64, DbError> {
    if filter.words.is_none() {
        return document_counts::count(conn, filter);
    }
    if let (Shelf::Repository(visibility), Some(words), AnyConn::Sqlite(_)) =
        (&filter.shelf, &filter.words, &*conn)
    {
        let phrase = search::count_on_sqlite(words, *visibility, filter.level, filter.category);
        return Ok(exact(diesel::select(phrase).get_result::<i64>(conn)?));
    }
    let words = search::condition(conn, filter, Wanted::Number)?;
    let count: i64 = narrowed!(documents::table.into_boxed(), words, filter).count().get_result(conn)?;
    Ok(exact(count))
}

/// Returns the position of the last of the first `count` documents after `after`, or `None` if there are fewer.
pub(crate) fn behind(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    after: Option<Cursor>,
    count: u32,
) -> Result<Option<Cursor>, DbError> {
    let Some(over) = count.checked_sub(1).map(i64::from) else { return Ok(after) };
    let before = after.map_or(i64::MAX, Cursor::position);
    let position = if let (Shelf::Repository(visibility), AnyConn::Sqlite(_)) = (&filter.shelf, &*conn) {
        let narrowing = (filter.level, filter.category);
        let phrase = search::nth_on_sqlite(filter.words.as_ref(), *visibility, narrowing, before, over);
        diesel::select(phrase).get_result::<Option<i64>>(conn)?
    } else {
        let words = search::condition(conn, filter, Wanted::Newest { before, limit: over + 1 })?;
        narrowed!(documents::table.into_boxed(), words, filter)
            .filter(documents::position.lt(before))
            .order(documents::position.desc())
            .offset(over)
            .limit(1)
            .select(documents::position)
            .get_result::<i64>(conn)
            .optional()?
    };
    Ok(position.map(Cursor::after))
}

/// Returns a page of whole documents, newest first, with at most a mebibyte of text.
pub(crate) fn records(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    page: PageRequest,
) -> Result<Page<DocumentRecord>, DbError> {
    let before = page.after.map_or(i64::MAX, Cursor::position);
    let listed = documents::table.inner_join(users::table.on(users::id.eq(documents::submitted_by)));
    let limit = i64::from(page.limit.get()) + 1;
    let newest = Wanted::Newest { before, limit };
    let words = search::condition(conn, filter, newest)?;
    let lengths: Vec<i64> = on_both!(conn, |c| narrowed!(documents::table.into_boxed(), words, filter)
        .filter(documents::position.lt(before))
        .order(documents::position.desc())
        .limit(limit)
        .select(sql::<BigInt>(fitting::CONTENT_BYTES))
        .load(c))?;
    let (fitting, more) = fitting::fitting(&lengths, page.limit.get());
    let words = search::condition(conn, filter, newest)?;
    let rows: Vec<Joined> = on_both!(conn, |c| narrowed!(listed.into_boxed(), words, filter)
        .filter(documents::position.lt(before))
        .order(documents::position.desc())
        .limit(i64::try_from(fitting).unwrap_or(limit))
        .select((Row::as_select(), documents::content, documents::preview, users::username))
        .load(c))?;
    let rows = records_of(conn, rows)?;
    fitting::page(rows.into_iter().map(|(position, record)| Ok((position, record?))), more)
}

/// A document without its content, the stored start of the content, the owner's name, and the content if its start is
/// not stored.
type Shown = (Row, Option<String>, String, Option<String>);

/// The content of a document whose start is not stored, because a node of an older release wrote it.
fn unkept() -> Phrase<Nullable<Text>> {
    Phrase::sql("CASE WHEN documents.preview IS NULL THEN documents.content END")
}

/// Returns a page of summaries, newest first, with snippets if there are search words.
pub(crate) fn summaries(
    conn: &mut AnyConn,
    filter: &DocumentFilter,
    page: PageRequest,
) -> Result<Page<DocumentSummary>, DbError> {
    let before = page.after.map_or(i64::MAX, Cursor::position);
    let listed = documents::table.inner_join(users::table.on(users::id.eq(documents::submitted_by)));
    let limit = i64::from(page.limit.get()) + 1;
    let words = search::condition(conn, filter, Wanted::Newest { before, limit })?;
    let rows: Vec<Shown> = on_both!(conn, |c| narrowed!(listed.into_boxed(), words, filter)
        .filter(documents::position.lt(before))
        .order(documents::position.desc())
        .limit(limit)
        .select((Row::as_select(), documents::preview, users::username, unkept()))
        .load(c))?;
    let snippets = match &filter.words {
        None => HashMap::new(),
        Some(words) => {
            let shown = rows.iter().take(page.limit.get().into());
            let positions: Vec<i64> = shown.map(|(row, ..)| row.position).collect();
            search::excerpts(conn, words, &positions)?
        }
    };
    let rows = summaries_of(conn, rows, filter.words.as_ref(), snippets)?;
    Ok(Page::from_rows(rows, page.limit))
}

/// Returns the newest visible documents whose ids start with the label, including archived ones.
pub(crate) fn labelled(
    conn: &mut AnyConn,
    label: &ShortLabel,
    visibility: Visibility,
) -> Result<Vec<DocumentSummary>, DbError> {
    let found = labelled_positions(conn, label, visibility);
    let rows: Vec<Shown> = on_both!(conn, |c| documents::table
        .inner_join(users::table.on(users::id.eq(documents::submitted_by)))
        .filter(found)
        .order(documents::position.desc())
        .select((Row::as_select(), documents::preview, users::username, unkept()))
        .load(c))?;
    let rows = summaries_of(conn, rows, None, HashMap::new())?;
    Ok(rows.into_iter().map(|(_position, summary)| summary).collect())
}

/// The condition that a document is one of those. It uses an index of ids that covers visibility but no text, because
/// many old ids share a prefix.
fn labelled_positions(conn: &AnyConn, label: &ShortLabel, visibility: Visibility) -> Phrase<Bool> {
    // By default PostgreSQL compares text by locale, which nearly ignores hyphens; these operators compare
    // characters.
    let (found, until) = match conn {
        AnyConn::Sqlite(_) => (
            "documents.position IN (SELECT labelled.position FROM documents AS labelled INDEXED BY documents_labels \
             WHERE labelled.id >= ",
            " AND labelled.id < ",
        ),
        AnyConn::Pg(_) => (
            "documents.position IN (SELECT labelled.position FROM documents AS labelled WHERE labelled.id ~>=~ ",
            " AND labelled.id ~<~ ",
        ),
    };
    let released = if visibility.sees_unreleased { i64::MAX } else { visibility.now.as_micros() };
    Phrase::sql(found)
        .text(label.as_prefix())
        .then(until)
        .text(label.end())
        .then(" AND labelled.clearance_level <= ")
        .number(visibility.max_level.level().into())
        .then(" AND (labelled.scheduled_release_at IS NULL OR labelled.scheduled_release_at <= ")
        .number(released)
        .then(") ORDER BY labelled.position DESC LIMIT ")
        .number(ShortLabel::MOST_FOUND.into())
        .then(")")
}

/// Converts rows to summaries, each with its position.
fn summaries_of(
    conn: &mut AnyConn,
    rows: Vec<Shown>,
    words: Option<&Words>,
    mut snippets: HashMap<i64, Snippet>,
) -> Result<Vec<(i64, DocumentSummary)>, DbError> {
    let attachments = files::attachments(conn, rows.iter().map(|(row, ..)| row.file_path()))?;
    rows.into_iter()
        .map(|(row, kept, submitted_by_username, unkept)| {
            let position = row.position;
            let preview = kept.unwrap_or_else(|| preview(&unkept.unwrap_or_default()));
            let snippet = words.map(|words| {
                let found = snippets.remove(&position);
                Sealed::new(found.unwrap_or_else(|| Snippet::unsearched(words, &preview)))
            });
            let summary = DocumentSummary {
                attachment: row.file_path().and_then(|path| attachments.get(path)).cloned(),
                preview: Sealed::new(preview),
                snippet,
                title_matches: words.map(|words| matches(words, row.title())),
                document: row.document("".into())?,
                submitted_by_username,
            };
            Ok((position, summary))
        })
        .collect()
}
