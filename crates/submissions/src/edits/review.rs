//! The review rule of edits: who may decide, when, and the result. Pure; rights are checked first (403), then state
//! (409).

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
    AdminActor, Clearance, EditId, FieldError, IdGenerator, ParseError, Timestamp, UserId, VersionId, remark,
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
    /// Parses a review: `approved` or `rejected`, and a comment for the author. A blank comment counts as none. The
    /// other members are unset.
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
    pub step: Step<EditId>,
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
    Approvers { administrators, author: edit.case.author, stepped, level }
}

/// Returns the level that is required to approve an edit: to read it, and to read every portion that it adds, changes
/// or removes. `base` is the content that it was made from, if that is not the document's.
fn level_to_approve(record: &EditRecord, base: Option<&Sealed<String>>) -> Clearance {
    let document = &record.document.document;
    let level = record.edit.level_on(document);
    if !record.document.has_content {
        return level;
    }
    let base = base.unwrap_or(&document.text.content);
    stored::changed(base, &record.edit.text.content).map_or(level, |changed| changed.max(level))
}

/// Returns whether another administrator must decide: this reviewer is the author, or has taken a step, and somebody
/// else can take the next one. Exact only for a record with its content, and with the content that a stale edit was
/// made from.
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
    let is_self_review = edit.case.author == actor.user_id;
    let level = level_to_approve(record, facts.base);
    let stepped = stepped(&record.steps);
    let approvers = approvers(edit, &stepped, level, facts.administrators);
    let (status, required) = match review.verdict {
        Verdict::Approve => (Status::Approved, Some(level)),
        Verdict::Reject => (Status::Rejected, None),
    };
    edit.case.check(actor, &approvers, required, facts.now)?;
    let step = edit.case.step(ids, actor, status, review.comments.clone(), facts.now);
    let mut after = edit.clone();
    let mut content = None;
    if review.verdict == Verdict::Approve {
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
    Ok(EditDecision {
        expected_step: edit.case.approval_step,
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

/// Returns the new version of the document.
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
