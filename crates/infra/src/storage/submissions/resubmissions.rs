//! Submissions and edits that replace one that was rejected or timed out.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::on_both;
use crate::storage::read;
use crate::storage::users::notifications;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text};
use facility_kernel::{DocumentId, EditId, SubmissionId, Timestamp};
use facility_submissions::case::previous_attempt::{PreviousAttempt, Rejection};
use facility_submissions::case::{REVIEW_WINDOW, REVIEW_WINDOW_MICROS};
use facility_users::news::Subject;
use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

/// The tables and columns of a kind of item and of its steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemTables {
    pub(crate) table: &'static str,
    /// The column with the id that notifications about an item refer to.
    pub(crate) about: &'static str,
    pub(crate) steps: &'static str,
    /// The column of the steps table with the id of the item.
    pub(crate) of: &'static str,
}

pub(crate) const SUBMISSIONS: ItemTables =
    ItemTables { table: "submissions", about: "id", steps: "submission_steps", of: "submission_id" };
pub(crate) const EDITS: ItemTables =
    ItemTables { table: "document_edits", about: "document_id", steps: "document_edit_steps", of: "edit_id" };

/// The id of a submission or an edit.
pub(crate) trait Item: FromStr + Display + Copy + Send + Sync + 'static {
    const TABLES: ItemTables;
    type About: FromStr;

    /// Returns the subject of notifications.
    fn subject(id: Self::About) -> Subject;
}

impl Item for SubmissionId {
    const TABLES: ItemTables = SUBMISSIONS;
    type About = Self;

    fn subject(id: Self) -> Subject {
        Subject::Submission(id)
    }
}

impl Item for EditId {
    const TABLES: ItemTables = EDITS;
    type About = DocumentId;

    fn subject(id: DocumentId) -> Subject {
        Subject::Document(id)
    }
}

/// A new item, and the one that it revises.
pub(crate) struct NewResubmission<'a> {
    pub(crate) id: String,
    pub(crate) revised: String,
    pub(crate) owner: String,
    /// The id that notifications of the time-out refer to: the submission, or the document of the edit.
    pub(crate) about: &'a str,
    pub(crate) at: Timestamp,
}

/// Marks an item as revised by a new one, and the notification of its time-out as read. Returns whether it could be
/// revised. Of concurrent attempts, only one succeeds.
pub(crate) fn mark_resubmitted(
    conn: &mut AnyConn,
    tables: ItemTables,
    new: &NewResubmission<'_>,
) -> Result<bool, DbError> {
    let statement = format!(
        "UPDATE {} SET resubmitted_as = $1 WHERE id = $2 AND submitted_by = $3 AND resubmitted_as IS NULL \
         AND (status = 'rejected' OR (status = 'pending' AND COALESCE(resubmitted_at, created_at) <= $4))",
        tables.table
    );
    let update = diesel::sql_query(statement)
        .bind::<Text, _>(&new.id)
        .bind::<Text, _>(&new.revised)
        .bind::<Text, _>(&new.owner)
        .bind::<BigInt, _>(new.at.as_micros().saturating_sub(REVIEW_WINDOW_MICROS));
    let touched = on_both!(conn, |c| update.execute(c))?;
    if touched == 1 {
        notifications::settle_time_out(conn, new.about, &new.owner, new.at)?;
    }
    Ok(touched == 1)
}

/// Allows the item that a withdrawn item revises to be revised again.
pub(crate) fn forget(conn: &mut AnyConn, tables: ItemTables, withdrawn: &str) -> Result<(), DbError> {
    let statement = format!("UPDATE {} SET resubmitted_as = NULL WHERE resubmitted_as = $1", tables.table);
    let update = diesel::sql_query(statement).bind::<Text, _>(withdrawn);
    on_both!(conn, |c| update.execute(c))?;
    Ok(())
}

