//! The review rule of edits: who may decide, when, and the result. Pure. Missing rights (403) are reported before a
//! conflicting state (409).

use crate::case::approvers::Approvers;
use crate::case::decision::stepped;
use crate::case::{MAX_COMMENT_CHARS, Status, Step};
use crate::edits::error::EditError;
use crate::edits::{EditRecord, EditRequest};
use facility_documents::change::Revision;
use facility_documents::compare::Side;
use facility_documents::document::{Document, Text};
use facility_documents::portions::stored;
use facility_documents::sealed::Sealed;
use facility_kernel::{
    AdminActor, Clearance, EditId, FieldError, IdGenerator, ParseError, Timestamp, UserId, VersionId, optional_comment,
};
use facility_users::ports::Administrator;

/// A reviewer's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditReviewDecision {
    /// Apply the edit, or take the next step toward that.
    Approve,
    Reject,
}

/// A review as a reviewer submits it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditReview {
    pub decision: EditReviewDecision,
    /// The reviewer's comment for the author.
    pub comments: Option<String>,
    /// The number of approval steps. Used only at the first step.
    pub max_approval_steps: Option<i32>,
    /// Replace the document although it has changed since the base version.
    pub force: bool,
    /// For a stale edit: the text with both changes, as the reviewer saw it.
    pub merged: Option<String>,
}

impl EditReview {
    /// Parses a review: `approved` or `rejected`, and a comment for the author. A blank comment becomes `None`. The
    /// other members are unset.
    ///
    /// Errors: `validation_failed` with every invalid field.
    pub fn parse(status: &str, comments: Option<String>) -> Result<Self, EditError> {
        let decision = match status {
            "approved" => Ok(EditReviewDecision::Approve),
            "rejected" => Ok(EditReviewDecision::Reject),
            _ => Err(ParseError::new("status", "Status must be approved or rejected".to_owned()).into()),
        };
        let comments = optional_comment("comments", comments, MAX_COMMENT_CHARS).map_err(FieldError::from);
        match (decision, comments) {
            (Ok(decision), Ok(comments)) => {
                Ok(Self { decision, comments, max_approval_steps: None, force: false, merged: None })
            }
            (decision, comments) => {
                Err(EditError::Invalid([decision.err(), comments.err()].into_iter().flatten().collect()))
            }
        }
    }
}

/// A stale edit and the document's change, merged into one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merge {
    /// The text on which the edit is based.
    pub base: Side,
    /// The content with both changes. Portions that the reviewer cannot read are as in the document.
    pub content: Sealed<String>,
    /// The current version of the document, which contains the other change.
    pub onto: i32,
}

/// What the rule needs to know besides the edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditFacts<'a> {
    /// The current approved administrators, without `emergency-access`.
    pub administrators: &'a [Administrator],
    /// Whether level 5 takes two steps if two administrators can take them.
    pub two_steps_at_top_level: bool,
    /// The text to approve instead of a stale edit's own.
    pub merge: Option<&'a Merge>,
    /// The content on which a stale edit is based. `None` if it is the document's current content.
    pub base: Option<&'a Sealed<String>>,
    /// The time of the decision.
    pub now: Timestamp,
}

/// The result of a review. Written only if the edit is pending at the reviewed step and has the expected base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditReviewResult {
    /// The step at which the edit was reviewed.
    pub expected_step: i32,
    /// The version on which it was based.
    pub expected_base: i32,
    /// The edit after the decision.
    pub after: EditRequest,
    pub step: Step<EditId>,
    /// The new version of the document, if this was the last step.
    pub revision: Option<Revision>,
    /// Whether the reviewer is the author. Recorded in the audit log.
    pub is_self_review: bool,
    /// Whether the reviewer also took an earlier step because nobody else could. Recorded in the audit log.
    pub is_same_approver: bool,
}

/// Returns who may take the next step of a review that requires this level.
fn approvers<'a>(
    edit: &EditRequest,
    stepped: &'a [UserId],
    level: Clearance,
    administrators: &'a [Administrator],
) -> Approvers<'a> {
    Approvers { administrators, author: edit.case.author, stepped, level }
}

