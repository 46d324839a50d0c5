//! Submissions and their approval steps as every operation shows them.

use crate::http::wire::Wire;
use crate::routes::documents::document::{AttachmentDto, CategoryDto, withheld_levels};
use facility_documents::view::VisibleText;
use facility_kernel::Timestamp;
use facility_submissions::edits::past::{Past, Rejection};
use facility_submissions::edits::{Status, Step};
use facility_submissions::submission::SubmissionRecord;
use facility_submissions::view::SubmissionView;
use serde::Serialize;
use utoipa::ToSchema;

/// The status of a submission.
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

impl<Id: std::fmt::Display> From<Step<Id>> for ApprovalStepDto {
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

/// A submission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Submission)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionDto {
    /// A UUID.
    pub id: String,
    /// The title. For incidents, the incident number.
    pub title: String,
    /// The content, in Markdown. Null if it is withheld, and with `view=summary`.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages that are withheld from the caller in `content`, ascending, each once.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    /// `…` for omitted text. Null if the content is withheld.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The category.
    pub category: CategoryDto,
    /// The path of its file, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// Status.
    pub status: SubmissionStatusDto,
    /// The level that the first approval assigned.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub assigned_clearance_level: Option<u8>,
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
    /// Number of the next step, from 1.
    pub approval_step: i32,
    /// Total number of steps.
    pub max_approval_steps: i32,
    /// The steps so far, in order.
    pub approval_steps: Vec<ApprovalStepDto>,
    /// Release date: until then, only administrators see the published document.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Time at which it timed out.
    #[schema(required = true, format = DateTime)]
    pub timed_out_at: Option<String>,
    /// Whether it has timed out and left the queue.
    pub is_timed_out: bool,
    /// Time of the last resubmission, which restarts the three-day limit.
    #[schema(required = true, format = DateTime)]
    pub resubmitted_at: Option<String>,
    /// Id of the published document.
    #[schema(required = true)]
    pub document_id: Option<String>,
    /// Id of the submission that it revises.
    #[schema(required = true)]
    pub resubmission_of: Option<String>,
    /// Id of the submission that revises it.
    #[schema(required = true)]
    pub resubmitted_as: Option<String>,
    /// The number of submissions that it revises, one after the other, and itself.
    pub attempt: i32,
    /// What became of the submission that it revises.
    #[schema(required = true)]
    pub previous: Option<PastDto>,
    /// Time of submission.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Time of the last decision.
    #[schema(required = true, format = DateTime)]
    pub reviewed_at: Option<String>,
}

impl SubmissionDto {
    /// Converts the submission as of this time: whether it has timed out depends on it.
    pub fn at(now: Timestamp, view: SubmissionView) -> Self {
        let (SubmissionRecord { submission, submitted_by_username, steps, previous, .. }, text) = view.into_parts();
        let withheld_levels = text.as_ref().map(withheld_levels).unwrap_or_default();
        let (content, preview) =
            text.map_or((None, None), |VisibleText { content, preview, .. }| (content, Some(preview)));
        let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let is_timed_out = submission.is_timed_out(now);
        let timed_out_at = submission.timed_out_at.or_else(|| is_timed_out.then(|| submission.times_out_at()));
        Self {
            id: submission.id.to_string(),
            title: submission.title,
            content,
            withheld_levels,
            preview,
            category: submission.category.into(),
            file_path: submission.file_path,
            attachment: submission.attachment.map(AttachmentDto::from),
            status: submission.status.into(),
            assigned_clearance_level: submission.assigned_clearance_level.map(facility_kernel::Clearance::level),
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
            resubmission_of: submission.resubmission_of.map(|id| id.to_string()),
            resubmitted_as: submission.resubmitted_as.map(|id| id.to_string()),
            attempt: submission.attempt,
            previous: previous.map(PastDto::from),
            created_at: submission.created_at.to_string(),
            reviewed_at: time(submission.reviewed_at),
        }
    }

    /// Converts the submission as of this time, with the preview but without the content.
    pub fn summary(now: Timestamp, view: SubmissionView) -> Self {
        Self::at(now, view).without_content()
    }

    /// Returns it without the content.
    pub fn without_content(self) -> Self {
        Self { content: None, withheld_levels: Vec::new(), ..self }
    }
}

/// The outcome of a submission or an edit before another one took its place.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = PastStatus)]
#[serde(rename_all = "snake_case")]
pub enum PastStatusDto {
    /// A reviewer rejected it.
    Rejected,
    /// It waited too long for a review.
    TimedOut,
}

/// What became of a submission or an edit before another one took its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Past)]
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

impl<Id: ToString> From<Past<Id>> for PastDto {
    fn from(Past { id, rejection, decided_at }: Past<Id>) -> Self {
        let status = if rejection.is_some() { PastStatusDto::Rejected } else { PastStatusDto::TimedOut };
        let (reason, decided_by) = rejection.map_or((None, None), |Rejection { reason, by }| (reason, by));
        Self { id: id.to_string(), status, reason, decided_at: decided_at.to_string(), decided_by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::submissions::reviews::AdminSubmissionDto;
    use facility_kernel::testing::TEST_NOW;
    use facility_submissions::edits::REVIEW_WINDOW;
    use facility_submissions::submission::testing::submission;
    use facility_submissions::view::ReviewItem;

    #[test]
    fn time_out_is_decided_on_read() {
        let shown = |now| {
            let record = SubmissionRecord {
                submission: submission(1, 9),
                submitted_by_username: "mercer".to_owned(),
                steps: Vec::new(),
                previous: None,
                preview: "The content".into(),
            };
            let view = SubmissionView::for_author(record, &facility_kernel::testing::actor(9, 1, false));
            serde_json::to_value(SubmissionDto::at(now, view)).unwrap()
        };
        let fresh = shown(TEST_NOW);
        assert_eq!((fresh["isTimedOut"].as_bool(), fresh["timedOutAt"].is_null()), (Some(false), true));
        let late = shown(TEST_NOW.plus(REVIEW_WINDOW));
        assert_eq!(late["isTimedOut"], true);
        assert_eq!(late["timedOutAt"], TEST_NOW.plus(REVIEW_WINDOW).to_string());
        assert_eq!(late.as_object().unwrap().len(), 29);
    }

    #[test]
    fn text_and_file_are_withheld_from_administrators_below_the_assigned_level() {
        let shown = |level| {
            let sent = facility_submissions::submission::Submission {
                assigned_clearance_level: Some(facility_kernel::Clearance::MAX),
                file_path: Some("/objects/1".to_owned()),
                attachment: Some(facility_files::file::Attachment {
                    name: "notes.md".to_owned(),
                    size: 19,
                    content_type: "text/markdown".to_owned(),
                }),
                ..submission(1, 9)
            };
            let record = SubmissionRecord {
                submission: sent,
                submitted_by_username: "mercer".to_owned(),
                steps: Vec::new(),
                previous: None,
                preview: "The content".into(),
            };
            let item = ReviewItem::new(record, &facility_kernel::testing::admin(2, level), &[]);
            serde_json::to_value(AdminSubmissionDto::at(TEST_NOW, item)).unwrap()
        };
        let low = shown(4);
        assert_eq!((low["redacted"].as_bool(), low["content"].is_null()), (Some(true), true));
        assert!(low["preview"].is_null() && low["attachment"].is_null());
        assert!(low["filePath"].is_null() && low["title"] == "Submission 1");
        let high = shown(5);
        assert_eq!((high["redacted"].as_bool(), high["content"].as_str()), (Some(false), Some("The content.")));
    }
}