/// Marks an item whose wait ended at this time as timed out. Errors: [`DbError::Stale`] if it is already marked,
/// decided or resubmitted.
pub(crate) fn mark_timed_out(conn: &mut AnyConn, tables: ItemTables, id: &str, at: Timestamp) -> Result<(), DbError> {
    let statement = format!(
        "UPDATE {} SET timed_out_at = $1 WHERE id = $2 AND status = 'pending' AND resubmitted_as IS NULL \
         AND timed_out_at IS NULL AND COALESCE(resubmitted_at, created_at) = $3",
        tables.table
    );
    let update = diesel::sql_query(statement)
        .bind::<BigInt, _>(at.as_micros())
        .bind::<Text, _>(id)
        .bind::<BigInt, _>(at.minus(REVIEW_WINDOW).as_micros());
    exactly_one(on_both!(conn, |c| update.execute(c))?)
}

/// Restarts the wait of an item that has waited since `start`, and marks the notification of its time-out as read.
/// Errors: [`DbError::Stale`] if it was decided or resubmitted.
pub(crate) fn restart_wait(
    conn: &mut AnyConn,
    tables: ItemTables,
    (id, about): (&str, &str),
    start: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    named_row! { struct Author { submitted_by: String } }
    let statement = format!(
        "UPDATE {} SET resubmitted_at = $1, timed_out_at = NULL WHERE id = $2 AND status = 'pending' \
         AND resubmitted_as IS NULL AND COALESCE(resubmitted_at, created_at) = $3 RETURNING submitted_by",
        tables.table
    );
    let update = diesel::sql_query(statement)
        .bind::<BigInt, _>(now.as_micros())
        .bind::<Text, _>(id)
        .bind::<BigInt, _>(start.as_micros());
    let found: Option<Author> = on_both!(conn, |c| update.get_result(c)).optional()?;
    notifications::settle_time_out(conn, about, &found.ok_or(DbError::Stale)?.submitted_by, now)
}

named_row! {
    /// The outcome of an item: it was rejected by `reviewer`, or timed out, at the time `at`.
    struct Row { id: String, status: String, reason: Option<String>, reviewer: Option<String>, at: i64 }
}

/// Returns the condition that a column is one of the texts that are bound as the first value: an array, or JSON on
/// SQLite.
pub(crate) const fn among(conn: &AnyConn) -> &'static str {
    match conn {
        AnyConn::Sqlite(_) => "IN (SELECT value FROM json_each($1))",
        AnyConn::Pg(_) => "= ANY($1)",
    }
}

/// Returns the outcomes of the items with these ids.
pub(crate) fn past<Id: FromStr + Eq + Hash + Copy>(
    conn: &mut AnyConn,
    tables: ItemTables,
    ids: Vec<&str>,
) -> Result<HashMap<Id, PreviousAttempt<Id>>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ItemTables { table, steps, of, .. } = tables;
    let among = among(conn);
    let statement = format!(
        "SELECT item.id, item.status, item.review_comments AS reason, step.approver_username AS reviewer, \
         CAST(COALESCE(CASE WHEN item.status = 'rejected' THEN item.reviewed_at ELSE item.timed_out_at END, \
         COALESCE(item.resubmitted_at, item.created_at) + {REVIEW_WINDOW_MICROS}) AS BIGINT) AS at \
         FROM {table} AS item LEFT JOIN {steps} AS step ON step.{of} = item.id AND step.status = 'rejected' \
         WHERE item.id {among}"
    );
    let query = diesel::sql_query(statement);
    let rows: Vec<Row> = match conn {
        AnyConn::Sqlite(c) => query.bind::<Text, _>(serde_json::json!(ids).to_string()).load(c)?,
        AnyConn::Pg(c) => query.bind::<Array<Text>, _>(ids).load(c)?,
    };
    let past = rows.into_iter().map(|Row { id: row, status, reason, reviewer, at }| {
        let id: Id = read(&row, table, "id", &row)?;
        let rejection = (status == "rejected").then_some(Rejection { reason, by: reviewer });
        Ok((id, PreviousAttempt { id, rejection, decided_at: Timestamp::from_micros(at) }))
    });
    past.collect()
}
