//! The trash: deleted documents.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, Readable, TakesBody};
use crate::http::input::NoBody;
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::routes::documents::document::{CategoryDto, DocumentDto};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post, web};
use facility_documents::error::row as document;
use facility_documents::services::trash::Trash;
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
    /// Id of the owner.
    pub submitted_by: String,
    /// Name of the owner.
    pub submitted_by_username: String,
    /// Number of the published version.
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
    /// Id of the user who deleted it.
    pub trashed_by: String,
    /// Name of the user who deleted it.
    pub trashed_by_username: String,
    /// When it was deleted.
    #[schema(format = DateTime)]
    pub trashed_at: String,
    /// When it is purged, unless it is restored or purged before.
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

/// The documents in the trash, most recently deleted first
///
/// Without texts and files. The list includes documents above the caller's level, which the caller can neither restore
/// nor purge.
#[utoipa::path(operation_id = "listTrash", tag = "Trash", params(PageQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<TrashedDocumentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/trash")]
pub async fn list(trash: Data<Trash>, call: Guarded<Admin, Paged>) -> Answer {
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = trash.list(&call.caller.actor, requested).await?;
        Ok((page.map(TrashedDocumentDto::from), Total::of(total)))
    })
    .await
}

/// Restore a document from the trash
///
/// Restores its file, history and comments as well. If its archive section is no longer active, the document returns to
/// the repository. Edits that were pending when it was deleted are not restored.
#[utoipa::path(operation_id = "restoreDocument", tag = "Trash",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = DocumentDto),
        Fails<(Readable, document::Stale, NeedsAdmin, TakesBody)>))]
#[post("/admin/trash/{id}/restore")]
pub async fn restore(trash: Data<Trash>, call: Guarded<Admin, NoBody>) -> Body<DocumentDto> {
    let visible = trash.restore(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(visible.into()))
}

/// Delete a document in the trash permanently, with its files
#[utoipa::path(operation_id = "purgeDocument", tag = "Trash",
    params(("id" = String, Path, description = "The document")),
    responses((status = 204, description = "The document is purged"), Fails<(Readable, NeedsAdmin, TakesBody)>))]
#[delete("/admin/trash/{id}")]
pub async fn purge(trash: Data<Trash>, call: Guarded<Admin, NoBody>) -> Answer {
    trash.purge(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
