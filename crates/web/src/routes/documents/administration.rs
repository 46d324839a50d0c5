//! Documents in the control panel.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, Fails, NeedsAdmin, TakesBody};
use crate::http::input::{Json, NoBody};
use crate::http::listing::{self, PageQuery, Paged, Total, View, ViewQuery};
use crate::http::wire::Wire;
use crate::routes::documents::document::{CategoryDto, DocumentDto, split};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, patch, web};
use facility_audit::access::{AccessEvent, AccessType};
use facility_documents::error::row as document;
use facility_documents::services::documents::Documents;
use facility_documents::services::removal::Removal;
use facility_documents::text::Category;
use facility_documents::view::Visible;
use facility_kernel::Clearance;
use facility_submissions::edits::error::EditError;
use facility_submissions::edits::error::row as edit;
use facility_submissions::reclassification::Classification;
use facility_submissions::services::reclassifications::Reclassifications;
use serde::Serialize;
use utoipa::ToSchema;

/// A document in the control panel.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDocument)]
#[serde(rename_all = "camelCase")]
pub struct AdminDocumentDto {
    /// The document. Its `content` is null if it is withheld, and with `view=summary`.
    #[serde(flatten)]
    pub document: DocumentDto,
    /// Whether the content is withheld, because the document's level is above the administrator's.
    pub redacted: bool,
    /// The start of the content as plain text, at most 200 characters. Null if it is withheld.
    #[schema(required = true)]
    pub preview: Option<String>,
}

/// The kind of access to a document.
pub type AccessTypeDto = Wire<AccessType>;

/// One access to one document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DocumentAccess)]
#[serde(rename_all = "camelCase")]
pub struct DocumentAccessDto {
    /// A UUID.
    pub id: String,
    /// The document.
    pub document_id: String,
    /// Id of the account.
    pub user_id: String,
    /// Username of the reader at that time.
    pub username: String,
    /// Kind of access.
    pub access_type: AccessTypeDto,
    /// The version whose text was opened. Null for a download.
    #[schema(required = true)]
    pub version: Option<i32>,
    /// Timestamp.
    #[schema(format = DateTime)]
    pub accessed_at: String,
    /// The client's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The client's user agent.
    #[schema(required = true)]
    pub user_agent: Option<String>,
}

impl From<Visible> for AdminDocumentDto {
    fn from(visible: Visible) -> Self {
        let (document, text) = split(visible);
        Self { document, redacted: text.is_none(), preview: text.map(|text| text.preview) }
    }
}

impl From<AccessEvent> for DocumentAccessDto {
    fn from(event: AccessEvent) -> Self {
        Self {
            id: event.id.to_string(),
            document_id: event.document_id.to_string(),
            user_id: event.user_id.to_string(),
            username: event.username,
            access_type: event.access_type.into(),
            version: event.version,
            accessed_at: event.accessed_at.to_string(),
            ip_address: event.ip_address,
            user_agent: event.user_agent,
        }
    }
}

/// Every document, newest first
///
/// Includes archived and unreleased documents. The content of documents above the administrator's level is withheld.
/// With full contents, the access is recorded in the access log of each document.
#[utoipa::path(operation_id = "listAllDocuments", tag = "Document", params(ViewQuery, PageQuery),
    responses(
        (status = 200, description = "The documents", body = Vec<AdminDocumentDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/documents")]
pub async fn list(reading: Data<Documents>, call: Guarded<Admin, (View, Paged)>) -> Answer {
    let (view, Paged(requested)) = call.input;
    listing::answer(&call.request, requested, async move |requested| {
        let (page, total) = reading.panel(&call.context, &call.caller.actor, view == View::Full, requested).await?;
        Ok((page.map(AdminDocumentDto::from), Total::of(total)))
    })
    .await
}

/// Delete any document
///
/// The document stays in the trash for 30 days, invisible to all other operations, and administrators can restore it.
/// Its pending edits are withdrawn.
#[utoipa::path(operation_id = "adminDeleteDocument", tag = "Document",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "The document is deleted"),
        Fails<(document::NotFound, document::Stale, NeedsAdmin, TakesBody)>))]
#[delete("/admin/documents/{id}")]
pub async fn delete(removal: Data<Removal>, call: Guarded<Admin, NoBody>) -> Answer {
    removal.delete_any(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A new level or category for a document. At least one of them must differ from the current one.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReclassifyRequest {
    /// The new level, at most the caller's own and at most that of each passage.
    #[schema(minimum = 1, maximum = 5)]
    clearance_level: Option<i64>,
    /// The new category.
    #[schema(value_type = Option<CategoryDto>)]
    category: Option<String>,
    /// The reason. It becomes the description of the new version and is sent to the owner.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
    /// The version that the caller saw.
    #[schema(minimum = 1)]
    version: i32,
}

impl ReclassifyRequest {
    fn parse(self) -> Result<Classification, EditError> {
        Ok(Classification {
            clearance: self.clearance_level.map(Clearance::parse).transpose()?,
            category: self.category.map(|text| text.parse::<Category>()).transpose()?,
            reason: self.reason,
            version: self.version,
        })
    }
}

/// Correct the level or the category of a document
///
/// Creates a new version with the reason as its description, and notifies the document's owner. The new level applies
/// immediately.
#[utoipa::path(operation_id = "reclassifyDocument", tag = "Document", request_body = ReclassifyRequest,
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "The document afterwards", body = DocumentDto),
        Fails<(edit::NotFound, edit::InsufficientClearance, edit::ProtectedAccount, edit::Stale, edit::EditPending,
            NeedsAdmin, TakesBody)>))]
#[patch("/admin/documents/{id}/classification")]
pub async fn classification(
    reclassifications: Data<Reclassifications>,
    call: Guarded<Admin, Json<ReclassifyRequest>>,
) -> Body<DocumentDto> {
    let (id, requested) = (call.request.id()?, call.input.0.parse()?);
    let visible = reclassifications.reclassify(&call.context, &call.caller.actor, id, requested).await?;
    Ok(web::Json(visible.into()))
}

/// Who opened or downloaded a document, newest first
///
/// An access appears here within a second.
#[utoipa::path(operation_id = "getDocumentAccessLog", tag = "Document",
    params(("id" = String, Path, description = "The document"), PageQuery),
    responses(
        (status = 200, description = "The accesses", body = Vec<DocumentAccessDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<(document::NotFound, NeedsAdmin)>))]
#[get("/documents/{id}/access-log")]
pub async fn access_log(reading: Data<Documents>, call: Guarded<Admin, Paged>) -> Answer {
    let id = call.request.id()?;
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = reading.access_log(&call.caller.actor, id, requested).await?;
        Ok((page.map(DocumentAccessDto::from), Total::of(total)))
    })
    .await
}
