//! Drafts: what somebody is writing and has not sent yet, a new record or an edit of one of their documents.
//!
//! A draft belongs to its owner alone, whatever it says, and is no document: it has no place in lists, searches or
//! counts. It keeps what is typed, also what a submission would refuse.

use crate::submission::NewSubmission;
use facility_documents::text::{Category, DocumentText};
use facility_files::file::Attachment;
use facility_files::file::FilePath;
use facility_kernel::{
    Clearance, DocumentId, DraftId, EditId, FieldError, IdGenerator, ParseError, ShortText, SubmissionId, Timestamp,
    UploadId, UserId, prose,
};
use std::fmt;

/// Maximum number of drafts per user.
pub const MAX_DRAFTS: u64 = 100;
/// Maximum length of a draft's title in characters: more than a submission accepts, so that a title that is too long is
/// saved until it is shortened.
pub const MAX_DRAFT_TITLE_CHARS: usize = 500;
/// Maximum length of a draft's content in characters: more than a submission accepts, for the same reason.
pub const MAX_DRAFT_CONTENT_CHARS: usize = 300_000;
/// Maximum length of the description of a change in characters, for the same reason.
pub const MAX_DRAFT_DESCRIPTION_CHARS: usize = 4000;

/// The title under which an incident is submitted until it has its number.
const UNNUMBERED: &str = "Incident report";

/// The state of a draft's text. Each change gives it another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftRevision(String);

impl DraftRevision {
    /// Generates a new revision.
    pub fn generate(ids: &dyn IdGenerator) -> Self {
        Self(ids.random().simple().to_string())
    }

    /// Wraps what a caller or a row names as a revision. Any text is one.
    pub fn named(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Names one state of a draft: its id and revision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftState {
    /// The draft.
    pub id: DraftId,
    /// The revision.
    pub revision: DraftRevision,
}

impl DraftState {
    /// Parses what its display produces. Errors: it is something else.
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

/// What is written in a draft. Everything may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftText {
    /// One line, as typed.
    pub title: Option<String>,
    /// Markdown, as typed.
    pub content: Option<String>,
    /// The category.
    pub category: Option<Category>,
    /// The level that the author has in mind. The reviewers assign the real one.
    pub clearance: Option<Clearance>,
    /// A file of the owner's.
    pub file: Option<FilePath>,
    /// When the document is to be released.
    pub release_at: Option<Timestamp>,
    /// Of an edit: the version of the document that it is based on.
    pub based_on: Option<i32>,
    /// Of an edit: what changes and why.
    pub change_description: Option<String>,
    /// Of an edit: the rejected or timed-out edit that it revises.
    pub revised_edit: Option<EditId>,
}

/// A draft's text as a caller sends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftInput {
    /// The title.
    pub title: Option<String>,
    /// The content.
    pub content: Option<String>,
    /// The name of the category.
    pub category: Option<String>,
    /// The level.
    pub clearance_level: Option<i64>,
    /// The path from claiming an upload.
    pub file_path: Option<String>,
    /// When the document is to be released.
    pub release_at: Option<Timestamp>,
    /// Of an edit: the version of the document that it is based on.
    pub based_on: Option<i32>,
    /// Of an edit: what changes and why.
    pub change_description: Option<String>,
    /// Of an edit: the edit that it revises.
    pub revised_edit: Option<EditId>,
}

impl DraftText {
    /// Checks what is there. Errors: the first invalid field.
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
            file: input.file_path.as_deref().map(str::parse).transpose()?,
            release_at: input.release_at,
            based_on: input.based_on,
            change_description: description.transpose()?,
            revised_edit: input.revised_edit,
        })
    }

    /// Returns what a submission of this draft says. An incident needs no title, because its number replaces it.
    /// Errors: every field that is missing or not valid for a submission.
    pub fn to_submit(&self) -> Result<DocumentText, Vec<FieldError>> {
        let typed = self.title.as_deref().unwrap_or_default();
        let title = if self.category == Some(Category::Incident) { UNNUMBERED } else { typed };
        let content = self.content.as_deref().unwrap_or_default();
        let category = self.category.map_or("", Category::as_str);
        DocumentText::parse(title, content, category)
    }

    /// Returns the upload of its file.
    pub fn upload(&self) -> Option<UploadId> {
        self.file.map(FilePath::upload_id)
    }
}

/// A draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Its id.
    pub id: DraftId,
    /// The only user who may know of it.
    pub owner: UserId,
    /// What is written in it.
    pub text: DraftText,
    /// The rejected submission that it revises. It stays the same, whatever is written.
    pub revises: Option<SubmissionId>,
    /// The document that it edits. Its owner has one such draft of each document.
    pub edits: Option<DocumentId>,
    /// Its file's name, size and type.
    pub attachment: Option<Attachment>,
    /// The state of its text.
    pub revision: DraftRevision,
    /// When its first words were saved.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A draft in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftSummary {
    /// The draft, without its content.
    pub draft: Draft,
    /// The start of the content as plain text, as [`facility_documents::plain::preview`] returns it. Of an edit: as its
    /// owner may read it now.
    pub preview: String,
}

/// New text for a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftChange {
    /// Id of the draft.
    pub id: DraftId,
    /// Its owner.
    pub owner: UserId,
    /// The revision that the change is based on.
    pub expected: DraftRevision,
    /// The new text.
    pub text: DraftText,
    /// The revision afterwards.
    pub revision: DraftRevision,
    /// When it changes.
    pub at: Timestamp,
}

/// The text of an edit that is being written. The first one begins its draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditDraftChange {
    /// The draft with the new text and revision. One that exists keeps its id and the time at which it was begun.
    pub draft: Draft,
    /// The revision that the change is based on; `None` begins a draft.
    pub expected: Option<DraftRevision>,
}

/// A draft that was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedDraft {
    /// The draft as stored.
    pub draft: Draft,
    /// The uploads that nothing holds any more. Their bytes are to be deleted.
    pub released: Vec<UploadId>,
}

/// The deletion of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftDeletion {
    /// Id of the draft.
    pub id: DraftId,
    /// Its owner.
    pub owner: UserId,
    /// When it is deleted.
    pub at: Timestamp,
}

/// A draft that becomes a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftSubmission {
    /// Id of the draft.
    pub id: DraftId,
    /// The revision that is submitted.
    pub expected: DraftRevision,
    /// The submission, which takes over the draft's file.
    pub new: NewSubmission,
}

/// The withdrawal of a pending submission by its author. Its text becomes a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionWithdrawal {
    /// Id of the submission.
    pub id: SubmissionId,
    /// The draft that takes its place and its file.
    pub draft: Draft,
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Drafts for tests.

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
            attachment: None,
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
