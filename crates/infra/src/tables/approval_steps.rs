//! The steps of the approval of submissions.

use crate::db::schema::approval_steps;
use crate::db::{AnyConn, DbError};
use crate::tables::read;
use ::submissions::{ApprovalStep, Status};
use diesel::prelude::*;
use kernel::{SubmissionId, Timestamp};
use std::collections::HashMap;

const TABLE: &str = "approval_steps";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = approval_steps, treat_none_as_default_value = false)]
struct StepRow {
    id: String,
    submission_id: String,
    step_number: i32,
    approver_id: String,
    approver_username: String,
    status: String,
    comments: Option<String>,
    approved_at: i64,
}

impl StepRow {
    fn step(self) -> Result<ApprovalStep, DbError> {
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: self.id.clone() };
        Ok(ApprovalStep {
            id: read(&self.id, TABLE, "id", &self.id)?,
            submission_id: read(&self.submission_id, TABLE, "submission_id", &self.id)?,
            approver_id: read(&self.approver_id, TABLE, "approver_id", &self.id)?,
            status: Status::parse(&self.status).ok_or_else(|| bad("status"))?,
            step_number: self.step_number,
            approver_username: self.approver_username,
            comments: self.comments,
            approved_at: Timestamp::from_micros(self.approved_at),
        })
    }
}

/// Returns the steps of these submissions, in order.
pub(super) fn of(
    conn: &mut AnyConn,
    submissions: &[&str],
) -> Result<HashMap<SubmissionId, Vec<ApprovalStep>>, DbError> {
    let found: Vec<StepRow> = approval_steps::table
        .filter(approval_steps::submission_id.eq_any(submissions))
        .order(approval_steps::step_number.asc())
        .select(StepRow::as_select())
        .load(conn)?;
    let mut steps: HashMap<SubmissionId, Vec<ApprovalStep>> = HashMap::new();
    for row in found {
        let step = row.step()?;
        steps.entry(step.submission_id).or_default().push(step);
    }
    Ok(steps)
}

/// Deletes the steps of a submission.
pub(super) fn delete(conn: &mut AnyConn, submission: SubmissionId) -> Result<(), DbError> {
    let steps = approval_steps::table.filter(approval_steps::submission_id.eq(submission.to_string()));
    diesel::delete(steps).execute(conn)?;
    Ok(())
}

/// Writes a step.
pub(super) fn insert(conn: &mut AnyConn, step: &ApprovalStep) -> Result<(), DbError> {
    let row = StepRow {
        id: step.id.to_string(),
        submission_id: step.submission_id.to_string(),
        step_number: step.step_number,
        approver_id: step.approver_id.to_string(),
        approver_username: step.approver_username.clone(),
        status: step.status.as_str().to_owned(),
        comments: step.comments.clone(),
        approved_at: step.approved_at.as_micros(),
    };
    diesel::insert_into(approval_steps::table).values(&row).execute(conn)?;
    Ok(())
}
