//! The review rule of submissions: who may decide, when, and the result. Pure. Missing rights (403) are reported before
//! a conflicting state (409).

use crate::case::approvers::Approvers;
use crate::case::decision::stepped;
use crate::case::{MAX_COMMENT_CHARS, Status, Step};
use crate::error::SubmissionError;
use crate::news_of_items;
use crate::submission::{Submission, SubmissionRecord};
use facility_documents::document::{Document, Placement, Text};
use facility_documents::portions;
use facility_kernel::{
    Actor, AdminActor, Clearance, DocumentId, FieldError, IdGenerator, ParseError, SubmissionId, Timestamp, UserId,
    optional_comment,
};
use facility_users::news::{NewsKind, Notification, Subject};
use facility_users::ports::Administrator;

/// A review as a reviewer submits it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Approve at this level, or reject.
    pub decision: ReviewDecision,
    /// The reviewer's comment for the author.
    pub comments: Option<String>,
    /// The number of approval steps. Used only at the first step.
    pub max_approval_steps: Option<i32>,
    /// What happens to the release date that the author or an earlier step requested.
    pub release: ReleaseDate,
}

/// A reviewer's decision about the release date of a submission. A date in the past releases the document immediately.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReleaseDate {
    /// Keep the requested date.
    #[default]
    Keep,
    /// Set another date.
    Replace(Timestamp),
    /// Remove the date: the document is released when it is published.
    Clear,
}

impl ReleaseDate {
    /// Returns the date after this decision.
    const fn after(self, requested: Option<Timestamp>) -> Option<Timestamp> {
        match self {
            Self::Keep => requested,
            Self::Replace(at) => Some(at),
            Self::Clear => None,
        }
    }
}

impl Review {
    /// Parses a review: `approved` with a level from 1 to 5, or `rejected`, and a comment for the author. A blank
    /// comment becomes `None`. The other members are unset.
    ///
    /// Errors: `validation_failed` with every invalid field.
    pub fn parse(status: &str, level: Option<i64>, comments: Option<String>) -> Result<Self, SubmissionError> {
        let decision = ReviewDecision::parse(status, level);
        let comments = optional_comment("comments", comments, MAX_COMMENT_CHARS).map_err(FieldError::from);
        match (decision, comments) {
            (Ok(decision), Ok(comments)) => {
                Ok(Self { decision, comments, max_approval_steps: None, release: ReleaseDate::Keep })
            }
            (decision, comments) => {
                let errors = [decision.err(), comments.err()];
                Err(SubmissionError::Invalid(errors.into_iter().flatten().collect()))
            }
        }
    }
}

impl ReviewDecision {
    fn parse(status: &str, level: Option<i64>) -> Result<Self, FieldError> {
        let invalid = |field, message: &str| Err(ParseError::new(field, message.to_owned()).into());
        match (status, level) {
            ("rejected", _) => Ok(Self::Reject),
            ("approved", Some(level)) => Ok(Self::Approve(Clearance::parse(level)?)),
            ("approved", None) => invalid("clearanceLevel", "Please assign a clearance level before approving."),
            _ => invalid("status", "Status must be approved or rejected"),
        }
    }
}

/// A reviewer's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewDecision {
    /// Publish at this level, or take the next step toward that.
    Approve(Clearance),
    Reject,
}

/// What the rule needs to know besides the submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts<'a> {
    /// The current approved administrators, without `emergency-access`.
    pub administrators: &'a [Administrator],
    /// Whether level 5 takes two steps if two administrators can take them.
    pub two_steps_at_top_level: bool,
    /// The time of the decision.
    pub now: Timestamp,
}

/// The result of a review. Written only if the submission is pending at the reviewed step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewChange {
    /// The step at which the submission was reviewed.
    pub expected_step: i32,
    /// The submission after the decision.
    pub after: Submission,
    pub step: Step<SubmissionId>,
    /// The document to publish, if this was the last step.
    pub publish: Option<Document>,
    /// The notification to the author, if this was the last step.
    pub news: Option<Notification>,
    /// Whether the reviewer is the author. Recorded in the audit log.
    pub is_self_review: bool,
    /// Whether the reviewer also took an earlier step because nobody else could. Recorded in the audit log.
    pub is_same_approver: bool,
}

/// Whether this reader may see a submission's text and file. Its author may, until it is published above their level.
/// Administrators may, until a step assigns a level above their own.
pub fn may_read(submission: &Submission, reader: &Actor) -> bool {
    if submission.case.author == reader.user_id {
        return !is_above_author(submission, reader);
    }
    reader.is_admin && submission.assigned_clearance_level.is_none_or(|level| reader.is_cleared_for(level))
}

