//! What submissions and edits have in common: they have an author, wait for a review, and are decided in steps.

pub mod approvers;
pub mod decision;
pub mod previous_attempt;
pub mod time_out;

use facility_kernel::{ApprovalStepId, Timestamp, UserId};
use std::time::Duration;

/// How long a submission or an edit waits for its review before it leaves the queue.
pub const REVIEW_WINDOW: Duration = Duration::from_hours(72);
/// The same in microseconds.
pub const REVIEW_WINDOW_MICROS: i64 = 72 * 60 * 60 * 1_000_000;

/// Maximum number of a user's submissions and edits that wait for a review. Without it, one account could fill the
/// database and every administrator's queue.
pub const MAX_WAITING_ITEMS: u64 = 200;

/// Maximum total size in bytes of a user's texts that wait for a review.
pub const MAX_WAITING_BYTES: u64 = 32 * 1024 * 1024;

/// The author has reached the maximum of what may wait for a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "Too much of yours is waiting for review: at most {MAX_WAITING_ITEMS} items with {} MB of text can. Wait until something has \
     been decided, or withdraw something",
    MAX_WAITING_BYTES / 1024 / 1024
)]
pub struct TooMuchWaiting;

/// Maximum number of approval steps.
pub const MAX_STEPS: i32 = 10;

/// Maximum length in characters of a reviewer's comment or of the description of a change.
pub const MAX_COMMENT_CHARS: usize = 2000;

facility_kernel::named! {
    /// The status of a submission or an edit.
    pub enum Status as "SubmissionStatus" {
        /// Waiting for its review, or for the next step.
        Pending => "pending",
        Approved => "approved",
        /// Rejected, with a reason.
        Rejected => "rejected",
    }
}

/// A submission or an edit under review. `Id` is the type of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case<Id> {
    pub id: Id,
    pub author: UserId,
    pub status: Status,
    /// The user who made the last decision.
    pub reviewed_by: Option<UserId>,
    /// The comment on the last decision, for the author.
    pub review_comments: Option<String>,
    /// Number of the next step, from 1.
    pub approval_step: i32,
    /// Number of steps.
    pub max_approval_steps: i32,
    /// When it was marked as timed out.
    pub timed_out_at: Option<Timestamp>,
    /// When it was resubmitted. The review period starts again at this time.
    pub resubmitted_at: Option<Timestamp>,
    /// The earlier item of the same author that this one revises.
    pub resubmission_of: Option<Id>,
    /// The later item that revises this one.
    pub resubmitted_as: Option<Id>,
    /// Number of attempts, including all those that it revises.
    pub attempt: i32,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When it was decided.
    pub reviewed_at: Option<Timestamp>,
}

impl<Id> Case<Id> {
    /// Creates the case of a new submission or edit.
    pub const fn new(id: Id, author: UserId, created_at: Timestamp) -> Self {
        Self {
            id,
            author,
            status: Status::Pending,
            reviewed_by: None,
            review_comments: None,
            approval_step: 1,
            max_approval_steps: 1,
            timed_out_at: None,
            resubmitted_at: None,
            resubmission_of: None,
            resubmitted_as: None,
            attempt: 1,
            created_at,
            reviewed_at: None,
        }
    }

    /// Returns when the review period started: when it was submitted or resubmitted.
    pub fn waits_since(&self) -> Timestamp {
        self.resubmitted_at.unwrap_or(self.created_at)
    }

    /// Returns when the review period ends: three days after its start.
    pub fn times_out_at(&self) -> Timestamp {
        self.waits_since().plus(REVIEW_WINDOW)
    }

    /// Whether it has timed out: it is pending, but not in the queue until its author resubmits it.
    pub fn is_timed_out(&self, now: Timestamp) -> bool {
        self.status == Status::Pending && now >= self.times_out_at()
    }

    /// Whether this author may revise it with a new item: it was rejected or timed out, and was not revised yet.
    pub fn can_be_revised(&self, author: UserId, now: Timestamp) -> bool {
        self.author == author
            && self.resubmitted_as.is_none()
            && (self.status == Status::Rejected || self.is_timed_out(now))
    }

    /// Restarts the review period.
    pub const fn resubmit(&mut self, now: Timestamp) {
        self.resubmitted_at = Some(now);
        self.timed_out_at = None;
    }
}

/// One approval step of a submission or an edit. `Id` is the type of the item's id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<Id> {
    pub id: ApprovalStepId,
    pub item: Id,
    /// Number of the step, from 1.
    pub step_number: i32,
    /// The user who decided.
    pub approver_id: UserId,
    /// The username at that time.
    pub approver_username: String,
    /// The decision: approved or rejected.
    pub status: Status,
    pub comments: Option<String>,
    pub approved_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{TEST_NOW, actor};

    fn sent() -> Case<u64> {
        Case::new(1, actor(9, 1, false).user_id, TEST_NOW)
    }

    #[test]
    fn item_waits_three_days_for_its_review() {
        let waiting = sent();
        let just_before = TEST_NOW.plus(Duration::from_secs(72 * 3600 - 1));
        assert!(!waiting.is_timed_out(just_before));
        assert!(waiting.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let mut again = waiting.clone();
        again.resubmit(just_before);
        assert!(!again.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let decided = Case { status: Status::Rejected, ..waiting };
        assert!(!decided.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
    }

    #[test]
    fn rejected_or_timed_out_item_is_revised_once() {
        let (sent, over) = (sent(), TEST_NOW.plus(REVIEW_WINDOW));
        let author = sent.author;
        assert!(!sent.can_be_revised(author, TEST_NOW) && sent.can_be_revised(author, over));
        let rejected = Case { status: Status::Rejected, ..sent.clone() };
        assert!(rejected.can_be_revised(author, TEST_NOW));
        assert!(!rejected.can_be_revised(actor(8, 1, false).user_id, TEST_NOW));
        let approved = Case { status: Status::Approved, ..sent };
        assert!(!approved.can_be_revised(author, over));
        let followed = Case { resubmitted_as: Some(2), ..rejected };
        assert!(!followed.can_be_revised(author, over));
    }
}
