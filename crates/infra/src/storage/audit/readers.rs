//! The readers of each document, with their last access, written in the same transactions as the access log. A count
//! over the log itself would need an index that every access writes to.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::document_readers as readers;
use crate::on_both;
use crate::storage::{exact, read};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text};
use facility_audit::access::ReaderCounts;
use facility_kernel::{DocumentId, Timestamp, UserId};
use std::collections::{BTreeMap, HashMap};

const TABLE: &str = "document_readers";

/// An access that was written to the log.
pub(crate) struct Opened {
    pub(crate) document_id: String,
    pub(crate) user_id: String,
    /// The version whose text was shown; `None` for a file.
    pub(crate) version: Option<i32>,
    /// Time of the access in microseconds.
    pub(crate) at: i64,
}

/// How an access updates the row of its reader. A version that is opened for the first time gets the reader's next
/// number, not its position in the log, which also counts what others read.
const ON_CONFLICT: &str = "ON CONFLICT (document_id, user_id) DO UPDATE SET \
    opening = CASE WHEN excluded.opened_version > document_readers.opened_version \
        THEN excluded.opening ELSE document_readers.opening END, \
    opened_version = CASE WHEN excluded.opened_version > document_readers.opened_version \
        THEN excluded.opened_version ELSE document_readers.opened_version END, \
    last_at = CASE WHEN excluded.last_at > document_readers.last_at \
        THEN excluded.last_at ELSE document_readers.last_at END";

/// The next number of a reader.
const NEXT: &str = "COALESCE((SELECT MAX(before.opening) FROM document_readers AS before \
    WHERE before.user_id = opened.reader), 0) + 1";

/// Records these accesses of the log.
pub(crate) fn put(conn: &mut AnyConn, opened: &[Opened]) -> Result<(), DbError> {
    // One row per reader, because PostgreSQL refuses to change a row twice in a statement. Sorted, so that concurrent
    // nodes lock the rows in the same order.
    let mut rows: BTreeMap<(&str, &str), (i32, i64)> = BTreeMap::new();
    for access in opened {
        let version = access.version.unwrap_or(0);
        let row = rows.entry((&access.document_id, &access.user_id)).or_insert((version, access.at));
        *row = (row.0.max(version), row.1.max(access.at));
    }
    match conn {
        AnyConn::Sqlite(c) => {
            // Without the WHERE, SQLite parses ON CONFLICT as the condition of a join.
            let sql = format!(
                "INSERT INTO document_readers SELECT document, reader, version, {NEXT}, at \
                 FROM (SELECT $1 AS document, $2 AS reader, $3 AS version, $4 AS at) AS opened WHERE TRUE {ON_CONFLICT}"
            );
            for ((document, user), (version, at)) in rows {
                diesel::sql_query(&sql)
                    .bind::<Text, _>(document)
                    .bind::<Text, _>(user)
                    .bind::<Integer, _>(version)
                    .bind::<BigInt, _>(at)
                    .execute(c)?;
            }
        }
        AnyConn::Pg(c) => {
            let (keys, values): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let (documents, users): (Vec<&str>, Vec<&str>) = keys.into_iter().unzip();
            let (versions, times): (Vec<i32>, Vec<i64>) = values.into_iter().unzip();
            diesel::sql_query(format!(
                "INSERT INTO document_readers SELECT document, reader, version, {NEXT}, at \
                 FROM unnest($1, $2, $3, $4) AS opened (document, reader, version, at) {ON_CONFLICT}"
            ))
            .bind::<Array<Text>, _>(documents)
            .bind::<Array<Text>, _>(users)
            .bind::<Array<Integer>, _>(versions)
            .bind::<Array<BigInt>, _>(times)
            .execute(c)?;
        }
    }
    Ok(())
}

/// Returns the latest version that this account has opened of this document. Each document read asks this, so the
/// statement stays prepared, which one for a list of documents does not.
pub(crate) fn opened_one(
    conn: &mut AnyConn,
    reader: UserId,
    document: DocumentId,
) -> Result<Option<(DocumentId, i32)>, DbError> {
    let version: Option<i32> = on_both!(conn, |c| readers::table
        .filter(readers::user_id.eq(reader.to_string()))
        .filter(readers::document_id.eq(document.to_string()))
        .filter(readers::opened_version.gt(0))
        .select(readers::opened_version)
        .first(c)
        .optional())?;
    Ok(version.map(|version| (document, version)))
}

/// Returns the latest version that this account has opened of each of these documents. Omits those it never opened.
pub(crate) fn opened(
    conn: &mut AnyConn,
    reader: UserId,
    documents: &[DocumentId],
) -> Result<HashMap<DocumentId, i32>, DbError> {
    let ids = documents.iter().map(ToString::to_string);
    let found: Vec<(String, i32)> = on_both!(conn, |c| readers::table
        .filter(readers::user_id.eq(reader.to_string()))
        .filter(readers::document_id.eq_any(ids))
        .filter(readers::opened_version.gt(0))
        .select((readers::document_id, readers::opened_version))
        .load(c))?;
    found.into_iter().map(|(id, version)| Ok((read(&id, TABLE, "document_id", &id)?, version))).collect()
}

/// Returns this account's number of its latest first opening of a document or version; 0 without any.
pub(crate) fn openings(conn: &mut AnyConn, reader: UserId) -> Result<i64, DbError> {
    let last: Option<i64> = on_both!(conn, |c| readers::table
        .filter(readers::user_id.eq(reader.to_string()))
        .select(diesel::dsl::max(readers::opening))
        .first(c))?;
    Ok(last.unwrap_or(0))
}

/// Counts the accounts other than `except` that accessed a document, ever and from `since` on.
pub(crate) fn count(
    conn: &mut AnyConn,
    document: DocumentId,
    except: UserId,
    since: Timestamp,
) -> Result<ReaderCounts, DbError> {
    let of_document = || {
        readers::table
            .filter(readers::document_id.eq(document.to_string()))
            .filter(readers::user_id.ne(except.to_string()))
    };
    let ever: i64 = of_document().count().get_result(conn)?;
    let lately: i64 = of_document().filter(readers::last_at.ge(since.as_micros())).count().get_result(conn)?;
    Ok(ReaderCounts { ever: exact(ever), lately: exact(lately) })
}
