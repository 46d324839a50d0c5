//! Counts the rows that lists read, from PostgreSQL's statistics.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::deadline::Deadline;
use crate::db::error::DbError;
use crate::storage::archive::{counts, lists as archive_lists};
use crate::storage::documents::lists;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl as _};
use facility_archive::shelf::SectionShelf;
use facility_documents::search::DocumentFilter;
use facility_kernel::{PageRequest, StoreError};
use std::time::Duration;

#[derive(QueryableByName)]
struct Touched {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Time limit for reading a list.
const TIME: Duration = Duration::from_mins(1);

/// Number of rows and index entries of documents that this connection has read and not reported yet. Read twice within
/// one transaction: between transactions PostgreSQL reports it about once a second, and restarts from zero.
const TOUCHED: &str = "SELECT CAST(COALESCE(SUM(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)), 0) \
     AS BIGINT) AS n FROM (SELECT CAST('documents' AS regclass) AS oid UNION ALL \
     SELECT indexrelid FROM pg_index WHERE indrelid = CAST('documents' AS regclass)) AS read";

fn touched(conn: &mut AnyConn) -> Result<i64, DbError> {
    Ok(diesel::sql_query(TOUCHED).get_result::<Touched>(conn)?.n)
}

/// Returns how many rows and entries of indexes of documents are read for a page of a list that begins after `skip`
/// documents, and for the list's length. Only on PostgreSQL.
pub async fn touched_by_list(
    db: &Database,
    filter: DocumentFilter,
    page: PageRequest,
    skip: u32,
) -> Result<(i64, usize), StoreError> {
    db.read_until(Deadline::within(TIME), move |conn| {
        let before = touched(conn)?;
        let after = lists::cursor_after_skip(conn, &filter, page.after, skip)?;
        let page = lists::summaries(conn, &filter, PageRequest { after, ..page })?;
        lists::count(conn, &filter)?;
        Ok((touched(conn)? - before, page.items.len()))
    })
    .await
}

/// The same for the list of an archive section, and for the numbers of documents in all sections.
pub async fn touched_by_section(
    db: &Database,
    shelf: SectionShelf,
    page: PageRequest,
    skip: u32,
) -> Result<(i64, usize), StoreError> {
    db.read_until(Deadline::within(TIME), move |conn| {
        let before = touched(conn)?;
        let after = archive_lists::cursor_after_skip(conn, shelf, page.after, skip)?;
        let page = archive_lists::summaries(conn, shelf, PageRequest { after, ..page })?;
        counts::of_one(conn, shelf)?;
        counts::of_all(conn, shelf.reader)?;
        Ok((touched(conn)? - before, page.items.len()))
    })
    .await
}
