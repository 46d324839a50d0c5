//! The rows of submissions, and which of them wait.

use crate::db::error::DbError;
use crate::db::schema::submissions;
use crate::storage::{clearance, read, read_optional};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_kernel::Timestamp;
use facility_submissions::edits::Status;
use facility_submissions::submission::Submission;

pub(crate) const TABLE: &str = "submissions";

/// The columns of a submission's row, except its position.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = submissions, treat_none_as_default_value = false)]
pub(crate) struct Columns {
    pub(crate) id: String,
    title: String,
    content: String,
    category: String,
    pub(crate) file_path: Option<String>,
    status: String,
    assigned_clearance_level: Option<i32>,
    submitted_by: String,
    reviewed_by: Option<String>,
    review_comments: Option<String>,
    requires_multi_step_approval: bool,
    approval_step: i32,
    max_approval_steps: i32,
    scheduled_release_at: Option<i64>,
    timed_out_at: Option<i64>,
    resubmitted_at: Option<i64>,
    document_id: Option<String>,
    pub(crate) resubmission_of: Option<String>,
    resubmitted_as: Option<String>,
    attempt: i32,
    created_at: i64,
    reviewed_at: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions)]
pub(crate) struct Row {
    pub(crate) position: i64,
    pub(crate) preview: String,
    #[diesel(embed)]
    pub(crate) columns: Columns,
}

#[derive(Insertable)]
#[diesel(table_name = submissions, treat_none_as_default_value = false)]
pub(crate) struct NewRow {
    preview: String,
    #[diesel(embed)]
    columns: Columns,
}

impl NewRow {
    /// The row of a submission with these previews of its text.
    pub(crate) fn of(submission: &Submission, preview: &Sealed<String>) -> Self {
        Self { preview: unseal(preview).clone(), columns: Columns::of(submission) }
    }
}

impl Columns {
    fn of(submission: &Submission) -> Self {
        Self {
            id: submission.id.to_string(),
            title: submission.title.clone(),
            content: unseal(&submission.content).clone(),
            category: submission.category.as_str().to_owned(),
            file_path: submission.file_path.clone(),
            status: submission.status.as_str().to_owned(),
            assigned_clearance_level: submission.assigned_clearance_level.map(|level| level.level().into()),
            submitted_by: submission.submitted_by.to_string(),
            reviewed_by: submission.reviewed_by.map(|id| id.to_string()),
            review_comments: submission.review_comments.clone(),
            requires_multi_step_approval: submission.requires_multi_step_approval,
            approval_step: submission.approval_step,
            max_approval_steps: submission.max_approval_steps,
            scheduled_release_at: submission.scheduled_release_at.map(Timestamp::as_micros),
            timed_out_at: submission.timed_out_at.map(Timestamp::as_micros),
            resubmitted_at: submission.resubmitted_at.map(Timestamp::as_micros),
            document_id: submission.document_id.map(|id| id.to_string()),
            resubmission_of: submission.resubmission_of.map(|id| id.to_string()),
            resubmitted_as: submission.resubmitted_as.map(|id| id.to_string()),
            attempt: submission.attempt,
            created_at: submission.created_at.as_micros(),
            reviewed_at: submission.reviewed_at.map(Timestamp::as_micros),
        }
    }

    pub(crate) fn submission(self) -> Result<Submission, DbError> {
        let id = &self.id;
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: id.clone() };
        let level = |n| clearance(n, TABLE, "assigned_clearance_level", id);
        Ok(Submission {
            id: read(id, TABLE, "id", id)?,
            category: read(&self.category, TABLE, "category", id)?,
            status: Status::parse(&self.status).ok_or_else(|| bad("status"))?,
            assigned_clearance_level: self.assigned_clearance_level.map(level).transpose()?,
            submitted_by: read(&self.submitted_by, TABLE, "submitted_by", id)?,
            reviewed_by: read_optional(self.reviewed_by.as_deref(), TABLE, "reviewed_by", id)?,
            document_id: read_optional(self.document_id.as_deref(), TABLE, "document_id", id)?,
            resubmission_of: read_optional(self.resubmission_of.as_deref(), TABLE, "resubmission_of", id)?,
            resubmitted_as: read_optional(self.resubmitted_as.as_deref(), TABLE, "resubmitted_as", id)?,
            attempt: self.attempt,
            title: self.title,
            content: self.content.into(),
            file_path: self.file_path,
            attachment: None,
            review_comments: self.review_comments,
            requires_multi_step_approval: self.requires_multi_step_approval,
            approval_step: self.approval_step,
            max_approval_steps: self.max_approval_steps,
            scheduled_release_at: self.scheduled_release_at.map(Timestamp::from_micros),
            timed_out_at: self.timed_out_at.map(Timestamp::from_micros),
            resubmitted_at: self.resubmitted_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(self.created_at),
            reviewed_at: self.reviewed_at.map(Timestamp::from_micros),
        })
    }
}

/// Whether a submission is pending, as SQL. The value is part of the statement: with a parameter in its place neither database
/// could use the indexes of what is pending, because a plan is made for all values.
pub(crate) fn is_pending() -> SqlLiteral<Bool> {
    sql("submissions.status = 'pending'")
}

/// When a submission began to wait, as SQL.
pub(crate) fn waits_since() -> SqlLiteral<BigInt> {
    sql("COALESCE(submissions.resubmitted_at, submissions.created_at)")
}
