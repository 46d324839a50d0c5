//! Proposed edits of documents: what they are, and who may decide on them.
//!
//! An edit changes its document when its review ends. [`review`] is the pure rule; [`change`] are the changes of edits as the store
//! writes them.

pub mod change;
pub mod error;
pub mod past;
pub mod review;
pub mod view;

use crate::edits::past::Past;
use facility_documents::document::{Document, DocumentRecord, Text};
use facility_documents::sealed::Sealed;
use facility_kernel::{ApprovalStepId, Clearance, DocumentId, EditId, Timestamp, UserId};
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

/// A proposed edit of a document. It never changes the document's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditRequest {
    /// Its id.
    pub id: EditId,
    /// The document.
    pub document_id: DocumentId,
    /// The proposed title, content and category.
    pub text: Text,
    /// The proposed level.
    pub clearance: Clearance,
    /// The version that the author changed.
    pub base_version: i32,
    /// The level of that version.
    pub base_clearance: Clearance,
    /// The author's description of the change.
    pub change_description: Option<String>,
    /// Its status.
    pub status: Status,
    /// Its author, the document's owner.
    pub submitted_by: UserId,
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
    /// The edit of the same author that it revises.
    pub resubmission_of: Option<EditId>,
    /// The edit that revises it.
    pub resubmitted_as: Option<EditId>,
    /// The number of edits that it revises, one after the other, and itself.
    pub attempt: i32,
    /// When it was proposed.
    pub created_at: Timestamp,
    /// When it was decided.
    pub reviewed_at: Option<Timestamp>,
}

impl EditRequest {
    /// Returns when the wait began: at the proposal or resubmission.
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

    /// Returns whether this author may send another edit of this document in its place: it was rejected or timed out, and
    /// none was sent yet.
    pub fn can_be_revised(&self, author: UserId, document: DocumentId, now: Timestamp) -> bool {
        (self.submitted_by, self.document_id) == (author, document)
            && self.resubmitted_as.is_none()
            && (self.status == Status::Rejected || self.is_timed_out(now))
    }

    /// Returns the level of the document after this edit. An edit that proposes no other level than that of its base
    /// leaves the document's level as it is by then.
    pub fn clearance_on(&self, document: &Document) -> Clearance {
        if self.clearance == self.base_clearance { document.clearance } else { self.clearance }
    }

    /// Returns the level that is required to read and to decide this edit: the highest of the document's, the proposed
    /// one, and that of the text it was made from.
    pub fn level_on(&self, document: &Document) -> Clearance {
        document.clearance.max(self.clearance).max(self.base_clearance)
    }

    /// Returns whether the document has changed since the version that this pending edit was made from.
    pub fn is_stale_on(&self, document: &Document) -> bool {
        self.status == Status::Pending && document.version != self.base_version
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

/// One step of an edit's approval.
pub type EditStep = Step<EditId>;

/// An edit with its document as it is now, the name of its author, and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditRecord {
    /// The edit. In lists without texts its content is empty.
    pub edit: EditRequest,
    /// The document as it is now. In lists without texts its content is empty.
    pub document: DocumentRecord,
    /// The author's name, also of a deleted account.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<EditStep>,
    /// What became of the edit that it revises.
    pub previous: Option<Past<EditId>>,
    /// The start of the proposed content as plain text: [`facility_documents::plain::preview`].
    pub preview: Sealed<String>,
    /// Whether both contents were read.
    pub has_content: bool,
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Edits for tests.

    use crate::edits::{EditRecord, EditRequest, Status};
    use facility_documents::document::{Document, Text};
    use facility_documents::visibility::testing::document;
    use facility_kernel::EditId;
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th edit of this document by its owner, proposed now: another content.
    pub fn edit(n: u64, document: &Document) -> EditRequest {
        EditRequest {
            id: EditId::from_uuid(numbered(n)),
            document_id: document.id,
            text: Text { content: "The new content.".into(), ..document.text.clone() },
            clearance: document.clearance,
            base_version: document.version,
            base_clearance: document.clearance,
            change_description: None,
            status: Status::Pending,
            submitted_by: document.owner,
            reviewed_by: None,
            review_comments: None,
            approval_step: 1,
            max_approval_steps: 1,
            timed_out_at: None,
            resubmitted_at: None,
            resubmission_of: None,
            resubmitted_as: None,
            attempt: 1,
            created_at: TEST_NOW,
            reviewed_at: None,
        }
    }

    /// Returns the record of this edit of this document.
    pub fn record_of(edit: EditRequest, document: Document) -> EditRecord {
        EditRecord {
            edit,
            document: facility_documents::visibility::testing::record(document),
            submitted_by_username: "owner".to_owned(),
            steps: Vec::new(),
            previous: None,
            preview: "The new content.".into(),
            has_content: true,
        }
    }

    /// Returns the record of the edit `n` of the document 1, of this level and owned by the account 9.
    pub fn record(n: u64, level: i64) -> EditRecord {
        let document = document(1, level, 9);
        record_of(edit(n, &document), document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::testing::record;
    use facility_kernel::testing::TEST_NOW;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn an_edit_waits_three_days() {
        let waiting = record(1, 1).edit;
        let just_before = TEST_NOW.plus(Duration::from_secs(72 * 3600 - 1));
        assert!(!waiting.is_timed_out(just_before));
        assert!(waiting.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let again = EditRequest { resubmitted_at: Some(just_before), ..waiting.clone() };
        assert!(!again.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
        let decided = EditRequest { status: Status::Rejected, ..waiting };
        assert!(!decided.is_timed_out(TEST_NOW.plus(REVIEW_WINDOW)));
    }

    #[test]
    fn an_author_revises_what_was_rejected_or_timed_out_once() {
        let sent = record(1, 1).edit;
        let (author, document, over) = (sent.submitted_by, sent.document_id, TEST_NOW.plus(REVIEW_WINDOW));
        assert!(!sent.can_be_revised(author, document, TEST_NOW) && sent.can_be_revised(author, document, over));
        let rejected = EditRequest { status: Status::Rejected, ..sent };
        assert!(rejected.can_be_revised(author, document, TEST_NOW));
        assert!(!rejected.can_be_revised(UserId::EmergencyAccess, document, TEST_NOW));
        let other = DocumentId::from_uuid(facility_kernel::testing::numbered(7));
        assert!(!rejected.can_be_revised(author, other, TEST_NOW));
        let followed = EditRequest { resubmitted_as: Some(rejected.id), ..rejected };
        assert!(!followed.can_be_revised(author, document, over));
    }

    #[test]
    fn edit_changes_the_level_only_if_it_proposes_another_one() {
        let record = record(1, 2);
        let raised = Document { clearance: level(4), version: 2, ..record.document.document };
        assert_eq!(record.edit.clearance_on(&raised), level(4));
        let proposing = EditRequest { clearance: level(1), ..record.edit };
        assert_eq!(proposing.clearance_on(&raised), level(1));
    }

    #[test]
    fn edit_is_as_secret_as_the_highest_of_its_levels() {
        let record = record(1, 2);
        let document = record.document.document;
        let of = |base, proposed| {
            let edit = EditRequest { base_clearance: level(base), clearance: level(proposed), ..record.edit.clone() };
            edit.level_on(&document)
        };
        assert_eq!((of(2, 2), of(2, 1), of(2, 3), of(4, 1)), (level(2), level(2), level(3), level(4)));
    }
}
