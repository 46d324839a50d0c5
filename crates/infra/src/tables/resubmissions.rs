//! Submissions that take the place of one that was rejected or timed out.

use super::submissions::{TABLE, waits_since};
use crate::db::phrase::Phrase;
use crate::db::schema::{approval_steps, submissions};
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::tables::{notifications, read};
use ::submissions::{PastSubmission, REVIEW_WINDOW, Rejection, Status, Submission};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use kernel::{SubmissionId, Timestamp};
use std::collections::HashMap;

/// Marks what this new submission revises as revised by it, and the notification of its time-out as read. Returns whether it
/// could be revised; of two at once, one can. One that revises nothing needs nothing.
pub(super) fn follow(conn: &mut AnyConn, new: &Submission) -> Result<bool, DbError> {
    let Some(revised) = new.resubmission_of else { return Ok(true) };
    let (id, owner) = (revised.to_string(), new.submitted_by.to_string());
    let timed_out = Phrase::<Bool>::sql(
        "(submissions.status = 'rejected' OR (submissions.status = 'pending' \
         AND COALESCE(submissions.resubmitted_at, submissions.created_at) <= ",
    );
    let can_be_revised = timed_out.number(new.created_at.minus(REVIEW_WINDOW).as_micros()).then("))");
    let expected = submissions::table
        .filter(submissions::id.eq(&id))
        .filter(submissions::submitted_by.eq(&owner))
        .filter(submissions::resubmitted_as.is_null())
        .filter(can_be_revised);
    let as_this = submissions::resubmitted_as.eq(Some(new.id.to_string()));
    let touched = on_both!(conn, |c| diesel::update(expected).set(as_this).execute(c))?;
    if touched == 1 {
        notifications::settle_time_out(conn, &id, &owner, new.created_at)?;
    }
    Ok(touched == 1)
}

/// Lets what this submission revises be revised again: it is withdrawn.
pub(super) fn forget(conn: &mut AnyConn, withdrawn: SubmissionId) -> Result<(), DbError> {
    let revised = submissions::table.filter(submissions::resubmitted_as.eq(withdrawn.to_string()));
    diesel::update(revised).set(submissions::resubmitted_as.eq(None::<String>)).execute(conn)?;
    Ok(())
}

/// The status of a submission, its reviewer's comment, when it was decided and marked as timed out, and since when it waits.
type Past = (String, String, Option<String>, Option<i64>, Option<i64>, i64);

/// Returns what became of these submissions, in two statements.
pub(super) fn past(
    conn: &mut AnyConn,
    ids: &[&str],
) -> Result<HashMap<SubmissionId, PastSubmission>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<Past> = submissions::table
        .filter(submissions::id.eq_any(ids))
        .select((
            submissions::id,
            submissions::status,
            submissions::review_comments,
            submissions::reviewed_at,
            submissions::timed_out_at,
            waits_since(),
        ))
        .load(conn)?;
    let reviewers: Vec<(String, String)> = approval_steps::table
        .filter(approval_steps::submission_id.eq_any(ids))
        .filter(approval_steps::status.eq(Status::Rejected.as_str()))
        .select((approval_steps::submission_id, approval_steps::approver_username))
        .load(conn)?;
    let mut reviewers: HashMap<String, String> = reviewers.into_iter().collect();
    let past = rows.into_iter().map(|(row, status, reason, reviewed_at, timed_out_at, since)| {
        let id: SubmissionId = read(&row, TABLE, "id", &row)?;
        let over = Timestamp::from_micros(since).plus(REVIEW_WINDOW);
        let is_rejected = status == Status::Rejected.as_str();
        let decided = if is_rejected { reviewed_at } else { timed_out_at };
        let rejection = is_rejected.then(|| Rejection { reason, by: reviewers.remove(&row) });
        let decided_at = decided.map_or(over, Timestamp::from_micros);
        Ok((id, PastSubmission { id, rejection, decided_at }))
    });
    past.collect()
}
