//! Submissions and the steps of their approval.

use crate::case::past::Past;
use crate::case::{Case, Step};
use facility_documents::sealed::Sealed;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::Attachment;
use facility_kernel::{Clearance, DocumentId, SubmissionId, Timestamp};

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its id, its author, and what its review came to.
    pub case: Case<SubmissionId>,
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
    /// The level assigned at the first approval.
    pub assigned_clearance_level: Option<Clearance>,
    /// Once published, only administrators see it before this time.
    pub scheduled_release_at: Option<Timestamp>,
    /// The published document.
    pub document_id: Option<DocumentId>,
}

impl Submission {
    /// Creates a new submission of this text, without a file.
    pub fn new(case: Case<SubmissionId>, text: DocumentText) -> Self {
        Self {
            case,
            title: text.title,
            content: text.content.into(),
            category: text.category,
            file_path: None,
            attachment: None,
            assigned_clearance_level: None,
            scheduled_release_at: None,
            document_id: None,
        }
    }
}

/// A submission with the name of its author and the steps so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// The author's name, also of a deleted account.
    pub submitted_by_username: String,
    /// The steps so far, in order.
    pub steps: Vec<Step<SubmissionId>>,
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

    use super::{Case, Category, Submission, SubmissionId};
    use facility_kernel::UserId;
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th submission, created now by the account `owner`.
    pub fn submission(n: u64, owner: u64) -> Submission {
        Submission {
            case: Case::new(SubmissionId::from_uuid(numbered(n)), UserId::Account(numbered(owner)), TEST_NOW),
            title: format!("Submission {n}"),
            content: "The content.".into(),
            category: Category::Entity,
            file_path: None,
            attachment: None,
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
