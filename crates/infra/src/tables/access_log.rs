//! Views and downloads of documents.

use crate::db::schema::document_access_log as log;
use crate::db::{AnyConn, DbError};
use crate::tables::{exact, read};
use audit::access::{AccessEvent, AccessType};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use kernel::{DocumentId, Page, PageRequest, Timestamp};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

#[derive(Insertable)]
#[diesel(table_name = log, treat_none_as_default_value = false)]
struct NewRow<'a> {
    id: String,
    document_id: String,
    user_id: String,
    username: &'a str,
    access_type: &'static str,
    accessed_at: i64,
    ip_address: Option<&'a str>,
    user_agent: Option<&'a str>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = log)]
struct Row {
    position: i64,
    id: String,
    document_id: String,
    user_id: String,
    username: String,
    access_type: String,
    accessed_at: i64,
    ip_address: Option<String>,
    user_agent: Option<String>,
}

/// Number of a document's newest accesses that are searched for a repeated one.
const SEARCHED: usize = 200;

/// An access to write.
#[derive(Clone)]
pub(crate) struct Note {
    /// The access.
    pub event: AccessEvent,
    /// If set, the access is skipped when it repeats one that was noted after this time.
    pub unless_since: Option<Timestamp>,
}

/// Writes the events in order, except those that repeat another and may be skipped. Events that are already stored,
/// because the answer to their COMMIT was lost, are left unchanged.
pub(crate) fn insert(conn: &mut AnyConn, notes: &[Note]) -> Result<(), DbError> {
    let mut written: HashMap<DocumentId, Vec<AccessEvent>> = HashMap::new();
    let mut of_batch: HashMap<DocumentId, Vec<&AccessEvent>> = HashMap::new();
    let mut events: Vec<&AccessEvent> = Vec::with_capacity(notes.len());
    for Note { event, unless_since } in notes {
        let batch = of_batch.entry(event.document_id).or_default();
        if let Some(since) = *unless_since {
            let written = match written.entry(event.document_id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(newest(conn, event.document_id)?),
            };
            let mut earlier = batch.iter().rev().take(SEARCHED).copied().chain(&*written);
            if earlier.any(|earlier| event.repeats(earlier, since)) {
                continue;
            }
        }
        batch.push(event);
        events.push(event);
    }
    write(conn, &events)
}

fn newest(conn: &mut AnyConn, document: DocumentId) -> Result<Vec<AccessEvent>, DbError> {
    let rows: Vec<Row> = log::table
        .filter(log::document_id.eq(document.to_string()))
        .order(log::position.desc())
        .limit(i64::try_from(SEARCHED).unwrap_or(i64::MAX))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(event).collect()
}

fn write(conn: &mut AnyConn, events: &[&AccessEvent]) -> Result<(), DbError> {
    let rows = events.iter().map(|event| NewRow {
        id: event.id.to_string(),
        document_id: event.document_id.to_string(),
        user_id: event.user_id.to_string(),
        username: &event.username,
        access_type: event.access_type.as_str(),
        accessed_at: event.accessed_at.as_micros(),
        ip_address: event.ip_address.as_deref(),
        user_agent: event.user_agent.as_deref(),
    });
    match conn {
        AnyConn::Sqlite(c) => {
            // One prepared statement per row; a statement with many rows would be rebuilt and parsed each time.
            for row in rows {
                diesel::insert_into(log::table).values(&row).on_conflict(log::id).do_nothing().execute(c)?;
            }
            Ok(())
        }
        AnyConn::Pg(c) => write_at_once(c, &rows.collect::<Vec<_>>()),
    }
}

/// Writes all rows in one round trip with eight values, whatever their number: the server takes longer to parse
/// thousands of values than to write the rows.
fn write_at_once(conn: &mut PgConnection, rows: &[NewRow<'_>]) -> Result<(), DbError> {
    fn texts<'a>(rows: &'a [NewRow<'_>], of: impl Fn(&'a NewRow<'_>) -> &'a str) -> Vec<&'a str> {
        rows.iter().map(of).collect()
    }
    diesel::sql_query(
        "INSERT INTO document_access_log \
         (id, document_id, user_id, username, access_type, accessed_at, ip_address, user_agent) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
    )
    .bind::<Array<Text>, _>(texts(rows, |row| &row.id))
    .bind::<Array<Text>, _>(texts(rows, |row| &row.document_id))
    .bind::<Array<Text>, _>(texts(rows, |row| &row.user_id))
    .bind::<Array<Text>, _>(texts(rows, |row| row.username))
    .bind::<Array<Text>, _>(texts(rows, |row| row.access_type))
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.accessed_at).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.ip_address).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.user_agent).collect::<Vec<_>>())
    .execute(conn)?;
    Ok(())
}

/// Returns a page of the accesses to a document, newest first, and their total number.
pub(crate) fn list(
    conn: &mut AnyConn,
    document: DocumentId,
    page: PageRequest,
) -> Result<(Page<AccessEvent>, u64), DbError> {
    let document = document.to_string();
    let total: i64 = log::table.filter(log::document_id.eq(&document)).count().get_result(conn)?;
    let before = page.after.map_or(i64::MAX, kernel::Cursor::position);
    let rows: Vec<Row> = log::table
        .filter(log::document_id.eq(&document))
        .filter(log::position.lt(before))
        .order(log::position.desc())
        .limit(i64::from(page.limit.get()) + 1)
        .select(Row::as_select())
        .load(conn)?;
    let events =
        rows.into_iter().map(|row| Ok((row.position, event(row)?))).collect::<Result<_, DbError>>()?;
    Ok((Page::from_rows(events, page.limit), exact(total)))
}

fn event(row: Row) -> Result<AccessEvent, DbError> {
    const TABLE: &str = "document_access_log";
    Ok(AccessEvent {
        document_id: read(&row.document_id, TABLE, "document_id", &row.id)?,
        user_id: read(&row.user_id, TABLE, "user_id", &row.id)?,
        access_type: AccessType::parse(&row.access_type).ok_or_else(|| DbError::Inconsistent {
            table: TABLE,
            column: "access_type",
            row: row.id.clone(),
        })?,
        id: read(&row.id, TABLE, "id", &row.id)?,
        username: row.username,
        accessed_at: Timestamp::from_micros(row.accessed_at),
        ip_address: row.ip_address,
        user_agent: row.user_agent,
    })
}
