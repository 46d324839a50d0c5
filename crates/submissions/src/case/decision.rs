//! The decision rule shared by submissions and edits: who may take the next step, and how many steps there are. Pure.
//! Missing rights (403) are reported before a conflicting state (409).

use crate::case::approvers::Approvers;
use crate::case::{Case, MAX_STEPS, Status, Step};
use facility_kernel::{AdminActor, ApprovalStepId, Clearance, IdGenerator, ParseError, Timestamp, UserId};

/// Why a reviewer may not take the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotDecidable {
    /// The reviewer is the author, and another administrator can decide.
    SelfReview,
    /// The reviewer is below this level, which an approval requires.
    InsufficientClearance(Clearance),
    /// The case was already decided.
    AlreadyReviewed,
    /// The reviewer has already taken a step, and another administrator can take the next one.
    DistinctApprover,
    /// The case has timed out.
    TimedOut,
}

/// Converts each [`NotDecidable`] to an error of an operation.
macro_rules! not_decidable_as {
    ($error:ident) => {
        impl From<$crate::case::decision::NotDecidable> for $error {
            fn from(reason: $crate::case::decision::NotDecidable) -> Self {
                use $crate::case::decision::NotDecidable;
                match reason {
                    NotDecidable::SelfReview => Self::SelfReview,
                    NotDecidable::InsufficientClearance(required) => Self::InsufficientClearance { required },
                    NotDecidable::AlreadyReviewed => Self::AlreadyReviewed,
                    NotDecidable::DistinctApprover => Self::DistinctApprover,
                    NotDecidable::TimedOut => Self::TimedOut,
                }
            }
        }
    };
}
pub(crate) use not_decidable_as;

/// Returns the users who took these steps.
pub fn stepped<Id>(steps: &[Step<Id>]) -> Vec<UserId> {
    steps.iter().map(|step| step.approver_id).collect()
}

impl<Id: Copy> Case<Id> {
    /// Checks whether this reviewer may take the next step. An approval requires `level`.
    pub fn check(
        &self,
        reviewer: &AdminActor,
        approvers: &Approvers<'_>,
        required: Option<Clearance>,
        now: Timestamp,
    ) -> Result<(), NotDecidable> {
        if approvers.is_own(reviewer.user_id) {
            return Err(NotDecidable::SelfReview);
        }
        if let Some(required) = required.filter(|required| !reviewer.is_cleared_for(*required)) {
            return Err(NotDecidable::InsufficientClearance(required));
        }
        if self.status != Status::Pending {
            return Err(NotDecidable::AlreadyReviewed);
        }
        if approvers.awaits_another(reviewer.user_id) {
            return Err(NotDecidable::DistinctApprover);
        }
        if self.is_timed_out(now) { Err(NotDecidable::TimedOut) } else { Ok(()) }
    }

    /// Returns the number of approval steps, including this one: the number that the first reviewer requests, 1 by
    /// default, but at least two if the top level is required, takes two steps, and two administrators can take them.
    /// At later steps, it is reduced if too few administrators remain.
    ///
    /// Errors: `validation_failed` for `maxApprovalSteps`, which applies only at the first step.
    pub fn steps_needed(
        &self,
        reviewer: UserId,
        asked: Option<i32>,
        approvers: &Approvers<'_>,
        two_steps_at_top_level: bool,
    ) -> Result<i32, ParseError> {
        let others = i32::try_from(approvers.others_free(reviewer)).unwrap_or(MAX_STEPS);
        let most = self.approval_step.saturating_add(others);
        if self.approval_step > 1 {
            return Ok(self.max_approval_steps.min(most));
        }
        let asked = asked.unwrap_or(1);
        let invalid = |message: String| Err(ParseError::new("maxApprovalSteps", message));
        if !(1..=MAX_STEPS).contains(&asked) {
            return invalid(format!("Approval steps must be between 1 and {MAX_STEPS}"));
        }
        if asked > most {
            let message = "There are not enough administrators with this clearance level for that many approval steps";
            return invalid(message.to_owned());
        }
        let is_forced = two_steps_at_top_level && approvers.level == Clearance::MAX && approvers.able() >= 2;
        Ok(if is_forced { asked.max(2) } else { asked })
    }

    /// Creates the next step, taken by this reviewer.
    pub fn step(
        &self,
        ids: &dyn IdGenerator,
        reviewer: &AdminActor,
        status: Status,
        comments: Option<String>,
        now: Timestamp,
    ) -> Step<Id> {
        Step {
            id: ApprovalStepId::generate(ids),
            item: self.id,
            step_number: self.approval_step,
            approver_id: reviewer.user_id,
            approver_username: reviewer.username.clone(),
            status,
            comments,
            approved_at: now,
        }
    }

    /// Applies a step. Returns whether it was the last one of an approval.
    pub fn take(&mut self, step: &Step<Id>) -> bool {
        self.reviewed_by = Some(step.approver_id);
        if step.status == Status::Rejected {
            self.review_comments.clone_from(&step.comments);
        } else {
            // The comment of an earlier step is kept until a later one replaces it.
            self.review_comments = step.comments.clone().or(self.review_comments.take());
            if self.approval_step < self.max_approval_steps {
                self.approval_step += 1;
                return false;
            }
        }
        self.status = step.status;
        self.reviewed_at = Some(step.approved_at);
        step.status == Status::Approved
    }
}
