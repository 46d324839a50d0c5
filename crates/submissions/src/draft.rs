//! Drafts: unsent texts of new records, and of edits to the author's own documents.
//!
//! A draft is private to its owner whatever it contains. It is not a document, so it does not appear in lists, searches
//! or counts. It stores the text as typed, even if a submission would refuse it.

use crate::submission::Submission;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::{AttachedFile, AttachedFiles};
use facility_kernel::{
    Clearance, DocumentId, DraftId, EditId, FieldError, IdGenerator, ParseError, ShortText, SubmissionId, Timestamp,
    UploadId, UserId, prose,
};
use std::fmt;

/// Maximum number of drafts per user.
pub const MAX_DRAFTS: u64 = 100;
/// Maximum length of a draft's title in characters. It is higher than that of a submission, so that an overlong title
/// is saved until the author shortens it.
pub const MAX_DRAFT_TITLE_CHARS: usize = 500;
/// Maximum length of a draft's content in characters. It is higher than that of a submission, for the same reason.
pub const MAX_DRAFT_CONTENT_CHARS: usize = 300_000;
/// Maximum length in characters of the description of a change. It is higher than that of an edit, for the same reason.
pub const MAX_DRAFT_DESCRIPTION_CHARS: usize = 4000;

/// The title under which an incident is submitted before it has its number.
const UNNUMBERED: &str = "Incident report";

/// Identifies a state of a draft's text. Each change generates a new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftRevision(String);

impl DraftRevision {
    /// Generates a new revision.
    pub fn generate(ids: &dyn IdGenerator) -> Self {
        Self(ids.random().simple().to_string())
    }

    /// Wraps a revision from a caller or a row. Any text is accepted.
    pub fn named(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Identifies one state of a draft by its id and revision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftState {
    pub id: DraftId,
    pub revision: DraftRevision,
}

impl DraftState {
    /// Parses the output of `Display`. `None` if the text has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let (id, revision) = text.split_once(' ')?;
        Some(Self { id: id.parse().ok()?, revision: DraftRevision::named(revision) })
    }
}

impl fmt::Display for DraftState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.revision.as_str())
    }
}

/// The content of a draft. Every part is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftText {
    /// One line, as typed.
    pub title: Option<String>,
    /// Markdown, as typed.
    pub content: Option<String>,
    pub category: Option<Category>,
    /// The level that the author proposes. Reviewers assign the actual level.
    pub clearance: Option<Clearance>,
    /// Files that the owner uploaded. `None`: none, or for an edit, those of the document.
    pub files: Option<AttachedFiles>,
    /// When the document is to be released.
    pub release_at: Option<Timestamp>,
    /// For an edit: the version of the document on which it is based.
    pub based_on: Option<i32>,
    /// For an edit: what changes and why.
    pub change_description: Option<String>,
    /// For an edit: the rejected or timed-out edit that it revises.
    pub revised_edit: Option<EditId>,
}

/// A draft's content as a caller sends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftInput {
    pub title: Option<String>,
    pub content: Option<String>,
    /// The name of the category.
    pub category: Option<String>,
    pub clearance_level: Option<i64>,
    /// The path and the ids, see [`AttachedFiles::parse`].
    pub file_path: Option<String>,
    pub files: Option<Vec<String>>,
    /// When the document is to be released.
    pub release_at: Option<Timestamp>,
    /// For an edit: the version of the document on which it is based.
    pub based_on: Option<i32>,
    /// For an edit: what changes and why.
    pub change_description: Option<String>,
    /// For an edit: the edit that it revises.
    pub revised_edit: Option<EditId>,
}

impl DraftText {
    /// Validates the members that are present. Errors: the first invalid field.
    pub fn parse(input: DraftInput) -> Result<Self, ParseError> {
        let title = input.title.map(|text| ShortText::<MAX_DRAFT_TITLE_CHARS>::parse("title", &text));
        let content = input.content.map(|text| prose("content", &text, MAX_DRAFT_CONTENT_CHARS));
        let description =
            input.change_description.map(|text| prose("changeDescription", &text, MAX_DRAFT_DESCRIPTION_CHARS));
        Ok(Self {
            title: title.transpose()?.map(ShortText::into_string),
            content: content.transpose()?,
            category: input.category.as_deref().map(str::parse).transpose()?,
            clearance: input.clearance_level.map(Clearance::parse).transpose()?,
            files: AttachedFiles::parse_sent(input.file_path.as_deref(), input.files.as_deref())?,
            release_at: input.release_at,
            based_on: input.based_on,
            change_description: description.transpose()?,
            revised_edit: input.revised_edit,
        })
    }

    /// Returns its files.
    pub fn attached(&self) -> AttachedFiles {
        self.files.clone().unwrap_or_default()
    }

