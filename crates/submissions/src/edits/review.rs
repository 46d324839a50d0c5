//! The review rule of edits: who may decide, when, and the result. Pure; rights are checked first (403), then state (409).

use crate::edits::error::EditError;
use crate::edits::{EditRecord, EditRequest, EditStep, MAX_COMMENT_CHARS, MAX_STEPS, Status};
use facility_documents::approvers::Approvers;
use facility_documents::change::Revision;
use facility_documents::compare::Side;
use facility_documents::document::{Document, Text};
use facility_documents::portions::stored;
use facility_documents::sealed::Sealed;
use facility_kernel::{
    AdminActor, ApprovalStepId, Clearance, FieldError, IdGenerator, ParseError, Timestamp, UserId, VersionId, remark,
};
use facility_users::ports::Administrator;

/// Approve or reject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Apply the edit, or take the next step towards that.
    Approve,
    /// Reject.
    Reject,
}

/// A reviewer's decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditReview {
    /// Approve or reject.
    pub verdict: Verdict,
    /// The reviewer's comment for the author.
    pub comments: Option<String>,
    /// The number of approval steps; applies only at the first step.
    pub max_approval_steps: Option<i32>,
    /// Replace the document although it changed since.
    pub force: bool,
    /// Of an edit whose document changed since: both changes in one text, as the reviewer saw it.
    pub merged: Option<String>,
}

impl EditReview {
    /// Parses a review: `approved` or `rejected`, and a comment for the author. A blank comment counts as none. The other
    /// members are unset.
    ///
    /// Errors: `validation_failed` with every invalid field.
    pub fn parse(status: &str, comments: Option<String>) -> Result<Self, EditError> {
        let verdict = match status {
            "approved" => Ok(Verdict::Approve),
            "rejected" => Ok(Verdict::Reject),
            _ => Err(ParseError::new("status", "Status must be approved or rejected".to_owned()).into()),
        };
        let comments = remark("comments", comments, MAX_COMMENT_CHARS).map_err(FieldError::from);
        match (verdict, comments) {
            (Ok(verdict), Ok(comments)) => {
                Ok(Self { verdict, comments, max_approval_steps: None, force: false, merged: None })
            }
            (verdict, comments) => {
                Err(EditError::Invalid([verdict.err(), comments.err()].into_iter().flatten().collect()))
            }
        }
    }
}

/// Both changes of an edit whose document changed since, in one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merge {
    /// The text from which the edit was made.
    pub base: Side,
    /// The content with both changes, and with the portions that the reviewer cannot read as they are in the document.
    pub content: Sealed<String>,
    /// The version of the document that has the other change.
    pub onto: i32,
}

/// What the rule needs to know besides the edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditFacts<'a> {
    /// The current approved administrators, without `emergency-access`.
    pub administrators: &'a [Administrator],
    /// Whether level 5 takes two steps if two administrators can take them.
    pub two_steps_at_top_level: bool,
    /// What to approve in place of a stale edit.
    pub merge: Option<&'a Merge>,
    /// The content from which a stale edit was made. `None` if that is the content of the document.
    pub base: Option<&'a Sealed<String>>,
    /// The time of the decision.
    pub now: Timestamp,
}

/// The result of a review. Written only while the edit is pending at the reviewed step and has the expected base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditDecision {
    /// The step the edit was at.
    pub expected_step: i32,
    /// The version it was made from.
    pub expected_base: i32,
    /// The edit afterwards.
    pub after: EditRequest,
    /// The new step.
    pub step: EditStep,
    /// The new version of the document, if this was the last step.
    pub revision: Option<Revision>,
    /// Whether the reviewer is the author, which the log records.
    pub is_self_review: bool,
    /// Whether the reviewer also took an earlier step because no one else can; the log records it.
    pub is_same_approver: bool,
}

/// Returns who may take the next step of a review of this level.
fn approvers<'a>(
    edit: &EditRequest,
    stepped: &'a [UserId],
    level: Clearance,
    administrators: &'a [Administrator],
) -> Approvers<'a> {
    Approvers { administrators, author: edit.submitted_by, stepped, level }
}

