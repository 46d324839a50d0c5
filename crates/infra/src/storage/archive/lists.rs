//! Lists of archived documents and of requests. They are paged by the time of archiving or of the request, which do not
//! repeat.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{archive_sections, documents, users};
use crate::on_both;
use crate::storage::archive::counts;
use crate::storage::archive::levels::{self, released};
use crate::storage::documents::lists::{Shown, summaries_of};
use crate::storage::documents::published::{Row, find_many};
use crate::storage::page_bytes::{self, Length};
use crate::storage::read;
use async_trait::async_trait;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use facility_archive::ports::{ArchiveQueries, RequestRecord};
use facility_archive::shelf::SectionShelf;
use facility_documents::view::Stored;
use facility_documents::visibility::Visibility;
use facility_kernel::{Clearance, Cursor, DocumentId, Page, PageRequest, SectionId, StoreError};
use std::collections::HashMap;

const TABLE: &str = "documents";

/// Literal SQL instead of bound values, so that the databases recognize that the partial index applies.
fn requested() -> Phrase<Bool> {
    Phrase::sql("documents.archive_requested")
}

/// The visibility rule as a condition.
fn admitted<ST>(reader: Visibility) -> Phrase<ST> {
    Phrase::sql("documents.clearance_level <= ")
        .number(i64::from(reader.max_level.level()))
        .then(" AND (documents.scheduled_release_at IS NULL OR documents.scheduled_release_at <= ")
        .number(released(reader))
        .then(")")
}

/// Selects the documents of a shelf that were archived at one of these times, the last first. A macro, because the query's type
/// differs by what is joined.
macro_rules! shelved {
    ($from:expr, $shelf:expr, $among:expr) => {
        $from.filter($among).filter(admitted::<Bool>($shelf.reader)).order(documents::archived_at.desc())
    };
}

/// The condition that a document was archived in this section at one of these times. PostgreSQL expects so few documents of a
/// section that it would walk all of them: the limit makes it look up each time.
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

/// Returns the place of the last of the first `count` documents after `after`, or `None` if there are fewer.
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

/// What is shown of a document, and when it was archived.
type Archived = (Row, String, String, Option<i64>);

/// Returns a page of summaries, the last archived first.
pub(crate) fn summaries(conn: &mut AnyConn, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, DbError> {
    let listed = documents::table.inner_join(users::table.on(users::id.eq(documents::submitted_by)));
    let times = levels::times(conn, shelf, before(page.after), (i64::from(page.limit.get()) + 1, 0))?;
    let among = archived_at(conn, shelf, &times);
    let rows: Vec<Archived> = on_both!(conn, |c| shelved!(listed, shelf, among)
        .select((Row::as_select(), documents::preview, users::username, documents::archived_at))
        .load(c))?;
    let rows = rows.into_iter().map(|(row, preview, owner, at)| ((row, preview, owner), at));
    let (shown, times): (Vec<Shown>, Vec<Option<i64>>) = rows.unzip();
    let summaries = summaries_of(conn, shown, shelf.reader.max_level, None, HashMap::new())?.into_iter();
    let rows = times.into_iter().zip(summaries);
    Ok(Page::from_rows(rows.map(|(at, (_position, summary))| (at.unwrap_or_default(), summary)).collect(), page.limit))
}

/// A document's id, the time by which its list is paged, its level, and the length of its text.
type Place = (String, Option<i64>, i32, Length);

/// Selects the length of a document's text.
fn length() -> (SqlLiteral<BigInt>, Phrase<Nullable<Text>>) {
    (sql(page_bytes::CONTENT_BYTES), page_bytes::variants("documents.preview"))
}

/// Reads the documents that fit on a page, in the order of their places, each with its time.
fn fitting_records(
    conn: &mut AnyConn,
    places: &[Place],
    reader: Clearance,
    limit: u16,
) -> Result<(Vec<(i64, Stored)>, bool), DbError> {
    let shown = |(_, _, level, length): &Place| page_bytes::visible_bytes(length.clone(), Some(*level), reader);
    let bytes: Vec<i64> = places.iter().map(shown).collect();
    let (fitting, more) = page_bytes::fitting(&bytes, limit);
    let shown = places.iter().take(fitting);
    let ids: Vec<(DocumentId, i64)> = shown
        .map(|(id, at, ..)| Ok((read(id, TABLE, "id", id)?, at.unwrap_or_default())))
        .collect::<Result<_, DbError>>()?;
    let wanted: Vec<DocumentId> = ids.iter().map(|(id, _)| *id).collect();
    let mut found: HashMap<DocumentId, Result<Stored, DbError>> = find_many(conn, &wanted)?.into_iter().collect();
    let records = ids.into_iter().filter_map(|(id, at)| Some((at, found.remove(&id)?)));
    let records = records.map(|(at, record)| Ok((at, record?))).collect::<Result<_, DbError>>()?;
    Ok((records, more))
}

/// Returns a page of whole documents, the last archived first.
fn records(conn: &mut AnyConn, shelf: SectionShelf, page: PageRequest) -> Result<Page<Stored>, DbError> {
    let times = levels::times(conn, shelf, before(page.after), (i64::from(page.limit.get()) + 1, 0))?;
    let among = archived_at(conn, shelf, &times);
    let places: Vec<Place> = on_both!(conn, |c| shelved!(documents::table, shelf, among)
        .select((documents::id, documents::archived_at, documents::clearance_level, length()))
        .load(c))?;
    let (records, more) = fitting_records(conn, &places, shelf.reader.max_level, page.limit.get())?;
    page_bytes::page(records.into_iter().map(Ok), more)
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
            let places: Vec<Place> = on_both!(conn, |c| documents::table
                .filter(requested())
                .filter(documents::archive_requested_at.gt(after))
                .order(documents::archive_requested_at.asc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((documents::id, documents::archive_requested_at, documents::clearance_level, length()))
                .load(c))?;
            let (records, more) = fitting_records(conn, &places, reader, page.limit.get())?;
            let ids: Vec<&str> = places.iter().map(|(id, ..)| id.as_str()).collect();
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
            let rows = records.into_iter().map(|(at, record)| {
                let (requester, section_name) = names.remove(&record.document.id.to_string()).unwrap_or_default();
                let requested_by_username = requester.unwrap_or_default();
                Ok((at, RequestRecord { record, requested_by_username, section_name }))
            });
            page_bytes::page(rows, more)
        })
        .await
    }
}
