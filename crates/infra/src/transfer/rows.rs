//! Reads the rows of a table as JSON, the same from both databases.

use super::catalog::Table;
use super::columns::{Column, Kind};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::connection::DefaultLoadingMode;
use diesel::pg::PgRowByRowLoadingMode;
use facility_transfer::error::TransferError;
use facility_transfer::front_matter::Fields;
use serde_json::Value;
use std::collections::BTreeMap;

named_row! { struct Found { line: String, text: String } }

named_row! { struct Count { n: i64 } }

fn condition(table: &Table, private: bool) -> String {
    let truth = if private { "TRUE" } else { "FALSE" };
    table.only.map(|only| format!(" WHERE {}", only.replace("$private", truth))).unwrap_or_default()
}

/// Counts the exported rows.
pub(super) fn count(conn: &mut AnyConn, table: &Table, private: bool) -> Result<u64, DbError> {
    let sql = format!("SELECT COUNT(*) AS n FROM {}{}", table.name, condition(table, private));
    let counted: Count = diesel::sql_query(sql).get_result(conn)?;
    Ok(u64::try_from(counted.n).unwrap_or(0))
}

/// The SQL of a JSON object with these columns.
fn object(columns: &[Column], is_sqlite: bool) -> String {
    let pair = |Column { name, kind }: &Column| {
        if is_sqlite && *kind == Kind::Boolean {
            // SQLite stores Booleans as numbers.
            format!("'{name}', json(CASE WHEN {name} THEN 'true' WHEN NOT {name} THEN 'false' END)")
        } else if is_sqlite && *kind == Kind::Object {
            format!("'{name}', json({name})")
        } else {
            format!("'{name}', {name}")
        }
    };
    let pairs = columns.iter().map(pair).collect::<Vec<_>>().join(", ");
    if is_sqlite { format!("json_object({pairs})") } else { format!("CAST(json_build_object({pairs}) AS text)") }
}

/// Calls `each` with the fields of every row, oldest first, and with its text if `text` names a column. Rows are read
/// one by one, so memory does not grow with the table.
pub(super) fn each(
    conn: &mut AnyConn,
    table: &Table,
    columns: &[Column],
    text: Option<&str>,
    private: bool,
    mut each: impl FnMut(Fields, String) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let sql = format!(
        "SELECT {} AS line, {} AS text FROM {}{} ORDER BY {}",
        object(columns, is_sqlite),
        text.unwrap_or("''"),
        table.name,
        condition(table, private),
        table.order,
    );
    let mut found = |found: Found| {
        let fields: BTreeMap<String, Value> = serde_json::from_str(&found.line)
            .map_err(|error| super::store(DbError::Fault(format!("a row of {}: {error}", table.name))))?;
        each(fields, found.text)
    };
    let query = diesel::sql_query(sql);
    match conn {
        AnyConn::Sqlite(c) => {
            let rows = query.load_iter::<Found, DefaultLoadingMode>(c).map_err(failed)?;
            rows.into_iter().try_for_each(|row| found(row.map_err(failed)?))
        }
        AnyConn::Pg(c) => {
            let rows = query.load_iter::<Found, PgRowByRowLoadingMode>(c).map_err(failed)?;
            rows.into_iter().try_for_each(|row| found(row.map_err(failed)?))
        }
    }
}

fn failed(error: diesel::result::Error) -> TransferError {
    super::store(error.into())
}