fn stepped(record: &EditRecord) -> Vec<UserId> {
    record.steps.iter().map(|step| step.approver_id).collect()
}

/// Returns the level that is required to approve an edit: to read it, and to read every portion that it adds, changes or
/// removes. `base` is the content that it was made from, if that is not the document's.
fn level_to_approve(record: &EditRecord, base: Option<&Sealed<String>>) -> Clearance {
    let document = &record.document.document;
    let level = record.edit.level_on(document);
    if !record.has_content {
        return level;
    }
    let base = base.unwrap_or(&document.text.content);
    stored::changed(base, &record.edit.text.content).map_or(level, |changed| changed.max(level))
}

/// Returns whether another administrator must decide: this reviewer is the author, or has taken a step, and somebody else
/// can take the next one. Exact only for a record with its content, and with the content that a stale edit was made from.
pub fn is_for_another(
    record: &EditRecord,
    base: Option<&Sealed<String>>,
    reviewer: UserId,
    administrators: &[Administrator],
) -> bool {
    let level = level_to_approve(record, base);
    approvers(&record.edit, &stepped(record), level, administrators).is_for_another(reviewer)
}

/// Decides the result of a review.
///
/// Rejecting needs no clearance: an edit whose level only its author has could otherwise never be decided.
///
/// Errors: `self_review`, `insufficient_clearance` for an approval (also below a portion that the edit adds, changes or
/// removes), `distinct_approver`, `already_reviewed`, `timed_out`, `stale`, `portion_mismatch`; `validation_failed` for
/// `maxApprovalSteps`, and for `content` if a portion would be below the level of the document.
pub fn decide(
    ids: &dyn IdGenerator,
    record: &EditRecord,
    actor: &AdminActor,
    review: &EditReview,
    facts: EditFacts<'_>,
) -> Result<EditDecision, EditError> {
    let (edit, document) = (&record.edit, &record.document.document);
    let is_self_review = edit.submitted_by == actor.user_id;
    let level = level_to_approve(record, facts.base);
    let stepped = stepped(record);
    let approvers = approvers(edit, &stepped, level, facts.administrators);
    if approvers.is_own(actor.user_id) {
        return Err(EditError::SelfReview);
    }
    if review.verdict == Verdict::Approve && !actor.is_cleared_for(level) {
        return Err(EditError::InsufficientClearance { required: level });
    }
    if edit.status != Status::Pending {
        return Err(EditError::AlreadyReviewed);
    }
    if approvers.awaits_another(actor.user_id) {
        return Err(EditError::DistinctApprover);
    }
    if edit.is_timed_out(facts.now) {
        return Err(EditError::TimedOut);
    }
    let step = EditStep {
        id: ApprovalStepId::generate(ids),
        item: edit.id,
        step_number: edit.approval_step,
        approver_id: actor.user_id,
        approver_username: actor.username.clone(),
        status: match review.verdict {
            Verdict::Approve => Status::Approved,
            Verdict::Reject => Status::Rejected,
        },
        comments: review.comments.clone(),
        approved_at: facts.now,
    };
    let mut after = EditRequest { reviewed_by: Some(actor.user_id), ..edit.clone() };
    let revision = match review.verdict {
        Verdict::Reject => {
            after.review_comments.clone_from(&review.comments);
            after.status = Status::Rejected;
            after.reviewed_at = Some(facts.now);
            None
        }
        Verdict::Approve => {
            put_on_present(&mut after, document, review, facts.merge)?;
            let content = published(&after, document, actor.clearance)?;
            stored::check(&content, after.clearance_on(document), actor.clearance)?;
            let level = stored::changed(&document.text.content, &content).map_or(level, |changed| changed.max(level));
            let approvers = Approvers { level, ..approvers };
            after.max_approval_steps = steps_needed(edit, actor, review, approvers, facts.two_steps_at_top_level)?;
            // An earlier step's comment is kept until a later one replaces it.
            after.review_comments = review.comments.clone().or(after.review_comments.take());
            approve(ids, &mut after, content, document, facts.now)
        }
    };
    Ok(EditDecision {
        expected_step: edit.approval_step,
        expected_base: edit.base_version,
        after,
        step,
        revision,
        is_self_review,
        is_same_approver: approvers.has_stepped(actor.user_id),
    })
}