/// Whether a submission was published above its author's current level.
pub fn is_above_author(submission: &Submission, author: &Actor) -> bool {
    submission.case.status == Status::Approved
        && submission.assigned_clearance_level.is_some_and(|level| !author.is_cleared_for(level))
}

/// Returns the level required to approve a submission at this level: reviewers must be able to read all its portions.
fn level_to_approve(submission: &Submission, level: Clearance) -> Clearance {
    portions::stored::highest(&submission.content).map_or(level, |highest| highest.max(level))
}

/// Returns the lowest level at which a submission can still be approved: the level assigned by an earlier step, or the
/// lowest level that covers its portions.
fn least_level_to_approve(submission: &Submission) -> Clearance {
    level_to_approve(submission, submission.assigned_clearance_level.unwrap_or(Clearance::MIN))
}

/// Returns who may take the next step, as far as the submission itself requires a level.
fn approvers<'a>(
    record: &SubmissionRecord,
    stepped: &'a [UserId],
    administrators: &'a [Administrator],
) -> Approvers<'a> {
    let submission = &record.submission;
    let level = least_level_to_approve(submission);
    Approvers { administrators, author: submission.case.author, stepped, level }
}

/// Whether another administrator must decide: this reviewer is the author or has taken a step, and somebody else can
/// take the next one.
pub fn is_for_another(record: &SubmissionRecord, reviewer: UserId, administrators: &[Administrator]) -> bool {
    approvers(record, &stepped(&record.steps), administrators).is_for_another(reviewer)
}

/// Decides the result of a review.
///
/// Errors: `self_review`, `insufficient_clearance` (also below the level of a portion), `distinct_approver`,
/// `already_reviewed`, `timed_out`, `level_differs`; `validation_failed` for `maxApprovalSteps`, and for `content` if a
/// portion is below the assigned level.
pub fn decide(
    ids: &dyn IdGenerator,
    record: &SubmissionRecord,
    actor: &AdminActor,
    review: &Review,
    facts: Facts<'_>,
) -> Result<ReviewChange, SubmissionError> {
    let submission = &record.submission;
    let is_self_review = submission.case.author == actor.user_id;
    let stepped = stepped(&record.steps);
    let approvers = approvers(record, &stepped, facts.administrators);
    let (status, required) = match review.decision {
        ReviewDecision::Approve(level) => (Status::Approved, Some(level_to_approve(submission, level))),
        ReviewDecision::Reject => (Status::Rejected, None),
    };
    submission.case.check(actor, &approvers, required, facts.now)?;
    let step = submission.case.step(ids, actor, status, review.comments.clone(), facts.now);
    let mut after = submission.clone();
    if let ReviewDecision::Approve(level) = review.decision {
        portions::stored::check(&submission.content, level, actor.clearance)
            .map_err(|fault| SubmissionError::Invalid(vec![fault.into()]))?;
        if let Some(assigned) = submission.assigned_clearance_level.filter(|assigned| *assigned != level) {
            return Err(SubmissionError::LevelDiffers { assigned });
        }
        let approvers = Approvers { level: level_to_approve(submission, level), ..approvers };
        let asked = review.max_approval_steps;
        after.case.max_approval_steps =
            submission.case.steps_needed(actor.user_id, asked, &approvers, facts.two_steps_at_top_level)?;
        after.assigned_clearance_level = Some(level);
        after.scheduled_release_at = review.release.after(after.scheduled_release_at);
    }
    let publish = after.case.take(&step).then(|| publish(DocumentId::generate(ids), &after, facts.now));
    after.document_id = publish.as_ref().map(|document| document.id);
    let is_same_approver = approvers.has_stepped(actor.user_id);
    let expected_step = submission.case.approval_step;
    let kinds = [NewsKind::SubmissionApproved, NewsKind::SubmissionRejected];
    let about = after.document_id.map_or(Subject::Submission(after.case.id), Subject::Document);
    let about = (about, after.title.as_str());
    let news = news_of_items::of_decision(ids, &after.case, kinds, about, actor, facts.now);
    Ok(ReviewChange { expected_step, after, step, publish, news, is_self_review, is_same_approver })
}

fn publish(id: DocumentId, submission: &Submission, now: Timestamp) -> Document {
    Document {
        id,
        owner: submission.case.author,
        text: Text {
            title: submission.title.clone(),
            content: submission.content.clone(),
            category: submission.category,
        },
        clearance: submission.assigned_clearance_level.unwrap_or(Clearance::MAX),
        files: submission.files.clone(),
        placement: Placement::REPOSITORY,
        release_at: submission.scheduled_release_at,
        version: 1,
        created_at: now,
        updated_at: now,
    }
}

#[cfg(test)]
#[path = "review_tests.rs"]
mod tests;