/// Returns the level required to approve an edit: to read it, and to read every portion that it adds, changes or
/// removes. `base` is the content on which it is based, unless that is the document's current content.
fn level_to_approve(record: &EditRecord, base: Option<&Sealed<String>>) -> Clearance {
    let document = &record.document.document;
    let level = record.edit.level_on(document);
    if !record.document.has_content {
        return level;
    }
    let base = base.unwrap_or(&document.text.content);
    stored::changed(base, &record.edit.text.content).map_or(level, |changed| changed.max(level))
}

/// Whether another administrator must decide: this reviewer is the author or has taken a step, and somebody else can
/// take the next one. Exact only if the record has its content and, for a stale edit, `base` is given.
pub fn is_for_another(
    record: &EditRecord,
    base: Option<&Sealed<String>>,
    reviewer: UserId,
    administrators: &[Administrator],
) -> bool {
    let level = level_to_approve(record, base);
    approvers(&record.edit, &stepped(&record.steps), level, administrators).is_for_another(reviewer)
}

/// Decides the result of a review.
///
/// Rejecting requires no clearance; otherwise an edit whose level only its author has could never be decided.
///
/// Errors: `self_review`, `insufficient_clearance` for an approval (also below the level of a portion that the edit
/// adds, changes or removes), `distinct_approver`, `already_reviewed`, `timed_out`, `stale`, `portion_mismatch`;
/// `validation_failed` for `maxApprovalSteps`, and for `content` if a portion would be below the level of the document.
pub fn decide(
    ids: &dyn IdGenerator,
    record: &EditRecord,
    actor: &AdminActor,
    review: &EditReview,
    facts: EditFacts<'_>,
) -> Result<EditReviewResult, EditError> {
    let (edit, document) = (&record.edit, &record.document.document);
    let is_self_review = edit.case.author == actor.user_id;
    let level = level_to_approve(record, facts.base);
    let stepped = stepped(&record.steps);
    let approvers = approvers(edit, &stepped, level, facts.administrators);
    let (status, required) = match review.decision {
        EditReviewDecision::Approve => (Status::Approved, Some(level)),
        EditReviewDecision::Reject => (Status::Rejected, None),
    };
    edit.case.check(actor, &approvers, required, facts.now)?;
    let step = edit.case.step(ids, actor, status, review.comments.clone(), facts.now);
    let mut after = edit.clone();
    let mut content = None;
    if review.decision == EditReviewDecision::Approve {
        put_on_present(&mut after, document, review, facts.merge)?;
        let published = published(&after, document, actor.clearance)?;
        stored::check(&published, after.clearance_on(document), actor.clearance)?;
        let level = stored::changed(&document.text.content, &published).map_or(level, |changed| changed.max(level));
        let approvers = Approvers { level, ..approvers };
        let asked = review.max_approval_steps;
        after.case.max_approval_steps =
            edit.case.steps_needed(actor.user_id, asked, &approvers, facts.two_steps_at_top_level)?;
        content = Some(published);
    }
    let is_approved = after.case.take(&step);
    let revision = content.filter(|_| is_approved).map(|content| revise(ids, &after, content, document, facts.now));
    Ok(EditReviewResult {
        expected_step: edit.case.approval_step,
        expected_base: edit.base_version,
        after,
        step,
        revision,
        is_self_review,
        is_same_approver: approvers.has_stepped(actor.user_id),
    })
}

/// Rebases a stale edit on the current document, with the merged text. Does nothing to any other edit.
///
/// Errors: `stale` unless the reviewer approves the merge or forces the edit.
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

/// Returns the content that an approved edit gives its document. If it replaces a document that changed in the
/// meantime, the portions that the reviewer cannot read are kept.
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

/// Creates the new version of the document.
fn revise(
    ids: &dyn IdGenerator,
    approved: &EditRequest,
    content: Sealed<String>,
    document: &Document,
    now: Timestamp,
) -> Revision {
    Revision {
        before: document.version,
        after: Document {
            text: Text { content, ..approved.text.clone() },
            clearance: approved.clearance_on(document),
            files: approved.files.clone().unwrap_or_else(|| document.files.clone()),
            version: document.version + 1,
            updated_at: now,
            ..document.clone()
        },
        version: VersionId::generate(ids),
        author: approved.case.author,
        description: approved.change_description.clone(),
    }
}

#[cfg(test)]
#[path = "review_tests.rs"]
mod tests;
