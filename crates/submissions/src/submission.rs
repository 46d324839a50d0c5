//! Submissions and the steps of their approval.

use crate::edits::Step;
use crate::edits::past::Past;
use crate::edits::{REVIEW_WINDOW, Status};
use facility_documents::sealed::Sealed;
use facility_documents::text::Category;
use facility_files::file::Attachment;
use facility_kernel::{Clearance, DocumentId, SubmissionId, Timestamp, UserId};
use facility_users::news::Notification;

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// Its title; for an incident, its number.
    pub title: String,
    /// Its content, in Markdown. [`crate::view::SubmissionView`] hands it out.
    pub content: Sealed<String>,
    /// The topics.
    pub category: Category,
    /// The path of its file, `/objects/…`.
    pub file_path: Option<String>,
    /// Its file's name, size and type.
    pub attachment: Option<Attachment>,
    /// Its status.
    pub status: Status,
    /// The level assigned at the first approval.
    pub assigned_clearance_level: Option<Clearance>,
    /// Its author.
    pub submitted_by: UserId,
    /// Who made the last decision.
    pub reviewed_by: Option<UserId>,
    /// The comment on the last decision for the author.
    pub review_comments: Option<String>,
    /// Whether more than one administrator has to approve.
    pub requires_multi_step_approval: bool,
    /// Number of the next step, from 1.
    pub approval_step: i32,
    /// Number of steps.
    pub max_approval_steps: i32,
    /// Once published, only administrators see it before this time.
    pub scheduled_release_at: Option<Timestamp>,
    /// When it was marked as timed out.
    pub timed_out_at: Option<Timestamp>,
    /// When it was resubmitted; its wait counts from then.
    pub resubmitted_at: Option<Timestamp>,
    /// The published document.
    pub document_id: Option<DocumentId>,
    /// The submission of the same author that it revises.
    pub resubmission_of: Option<SubmissionId>,
    /// The submission that revises it.
    pub resubmitted_as: Option<SubmissionId>,
    /// The number of submissions that it revises, one after the other, and itself.
    pub attempt: i32,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When it was decided.
    pub reviewed_at: Option<Timestamp>,
}

impl Submission {
    /// Returns when the wait began: at the submission or resubmission.
    pub fn waits_since(&self) -> Timestamp {
        self.resubmitted_at.unwrap_or(self.created_at)
    }

    /// Returns when the wait ends: three days after it began.
    pub fn times_out_at(&self) -> Timestamp {
        self.waits_since().plus(REVIEW_WINDOW)
    }

    /// Returns whether it has timed out: it is pending, but out of the queue until its owner resubmits it.
    pub fn is_timed_out(&self, now: Timestamp) -> bool {
        self.status == Status::Pending && now >= self.times_out_at()
    }

    /// Returns whether this author may send another one in its place: it was rejected or timed out, and none was sent yet.
    pub fn can_be_revised(&self, author: UserId, now: Timestamp) -> bool {
        self.submitted_by == author
            && self.resubmitted_as.is_none()
            && (self.status == Status::Rejected || self.is_timed_out(now))
    }
}

/// One step of a submission's approval.
pub type ApprovalStep = Step<SubmissionId>;

/// The time-out of a submission, to be recorded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOut {
    /// Id of the submission.
    pub id: SubmissionId,
    /// When its wait ended: [`Submission::times_out_at`].
    pub at: Timestamp,
    /// Its author.
    pub owner: UserId,
    /// Its title.
    pub title: String,
}

/// A time-out with the notification of the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeOutMark {
    /// The time-out.
    pub time_out: TimeOut,
    /// Tells the author.
    pub news: Notification,
}

/// A resubmission by the author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resubmission {
    /// Id of the submission.
    pub id: SubmissionId,
    /// When the previous wait began: [`Submission::waits_since`] as it was read.
    pub expected_start: Timestamp,
    /// When the new wait begins.
    pub at: Timestamp,
}

/// A submission with the name of its author and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// The author's name, also of a deleted account.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<ApprovalStep>,
    /// What became of the submission that it revises.
    pub previous: Option<Past<SubmissionId>>,
    /// What lists show of the content: [`facility_documents::previews::previews`].
    pub preview: Sealed<String>,
}

/// A new submission to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSubmission {
    /// The submission. The title of an incident is replaced by the next number when it is written.
    pub submission: Submission,
    /// Its file: a completed upload of the same user that nothing else holds.
    pub upload: Option<facility_kernel::UploadId>,
}

/// The number of an incident.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncidentNumber(i64);

impl IncidentNumber {
    /// Creates the number of the `n`th incident, from 1.
    pub const fn new(n: i64) -> Self {
        Self(n)
    }

    /// Returns the incident's title, `IR-000001`, with more digits beyond 999,999.
    pub fn title(self) -> String {
        format!("IR-{:06}", self.0)
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Submissions for tests.

    use super::{Category, Status, Submission, SubmissionId, UserId};
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th submission, created now by the account `owner`.
    pub fn submission(n: u64, owner: u64) -> Submission {
        Submission {
            id: SubmissionId::from_uuid(numbered(n)),
            title: format!("Submission {n}"),
            content: "The content.".into(),
            category: Category::Entity,
            file_path: None,
            attachment: None,
            status: Status::Pending,
            assigned_clearance_level: None,
            submitted_by: UserId::Account(numbered(owner)),
            reviewed_by: None,
            review_comments: None,
            requires_multi_step_approval: false,
            approval_step: 1,
            max_approval_steps: 1,
            scheduled_release_at: None,
            timed_out_at: None,
            resubmitted_at: None,
            document_id: None,
            resubmission_of: None,
            resubmitted_as: None,
            attempt: 1,
            created_at: TEST_NOW,
            reviewed_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::submission;
    use super::*;
    use facility_kernel::testing::TEST_NOW;
    use std::time::Duration;

    #[test]
    fn a_submission_waits_three_days() {
        let waiting = submission(1, 1);
        let just_before = TEST_NOW.plus(Duration::from_secs(72 * 3600 - 1));
        assert!(!waiting.is_timed_out(just_before));
        assert!(waiting.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let again = Submission { resubmitted_at: Some(just_before), ..waiting.clone() };
        assert!(!again.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let decided = Submission { status: Status::Rejected, ..waiting };
        assert!(!decided.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
    }

    #[test]
    fn an_author_revises_what_was_rejected_or_timed_out_once() {
        let sent = submission(1, 9);
        let author = sent.submitted_by;
        let over = TEST_NOW.plus(REVIEW_WINDOW);
        assert!(!sent.can_be_revised(author, TEST_NOW) && sent.can_be_revised(author, over));
        let rejected = Submission { status: Status::Rejected, ..sent.clone() };
        assert!(rejected.can_be_revised(author, TEST_NOW));
        assert!(!rejected.can_be_revised(submission(2, 8).submitted_by, TEST_NOW));
        let approved = Submission { status: Status::Approved, ..sent };
        assert!(!approved.can_be_revised(author, over));
        let followed = Submission { resubmitted_as: Some(submission(2, 9).id), ..rejected };
        assert!(!followed.can_be_revised(author, over));
    }

    #[test]
    fn incidents_are_numbered_with_six_digits() {
        assert_eq!(IncidentNumber::new(1).title(), "IR-000001");
        assert_eq!(IncidentNumber::new(1_000_000).title(), "IR-1000000");
    }
}
