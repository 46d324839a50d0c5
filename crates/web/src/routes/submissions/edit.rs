//! Edits of documents in API responses.

use crate::routes::documents::document::{AttachmentDto, CategoryDto, DocumentDto, withheld_levels};
use crate::routes::documents::versions::{DiffDto, ThreeWayDto};

use crate::routes::files::record_files::{Illustrated, NamedPictures, RecordFileDto, attached, one_text, texts_of};
use crate::routes::submissions::case::CaseDto;
use facility_documents::document::Text;
use facility_documents::view::VisibleText;
use facility_kernel::Timestamp;
use facility_submissions::edits::change::OwnEdit;
use facility_submissions::edits::view::{EditCase, EditView};
use serde::Serialize;
use utoipa::ToSchema;

/// A proposed edit of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentEdit)]
#[serde(rename_all = "camelCase")]
pub struct EditDto {
    #[serde(flatten)]
    pub case: CaseDto,
    /// Id of the document.
    pub document_id: String,
    /// The proposed title.
    pub title: String,
    /// The proposed content, in Markdown. Null in summaries and if it is withheld.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages withheld from the caller in `content`, ascending and without duplicates.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The attached files, and then the pictures that the content shows, each in order. No picture where the content
    /// is null.
    pub files: Vec<RecordFileDto>,
    /// The start of the proposed content as plain text on one line: at most 200 characters (code points), cut at a
    /// word, with `…` for omitted text. Null if the content is withheld.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The proposed category.
    pub category: CategoryDto,
    /// The proposed level.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// The path of the document's file, `/objects/…`. An edit does not change it.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The author's description of the change. Null if there is none or it is withheld.
    #[schema(required = true)]
    pub change_description: Option<String>,
    /// The version that the edit is based on.
    pub base_version: i32,
}

one_text!(EditDto);

impl EditDto {
    /// Converts the edit as of this time, which determines whether it has timed out.
    pub fn at(now: Timestamp, view: EditView) -> Self {
        AdminEditDto::at(now, view).edit
    }
}

/// An edit in the control panel, with its current document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDocumentEdit)]
#[serde(rename_all = "camelCase")]
pub struct AdminEditDto {
    /// The edit.
    #[serde(flatten)]
    pub edit: EditDto,
    /// The current document. Its `content` is null in summaries, and if it is withheld.
    pub current_document: DocumentDto,
    /// The level that the document would have after the edit. An edit that proposes the level of its base version does
    /// not change the document's level.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_after: u8,
    /// Whether texts and file are withheld because the edit is above the administrator's level.
    pub redacted: bool,
    /// Whether another administrator must decide because the caller is the author or took a step. False if nobody else
    /// can take the next step; then the caller may take it.
    pub awaits_another_approver: bool,
    /// Whether the edit is pending and the document has changed since its base version.
    pub stale: bool,
}

texts_of!(AdminEditDto: edit, current_document);

impl AdminEditDto {
    /// Converts the edit as of this time.
    pub fn at(now: Timestamp, view: EditView) -> Self {
        let EditView { edit, submitted_by_username, steps, previous, text, files, document, clearance_after, .. } =
            view;
        let mut current_document = DocumentDto::from(document);
        if view.is_redacted {
            current_document.content = None;
            current_document.withheld_levels = Vec::new();
            current_document.file_path = None;
            current_document.files = Vec::new();
            current_document.attachment = None;
        }
        let Text { title, category, .. } = edit.text;
        let withheld_levels = text.as_ref().map(withheld_levels).unwrap_or_default();
        let (content, preview) =
            text.map_or((None, None), |VisibleText { content, preview, .. }| (content, Some(preview)));
        let edit = EditDto {
            case: CaseDto::at(now, edit.case, submitted_by_username, steps, previous),
            document_id: edit.document_id.to_string(),
            title,
            content,
            withheld_levels,
            files: attached(&files),
            preview,
            category: category.into(),
            clearance_level: edit.clearance.level(),
            file_path: files.first().map(|file| file.path.to_string()),
            attachment: AttachmentDto::first(&files),
            change_description: edit.change_description,
            base_version: edit.base_version,
        };
        Self {
            edit,
            current_document,
            clearance_after: clearance_after.level(),
            redacted: view.is_redacted,
            awaits_another_approver: view.awaits_another,
            stale: view.is_stale,
        }
    }
}

/// An edit with the comparison for its reviewer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentEditCase)]
#[serde(rename_all = "camelCase")]
pub struct EditCaseDto {
    /// The edit.
    #[serde(flatten)]
    pub item: AdminEditDto,
    /// The differences from the current document, or for a decided edit from its base version. Null if they are
    /// withheld.
    #[schema(required = true)]
    pub diff: Option<DiffDto>,
    /// Both changes, for a stale edit. Null otherwise, and if they are withheld.
    #[schema(required = true)]
    pub three_way: Option<ThreeWayDto>,
}

impl Illustrated for EditCaseDto {
    fn pictures(&mut self) -> Vec<NamedPictures<'_>> {
        let mut pictures = self.item.pictures();
        pictures.extend(self.diff.iter_mut().flat_map(Illustrated::pictures));
        pictures
    }
}

impl EditCaseDto {
    /// Converts the case as of this time.
    pub fn at(now: Timestamp, case: EditCase) -> Self {
        let EditCase { view, comparison } = case;
        let (diff, three_way) = match comparison {
            Some(comparison) => (Some(comparison.diff.into()), comparison.three_way.map(ThreeWayDto::from)),
            None => (None, None),
        };
        Self { item: AdminEditDto::at(now, view), diff, three_way }
    }
}

/// One of the caller's edits that waits for a review.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PendingEdit)]
#[serde(rename_all = "camelCase")]
pub struct PendingEditDto {
    /// Id of the edit.
    pub id: String,
    /// Id of the document.
    pub document_id: String,
    /// The proposed title.
    pub title: String,
    /// Time of the proposal.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<OwnEdit> for PendingEditDto {
    fn from(OwnEdit { id, document_id, title, created_at }: OwnEdit) -> Self {
        Self { id: id.to_string(), document_id: document_id.to_string(), title, created_at: created_at.to_string() }
    }
}
