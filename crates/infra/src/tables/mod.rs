//! Statements on the tables, as plain functions over a connection. The gate in [`crate::db`] decides the transaction.

pub(crate) mod access_log;
pub(crate) mod audit;

use crate::db::DbError;

/// A value read back from a text column; what does not parse is reported with where it stands.
pub(crate) fn read<T: std::str::FromStr>(
    text: &str,
    table: &'static str,
    column: &'static str,
    row: &str,
) -> Result<T, DbError> {
    text.parse().map_err(|_refused| DbError::Inconsistent { table, column, row: row.to_owned() })
}

/// A count of rows, which is never negative.
pub(crate) fn exact(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