/// Bases a stale edit on the document as it is, with the merged text. Leaves any other edit as it is.
///
/// Errors: `stale`, unless the reviewer approves the merge or insists.
fn put_on_present(
    after: &mut EditRequest,
    document: &Document,
    review: &EditReview,
    merge: Option<&Merge>,
) -> Result<(), EditError> {
    match merge {
        Some(merge) if merge.onto != document.version => return Err(EditError::Stale),
        Some(merge) => {
            let present = &document.text;
            if after.text.title == merge.base.title {
                after.text.title.clone_from(&present.title);
            }
            if after.text.category == merge.base.category {
                after.text.category = present.category;
            }
            after.text.content = merge.content.clone();
            after.clearance = after.clearance_on(document);
            after.base_version = document.version;
            after.base_clearance = document.clearance;
        }
        None if after.is_stale_on(document) && !review.force => return Err(EditError::Stale),
        None => {}
    }
    Ok(())
}

/// Returns the content that an approved edit gives its document. Where it replaces a document that changed since, the
/// portions that the reviewer cannot read stay as they are.
///
/// Errors: `portion_mismatch` if the document has other such portions.
fn published(after: &EditRequest, document: &Document, reviewer: Clearance) -> Result<Sealed<String>, EditError> {
    let content = &after.text.content;
    if after.is_stale_on(document) {
        Ok(stored::keep_above(content, &document.text.content, reviewer)?)
    } else {
        Ok(content.clone())
    }
}

/// Takes the step. Returns the new version of the document, if it was the last one.
fn approve(
    ids: &dyn IdGenerator,
    after: &mut EditRequest,
    content: Sealed<String>,
    document: &Document,
    now: Timestamp,
) -> Option<Revision> {
    if after.approval_step < after.max_approval_steps {
        after.approval_step += 1;
        return None;
    }
    after.status = Status::Approved;
    after.reviewed_at = Some(now);
    Some(Revision {
        before: document.version,
        after: Document {
            text: Text { content, ..after.text.clone() },
            clearance: after.clearance_on(document),
            version: document.version + 1,
            updated_at: now,
            ..document.clone()
        },
        version: VersionId::generate(ids),
        author: after.submitted_by,
        description: after.change_description.clone(),
    })
}

/// Returns the number of steps of the approval, including this one: as the first reviewer requests, two at the top
/// level if two administrators can take them, and never more than the remaining administrators can take. The highest
/// level of the edit counts, and that of the portions that change, so that lowering a level takes as many steps as the
/// level that the document or the portion had.
///
/// Errors: `validation_failed` for `maxApprovalSteps`, which applies only at the first step.
fn steps_needed(
    edit: &EditRequest,
    actor: &AdminActor,
    review: &EditReview,
    approvers: Approvers<'_>,
    two_steps_at_top_level: bool,
) -> Result<i32, EditError> {
    let others = i32::try_from(approvers.others_free(actor.user_id)).unwrap_or(MAX_STEPS);
    let most = edit.approval_step.saturating_add(others);
    let is_forced = two_steps_at_top_level && approvers.level == Clearance::MAX && approvers.able() >= 2;
    if edit.approval_step > 1 {
        return Ok(edit.max_approval_steps.min(most));
    }
    let asked = review.max_approval_steps.unwrap_or(1);
    if !(1..=MAX_STEPS).contains(&asked) {
        let message = format!("Approval steps must be between 1 and {MAX_STEPS}");
        return Err(EditError::invalid("maxApprovalSteps", message));
    }
    if asked > most {
        let message = "There are not enough administrators with this clearance level for that many approval steps";
        return Err(EditError::invalid("maxApprovalSteps", message));
    }
    Ok(if is_forced { asked.max(2) } else { asked })
}

#[cfg(test)]
#[path = "review_tests.rs"]
mod tests;