    /// Returns the text of a submission of this draft. An incident needs no title, because its number replaces it.
    /// Errors: every field that is missing or invalid for a submission.
    pub fn to_submit(&self) -> Result<DocumentText, Vec<FieldError>> {
        let typed = self.title.as_deref().unwrap_or_default();
        let title = if self.category == Some(Category::Incident) { UNNUMBERED } else { typed };
        let content = self.content.as_deref().unwrap_or_default();
        let category = self.category.map_or("", Category::as_str);
        DocumentText::parse(title, content, category)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    pub id: DraftId,
    /// The only user who may know that it exists.
    pub owner: UserId,
    pub text: DraftText,
    /// The rejected submission that it revises. Never changes.
    pub revises: Option<SubmissionId>,
    /// The document that it edits. Its owner has at most one draft per document.
    pub edits: Option<DocumentId>,
    /// The names, sizes and types of its files. Missing ones are omitted.
    pub attachments: Vec<AttachedFile>,
    /// The current state of its text.
    pub revision: DraftRevision,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A draft in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftSummary {
    /// The draft, without its content.
    pub draft: Draft,
    /// The start of the content as plain text, as returned by [`facility_documents::plain::preview`]. For an edit, as
    /// its owner may read it now.
    pub preview: String,
}

/// A change to a draft's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftChange {
    pub id: DraftId,
    pub owner: UserId,
    /// The revision on which the change is based.
    pub expected: DraftRevision,
    pub text: DraftText,
    /// The revision after the change.
    pub revision: DraftRevision,
    /// The time of the change.
    pub at: Timestamp,
}

/// A change to the text of an edit's draft. The first one creates the draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditDraftChange {
    /// The files of the document, which the draft need not hold.
    pub attached: AttachedFiles,
    /// The draft with the new text and revision. An existing draft keeps its id and creation time.
    pub draft: Draft,
    /// The revision on which the change is based. `None` creates the draft.
    pub expected: Option<DraftRevision>,
}

/// The result of saving a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedDraft {
    pub draft: Draft,
    /// The uploads that nothing holds any longer. The caller must delete their bytes.
    pub released: Vec<UploadId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftDeletion {
    pub id: DraftId,
    pub owner: UserId,
    pub at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftSubmission {
    pub id: DraftId,
    /// The revision to submit.
    pub expected: DraftRevision,
    /// The submission, which takes over the draft's file.
    pub new: Submission,
}

/// The withdrawal of a pending submission by its author. Its text becomes a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionWithdrawal {
    pub id: SubmissionId,
    /// The draft that replaces the submission and takes over its file.
    pub draft: Draft,
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Sample drafts for tests.

    use super::{Draft, DraftId, DraftRevision, DraftText, UserId};
    use facility_documents::text::Category;
    use facility_kernel::testing::{TEST_NOW, numbered};

    /// Returns the `n`th draft, saved now by the account `owner`, without a file.
    pub fn draft(n: u64, owner: u64) -> Draft {
        Draft {
            id: DraftId::from_uuid(numbered(n)),
            owner: UserId::Account(numbered(owner)),
            text: DraftText {
                title: Some(format!("Draft {n}")),
                content: Some("The **first** words.".to_owned()),
                category: Some(Category::Site),
                ..DraftText::default()
            },
            revises: None,
            edits: None,
            attachments: Vec::new(),
            revision: DraftRevision::named(format!("revision {n}")),
            created_at: TEST_NOW,
            updated_at: TEST_NOW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(change: impl FnOnce(&mut DraftInput)) -> Result<DraftText, ParseError> {
        let mut input = DraftInput::default();
        change(&mut input);
        DraftText::parse(input)
    }

    #[test]
    fn draft_keeps_what_a_submission_refuses() {
        assert_eq!(parse(|_| {}).unwrap(), DraftText::default());
        let title = "é".repeat(MAX_DRAFT_TITLE_CHARS);
        let content = "é".repeat(MAX_DRAFT_CONTENT_CHARS);
        let text = parse(|input| {
            input.title = Some(title.clone());
            input.content = Some(content);
        })
        .unwrap();
        assert_eq!(text.title, Some(title));
        let fields: Vec<&str> = text.to_submit().unwrap_err().iter().map(|error| error.field).collect();
        assert_eq!(fields, ["title", "content", "category"]);
    }

    #[test]
    fn invalid_field_is_named() {
        let long = "x".repeat(MAX_DRAFT_CONTENT_CHARS + 1);
        for (refused, field) in [
            (parse(|input| input.title = Some("a\nb".to_owned())), "title"),
            (parse(|input| input.title = Some("x".repeat(MAX_DRAFT_TITLE_CHARS + 1))), "title"),
            (parse(|input| input.content = Some(long)), "content"),
            (parse(|input| input.category = Some("RECIPE".to_owned())), "category"),
            (parse(|input| input.clearance_level = Some(6)), "clearanceLevel"),
            (parse(|input| input.file_path = Some("/etc/passwd".to_owned())), "filePath"),
        ] {
            assert_eq!(refused.unwrap_err().field, field);
        }
    }

    #[test]
    fn incident_needs_no_title() {
        let draft = DraftText {
            content: Some("It counted back.".to_owned()),
            category: Some(Category::Incident),
            ..DraftText::default()
        };
        assert_eq!(draft.to_submit().unwrap().title, "Incident report");
        let other = DraftText { category: Some(Category::Site), ..draft };
        assert!(other.to_submit().is_err());
    }
}
