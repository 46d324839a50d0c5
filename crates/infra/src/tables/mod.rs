//! Statements on the tables, as plain functions over a connection. The gate in [`crate::db`] controls the
//! transaction.

#![expect(clippy::ref_option_ref, reason = "the code derived for insertable rows contains such references")]

pub(crate) mod access_log;
pub(crate) mod activity;
pub(crate) mod administrators;
pub(crate) mod alerts;
pub(crate) mod approval_steps;
pub(crate) mod archive;
pub(crate) mod archive_counts;
pub(crate) mod archive_levels;
pub(crate) mod archive_lists;
pub(crate) mod attempts;
pub(crate) mod audit;
pub(crate) mod board;
pub(crate) mod comments;
pub(crate) mod credentials;
pub(crate) mod derived;
pub(crate) mod discarded_files;
pub(crate) mod document_counts;
pub(crate) mod document_levels;
pub(crate) mod document_lists;
pub(crate) mod document_orders;
pub(crate) mod document_places;
pub(crate) mod document_readers;
pub(crate) mod documents;
pub(crate) mod drafts;
pub(crate) mod edit_queue;
pub(crate) mod edits;
pub(crate) mod figures;
pub(crate) mod file_refs;
pub(crate) mod first_steps;
pub(crate) mod jobs;
pub(crate) mod last_day;
pub(crate) mod links;
pub(crate) mod locked_names;
pub(crate) mod mail;
pub(crate) mod mail_choices;
pub(crate) mod notifications;
pub(crate) mod page_bytes;
pub(crate) mod password_resets;
pub(crate) mod pending_logins;
pub(crate) mod purging;
pub(crate) mod releases;
pub(crate) mod reminders;
pub(crate) mod replies;
pub(crate) mod resubmissions;
pub(crate) mod revisions;
pub(crate) mod second_factor;
pub(crate) mod second_factor_changes;
pub(crate) mod sections;
pub(crate) mod session_list;
pub(crate) mod sessions;
pub(crate) mod sign_in;
pub(crate) mod site;
pub(crate) mod subjects;
pub(crate) mod submissions;
pub(crate) mod talk;
pub(crate) mod templates;
pub(crate) mod throttle;
pub(crate) mod time_outs;
pub(crate) mod trash;
pub(crate) mod trashed_rows;
pub(crate) mod uploads;
pub(crate) mod user_changes;
pub(crate) mod users;
pub(crate) mod versions;
pub(crate) mod waiting;

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::connection::SimpleConnection;

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

/// The end of a range of times that is open. Without an end, PostgreSQL's plan for any values expects a third of the table and
/// reads all of it.
pub(crate) const FOREVER: i64 = i64::MAX;

/// Converts a row count, which is never negative.
pub(crate) fn exact(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// What has to be serialized on PostgreSQL because the rows to lock are not known in advance. SQLite has one writer
/// and needs no lock.
#[derive(Clone, Copy)]
pub(crate) enum AdvisoryLock {
    /// The site's setup, and changes that must leave at least one administrator.
    Administrators,
    /// New templates, of which there is a maximum number.
    Templates,
    /// New drafts, of which each user has a maximum number.
    Drafts,
    /// Changes of archive sections, and of which documents are in them or requested for them.
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
