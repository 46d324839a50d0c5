//! Lists of archived documents and of requests. They are paged by the time of archiving or of the request, which are
//! unique.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{archive_sections, documents, users};
use crate::on_both;
use crate::storage::archive::counts;
use crate::storage::archive::levels;
use crate::storage::documents::levels::admitted;
use crate::storage::documents::published::{Measured, NO_TEXT, RowWithText, measured, rows, stored, whole};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};
use facility_archive::ports::{ArchiveQueries, RequestRecord};
use facility_archive::shelf::SectionShelf;
use facility_documents::search::Shelf;
use facility_documents::view::Stored;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, Page, PageRequest, SectionId, StoreError};
use std::collections::HashMap;

/// Literal SQL instead of bound values, so that the databases recognize that the partial index applies.
fn requested() -> Phrase<Bool> {
    Phrase::sql("documents.archive_requested")
}

/// Selects the documents of a shelf that were archived at one of these times, latest first. A macro, because the
/// query's type depends on the joined tables.
macro_rules! shelved {
    ($from:expr, $shelf:expr, $among:expr) => {
        $from.filter(admitted($among, $shelf.reader)).order(documents::archived_at.desc())
    };
}

/// The condition that a document was archived in this section at one of these times. PostgreSQL underestimates how many
/// documents a section has and would scan all of them: with the limit, it looks up each time separately.
fn archived_at(conn: &AnyConn, shelf: SectionShelf, times: &[i64]) -> Phrase<Bool> {
    let list = |open, close| format!("{open}{}{close}", times.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
    let section = shelf.section.to_string();
    match conn {
        AnyConn::Sqlite(_) => Phrase::sql("documents.is_archived AND documents.archive_section = ")
            .text(section)
            .then(" AND documents.archived_at IN (SELECT value FROM json_each(")
            .text(list('[', ']'))
            .then("))"),
        AnyConn::Pg(_) => Phrase::sql("documents.position = ANY(ARRAY(SELECT placed.position FROM unnest(CAST(")
            .text(list('{', '}'))
            .then(
                " AS bigint[])) AS listed (at) CROSS JOIN LATERAL (SELECT shelved.position \
                     FROM documents AS shelved WHERE shelved.is_archived AND shelved.archive_section = ",
            )
            .text(section)
            .then(" AND shelved.archived_at = listed.at LIMIT 1) AS placed))"),
    }
}

/// Returns the cursor of the last of the first `count` documents after `after`, or `None` if there are fewer.
pub(crate) fn cursor_after_skip(
    conn: &mut AnyConn,
    shelf: SectionShelf,
    after: Option<Cursor>,
    count: u32,
) -> Result<Option<Cursor>, DbError> {
    let Some(over) = count.checked_sub(1) else { return Ok(after) };
    Ok(levels::times(conn, shelf, before(after), (1, over.into()))?.first().copied().map(Cursor::after))
}

fn before(after: Option<Cursor>) -> i64 {
    after.map_or(i64::MAX, Cursor::position)
}

/// Returns a page of documents without their contents, the most recently archived first.
pub(crate) fn summaries(conn: &mut AnyConn, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, DbError> {
    let times = levels::times(conn, shelf, before(page.after), (i64::from(page.limit.get()) + 1, 0))?;
    let among = archived_at(conn, shelf, &times);
    let none = Phrase::<Nullable<Text>>::sql(NO_TEXT);
    let rows: Vec<RowWithText> = rows!(conn, none, |all| shelved!(all, shelf, among))?;
    let found = stored(conn, rows, |row| row.columns.placement.archived_at.unwrap_or_default())?;
    let found = found.into_iter().map(|(at, stored)| Ok((at, stored?))).collect::<Result<_, DbError>>()?;
    Ok(Page::from_rows(found, page.limit))
}

/// The time that orders the list, and the columns of the document that are read before its content.
type Timed = (Option<i64>, Measured);

fn placed(found: Vec<Timed>) -> Vec<(Cursor, Measured)> {
    found.into_iter().map(|(at, measured)| (Cursor::after(at.unwrap_or_default()), measured)).collect()
}

/// Returns a page of whole documents, the most recently archived first.
fn records(conn: &mut AnyConn, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, DbError> {
    let times = levels::times(conn, shelf, before(page.after), (i64::from(page.limit.get()) + 1, 0))?;
    let among = archived_at(conn, shelf, &times);
    let found: Vec<Timed> = on_both!(conn, |c| shelved!(documents::table, shelf, among)
        .select((documents::archived_at, measured()))
        .load(c))?;
    whole(conn, placed(found), Shelf::Repository(shelf.reader), page.limit)
}

#[async_trait]
impl ArchiveQueries for Database {
    async fn counts(&self, reader: Visibility) -> Result<HashMap<SectionId, u64>, StoreError> {
        self.read(move |conn| counts::of_all(conn, reader)).await
    }

    async fn count(&self, shelf: SectionShelf) -> Result<u64, StoreError> {
        self.read(move |conn| counts::of_one(conn, shelf)).await
    }

    async fn summaries(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError> {
        self.read(move |conn| summaries(conn, shelf, page)).await
    }

    async fn records(&self, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, StoreError> {
        self.read(move |conn| records(conn, shelf, page)).await
    }

    async fn cursor_after_skip(
        &self,
        shelf: SectionShelf,
        after: Option<Cursor>,
        count: u32,
    ) -> Result<Option<Cursor>, StoreError> {
        self.read(move |conn| cursor_after_skip(conn, shelf, after, count)).await
    }

    async fn requests(&self, reader: Clearance, page: PageRequest) -> Result<Page<RequestRecord>, StoreError> {
        self.read(move |conn| {
            let after = page.after.map_or(i64::MIN, Cursor::position);
            let found: Vec<Timed> = on_both!(conn, |c| documents::table
                .filter(requested())
                .filter(documents::archive_requested_at.gt(after))
                .order(documents::archive_requested_at.asc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((documents::archive_requested_at, measured()))
                .load(c))?;
            let page = whole(conn, placed(found), Shelf::Everything(reader), page.limit)?;
            let ids: Vec<String> = page.items.iter().map(|record| record.document.id.to_string()).collect();
            let names: Vec<(String, Option<String>, Option<String>)> = on_both!(conn, |c| documents::table
                .left_join(users::table.on(documents::archive_requested_by.eq(users::id.nullable())))
                .left_join(
                    archive_sections::table.on(documents::archive_request_section.eq(archive_sections::id.nullable()))
                )
                .filter(documents::id.eq_any(&ids))
                .select((documents::id, users::username.nullable(), archive_sections::name.nullable()))
                .load(c))?;
            let mut names: HashMap<String, (Option<String>, Option<String>)> =
                names.into_iter().map(|(id, requester, section)| (id, (requester, section))).collect();
            Ok(page.map(|record| {
                let (requester, section_name) = names.remove(&record.document.id.to_string()).unwrap_or_default();
                let requested_by_username = requester.unwrap_or_default();
                RequestRecord { record, requested_by_username, section_name }
            }))
        })
        .await
    }
}
