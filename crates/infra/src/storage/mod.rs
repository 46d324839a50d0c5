//! The ports of the domain, each implemented beside its main table, and the statements on all tables. The gate in
//! [`crate::db`] controls the transaction.

#![expect(clippy::ref_option_ref, reason = "the code derived for insertable rows contains such references")]

#[macro_use]
pub(crate) mod stored;
pub(crate) mod archive;
pub mod audit;
pub mod documents;
pub(crate) mod files;
pub mod kernel;
pub mod oversight;
pub(crate) mod page_bytes;
pub(crate) mod submissions;
pub mod users;

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use facility_documents::batch::Batch;
use facility_kernel::{Clearance, StoreError};

/// Parses the value of a text column. Errors: [`DbError::Inconsistent`] with the table, column and row.
pub(crate) fn read<T: std::str::FromStr>(
    text: &str,
    table: &'static str,
    column: &'static str,
    row: &str,
) -> Result<T, DbError> {
    text.parse().map_err(|_refused| DbError::Inconsistent { table, column, row: row.to_owned() })
}

/// Parses the value of a nullable text column. Errors: as [`read`].
pub(crate) fn read_optional<T: std::str::FromStr>(
    text: Option<&str>,
    table: &'static str,
    column: &'static str,
    row: &str,
) -> Result<Option<T>, DbError> {
    text.map(|text| read(text, table, column, row)).transpose()
}

/// Parses a level of clearance. Errors: as [`read`].
pub(crate) fn clearance(
    level: i32,
    table: &'static str,
    column: &'static str,
    row: &str,
) -> Result<Clearance, DbError> {
    Clearance::parse(level.into()).map_err(|_refused| DbError::Inconsistent { table, column, row: row.to_owned() })
}

/// The upper bound of an open-ended range of times. Without a bound, PostgreSQL's generic plan expects a third of the
/// table and reads all of it.
pub(crate) const FOREVER: i64 = i64::MAX;

/// Converts a row count, which is never negative.
pub(crate) fn exact(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// Returns the number that a statement counts.
pub(crate) fn counted(conn: &mut AnyConn, statement: Phrase<BigInt>) -> Result<u64, DbError> {
    Ok(exact(on_both!(conn, |c| statement.statement().get_result(c))?))
}

/// Operations that have to be serialized on PostgreSQL because the rows to lock are not known in advance. SQLite has
/// one writer and needs no lock.
#[derive(Clone, Copy)]
pub(crate) enum AdvisoryLock {
    /// The site's setup, and changes that must leave at least one administrator.
    Administrators,
    /// New templates, of which there is a maximum number.
    Templates,
    /// New drafts, of which each user has a maximum number.
    Drafts,
    /// Changes of archive sections, and of the documents that are in them or requested for them.
    Archive,
}

/// Waits for this lock and holds it until the transaction ends.
pub(crate) fn lock(conn: &mut AnyConn, lock: AdvisoryLock) -> Result<(), DbError> {
    if let AnyConn::Pg(postgres) = conn {
        let sql = match lock {
            AdvisoryLock::Administrators => "SELECT pg_advisory_xact_lock(7305804402532)",
            AdvisoryLock::Templates => "SELECT pg_advisory_xact_lock(7305804402533)",
            AdvisoryLock::Drafts => "SELECT pg_advisory_xact_lock(7305804402544)",
            AdvisoryLock::Archive => "SELECT pg_advisory_xact_lock(7305804402534)",
        };
        postgres.batch_execute(sql)?;
    }
    Ok(())
}

/// Returns the rows that a job processes. Logs those that cannot be read, which the job skips.
pub(crate) fn batch<T>(rows: Vec<Result<T, DbError>>) -> Batch<T> {
    rows.into_iter().map(|row| log_damaged(row.map_err(StoreError::from))).collect()
}

/// Logs why an item of a job fails, if the error is internal.
pub(crate) fn log_damaged<T>(item: Result<T, StoreError>) -> Result<T, StoreError> {
    if let Err(StoreError::Internal(error)) = &item {
        tracing::warn!(%error, "a job leaves out a damaged item");
    }
    item
}
