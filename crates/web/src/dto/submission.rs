//! A submission and the steps of its approval on the wire.

use super::CategoryDto;
use kernel::Timestamp;
use serde::Serialize;
use submissions::{ApprovalStep, Status, SubmissionRecord};
use utoipa::ToSchema;

/// Where a submission stands.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SubmissionStatus)]
#[serde(rename_all = "lowercase")]
pub enum SubmissionStatusDto {
    /// Waiting for its review, or for the next step of it.
    Pending,
    /// Published.
    Approved,
    /// Refused, with a reason.
    Rejected,
}

impl From<Status> for SubmissionStatusDto {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Approved => Self::Approved,
            Status::Rejected => Self::Rejected,
        }
    }
}

/// One step of a submission's approval.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ApprovalStep)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalStepDto {
    /// A UUID.
    pub id: String,
    /// Of which submission.
    pub submission_id: String,
    /// Which step, from 1.
    pub step_number: i32,
    /// Who decided.
    pub approver_id: String,
    /// Their name at that time.
    pub approver_username: String,
    /// What they decided.
    pub status: SubmissionStatusDto,
    /// What they said.
    #[schema(required = true)]
    pub comments: Option<String>,
    /// When they decided.
    #[schema(format = DateTime)]
    pub approved_at: String,
}

impl From<ApprovalStep> for ApprovalStepDto {
    fn from(step: ApprovalStep) -> Self {
        Self {
            id: step.id.to_string(),
            submission_id: step.submission_id.to_string(),
            step_number: step.step_number,
            approver_id: step.approver_id.to_string(),
            approver_username: step.approver_username,
            status: step.status.into(),
            comments: step.comments,
            approved_at: step.approved_at.to_string(),
        }
    }
}

/// Lore that was sent in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Submission)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionDto {
    /// A UUID.
    pub id: String,
    /// Its title; of an incident, its number.
    pub title: String,
    /// What it says, in Markdown.
    pub content: String,
    /// What it is about.
    pub category: CategoryDto,
    /// The path of the file it carries, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// Where it stands.
    pub status: SubmissionStatusDto,
    /// The level that was assigned at the first approval.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub assigned_clearance_level: Option<u8>,
    /// The id of who sent it in.
    pub submitted_by: String,
    /// The name of who sent it in.
    pub submitted_by_username: String,
    /// Who decided last.
    #[schema(required = true)]
    pub reviewed_by: Option<String>,
    /// What the last decision said to the author.
    #[schema(required = true)]
    pub review_comments: Option<String>,
    /// Whether more than one administrator has to approve.
    pub requires_multi_step_approval: bool,
    /// The step that comes next, from 1.
    pub approval_step: i32,
    /// How many steps there are.
    pub max_approval_steps: i32,
    /// The steps so far, in order.
    pub approval_steps: Vec<ApprovalStepDto>,
    /// Before this, once published, only administrators see it.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// When it had waited for three days.
    #[schema(required = true, format = DateTime)]
    pub timed_out_at: Option<String>,
    /// Whether it has waited too long and is out of the queue.
    pub is_timed_out: bool,
    /// When it was sent in again; its three days count from then.
    #[schema(required = true, format = DateTime)]
    pub resubmitted_at: Option<String>,
    /// The document it became.
    #[schema(required = true)]
    pub document_id: Option<String>,
    /// When it was sent in.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it was decided.
    #[schema(required = true, format = DateTime)]
    pub reviewed_at: Option<String>,
}

impl SubmissionDto {
    /// The submission as it is at this time: being timed out is decided when it is read.
    pub fn at(now: Timestamp, record: SubmissionRecord) -> Self {
        let SubmissionRecord { submission, submitted_by_username, steps } = record;
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let is_timed_out = submission.is_timed_out(now);
        let timed_out_at =
            submission.timed_out_at.or_else(|| is_timed_out.then(|| submission.times_out_at()));
        Self {
            id: submission.id.to_string(),
            title: submission.title,
            content: submission.content,
            category: submission.category.into(),
            file_path: submission.file_path,
            status: submission.status.into(),
            assigned_clearance_level: submission.assigned_clearance_level.map(kernel::Clearance::level),
            submitted_by: submission.submitted_by.to_string(),
            submitted_by_username,
            reviewed_by: submission.reviewed_by.map(|id| id.to_string()),
            review_comments: submission.review_comments,
            requires_multi_step_approval: submission.requires_multi_step_approval,
            approval_step: submission.approval_step,
            max_approval_steps: submission.max_approval_steps,
            approval_steps: steps.into_iter().map(ApprovalStepDto::from).collect(),
            scheduled_release_at: time(submission.scheduled_release_at),
            timed_out_at: time(timed_out_at),
            is_timed_out,
            resubmitted_at: time(submission.resubmitted_at),
            document_id: submission.document_id.map(|id| id.to_string()),
            created_at: submission.created_at.to_string(),
            reviewed_at: time(submission.reviewed_at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::TEST_NOW;
    use submissions::REVIEW_WINDOW;
    use submissions::testing::submission;

    #[test]
    fn waiting_too_long_is_decided_when_it_is_read() {
        let shown = |now| {
            let record = SubmissionRecord {
                submission: submission(1, 9),
                submitted_by_username: "mercer".to_owned(),
                steps: Vec::new(),
            };
            serde_json::to_value(SubmissionDto::at(now, record)).unwrap()
        };
        let fresh = shown(TEST_NOW);
        assert_eq!((fresh["isTimedOut"].as_bool(), fresh["timedOutAt"].is_null()), (Some(false), true));
        let late = shown(TEST_NOW.plus(REVIEW_WINDOW));
        assert_eq!(late["isTimedOut"], true);
        assert_eq!(late["timedOutAt"], TEST_NOW.plus(REVIEW_WINDOW).to_string());
        assert_eq!(late.as_object().unwrap().len(), 22);
    }
}
