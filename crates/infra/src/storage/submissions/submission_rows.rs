//! The rows of submissions, and conditions for waiting ones.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::submissions;
use crate::storage::files::refs::{self, Holder};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use facility_documents::sealed::Sealed;
use facility_documents::sealed::storage::unseal;
use facility_documents::text::Category;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, DocumentId, SubmissionId, Timestamp, UserId};
use facility_submissions::case::{Case, Status};
use facility_submissions::submission::Submission;

pub(crate) const TABLE: &str = "submissions";

columns! {
    /// The columns of a submission's row, except its position.
    pub(crate) struct Columns in submissions, of submission: Submission {
        id: SubmissionId = submission.case.id,
        title: String = submission.title,
        content: String = unseal(&submission.content),
        category: Category = submission.category,
        file_path: Option<AttachedFiles> = submission.files.non_empty(),
        status: Status = submission.case.status,
        assigned_clearance_level: Option<Clearance> = submission.assigned_clearance_level,
        submitted_by: UserId = submission.case.author,
        reviewed_by: Option<UserId> = submission.case.reviewed_by,
        review_comments: Option<String> = submission.case.review_comments,
        approval_step: i32 = submission.case.approval_step,
        max_approval_steps: i32 = submission.case.max_approval_steps,
        scheduled_release_at: Option<Timestamp> = submission.scheduled_release_at,
        timed_out_at: Option<Timestamp> = submission.case.timed_out_at,
        resubmitted_at: Option<Timestamp> = submission.case.resubmitted_at,
        document_id: Option<DocumentId> = submission.document_id,
        resubmission_of: Option<SubmissionId> = submission.case.resubmission_of,
        resubmitted_as: Option<SubmissionId> = submission.case.resubmitted_as,
        attempt: i32 = submission.case.attempt,
        created_at: Timestamp = submission.case.created_at,
        reviewed_at: Option<Timestamp> = submission.case.reviewed_at,
    }
    pub(crate) fn submission() -> Submission = Submission {
        case: Case {
            author: submitted_by, id, status, reviewed_by, review_comments, approval_step, max_approval_steps,
            timed_out_at, resubmitted_at, resubmission_of, resubmitted_as, attempt, created_at, reviewed_at,
        },
        content: content.into(), attachments: Vec::new(), title, category, files: file_path.unwrap_or_default(), assigned_clearance_level,
        scheduled_release_at, document_id,
    }
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

/// Makes a submission hold the pictures of its text.
pub(crate) fn hold_pictures(conn: &mut AnyConn, submission: &Submission) -> Result<(), DbError> {
    refs::hold_pictures(conn, unseal(&submission.content), Holder::Submission(submission.case.id))
}

/// Whether a submission is pending, as SQL. The value is part of the statement: with a bound value, neither database
/// could use the partial indexes of pending rows, because a plan has to fit all values.
pub(crate) fn is_pending() -> SqlLiteral<Bool> {
    sql("submissions.status = 'pending'")
}

/// When a submission began to wait, as SQL.
pub(crate) fn waits_since() -> SqlLiteral<BigInt> {
    sql("COALESCE(submissions.resubmitted_at, submissions.created_at)")
}
