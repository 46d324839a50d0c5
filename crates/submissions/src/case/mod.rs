//! What submissions and edits have in common: somebody sent them, they wait for a review, and it is decided in steps.

pub mod approvers;
pub mod decision;
pub mod past;
pub mod time_out;

use facility_kernel::{ApprovalStepId, Timestamp, UserId};
use std::time::Duration;

/// Time for which a submission or an edit waits for its review before it leaves the queue.
pub const REVIEW_WINDOW: Duration = Duration::from_hours(72);
/// The same in microseconds.
pub const REVIEW_WINDOW_MICROS: i64 = 72 * 60 * 60 * 1_000_000;

/// Maximum number of submissions and edits of one person that wait for a review. Without it, one account could fill the
/// database, and the queue of every administrator.
pub const MAX_WAITING_ITEMS: u64 = 200;

/// Maximum size of the texts of one person that wait for a review, in bytes.
pub const MAX_WAITING_BYTES: u64 = 32 * 1024 * 1024;

/// The author has the maximum of what may wait for a review at once, and cannot add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "Too much of yours is waiting for review: at most {MAX_WAITING_ITEMS} items with {} MB of text can. Wait until something has \
     been decided, or withdraw something",
    MAX_WAITING_BYTES / 1024 / 1024
)]
pub struct TooMuchWaiting;

/// Maximum number of steps of an approval.
pub const MAX_STEPS: i32 = 10;

/// Maximum length of a reviewer's comment and of the description of a change, in characters.
pub const MAX_COMMENT_CHARS: usize = 2000;

facility_kernel::named! {
    /// The status of a submission or an edit.
    pub enum Status as "SubmissionStatus" {
        /// Waiting for its review, or for the next step.
        Pending => "pending",
        /// Published.
        Approved => "approved",
        /// Rejected, with a reason.
        Rejected => "rejected",
    }
}

/// A submission or an edit under review, which has ids of this type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case<Id> {
    /// Its id.
    pub id: Id,
    /// Its author.
    pub author: UserId,
    /// Its status.
    pub status: Status,
    /// Who made the last decision.
    pub reviewed_by: Option<UserId>,
    /// The comment on the last decision for the author.
    pub review_comments: Option<String>,
    /// Number of the next step, from 1.
    pub approval_step: i32,
    /// Number of steps.
    pub max_approval_steps: i32,
    /// When it was marked as timed out.
    pub timed_out_at: Option<Timestamp>,
    /// When it was resubmitted; its wait counts from then.
    pub resubmitted_at: Option<Timestamp>,
    /// The one of the same author that it revises.
    pub resubmission_of: Option<Id>,
    /// The one that revises it.
    pub resubmitted_as: Option<Id>,
    /// The number of those that it revises, one after the other, and itself.
    pub attempt: i32,
    /// When it was sent.
    pub created_at: Timestamp,
    /// When it was decided.
    pub reviewed_at: Option<Timestamp>,
}

impl<Id> Case<Id> {
    /// Creates the case of what was just sent.
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

    /// Returns when the wait began: when it was sent or resubmitted.
    pub fn waits_since(&self) -> Timestamp {
        self.resubmitted_at.unwrap_or(self.created_at)
    }

    /// Returns when the wait ends: three days after it began.
    pub fn times_out_at(&self) -> Timestamp {
        self.waits_since().plus(REVIEW_WINDOW)
    }

    /// Returns whether it has timed out: it is pending, but out of the queue until its author resubmits it.
    pub fn is_timed_out(&self, now: Timestamp) -> bool {
        self.status == Status::Pending && now >= self.times_out_at()
    }

    /// Returns whether this author may send another one in its place: it was rejected or timed out, and none was sent
    /// yet.
    pub fn can_be_revised(&self, author: UserId, now: Timestamp) -> bool {
        self.author == author
            && self.resubmitted_as.is_none()
            && (self.status == Status::Rejected || self.is_timed_out(now))
    }

    /// Starts another wait.
    pub const fn resubmit(&mut self, now: Timestamp) {
        self.resubmitted_at = Some(now);
        self.timed_out_at = None;
    }
}

/// One step of the approval of a submission or an edit, which has ids of this type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<Id> {
    /// Its id.
    pub id: ApprovalStepId,
    /// Id of the submission or the edit.
    pub item: Id,
    /// Number of the step, from 1.
    pub step_number: i32,
    /// Who decided.
    pub approver_id: UserId,
    /// Name of the account at that time.
    pub approver_username: String,
    /// The decision: approved or rejected.
    pub status: Status,
    /// The comment.
    pub comments: Option<String>,
    /// Timestamp.
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
    fn what_was_sent_waits_three_days() {
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
    fn an_author_revises_what_was_rejected_or_timed_out_once() {
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
