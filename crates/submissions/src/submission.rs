//! Submissions and the steps of their approval.

use documents::{Attachment, Category};
use kernel::{ApprovalStepId, Clearance, DocumentId, SubmissionId, Timestamp, UserId};
use std::time::Duration;

/// How long a submission waits for its review before it leaves the queue.
pub const REVIEW_WINDOW: Duration = Duration::from_hours(72);

/// Where a submission stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Waiting for its review, or for the next step of it.
    Pending,
    /// Published.
    Approved,
    /// Refused, with a reason.
    Rejected,
}

impl Status {
    /// The name on the wire and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The status with this name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Pending, Self::Approved, Self::Rejected].into_iter().find(|status| status.as_str() == text)
    }
}

/// Lore that was sent in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// Its title; of an incident, its number.
    pub title: String,
    /// What it says, in Markdown.
    pub content: String,
    /// The topics.
    pub category: Category,
    /// The path of the file it carries, `/objects/…`.
    pub file_path: Option<String>,
    /// What that file is.
    pub attachment: Option<Attachment>,
    /// Where it stands.
    pub status: Status,
    /// The level that was assigned at the first approval.
    pub assigned_clearance_level: Option<Clearance>,
    /// Who sent it in.
    pub submitted_by: UserId,
    /// Who decided last.
    pub reviewed_by: Option<UserId>,
    /// What the last decision said to the author.
    pub review_comments: Option<String>,
    /// Whether more than one administrator has to approve.
    pub requires_multi_step_approval: bool,
    /// The step that comes next, from 1.
    pub approval_step: i32,
    /// How many steps there are.
    pub max_approval_steps: i32,
    /// Before this, once published, only administrators see it.
    pub scheduled_release_at: Option<Timestamp>,
    /// When it was noted that it had waited too long.
    pub timed_out_at: Option<Timestamp>,
    /// When it was put back into the queue; its clock counts from then.
    pub resubmitted_at: Option<Timestamp>,
    /// The document it became.
    pub document_id: Option<DocumentId>,
    /// When it was sent in.
    pub created_at: Timestamp,
    /// When it was decided.
    pub reviewed_at: Option<Timestamp>,
}

impl Submission {
    /// When the wait began: when it was submitted, or resubmitted.
    pub fn waits_since(&self) -> Timestamp {
        self.resubmitted_at.unwrap_or(self.created_at)
    }

    /// When the wait ends: three days after it began.
    pub fn times_out_at(&self) -> Timestamp {
        self.waits_since().plus(REVIEW_WINDOW)
    }

    /// Whether it has waited too long: still pending, and out of the queue until its owner resubmits it.
    pub fn is_timed_out(&self, now: Timestamp) -> bool {
        self.status == Status::Pending && now >= self.times_out_at()
    }
}

/// One step of a submission's approval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApprovalStep {
    /// Its id.
    pub id: ApprovalStepId,
    /// Of which submission.
    pub submission_id: SubmissionId,
    /// Which step, from 1.
    pub step_number: i32,
    /// Who decided.
    pub approver_id: UserId,
    /// Name of the account at that time.
    pub approver_username: String,
    /// What they decided: approved or rejected.
    pub status: Status,
    /// What they said.
    pub comments: Option<String>,
    /// Timestamp.
    pub approved_at: Timestamp,
}

/// That a submission has waited too long, to be noted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOut {
    /// Which submission.
    pub id: SubmissionId,
    /// When its wait ended: [`Submission::times_out_at`].
    pub at: Timestamp,
}

/// A submission that is put back into the queue by its author.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resubmission {
    /// Which submission.
    pub id: SubmissionId,
    /// When the wait that ended had begun: [`Submission::waits_since`] as it was read.
    pub expected_start: Timestamp,
    /// When the new wait begins.
    pub at: Timestamp,
}

/// A submission with the name of its author and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// Its author's name; deleted accounts keep theirs.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<ApprovalStep>,
}

/// A submission to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSubmission {
    /// The submission. Where it is an incident, its title is replaced by the next number as it is written.
    pub submission: Submission,
    /// The file it carries: a finished upload of the same user that nothing else carries.
    pub upload: Option<kernel::UploadId>,
}

/// The number of an incident.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncidentNumber(i64);

impl IncidentNumber {
    /// The `n`th incident, from 1.
    pub const fn new(n: i64) -> Self {
        Self(n)
    }

    /// The title an incident gets: `IR-000001`; the digits grow past 999,999.
    pub fn title(self) -> String {
        format!("IR-{:06}", self.0)
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Submissions for tests.

    use super::{Category, Status, Submission, SubmissionId, UserId};
    use kernel::testing::{TEST_NOW, numbered};

    /// A submission sent in now by the account `owner`, the `n`th.
    pub fn submission(n: u64, owner: u64) -> Submission {
        Submission {
            id: SubmissionId::from_uuid(numbered(n)),
            title: format!("Submission {n}"),
            content: "The content.".to_owned(),
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
            created_at: TEST_NOW,
            reviewed_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::submission;
    use super::*;
    use kernel::testing::TEST_NOW;

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
    fn incidents_are_numbered_with_six_digits() {
        assert_eq!(IncidentNumber::new(1).title(), "IR-000001");
        assert_eq!(IncidentNumber::new(1_000_000).title(), "IR-1000000");
    }
}
