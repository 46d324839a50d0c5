//! The trash in the API.

use crate::dto::document::CategoryDto;
use facility_documents::trash::TrashedDocument;
use serde::Serialize;
use utoipa::ToSchema;

/// A document in the trash, without its text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TrashedDocument)]
#[serde(rename_all = "camelCase")]
pub struct TrashedDocumentDto {
    /// A UUID.
    pub id: String,
    /// The title.
    pub title: String,
    /// The category.
    pub category: CategoryDto,
    /// The level required to restore or purge it.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// Id of who submitted it.
    pub submitted_by: String,
    /// Name of who submitted it.
    pub submitted_by_username: String,
    /// The number of its version.
    pub version: i32,
    /// Id of the archive section that it was in.
    #[schema(required = true)]
    pub archive_section: Option<String>,
    /// When it was published.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// Id of who deleted it.
    pub trashed_by: String,
    /// Name of who deleted it.
    pub trashed_by_username: String,
    /// When it was deleted.
    #[schema(format = DateTime)]
    pub trashed_at: String,
    /// When it is purged, unless somebody restores or purges it before.
    #[schema(format = DateTime)]
    pub purges_at: String,
}

impl From<TrashedDocument> for TrashedDocumentDto {
    fn from(document: TrashedDocument) -> Self {
        Self {
            id: document.id.to_string(),
            category: document.category.into(),
            clearance_level: document.clearance.level(),
            submitted_by: document.owner.to_string(),
            submitted_by_username: document.owner_username.clone(),
            version: document.version,
            archive_section: document.archive_section.map(|id| id.to_string()),
            created_at: document.created_at.to_string(),
            updated_at: document.updated_at.to_string(),
            trashed_by: document.trashed_by.to_string(),
            trashed_by_username: document.trashed_by_username.clone(),
            trashed_at: document.trashed_at.to_string(),
            purges_at: document.purged_at().to_string(),
            title: document.title,
        }
    }
}
