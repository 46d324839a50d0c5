//! What submissions and edits have in common in API responses: author, review, and what they revise.

use crate::http::wire::Wire;
use facility_kernel::Timestamp;
use facility_submissions::case::previous_attempt::{PreviousAttempt, Rejection};
use facility_submissions::case::{Case, Status, Step};
use serde::Serialize;
use std::fmt::Display;
use utoipa::ToSchema;

/// The status of a submission or an edit.
pub type SubmissionStatusDto = Wire<Status>;

/// One step of an approval.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ApprovalStep)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalStepDto {
    /// A UUID.
    pub id: String,
    /// Id of the submission or the edit.
    pub submission_id: String,
    /// Number of the step, from 1.
    pub step_number: i32,
    /// Id of the reviewer.
    pub approver_id: String,
    /// Name of the reviewer at that time.
    pub approver_username: String,
    /// The decision.
    pub status: SubmissionStatusDto,
    /// The reviewer's comment.
    #[schema(required = true)]
    pub comments: Option<String>,
    /// Time of the decision.
    #[schema(format = DateTime)]
    pub approved_at: String,
}

impl<Id: Display> From<Step<Id>> for ApprovalStepDto {
    fn from(step: Step<Id>) -> Self {
        Self {
            id: step.id.to_string(),
            submission_id: step.item.to_string(),
            step_number: step.step_number,
            approver_id: step.approver_id.to_string(),
            approver_username: step.approver_username,
            status: step.status.into(),
            comments: step.comments,
            approved_at: step.approved_at.to_string(),
        }
    }
}

/// What submissions and edits have in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Case)]
#[serde(rename_all = "camelCase")]
pub struct CaseDto {
    /// A UUID.
    pub id: String,
    /// Status.
    pub status: SubmissionStatusDto,
    /// Id of the author.
    pub submitted_by: String,
    /// Name of the author.
    pub submitted_by_username: String,
    /// Id of the last reviewer.
    #[schema(required = true)]
    pub reviewed_by: Option<String>,
    /// The last reviewer's comment for the author.
    #[schema(required = true)]
    pub review_comments: Option<String>,
    /// Whether more than one administrator must approve.
    pub requires_multi_step_approval: bool,
    /// Number of the next approval step, from 1.
    pub approval_step: i32,
    /// Total number of approval steps.
    pub max_approval_steps: i32,
    /// The steps so far, in order; `submissionId` is the id of the submission or the edit.
    pub approval_steps: Vec<ApprovalStepDto>,
    /// Time at which it timed out.
    #[schema(required = true, format = DateTime)]
    pub timed_out_at: Option<String>,
    /// Whether it has timed out and left the queue.
    pub is_timed_out: bool,
    /// Time of the last resubmission, which restarts the three-day limit.
    #[schema(required = true, format = DateTime)]
    pub resubmitted_at: Option<String>,
    /// Id of the submission or edit that it revises.
    #[schema(required = true)]
    pub resubmission_of: Option<String>,
    /// Id of the submission or edit that revises it.
    #[schema(required = true)]
    pub resubmitted_as: Option<String>,
    /// Number of the attempt, from 1: this item and the chain of items that it revises.
    pub attempt: i32,
    /// The outcome of the item that it revises.
    #[schema(required = true)]
    pub previous: Option<PastDto>,
    /// Time of the submission or proposal.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Time of the last decision.
    #[schema(required = true, format = DateTime)]
    pub reviewed_at: Option<String>,
}

impl CaseDto {
    /// Converts the case as of this time, which determines whether it has timed out.
    pub fn at<Id: Display>(
        now: Timestamp,
        case: Case<Id>,
        submitted_by_username: String,
        steps: Vec<Step<Id>>,
        previous: Option<PreviousAttempt<Id>>,
    ) -> Self {
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let is_timed_out = case.is_timed_out(now);
        let timed_out_at = case.timed_out_at.or_else(|| is_timed_out.then(|| case.times_out_at()));
        Self {
            id: case.id.to_string(),
            status: case.status.into(),
            submitted_by: case.author.to_string(),
            submitted_by_username,
            reviewed_by: case.reviewed_by.map(|id| id.to_string()),
            review_comments: case.review_comments,
            requires_multi_step_approval: case.max_approval_steps > 1,
            approval_step: case.approval_step,
            max_approval_steps: case.max_approval_steps,
            approval_steps: steps.into_iter().map(ApprovalStepDto::from).collect(),
            timed_out_at: time(timed_out_at),
            is_timed_out,
            resubmitted_at: time(case.resubmitted_at),
            resubmission_of: case.resubmission_of.map(|id| id.to_string()),
            resubmitted_as: case.resubmitted_as.map(|id| id.to_string()),
            attempt: case.attempt,
            previous: previous.map(PastDto::from),
            created_at: case.created_at.to_string(),
            reviewed_at: time(case.reviewed_at),
        }
    }
}

/// The outcome of a revised submission or edit.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = PastStatus)]
#[serde(rename_all = "snake_case")]
pub enum PastStatusDto {
    /// A reviewer rejected it.
    Rejected,
    /// It waited too long for a review.
    TimedOut,
}

/// A submission or an edit that another one revises, and its outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PreviousAttempt)]
#[serde(rename_all = "camelCase")]
pub struct PastDto {
    /// A UUID.
    pub id: String,
    /// The outcome.
    pub status: PastStatusDto,
    /// The reviewer's reason. Null if it timed out or the reason is withheld.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// When it was rejected or timed out.
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// Name of the reviewer who rejected it, at that time.
    #[schema(required = true)]
    pub decided_by: Option<String>,
}

impl<Id: ToString> From<PreviousAttempt<Id>> for PastDto {
    fn from(PreviousAttempt { id, rejection, decided_at }: PreviousAttempt<Id>) -> Self {
        let status = if rejection.is_some() { PastStatusDto::Rejected } else { PastStatusDto::TimedOut };
        let (reason, decided_by) = rejection.map_or((None, None), |Rejection { reason, by }| (reason, by));
        Self { id: id.to_string(), status, reason, decided_at: decided_at.to_string(), decided_by }
    }
}
