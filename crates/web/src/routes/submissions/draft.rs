//! Drafts in API responses.

use crate::routes::documents::document::{AttachmentDto, CategoryDto};

use crate::routes::files::record_files::{RecordFileDto, attached, one_text};
use facility_files::file::AttachedFiles;
use facility_kernel::Clearance;
use facility_submissions::draft::{Draft, DraftSummary};
use serde::Serialize;
use utoipa::ToSchema;

/// A draft of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Draft)]
#[serde(rename_all = "camelCase")]
pub struct DraftDto {
    /// A UUID.
    pub id: String,
    /// One line, as typed.
    #[schema(required = true)]
    pub title: Option<String>,
    /// Markdown, as typed.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The attached files, and then the pictures that the content shows, each in order. No picture where the content
    /// is null.
    pub files: Vec<RecordFileDto>,
    /// The category.
    #[schema(required = true)]
    pub category: Option<CategoryDto>,
    /// The level that the author proposes. The reviewers assign the actual one.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub clearance_level: Option<u8>,
    /// The path of its file.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// Its file.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The release date that the author wants: until then, only administrators see the published document.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Id of the submission that it revises, or, if it edits a document, of the edit.
    #[schema(required = true)]
    pub revises: Option<String>,
    /// Id of the document that it edits. Null for a new record.
    #[schema(required = true)]
    pub document_id: Option<String>,
    /// For an edit, the version of the document that it is based on.
    #[schema(required = true, minimum = 1)]
    pub based_on_version: Option<i32>,
    /// For an edit, what changes and why.
    #[schema(required = true)]
    pub change_description: Option<String>,
    /// An opaque text that changes with every change of the draft.
    pub revision: String,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

one_text!(DraftDto);

impl From<Draft> for DraftDto {
    fn from(draft: Draft) -> Self {
        let Draft { id, owner: _, text, revises, edits, attachments, revision, created_at, updated_at } = draft;
        Self {
            id: id.to_string(),
            title: text.title,
            content: text.content,
            files: attached(&attachments),
            category: text.category.map(CategoryDto::from),
            clearance_level: text.clearance.map(Clearance::level),
            file_path: text.files.as_ref().and_then(AttachedFiles::first).map(|path| path.to_string()),
            attachment: AttachmentDto::first(&attachments),
            scheduled_release_at: text.release_at.map(|at| at.to_string()),
            revises: revises.map(|id| id.to_string()).or_else(|| text.revised_edit.map(|id| id.to_string())),
            document_id: edits.map(|id| id.to_string()),
            based_on_version: text.based_on,
            change_description: text.change_description,
            revision: revision.as_str().to_owned(),
            created_at: created_at.to_string(),
            updated_at: updated_at.to_string(),
        }
    }
}

/// A draft of the caller in a list, with a preview instead of its content.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DraftListItem)]
#[serde(rename_all = "camelCase")]
pub struct DraftListItemDto {
    /// A UUID.
    pub id: String,
    /// One line, as typed.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The start of the content as plain text, at most 200 characters. For an edit, as the caller may currently read
    /// it.
    pub preview: String,
    /// The category.
    #[schema(required = true)]
    pub category: Option<CategoryDto>,
    /// The level that the author proposes. The reviewers assign the actual one.
    #[schema(required = true, minimum = 1, maximum = 5)]
    pub clearance_level: Option<u8>,
    /// The path of its file.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// Its file.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The release date that the author wants: until then, only administrators see the published document.
    #[schema(required = true, format = DateTime)]
    pub scheduled_release_at: Option<String>,
    /// Id of the submission that it revises, or, if it edits a document, of the edit.
    #[schema(required = true)]
    pub revises: Option<String>,
    /// Id of the document that it edits. Null for a new record.
    #[schema(required = true)]
    pub document_id: Option<String>,
    /// For an edit, the version of the document that it is based on.
    #[schema(required = true, minimum = 1)]
    pub based_on_version: Option<i32>,
    /// For an edit, what changes and why.
    #[schema(required = true)]
    pub change_description: Option<String>,
    /// An opaque text that changes with every change of the draft.
    pub revision: String,
    /// When it was created.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<DraftSummary> for DraftListItemDto {
    fn from(DraftSummary { draft, preview }: DraftSummary) -> Self {
        let draft = DraftDto::from(draft);
        Self {
            id: draft.id,
            title: draft.title,
            preview,
            category: draft.category,
            clearance_level: draft.clearance_level,
            file_path: draft.file_path,
            attachment: draft.attachment,
            scheduled_release_at: draft.scheduled_release_at,
            revises: draft.revises,
            document_id: draft.document_id,
            based_on_version: draft.based_on_version,
            change_description: draft.change_description,
            revision: draft.revision,
            created_at: draft.created_at,
            updated_at: draft.updated_at,
        }
    }
}

/// The result of saving the draft of an edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SavedEditDraft)]
#[serde(rename_all = "camelCase")]
pub struct SavedEditDraftDto {
    /// An opaque text that changes with every change of the draft.
    pub revision: String,
    /// When it was saved.
    #[schema(format = DateTime)]
    pub saved_at: String,
}

impl From<Draft> for SavedEditDraftDto {
    fn from(draft: Draft) -> Self {
        Self { revision: draft.revision.as_str().to_owned(), saved_at: draft.updated_at.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_submissions::draft::testing::draft;

    #[test]
    fn a_listed_draft_has_a_preview_instead_of_the_content() {
        let summary = DraftSummary { draft: draft(1, 9), preview: "The first words.".to_owned() };
        let shown = serde_json::to_value(DraftListItemDto::from(summary)).unwrap();
        let whole = serde_json::to_value(DraftDto::from(draft(1, 9))).unwrap();
        assert_eq!(shown["preview"], "The first words.");
        for (member, value) in whole.as_object().unwrap() {
            let expected = if ["content", "files"].contains(&member.as_str()) { None } else { Some(value) };
            assert_eq!(shown.get(member), expected, "{member}");
        }
        assert!(whole["filePath"].is_null() && whole["clearanceLevel"].is_null());
    }
}
