//! Submissions and their approval steps.

use crate::case::previous_attempt::PreviousAttempt;
use crate::case::{Case, Step};
use facility_documents::sealed::Sealed;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_kernel::{Clearance, DocumentId, SubmissionId, Timestamp};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its id, its author, and the state of its review.
    pub case: Case<SubmissionId>,
    /// Its title. For an incident, its number.
    pub title: String,
    /// Its content in Markdown. Readers get it through [`crate::view::SubmissionView`].
    pub content: Sealed<String>,
    pub category: Category,
    pub files: AttachedFiles,
    /// The names, sizes and types of its files. Missing ones are omitted.
    pub attachments: Vec<AttachedFile>,
    /// The level assigned at the first approval.
    pub assigned_clearance_level: Option<Clearance>,
    /// Once it is published, only administrators see it before this time.
    pub scheduled_release_at: Option<Timestamp>,
    /// The published document.
    pub document_id: Option<DocumentId>,
}

impl Submission {
    /// Creates a submission without files.
    pub fn new(case: Case<SubmissionId>, text: DocumentText) -> Self {
        Self {
            case,
            title: text.title,
            content: text.content.into(),
            category: text.category,
            files: AttachedFiles::default(),
            attachments: Vec::new(),
            assigned_clearance_level: None,
            scheduled_release_at: None,
            document_id: None,
        }
    }
}

/// A submission with its author's name and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionRecord {
    pub submission: Submission,
    /// The author's username, even if the account was deleted.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<Step<SubmissionId>>,
    /// The outcome of the submission that it revises.
    pub previous: Option<PreviousAttempt<SubmissionId>>,
    /// The previews of the content: [`facility_documents::previews::previews`].
    pub preview: Sealed<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncidentNumber(i64);

impl IncidentNumber {
    /// Creates the number of the `n`th incident, from 1.
    pub const fn new(n: i64) -> Self {
        Self(n)
    }

    /// Returns the incident's title: `IR-000001`, with more digits beyond 999,999.
    pub fn title(self) -> String {
        format!("IR-{:06}", self.0)
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample submissions for tests.

    use super::{AttachedFiles, Case, Category, Submission, SubmissionId};
    use facility_kernel::UserId;
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th submission, created now by the account `owner`.
    pub fn submission(n: u64, owner: u64) -> Submission {
        Submission {
            case: Case::new(SubmissionId::from_uuid(numbered(n)), UserId::Account(numbered(owner)), TEST_NOW),
            title: format!("Submission {n}"),
            content: "The content.".into(),
            category: Category::Entity,
            files: AttachedFiles::default(),
            attachments: Vec::new(),
            assigned_clearance_level: None,
            scheduled_release_at: None,
            document_id: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incidents_are_numbered_with_six_digits() {
        assert_eq!(IncidentNumber::new(1).title(), "IR-000001");
        assert_eq!(IncidentNumber::new(1_000_000).title(), "IR-1000000");
    }
}
