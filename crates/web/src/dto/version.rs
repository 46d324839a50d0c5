//! Versions of documents in the API.

use crate::dto::document::{AttachmentDto, CategoryDto, DocumentDto};
use facility_documents::versions::VisibleVersion;
use serde::Serialize;
use utoipa::ToSchema;

/// A version of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentVersion)]
#[serde(rename_all = "camelCase")]
pub struct VersionDto {
    /// A UUID; of the first version, that of the document.
    pub id: String,
    /// Id of the document.
    pub document_id: String,
    /// Its number, from 1.
    pub version_number: i32,
    /// The title.
    pub title: String,
    /// The content, in Markdown. Null in summaries.
    #[schema(required = true)]
    pub content: Option<String>,
    /// The levels of the passages that are withheld from the caller in `content`, ascending, each once.
    #[schema(value_type = Vec<i32>)]
    pub withheld_levels: Vec<u8>,
    /// The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    /// `…` for omitted text.
    #[schema(required = true)]
    pub preview: Option<String>,
    /// The category.
    pub category: CategoryDto,
    /// The level that this version had.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// The path of its file, `/objects/…`.
    #[schema(required = true)]
    pub file_path: Option<String>,
    /// The file's name, size and type.
    #[schema(required = true)]
    pub attachment: Option<AttachmentDto>,
    /// The author's description of the change.
    #[schema(required = true)]
    pub change_description: Option<String>,
    /// Id of its author.
    pub created_by: String,
    /// Name of its author.
    pub created_by_username: String,
    /// When it was published.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Whether the document is at this version.
    pub is_current: bool,
}

impl From<VisibleVersion> for VersionDto {
    fn from(version: VisibleVersion) -> Self {
        let preview = version.document.text().map(|text| text.preview.clone());
        let document = DocumentDto::from(version.document);
        Self {
            id: version.id.to_string(),
            document_id: document.id,
            version_number: version.number,
            title: document.title,
            content: document.content,
            withheld_levels: document.withheld_levels,
            preview,
            category: document.category,
            clearance_level: document.clearance_level,
            file_path: document.file_path,
            attachment: document.attachment,
            change_description: version.description,
            created_by: version.created_by.to_string(),
            created_by_username: version.created_by_username,
            created_at: version.created_at.to_string(),
            is_current: version.is_current,
        }
    }
}
